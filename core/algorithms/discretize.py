"""Cuts numbers into bins that tell the classes apart, as many as the minimum description length allows."""

from dataclasses import dataclass

import numpy as np

from core.algorithms.cells import SeenNames, usable_inputs
from core.algorithms.counts import bits
from core.algorithms.learner import Prediction, Schema, not_trained
from core.algorithms.naive_bayes import NaiveBayes
from core.domain.dataset import Floats, Integers, Kind, Task


@dataclass(frozen=True, slots=True, eq=False)
class Sorted:
    """The known cells of one column in ascending order, with the classes counted up to each row (rows + 1 rows)."""

    values: Floats
    counts: Floats

    @classmethod
    def of(cls, values: Floats, labels: Integers, classes: int) -> "Sorted":
        order = np.argsort(values, kind="stable")[: np.count_nonzero(~np.isnan(values))]
        member = labels[order][:, None] == np.arange(classes)
        return cls(values[order], np.vstack([np.zeros(classes), np.cumsum(member, axis=0)]))


def cut_points(values: Floats, labels: Integers, classes: int) -> Floats:
    """Fayyad & Irani (1993), sections 2 and 3: split at the cut of least entropy while it pays for itself in bits."""
    rows = Sorted.of(values, labels, classes)
    cuts: list[float] = []
    waiting = [(0, len(rows.values))]
    while waiting:
        start, end = waiting.pop()
        middle = least_entropy(rows, start, end)
        if middle is not None and pays_off(*(np.diff(rows.counts[[start, middle, end]], axis=0))):
            cuts.append(_between(rows.values[middle - 1], rows.values[middle]))
            waiting += [(start, middle), (middle, end)]
    return np.array(sorted(cuts))


def least_entropy(rows: Sorted, start: int, end: int) -> int | None:
    """Position of the first row right of the cut with least class entropy; None when all values are equal."""
    places = start + 1 + np.flatnonzero(rows.values[start + 1 : end] > rows.values[start : end - 1])
    if not len(places):
        return None
    left = rows.counts[places] - rows.counts[start]
    right = rows.counts[end] - rows.counts[places]
    return int(places[np.argmin(bits(left) + bits(right))])


def pays_off(left: Floats, right: Floats) -> bool:
    """Fayyad & Irani (1993), section 3: gain > log2(N-1)/N + (log2(3^k - 2) - kE + k1E1 + k2E2)/N; class counts."""
    both = left + right
    rows = both.sum()
    kinds = np.count_nonzero(both)
    gain = bits(both) - bits(left) - bits(right)
    saved = kinds * _entropy(both) - np.count_nonzero(left) * _entropy(left) - np.count_nonzero(right) * _entropy(right)
    return bool(gain > np.log2(rows - 1) + kinds * np.log2(3.0) + np.log2(1.0 - 2.0 * 3.0**-kinds) - saved)


def bin_positions(values: Floats, cuts: Floats) -> Floats:
    """Bin of each cell, counted from 0; a value equal to a cut lies left of it, missing cells stay missing."""
    return np.where(np.isnan(values), np.nan, np.searchsorted(cuts, values, side="left").astype(np.float64))


class DiscretizedNaiveBayes:
    """Naive Bayes on frequencies alone; numbers are cut into bins learned from the training rows (Dougherty 1995)."""

    def __init__(self, added_count: float = 1.0) -> None:
        self._cuts: tuple[Floats | None, ...] = ()
        self._seen: SeenNames | None = None
        self._inner = NaiveBayes(added_count)

    def fit(self, inputs: Floats, targets: Floats, schema: Schema) -> None:
        usable_inputs(inputs)
        self._seen = SeenNames.of(inputs, schema)
        labels = targets[:, 0].astype(np.int64)
        self._cuts = tuple(
            None if kind.is_coded else cut_points(inputs[:, position], labels, schema.classes)
            for position, kind in enumerate(schema.kinds)
        )
        self._inner.learn(self._binned(inputs), targets, _binned_schema(schema, self._cuts))

    def predict(self, inputs: Floats) -> Prediction:
        if self._seen is None:
            raise not_trained()
        self._seen.tell(inputs)
        return self._inner.answer(self._binned(inputs))

    def _binned(self, inputs: Floats) -> Floats:
        binned = inputs.copy()
        for position, cuts in enumerate(self._cuts):
            if cuts is not None:
                binned[:, position] = bin_positions(inputs[:, position], cuts)
        return binned


def _binned_schema(schema: Schema, cuts: tuple[Floats | None, ...]) -> Schema:
    levels = tuple(
        names if found is None else tuple(str(place) for place in range(len(found) + 1))
        for names, found in zip(schema.levels, cuts, strict=True)
    )
    return Schema(Task.CLASSES, (Kind.NAMES,) * len(levels), levels, schema.classes, 1, schema.features)


def _between(low: float, high: float) -> float:
    """The midpoint, unless rounding lets it reach the higher value."""
    middle = low + (high - low) / 2
    return float(middle if middle < high else low)


def _entropy(counts: Floats) -> float:
    return float(bits(counts) / max(counts.sum(), 1.0))
