"""Plain and corrected ranges of a mean over splits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from core.statistics.t_tests import SampleSummary, corrected_resampled_t, one_sample_t, one_sample_t_from_summary
from core.statistics.undefined import Undefined

often = settings(deadline=None, max_examples=60)
samples = st.lists(st.floats(-100, 100), min_size=2, max_size=20).map(np.array)


@often
@given(samples)
def test_that_the_plain_range_is_students(values: np.ndarray) -> None:
    reading = one_sample_t(values, 0.9)
    if not isinstance(reading, Undefined):
        low, high = stats.t.interval(0.9, len(values) - 1, values.mean(), stats.sem(values))
        assert (reading.low, reading.high) == pytest.approx((low, high), rel=1e-9, abs=1e-9)


@often
@given(samples, st.floats(0, 2))
def test_that_the_correction_only_widens(values: np.ndarray, ratio: float) -> None:
    plain, corrected = one_sample_t(values, 0.95), corrected_resampled_t(values, ratio, 0.95)
    if isinstance(plain, Undefined):
        assert plain == corrected
        return
    assert corrected.low <= plain.low
    assert plain.high <= corrected.high


def test_that_ten_by_ten_folds_widen_the_range_by_the_known_factor() -> None:
    values = np.random.default_rng(1).normal(size=100)
    plain, corrected = one_sample_t(values, 0.95), corrected_resampled_t(values, 1 / 9, 0.95)
    assert corrected.standard_error / plain.standard_error == pytest.approx(np.sqrt(1 + 100 / 9))


def test_that_a_summary_gives_the_same_range_as_its_values() -> None:
    values = np.array([3.0, 4.0, 6.0, 7.5])
    summary = one_sample_t_from_summary(SampleSummary(float(values.mean()), float(values.std(ddof=1)), 4), 0.95)
    assert summary.low == pytest.approx(one_sample_t(values, 0.95).low)


def test_that_one_value_has_no_range() -> None:
    reading = one_sample_t(np.array([0.4]), 0.95)
    assert reading == Undefined("too_few_pairs", 0.4)
    assert isinstance(one_sample_t_from_summary(SampleSummary(0.4, 0.1, 1), 0.95), Undefined)


def test_that_rounding_noise_is_no_variation() -> None:
    assert one_sample_t(np.array([0.9 - 0.8, 0.7 - 0.6, 0.1]), 0.95).reason == "zero_variance"


def test_that_a_mean_needs_four_in_five_defined_values() -> None:
    enough = np.array([1.0, 2.0, 3.0, 4.0, np.nan])
    assert one_sample_t(enough, 0.95).mean == 2.5
    too_few = np.array([1.0, 2.0, 3.0, np.nan])
    assert one_sample_t(too_few, 0.95).reason == "too_few_defined_folds"


def test_that_impossible_summaries_are_errors() -> None:
    assert isinstance(one_sample_t_from_summary(SampleSummary(1.0, -0.1, 5), 0.95), Undefined)
    assert isinstance(corrected_resampled_t(np.array([1.0, 2.0]), -0.5, 0.95), Undefined)
