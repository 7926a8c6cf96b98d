"""Several classes reduced to the two that the nearest neighbor confuses most (Aslan et al. 2009, section IV.A.1)."""

import warnings
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from core.algorithms import find_algorithm
from core.algorithms.learner import schema_of
from core.data.fingerprint import compute_fingerprint
from core.domain.dataset import Dataset, Floats, Integers, Task
from core.domain.study import SchemeChoice
from core.laboratory.demo_runner import select_rows
from core.schemes import make_splits
from core.statistics.count_tests import most_confused_pair
from core.statistics.undefined import Undefined
from core.support.errors import DataError

FOLDS = 10
NEAREST = "memoriser"


def keep_most_confused(data: Dataset, seed: int) -> Dataset:
    """The rows of the two classes most often taken for each other by the nearest row of other folds; two stay two."""
    if data.task is not Task.CLASSES:
        raise DataError("Numbers are predicted here: there are no classes to reduce.", hint="Choose a column of names.")
    if len(data.classes) == 2:
        return data
    found = most_confused_pair(count_neighbor_confusions(data, seed))
    if isinstance(found, Undefined):
        raise DataError(
            "The nearest neighbor never takes one class for another, so no pair stands out.",
            hint="Study all classes together, or choose two of them.",
        )
    return keep_two_classes(data, found.first, found.second)


def count_neighbor_confusions(data: Dataset, seed: int) -> Floats:
    """True classes x answers of the nearest row, counted over the test rows of one repeat of ten folds."""
    counts = np.zeros((len(data.classes), len(data.classes)))
    choice = SchemeChoice(folds=min(FOLDS, _units(data)), repeats=1)
    for split in make_splits(data, choice, seed):
        np.add.at(counts, (data.labels[split.test], _nearest(data, split.train, split.test)), 1)
    return counts


def keep_two_classes(data: Dataset, first: int, second: int) -> Dataset:
    """The rows of two classes, which become classes 0 and 1; the other rows are left out."""
    kept = np.flatnonzero(np.isin(data.labels, (first, second)))
    pair = (first, second)
    reduced = replace(
        select_rows(data, kept),
        targets=(data.labels[kept] == second).astype(np.float64)[:, None],
        classes=tuple(data.classes[place] for place in pair),
        positive=pair.index(data.positive) if data.positive in pair else None,
        given=_given(data.given, kept, pair),
        left_out=data.left_out + data.size - len(kept),
    )
    return replace(reduced, fingerprint=compute_fingerprint(reduced))


def _nearest(data: Dataset, train: Integers, test: Integers) -> Integers:
    learner = find_algorithm(NEAREST).build({}, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # this only looks for a pair, it judges nobody
        learner.fit(data.inputs[train], data.targets[train], schema_of(data))
        return learner.predict(data.inputs[test]).predicted[:, 0].astype(np.int64)


def _units(data: Dataset) -> int:
    return data.size if data.groups is None else len(np.unique(data.groups))


def _given(given: Mapping[str, Floats], kept: Integers, pair: tuple[int, int]) -> dict[str, Floats]:
    """Predictions made elsewhere in the new positions; one that names a class left out counts as missing."""
    return {name: _recoded(values[kept], pair) for name, values in given.items()}


def _recoded(values: Floats, pair: tuple[int, int]) -> Floats:
    return np.select([values == pair[0], values == pair[1]], [0.0, 1.0], np.nan)
