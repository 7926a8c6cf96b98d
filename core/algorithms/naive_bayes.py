"""Naive Bayes for mixed inputs: frequencies for names, a bell curve per class for numbers, missing cells skipped."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from core.algorithms.cells import SeenNames, usable_inputs
from core.algorithms.learner import Prediction, Schema, not_trained
from core.algorithms.levels import Levels, numbers_of
from core.domain.dataset import Floats, Integers

_FARTHEST = 1e6  # column spreads; farther values count as this far, so that no density overflows
_AT_ONCE = 2**19  # cells looked at together, so that large data needs little memory beside itself


class NaiveBayes:
    """Duda & Hart, Pattern Classification (1973); frequencies with Laplace's added count.

    `added_count` is added to every frequency of a level; `spread_floor` is the least variance of a number within a
    class, as a share of the variance of its column. Rows count by `row_weights` (by training row), brought to mean 1.
    """

    def __init__(self, added_count: float = 1.0, spread_floor: float = 1e-9) -> None:
        self.added_count = added_count
        self.spread_floor = spread_floor
        self._model: _Model | None = None
        self._seen: SeenNames | None = None
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats, targets: Floats, schema: Schema) -> None:
        usable_inputs(inputs)
        self._seen = SeenNames.of(inputs, schema)
        self.learn(inputs, targets, schema)

    def learn(self, inputs: Floats, targets: Floats, schema: Schema) -> None:
        """Training without a word about odd inputs, for those who make their own inputs."""
        labels = targets[:, 0].astype(np.int64)
        given = self.row_weights
        weights = np.ones(len(labels)) if given is None else np.asarray(given / given.mean())
        class_counts = np.bincount(labels, weights, minlength=schema.classes)
        numbers = numbers_of(schema)
        self._model = _Model(
            logarithm(class_counts / class_counts.sum()),
            _Names.learn(inputs, labels, weights, schema, self.added_count),
            numbers,
            _Numbers.learn_in_pieces(inputs, numbers, labels, weights, schema.classes, self.spread_floor),
        )

    def predict(self, inputs: Floats) -> Prediction:
        if self._seen is None:
            raise not_trained()
        self._seen.tell(inputs)
        return self.answer(inputs)

    def answer(self, inputs: Floats) -> Prediction:
        if self._model is None:
            raise not_trained()
        pieces = _pieces(len(inputs), inputs.shape[1])
        scores = np.concatenate([softmax(self._model.evidence(inputs[piece])) for piece in pieces])
        return Prediction(np.argmax(scores, axis=1)[:, None].astype(np.float64), scores)


@dataclass(frozen=True, slots=True, eq=False)
class _Names:
    """Log frequencies, one row per level of every column in turn, and a last row of zeros for what is skipped."""

    levels: Levels
    log_frequencies: Floats

    @classmethod
    def learn(cls, inputs: Floats, labels: Integers, weights: Floats, schema: Schema, added_count: float) -> "_Names":
        levels, classes = Levels.of(schema), schema.classes
        cells = levels.positions(inputs) * classes + labels[:, None]
        by_cell = np.repeat(weights, cells.shape[1])
        counts = np.bincount(cells.ravel(), by_cell, minlength=(levels.total + 1) * classes).astype(np.float64)
        counts = counts.reshape(-1, classes)
        log_frequencies = np.zeros(counts.shape)
        for start, count in zip(levels.starts, levels.counts, strict=True):
            column = slice(start, start + count)
            log_frequencies[column] = _log_frequencies(counts[column], added_count)
        return cls(levels, log_frequencies)

    def evidence(self, inputs: Floats) -> Floats:
        total = np.zeros((len(inputs), self.log_frequencies.shape[1]))
        for column in self.levels.positions(inputs).T:
            total += self.log_frequencies[column]
        return total


def _log_frequencies(counts: Floats, added_count: float) -> Floats:
    """Log frequency of each level in each class; a level that was never seen says nothing."""
    seen = counts.sum(axis=1) > 0
    together = counts.sum(axis=0) + added_count * seen.sum()
    return np.where(seen[:, None], logarithm((counts + added_count) / np.where(together > 0, together, 1.0)), 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class _Numbers:
    """Center and spread of every column, and mean and variance per class of the columns so scaled."""

    center: Floats
    spread: Floats
    means: Floats
    variances: Floats

    @classmethod
    def learn_in_pieces(
        cls, inputs: Floats, columns: Integers, labels: Integers, weights: Floats, classes: int, spread_floor: float
    ) -> "_Numbers":
        """Columns do not depend on each other, so that a few at a time are enough."""
        found = [
            cls.learn(inputs[:, columns[piece]], labels, weights, classes, spread_floor)
            for piece in _pieces(len(columns), len(inputs))
        ]
        return cls(
            np.concatenate([one.center for one in found]),
            np.concatenate([one.spread for one in found]),
            np.concatenate([one.means for one in found], axis=1),
            np.concatenate([one.variances for one in found], axis=1),
        )

    @classmethod
    def learn(cls, inputs: Floats, labels: Integers, weights: Floats, classes: int, spread_floor: float) -> "_Numbers":
        known = ~np.isnan(inputs)
        center, spread = _center_and_spread(inputs, known)
        scaled = np.where(known, (inputs - center) / spread, 0.0)
        member = (labels[:, None] == np.arange(classes)).T * weights
        counts = member @ known.astype(np.float64)
        counted = np.where(counts > 0, counts, 1.0)
        means = member @ scaled / counted
        squares = np.where(known, (scaled - means[labels]) ** 2, 0.0)
        variances = np.maximum(member @ squares / counted, spread_floor)
        return cls(center, spread, means, np.where((counts > 0) & np.isfinite(spread), variances, 1.0))

    def evidence(self, inputs: Floats) -> Floats:
        known = ~np.isnan(inputs) & np.isfinite(self.spread)
        scaled = np.where(known, np.clip((inputs - self.center) / self.spread, -_FARTHEST, _FARTHEST), 0.0)
        total = known.astype(np.float64) @ (-0.5 * np.log(2.0 * np.pi * self.variances)).T
        for position, (mean, variance) in enumerate(zip(self.means, self.variances, strict=True)):
            total[:, position] -= (np.where(known, scaled - mean, 0.0) ** 2) @ (0.5 / variance)
        return total


def _center_and_spread(inputs: Floats, known: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Mean and standard deviation of the known cells; a column that never varies gets an infinite spread."""
    counts = np.maximum(known.sum(axis=0), 1)
    center = np.where(known, inputs, 0.0).sum(axis=0) / counts
    spread = np.sqrt((np.where(known, inputs - center, 0.0) ** 2).sum(axis=0) / counts)
    rounding = 1e-12 * np.maximum(np.abs(center), 1e-280)
    return center, np.where(spread > rounding, spread, np.inf)


@dataclass(frozen=True, slots=True, eq=False)
class _Model:
    log_priors: Floats
    names: _Names
    number_places: Integers
    numbers: _Numbers

    def evidence(self, inputs: Floats) -> Floats:
        """Log of prior times likelihood, rows x classes."""
        return self.log_priors + self.names.evidence(inputs) + self.numbers.evidence(inputs[:, self.number_places])


def _pieces(number: int, cells_each: int) -> Iterator[slice]:
    """All of a number of rows or columns, at least one piece; small data is one piece."""
    step = max(_AT_ONCE // max(cells_each, 1), 1)
    return (slice(start, start + step) for start in range(0, max(number, 1), step))


def logarithm(values: Floats) -> Floats:
    """Natural logarithm, minus infinity for zero without a warning."""
    return np.log(values, out=np.full_like(values, -np.inf), where=values > 0)


def softmax(evidence: Floats) -> Floats:
    """Classes lie side by side in few columns, so columns are compared instead of rows."""
    top = reduce(np.maximum, evidence.T)
    powers = np.exp(evidence - top[:, None])
    total = powers[:, 0] + powers[:, 1] if powers.shape[1] == 2 else powers.sum(axis=1)
    return np.asarray(powers / total[:, None])
