"""The difference of two accuracies on the same rows: Tango's range, and the exact test that has the last word."""

from dataclasses import dataclass

from core.statistics.count_tests import PairedCounts, sign_test
from core.statistics.share_intervals import tango
from core.statistics.undefined import Undefined


@dataclass(frozen=True, slots=True)
class AccuracyDifference:
    """Hold the accuracy of the first minus that of the second, the exact two-sided p, and the range that decides."""

    difference: float
    p: float
    low: float
    high: float


def estimate_accuracy_difference(counts: PairedCounts, level: float) -> AccuracyDifference | Undefined:
    """Take Tango's range, stretched to hold 0 where the exact test of McNemar sees no difference at 1 - level.

    The two disagree for a few counts near the border; then the exact test decides, because it never claims too often.
    """
    found = tango(counts.first_only, counts.second_only, counts.rows, level)
    if isinstance(found, Undefined):
        return found
    test = sign_test(counts.first_only, counts.second_only)
    p = 1.0 if isinstance(test, Undefined) else test.p_two_sided
    is_clear = p < 1 - level
    return AccuracyDifference(
        difference=found.difference,
        p=p,
        low=found.low if is_clear else min(found.low, 0.0),
        high=found.high if is_clear else max(found.high, 0.0),
    )
