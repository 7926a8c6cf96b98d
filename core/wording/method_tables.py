"""What stands beside a row of the tables of measures, tests and adjustments: title, one sentence, source; by key."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MethodText:
    """`note` says in one sentence what the row does; `source` is the paper it is from."""

    key: str
    title: str
    note: str
    source: str


@dataclass(frozen=True, slots=True)
class MeasureEntry:
    """`unit` are the words behind a value, `{rows}` stands for what a row is."""

    key: str
    title: str
    unit: str
    note: str
    source: str


MEASURE_ROWS: tuple[MeasureEntry, ...] = (
    MeasureEntry(
        "error",
        "Error rate",
        "errors per 100 {rows}",
        "Wrong answers of every kind count the same.",
        "Reich & Barai 1999 eq. 2; Aslan et al. 2009 II.A",
    ),
    MeasureEntry(
        "cost",
        "Cost per 100",
        "cost per 100 {rows} in false alarms",
        ("A miss counts as many false alarms as the plan says; the score is cut where that makes the cost least."),
        "Aslan et al. 2009 II.B",
    ),
    MeasureEntry(
        "auc",
        "ROC AUC",
        "AUC",
        "Chance that a random positive case scores above a random other one; ties count one half.",
        "Aslan et al. 2009 II.B; Hand & Till 2001 for more than two classes",
    ),
    MeasureEntry(
        "balanced-accuracy",
        "Balanced accuracy",
        "found per 100 {rows}, averaged over classes",
        ("The share found of each class, averaged over classes: rare classes count as much as common ones."),
        "Brodersen et al. 2010",
    ),
    MeasureEntry(
        "recall",
        "Recall",
        "found per 100 positive {rows}",
        "Share of the positive rows that are found; of several classes the mean over classes.",
        "Aslan et al. 2009 II.A (hit rate)",
    ),
    MeasureEntry(
        "specificity",
        "Specificity",
        "left alone per 100 other {rows}",
        "Share of the other rows that are not flagged; 100 minus the false alarms per 100.",
        "Aslan et al. 2009 II.A (false alarm rate)",
    ),
    MeasureEntry(
        "precision",
        "Precision",
        "right per 100 flagged {rows}",
        "Share of the flagged rows that are positive; undefined when nothing is flagged.",
        "van Rijsbergen 1979",
    ),
    MeasureEntry(
        "f1",
        "F1",
        "F1",
        "Harmonic mean of precision and recall: high only when both are.",
        "van Rijsbergen 1979",
    ),
    MeasureEntry(
        "mcc",
        "MCC",
        "Matthews correlation (MCC)",
        "Correlation of truth and answer: 0 is guessing, whatever the share of the classes.",
        "Matthews 1975; Gorodkin 2004",
    ),
    MeasureEntry(
        "kappa",
        "Cohen’s kappa",
        "kappa",
        "Agreement beyond what guessing with the same shares would reach.",
        "Cohen 1960",
    ),
    MeasureEntry(
        "log-loss",
        "Log loss",
        "log loss",
        "How surprised the probabilities are by what happened; one sure mistake costs much.",
        "Good 1952",
    ),
    MeasureEntry(
        "brier",
        "Brier score",
        "Brier score",
        "Mean squared distance of the probabilities from what happened.",
        "Brier 1950",
    ),
    MeasureEntry(
        "pr-auc",
        "PR AUC",
        "average precision (PR AUC)",
        "Precision averaged over the positives in the order of their scores; for rare classes.",
        "Davis & Goadrich 2006",
    ),
    MeasureEntry(
        "mae",
        "MAE",
        "typical miss",
        "Average size of the miss, in the unit of the output.",
        "Reich & Barai 1999 section 2.1",
    ),
    MeasureEntry(
        "rmse",
        "RMSE",
        "root mean squared miss",
        "Like the typical miss, but large misses count more.",
        "Reich & Barai 1999 eq. 3",
    ),
    MeasureEntry(
        "mse",
        "MSE",
        "mean squared miss",
        "The average of the squared misses, in the squared unit of the output.",
        "Reich & Barai 1999 eq. 3",
    ),
    MeasureEntry(
        "relative",
        "MAPE",
        "miss in % of the true value",
        "Average miss as a share of the true value; undefined as soon as one true value is zero.",
        "Reich & Barai 1999 Table 2 and section 3.3",
    ),
    MeasureEntry(
        "r2",
        "R²",
        "explained share (R²)",
        "1 is perfect, 0 is as good as always answering the mean, below 0 is worse than that.",
        "Draper & Smith, Applied Regression Analysis, chapter 1",
    ),
    MeasureEntry(
        "median-error",
        "Median error",
        "median error",
        "Half of the rows are off by no more than this; single wild rows do not move it.",
        "Woodruff 1952 for its range",
    ),
    MeasureEntry(
        "p95-error",
        "95 % error",
        "95 % error",
        "95 of 100 rows are off by no more than this.",
        "Woodruff 1952 for its range",
    ),
    MeasureEntry(
        "max-error",
        "Largest error",
        "largest error",
        "The worst single row; it grows with the number of rows and has no range.",
        "Reich & Barai 1999 section 2.1",
    ),
    MeasureEntry(
        "within-tolerance",
        "Within tolerance",
        "within tolerance per 100 {rows}",
        "Share of rows whose error is no larger than the tolerance the plan names.",
        "Reich & Barai 1999 section 3.3",
    ),
    MeasureEntry(
        "asymmetric",
        "Asymmetric error",
        "asymmetric error",
        "The average error, where too high counts as many times too low as the plan says.",
        "Koenker & Bassett 1978",
    ),
)
MEASURE_ENTRIES: Mapping[str, MeasureEntry] = {row.key: row for row in MEASURE_ROWS}

TEST_ROWS: tuple[MethodText, ...] = (
    MethodText(
        "corrected-t",
        "Corrected t over all splits",
        "Allows for training sets that share rows; one part of the range behind the answer.",
        "Nadeau & Bengio 2003; Bouckaert & Frank 2004",
    ),
    MethodText(
        "5x2-f",
        "Five repeats of two halves, F",
        "Whether the difference is also seen with training sets half this size.",
        "Alpaydin 1999",
    ),
    MethodText(
        "5x2-t",
        "Five repeats of two halves, t",
        "The older form; depends on which half comes first.",
        "Dietterich 1998; Bradford & Brodley 2001, section 2",
    ),
    MethodText(
        "averaged-t",
        "Averaged t over repeats",
        "The mean t of the repeats, and whether enough of them were made.",
        "Bradford & Brodley 2001, section 4",
    ),
    MethodText(
        "sign-test",
        "Sign test on rows",
        "Counts the rows of the first repeat that only one of the two got right; exact.",
        "Salzberg 1997, section 3.1",
    ),
    MethodText(
        "mcnemar",
        "McNemar on rows",
        "The same counts through the chi-square curve, with correction.",
        "Salzberg 1997, section 3.1",
    ),
    MethodText(
        "mcnemar-midp",
        "McNemar on rows, mid-p",
        ("The same counts with half the weight on the observed one; less cautious than the exact test."),
        "Fagerland, Lydersen & Laake 2013",
    ),
    MethodText(
        "delong",
        "DeLong on rows",
        "Whether the order of the scores is better, judged on the rows of the first repeat.",
        "DeLong, DeLong & Clarke-Pearson 1988; Sun & Xu 2014",
    ),
    MethodText(
        "corrected-t2",
        "Corrected T² over all outputs",
        "One look at all outputs together; allows for training sets that share rows.",
        "Reich & Barai 1999, section 5.2; Nadeau & Bengio 2003",
    ),
    MethodText(
        "paired-t-one-shuffle",
        "Paired t over one repeat",
        "What one cross-validation alone would say.",
        "Bradford & Brodley 2001, section 2",
    ),
    MethodText(
        "sign-flip",
        "Sign-flip over one repeat",
        "How many patterns of signs give a mean difference as large; needs no bell curve.",
        "Fisher 1935; Phipson & Smyth 2010",
    ),
    MethodText(
        "bayes",
        "Chances of better, same and worse",
        "How probable each side and the middle are, given these splits.",
        "Corani & Benavoli 2015; Benavoli et al. 2017",
    ),
    MethodText(
        "tost",
        "Same for the purpose",
        "Whether the difference is shown to lie inside the margin.",
        "Schuirmann 1987",
    ),
    MethodText(
        "pooled-t",
        "Plain t over all splits",
        "Treats all folds as if they were independent; claims far too often.",
        "Bradford & Brodley 2001, section 2; Dietterich 1998",
    ),
    MethodText(
        "wilcoxon-shuffles",
        "Wilcoxon over repeats",
        "The paper's counter-example: more repeats make any difference look certain.",
        "Bradford & Brodley 2001, section 4",
    ),
    MethodText(
        "fisher-shuffles",
        "Fisher over repeats",
        "The paper's counter-example: adds up repeats as if they were separate experiments.",
        "Bradford & Brodley 2001, section 4",
    ),
)
TEST_TEXTS: Mapping[str, MethodText] = {row.key: row for row in TEST_ROWS}

ADJUSTMENT_ROWS: tuple[MethodText, ...] = (
    MethodText(
        "bonferroni",
        "Bonferroni",
        "times the number of tests",
        "Salzberg 1997, section 3",
    ),
    MethodText(
        "sidak",
        "Sidak",
        "exact for independent tests",
        "Salzberg 1997, section 3",
    ),
    MethodText(
        "holm",
        "Holm",
        "never stricter than Bonferroni",
        "Holm 1979",
    ),
    MethodText(
        "holm-sidak",
        "Holm-Sidak",
        "Holm for independent tests",
        "Holm 1979",
    ),
    MethodText(
        "hochberg",
        "Hochberg",
        "needs independent tests",
        "Hochberg 1988",
    ),
    MethodText(
        "bh",
        "Benjamini-Hochberg",
        "share of false finds, to explore",
        "1995",
    ),
    MethodText(
        "by",
        "Benjamini-Yekutieli",
        "the same, whatever the dependence",
        "2001",
    ),
)
ADJUSTMENT_TEXTS: Mapping[str, MethodText] = {row.key: row for row in ADJUSTMENT_ROWS}
