"""The constant guess: the same prediction for every row, the one with least training loss under the main measure."""

import math

import numpy as np

from core.algorithms.learner import Prediction, Schema
from core.domain.dataset import Floats, Task
from core.statistics.measures import Context
from core.statistics.weighted_measures import find_weighted_quantile

NEED_ALARMS = ("precision", "f1")  # both are 0 or undefined for whoever never flags a row
HELD_SHARES = {"median-error": 0.5, "p95-error": 0.95, "max-error": 1.0}


class ConstantGuess:
    """Most frequent class, the cheaper one under costs, the positive one for precision and F1, which need alarms.

    Of numbers the median for the mean absolute error, a quantile where too high and too low cost differently, the
    middle of the narrowest span that holds enough rows for quantiles of the error and tolerances, the mean otherwise.
    """

    def __init__(self, measure: str, context: Context) -> None:
        self.measure = measure
        self.context = context
        self.guess: Floats = np.empty(0)
        self.shares: Floats | None = None
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats, targets: Floats, schema: Schema) -> None:
        if schema.task is not Task.CLASSES:
            self.guess = np.array([self._center(column) for column in targets.T])
            return
        counts = np.bincount(targets[:, 0].astype(np.int64), self.row_weights, minlength=schema.classes)
        self.shares = counts / counts.sum()
        gains = self.shares.copy()  # of predicting each class: correct rows
        if self.measure == "cost":
            gains[self.context.positive] *= self.context.cost_ratio  # a detected positive counts that many times
        if self.measure in NEED_ALARMS and schema.classes == 2:
            gains[self.context.positive] = 2.0
        self.guess = np.array([float(np.argmax(gains))])

    def predict(self, inputs: Floats) -> Prediction:
        scores = None if self.shares is None else np.tile(self.shares, (len(inputs), 1))
        return Prediction(np.tile(self.guess, (len(inputs), 1)), scores)

    def _center(self, values: Floats) -> float:
        weights = self.row_weights
        if self.measure == "mae":
            return float(np.median(values)) if weights is None else _weighted_median(values, weights)
        if self.measure == "asymmetric":
            share = 1 / (1 + self.context.over_cost)
            return find_weighted_quantile(values, np.ones(len(values)) if weights is None else weights, share)
        if self.measure == "relative" and np.all(values != 0):
            return _weighted_median(values, (1.0 if weights is None else weights) / np.abs(values))
        if self.measure in HELD_SHARES:
            return _middle_of_narrowest(values, HELD_SHARES[self.measure])
        if self.measure == "within-tolerance" and self.context.tolerance is not None:
            return _middle_of_fullest(values, self.context.tolerance)
        return float(np.average(values, weights=weights))


def _weighted_median(values: Floats, weights: Floats) -> float:
    order = np.argsort(values, kind="stable")
    cumulated = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(cumulated, cumulated[-1] / 2)])


def _middle_of_narrowest(values: Floats, share: float) -> float:
    """The constant whose error has the smallest quantile: the middle of the narrowest span with this share of rows."""
    ordered, held = np.sort(values), math.ceil(share * len(values) - 1e-9)
    first = int(np.argmin(ordered[held - 1 :] - ordered[: len(ordered) - held + 1]))
    return float((ordered[first] + ordered[first + held - 1]) / 2)


def _middle_of_fullest(values: Floats, tolerance: float) -> float:
    """The constant within whose tolerance most rows lie."""
    ordered = np.sort(values)
    held = np.searchsorted(ordered, ordered + 2 * tolerance, "right") - np.arange(len(ordered))
    first = int(np.argmax(held))
    return float((ordered[first] + ordered[first + held[first] - 1]) / 2)
