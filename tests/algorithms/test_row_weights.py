"""Algorithms that heed weights learn from a row of weight 3 what they learn from three such rows."""

import numpy as np
import pytest

from core.algorithms import ALGORITHMS
from core.algorithms.learner import Schema
from core.algorithms.prepared import Prepared
from core.algorithms.row import Algorithm
from core.domain.dataset import Kind, Task

USING = [row for row in ALGORITHMS if row.uses_weights]


def table(task: Task, classes: int = 2) -> tuple[np.ndarray, np.ndarray, np.ndarray, Schema]:
    rng = np.random.default_rng(2)
    inputs = rng.normal(size=(60, 3))
    inputs -= inputs.mean(axis=0)
    signal = inputs @ [1.0, -2.0, 0.5] + rng.normal(size=60)
    labels = np.digitize(signal, np.quantile(signal, np.linspace(0, 1, classes + 1)[1:-1]))
    targets = (signal if task is Task.NUMBERS else labels).astype(np.float64)[:, None]
    weights = rng.integers(1, 4, 60).astype(np.float64)
    kinds = (Kind.NUMBER,) * 3
    return (
        inputs,
        targets,
        weights,
        Schema(task, kinds, ((),) * 3, classes if task is Task.CLASSES else 0, 1, ("a", "b", "c")),
    )


@pytest.mark.parametrize("row", USING, ids=lambda row: row.key)
def test_that_weights_change_what_is_learned(row: Algorithm) -> None:
    task = next(iter(row.tasks))
    inputs, targets, weights, schema = table(task)
    answers = []
    for given in (None, np.ones(60), weights):
        learner = row.build({}, 1)
        assert isinstance(learner, Prepared)
        learner.row_weights = given
        learner.fit(inputs, targets, schema)
        found = learner.predict(inputs)
        answers.append(found.predicted if found.scores is None else found.scores)
    np.testing.assert_allclose(answers[0], answers[1], atol=1e-6)
    assert np.abs(answers[0] - answers[2]).max() > 1e-3


@pytest.mark.parametrize("classes", [2, 3])
def test_that_a_heavy_row_of_logistic_regression_is_several_rows(classes: int) -> None:
    inputs, targets, weights, schema = table(Task.CLASSES, classes)
    copied = np.repeat(np.arange(60), weights.astype(int))
    _compare("logistic", {}, inputs, targets, weights, schema, copied)


def test_that_a_heavy_row_of_least_squares_is_several_rows() -> None:
    inputs, targets, weights, schema = table(Task.NUMBERS)
    copied = np.repeat(np.arange(60), weights.astype(int))
    _compare("linear", {}, inputs, targets, weights, schema, copied)


def _compare(
    key: str,
    settings: dict[str, object],
    inputs: np.ndarray,
    targets: np.ndarray,
    weights: np.ndarray,
    schema: Schema,
    copied: np.ndarray,
) -> None:
    """Both see the copies, because preparation scales inputs by the rows it sees; all but one weigh nearly 0."""
    row = next(one for one in ALGORITHMS if one.key == key)
    several, heavy = row.build(settings, 1), row.build(settings, 1)
    assert isinstance(heavy, Prepared)
    first = np.concatenate([[True], copied[1:] != copied[:-1]])
    heavy.row_weights = np.where(first, weights[copied], 1e-12)
    heavy.fit(inputs[copied], targets[copied], schema)
    several.fit(inputs[copied], targets[copied], schema)
    ours, theirs = heavy.predict(inputs), several.predict(inputs)
    if ours.scores is not None:
        np.testing.assert_allclose(ours.scores, theirs.scores, atol=1e-6)  # type: ignore[arg-type]
    np.testing.assert_allclose(ours.predicted, theirs.predicted, atol=1e-6)
