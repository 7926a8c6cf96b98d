"""The smallest material that each test still answers from, the largest it does not, and figures worked out by hand."""

import math
from dataclasses import astuple, replace

import numpy as np
import pytest
from scipy import special, stats

from core.statistics.auc_intervals import hanley_mcneil_se
from core.statistics.auc_tests import (
    area_correlation,
    cases_for_auc_difference,
    cases_for_delong,
    compare_delong,
    delong_paired,
    hanley_mcneil_paired,
)
from core.statistics.comparison_tests import find_comparison_test
from core.statistics.count_tests import SignTest, mcnemar_chi2, sign_test, two_proportion_z
from core.statistics.five_by_two import five_by_two_f, five_by_two_t
from core.statistics.multiplicity import adjust_p
from core.statistics.multivariate_tests import hotelling_one_sample, hotelling_two_sample, manova
from core.statistics.partition_tests import SETTLED, fisher_combination, sufficient_partitions
from core.statistics.rank_tests import friedman, nemenyi_cd, nemenyi_p
from core.statistics.score_tests import MOST_FLIPPED, SignFlipTest, anova, effect_size, sign_flip_test
from core.statistics.t_tests import SampleSummary, equivalence, paired_t, two_sample_t, two_sample_t_from_summary
from core.statistics.undefined import Undefined
from tests.statistics.pairings import drawn

TRUTH = np.array([0, 0, 0, 1, 1, 1])
ONE = np.array([0.1, 0.4, 0.35, 0.8, 0.3, 0.9])
OTHER = np.array([0.2, 0.6, 0.1, 0.7, 0.5, 0.4])


def excess(distance: float, correlation: float) -> float:
    """Two normals below a distance together, beyond what independent ones would be."""
    both = stats.multivariate_normal(cov=[[1, correlation], [correlation, 1]]).cdf([distance, distance])
    return float(both - special.ndtr(distance) ** 2)


@pytest.mark.parametrize(("rating", "area"), [(0.6, 0.8), (-0.4, 0.7), (0.9, 0.55)])
def test_that_areas_correlate_as_their_two_normal_model_does(rating: float, area: float) -> None:
    distance = float(special.ndtri(area))
    expected = excess(distance, rating / 2) / excess(distance, 0.5)
    assert area_correlation(rating, area) == pytest.approx(expected, abs=1e-4)
    assert (area_correlation(0.0, area), area_correlation(1.0, area)) == (0.0, pytest.approx(1.0))


def test_that_hanley_and_mcneil_take_the_spreads_of_both_less_what_they_share() -> None:
    found = hanley_mcneil_paired(TRUTH, ONE, OTHER)
    first, second = 7 / 9, 7 / 9
    rating = (np.corrcoef(ONE[:3], OTHER[:3])[0, 1] + np.corrcoef(ONE[3:], OTHER[3:])[0, 1]) / 2
    se = hanley_mcneil_se(first, 3, 3)
    shared = area_correlation(float(rating), first) * se**2
    expected = (first, second, 0.0, se**2, se**2, shared)
    assert astuple(found)[:6] == pytest.approx(expected)
    assert found.high == pytest.approx(1.959964 * math.sqrt(2 * se**2 - 2 * shared), rel=1e-6)


def test_that_the_middle_of_two_areas_decides_how_they_correlate() -> None:
    better = np.array([0.1, 0.2, 0.3, 0.8, 0.25, 0.9])
    found = hanley_mcneil_paired(TRUTH, better, OTHER)
    first, second = 8 / 9, 7 / 9
    rating = (np.corrcoef(better[:3], OTHER[:3])[0, 1] + np.corrcoef(better[3:], OTHER[3:])[0, 1]) / 2
    spreads = [hanley_mcneil_se(area, 3, 3) for area in (first, second)]
    assert [found.first_variance, found.second_variance] == pytest.approx([se**2 for se in spreads])
    expected = area_correlation(float(rating), (first + second) / 2) * spreads[0] * spreads[1]
    assert found.covariance == pytest.approx(expected)


def test_that_scores_without_variation_share_nothing() -> None:
    assert hanley_mcneil_paired(TRUTH, ONE, np.full(6, 0.5)).covariance == 0.0


def test_that_shared_cases_need_fewer_by_the_formula() -> None:
    terms = [(area / (2 - area), 2 * area**2 / (1 + area)) for area in (0.8, 0.9)]
    one, other = (q1 + q2 - 2 * area**2 for (q1, q2), area in zip(terms, (0.8, 0.9), strict=True))
    z_alpha, z_power = special.ndtri(0.975), special.ndtri(0.8)
    apart = one + other - 2 * 0.5 * math.sqrt(one * other)
    expected = ((z_alpha * math.sqrt(2 * one * 0.5) + z_power * math.sqrt(apart)) / 0.1) ** 2
    found = cases_for_auc_difference(0.8, 0.9, 0.05, 0.8, 0.5)
    assert (found.exact, found.whole) == (pytest.approx(expected), math.ceil(expected))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, end) for name in ("first", "second", "alpha", "power") for end in (0.0, 1.0)),
        ("correlation", 1.0),
        ("correlation", -1.1),
    ],
)
def test_that_wishes_at_the_ends_are_impossible(name: str, value: float) -> None:
    wish = {"first": 0.8, "second": 0.9, "alpha": 0.05, "power": 0.8, "correlation": 0.0}
    assert cases_for_auc_difference(**{**wish, name: value}).reason == "impossible_auc"


def test_that_the_cases_of_a_seen_difference_grow_in_the_same_mix() -> None:
    seen = delong_paired(TRUTH, np.array([0.1, 0.4, 0.35, 0.8, 0.38, 0.9]), OTHER)
    variance = seen.first_variance + seen.second_variance - 2 * seen.covariance
    factor = (special.ndtri(0.975) + special.ndtri(0.8)) ** 2 * variance / seen.difference**2
    found = cases_for_delong(seen, 30, 50, 0.05, 0.8)
    assert found.factor == pytest.approx(factor)
    assert (found.positives, found.negatives) == (math.ceil(factor * 30), math.ceil(factor * 50))
    assert cases_for_delong(delong_paired(TRUTH, ONE, ONE), 3, 3, 0.05, 0.8).reason == "zero_effect"


def test_that_rankings_without_spread_of_the_difference_are_told_apart() -> None:
    same, perfect = delong_paired(TRUTH, ONE, ONE), delong_paired(TRUTH, TRUTH + 0.0, TRUTH + 0.0)
    assert (same.reason, same.p) == ("identical_scores", 1.0)
    assert (perfect.reason, perfect.p) == ("zero_variance", 1.0)
    opposite = delong_paired(TRUTH, TRUTH + 0.0, 1.0 - TRUTH)
    assert (opposite.reason, opposite.estimate, opposite.p) == ("zero_variance", 1.0, None)


def test_that_the_range_of_a_difference_of_areas_ends_at_one() -> None:
    worse = np.array([0.9, 0.8, 0.3, 0.2, 0.1, 0.4])
    assert delong_paired(TRUTH, TRUTH + 0.0, worse).high == 1.0
    assert delong_paired(TRUTH, worse, TRUTH + 0.0).low == -1.0


def test_that_either_ranking_missing_leaves_no_test() -> None:
    whole = replace(drawn(), truth=TRUTH, first_ranking=ONE, second_ranking=OTHER)
    assert compare_delong(whole, 0.95).p is not None
    for name in ("truth", "first_ranking", "second_ranking"):
        assert compare_delong(replace(whole, **{name: None}), 0.95).p is None  # type: ignore[arg-type]
    difference = np.where(np.arange(6) == 2, np.nan, ONE)
    assert {delong_paired(TRUTH, difference, OTHER).reason, delong_paired(TRUTH, OTHER, difference).reason} == {
        "missing_score"
    }


def test_that_few_disagreements_have_exact_chances() -> None:
    assert sign_test(0, 0) == Undefined("no_disagreements", 0.0)
    assert sign_test(1, 1) == SignTest(disagreements=2, p_first_better=0.75, p_two_sided=1.0, p_mid=1.0)
    assert sign_test(0, 3).p_first_better == 1.0
    assert (mcnemar_chi2(5, 1).statistic, mcnemar_chi2(5, 1, correction=False).statistic) == (9 / 6, 16 / 6)
    assert mcnemar_chi2(5, 1).df == 1
    assert two_proportion_z(1, 0, 1).z == pytest.approx(math.sqrt(2))


def test_that_a_sample_of_one_value_takes_part_in_an_analysis_of_variance() -> None:
    found = anova([np.array([1.0]), np.array([2.0, 4.0])])
    assert (found.f, found.df1, found.df2) == (pytest.approx(4 / 3), 1, 1)
    assert anova([np.empty(0), np.array([1.0, 2.0, 4.0])]).reason == "too_few_samples"
    flat = anova([np.full(3, 0.1), np.full(3, 0.1)])
    apart = anova([np.full(3, 0.1), np.full(3, 0.2)])
    assert (flat.reason, flat.p) == ("identical_scores", 1.0)
    assert (apart.reason, apart.p) == ("zero_variance", None)


def test_that_rounding_is_judged_by_the_size_of_the_scores() -> None:
    noise = 1e-7 * np.array([1.0, -1.0, 1.0])
    assert anova([1e6 + noise, 1e6 - noise]).reason == "identical_scores"
    assert not isinstance(anova([1e-3 + noise, 1e-3 - noise]), Undefined)
    assert (
        two_sample_t_from_summary(SampleSummary(1e6, 1e-7, 5), SampleSummary(1e6, 1e-7, 5)).reason == "identical_scores"
    )
    assert not isinstance(
        two_sample_t_from_summary(SampleSummary(1e-3, 1e-7, 5), SampleSummary(1e-3, 1e-7, 5)), Undefined
    )
    assert not isinstance(two_sample_t_from_summary(SampleSummary(1.0, 0.0, 5), SampleSummary(2.0, 0.1, 5)), Undefined)
    assert effect_size(1e6 + noise, 1e6 - noise, "cohen_d").reason == "identical_scores"


def test_that_two_values_on_each_side_have_a_t() -> None:
    first, second = np.array([0.0, 2.0]), np.array([4.0, 8.0])
    found = two_sample_t(first, second, "pooled")
    assert (found.t, found.df, found.standard_error) == (pytest.approx(-math.sqrt(5)), 2, pytest.approx(math.sqrt(5)))
    assert two_sample_t(first, np.array([4.0, 8.0, 9.0]), "cautious").df == 1
    assert (paired_t(first, second).t, paired_t(first, second).df) == (pytest.approx(-5.0), 1)  # -4 and -6
    assert two_sample_t(first, second[:1]).reason == "too_few_pairs"


def test_that_series_without_spread_have_no_range_to_either_side() -> None:
    same = two_sample_t_from_summary(SampleSummary(1.0, 0.0, 3), SampleSummary(1.0, 0.0, 3), "pooled")
    apart = two_sample_t_from_summary(SampleSummary(1.0, 0.0, 3), SampleSummary(3.0, 0.0, 3), "pooled")
    assert same == Undefined("identical_scores", 0.0)
    assert apart == Undefined("zero_variance", -2.0)


def test_that_one_difference_has_two_signs_and_twenty_are_the_most() -> None:
    assert sign_flip_test(np.array([0.3])) == SignFlipTest(patterns=2, as_extreme=2, p=1.0)
    assert sign_flip_test(np.empty(0)) == Undefined("too_few_pairs")
    most = sign_flip_test(np.ones(MOST_FLIPPED))
    assert (most.patterns, most.as_extreme) == (2**MOST_FLIPPED, 2)
    assert sign_flip_test(np.ones(MOST_FLIPPED + 1)).reason == "too_many_pairs"


def test_that_sums_of_many_differences_tie_up_to_the_rounding_of_all_of_them() -> None:
    differences = np.array([0.1, 0.2, -0.3, 0.1, 0.2, -0.3])  # many sums are 0 up to rounding
    assert sign_flip_test(differences).p == 1.0


def test_that_a_margin_of_nought_can_be_asked_for_and_never_met() -> None:
    test = paired_t(np.array([1.0, 2.0, 4.0]), np.array([1.5, 1.0, 4.0]))
    assert equivalence(test, 0.0).p >= 0.5
    assert equivalence(test, -0.1).reason == "negative_margin"


def test_that_effects_need_two_values_and_dominance_one() -> None:
    two, one = np.array([1.0, 3.0]), np.array([2.0])
    assert effect_size(two, two + 1, "cohen_d") == pytest.approx(-1 / math.sqrt(2))
    assert {effect_size(one, two, "cohen_d").reason, effect_size(two, one, "cohen_d").reason} == {"too_few_pairs"}
    assert effect_size(one + 1, one, "a12") == 1.0
    assert effect_size(one, one[:0], "a12").reason == "too_few_pairs"


def test_that_halves_have_five_and_ten_degrees() -> None:
    random = np.random.default_rng(2).normal(0.5, 1, (5, 2))
    assert five_by_two_t(random).df == 5
    assert (five_by_two_f(random).df1, five_by_two_f(random).df2) == (10, 5)


def test_that_adjusted_chances_are_those_of_benjamini_and_yekutieli() -> None:
    harmonic = 1 + 1 / 2 + 1 / 3
    found = adjust_p([0.01, 0.2, 0.04], "by").adjusted
    assert found == pytest.approx([0.03 * harmonic, 0.2 * harmonic, 0.06 * harmonic])
    assert (adjust_p([0.1], "x").reason, adjust_p([1.1], "by").reason) == ("unknown_method", "out_of_range")


def test_that_few_rows_of_several_outputs_have_a_distance() -> None:
    two = np.array([[1.0], [3.0]])
    assert hotelling_one_sample(two).t2 == pytest.approx(4.0)  # t is 2
    assert hotelling_one_sample(two[:1]).reason == "too_few_pairs"
    first, second = np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([[4.0, 4.0], [5.0, 6.0]])
    assert hotelling_two_sample(first, second).df2 == 1
    assert hotelling_two_sample(first[:1], np.vstack([second, second + 1.5])).reason == "too_few_pairs"
    assert hotelling_two_sample(np.ones((2, 3)), np.eye(3)[:2]).reason == "too_few_pairs"
    assert manova([first, second]).df2 == 1
    assert manova([first, second[:1]]).reason == "too_few_pairs"


def test_that_outputs_in_very_different_units_are_not_taken_for_dependent() -> None:
    random = np.random.default_rng(5).normal(0, 1, (8, 2)) * [1e-9, 1e9]
    assert not isinstance(hotelling_one_sample(random), Undefined)
    assert not isinstance(hotelling_two_sample(random[:4], random[4:]), Undefined)
    assert not isinstance(manova([random[:4], random[4:]]), Undefined)


def test_that_one_side_of_a_pairing_alone_compares_nothing() -> None:
    outputs = np.random.default_rng(1).normal(size=(4, 10, 2))
    for key, parts in (
        ("sign-test", {"correct_first": np.ones(4, int), "correct_second": np.zeros(4, int)}),
        ("corrected-t2", {"outputs_first": outputs, "outputs_second": outputs + 1 + outputs**2}),
    ):
        whole = replace(drawn(), **parts)  # type: ignore[arg-type]
        assert find_comparison_test(key).compare(whole, 0.95).p is not None
        for name in parts:
            assert find_comparison_test(key).compare(replace(whole, **{name: None}), 0.95).p is None  # type: ignore[arg-type]


def test_that_two_repeats_are_enough_to_ask_whether_they_are_enough() -> None:
    assert sufficient_partitions([5.0, 5.1], 9).decision == SETTLED
    assert sufficient_partitions([5.0], 9).reason == "too_few_partitions"
    assert sufficient_partitions([5.0, None], 9).reason == "zero_variance_partition"
    for impossible in ((0.0, 0.05), (1.0, 0.05), (0.025, 0.0), (0.025, 1.0)):
        assert sufficient_partitions([5.0, 5.1], 9, *impossible).reason == "out_of_range"
    assert sufficient_partitions([5.0, 5.1], 1).critical == pytest.approx(special.stdtrit(1, 0.975))


def test_that_repeats_are_judged_at_the_level_of_the_study() -> None:
    found = find_comparison_test("averaged-t").compare(drawn(), 0.9)
    t_values = [t for t in found.details.t_values if t is not None]  # type: ignore[attr-defined]
    assert isinstance(found.df, int | float)
    expected = sufficient_partitions(t_values, found.df, 0.05)
    assert found.details.enough_statistic == pytest.approx(expected.statistic)
    assert found.details.enough_repeats == expected.decision


def test_that_a_chance_of_nought_cannot_be_combined() -> None:
    assert fisher_combination([0.0, 0.5]) == Undefined("zero_p")
    assert fisher_combination([]) == Undefined("no_tests")


def test_that_two_sets_and_two_columns_are_the_least_for_ranks() -> None:
    assert friedman(np.array([[1.0, 2.0], [2.0, 1.0]])).chi2 == pytest.approx(0.0)
    assert friedman(np.array([[1.0, 2.0]])).reason == "too_few_data_sets"
    tied = friedman(np.ones((3, 2)))
    assert (tied.reason, tied.p) == ("all_tied", 1.0)
    assert nemenyi_cd(2, 1).distance == pytest.approx(1.959964, abs=1e-4)
    assert [nemenyi_cd(2, 1, alpha).reason for alpha in (0.0, 1.0)] == ["out_of_range"] * 2
    assert (nemenyi_cd(1, 5).reason, nemenyi_cd(2, 0).reason) == ("out_of_range", "out_of_range")
    assert nemenyi_p(np.array([[1.0, 2.0]]))[0][1] == pytest.approx(2 * special.ndtr(-1.0), abs=1e-4)  # type: ignore[index]
    assert nemenyi_p(np.ones((3, 1))).reason == "too_few_data_sets"
