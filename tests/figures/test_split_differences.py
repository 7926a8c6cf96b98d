"""Gaps: paired by split, positive for the candidate, bins with zero in the middle of one."""

from itertools import pairwise

import pytest

from core.domain.findings import Estimate
from core.figures.split_differences import SplitDifferences, differences


def estimate(*values: float | None) -> Estimate:
    return Estimate("key", "error", "y", None, None, None, values)


def errors(baseline: Estimate, candidate: Estimate, margin: float = 0.02) -> SplitDifferences:
    found = differences(baseline, candidate, 100.0, True, margin)
    assert found is not None
    return found


def test_that_fewer_errors_are_a_positive_difference_in_the_unit_shown() -> None:
    found = errors(estimate(0.3, 0.2), estimate(0.25, 0.3))
    assert [pair.difference for pair in found.pairs] == pytest.approx([5.0, -10.0])
    assert found.mean == pytest.approx(-2.5)
    assert found.margin == pytest.approx(2.0)


def test_that_a_higher_auc_is_a_positive_difference() -> None:
    found = differences(estimate(0.7), estimate(0.9), 1.0, False, 0.01)
    assert found is not None
    assert found.pairs[0].difference == pytest.approx(0.2)


def test_that_a_split_without_one_of_the_values_is_left_out_and_keeps_the_number_of_the_others() -> None:
    found = errors(estimate(0.3, None, 0.2), estimate(0.25, 0.3, 0.1))
    assert [pair.split for pair in found.pairs] == [0, 2]


def test_that_nothing_in_common_means_no_picture() -> None:
    assert differences(estimate(None, 0.1), estimate(0.2, None), 100.0, True, 0.02) is None


def test_that_every_difference_is_in_a_bin_and_ties_stand_on_neither_side() -> None:
    found = errors(estimate(0.3, 0.2, 0.25, 0.22, 0.3), estimate(0.25, 0.3, 0.21, 0.24, 0.3))
    assert sum(found.counts) == 5
    middle = next(place for place, (low, high) in enumerate(pairwise(found.edges)) if low < 0 < high)
    assert found.edges[middle] == -found.edges[middle + 1]
    assert found.counts[middle] == 1
    assert sum(found.counts[:middle]) == 2  # worse by 10 and by 2 per 100
    assert sum(found.counts[middle + 1 :]) == 2  # better by 5 and by 4
    assert found.reach >= max(abs(pair.difference) for pair in found.pairs)


def test_that_equal_differences_have_one_bin_and_folds_on_one_spot_are_counted() -> None:
    same = errors(estimate(0.2, 0.2, 0.2), estimate(0.2, 0.2, 0.2))
    assert same.counts == (3,)
    assert same.edges[0] < 0 < same.edges[1]
    assert same.places == {(20.0, 20.0): 3}
    ahead = errors(estimate(0.3, 0.3), estimate(0.1, 0.1))
    assert ahead.counts == (2,)
    assert ahead.edges[0] < 20 < ahead.edges[1]


def test_that_both_axes_of_the_dots_hold_all_values() -> None:
    found = errors(estimate(0.3, 0.3), estimate(0.3, 0.3))
    low, high = found.span
    assert low < 30 < high


def test_that_the_sentence_counts_both_sides_and_ties() -> None:
    found = errors(estimate(0.3, 0.2, 0.1), estimate(0.25, 0.3, 0.1))
    assert found.sentence("forest", "tree", "per 100") == (
        "Of 3 folds 1 is better for forest, 1 for tree, 1 is a tie. On average tree is ahead by 1.67 per 100."
    )


def test_that_bins_are_counted_around_multiples_of_a_round_step() -> None:
    found = errors(estimate(0.3, 0.2, 0.25, 0.22, 0.3), estimate(0.25, 0.3, 0.21, 0.24, 0.3))
    assert found.counts == (1, 0, 0, 0, 1, 1, 0, 1, 1)  # gaps of -10, -2, 0, 4 and 5, in steps of 2
    assert found.edges == tuple(float(edge) for edge in range(-11, 8, 2))
    assert errors(estimate(0.1), estimate(0.1)).edges == (-0.5, 0.5)


def test_that_both_axes_have_a_twentieth_of_air() -> None:
    assert errors(estimate(0.3, 0.1), estimate(0.2, 0.4)).span == pytest.approx((8.5, 41.5))
    assert errors(estimate(0.3), estimate(0.3)).span == pytest.approx((28.5, 31.5))
    assert errors(estimate(0.0), estimate(0.0)).span == pytest.approx((-0.005, 0.005))


def test_that_the_histogram_reaches_equally_far_to_both_sides() -> None:
    assert errors(estimate(0.3), estimate(0.25)).reach == pytest.approx(1.05 * 7.5)
    assert errors(estimate(0.25), estimate(0.3)).reach == pytest.approx(1.05 * 7.5)
    assert errors(estimate(0.3), estimate(0.25), margin=0.2).reach == pytest.approx(1.05 * 20)


def test_that_pairs_are_told_from_the_smallest_difference_and_a_balance_as_such() -> None:
    found = errors(estimate(0.3, 0.2), estimate(0.2, 0.3))
    assert found.in_words("forest", "tree") == (
        "tree 20, forest 30, difference −10",
        "tree 30, forest 20, difference 10",
    )
    ahead = errors(estimate(0.3), estimate(0.25)).sentence("forest", "tree", "per 100")
    assert ahead.endswith("0 are ties. On average forest is ahead by 5 per 100.")
    assert errors(estimate(0.2), estimate(0.2)).sentence("a", "b", "").endswith("On average neither is ahead.")
