"""The smallest material that each range still answers from, and the largest it does not, with figures by hand."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from core.statistics.auc_intervals import agarwal, agarwal_epsilon, delong, hanley_mcneil, hanley_mcneil_se, placements
from core.statistics.bootstrap_intervals import bca, bca_of_mean, bootstrap_632_plus, mean_jackknife, percentile
from core.statistics.cortes_mohri import AucMoments, auc_moments, auc_range
from core.statistics.distributions import binomial_at_least
from core.statistics.nested_interval import nested_cv_mse
from core.statistics.power import (
    NeededCount,
    pairs_for_paired_t,
    power_mcnemar,
    power_paired_t,
    rows_for_accuracy,
    rows_for_mcnemar,
)
from core.statistics.share_intervals import bonett_price, clopper_pearson, tango, wilson
from core.statistics.t_tests import SampleSummary, corrected_resampled_t, one_sample_t, one_sample_t_from_summary
from core.statistics.undefined import Undefined

Z = 1.959963984540054  # of the middle 95 %
T1 = 12.706204736432095  # the same with one degree of freedom


def test_that_placements_are_shares_of_the_other_class_with_ties_as_halves() -> None:
    of_positives, of_negatives = placements(np.array([2.0, 3.0]), np.array([1.0, 2.0, 4.0]))
    assert of_positives.tolist() == [pytest.approx(1.5 / 3), pytest.approx(2 / 3)]
    assert of_negatives.tolist() == [1.0, 0.75, 0.0]


def test_that_hanley_mcneil_with_one_case_each_is_the_spread_of_a_share() -> None:
    assert hanley_mcneil_se(0.8, 1, 1) == pytest.approx(math.sqrt(0.8 * 0.2))


@pytest.mark.parametrize("area", [0.0, 1.0])
def test_that_a_perfect_area_is_possible_and_has_no_spread(area: float) -> None:
    assert hanley_mcneil_se(area, 5, 5) == 0.0
    assert hanley_mcneil_se(area, 0, 5).reason == "impossible_counts"


def test_that_a_perfect_ranking_is_not_called_constant() -> None:
    truth = np.array([0, 0, 1, 1])
    assert hanley_mcneil(truth, np.array([1.0, 2.0, 3.0, 4.0]), 0.95).reason == "zero_variance"
    assert not isinstance(hanley_mcneil(truth, np.ones(4), 0.95), Undefined)  # an area of one half, with its spread


def test_that_agarwals_bound_holds_from_one_case_each() -> None:
    assert agarwal_epsilon(1, 1, 0.05) == pytest.approx(math.sqrt(math.log(40)))
    assert agarwal_epsilon(1, 2, 1.0).reason == "impossible_level"
    assert [agarwal_epsilon(0, 1, 0.05).reason, agarwal_epsilon(1, 0, 0.05).reason] == ["single_class"] * 2


@pytest.mark.parametrize("formula", [delong, hanley_mcneil, agarwal])
def test_that_the_positives_are_those_marked_1(formula: Callable[..., object]) -> None:
    truth, ranking = np.array([0, 0, 0, 1, 1]), np.array([1.0, 2.0, 4.0, 3.0, 5.0])
    assert formula(truth, ranking, 0.95).auc == pytest.approx(5 / 6)  # type: ignore[attr-defined]


def test_that_632_plus_weighs_a_full_overfit_wholly_by_unseen_rows() -> None:
    found = bootstrap_632_plus(0.6, 0.0, 0.5)
    assert (found.relative_overfitting, found.weight, found.estimate) == (1.0, pytest.approx(1.0), 0.5)


def test_that_632_plus_is_632_where_unseen_rows_are_no_worse() -> None:
    found = bootstrap_632_plus(0.2, 0.3, 0.5)
    assert (found.relative_overfitting, found.weight) == (0.0, 0.632)
    assert bootstrap_632_plus(0.5, 0.5, 0.5).relative_overfitting == 0.0


def test_that_two_replicates_have_a_percentile_range_and_one_has_none() -> None:
    found = percentile(np.array([1.0, 2.0, np.nan]), 0.9)
    assert (found.low, found.high, found.left_out) == (pytest.approx(1.05), pytest.approx(1.95), 1)
    assert percentile(np.array([1.0]), 0.9).reason == "too_few_samples"


def test_that_bca_needs_two_replicates_and_two_rows() -> None:
    two, one = np.array([0.0, 1.0]), np.array([1.0])
    assert not isinstance(bca(0.5, two, two, 0.9), Undefined)
    assert [bca(0.5, one, two, 0.9).reason, bca(0.5, two, one, 0.9).reason] == ["too_few_samples"] * 2
    assert not isinstance(bca_of_mean(two, two, 0.9), Undefined)
    assert bca_of_mean(one, two, 0.9).reason == "too_few_rows"


def test_that_a_jackknife_leaves_out_one_row_in_turn() -> None:
    assert mean_jackknife(np.array([1.0, 2.0, 6.0])).tolist() == [4.0, 3.5, 1.5]


def test_that_errors_say_something_of_an_area_from_one_case_each() -> None:
    assert auc_moments(1, 1, 0) == AucMoments(1.0, 0.0)
    assert auc_moments(1, 1, 2) == AucMoments(0.0, 0.0)
    for counts in ((0, 1, 0), (1, 0, 0), (1, 1, 3), (1, 1, -1)):
        assert auc_moments(*counts) == auc_range(*counts, 0.9) == Undefined("impossible_counts")


def test_that_all_or_no_errors_leave_a_range_of_areas_that_mirror_each_other() -> None:
    none, every = auc_range(1, 1, 0, 0.9), auc_range(1, 1, 2, 0.9)
    assert (none.fewest, none.high, every.most, every.low) == (0, 1.0, 2, 0.0)
    assert (every.fewest, every.high) == (2 - none.most, pytest.approx(1 - none.low))


def test_that_many_rows_do_not_overflow_the_weights_of_rankings() -> None:
    found = auc_moments(5000, 5000, 1000)
    assert found.mean == pytest.approx(0.9, abs=0.01)
    assert 0 < found.variance < 0.001


def test_that_binomial_tails_are_whole_below_one_and_nothing_above_all() -> None:
    found = binomial_at_least(np.array([0.0, 1.0, 2.0, 3.0]), np.array([2.0] * 4), 0.25)
    assert found.tolist() == [1.0, pytest.approx(7 / 16), pytest.approx(1 / 16), 0.0]


def test_that_two_values_have_a_mean_with_a_range() -> None:
    for found in (
        one_sample_t_from_summary(SampleSummary(1.0, math.sqrt(2), 2), 0.95),
        one_sample_t(np.array([0.0, 2.0]), 0.95),
    ):
        assert (found.df, found.standard_error) == (1, pytest.approx(1.0))
        assert (found.low, found.high) == (pytest.approx(1 - T1), pytest.approx(1 + T1))


def test_that_summaries_without_spread_or_with_one_value_say_so() -> None:
    flat, alone = (
        one_sample_t_from_summary(SampleSummary(1.0, 0.0, 5), 0.95),
        one_sample_t_from_summary(SampleSummary(1.0, 1.0, 1), 0.95),
    )
    assert flat == Undefined("zero_variance", 1.0)
    assert alone == Undefined("too_few_pairs", 1.0)
    assert one_sample_t(np.empty(0), 0.95) == Undefined("too_few_pairs")
    assert one_sample_t_from_summary(SampleSummary(1.0, -1.0, 5), 0.95) == Undefined("negative_spread", 1.0)
    assert corrected_resampled_t(np.array([1.0, 2.0]), math.inf, 0.95).reason == "impossible_ratio"


def test_that_every_fold_of_a_nested_scheme_needs_two_rows() -> None:
    two, one = np.array([0.0, 1.0]), np.array([1.0])
    short = [[two, two, two], [two, one, two], [two, two, two]]
    assert nested_cv_mse(short).reason == "too_few_rows"  # type: ignore[arg-type]


def test_that_bonett_price_is_wald_with_one_more_of_each() -> None:
    found = bonett_price(6, 2, 18, 0.95)
    middle, half = 4 / 20, Z * math.sqrt((10 / 20 - (4 / 20) ** 2) / 20)
    assert found.difference == pytest.approx(4 / 18)
    assert (found.low, found.high) == (pytest.approx(middle - half), pytest.approx(middle + half))


def test_that_tango_reaches_its_ends_where_every_row_goes_to_one_side() -> None:
    found = tango(10, 0, 10, 0.95)
    assert (found.difference, found.high) == (1.0, pytest.approx(1.0))
    assert found.low == pytest.approx((10 - Z**2) / (10 + Z**2))  # all rows against none: the square of z is shared
    assert [tango(-1, 1, 5, 0.95).reason, tango(1, -1, 5, 0.95).reason] == ["impossible_counts"] * 2


def test_that_shares_may_make_up_the_whole() -> None:
    assert power_mcnemar(0, 0.5, 0.5, 0.05) == 0.0
    assert power_mcnemar(6, 1.0, 0.0, 0.05) == pytest.approx(1.0)  # six of six: p = 1/32
    assert power_mcnemar(5, 1.0, 0.0, 0.05) == pytest.approx(0.0)  # five of five: p = 1/16
    assert power_mcnemar(6, 1.0, 0.0, 1 / 32) == pytest.approx(1.0)  # at the level is a claim
    assert power_mcnemar(10, 0.0, 0.0, 0.05) == 0.0
    assert not isinstance(rows_for_mcnemar(0.7, 0.3, 0.05, 0.8), Undefined)
    assert [rows_for_mcnemar(0.7, 0.4, 0.05, 0.8).reason, rows_for_mcnemar(-0.1, 0.4, 0.05, 0.8).reason] == [
        "impossible_shares"
    ] * 2


@pytest.mark.parametrize(
    ("accuracy", "reason"),
    [(0.0, "zero_variance"), (1.0, "zero_variance"), (-0.1, "impossible_shares"), (1.1, "impossible_shares")],
)
def test_that_a_certain_accuracy_needs_no_rows_and_an_impossible_one_is_refused(accuracy: float, reason: str) -> None:
    assert rows_for_accuracy(accuracy, 0.03, 0.95).reason == reason


def test_that_two_pairs_are_enough_for_a_huge_effect_and_none_for_a_tiny_one() -> None:
    assert pairs_for_paired_t(1e4, 0.05, 0.8) == NeededCount(2.0, 2)
    assert pairs_for_paired_t(1e-6, 0.05, 0.8).reason == "zero_effect"
    assert not isinstance(power_paired_t(1.0, 2, 0.05), Undefined)
    assert power_paired_t(1.0, 1.9, 0.05).reason == "too_few_pairs"
    needed = pairs_for_paired_t(2.5, 0.05, 0.8).exact
    assert 2 < needed < 4
    assert power_paired_t(2.5, needed, 0.05) == pytest.approx(0.8)


def test_that_a_power_is_never_above_one() -> None:
    assert power_paired_t(50.0, 100, 0.05) <= 1.0


def test_that_a_share_of_none_or_all_ends_at_its_edge() -> None:
    for formula in (wilson, clopper_pearson):
        none, every = formula(0, 10, 0.95), formula(10, 10, 0.95)
        assert (none.share, none.low, every.share, every.high) == (0.0, 0.0, 1.0, 1.0)
        assert every.low == pytest.approx(1 - none.high)
        assert not isinstance(formula(1, 1, 0.95), Undefined)
        assert formula(0, -1, 0.95).reason == "impossible_counts"
    assert clopper_pearson(3, 10, 0.95).share == 0.3
    assert clopper_pearson(10, 10, 0.95).low == pytest.approx(0.025**0.1)
