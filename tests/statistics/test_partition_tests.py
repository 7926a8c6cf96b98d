"""Several repeats of the same rows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.partition_tests import (
    MORE,
    SETTLED,
    SETTLED_NOT,
    averaged_t,
    averaged_t_from_t,
    fisher_combination,
    rank_curve,
    sufficient_partitions,
)
from core.statistics.undefined import Undefined

SHUFFLE = np.array([0.027, 0.045, 0.013, -0.049, 0.043, 0.037, 0.012, 0.003, 0.023, 0.024])
FLAT = np.full(10, 0.02)


@given(times=st.integers(1, 60))
def test_that_repeating_a_repeat_does_not_change_the_averaged_t(times: int) -> None:
    once, often = averaged_t([SHUFFLE]), averaged_t([SHUFFLE] * times)
    assert often.mean_t == pytest.approx(once.mean_t)
    assert often.p == pytest.approx(once.p)
    assert often.df == 9


@given(order=st.permutations(range(5)))
def test_that_the_order_of_repeats_does_not_matter(order: list[int]) -> None:
    repeats = [np.roll(SHUFFLE, 1) + shift / 100 for shift in range(5)]
    mixed = averaged_t([repeats[place] for place in order])
    assert mixed.mean_t == pytest.approx(averaged_t(repeats).mean_t)


def test_that_the_t_is_averaged_and_not_the_p() -> None:
    whole, turned = averaged_t([SHUFFLE, -SHUFFLE]), averaged_t([SHUFFLE])
    assert whole.mean_t == pytest.approx(0.0, abs=1e-12)
    assert whole.p == pytest.approx(1.0)
    assert turned.p < 0.07


def test_that_a_repeat_without_difference_counts_as_zero() -> None:
    whole = averaged_t([SHUFFLE, np.zeros(10)])
    assert (whole.t_values[1], whole.reason) == (0.0, "")
    assert whole.mean_t == pytest.approx(averaged_t([SHUFFLE]).mean_t / 2)


def test_that_no_difference_anywhere_gives_p_one() -> None:
    whole = averaged_t([np.zeros(10)] * 3)
    assert (whole.p, whole.reason) == (1.0, "identical_scores")


def test_that_an_infinite_t_is_never_averaged() -> None:
    whole = averaged_t([SHUFFLE, FLAT])
    assert (whole.mean_t, whole.p, whole.reason) == (None, None, "zero_variance_partition")
    assert whole.t_values[1] is None


def test_that_too_little_has_no_average() -> None:
    assert averaged_t([]).reason == "too_few_partitions"
    assert averaged_t([SHUFFLE, SHUFFLE[:1]]).reason == "too_few_pairs"
    assert averaged_t_from_t([], 9).mean_t is None


def test_that_the_smallest_repeat_gives_the_degrees_of_freedom() -> None:
    assert averaged_t([SHUFFLE, SHUFFLE[:8]]).df == 7


def test_that_repeats_can_settle_either_way_or_not_yet() -> None:
    assert sufficient_partitions([3.0, 3.2, 2.9, 3.1], 9).decision == SETTLED
    assert sufficient_partitions([0.1, -0.2, 0.3, 0.2], 9).decision == SETTLED_NOT
    assert sufficient_partitions([1.0, 4.0, 2.0, 3.0], 9).decision == MORE


@given(t_values=st.lists(st.floats(-6, 6), min_size=2, max_size=12))
def test_that_the_direction_does_not_matter_for_enough(t_values: list[float]) -> None:
    one, other = sufficient_partitions(t_values, 9), sufficient_partitions([-t for t in t_values], 9)
    assert (one.decision, one.statistic) == (other.decision, other.statistic)


def test_that_more_repeats_are_asked_for_without_spread_to_judge() -> None:
    assert sufficient_partitions([2.5], 9).reason == "too_few_partitions"
    assert sufficient_partitions([], 9).mean_abs_t is None
    assert sufficient_partitions([2.5, None, 2.4], 9).reason == "zero_variance_partition"
    assert sufficient_partitions([2.5, 2.5], 9).decision == MORE
    assert sufficient_partitions([0.5, 0.5], 9).decision == SETTLED_NOT


def test_that_the_critical_value_has_the_degrees_of_one_repeat() -> None:
    assert sufficient_partitions([1.0, 2.0] * 30, 9).critical == pytest.approx(2.262157, abs=1e-6)


def test_that_the_rank_curve_rises_and_leaves_out_undefined_repeats() -> None:
    curve = rank_curve([0.0, 2.0, None, -2.0], 9)
    assert list(curve) == sorted(curve)  # type: ignore[arg-type]
    assert curve[1] == 0.5  # type: ignore[index]
    assert curve[0] == pytest.approx(1.0 - curve[2])  # type: ignore[index]


def test_that_fisher_leaves_out_undefined_and_refuses_impossible_p() -> None:
    assert fisher_combination([0.15, None, 0.10, 0.10]).df == 6
    assert fisher_combination([]).reason == "no_tests"
    assert fisher_combination([0.2, 0.0]).reason == "zero_p"
    assert isinstance(fisher_combination([0.2, 1.2]), Undefined)


@given(p=st.floats(1e-6, 1.0))
def test_that_fisher_of_one_test_is_that_test(p: float) -> None:
    assert fisher_combination([p]).p == pytest.approx(p)
