"""Undefined scores, unequal lengths and impossible levels: a reason and no number, never NaN or a made-up p."""

from collections.abc import Callable
from dataclasses import astuple, replace

import numpy as np
import pytest

from core.domain.dataset import Floats
from core.statistics.auc_tests import delong_paired
from core.statistics.count_tests import count_paired_answers, discordant_odds, most_confused_pair, two_proportion_z
from core.statistics.five_by_two import five_by_two_f, five_by_two_t, five_by_two_t_as_printed
from core.statistics.multiplicity import adjust_p, familywise_error
from core.statistics.multivariate_tests import hotelling_one_sample, hotelling_paired, hotelling_two_sample, manova
from core.statistics.partition_tests import averaged_t, averaged_t_from_t, fisher_combination, rank_curve
from core.statistics.partition_tests import sufficient_partitions as enough
from core.statistics.rank_tests import average_ranks, friedman, nemenyi_p, wilcoxon_signed_rank
from core.statistics.score_tests import anova, effect_size, sign_flip_test
from core.statistics.t_tests import (
    SampleSummary,
    compute_covariance_of_means,
    corrected_resampled_t,
    correlated_bayesian_t,
    equivalence,
    paired_t,
    two_sample_t,
    two_sample_t_from_summary,
)
from core.statistics.undefined import Undefined

FIRST = np.array([0.84, 0.80, 0.88, 0.82, 0.86, 0.78, 0.90, 0.84, 0.80, 0.86])
SECOND = np.array([0.80, 0.82, 0.82, 0.78, 0.84, 0.76, 0.84, 0.84, 0.78, 0.80])
GAPS = FIRST - SECOND
TABLE = np.random.default_rng(4).integers(60, 80, (6, 3)) / 100.0


def without(values: Floats, *places: int) -> Floats:
    changed = values.copy()
    changed.flat[list(places)] = np.nan
    return changed


def test_that_a_t_test_leaves_out_an_undefined_split_and_counts_it() -> None:
    whole, shorter = paired_t(without(FIRST, 2), SECOND), paired_t(np.delete(FIRST, 2), np.delete(SECOND, 2))
    assert whole.undefined == 1
    assert astuple(replace(whole, undefined=0)) == pytest.approx(astuple(shorter))  # type: ignore[arg-type]


def test_that_the_corrected_t_counts_only_defined_splits() -> None:
    whole, shorter = corrected_resampled_t(without(GAPS, 0), 1 / 9), corrected_resampled_t(GAPS[1:], 1 / 9)
    assert (whole.standard_error, whole.df, whole.p) == (shorter.standard_error, shorter.df, shorter.p)


def test_that_a_t_test_needs_four_fifths_of_the_splits() -> None:
    test = paired_t(FIRST, without(SECOND, 0, 1, 2))
    assert test == Undefined("too_few_defined_folds")
    assert not isinstance(paired_t(FIRST, without(SECOND, 0, 1)), Undefined)
    assert averaged_t([GAPS, without(GAPS, 0, 1, 2)]).reason == "too_few_defined_folds"
    assert isinstance(correlated_bayesian_t(without(GAPS, 0, 1, 2), 1 / 9, 0.01), Undefined)


@pytest.mark.parametrize(
    "reading",
    [
        sign_flip_test(without(GAPS, 3)),
        wilcoxon_signed_rank(without(GAPS, 3)),
        two_sample_t(without(FIRST, 3), SECOND),
        anova([FIRST, without(SECOND, 3)]),
        effect_size(without(FIRST, 3), SECOND, "dz"),
        effect_size(FIRST, without(SECOND, 3), "a12"),
        five_by_two_f(without(GAPS.reshape(5, 2), 0)),
        five_by_two_t(without(GAPS.reshape(5, 2), 9)),
        five_by_two_t_as_printed(without(GAPS.reshape(5, 2), 9)),
        average_ranks(without(TABLE, 0)),
        friedman(without(TABLE, 0)),
        nemenyi_p(without(TABLE, 0)),
        hotelling_two_sample(without(TABLE, 0), TABLE),
        manova([TABLE, without(TABLE, 0)]),
    ],
)
def test_that_a_test_without_room_for_differences_stays_undefined(reading: Undefined) -> None:
    assert reading == Undefined("undefined_values")


def test_that_an_undefined_p_or_t_counts_as_absent() -> None:
    assert adjust_p([0.01, float("nan"), 0.04], "holm") == adjust_p([0.01, None, 0.04], "holm")
    assert fisher_combination([0.2, float("nan")]).df == 2
    assert rank_curve([1.0, float("nan")], 9) == rank_curve([1.0], 9)
    assert averaged_t_from_t([1.0, float("nan")], 9).reason == "zero_variance_partition"
    assert enough([3.0, float("nan"), 3.1], 9).reason == "zero_variance_partition"


@pytest.mark.parametrize(
    "reading",
    [
        paired_t(FIRST, SECOND[:3]),
        equivalence(paired_t(FIRST, SECOND[:3]), 0.01),
        count_paired_answers(np.arange(3), np.arange(3), np.arange(2)),
        hotelling_paired(TABLE, TABLE[:3]),
        hotelling_two_sample(TABLE, TABLE[:, :2]),
        manova([TABLE, TABLE[:, :2]]),
        delong_paired(np.array([0, 1, 0, 1]), FIRST[:4], SECOND[:3]),
    ],
)
def test_that_unequal_lengths_are_told_and_give_no_number(reading: Undefined) -> None:
    assert reading.reason == "unequal_lengths"
    assert reading.estimate is None


@pytest.mark.parametrize("level", [0.0, 1.0, -1.0, 2.0])
def test_that_no_range_has_an_impossible_level(level: float) -> None:
    test = paired_t(FIRST, SECOND, level)
    assert (test.reason, test.p) == ("impossible_level", None)
    assert two_sample_t(FIRST, SECOND, "welch", level).reason == "impossible_level"
    assert delong_paired(np.array([0, 1] * 5), FIRST, SECOND, level).reason == "impossible_level"
    assert discordant_odds(3, 2, level).reason == "impossible_level"


def test_that_degrees_of_freedom_and_levels_out_of_range_are_refused() -> None:
    assert averaged_t_from_t([1.0], 0).reason == rank_curve([1.0], 0).reason == "out_of_range"
    assert enough([1.0, 2.0], 0).reason == enough([1.0, 2.0], 9, 0.0).reason == "out_of_range"
    assert enough([1.0, 2.0], 9, 0.025, 1.0).decision == "more_partitions_needed"
    assert (
        two_sample_t_from_summary(SampleSummary(1.0, -1.0, 5), SampleSummary(1.0, 1.0, 5)).reason == "negative_spread"
    )


@pytest.mark.parametrize("reading", [discordant_odds(-1, 3), discordant_odds(-1, 1), two_proportion_z(60, 10, 50)])
def test_that_impossible_counts_are_refused(reading: Undefined) -> None:
    assert reading.reason == "impossible_counts"
    assert reading.estimate is None


def test_that_only_a_square_table_of_counts_has_a_most_confused_pair() -> None:
    assert isinstance(most_confused_pair(np.ones((2, 3))), Undefined)
    assert isinstance(most_confused_pair(np.full((2, 2), np.nan)), Undefined)


def test_that_no_rows_give_no_answer() -> None:
    assert wilcoxon_signed_rank(np.zeros(0)).reason == "too_few_pairs"
    assert wilcoxon_signed_rank(np.zeros(0)).p is None
    for rows in (np.zeros(0), np.zeros((0, 0)), np.zeros((5, 0))):
        assert hotelling_one_sample(rows).reason == "too_few_pairs"
        assert hotelling_two_sample(rows, TABLE).reason == "too_few_pairs"


def test_that_the_covariance_is_given_for_a_constant_shift_too() -> None:
    assert compute_covariance_of_means(FIRST, FIRST - 0.1) == pytest.approx(float(np.var(FIRST, ddof=1)) / 10)


def test_that_the_areas_are_given_when_one_positive_is_too_few_for_a_test() -> None:
    test = delong_paired(np.array([0, 0, 1]), np.array([0.1, 0.6, 0.5]), np.array([0.1, 0.2, 0.5]))
    assert test == Undefined("too_few_cases", -0.5)


@pytest.mark.parametrize(("margin", "chances"), [(0.01, (0.0, 1.0, 0.0)), (0.0, (0.5, 0.0, 0.5))])
def test_that_identical_scores_lie_inside_a_margin_or_on_neither_side(
    margin: float, chances: tuple[float, float, float]
) -> None:
    reading = correlated_bayesian_t(np.zeros(10), 1 / 9, margin)
    assert (reading.first_better, reading.same, reading.second_better) == chances


def test_that_rounding_in_one_repeat_is_judged_by_the_differences_of_all() -> None:
    noise = np.array([1.0, -1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]) * 5.5e-17
    assert averaged_t([GAPS, noise]).t_values[1] == 0.0


@pytest.mark.parametrize("rank", [average_ranks, friedman])
def test_that_scores_equal_up_to_rounding_share_a_rank(rank: Callable[[Floats], object]) -> None:
    exact = np.array([[0.3, 0.3, 0.1], [0.5, 0.4, 0.2], [0.1, 0.3, 0.2]])
    rounded = exact.copy()
    rounded[0, 1] = 0.1 + 0.2
    assert rounded[0, 1] != exact[0, 1]
    assert rank(rounded) == rank(exact)


def test_that_nothing_is_reported_as_minus_zero() -> None:
    assert not np.signbit(fisher_combination([1.0, 1.0]).statistic)
    assert not np.signbit(familywise_error(0.0, 5).any_false)


def test_that_spread_is_judged_by_the_scores_and_not_by_their_number() -> None:
    """sd <= 1e-12 of the largest score is rounding, however many scores there are."""
    many = two_sample_t_from_summary(SampleSummary(1.0, 5e-12, 10_000), SampleSummary(1.0 + 1e-12, 5e-12, 10_000))
    few = two_sample_t_from_summary(SampleSummary(1.0, 5e-13, 2), SampleSummary(2.0, 5e-13, 2), "z")
    assert not isinstance(many, Undefined)
    assert (few.reason, few.p) == ("zero_variance", None)
    assert not isinstance(hotelling_one_sample(1.0 + 5e-12 * np.random.default_rng(1).normal(size=(400, 2))), Undefined)
