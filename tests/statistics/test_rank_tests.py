"""Rank tests over several data sets."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from core.domain.dataset import Floats
from core.statistics.rank_tests import (
    SignedRankChances,
    average_ranks,
    bayesian_signed_rank,
    friedman,
    nemenyi_cd,
    nemenyi_p,
    wilcoxon_signed_rank,
)
from core.statistics.undefined import Undefined

hundredths = st.lists(st.integers(-5, 5), min_size=1, max_size=8).map(lambda values: np.array(values) / 100.0)
TABLE = np.random.default_rng(5).integers(60, 80, (9, 4)) / 100.0


def by_enumeration(differences: Floats) -> float:
    """Every pattern of signs, in whole hundredths."""
    sizes = np.rint(np.abs(differences[differences != 0]) * 100).astype(int)
    ranks = stats.rankdata(sizes)
    seen = float(np.sum(ranks[differences[differences != 0] > 0]))
    sums = np.array([np.dot(signs, ranks) for signs in product((0, 1), repeat=sizes.size)])
    return min(1.0, 2.0 * float(min(np.mean(sums >= seen - 1e-9), np.mean(sums <= seen + 1e-9))))


@given(differences=hundredths)
def test_that_wilcoxon_equals_full_enumeration_with_ties_and_zeros(differences: Floats) -> None:
    assert wilcoxon_signed_rank(differences).p == pytest.approx(by_enumeration(differences))


@given(differences=hundredths)
def test_that_wilcoxon_is_the_same_for_both_directions(differences: Floats) -> None:
    one, other = wilcoxon_signed_rank(differences), wilcoxon_signed_rank(-differences)
    assert one.p == other.p
    if isinstance(one, Undefined):
        assert one == other
        return
    n = one.moved
    assert one.positive_ranks + other.positive_ranks == n * (n + 1) / 2


def test_that_differences_equal_up_to_rounding_share_their_rank() -> None:
    """0.9 - 0.8 and 0.8 - 0.7 are both a tenth, although not to the last bit."""
    differences = np.array([0.9 - 0.8, -(0.8 - 0.7), 0.5])
    assert differences[0] != -differences[1]
    assert wilcoxon_signed_rank(differences).positive_ranks == 4.5


def test_that_the_normal_form_comes_close_for_many_differences() -> None:
    differences = np.random.default_rng(2).normal(0.2, 1.0, 60)
    exact, normal = (wilcoxon_signed_rank(differences, method).p for method in ("exact", "approx"))
    assert normal == pytest.approx(exact, rel=0.03)
    assert normal == pytest.approx(stats.wilcoxon(differences, method="asymptotic", correction=False).pvalue)


def test_that_wilcoxon_without_differences_gives_p_one() -> None:
    test = wilcoxon_signed_rank(np.zeros(5))
    assert (test.p, test.reason) == (1.0, "identical_scores")
    assert isinstance(wilcoxon_signed_rank(np.ones(3), "other"), Undefined)


def test_that_mean_ranks_add_up_and_turn_over() -> None:
    ranks = average_ranks(TABLE)
    assert sum(ranks) == pytest.approx(10.0)  # type: ignore[arg-type]
    assert average_ranks(TABLE, higher_is_better=False) == pytest.approx([5 - rank for rank in ranks])
    assert average_ranks(np.empty((0, 3))).reason == "too_few_data_sets"


def test_that_friedman_agrees_with_a_library_and_the_uncorrected_form_is_smaller() -> None:
    corrected, plain = friedman(TABLE), friedman(TABLE, tie_correction=False)
    assert corrected.chi2 == pytest.approx(stats.friedmanchisquare(*TABLE.T).statistic)
    assert plain.chi2 <= corrected.chi2


def test_that_special_tables_of_friedman_have_reasons() -> None:
    agreement = friedman(np.tile([0.9, 0.8, 0.7], (5, 1)))
    assert (agreement.chi2, agreement.f, agreement.p_f) == (pytest.approx(10.0), None, None)
    assert (friedman(np.ones((4, 3))).p, friedman(np.ones((4, 3))).reason) == (1.0, "all_tied")
    assert friedman(np.ones((4, 3)), tie_correction=False).reason == "all_tied"
    assert friedman(np.ones((1, 3))).reason == "too_few_data_sets"


@pytest.mark.parametrize("columns", [2, 3, 7, 20])
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.10])
def test_that_the_range_quantile_agrees_with_a_library(columns: int, alpha: float) -> None:
    expected = stats.studentized_range.ppf(1 - alpha, columns, np.inf) / np.sqrt(2)
    assert nemenyi_cd(columns, 10, alpha).q == pytest.approx(expected, rel=1e-6)


def test_that_two_columns_need_the_usual_normal_quantile() -> None:
    assert nemenyi_cd(2, 10, 0.05).q == pytest.approx(1.959964, abs=1e-6)
    assert isinstance(nemenyi_cd(1, 10), Undefined)


def test_that_pairs_of_nemenyi_are_symmetric_and_reach_alpha_at_the_critical_distance() -> None:
    matrix = np.array(nemenyi_p(TABLE))
    ranks, distance = np.array(average_ranks(TABLE)), nemenyi_cd(4, 9).distance
    assert np.allclose(matrix, matrix.T)
    assert np.allclose(np.diag(matrix), 1.0)
    apart = np.abs(ranks[:, None] - ranks[None, :]) > distance
    assert np.array_equal(matrix < 0.05, apart)
    assert nemenyi_p(np.ones((3, 1))).reason == "too_few_data_sets"


def test_that_the_published_example_of_demsar_comes_out() -> None:
    """Demsar 2006, table 6: mean ranks, chi-square 9.28 and F 3.69; the row that his rounding ties is untied again."""
    c45 = (0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661, 0.583, 0.775, 1.0, 0.940, 0.619, 0.972, 0.957)
    with_m = (0.768, 0.591, 0.971, 0.661, 0.888, 0.931, 0.668, 0.583, 0.838, 1.0, 0.962, 0.666, 0.981, 0.978)
    with_cf = (0.771, 0.590, 0.968, 0.654, 0.886, 0.916, 0.609, 0.563, 0.866, 1.0, 0.965, 0.614, 0.97501, 0.946)
    with_both = (0.798, 0.569, 0.967, 0.657, 0.898, 0.931, 0.685, 0.625, 0.875, 1.0, 0.962, 0.669, 0.975, 0.970)
    scores = np.array([c45, with_m, with_cf, with_both]).T
    test = friedman(scores, tie_correction=False)
    assert average_ranks(scores) == pytest.approx([3.143, 2.000, 2.893, 1.964], abs=5e-4)
    assert (test.chi2, test.f) == pytest.approx((9.28, 3.69), abs=5e-3)
    assert [round(nemenyi_cd(4, 14, alpha).distance, 2) for alpha in (0.05, 0.10)] == [1.25, 1.12]


def chances_by_loops(differences: Floats, margin: float, draws: int = 4000) -> tuple[float, float, float]:
    """The same posterior written out: gamma variates for the weights, every pair of data sets in turn."""
    rng = np.random.default_rng(77)
    values, counts = [0.0, *differences.tolist()], [0.0, 0.0, 0.0]
    for _ in range(draws):
        gammas = [rng.gamma(0.5), *(rng.gamma(1.0) for _ in differences)]
        masses = [0.0, 0.0, 0.0]
        for a, first in enumerate(values):
            for b, second in enumerate(values):
                place = 0 if (first + second) / 2 > margin else 2 if (first + second) / 2 < -margin else 1
                masses[place] += gammas[a] * gammas[b]
        counts[masses.index(max(masses))] += 1
    return counts[0] / draws, counts[1] / draws, counts[2] / draws


@pytest.mark.parametrize(
    ("differences", "margin"),
    [((0.03, 0.01, 0.05, -0.01), 0.01), ((0.002, -0.001, 0.0, 0.004, -0.003), 0.01), ((0.1, -0.1, 0.2), 0.0)],
)
def test_that_bayesian_chances_are_those_of_the_posterior_written_out(
    differences: tuple[float, ...], margin: float
) -> None:
    found = bayesian_signed_rank(np.array(differences), margin)
    assert isinstance(found, SignedRankChances)
    ours = (found.first_better, found.same, found.second_better)
    assert sum(ours) == pytest.approx(1.0)
    assert ours == pytest.approx(chances_by_loops(np.array(differences), margin), abs=0.03)
    back = bayesian_signed_rank(-np.array(differences), margin)
    assert isinstance(back, SignedRankChances)
    assert back.second_better == pytest.approx(found.first_better, abs=1e-9)


def test_that_bayesian_chances_refuse_what_they_cannot_judge() -> None:
    assert bayesian_signed_rank(np.empty(0), 0.01) == Undefined("too_few_pairs")
    assert bayesian_signed_rank(np.array([0.1, np.nan]), 0.01) == Undefined("undefined_values")
    assert bayesian_signed_rank(np.array([0.1]), -0.01) == Undefined("negative_margin")
