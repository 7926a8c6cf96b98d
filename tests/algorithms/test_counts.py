"""Entropy, Laplace shares, and names of all inputs in one list."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.algorithms.counts import bits, laplace, times_log
from core.algorithms.learner import Schema
from core.algorithms.levels import Levels, numbers_of
from core.domain.dataset import Kind, Task

NAN = np.nan
COUNTS = st.lists(st.integers(0, 500), min_size=2, max_size=6).filter(lambda counts: sum(counts) > 0)


def schema(*columns: tuple[Kind, int]) -> Schema:
    levels = tuple(tuple(str(level) for level in range(size)) for _, size in columns)
    return Schema(
        Task.CLASSES,
        tuple(kind for kind, _ in columns),
        levels,
        2,
        1,
        tuple(str(place) for place in range(len(columns))),
    )


MIXED = schema((Kind.NAMES, 3), (Kind.NUMBER, 0), (Kind.YES_NO, 2), (Kind.NAMES, 0))


def test_that_zero_times_its_logarithm_is_zero() -> None:
    assert times_log(np.array([0.0, 1.0, 2.0, 8.0])).tolist() == [0.0, 0.0, 2.0, 24.0]


def test_that_bits_are_rows_times_entropy() -> None:
    assert bits(np.array([4.0, 4.0])) == pytest.approx(8.0)
    assert bits(np.array([[5.0, 0.0], [1.0, 1.0]])) == pytest.approx([0.0, 2.0])


@given(COUNTS)
def test_that_bits_lie_between_none_and_the_logarithm_of_the_classes(counts: list[int]) -> None:
    found = float(bits(np.array(counts, dtype=np.float64)))
    assert -1e-9 <= found <= sum(counts) * np.log2(len(counts)) + 1e-6


@given(COUNTS, COUNTS)
def test_that_splitting_rows_never_costs_bits(first: list[int], second: list[int]) -> None:
    size = min(len(first), len(second))
    left, right = np.array(first[:size], dtype=np.float64), np.array(second[:size], dtype=np.float64)
    assert float(bits(left) + bits(right)) <= float(bits(left + right)) + 1e-6


@given(COUNTS)
def test_that_laplace_shares_sum_to_one_and_keep_the_order(counts: list[int]) -> None:
    values = np.array(counts, dtype=np.float64)
    shares = laplace(values, np.ones(len(counts), dtype=bool))
    assert float(shares.sum()) == pytest.approx(1.0)
    assert (shares > 0).all()
    assert int(np.argmax(shares)) == int(np.argmax(values))


def test_that_a_class_never_seen_in_training_gets_nothing() -> None:
    assert laplace(np.array([2.0, 0.0, 0.0]), np.array([True, True, False])).tolist() == [0.75, 0.25, 0.0]


def test_that_levels_of_all_columns_stand_in_one_list() -> None:
    levels = Levels.of(MIXED)
    assert levels.names.tolist() == [0, 2, 3]
    assert levels.counts.tolist() == [3, 2, 1]
    assert levels.starts.tolist() == [0, 3, 5]
    assert levels.total == 6
    assert numbers_of(MIXED).tolist() == [1]


def test_that_missing_and_unknown_names_stand_at_the_end_of_the_list() -> None:
    inputs = np.array([[0.0, 9.9, 1.0, NAN], [2.0, 9.9, NAN, 0.0], [3.0, NAN, -1.0, 7.0]])
    assert Levels.of(MIXED).positions(inputs).tolist() == [[0, 4, 6], [2, 6, 5], [6, 6, 6]]


def test_that_a_set_without_names_has_an_empty_list() -> None:
    levels = Levels.of(schema((Kind.NUMBER, 0)))
    assert levels.total == 0
    assert levels.positions(np.zeros((4, 1))).shape == (4, 0)
