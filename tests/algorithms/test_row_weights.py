"""Algorithms that heed weights learn from a row of weight 3 what they learn from three such rows."""

import numpy as np
import pytest

from core.algorithms import ALGORITHMS
from core.algorithms.learner import Schema
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
    """Of an odd number of rows, because the median of an even number lies between two of them."""
    inputs, targets, _, schema = table(next(iter(row.tasks)))
    fresh, inputs, targets = inputs[-1:] + 0.05 * np.arange(20)[:, None], inputs[:59], targets[:59]
    answers = []
    for given in (None, np.ones(59), np.where(targets[:, 0] > np.median(targets), 5.0, 1.0)):
        learner = row.build({"leaf": 10} if row.key == "extra-trees" else {}, 1)  # else all leaves are pure
        learner.row_weights = given  # type: ignore[attr-defined]
        learner.fit(inputs, targets, schema)
        found = learner.predict(fresh)
        answers.append(found.predicted if found.scores is None else found.scores)
    np.testing.assert_allclose(answers[0], answers[1], atol=1e-6)
    assert np.abs(answers[0] - answers[2]).max() > 1e-3


# Not here: forests draw rows, a Gaussian process learns its noise from copies, neighbors count copies as neighbors.
OF_CLASSES = {
    "logistic": {},
    "tree": {"pruning": "off", "leaf": 5},
    "boosting": {"rounds": 20},
    "monotone-boosting": {"rounds": 20},
    "additive": {},
    "lda": {},
    "qda": {},
    "nearest-centroid": {},
    "naive-bayes": {},
    "perceptron": {},
    "mlp": {"rounds": 5},
    "svm": {},
}
OF_NUMBERS = {
    "linear": {},
    "ridge": {},
    "lasso": {},
    "elastic-net": {},
    "pls": {},
    "tree": {"pruning": "off", "leaf": 5},
    "boosting": {"rounds": 20},
    "monotone-boosting": {"rounds": 20},
    "additive": {},
    "response-surface": {},
    "mars": {},
    "mlp": {"rounds": 5},
    "svm": {},
}
LOOSE = {"svm": 5e-3, "lasso": 1e-4, "elastic-net": 1e-4, "monotone-boosting": 1e-4}  # stop before the last digits


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("key", OF_CLASSES)
def test_that_a_heavy_row_is_several_rows_for_classes(key: str, classes: int) -> None:
    inputs, targets, weights, schema = table(Task.CLASSES, classes)
    copied = np.repeat(np.arange(60), weights.astype(int))
    _compare(key, OF_CLASSES[key], inputs, targets, weights, schema, copied)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", OF_NUMBERS)
def test_that_a_heavy_row_is_several_rows_for_numbers(key: str) -> None:
    inputs, targets, weights, schema = table(Task.NUMBERS)
    copied = np.repeat(np.arange(60), weights.astype(int))
    _compare(key, OF_NUMBERS[key], inputs, targets, weights, schema, copied)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", ["forest", "extra-trees"])
def test_that_heavy_rows_pull_a_forest(key: str) -> None:
    row = next(one for one in ALGORITHMS if one.key == key)
    inputs, targets, _, schema = table(Task.NUMBERS)
    heavy = np.where(targets[:, 0] > 0, 100.0, 1.0)
    learner = row.build({"leaf": 20}, 1)
    learner.row_weights = heavy  # type: ignore[attr-defined]
    learner.fit(inputs, targets, schema)
    plain = row.build({"leaf": 20}, 1)
    plain.fit(inputs, targets, schema)
    assert (learner.predict(inputs).predicted > plain.predict(inputs).predicted).all()


def test_that_the_noise_of_a_process_is_divided_by_the_weights() -> None:
    row = next(one for one in ALGORITHMS if one.key == "gaussian-process")
    inputs, targets, _, schema = table(Task.NUMBERS)
    learner = row.build({}, 1)
    weights = np.ones(60)
    weights[7] = 1e6
    learner.row_weights = weights  # type: ignore[attr-defined]
    learner.fit(inputs, targets, schema)
    away = np.abs(learner.predict(inputs).predicted - targets)[:, 0]
    assert away[7] < 1e-3 < np.median(away)


def test_that_heavy_neighbors_count_more() -> None:
    row = next(one for one in ALGORITHMS if one.key == "knn")
    inputs = np.array([[0.0], [1.0], [10.0], [11.0]])
    targets = np.array([[0.0], [3.0], [10.0], [20.0]])
    learner = row.build({"neighbours": 2}, 1)
    learner.row_weights = np.array([1.0, 2.0, 3.0, 1.0])  # type: ignore[attr-defined]
    learner.fit(inputs, targets, Schema(Task.NUMBERS, (Kind.NUMBER,), ((),), 0, 1, ("a",)))
    np.testing.assert_allclose(learner.predict(np.array([[0.4], [10.6]])).predicted[:, 0], [2.0, 12.5])


def test_that_a_member_of_an_average_heeds_the_weights() -> None:
    inputs, targets, weights, schema = table(Task.NUMBERS)
    average = next(one for one in ALGORITHMS if one.key == "average").build({"members": "linear"}, 1)
    alone = next(one for one in ALGORITHMS if one.key == "linear").build({}, 1)
    for learner in (average, alone):
        learner.row_weights = weights  # type: ignore[attr-defined]
        learner.fit(inputs, targets, schema)
    np.testing.assert_array_equal(average.predict(inputs).predicted, alone.predict(inputs).predicted)


def test_that_every_algorithm_that_learns_from_rows_heeds_weights_or_is_named_here() -> None:
    without = {row.key for row in ALGORITHMS if not row.uses_weights}
    assert without == {"c45", "ripper", "naive-bayes-discretised", "memoriser", "formula", "given"}


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
    first = np.concatenate([[True], copied[1:] != copied[:-1]])
    heavy.row_weights = np.where(first, weights[copied], 1e-12)  # type: ignore[attr-defined]
    heavy.fit(inputs[copied], targets[copied], schema)
    several.fit(inputs[copied], targets[copied], schema)
    ours, theirs = heavy.predict(inputs), several.predict(inputs)
    if ours.scores is not None:
        np.testing.assert_allclose(ours.scores, theirs.scores, atol=LOOSE.get(key, 2e-6))  # type: ignore[arg-type]
    else:
        np.testing.assert_allclose(ours.predicted, theirs.predicted, atol=LOOSE.get(key, 2e-6))
