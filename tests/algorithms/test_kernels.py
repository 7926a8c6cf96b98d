"""Support vector machines and Gaussian processes: scores, curves and limits."""

import numpy as np
import pytest

from core.algorithms import find_algorithm
from core.algorithms.vectors import VectorClassifier
from core.domain.dataset import Kind, Task
from core.support.errors import EngineError
from tests.algorithms.examples import numbers_only, schema


@pytest.mark.parametrize("classes", [2, 3])
def test_that_scores_of_vectors_rank_as_their_decisions(classes: int) -> None:
    example = numbers_only(Task.CLASSES, classes=classes)
    model = VectorClassifier(1.0, 1.0)
    model.fit(example.inputs, example.targets[:, 0].astype(np.int64))
    scores = model.scores(example.new)
    decisions = model.estimator.decision_function(example.new)
    last = decisions if classes == 2 else decisions[:, -1]
    if classes == 2:
        np.testing.assert_array_equal(np.argsort(scores[:, 1]), np.argsort(last))
        np.testing.assert_array_equal(scores.argmax(axis=1), model.estimator.predict(example.new))
    else:
        np.testing.assert_array_equal(scores.argmax(axis=1), decisions.argmax(axis=1))


@pytest.mark.parametrize(
    ("key", "rows", "task"),
    [("svm", 10_001, Task.CLASSES), ("svm", 10_001, Task.NUMBERS), ("gaussian-process", 1501, Task.NUMBERS)],
)
def test_that_too_many_rows_are_refused_in_words(key: str, rows: int, task: Task) -> None:
    inputs = np.arange(rows, dtype=float)[:, None]
    targets = inputs % 2
    words = f"{rows:,} training rows would take about .*; the limit is {rows - 1:,} rows.*forest instead"
    with pytest.raises(EngineError, match=words):
        find_algorithm(key).build({}, 1).fit(inputs, targets, schema(task, (Kind.NUMBER,), 2, 1))


def test_that_a_process_follows_a_smooth_curve_closely() -> None:
    inputs = np.linspace(0, 6, 40)[:, None]
    learner = find_algorithm("gaussian-process").build({"smoothness": "smooth"}, 1)
    learner.fit(inputs, np.sin(inputs), schema(Task.NUMBERS, (Kind.NUMBER,), outputs=1))
    between = inputs[:-1] + 0.05
    np.testing.assert_allclose(learner.predict(between).predicted, np.sin(between), atol=0.01)
