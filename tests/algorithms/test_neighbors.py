"""Nearest rows and their stated rule for ties."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.neighbors import KNeighborsRegressor

from core.algorithms import find_algorithm
from core.algorithms.nearest import nearest_rows
from core.algorithms.neighbors import CLOSER, EQUAL, Neighbors
from core.domain.dataset import Kind, Task
from tests.algorithms.examples import numbers_only, schema


def test_that_equal_distances_go_to_the_row_that_comes_first() -> None:
    distances = np.array([[2.0, 1.0, 1.0, 0.0, 1.0]])
    assert nearest_rows(distances, 3).tolist() == [[3, 1, 2]]


@given(st.integers(0, 10_000), st.integers(1, 12))
@settings(max_examples=40, deadline=None)
def test_that_nearest_rows_are_those_of_a_stable_sort(seed: int, count: int) -> None:
    distances = np.random.default_rng(seed).integers(0, 4, (5, 12)).astype(float)
    expected = np.argsort(distances, axis=1, kind="stable")[:, :count]
    np.testing.assert_array_equal(nearest_rows(distances, count), expected)


def test_that_equal_votes_go_to_the_class_that_comes_first() -> None:
    learner = find_algorithm("knn").build({"neighbours": 2}, 1)
    learner.fit(np.array([[0.0], [1.0]]), np.array([[2.0], [1.0]]), schema(Task.CLASSES, (Kind.NUMBER,)))
    answer = learner.predict(np.array([[0.1]]))
    assert answer.predicted.tolist() == [[1.0]]
    assert answer.scores is not None
    assert answer.scores.tolist() == [[0.0, 0.5, 0.5]]


def test_that_answers_match_those_of_scikit_learn_without_ties() -> None:
    example = numbers_only(Task.NUMBERS)
    for weights, theirs in ((EQUAL, "uniform"), (CLOSER, "distance")):
        ours = Neighbors(7, weights)
        ours.fit(example.inputs, example.targets)
        expected = KNeighborsRegressor(7, weights=theirs).fit(example.inputs, example.targets).predict(example.new)
        np.testing.assert_allclose(ours.numbers(example.new), expected)


def test_that_a_row_at_distance_zero_decides_alone_when_closer_counts_more() -> None:
    ours = Neighbors(3, CLOSER)
    ours.fit(np.array([[0.0], [1.0], [2.0]]), np.array([[5.0], [7.0], [9.0]]))
    assert ours.numbers(np.array([[1.0]])).tolist() == [[7.0]]


def test_that_more_neighbors_than_rows_means_all_rows() -> None:
    ours = Neighbors(50, EQUAL)
    ours.fit(np.array([[0.0], [1.0]]), np.array([[2.0], [4.0]]))
    assert ours.numbers(np.array([[0.0]])).tolist() == [[3.0]]


def test_that_the_memoriser_repeats_its_training_rows() -> None:
    example = numbers_only(Task.CLASSES)
    learner = find_algorithm("memoriser").build({}, 1)
    learner.fit(example.inputs, example.targets, example.schema)
    np.testing.assert_array_equal(learner.predict(example.inputs).predicted, example.targets)


def test_that_large_sets_are_done_in_parts_with_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    example = numbers_only(Task.NUMBERS)
    ours = Neighbors(3, EQUAL)
    ours.fit(example.inputs, example.targets)
    whole = ours.numbers(example.new)
    monkeypatch.setattr("core.algorithms.neighbors.CELLS_AT_ONCE", 100)
    np.testing.assert_array_equal(ours.numbers(example.new), whole)
