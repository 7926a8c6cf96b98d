"""Tests between two AUCs: DeLong by definition, degenerate answers, Hanley and McNeil, case numbers."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from core.domain.dataset import Floats, Integers
from core.domain.findings import Status
from core.domain.pairing import Pairing
from core.statistics.auc_tests import (
    area_correlation,
    cases_for_auc_difference,
    cases_for_delong,
    compare_delong,
    delong_paired,
    hanley_mcneil_paired,
)
from core.statistics.undefined import Undefined

often = settings(deadline=None, max_examples=60)
cases = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=6, max_size=24)


def halves(rows: list[tuple[int, int]]) -> tuple[Integers, Floats, Floats]:
    truth = np.arange(len(rows)) % 2
    return truth, np.array([row[0] for row in rows], float), np.array([row[1] for row in rows], float)


def kernel(truth: Integers, ranking: Floats) -> Floats:
    above, below = ranking[truth == 1], ranking[truth == 0]
    return np.array([[(a > b) + (a == b) / 2 for b in below] for a in above])


def pairing(truth: Integers | None, first: Floats | None, second: Floats | None) -> Pairing:
    ones = np.ones((1, 2))
    return Pairing("new", "old", "auc", ones, ones, ones, ones, truth=truth, first_ranking=first, second_ranking=second)


@often
@given(cases)
def test_that_delong_covariances_are_those_of_the_placements(rows: list[tuple[int, int]]) -> None:
    truth, first, second = halves(rows)
    one, other = kernel(truth, first), kernel(truth, second)
    by_positive = np.cov(one.mean(axis=1), other.mean(axis=1)) / one.shape[0]
    by_negative = np.cov(one.mean(axis=0), other.mean(axis=0)) / one.shape[1]
    expected = by_positive + by_negative
    reading = delong_paired(truth, first, second)
    if isinstance(reading, Undefined):
        assert expected[0, 0] + expected[1, 1] - 2 * expected[0, 1] == pytest.approx(0.0, abs=1e-12)
        return
    found = (reading.first_variance, reading.second_variance, reading.covariance)
    assert found == pytest.approx((expected[0, 0], expected[1, 1], expected[0, 1]), abs=1e-12)
    difference = one.mean() - other.mean()
    spread = math.sqrt(expected[0, 0] + expected[1, 1] - 2 * expected[0, 1])
    assert reading.z == pytest.approx(difference / spread, rel=1e-6, abs=1e-9)


@often
@given(cases)
def test_that_swapping_the_two_only_turns_the_sign(rows: list[tuple[int, int]]) -> None:
    truth, first, second = halves(rows)
    for formula in (delong_paired, hanley_mcneil_paired):
        there, back = formula(truth, first, second), formula(truth, second, first)
        assert there.p == pytest.approx(back.p) or there.p is None
        one, other = ((x.estimate if isinstance(x, Undefined) else x.difference) for x in (there, back))
        assert one == pytest.approx(-other)


@often
@given(cases)
def test_that_a_ranking_does_not_differ_from_itself(rows: list[tuple[int, int]]) -> None:
    truth, first, _ = halves(rows)
    assert delong_paired(truth, first, first).p == 1.0
    assert hanley_mcneil_paired(truth, first, first).p == 1.0


def test_that_two_perfect_rankings_have_no_z_and_p_one() -> None:
    truth = np.array([0, 0, 0, 1, 1, 1])
    reading = delong_paired(truth, np.arange(6.0), np.arange(6.0) ** 2)
    assert (reading.p, reading.reason) == (1.0, "zero_variance")


def test_that_perfect_against_reversed_is_undefined_not_certain() -> None:
    truth = np.array([0, 0, 1, 1])
    reading = delong_paired(truth, np.arange(4.0), -np.arange(4.0))
    assert (reading.estimate, reading.p, reading.reason) == (1.0, None, "zero_variance")


@pytest.mark.parametrize(
    ("truth", "reason"), [([1, 1, 1, 1], "single_class"), ([1, 0, 0, 0], "too_few_cases"), ([], "single_class")]
)
def test_that_too_few_cases_have_a_reason(truth: list[int], reason: str) -> None:
    scores = np.arange(float(len(truth)))
    reading = delong_paired(np.array(truth, int), scores, scores)
    assert (reading.p, reading.reason) == (None, reason)


def test_that_delong_keeps_its_level_on_equal_rankings() -> None:
    """500 test sets of 80 rows, two rankings equally good: about 5 % false claims."""
    rng, truth = np.random.default_rng(21), np.tile([0, 1], 40)
    claims = 0
    for _ in range(500):
        shared = rng.normal(size=80) + truth
        first, second = shared + rng.normal(size=80), shared + rng.normal(size=80)
        claims += delong_paired(truth, first, second).p < 0.05
    assert 0.025 <= claims / 500 <= 0.085


def test_that_hanley_mcneil_agrees_with_delong_on_normal_scores() -> None:
    rng, truth = np.random.default_rng(9), np.tile([0, 1], 400)
    shared = rng.normal(size=800)
    first, second = shared + rng.normal(size=800) + 2 * truth, shared + rng.normal(size=800) + 1.6 * truth
    one, other = delong_paired(truth, first, second), hanley_mcneil_paired(truth, first, second)
    assert other.difference == pytest.approx(one.difference)
    assert other.z == pytest.approx(one.z, rel=0.1)


def test_that_area_correlation_is_that_of_two_normal_models() -> None:
    for area, rating in ((0.7, 0.3), (0.85, 0.5), (0.95, 0.9)):
        edge = stats.norm.ppf(area)

        def both(correlation: float, edge: float = edge) -> float:
            return float(stats.multivariate_normal.cdf([edge, edge], cov=[[1, correlation], [correlation, 1]]))

        expected = (both(rating / 2) - area**2) / (both(0.5) - area**2)
        assert area_correlation(rating, area) == pytest.approx(expected, abs=1e-5)
        assert area_correlation(0.0, area) == 0.0
        assert area_correlation(1.0, area) == pytest.approx(1.0)


def test_that_case_numbers_fall_with_the_difference_and_with_sharing() -> None:
    small_gap = cases_for_auc_difference(0.8, 0.85, 0.05, 0.8).whole
    large_gap = cases_for_auc_difference(0.8, 0.95, 0.05, 0.8).whole
    shared = cases_for_auc_difference(0.8, 0.85, 0.05, 0.8, correlation=0.5).whole
    assert large_gap < shared < small_gap


def test_that_case_numbers_find_the_difference_as_often_as_wanted() -> None:
    """Simulated with the exponential model behind the formula: scores exp, AUC = 1 / (1 + ratio of rates)."""
    needed = cases_for_auc_difference(0.7, 0.85, 0.05, 0.8).whole
    rng, found = np.random.default_rng(5), 0
    for _ in range(300):
        areas, variances = [], []
        for area in (0.7, 0.85):
            above, below = rng.exponential(area / (1 - area), needed), rng.exponential(1.0, needed)
            areas.append(float(np.mean(above[:, None] > below)))
            q1, q2 = areas[-1] / (2 - areas[-1]), 2 * areas[-1] ** 2 / (1 + areas[-1])
            variances.append((q1 + q2 - 2 * areas[-1] ** 2) / needed)
        found += abs(areas[0] - areas[1]) / math.sqrt(sum(variances)) > 1.959964
    assert 0.7 <= found / 300 <= 0.92


def test_that_impossible_case_numbers_have_a_reason() -> None:
    assert cases_for_auc_difference(1.0, 0.8, 0.05, 0.8).reason == "impossible_auc"
    assert cases_for_auc_difference(0.8, 0.8, 0.05, 0.8).reason == "zero_effect"


def test_that_a_finished_test_says_how_many_more_cases_it_would_need() -> None:
    rng, truth = np.random.default_rng(2), np.tile([0, 1], 50)
    first, second = rng.normal(size=100) + truth, rng.normal(size=100) + truth
    reading = delong_paired(truth, first, second)
    needed = cases_for_delong(reading, 50, 50, 0.05, 0.5)
    assert needed.factor == pytest.approx((1.959964 / reading.z) ** 2, rel=1e-6)
    assert cases_for_delong(delong_paired(truth, first, first), 50, 50, 0.05, 0.8).reason == "zero_effect"


def test_that_a_comparison_carries_effect_range_and_details() -> None:
    rng, truth = np.random.default_rng(3), np.tile([0, 1], 30)
    first, second = rng.normal(size=60) + 2 * truth, rng.normal(size=60)
    found = compare_delong(pairing(truth, first, second), 0.95)
    assert found.effect is not None
    assert found.interval is not None
    assert found.effect > 0
    assert found.interval.low < found.effect < found.interval.high
    assert found.measure == "auc"
    assert found.details.first_auc == delong_paired(truth, first, second).first_auc


def test_that_a_comparison_without_scores_says_so() -> None:
    found = compare_delong(pairing(None, None, None), 0.95)
    assert (found.p, found.interval, found.status) == (None, None, Status.DEGENERATE)
    assert found.reason == "no_scores"
