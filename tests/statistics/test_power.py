"""Power and sample sizes against enumeration and known tables; the nested spread against its bounds."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from core.statistics.nested_interval import nested_cv_mse
from core.statistics.power import (
    pairs_for_paired_t,
    power_mcnemar,
    power_paired_t,
    rows_for_accuracy,
    rows_for_mcnemar,
)

often = settings(deadline=None, max_examples=30)


def enumerated_power(rows: int, first: float, second: float, form: str) -> float:
    total = 0.0
    for a in range(rows + 1):
        for b in range(rows - a + 1):
            m, n = max(a, b), a + b
            tail, point = stats.binom.sf(m - 1, n, 0.5), stats.binom.pmf(m, n, 0.5)
            p = min(1.0, 2 * tail if form == "exact" else 2 * tail - point)
            if p <= 0.05:
                total += stats.multinomial.pmf([a, b, rows - n], rows, [first, second, 1 - first - second])
    return total


@pytest.mark.parametrize("form", ["exact", "mid-p"])
@pytest.mark.parametrize(("first", "second"), [(0.4, 0.1), (0.25, 0.25), (0.6, 0.3)])
def test_that_mcnemar_power_is_the_sum_over_all_tables(first: float, second: float, form: str) -> None:
    assert power_mcnemar(14, first, second, 0.05, form) == pytest.approx(
        enumerated_power(14, first, second, form), abs=1e-12
    )


@often
@given(st.integers(0, 300), st.floats(0, 0.5), st.floats(0, 0.5))
def test_that_the_exact_form_never_finds_more_than_mid_p(rows: int, first: float, second: float) -> None:
    exact = power_mcnemar(rows, first, second, 0.05)
    assert 0 <= exact <= power_mcnemar(rows, first, second, 0.05, "mid-p") + 1e-12 <= 1 + 1e-9


def test_that_equal_algorithms_are_told_apart_at_most_as_often_as_allowed() -> None:
    assert power_mcnemar(300, 0.1, 0.1, 0.05) <= 0.05


def test_that_rows_grow_as_the_discordant_shares_come_closer() -> None:
    """The three sizes shown before a run: 15/5, 10/5 and 8/5 in 100."""
    sizes = [rows_for_mcnemar(share, 0.05, 0.05, 0.8).whole for share in (0.15, 0.1, 0.08)]
    assert sizes == [155, 469, 1132]


def test_that_three_points_at_ninety_per_cent_need_385_rows() -> None:
    assert rows_for_accuracy(0.9, 0.03, 0.95).whole == 385


@often
@given(st.floats(-1, 1), st.integers(2, 15))
def test_that_t_power_is_that_of_the_noncentral_t(effect: float, pairs: int) -> None:
    edge, shift = stats.t.isf(0.025, pairs - 1), effect * math.sqrt(pairs)
    expected = stats.nct.sf(edge, pairs - 1, shift) + stats.nct.cdf(-edge, pairs - 1, shift)
    assert power_paired_t(effect, pairs, 0.05) == pytest.approx(expected, abs=1e-8)


def test_that_t_power_of_no_effect_is_the_level() -> None:
    for pairs in (2, 10, 1000, 100_000):
        assert power_paired_t(0.0, pairs, 0.05) == pytest.approx(0.05, rel=1e-6)


@pytest.mark.parametrize("effect", [0.01, 0.3, 1.0, 2.0])
def test_that_the_needed_pairs_have_the_wanted_power(effect: float) -> None:
    needed = pairs_for_paired_t(effect, 0.05, 0.8).exact
    assert power_paired_t(effect, needed, 0.05) == pytest.approx(0.8, abs=1e-6)


def test_that_impossible_or_hopeless_wishes_get_a_reason() -> None:
    assert power_mcnemar(10, 0.7, 0.7, 0.05).reason == "impossible_shares"
    assert power_mcnemar(10, 0.1, 0.1, 0.05, "wald").reason == "unknown_method"
    assert power_mcnemar(10, 0.0, 0.0, 0.05) == 0.0
    assert rows_for_mcnemar(0.1, 0.1, 0.05, 0.8).reason == "zero_effect"
    assert rows_for_accuracy(1.0, 0.1, 0.95).reason == "zero_variance"
    assert rows_for_accuracy(0.9, 0.0, 0.95).reason == "impossible_shares"
    assert power_paired_t(1.0, 1, 0.05).reason == "too_few_pairs"
    assert pairs_for_paired_t(0.0, 0.05, 0.8).reason == "zero_effect"
    assert pairs_for_paired_t(0.5, 0.05, 1.0).reason == "impossible_power"
    assert pairs_for_paired_t(1e9, 0.05, 0.8).whole == 2


def test_that_the_nested_spread_stays_between_its_bounds() -> None:
    rng = np.random.default_rng(4)
    for shift in (0.0, 5.0):
        losses = tuple(
            tuple(rng.random(10) + shift * fold * (fold == other) for other in range(4)) for fold in range(4)
        )
        reading = nested_cv_mse(losses)
        assert reading.naive_error <= reading.standard_error <= 2 * reading.naive_error + 1e-12


def test_that_the_nested_spread_needs_three_folds_of_two_rows() -> None:
    assert nested_cv_mse(((np.ones(3), np.ones(3)), (np.ones(3), np.ones(3)))).reason == "too_few_folds"
    assert nested_cv_mse(tuple(tuple(np.ones(1) for _ in range(3)) for _ in range(3))).reason == "too_few_rows"
