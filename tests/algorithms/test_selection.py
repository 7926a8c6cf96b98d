"""The inputs that tell most on their own, chosen by the training rows."""

import numpy as np
import pytest

from core.algorithms import find_algorithm
from core.algorithms.selection import KEPT, strongest
from core.domain.dataset import Kind, Task
from tests.algorithms.examples import numbers_only, schema


def test_that_the_inputs_that_go_with_the_labels_are_kept_in_their_order() -> None:
    rng = np.random.default_rng(1)
    labels = np.repeat([0, 1, 2], 30)
    inputs = rng.normal(size=(90, 6))
    inputs[:, 4] += labels
    inputs[:, 1] += 3 * labels
    assert strongest(inputs, labels, 2).tolist() == [1, 4]
    assert strongest(inputs, labels, 1).tolist() == [1]


def test_that_the_order_is_that_of_the_f_ratio() -> None:
    from_library = pytest.importorskip("sklearn.feature_selection").f_classif
    rng = np.random.default_rng(2)
    labels = rng.integers(0, 3, 80)
    inputs = rng.normal(size=(80, 12)) * rng.uniform(0.1, 100, 12)
    ratios = from_library(inputs, labels)[0]
    for count in (1, 4, 11):
        assert strongest(inputs, labels, count).tolist() == sorted(np.argsort(-ratios)[:count].tolist())


def test_that_one_output_is_enough_to_keep_an_input() -> None:
    rng = np.random.default_rng(3)
    inputs = rng.normal(size=(60, 5))
    targets = np.column_stack([inputs[:, 3], -1000 * inputs[:, 0]]) + 0.1 * rng.normal(size=(60, 2))
    assert strongest(inputs, targets, 2).tolist() == [0, 3]


@pytest.mark.parametrize("count", [0, 5, 9])
def test_that_nothing_is_left_out_unless_asked(count: int) -> None:
    assert strongest(np.zeros((4, 5)), np.array([0, 1, 0, 1]), count).tolist() == [0, 1, 2, 3, 4]


def test_that_inputs_without_variation_come_last_and_equal_ones_by_place() -> None:
    inputs = np.column_stack([np.ones(4), [0.0, 1, 0, 1], [0.0, 1, 0, 1]])
    assert strongest(inputs, np.array([0, 1, 0, 1]), 1).tolist() == [1]
    assert strongest(inputs, inputs[:, [1]], 2).tolist() == [1, 2]


@pytest.mark.parametrize("key", ["logistic", "lda", "qda", "knn"])
def test_that_useless_inputs_stop_to_matter_when_they_are_not_kept(key: str) -> None:
    example = numbers_only(Task.CLASSES, features=30, rows=120, classes=2)
    signal = example.targets * 4
    inputs = np.column_stack([signal, example.inputs])
    meaning = schema(Task.CLASSES, (Kind.NUMBER,) * 31, 2)
    learner = find_algorithm(key).build({KEPT.key: 1}, 1)
    learner.fit(inputs, example.targets, meaning)
    other = inputs.copy()
    other[:, 1:] = 50.0
    np.testing.assert_array_equal(learner.predict(other).predicted, example.targets)


def test_that_numbers_are_selected_too() -> None:
    rng = np.random.default_rng(4)
    inputs = rng.normal(size=(50, 8))
    learner = find_algorithm("linear").build({KEPT.key: 1}, 1)
    learner.fit(inputs, 2 * inputs[:, [5]] + 1, schema(Task.NUMBERS, (Kind.NUMBER,) * 8, outputs=1))
    other = np.zeros_like(inputs)
    other[:, 5] = inputs[:, 5]
    np.testing.assert_allclose(learner.predict(other).predicted, 2 * inputs[:, [5]] + 1)
