"""The constant guess: the same prediction for every row, the one with least training loss under the main measure."""

import numpy as np

from core.algorithms.learner import Prediction, Schema
from core.domain.dataset import Floats, Task
from core.statistics.measures import Context


class ConstantGuess:
    """Most frequent class, or the cheaper one under costs; median for the mean absolute error, mean otherwise."""

    def __init__(self, measure: str, context: Context) -> None:
        self.measure = measure
        self.context = context
        self.guess: Floats = np.empty(0)
        self.shares: Floats | None = None

    def fit(self, inputs: Floats, targets: Floats, schema: Schema) -> None:
        if schema.task is not Task.CLASSES:
            self.guess = np.array([self._center(column) for column in targets.T])
            return
        counts = np.bincount(targets[:, 0].astype(np.int64), minlength=schema.classes)
        self.shares = counts / counts.sum()
        gains = self.shares.copy()  # of predicting each class: correct rows
        if self.measure == "cost":
            gains[self.context.positive] *= self.context.cost_ratio  # a detected positive counts that many times
        self.guess = np.array([float(np.argmax(gains))])

    def predict(self, inputs: Floats) -> Prediction:
        scores = None if self.shares is None else np.tile(self.shares, (len(inputs), 1))
        return Prediction(np.tile(self.guess, (len(inputs), 1)), scores)

    def _center(self, values: Floats) -> float:
        if self.measure == "mae":
            return float(np.median(values))
        if self.measure == "relative" and np.all(values != 0):
            return _weighted_median(values, 1 / np.abs(values))
        return float(np.mean(values))


def _weighted_median(values: Floats, weights: Floats) -> float:
    order = np.argsort(values, kind="stable")
    cumulated = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(cumulated, cumulated[-1] / 2)])
