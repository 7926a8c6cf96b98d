"""Five shuffles of two halves, and whether answers change between shuffles."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.dataset import Floats
from core.domain.findings import Status
from core.statistics.five_by_two import five_by_two_f, five_by_two_t, five_by_two_t_as_printed, stability

HALVES = np.array([[0.030, 0.012], [0.041, -0.008], [0.022, 0.035], [0.018, 0.027], [0.051, 0.009]])


@given(order=st.permutations(range(5)))
def test_that_the_order_of_shuffles_changes_t_but_not_f(order: list[int]) -> None:
    mixed = HALVES[list(order)]
    assert five_by_two_f(mixed)["f"] == pytest.approx(five_by_two_f(HALVES)["f"])
    ratio = mixed[0, 0] / HALVES[0, 0]
    assert five_by_two_t(mixed)["t"] == pytest.approx(five_by_two_t(HALVES)["t"] * ratio)


def test_that_f_gathers_the_squares_of_every_possible_first_difference() -> None:
    """Alpaydin: f is the mean of the ten t squares of Dietterich."""
    spread = np.sum(np.var(HALVES, axis=1, ddof=1)) / 5
    assert five_by_two_f(HALVES)["f"] == pytest.approx(np.mean(HALVES**2 / spread))


def test_that_the_printed_form_is_another_statistic() -> None:
    own, printed = five_by_two_t(HALVES), five_by_two_t_as_printed(HALVES)
    assert abs(printed["t"]) < abs(own["t"])
    centred = HALVES - HALVES.mean(axis=1, keepdims=True)
    assert five_by_two_t_as_printed(centred)["t"] == pytest.approx(five_by_two_t(centred)["t"])


@pytest.mark.parametrize("formula", [five_by_two_f, five_by_two_t, five_by_two_t_as_printed])
def test_that_special_halves_have_reasons(formula) -> None:  # type: ignore[no-untyped-def]
    assert (formula(np.zeros((5, 2)))["p"], formula(np.zeros((5, 2))).reason) == (1.0, "identical_scores")
    assert (formula(np.full((5, 2), 0.02))["p"], formula(np.full((5, 2), 0.02)).reason) == (None, "zero_variance")
    assert formula(np.zeros((2, 5))).status is Status.ERROR
    assert formula(np.zeros(10)).status is Status.ERROR


def test_that_rounding_of_large_scores_is_no_spread() -> None:
    noise = np.random.default_rng(0).normal(0.0, 1e-16, (5, 2))
    assert five_by_two_f(noise, scale=0.9).reason == "identical_scores"
    assert five_by_two_t(noise + 0.1, scale=0.9).reason == "zero_variance"


def test_that_an_unchanging_answer_is_stable() -> None:
    reading = stability(np.tile([0.0, 1.0, 2.0], (4, 1)))
    assert (reading["changing"], reading["rows"], reading["changed_rows"]) == (0.0, 3, ())


def test_that_each_row_with_two_different_answers_counts_once() -> None:
    predicted = np.array([[0.0, 1.0, 2.0, 0.0], [0.0, 2.0, 2.0, 1.0], [0.0, 1.0, 2.0, 2.0]])
    reading = stability(predicted)
    assert (reading["changing"], reading["changed_rows"]) == (0.5, (1, 3))


def test_that_rows_predicted_once_are_not_judged() -> None:
    predicted = np.array([[0.0, 1.0, np.nan], [1.0, np.nan, np.nan], [np.nan, np.nan, 2.0]])
    reading = stability(predicted)
    assert (reading["changing"], reading["rows"], reading["changed_rows"]) == (1.0, 1, (0,))


def test_that_one_shuffle_says_nothing_about_stability() -> None:
    reading = stability(np.ones((1, 5)))
    assert (reading["changing"], reading.reason) == (None, "too_few_partitions")


@given(answers=st.lists(st.integers(0, 2), min_size=12, max_size=12))
def test_that_the_order_of_shuffles_does_not_matter_for_stability(answers: list[int]) -> None:
    predicted: Floats = np.array(answers, dtype=np.float64).reshape(3, 4)
    assert stability(predicted)["changed_rows"] == stability(predicted[::-1])["changed_rows"]
