"""Every real algorithm learns from names alone, with missing cells, with more inputs than rows, and from few rows."""

import warnings
from collections.abc import Mapping

import numpy as np
import pytest

from core.algorithms.row import Algorithm
from core.domain.dataset import Floats, Kind, Task
from core.domain.study import Settings
from tests.algorithms.examples import answers, schema
from tests.algorithms.test_contract import REAL, cases

NEW = 200
SHAPES = {"names": (150, 3), "missing": (150, 3), "wide": (60, 90), "tiny": (14, 2)}
ALLOWED = {
    "names": 0.8,
    "missing": 0.8,
    "wide": 0.9,
    "tiny": 1.0,
}  # of the constant guess's error; a tree may not split
SETTINGS: Mapping[str, Settings] = {"average": {"members": "knn; tree", "folds": 2}, "mlp": {"rounds": 100}}


def draw_rows(shape: str) -> tuple[Floats, Floats]:
    """Inputs, and the signal that the first two of them carry."""
    rng = np.random.default_rng(3)
    rows, columns = SHAPES[shape]
    if shape == "names":
        names = rng.integers(0, 4, (rows + NEW, columns))
        return names.astype(np.float64), np.array([0, 3.0, -3, 1])[names[:, 0]] + np.array([2.0, -2, 0, 0])[names[:, 1]]
    inputs = rng.normal(size=(rows + NEW, columns))
    signal = 3 * inputs[:, 0] + 2 * inputs[:, 1]
    if shape == "wide":
        inputs[:, 2:30] = inputs[:, [0]] + 0.3 * inputs[:, 2:30]
    if shape == "missing":
        inputs[rng.random(inputs.shape) < 0.2] = np.nan
    return inputs, signal


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("row", "task"), cases(REAL))
def test_that_every_real_algorithm_learns_from_every_shape(row: Algorithm, task: Task, shape: str) -> None:
    inputs, signal = draw_rows(shape)
    rows, columns = SHAPES[shape]
    targets = answers(task, signal, np.random.default_rng(4), 2, 1)
    meaning = schema(task, (Kind.NAMES if shape == "names" else Kind.NUMBER,) * columns, 2, 1)
    learner = row.build(SETTINGS.get(row.key, {}), 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        learner.fit(inputs[:rows], targets[:rows], meaning)
        misses = np.abs(learner.predict(inputs[rows:]).predicted - targets[rows:])
    guess = np.median(targets[:rows]) if task is Task.NUMBERS else float(np.mean(targets[:rows]) > 0.5)
    assert misses.mean() <= ALLOWED[shape] * np.abs(guess - targets[rows:]).mean()
