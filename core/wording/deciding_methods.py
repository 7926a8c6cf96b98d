"""The methods whose range may decide an answer: which one does follows from the design alone."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DecidingMethod:
    key: str
    title: str
    note: str
    source: str


DECIDING_METHODS: tuple[DecidingMethod, ...] = (
    DecidingMethod(
        "cross-validated",
        "Range over repeats and halves",
        "Corrected t over all splits, never narrower than test rows and training rows together allow; a difference "
        "counts only if models trained on half the rows show it too.",
        "Nadeau & Bengio 2003; Bouckaert & Frank 2004; Dietterich 1998; Bayle et al. 2020",
    ),
    DecidingMethod(
        "tango",
        "Tango's range with the exact sign test",
        "Counts the rows that only one of the two got right; the range never excludes 0 where the exact test does not.",
        "Salzberg 1997, section 3.1; Tango 1998",
    ),
    DecidingMethod(
        "delong",
        "DeLong's range",
        "Whether the order of the scores is better on one test set.",
        "DeLong, DeLong & Clarke-Pearson 1988; Sun & Xu 2014",
    ),
    DecidingMethod(
        "grouped-auc",
        "AUC by leaving out one group at a time",
        "Jackknife over groups with Student's t: groups and not rows count.",
        "Efron 1982; Obuchowski 1997",
    ),
    DecidingMethod(
        "paired-rows",
        "Paired t over test rows",
        "The mean difference of the test rows against their spread.",
        "Reich & Barai 1999, section 5.2",
    ),
    DecidingMethod(
        "paired-groups",
        "Paired t over groups",
        "The mean difference of the test rows against the spread from group to group.",
        "Reich & Barai 1999, section 5.2",
    ),
    DecidingMethod(
        "influence",
        "Range by leaving out rows",
        "For F1, MCC, R² and their like: each row (or group) is left out in turn to see how much it moves the measure; "
        "wider because repeats share training rows, and a difference counts only if half-size models show it too.",
        "Efron 1982; Nadeau & Bengio 2003",
    ),
    DecidingMethod(
        "order-statistics",
        "Range of an error quantile",
        "For the median and the 95 % error: the rows ranked beside the quantile give its range; a difference counts "
        "only if half-size models show it too.",
        "Woodruff 1952",
    ),
    DecidingMethod(
        "split-values",
        "Corrected t over the values of splits",
        "For measures that have no values of single rows; nothing confirms it, so it never claims a difference.",
        "Nadeau & Bengio 2003; Bouckaert & Frank 2004",
    ),
)
DECIDING = {row.key: row for row in DECIDING_METHODS}
