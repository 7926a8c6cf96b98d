"""The trivial model: the constant with least training loss under the study's main measure."""

import numpy as np

from core.algorithms.learner import Prediction, Schema
from core.domain.dataset import Floats, Task
from core.statistics.measures import Context


class TrivialModel:
    """Majority class, or the cheaper class under costs; median for absolute misses, mean otherwise."""

    def __init__(self, measure: str, context: Context) -> None:
        self.measure = measure
        self.context = context
        self.answer: Floats = np.empty(0)
        self.shares: Floats | None = None

    def fit(self, inputs: Floats, targets: Floats, schema: Schema) -> None:
        if schema.task is Task.CLASSES:
            counts = np.bincount(targets[:, 0].astype(np.int64), minlength=schema.classes)
            self.shares = counts / counts.sum()
            self.answer = np.array([float(np.argmax(self._gains()))])
        else:
            self.answer = np.array([self._middle(column) for column in targets.T])

    def predict(self, inputs: Floats) -> Prediction:
        scores = None if self.shares is None else np.tile(self.shares, (len(inputs), 1))
        return Prediction(np.tile(self.answer, (len(inputs), 1)), scores)

    def _gains(self) -> Floats:
        """What answering each class gains: rows answered right, a found positive counting `cost_ratio` times."""
        assert self.shares is not None
        gains = self.shares.copy()
        if self.measure == "cost":
            gains[self.context.positive] *= self.context.cost_ratio
        return gains

    def _middle(self, values: Floats) -> float:
        if self.measure == "mae":
            return float(np.median(values))
        if self.measure == "relative" and np.all(values != 0):
            return _weighted_median(values, 1 / np.abs(values))
        return float(np.mean(values))


def _weighted_median(values: Floats, weights: Floats) -> float:
    order = np.argsort(values, kind="stable")
    passed = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(passed, passed[-1] / 2)])
