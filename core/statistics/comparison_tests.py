"""The comparers that can be shown, in the order in which they are shown."""

from core.statistics.auc_tests import compare_delong
from core.statistics.comparison_test import ComparisonTest, Standing
from core.statistics.multivariate_tests import compare_corrected_t2
from core.statistics.repeat_tests import (
    compare_averaged_t,
    compare_fisher_repeats,
    compare_five_by_two_f,
    compare_five_by_two_t,
    compare_wilcoxon_repeats,
)
from core.statistics.row_tests import compare_mcnemar, compare_mid_p, compare_sign_test
from core.statistics.split_tests import (
    compare_bayes,
    compare_corrected_t,
    compare_one_repeat_t,
    compare_pooled_t,
    compare_sign_flip,
    compare_tost,
)
from core.support.errors import StudyError

COMPARISON_TESTS: tuple[ComparisonTest, ...] = (
    ComparisonTest(
        "corrected-t",
        "Corrected t over all splits",
        "Allows for training sets that share rows; one part of the range behind the answer.",
        "Nadeau & Bengio 2003; Bouckaert & Frank 2004",
        Standing.SUPPORT,
        compare_corrected_t,
    ),
    ComparisonTest(
        "5x2-f",
        "Five repeats of two halves, F",
        "Whether the difference is also seen with training sets half this size.",
        "Alpaydin 1999",
        Standing.SUPPORT,
        compare_five_by_two_f,
    ),
    ComparisonTest(
        "5x2-t",
        "Five repeats of two halves, t",
        "The older form; depends on which half comes first.",
        "Dietterich 1998; Bradford & Brodley 2001, section 2",
        Standing.SUPPORT,
        compare_five_by_two_t,
    ),
    ComparisonTest(
        "averaged-t",
        "Averaged t over repeats",
        "The mean t of the repeats, and whether enough of them were made.",
        "Bradford & Brodley 2001, section 4",
        Standing.SUPPORT,
        compare_averaged_t,
    ),
    ComparisonTest(
        "sign-test",
        "Sign test on rows",
        "Counts the rows of the first repeat that only one of the two got right; exact.",
        "Salzberg 1997, section 3.1",
        Standing.SUPPORT,
        compare_sign_test,
    ),
    ComparisonTest(
        "mcnemar",
        "McNemar on rows",
        "The same counts through the chi-square curve, with correction.",
        "Salzberg 1997, section 3.1",
        Standing.SUPPORT,
        compare_mcnemar,
    ),
    ComparisonTest(
        "mcnemar-midp",
        "McNemar on rows, mid-p",
        "The same counts with half the weight on the observed one; less cautious than the exact test.",
        "Fagerland, Lydersen & Laake 2013",
        Standing.SUPPORT,
        compare_mid_p,
    ),
    ComparisonTest(
        "delong",
        "DeLong on rows",
        "Whether the order of the scores is better, judged on the rows of the first repeat.",
        "DeLong, DeLong & Clarke-Pearson 1988; Sun & Xu 2014",
        Standing.SUPPORT,
        compare_delong,
    ),
    ComparisonTest(
        "corrected-t2",
        "Corrected T² over all outputs",
        "One look at all outputs together; allows for training sets that share rows.",
        "Reich & Barai 1999, section 5.2; Nadeau & Bengio 2003",
        Standing.SUPPORT,
        compare_corrected_t2,
    ),
    ComparisonTest(
        "paired-t-one-shuffle",
        "Paired t over one repeat",
        "What one cross-validation alone would say.",
        "Bradford & Brodley 2001, section 2",
        Standing.SUPPORT,
        compare_one_repeat_t,
    ),
    ComparisonTest(
        "sign-flip",
        "Sign-flip over one repeat",
        "How many patterns of signs give a mean difference as large; needs no bell curve.",
        "Fisher 1935; Phipson & Smyth 2010",
        Standing.SUPPORT,
        compare_sign_flip,
    ),
    ComparisonTest(
        "bayes",
        "Chances of better, same and worse",
        "How probable each side and the middle are, given these splits.",
        "Corani & Benavoli 2015; Benavoli et al. 2017",
        Standing.SUPPORT,
        compare_bayes,
    ),
    ComparisonTest(
        "tost",
        "Same for the purpose",
        "Whether the difference is shown to lie inside the margin.",
        "Schuirmann 1987",
        Standing.SUPPORT,
        compare_tost,
    ),
    ComparisonTest(
        "pooled-t",
        "Plain t over all splits",
        "Treats all folds as if they were independent; claims far too often.",
        "Bradford & Brodley 2001, section 2; Dietterich 1998",
        Standing.EXHIBIT,
        compare_pooled_t,
    ),
    ComparisonTest(
        "wilcoxon-shuffles",
        "Wilcoxon over repeats",
        "The paper's counter-example: more repeats make any difference look certain.",
        "Bradford & Brodley 2001, section 4",
        Standing.EXHIBIT,
        compare_wilcoxon_repeats,
    ),
    ComparisonTest(
        "fisher-shuffles",
        "Fisher over repeats",
        "The paper's counter-example: adds up repeats as if they were separate experiments.",
        "Bradford & Brodley 2001, section 4",
        Standing.EXHIBIT,
        compare_fisher_repeats,
    ),
)


def find_comparison_test(key: str) -> ComparisonTest:
    """The row with this key; a StudyError names the keys there are."""
    for row in COMPARISON_TESTS:
        if row.key == key:
            return row
    allowed = ", ".join(row.key for row in COMPARISON_TESTS)
    raise StudyError(f"There is no comparer called '{key}'.", hint=f"Choose one of: {allowed}.")
