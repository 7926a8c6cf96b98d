"""Trees, forests and boosting: missing cells, settings, and chance alone."""

import numpy as np
import pytest

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
