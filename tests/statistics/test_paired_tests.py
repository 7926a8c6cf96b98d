"""Classical tests on series of scores."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.dataset import Floats
from core.domain.findings import Status
from core.statistics.paired_tests import (
    anova,
    effect_size,
    equivalence,
    paired_se_from_covariance,
    paired_t,
    sign_flip_test,
    two_sample_t,
    two_sample_t_summary,
)

FIRST = np.array([0.84, 0.80, 0.88, 0.82, 0.86, 0.78, 0.90, 0.84, 0.80, 0.86])
SECOND = np.array([0.80, 0.82, 0.82, 0.78, 0.84, 0.76, 0.84, 0.84, 0.78, 0.80])
hundredths = st.lists(st.integers(-9, 9), min_size=2, max_size=10).map(lambda values: np.array(values) / 100.0)


def test_that_rounding_is_not_taken_for_spread() -> None:
    test = paired_t(np.array([0.9, 0.8, 0.7, 0.6]), np.array([0.8, 0.7, 0.6, 0.5]))
    assert np.std(np.array([0.9, 0.8, 0.7, 0.6]) - np.array([0.8, 0.7, 0.6, 0.5]), ddof=1) > 0.0
    assert (test.reason, test["t"], test["p"], test["ci_low"]) == ("zero_variance", None, None, None)


def test_that_equal_scores_up_to_rounding_are_identical() -> None:
    test = paired_t(np.array([0.1 + 0.2, 0.8, 0.5]), np.array([0.3, 0.8, 0.5]))
    assert (test.reason, test["t"], test["p"]) == ("identical_scores", 0.0, 1.0)


@pytest.mark.parametrize("count", [0, 1])
def test_that_one_pair_has_no_spread(count: int) -> None:
    test = paired_t(FIRST[:count], SECOND[:count])
    assert (test.status, test.reason) == (Status.DEGENERATE, "too_few_pairs")
    assert test["t"] is test["p"] is test["ci_low"] is None
    assert test["df"] == 0


def test_that_series_of_unequal_length_are_refused() -> None:
    assert paired_t(FIRST, SECOND[:4]).status is Status.ERROR


def test_that_a_higher_level_gives_a_wider_range() -> None:
    narrow, wide = paired_t(FIRST, SECOND, 0.8), paired_t(FIRST, SECOND, 0.99)
    assert wide["ci_low"] < narrow["ci_low"] < narrow["ci_high"] < wide["ci_high"]
    assert narrow["p"] == wide["p"]


def test_that_the_range_leaves_out_zero_exactly_when_p_is_small() -> None:
    p = paired_t(FIRST, SECOND)["p"]
    assert paired_t(FIRST, SECOND, 1.0 - p)["ci_low"] == pytest.approx(0.0, abs=1e-12)


def test_that_eq_14_of_reich_is_the_paired_t() -> None:
    one, other = paired_se_from_covariance(FIRST, SECOND), paired_t(FIRST, SECOND)
    by_hand = np.var(FIRST, ddof=1) / 10 + np.var(SECOND, ddof=1) / 10 - 2.0 * one["cov_of_means"]
    assert (one["t"], one["se"]) == (other["t"], pytest.approx(np.sqrt(by_hand)))
    assert paired_se_from_covariance(FIRST, FIRST).reason == "identical_scores"


def test_that_welch_and_pooled_agree_for_equal_sizes_except_in_degrees() -> None:
    pooled, welch = two_sample_t(FIRST, SECOND, "pooled"), two_sample_t(FIRST, SECOND, "welch")
    assert pooled["t"] == pytest.approx(welch["t"])
    assert (pooled["df"], two_sample_t(FIRST, SECOND, "cautious")["df"]) == (18.0, 9.0)
    assert 9.0 < welch["df"] < 18.0


def test_that_pairing_pays_when_both_rise_and_fall_together() -> None:
    assert paired_t(FIRST, SECOND)["se"] < two_sample_t(FIRST, SECOND)["se"]


def test_that_the_normal_form_has_no_degrees_of_freedom() -> None:
    test = two_sample_t_summary((0.8, 0.1, 50), (0.7, 0.1, 50), "z")
    assert (test["df"], test["t"]) == (None, pytest.approx(5.0))
    assert test["p"] == pytest.approx(5.733e-7, rel=1e-3)


def test_that_special_cases_of_independent_series_have_reasons() -> None:
    flat = np.full(4, 0.5)
    assert two_sample_t(flat, flat).reason == "identical_scores"
    assert two_sample_t(flat, flat + 0.1).reason == "zero_variance"
    assert two_sample_t(flat[:1], flat).reason == "too_few_pairs"
    assert two_sample_t(flat, FIRST, "other").status is Status.ERROR


def test_that_anova_of_two_samples_is_the_square_of_the_pooled_t() -> None:
    analysis, pooled = anova([FIRST, SECOND]), two_sample_t(FIRST, SECOND, "pooled")
    assert analysis["f"] == pytest.approx(pooled["t"] ** 2)
    assert analysis["p"] == pytest.approx(pooled["p"])
    assert (analysis["df1"], analysis["df2"]) == (1, 18)


def test_that_anova_of_a_worked_example_is_right() -> None:
    """Three samples of six with means 5, 9 and 10: F = 9.3, 2 and 15 degrees."""
    samples = ([6, 8, 4, 5, 3, 4], [8, 12, 9, 11, 6, 8], [13, 9, 11, 8, 7, 12])
    analysis = anova([np.array(sample, dtype=np.float64) for sample in samples])
    assert analysis["f"] == pytest.approx(42.0 / (68.0 / 15.0))
    assert analysis["p"] == pytest.approx(0.0024, abs=5e-5)


def test_that_anova_needs_samples_and_spread() -> None:
    flat = np.full(3, 0.5)
    assert anova([FIRST]).reason == "too_few_samples"
    assert anova([FIRST[:1], SECOND[:1]]).reason == "too_few_samples"
    assert (anova([flat, flat])["p"], anova([flat, flat]).reason) == (1.0, "identical_scores")
    assert anova([flat, flat + 0.1]).reason == "zero_variance"


@given(differences=hundredths)
def test_that_sign_flips_are_symmetric_and_keep_the_observed_pattern(differences: Floats) -> None:
    one, other = sign_flip_test(differences), sign_flip_test(-differences)
    assert one["p"] == other["p"]
    assert one["count"] >= 2 or one.reason == "identical_scores"
    assert one["n_permutations"] == 2**differences.size


def test_that_sums_which_differ_by_rounding_only_are_ties() -> None:
    """0.1 + 0.2 - 0.3 is not 0 in floating point; the pattern counts all the same."""
    assert sign_flip_test(np.array([0.1, 0.2, -0.3]))["p"] == 1.0


def test_that_sign_flips_have_limits() -> None:
    assert sign_flip_test(np.zeros(4)).reason == "identical_scores"
    assert sign_flip_test(np.zeros(4))["p"] == 1.0
    assert sign_flip_test(np.ones(21)).reason == "too_many_pairs"
    assert sign_flip_test(np.ones(0)).reason == "too_few_pairs"


def test_that_equivalence_is_shown_exactly_when_the_range_lies_inside_the_margin() -> None:
    test = paired_t(FIRST, SECOND, 0.90)
    far = max(abs(test["ci_low"]), abs(test["ci_high"]))
    assert equivalence(test, far)["p"] == pytest.approx(0.05, rel=1e-9)
    assert equivalence(test, far * 1.1)["p"] < 0.05 < equivalence(test, far * 0.9)["p"]


def test_that_equivalence_claims_nothing_without_spread() -> None:
    same, constant = paired_t(FIRST, FIRST), paired_t(FIRST, FIRST - 0.1)
    assert (equivalence(same, 0.01)["p"], equivalence(same, 0.01).reason) == (1.0, "identical_scores")
    assert equivalence(constant, 0.5)["p"] is None
    assert equivalence(paired_t(FIRST, SECOND), -0.1).status is Status.ERROR


def test_that_effect_sizes_hang_together() -> None:
    assert effect_size(FIRST, SECOND, "dz")["value"] == pytest.approx(paired_t(FIRST, SECOND)["t"] / np.sqrt(10))
    cohen, hedges = (effect_size(FIRST, SECOND, kind)["value"] for kind in ("cohen_d", "hedges_g"))
    assert hedges == pytest.approx(cohen * (1 - 3 / 71))
    a12, delta = (effect_size(FIRST, SECOND, kind)["value"] for kind in ("a12", "cliffs_delta"))
    assert delta == pytest.approx(2 * a12 - 1)
    assert effect_size(SECOND, FIRST, "a12")["value"] == pytest.approx(1 - a12)


def test_that_effect_sizes_without_spread_have_reasons() -> None:
    same = effect_size(FIRST, FIRST, "dz")
    assert (same["value"], same.reason) == (0.0, "identical_scores")
    assert effect_size(FIRST, FIRST - 0.1, "dz").reason == "zero_variance"
    assert effect_size(FIRST, SECOND[:5], "dz").status is Status.ERROR
    assert effect_size(FIRST, SECOND, "size").status is Status.ERROR
    assert effect_size(FIRST[:1], SECOND[:1], "hedges_g").reason == "too_few_pairs"
    assert effect_size(FIRST[:0], SECOND, "a12").reason == "too_few_pairs"
