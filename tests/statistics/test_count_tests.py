"""Counts of rows that only one algorithm got right."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.count_tests import (
    ConfusedPair,
    PairedCounts,
    correct_counts,
    count_paired_answers,
    discordant_odds,
    mcnemar_chi2,
    most_confused_pair,
    sign_test,
    two_proportion_z,
)
from core.statistics.undefined import Undefined

small = st.integers(0, 60)


def exactly(wins: int, losses: int) -> tuple[float, float, float]:
    """One-sided, two-sided and mid-p in whole fractions."""
    n, larger = wins + losses, max(wins, losses)
    tails = [sum(Fraction(comb(n, k), 2**n) for k in range(start, n + 1)) for start in (wins, larger, larger + 1)]
    return float(tails[0]), float(min(1, 2 * tails[1])), float(min(1, tails[1] + tails[2]))


@given(wins=small, losses=small)
def test_that_the_sign_test_equals_exact_fractions(wins: int, losses: int) -> None:
    test = sign_test(wins, losses)
    if isinstance(test, Undefined):
        assert wins == losses == 0
        return
    assert (test.p_first_better, test.p_two_sided, test.p_mid) == pytest.approx(exactly(wins, losses), rel=1e-12)


@given(wins=small, losses=small)
def test_that_mid_p_is_never_more_cautious_than_the_exact_test(wins: int, losses: int) -> None:
    test, other = sign_test(wins, losses), sign_test(losses, wins)
    if isinstance(test, Undefined):
        assert test == other
        return
    assert test.p_mid <= test.p_two_sided <= 1.0
    assert test.p_two_sided == other.p_two_sided


@given(wins=small, losses=small)
def test_that_correction_only_makes_mcnemar_more_cautious(wins: int, losses: int) -> None:
    assert mcnemar_chi2(wins, losses).p >= mcnemar_chi2(wins, losses, correction=False).p


def test_that_no_disagreement_is_no_difference() -> None:
    for test in (sign_test(0, 0), mcnemar_chi2(0, 0)):
        assert test.reason == "no_disagreements"
    assert sign_test(0, 0).p == mcnemar_chi2(0, 0).p == 1.0


def test_that_equal_counts_are_clipped_and_give_p_one() -> None:
    assert (mcnemar_chi2(5, 5).statistic, mcnemar_chi2(5, 5).p) == (0.0, 1.0)


def test_that_negative_counts_are_refused() -> None:
    assert isinstance(sign_test(-1, 3), Undefined)
    assert isinstance(mcnemar_chi2(3, -1), Undefined)


def test_that_two_different_wrong_answers_are_a_tie() -> None:
    truth, first, second = np.array([0, 0, 0]), np.array([1, 0, 2]), np.array([2, 1, 0])
    counts = count_paired_answers(truth, first, second)
    assert counts == PairedCounts(both_right=0, first_only=1, second_only=1, both_wrong=1)
    assert counts.rows == 3


def test_that_the_four_counts_cover_all_rows() -> None:
    rng = np.random.default_rng(1)
    counts = correct_counts(rng.integers(0, 2, 300), rng.integers(0, 2, 300))
    assert counts.both_right + counts.first_only + counts.second_only + counts.both_wrong == counts.rows == 300


@given(wins=st.integers(1, 60), losses=st.integers(1, 60))
def test_that_the_odds_lie_in_their_range_and_turn_over_when_swapped(wins: int, losses: int) -> None:
    one, other = discordant_odds(wins, losses), discordant_odds(losses, wins)
    assert one.odds_low < one.odds < one.odds_high
    assert one.odds_low == pytest.approx(1.0 / other.odds_high, rel=1e-9)


def test_that_odds_without_an_upper_end_are_left_undefined() -> None:
    odds = discordant_odds(7, 0)
    assert (odds.odds, odds.odds_high, odds.share_high) == (None, None, 1.0)
    assert odds.odds_low > 1.0
    assert discordant_odds(0, 0).reason == "no_disagreements"
    assert discordant_odds(0, 7).odds == 0.0


def test_that_two_proportions_need_rows_and_spread() -> None:
    assert isinstance(two_proportion_z(0, 0, 0), Undefined)
    assert two_proportion_z(20, 20, 20).reason == "zero_variance"
    assert two_proportion_z(85, 78, 100).z == -two_proportion_z(78, 85, 100).z


def test_that_the_first_pair_wins_a_tie_of_confusions() -> None:
    confusion = np.array([[9.0, 1.0, 2.0], [2.0, 9.0, 3.0], [1.0, 0.0, 9.0]])
    assert most_confused_pair(confusion) == ConfusedPair(0, 1, 3)
    assert most_confused_pair(np.eye(3)).reason == "no_confusions"
