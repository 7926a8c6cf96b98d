"""The corrected t and the chances behind it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.t_tests import corrected_resampled_t, correlated_bayesian_t, equivalence, paired_t
from core.statistics.undefined import Undefined

DIFFERENCES = np.random.default_rng(3).normal(0.02, 0.03, 100)
ratios = st.floats(0.01, 2.0)


def test_that_a_ratio_of_zero_is_the_plain_t() -> None:
    plain = paired_t(DIFFERENCES, np.zeros(100))
    assert corrected_resampled_t(DIFFERENCES, 0.0).t == pytest.approx(plain.t)


@given(ratio=ratios)
def test_that_shared_training_rows_only_widen_the_range(ratio: float) -> None:
    plain, corrected = corrected_resampled_t(DIFFERENCES, 0.0), corrected_resampled_t(DIFFERENCES, ratio)
    assert corrected.low < plain.low < plain.high < corrected.high
    assert corrected.p > plain.p
    assert corrected.mean == plain.mean


def test_that_repeating_the_same_splits_cannot_make_the_range_vanish() -> None:
    """With J copies the plain error falls to zero, the corrected one stays above sqrt(ratio) s."""
    many = np.tile(DIFFERENCES, 50)
    assert corrected_resampled_t(many, 1 / 9).standard_error > np.sqrt(1 / 9) * np.std(many)
    assert corrected_resampled_t(many, 0.0).standard_error < 0.001


def test_that_a_negative_ratio_is_refused() -> None:
    assert isinstance(corrected_resampled_t(DIFFERENCES, -0.1), Undefined)


def test_that_noise_far_below_the_scores_is_no_difference() -> None:
    noise = np.array([1e-17, 0.0, -1e-17, 2e-17])
    assert corrected_resampled_t(noise, 1 / 9, scale=0.9).reason == "identical_scores"


@given(ratio=ratios, margin=st.floats(0.0, 0.2))
def test_that_the_three_chances_add_up_to_one(ratio: float, margin: float) -> None:
    chances = correlated_bayesian_t(DIFFERENCES, ratio, margin)
    assert chances.first_better + chances.same + chances.second_better == pytest.approx(1.0)
    other = correlated_bayesian_t(-DIFFERENCES, ratio, margin)
    assert chances.first_better == pytest.approx(other.second_better, rel=1e-9)


def test_that_without_margin_the_smaller_chance_is_half_of_p() -> None:
    chances, test = correlated_bayesian_t(DIFFERENCES, 1 / 9, 0.0), corrected_resampled_t(DIFFERENCES, 1 / 9)
    assert 2.0 * chances.second_better == pytest.approx(test.p)
    assert chances.same == 0.0


def test_that_the_chances_and_the_two_one_sided_tests_are_the_same_areas() -> None:
    chances, tost = (
        correlated_bayesian_t(DIFFERENCES, 1 / 9, 0.02),
        equivalence(corrected_resampled_t(DIFFERENCES, 1 / 9), 0.02),
    )
    assert (tost.p_upper, tost.p_lower) == pytest.approx((chances.first_better, chances.second_better))


def test_that_special_cases_of_the_chances_have_reasons() -> None:
    assert correlated_bayesian_t(np.zeros(10), 1 / 9, 0.01).same == 1.0
    assert correlated_bayesian_t(np.full(10, 0.1), 1 / 9, 0.01).reason == "zero_variance"
    assert correlated_bayesian_t(DIFFERENCES[:1], 1 / 9, 0.01).reason == "too_few_pairs"
    assert isinstance(correlated_bayesian_t(DIFFERENCES, 1 / 9, -0.01), Undefined)
