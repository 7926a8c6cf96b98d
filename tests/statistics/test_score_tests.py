"""Classical tests on series of scores."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.dataset import Floats
from core.statistics.score_tests import anova, effect_size, sign_flip_test
from core.statistics.t_tests import (
    SampleSummary,
    compute_covariance_of_means,
    equivalence,
    paired_t,
    two_sample_t,
    two_sample_t_from_summary,
)
from core.statistics.undefined import Undefined

FIRST = np.array([0.84, 0.80, 0.88, 0.82, 0.86, 0.78, 0.90, 0.84, 0.80, 0.86])
SECOND = np.array([0.80, 0.82, 0.82, 0.78, 0.84, 0.76, 0.84, 0.84, 0.78, 0.80])
hundredths = st.lists(st.integers(-9, 9), min_size=2, max_size=10).map(lambda values: np.array(values) / 100.0)


def test_that_rounding_is_not_taken_for_spread() -> None:
    test = paired_t(np.array([0.9, 0.8, 0.7, 0.6]), np.array([0.8, 0.7, 0.6, 0.5]))
    assert np.std(np.array([0.9, 0.8, 0.7, 0.6]) - np.array([0.8, 0.7, 0.6, 0.5]), ddof=1) > 0.0
    assert (test.reason, test.p) == ("zero_variance", None)


def test_that_equal_scores_up_to_rounding_are_identical() -> None:
    test = paired_t(np.array([0.1 + 0.2, 0.8, 0.5]), np.array([0.3, 0.8, 0.5]))
    assert (test.reason, test.p) == ("identical_scores", 1.0)


@pytest.mark.parametrize("count", [0, 1])
def test_that_one_pair_has_no_spread(count: int) -> None:
    test = paired_t(FIRST[:count], SECOND[:count])
    assert test.reason == "too_few_pairs"
    assert test.p is None


def test_that_series_of_unequal_length_are_refused() -> None:
    assert isinstance(paired_t(FIRST, SECOND[:4]), Undefined)


def test_that_a_higher_level_gives_a_wider_range() -> None:
    narrow, wide = paired_t(FIRST, SECOND, 0.8), paired_t(FIRST, SECOND, 0.99)
    assert wide.low < narrow.low < narrow.high < wide.high
    assert narrow.p == wide.p


def test_that_the_range_leaves_out_zero_exactly_when_p_is_small() -> None:
    p = paired_t(FIRST, SECOND).p
    assert paired_t(FIRST, SECOND, 1.0 - p).low == pytest.approx(0.0, abs=1e-12)


def test_that_eq_14_of_reich_is_the_paired_t() -> None:
    shared, test = compute_covariance_of_means(FIRST, SECOND), paired_t(FIRST, SECOND)
    assert shared is not None
    by_hand = np.var(FIRST, ddof=1) / 10 + np.var(SECOND, ddof=1) / 10 - 2.0 * shared
    assert test.standard_error == pytest.approx(np.sqrt(by_hand))
    assert compute_covariance_of_means(FIRST, SECOND[:3]) is None


def test_that_welch_and_pooled_agree_for_equal_sizes_except_in_degrees() -> None:
    pooled, welch = two_sample_t(FIRST, SECOND, "pooled"), two_sample_t(FIRST, SECOND, "welch")
    assert pooled.t == pytest.approx(welch.t)
    assert (pooled.df, two_sample_t(FIRST, SECOND, "cautious").df) == (18.0, 9.0)
    assert 9.0 < welch.df < 18.0


def test_that_pairing_pays_when_both_rise_and_fall_together() -> None:
    assert paired_t(FIRST, SECOND).standard_error < two_sample_t(FIRST, SECOND).standard_error


def test_that_the_normal_form_has_no_degrees_of_freedom() -> None:
    test = two_sample_t_from_summary(SampleSummary(0.8, 0.1, 50), SampleSummary(0.7, 0.1, 50), "z")
    assert (test.df, test.t) == (None, pytest.approx(5.0))
    assert test.p == pytest.approx(5.733e-7, rel=1e-3)


def test_that_special_cases_of_independent_series_have_reasons() -> None:
    flat = np.full(4, 0.5)
    assert two_sample_t(flat, flat).reason == "identical_scores"
    assert two_sample_t(flat, flat + 0.1).reason == "zero_variance"
    assert two_sample_t(flat[:1], flat).reason == "too_few_pairs"
    assert isinstance(two_sample_t(flat, FIRST, "other"), Undefined)


def test_that_anova_of_two_samples_is_the_square_of_the_pooled_t() -> None:
    analysis, pooled = anova([FIRST, SECOND]), two_sample_t(FIRST, SECOND, "pooled")
    assert analysis.f == pytest.approx(pooled.t**2)
    assert analysis.p == pytest.approx(pooled.p)
    assert (analysis.df1, analysis.df2) == (1, 18)


def test_that_anova_of_a_worked_example_is_right() -> None:
    """Three samples of six with means 5, 9 and 10: F = 9.3, 2 and 15 degrees."""
    samples = ([6, 8, 4, 5, 3, 4], [8, 12, 9, 11, 6, 8], [13, 9, 11, 8, 7, 12])
    analysis = anova([np.array(sample, dtype=np.float64) for sample in samples])
    assert analysis.f == pytest.approx(42.0 / (68.0 / 15.0))
    assert analysis.p == pytest.approx(0.0024, abs=5e-5)


def test_that_anova_needs_samples_and_spread() -> None:
    flat = np.full(3, 0.5)
    assert anova([FIRST]).reason == "too_few_samples"
    assert anova([FIRST[:1], SECOND[:1]]).reason == "too_few_samples"
    assert (anova([flat, flat]).p, anova([flat, flat]).reason) == (1.0, "identical_scores")
    assert anova([flat, flat + 0.1]).reason == "zero_variance"


@given(differences=hundredths)
def test_that_sign_flips_are_symmetric_and_keep_the_observed_pattern(differences: Floats) -> None:
    one, other = sign_flip_test(differences), sign_flip_test(-differences)
    assert one.p == other.p
    if isinstance(one, Undefined):
        assert one.reason == "identical_scores"
    else:
        assert one.as_extreme >= 2
        assert one.patterns == 2**differences.size


def test_that_sums_which_differ_by_rounding_only_are_ties() -> None:
    """0.1 + 0.2 - 0.3 is not 0 in floating point; the pattern counts all the same."""
    assert sign_flip_test(np.array([0.1, 0.2, -0.3])).p == 1.0


def test_that_sign_flips_have_limits() -> None:
    assert sign_flip_test(np.zeros(4)).reason == "identical_scores"
    assert sign_flip_test(np.zeros(4)).p == 1.0
    assert sign_flip_test(np.ones(21)).reason == "too_many_pairs"
    assert sign_flip_test(np.ones(0)).reason == "too_few_pairs"


def test_that_equivalence_is_shown_exactly_when_the_range_lies_inside_the_margin() -> None:
    test = paired_t(FIRST, SECOND, 0.90)
    far = max(abs(test.low), abs(test.high))
    assert equivalence(test, far).p == pytest.approx(0.05, rel=1e-9)
    assert equivalence(test, far * 1.1).p < 0.05 < equivalence(test, far * 0.9).p


def test_that_equivalence_claims_nothing_without_spread() -> None:
    same, constant = paired_t(FIRST, FIRST), paired_t(FIRST, FIRST - 0.1)
    assert (equivalence(same, 0.01).p, equivalence(same, 0.01).reason) == (1.0, "identical_scores")
    assert equivalence(constant, 0.5).p is None
    assert isinstance(equivalence(paired_t(FIRST, SECOND), -0.1), Undefined)


def test_that_effect_sizes_hang_together() -> None:
    assert effect_size(FIRST, SECOND, "dz") == pytest.approx(paired_t(FIRST, SECOND).t / np.sqrt(10))
    cohen, hedges = (effect_size(FIRST, SECOND, kind) for kind in ("cohen_d", "hedges_g"))
    assert hedges == pytest.approx(cohen * (1 - 3 / 71))
    a12, delta = (effect_size(FIRST, SECOND, kind) for kind in ("a12", "cliffs_delta"))
    assert delta == pytest.approx(2 * a12 - 1)
    assert effect_size(SECOND, FIRST, "a12") == pytest.approx(1 - a12)


def test_that_effect_sizes_without_spread_have_reasons() -> None:
    same = effect_size(FIRST, FIRST, "dz")
    assert (same.estimate, same.reason) == (0.0, "identical_scores")
    assert effect_size(FIRST, FIRST - 0.1, "dz").reason == "zero_variance"
    assert isinstance(effect_size(FIRST, SECOND[:5], "dz"), Undefined)
    assert isinstance(effect_size(FIRST, SECOND, "size"), Undefined)
    assert effect_size(FIRST[:1], SECOND[:1], "hedges_g").reason == "too_few_pairs"
    assert effect_size(FIRST[:0], SECOND, "a12").reason == "too_few_pairs"
