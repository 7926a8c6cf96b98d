"""Ranges of an AUC: DeLong against placements by definition, Cortes and Mohri against full enumeration."""

import math
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.dataset import Floats, Integers
from core.statistics.auc_intervals import agarwal, agarwal_epsilon, delong, hanley_mcneil, hanley_mcneil_se
from core.statistics.cortes_mohri import auc_moments, auc_range
from core.statistics.undefined import Undefined

often = settings(deadline=None, max_examples=60)


def variance_by_definition(truth: Integers, ranking: Floats) -> float:
    above, below = ranking[truth == 1], ranking[truth == 0]
    kernel = np.array([[(a > b) + (a == b) / 2 for b in below] for a in above])
    return float(np.var(kernel.mean(axis=1), ddof=1) / len(above) + np.var(kernel.mean(axis=0), ddof=1) / len(below))


@often
@given(st.lists(st.integers(-4, 4), min_size=4, max_size=24), st.integers(2, 12))
def test_that_delong_uses_the_spread_of_the_placements(scores: list[int], positives: int) -> None:
    positives = min(positives, len(scores) - 2)
    truth = np.array([1] * positives + [0] * (len(scores) - positives))
    reading = delong(truth, np.array(scores, float), 0.95)
    if isinstance(reading, Undefined):
        assert variance_by_definition(truth, np.array(scores, float)) == pytest.approx(0.0, abs=1e-15)
        return
    assert reading.standard_error == pytest.approx(
        math.sqrt(variance_by_definition(truth, np.array(scores, float))), abs=1e-9
    )
    assert 0 <= reading.low <= reading.auc <= reading.high <= 1


def test_that_constant_scores_and_perfect_separation_are_flagged() -> None:
    truth = np.array([0, 0, 1, 1])
    assert delong(truth, np.full(4, 0.3), 0.95).reason == "constant_scores"
    perfect = delong(truth, np.array([0.1, 0.2, 0.8, 0.9]), 0.95)
    assert perfect == Undefined("zero_variance", 1.0)


def test_that_one_case_of_a_class_has_an_area_but_no_range() -> None:
    reading = delong(np.array([1, 0, 0]), np.array([0.5, 0.2, 0.9]), 0.95)
    assert reading == Undefined("too_few_cases", 0.5)


@pytest.mark.parametrize("formula", [delong, hanley_mcneil, agarwal])
def test_that_one_class_has_no_area(formula: Callable[..., object]) -> None:
    assert formula(np.ones(3, int), np.arange(3.0), 0.95).reason == "single_class"  # type: ignore[attr-defined]
    assert formula(np.array([0, 1]), np.array([0.1, np.nan]), 0.95).reason == "missing_score"  # type: ignore[attr-defined]


@often
@given(st.floats(0.5, 1), st.integers(1, 50), st.integers(1, 50))
def test_that_hanley_mcneils_error_falls_with_more_cases(area: float, positives: int, negatives: int) -> None:
    few, many = hanley_mcneil_se(area, positives, negatives), hanley_mcneil_se(area, 2 * positives, 2 * negatives)
    assert many <= few


def test_that_hanley_mcneil_refuses_impossible_input() -> None:
    assert hanley_mcneil_se(1.2, 5, 5).reason == "impossible_auc"
    assert hanley_mcneil_se(0.8, 0, 5).reason == "impossible_counts"
    assert hanley_mcneil_se(1.0, 5, 5) == 0.0


def test_that_agarwals_bound_solves_its_own_inequality() -> None:
    epsilon = agarwal_epsilon(40, 60, 0.05)
    assert 2 * math.exp(-2 * 40 * 60 * epsilon**2 / 100) == pytest.approx(0.05)
    assert agarwal_epsilon(40, 0, 0.05).reason == "single_class"
    assert agarwal_epsilon(40, 60, 0.0).reason == "impossible_level"


def test_that_the_assumption_free_range_is_the_widest() -> None:
    rng = np.random.default_rng(2)
    truth = np.tile([0, 1], 50)
    ranking = rng.normal(size=100) + truth
    widths = [formula(truth, ranking, 0.95) for formula in (delong, hanley_mcneil, agarwal)]
    assert max(range(3), key=lambda i: widths[i].high - widths[i].low) == 2


def enumerated_moments(m: int, n: int, k: int) -> tuple[float, float]:
    """All rankings of m positives and n negatives with every threshold, kept when exactly k answers are wrong."""
    areas = []
    for places in combinations(range(m + n), m):
        truth = np.zeros(m + n, int)
        truth[list(places)] = 1
        below = np.cumsum(1 - truth)[truth == 1]
        for cut in range(m + n + 1):
            if truth[:cut].sum() + (1 - truth[cut:]).sum() == k:
                areas.append(below.sum() / (m * n))
    return float(np.mean(areas)), float(np.var(areas))


@pytest.mark.parametrize(("m", "n", "k"), [(3, 4, 2), (4, 4, 4), (2, 5, 3), (5, 2, 6), (3, 3, 0), (2, 3, 5)])
def test_that_cortes_mohri_moments_are_those_of_full_enumeration(m: int, n: int, k: int) -> None:
    reading = auc_moments(m, n, k)
    assert (reading.mean, reading.variance) == pytest.approx(enumerated_moments(m, n, k), abs=1e-12)


def test_that_cortes_mohri_gives_equal_ranges_for_equal_errors_and_wider_ones_for_fewer_rows() -> None:
    small, large = auc_range(20, 20, 4, 0.95), auc_range(200, 200, 40, 0.95)
    assert large.high - large.low < small.high - small.low


def test_that_cortes_mohri_refuses_impossible_counts() -> None:
    assert auc_moments(0, 5, 1).reason == "impossible_counts"
    assert auc_range(5, 5, 11, 0.95).reason == "impossible_counts"
