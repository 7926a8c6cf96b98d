"""Five repeats of two halves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.five_by_two import five_by_two_f, five_by_two_t, five_by_two_t_as_printed
from core.statistics.undefined import Undefined

HALVES = np.array([[0.030, 0.012], [0.041, -0.008], [0.022, 0.035], [0.018, 0.027], [0.051, 0.009]])


@given(order=st.permutations(range(5)))
def test_that_the_order_of_repeats_changes_t_but_not_f(order: list[int]) -> None:
    mixed = HALVES[list(order)]
    assert five_by_two_f(mixed).f == pytest.approx(five_by_two_f(HALVES).f)
    ratio = mixed[0, 0] / HALVES[0, 0]
    assert five_by_two_t(mixed).t == pytest.approx(five_by_two_t(HALVES).t * ratio)


def test_that_f_gathers_the_squares_of_every_possible_first_difference() -> None:
    """Alpaydin: f is the mean of the ten t squares of Dietterich."""
    spread = np.sum(np.var(HALVES, axis=1, ddof=1)) / 5
    assert five_by_two_f(HALVES).f == pytest.approx(np.mean(HALVES**2 / spread))


def test_that_the_printed_form_is_another_statistic() -> None:
    own, printed = five_by_two_t(HALVES), five_by_two_t_as_printed(HALVES)
    assert abs(printed.t) < abs(own.t)
    centered = HALVES - HALVES.mean(axis=1, keepdims=True)
    assert five_by_two_t_as_printed(centered).t == pytest.approx(five_by_two_t(centered).t)


@pytest.mark.parametrize("formula", [five_by_two_f, five_by_two_t, five_by_two_t_as_printed])
def test_that_special_halves_have_reasons(formula) -> None:  # type: ignore[no-untyped-def]
    assert (formula(np.zeros((5, 2))).p, formula(np.zeros((5, 2))).reason) == (1.0, "identical_scores")
    assert (formula(np.full((5, 2), 0.02)).p, formula(np.full((5, 2), 0.02)).reason) == (None, "zero_variance")
    assert isinstance(formula(np.zeros((2, 5))), Undefined)
    assert isinstance(formula(np.zeros(10)), Undefined)


def test_that_rounding_of_large_scores_is_no_spread() -> None:
    noise = np.random.default_rng(0).normal(0.0, 1e-16, (5, 2))
    assert five_by_two_f(noise, scale=0.9).reason == "identical_scores"
    assert five_by_two_t(noise + 0.1, scale=0.9).reason == "zero_variance"
