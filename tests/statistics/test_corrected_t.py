"""The corrected t and the chances behind it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.findings import Status
from core.statistics.bayesian_t import correlated_t
from core.statistics.corrected_t import corrected_equivalence, corrected_resampled_t
from core.statistics.paired_tests import paired_t

DIFFERENCES = np.random.default_rng(3).normal(0.02, 0.03, 100)
ratios = st.floats(0.01, 2.0)


def test_that_a_ratio_of_zero_is_the_plain_t() -> None:
    plain = paired_t(DIFFERENCES, np.zeros(100))
    assert corrected_resampled_t(DIFFERENCES, 0.0)["t"] == pytest.approx(plain["t"])


@given(ratio=ratios)
def test_that_shared_training_rows_only_widen_the_range(ratio: float) -> None:
    plain, corrected = corrected_resampled_t(DIFFERENCES, 0.0), corrected_resampled_t(DIFFERENCES, ratio)
    assert corrected["ci_low"] < plain["ci_low"] < plain["ci_high"] < corrected["ci_high"]
    assert corrected["p"] > plain["p"]
    assert corrected["mean_diff"] == plain["mean_diff"]


def test_that_repeating_the_same_splits_cannot_make_the_range_vanish() -> None:
    """With J copies the plain error falls to zero, the corrected one stays above sqrt(ratio) s."""
    many = np.tile(DIFFERENCES, 50)
    assert corrected_resampled_t(many, 1 / 9)["se"] > np.sqrt(1 / 9) * np.std(many)
    assert corrected_resampled_t(many, 0.0)["se"] < 0.001


def test_that_a_negative_ratio_is_refused() -> None:
    assert corrected_resampled_t(DIFFERENCES, -0.1).status is Status.ERROR


def test_that_noise_far_below_the_scores_is_no_difference() -> None:
    noise = np.array([1e-17, 0.0, -1e-17, 2e-17])
    assert corrected_resampled_t(noise, 1 / 9, scale=0.9).reason == "identical_scores"


@given(ratio=ratios, margin=st.floats(0.0, 0.2))
def test_that_the_three_chances_add_up_to_one(ratio: float, margin: float) -> None:
    chances = correlated_t(DIFFERENCES, ratio, margin)
    assert chances["p_a_better"] + chances["p_rope"] + chances["p_b_better"] == pytest.approx(1.0)
    other = correlated_t(-DIFFERENCES, ratio, margin)
    assert chances["p_a_better"] == pytest.approx(other["p_b_better"], rel=1e-9)


def test_that_without_margin_the_smaller_chance_is_half_of_p() -> None:
    chances, test = correlated_t(DIFFERENCES, 1 / 9, 0.0), corrected_resampled_t(DIFFERENCES, 1 / 9)
    assert 2.0 * chances["p_b_better"] == pytest.approx(test["p"])
    assert chances["p_rope"] == 0.0


def test_that_the_chances_and_the_two_one_sided_tests_are_the_same_areas() -> None:
    chances, tost = correlated_t(DIFFERENCES, 1 / 9, 0.02), corrected_equivalence(DIFFERENCES, 1 / 9, 0.02)
    assert (tost["p_upper"], tost["p_lower"]) == pytest.approx((chances["p_a_better"], chances["p_b_better"]))


def test_that_special_cases_of_the_chances_have_reasons() -> None:
    assert correlated_t(np.zeros(10), 1 / 9, 0.01)["p_rope"] == 1.0
    assert correlated_t(np.full(10, 0.1), 1 / 9, 0.01)["p_a_better"] is None
    assert correlated_t(np.full(10, 0.1), 1 / 9, 0.01).reason == "zero_variance"
    assert correlated_t(DIFFERENCES[:1], 1 / 9, 0.01).reason == "too_few_pairs"
    assert correlated_t(DIFFERENCES, 1 / 9, -0.01).status is Status.ERROR
