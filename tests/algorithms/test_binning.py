"""Boosting of many rows: the same bits as scikit-learn finds by itself, without a copy of the inputs."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from core.algorithms import binning, find_algorithm, prepared
from core.algorithms.learner import Prediction, Schema
from core.algorithms.preparation import MANY_ROWS, Preparation
from core.algorithms.prepared import Common, Prepared
from core.algorithms.rows import Rows
from core.domain.dataset import Floats, Kind, Task

ROWS = MANY_ROWS + 5_000
KINDS = (Kind.NUMBER, Kind.NAMES, Kind.NUMBER, Kind.NUMBER)
LEVELS = ((), ("a", "b", "c"), (), ())


@pytest.fixture(scope="module")
def inputs() -> Floats:
    """Numbers of many values, names, numbers of few values, and gaps."""
    chance = np.random.default_rng(5)
    found = chance.standard_normal((ROWS + 50, 4))
    found[:, 1] = chance.integers(0, 3, len(found))
    found[:, 2] = np.round(found[:, 2], 1)
    found[chance.random(len(found)) < 0.2, 3] = np.nan
    return found


def schema_of(task: Task, outputs: int) -> Schema:
    return Schema(task, KINDS, LEVELS, 3 if task is Task.CLASSES else 0, outputs, tuple("abcd"))


def answered(inputs: Floats, task: Task, outputs: int = 1, common: Common | None = None) -> Prediction:
    """Trained on all rows but the last 50, which are predicted."""
    learner = find_algorithm("boosting").build({"rounds": 3}, 3)
    assert isinstance(learner, Prepared)
    learner.common = common
    numbers = inputs[:, [0]] * [2.0, -1.0][:outputs] + (inputs[:, [1]] == 1) + np.nan_to_num(inputs[:, [3]])
    targets = np.digitize(numbers, [-1.0, 1.0]).astype(np.float64) if task is Task.CLASSES else numbers
    learner.fit_rows(Rows(inputs, np.arange(ROWS)), targets[:ROWS], schema_of(task, outputs))
    return learner.predict(inputs[ROWS:])


def as_bytes(prediction: Prediction) -> tuple[bytes, bytes]:
    return prediction.predicted.tobytes(), b"" if prediction.scores is None else prediction.scores.tobytes()


def plain(monkeypatch: pytest.MonkeyPatch, work: Callable[[], Prediction]) -> tuple[bytes, bytes]:
    """As scikit-learn does it alone."""
    with monkeypatch.context() as patch:
        for module in (binning, prepared):
            patch.setattr(module, "MANY_ROWS", 10 * ROWS)
        return as_bytes(work())


@pytest.mark.parametrize(("task", "outputs"), [(Task.CLASSES, 1), (Task.NUMBERS, 2)])
def test_that_many_rows_are_boosted_with_the_same_bits_and_without_a_copy(
    monkeypatch: pytest.MonkeyPatch, inputs: Floats, task: Task, outputs: int
) -> None:
    expected = plain(monkeypatch, lambda: answered(inputs, task, outputs))
    monkeypatch.setattr(Preparation, "learn", None)  # which makes one
    assert as_bytes(answered(inputs, task, outputs)) == expected


def test_that_many_rows_shared_with_other_settings_are_boosted_with_the_same_bits(
    monkeypatch: pytest.MonkeyPatch, inputs: Floats
) -> None:
    expected = plain(monkeypatch, lambda: answered(inputs, Task.CLASSES, common=Common()))
    assert as_bytes(answered(inputs, Task.CLASSES, common=Common())) == expected


class NeverAsks:
    """An estimator of another version, which finds its bins in another way."""

    def fit(self, inputs: Floats, targets: Floats) -> "NeverAsks":
        self.sum = float(inputs.sum())
        return self


def test_that_an_estimator_that_finds_its_bins_otherwise_gets_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binning, "MANY_ROWS", 5)
    values = np.arange(12.0).reshape(6, 2)
    schema = Schema(Task.NUMBERS, (Kind.NUMBER,) * 2, ((),) * 2, 0, 1, tuple("ab"))
    learner: Any = find_algorithm("boosting").build({}, 1)
    parts = learner.preparation.in_parts(Rows(values), schema)
    assert binning.boosted(NeverAsks(), parts, values[:, 0]).sum == values.sum()
