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
    ComparisonTest("corrected-t", Standing.SUPPORT, compare_corrected_t),
    ComparisonTest("5x2-f", Standing.SUPPORT, compare_five_by_two_f),
    ComparisonTest("5x2-t", Standing.SUPPORT, compare_five_by_two_t),
    ComparisonTest("averaged-t", Standing.SUPPORT, compare_averaged_t),
    ComparisonTest("sign-test", Standing.SUPPORT, compare_sign_test),
    ComparisonTest("mcnemar", Standing.SUPPORT, compare_mcnemar),
    ComparisonTest("mcnemar-midp", Standing.SUPPORT, compare_mid_p),
    ComparisonTest("delong", Standing.SUPPORT, compare_delong),
    ComparisonTest("corrected-t2", Standing.SUPPORT, compare_corrected_t2),
    ComparisonTest("paired-t-one-shuffle", Standing.SUPPORT, compare_one_repeat_t),
    ComparisonTest("sign-flip", Standing.SUPPORT, compare_sign_flip),
    ComparisonTest("bayes", Standing.SUPPORT, compare_bayes),
    ComparisonTest("tost", Standing.SUPPORT, compare_tost),
    ComparisonTest("pooled-t", Standing.EXHIBIT, compare_pooled_t),
    ComparisonTest("wilcoxon-shuffles", Standing.EXHIBIT, compare_wilcoxon_repeats),
    ComparisonTest("fisher-shuffles", Standing.EXHIBIT, compare_fisher_repeats),
)


def find_comparison_test(key: str) -> ComparisonTest:
    """The row with this key; a StudyError names the keys there are."""
    for row in COMPARISON_TESTS:
        if row.key == key:
            return row
    allowed = ", ".join(row.key for row in COMPARISON_TESTS)
    raise StudyError(f"No comparison test “{key}”.", hint=f"Choose one of: {allowed}.")
