"""Trees, forests and boosting: missing cells, settings, and chance alone."""

import numpy as np
import pytest
from sklearn.ensemble import ExtraTreesClassifier, ExtraTreesRegressor

from core.algorithms import find_algorithm
from core.domain.dataset import Kind, Task
from tests.algorithms.examples import numbers_only, schema


@pytest.mark.parametrize("key", ["tree", "forest", "boosting"])
def test_that_a_missing_cell_can_be_the_signal(key: str) -> None:
    rng = np.random.default_rng(1)
    inputs = rng.normal(size=(200, 2))
    gone = rng.random(200) < 0.5
    inputs[gone, 0] = np.nan
    learner = find_algorithm(key).build({}, 1)
    learner.fit(inputs, gone.astype(float)[:, None], schema(Task.CLASSES, (Kind.NUMBER, Kind.NUMBER), classes=2))
    np.testing.assert_array_equal(learner.predict(inputs).predicted[:, 0], gone)


def test_that_the_settings_reach_the_forest() -> None:
    example = numbers_only(Task.CLASSES)
    learner = find_algorithm("forest").build({"trees": 1, "leaf": 30, "inputs": "all"}, 1)
    learner.fit(example.inputs, example.targets, example.schema)
    scores = learner.predict(example.inputs).scores
    assert scores is not None
    assert len(np.unique(scores, axis=0)) <= 2


@pytest.mark.parametrize("key", ["tree", "forest", "boosting", "knn", "svm", "logistic"])
def test_that_random_answers_are_predicted_at_chance(key: str) -> None:
    rng = np.random.default_rng(2)
    inputs, targets = rng.normal(size=(400, 20)), rng.integers(0, 2, (400, 1)).astype(float)
    learner = find_algorithm(key).build({}, 1)
    learner.fit(inputs[:200], targets[:200], schema(Task.CLASSES, (Kind.NUMBER,) * 20, classes=2))
    error = np.mean(learner.predict(inputs[200:]).predicted != targets[200:])
    assert 0.38 < error < 0.62


@pytest.mark.parametrize("is_classes", [True, False])
def test_that_extremely_randomized_trees_are_about_as_good_as_those_of_scikit_learn(is_classes: bool) -> None:
    rng = np.random.default_rng(3)
    inputs = rng.normal(size=(1200, 6))
    numbers = inputs[:, 0] * inputs[:, 1] + np.sin(2 * inputs[:, 2]) + 0.3 * rng.normal(size=1200)
    targets = (numbers > 0).astype(np.float64) if is_classes else numbers
    task = Task.CLASSES if is_classes else Task.NUMBERS
    learner = find_algorithm("extra-trees").build({}, 1)
    learner.fit(inputs[:800], targets[:800, None], schema(task, (Kind.NUMBER,) * 6, 2, 1))
    other = (ExtraTreesClassifier if is_classes else ExtraTreesRegressor)(random_state=1)
    theirs = other.fit(inputs[:800], targets[:800]).predict(inputs[800:])
    misses = [np.abs(found - targets[800:]).mean() for found in (learner.predict(inputs[800:]).predicted[:, 0], theirs)]
    assert misses[0] < 1.1 * misses[1]


def test_that_extremely_randomized_trees_leave_no_row_out() -> None:
    """Leaf sizes are then compared on rows set aside, never on rows that every tree has seen."""
    learner = find_algorithm("extra-trees").build_for_choices
    assert learner is not None
    built = learner([{"leaf": 1}, {"leaf": 5}], 1)
    assert built is not None
    rows = np.arange(40.0)[:, None]
    built.fit(rows, rows, schema(Task.NUMBERS, (Kind.NUMBER,), 0, 1))
    assert not built.leaves_rows_out
    assert built.predict_left_out() is None
