"""Back-to-back histograms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.figures.histogram import MOST_BINS, back_to_back, round_step

VALUES = st.lists(st.floats(0, 1), max_size=60)


@given(VALUES, VALUES)
def test_that_every_value_is_in_exactly_one_bin(reference: list[float], candidate: list[float]) -> None:
    bins = back_to_back(reference, candidate, within=(0.0, 1.0))
    assert sum(bins.reference) == len(reference)
    assert sum(bins.candidate) == len(candidate)
    assert len(bins.edges) == len(bins.reference) + 1 <= MOST_BINS + 2
    assert list(bins.edges) == sorted(set(bins.edges))
    assert bins.edges[0] >= 0
    assert bins.edges[-1] <= 1


def test_that_means_are_none_without_values() -> None:
    bins = back_to_back([], [])
    assert bins.reference_mean is None
    assert bins.highest == 0
    assert bins.sentence == "No values yet."


def test_that_steps_are_round() -> None:
    assert round_step(0.013) == pytest.approx(0.02)
    assert round_step(0.05) == pytest.approx(0.05)
    assert round_step(7) == pytest.approx(10)
