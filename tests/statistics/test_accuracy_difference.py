"""Two accuracies on the same rows: the exact test has the last word."""

import numpy as np
import pytest

from core.statistics.accuracy_difference import AccuracyDifference, estimate_accuracy_difference
from core.statistics.count_tests import PairedCounts, SignTest, sign_test
from core.statistics.share_intervals import ShareDifference, ShareInterval, tango, widen_to_wilson, wilson
from core.statistics.undefined import Undefined


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_that_zero_is_left_out_exactly_where_the_exact_test_is_clear(level: float) -> None:
    for first in range(0, 25):
        for second in range(0, 12):
            counts = PairedCounts(30, first, second, 10)
            found, exact = estimate_accuracy_difference(counts, level), sign_test(first, second)
            assert isinstance(found, AccuracyDifference)
            p = exact.p_two_sided if isinstance(exact, SignTest) else 1.0
            assert found.p == p
            assert (found.low > 0 or found.high < 0) == (p < 1 - level)


def test_that_a_clear_difference_keeps_tangos_range() -> None:
    found, plain = estimate_accuracy_difference(PairedCounts(50, 20, 3, 27), 0.95), tango(20, 3, 100, 0.95)
    assert isinstance(found, AccuracyDifference)
    assert isinstance(plain, ShareDifference)
    assert (found.difference, found.low, found.high) == (plain.difference, plain.low, plain.high)


def test_that_no_rows_have_no_difference() -> None:
    assert estimate_accuracy_difference(PairedCounts(0, 0, 0, 0), 0.95) == Undefined("no_trials")


def test_that_a_range_of_a_share_is_never_narrower_than_wilsons() -> None:
    floor = wilson(12, 60, 0.95)
    assert isinstance(floor, ShareInterval)
    assert widen_to_wilson(0.19, 0.21, 0.2, 60, 0.95) == pytest.approx((floor.low, floor.high))
    assert widen_to_wilson(0.0, 0.9, 0.2, 60, 0.95) == (0.0, 0.9)
    assert widen_to_wilson(0.1, 0.3, 0.2, 0, 0.95) == (0.1, 0.3)
    assert np.isfinite(floor.low)
