"""Algorithms that look at no input."""

import numpy as np
import pytest

from core.algorithms import find_algorithm
from core.domain.dataset import Floats, Kind, Task
from core.support.errors import EngineError
from tests.algorithms.examples import schema


def answer(key: str, targets: Floats, task: Task, classes: int = 3) -> tuple[Floats, Floats | None]:
    learner = find_algorithm(key).build({}, 1)
    inputs = np.zeros((len(targets), 1))
    learner.fit(inputs, targets, schema(task, (Kind.NUMBER,), classes, targets.shape[1]))
    prediction = learner.predict(inputs[:1])
    return prediction.predicted, prediction.scores


def test_that_the_majority_is_predicted_with_the_shares_of_the_classes() -> None:
    predicted, scores = answer("majority", np.array([[2.0], [0.0], [2.0], [2.0]]), Task.CLASSES)
    assert predicted.tolist() == [[2.0]]
    assert scores is not None
    assert scores.tolist() == [[0.25, 0.0, 0.75]]


def test_that_equally_frequent_classes_go_to_the_first() -> None:
    predicted, _ = answer("majority", np.array([[2.0], [1.0], [2.0], [1.0]]), Task.CLASSES)
    assert predicted.tolist() == [[1.0]]


def test_that_mean_and_median_are_taken_output_by_output() -> None:
    targets = np.array([[1.0, 10.0], [2.0, 20.0], [9.0, 90.0]])
    assert answer("mean", targets, Task.NUMBERS)[0].tolist() == [[4.0, 40.0]]
    assert answer("median", targets, Task.NUMBERS)[0].tolist() == [[2.0, 20.0]]


def test_that_given_predictions_are_never_trained() -> None:
    with pytest.raises(EngineError, match="not trained"):
        find_algorithm("given").build({"column": "old model"}, 1)
