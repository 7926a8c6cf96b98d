"""Back-to-back histograms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.figures.histogram import MOST_BINS, back_to_back, round_step

VALUES = st.lists(st.floats(0, 1), max_size=60)


@given(VALUES, VALUES)
def test_that_every_value_is_in_exactly_one_bin(baseline: list[float], candidate: list[float]) -> None:
    bins = back_to_back(baseline, candidate, within=(0.0, 1.0))
    assert sum(bins.baseline) == len(baseline)
    assert sum(bins.candidate) == len(candidate)
    assert len(bins.edges) == len(bins.baseline) + 1 <= MOST_BINS + 2
    assert list(bins.edges) == sorted(set(bins.edges))
    assert bins.edges[0] >= 0
    assert bins.edges[-1] <= 1


def test_that_means_are_none_without_values() -> None:
    bins = back_to_back([], [])
    assert bins.baseline_mean is None
    assert bins.highest == 0
    assert bins.sentence == "No values yet."


def test_that_steps_are_round() -> None:
    assert round_step(0.013) == pytest.approx(0.02)
    assert round_step(0.05) == pytest.approx(0.05)
    assert round_step(7) == pytest.approx(10)


def test_that_bins_stand_on_round_numbers_and_are_told_from_low_to_high() -> None:
    bins = back_to_back([0.0, 10.0], [24.0])
    assert bins.edges == tuple(float(edge) for edge in range(0, 25, 2))
    assert bins.in_words == (
        "0 to 2: baseline 1, candidate 0",
        "10 to 12: baseline 1, candidate 0",
        "22 to 24: baseline 0, candidate 1",
    )
    assert bins.sentence == "2 and 1 values; baseline mean 5, candidate mean 24."
    assert back_to_back([1.0, 2.0], [25.0]).edges == tuple(float(edge) for edge in range(0, 27, 2))


def test_that_the_highest_bin_is_that_of_either_side() -> None:
    assert back_to_back([1.0, 1.0, 1.0, 5.0], [5.0]).highest == 3
    assert back_to_back([5.0], [1.0, 1.0, 5.0]).highest == 2


def test_that_one_side_without_values_is_not_said_to_have_a_mean() -> None:
    assert back_to_back([1.0], []).sentence == back_to_back([], [1.0]).sentence == "No values yet."


@pytest.mark.parametrize(
    ("value", "within", "ends"),
    [
        (5.0, None, (4.75, 5.25)),
        (-5.0, None, (-5.25, -4.75)),
        (0.0, None, (-0.005, 0.005)),
        (0.0, (0.0, 1.0), (0.0, 0.005)),
        (1.0, (0.0, 1.0), (0.95, 1.0)),
    ],
)
def test_that_equal_values_have_a_little_air_within_what_is_possible(
    value: float, within: tuple[float, float] | None, ends: tuple[float, float]
) -> None:
    bins = back_to_back([value], [value, value], within)
    assert (bins.edges[0], bins.edges[-1]) == pytest.approx(ends)
    assert (sum(bins.baseline), sum(bins.candidate)) == (1, 2)
    assert len(bins.edges) > 4


def test_that_without_values_the_axis_is_that_of_the_measure() -> None:
    assert back_to_back([], []).edges == pytest.approx([place / 10 for place in range(11)])
    assert back_to_back([], [], (0.2, 0.6)).edges == pytest.approx([0.2 + 0.05 * place for place in range(9)])
