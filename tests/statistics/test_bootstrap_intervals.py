"""Bootstrap estimates between their parts, ranges against scipy, and the three meanings of e0."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from core.statistics.bootstrap_intervals import (
    bca,
    bca_of_mean,
    bootstrap_632,
    bootstrap_632_plus,
    bootstrap_optimism,
    no_information_error,
    percentile,
    unseen_error,
    variability,
)

often = settings(deadline=None, max_examples=100)
shares = st.floats(0, 1)


@often
@given(st.lists(shares, min_size=1, max_size=20), shares)
def test_that_632_lies_between_its_parts(unseen: list[float], seen: float) -> None:
    estimate = bootstrap_632(np.array(unseen), seen).estimate
    low, high = sorted((float(np.mean(unseen)), seen))
    assert low - 1e-12 <= estimate <= high + 1e-12


@often
@given(shares, shares, shares)
def test_that_632_plus_lies_between_its_capped_parts(unseen: float, seen: float, none: float) -> None:
    reading = bootstrap_632_plus(unseen, seen, none)
    low, high = sorted((seen, min(unseen, none)))
    assert low - 1e-12 <= reading.estimate <= high + 1e-12
    assert 0 <= reading.relative_overfitting <= 1
    assert 0.632 <= reading.weight <= 1


def test_that_632_plus_without_overfitting_is_632() -> None:
    assert bootstrap_632_plus(0.2, 0.2, 0.5).estimate == pytest.approx(0.2)
    assert bootstrap_632_plus(0.25, 0.3, 0.5).estimate == pytest.approx(0.632 * 0.25 + 0.368 * 0.3)


def test_that_left_out_samples_are_counted() -> None:
    reading = bootstrap_632(np.array([0.5, np.nan, 0.3]), 0.0)
    assert reading.left_out == 1
    assert reading.estimate == pytest.approx(0.632 * 0.4)
    assert bootstrap_632(np.array([np.nan]), 0.1).reason == "no_samples"


@often
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=15))
def test_that_no_information_error_is_the_mean_over_all_pairs(cases: list[tuple[int, int]]) -> None:
    truth, predicted = (np.array(column, float) for column in zip(*cases, strict=True))
    pairs = [(a, b) for a in truth for b in predicted]
    wrong = no_information_error(truth, predicted, "zero-one")
    assert wrong == pytest.approx(np.mean([a != b for a, b in pairs]), abs=1e-12)
    squared = no_information_error(truth, predicted, "squared")
    assert squared == pytest.approx(np.mean([(a - b) ** 2 for a, b in pairs]))


def test_that_unknown_losses_and_no_rows_are_said() -> None:
    assert no_information_error(np.ones(2), np.ones(2), "huber").reason == "unknown_loss"
    assert no_information_error(np.zeros(0), np.zeros(0), "squared").reason == "no_rows"


def test_that_the_three_meanings_of_e0_differ() -> None:
    nan = np.nan
    reading = unseen_error(np.array([[1.0, nan, nan], [0.0, 0.0, nan], [nan, 1.0, nan]]))
    assert reading.by_sample == pytest.approx((1 + 0 + 1) / 3)
    assert reading.by_row == pytest.approx((0.5 + 0.5) / 2)
    assert reading.pooled == 0.5


def test_that_rows_never_left_out_have_no_unseen_error() -> None:
    assert unseen_error(np.full((2, 3), np.nan)).reason == "no_unseen_rows"


def test_that_optimism_is_added_to_resubstitution() -> None:
    reading = bootstrap_optimism(0.1, np.array([0.3, 0.2]), np.array([0.1, 0.1]))
    assert reading.estimate == pytest.approx(0.25)
    assert bootstrap_optimism(0.1, np.zeros(0), np.zeros(0)).reason == "no_samples"
    assert bootstrap_optimism(0.1, np.zeros(1), np.zeros(2)).reason == "unequal_lengths"


def test_that_bca_equals_an_independent_implementation() -> None:
    rng = np.random.default_rng(8)
    sample = rng.exponential(size=25)
    baseline = stats.bootstrap((sample,), np.mean, n_resamples=1999, method="BCa", rng=np.random.default_rng(1))
    reading = bca_of_mean(sample, baseline.bootstrap_distribution, 0.95)
    expected = baseline.confidence_interval
    assert (reading.low, reading.high) == pytest.approx((expected.low, expected.high), rel=1e-9)


def test_that_bca_is_the_percentile_range_without_bias_and_skewness() -> None:
    sample = np.array([-2.0, -1.0, 1.0, 2.0])
    replicates = np.linspace(-1, 1, 1001)
    plain, shifted = percentile(replicates, 0.9), bca_of_mean(sample, replicates, 0.9)
    assert (shifted.low, shifted.high) == pytest.approx((plain.low, plain.high), abs=1e-12)


def test_that_a_range_needs_replicates_on_both_sides() -> None:
    assert bca(9.0, np.arange(10.0) / 10, np.array([1.0, 2.0]), 0.95).reason == "one_sided_replicates"
    assert bca(0.5, np.arange(10.0) / 10, np.array([1.0, 1.0]), 0.95).reason == "zero_variance"
    assert percentile(np.ones(1), 0.95).reason == "too_few_samples"


def test_that_a_wildly_skewed_sample_has_no_bca_range() -> None:
    jackknife = np.append(np.zeros(30), -1.0)
    replicates = np.append(np.full(999, -1.0), 1.0)
    assert bca(0.0, replicates, jackknife, 0.999).reason == "too_skewed"


def test_that_variability_is_the_sample_spread() -> None:
    assert variability(np.array([1.0, 3.0])).sd == pytest.approx(np.sqrt(2))
    assert variability(np.ones(1)).reason == "too_few_samples"
