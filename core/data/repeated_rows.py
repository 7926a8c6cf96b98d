"""Rows whose inputs occur more than once: exact duplicates of a record, and repeated measurements of one setting."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.data.fingerprint import Keys, mix_keys
from core.domain.dataset import Dataset, Floats, Integers, Kind, Task

_INPUTS_BETWEEN_CHECKS = (1, 3, 9, 27)  # most tables have no two equal rows after very few inputs
_ROWS_AT_ONCE = 16_384
_FIRST_ROWS = 16_384  # where values repeat, they mostly do among so many
MOST_ACCIDENTAL = 0.2  # above this share of rows, equal inputs are how the table was made and not accidents
_FEWEST_SETTINGS = 30  # below, keeping repeated measurements together would test on hardly any other setting


@dataclass(frozen=True, slots=True, eq=False)
class RepeatedRows:
    """The rows of a data set that have the inputs of an earlier row.

    `sets` numbers the sets of equal inputs, one entry per row, in order of appearance. `duplicates` are rows whose
    outputs also equal those of an earlier row of their set; `replicates` are all others: measured again, with another
    result. Both are row positions in rising order.
    """

    sets: Integers
    duplicates: Integers
    replicates: Integers

    @property
    def concerned(self) -> Integers:
        """Rows that share their inputs with another row, the first of each set included."""
        return np.flatnonzero(np.bincount(self.sets)[self.sets] > 1)


def find_repeated_rows(inputs: Floats, targets: Floats) -> RepeatedRows:
    """Tell exact duplicates from repeated measurements; missing equals missing, -0 equals 0."""
    sets = number_equal_rows(inputs)
    shared = np.flatnonzero(np.bincount(sets)[sets] > 1) if len(sets) else sets
    records = number_equal_rows(np.column_stack([sets[shared].astype(np.float64), targets[shared]]))
    later = np.setdiff1d(shared, shared[find_first_rows(sets[shared])])
    duplicates = np.setdiff1d(shared, shared[find_first_rows(records)])
    return RepeatedRows(sets, duplicates, np.setdiff1d(later, duplicates))


def number_equal_rows(values: Floats) -> Integers:
    """Give equal rows the same number (missing equals missing), counted in order of appearance."""
    if values.shape[1] == 0:
        return np.arange(len(values))
    keys = np.zeros(len(values), dtype=np.uint64)
    ends = [*(end for end in _INPUTS_BETWEEN_CHECKS if end < values.shape[1]), values.shape[1]]
    for start, end in pairwise([0, *ends]):
        _add_columns(keys, values, start, end)
        if are_all_different(keys):
            return np.arange(len(values))
    _, first, places = np.unique(keys, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return np.asarray(rank[places.ravel()])


def _add_columns(keys: Keys, values: Floats, start: int, end: int) -> None:
    """Add to the key of every row what these columns hold; -0.0 counts as 0.0, and all kinds of NaN as one."""
    salts = np.arange(start + 1, end + 1, dtype=np.uint64)
    for first in range(0, len(values), _ROWS_AT_ONCE):
        rows = slice(first, first + _ROWS_AT_ONCE)
        cells = values[rows, start:end]
        bits = np.where(np.isnan(cells), np.nan, cells + 0.0).view(np.uint64)
        keys[rows] += mix_keys(bits + salts).sum(axis=1, dtype=np.uint64)


def are_all_different(values: NDArray[np.generic]) -> bool:
    """Return whether no value occurs twice; sorting shows that sooner than listing the different ones."""
    if len(values) > _FIRST_ROWS and not are_all_different(values[:_FIRST_ROWS]):
        return False
    ordered = np.sort(values)
    return not bool(np.any(ordered[1:] == ordered[:-1]))


def find_first_rows(sets: Integers) -> Integers:
    """Return the first row of each set."""
    return np.sort(np.unique(sets, return_index=True)[1])


def find_rows_without_duplicates(inputs: Floats, targets: Floats) -> Integers:
    """Return the rows that remain when every exact duplicate of an earlier row is removed; replicates remain."""
    return np.setdiff1d(np.arange(len(inputs)), find_repeated_rows(inputs, targets).duplicates)


def stay_together(repeated: RepeatedRows, kinds: tuple[Kind, ...], task: Task) -> bool:
    """Return whether rows with equal inputs stay on one side of every split without being asked about.

    A model that remembers rows would be tested on what it was trained on. With categories alone equal rows are to be
    expected; and where many rows are equal, the table was made so, except that repeated measurements of a number
    always belong together as long as enough different settings remain.
    """
    share = len(repeated.concerned) / max(len(repeated.sets), 1)
    if share == 0 or Kind.NUMBER not in kinds:
        return False
    if share <= MOST_ACCIDENTAL:
        return True
    settings = int(repeated.sets.max()) + 1
    return task is Task.NUMBERS and len(repeated.replicates) > 0 and settings >= _FEWEST_SETTINGS


def count_unavoidable_errors(data: Dataset, repeated: RepeatedRows) -> int:
    """Return how many rows every classifier gets wrong: all but the commonest class of each set of equal inputs."""
    rows = repeated.concerned
    if data.task is not Task.CLASSES or not len(rows):
        return 0
    _, places = np.unique(repeated.sets[rows], return_inverse=True)
    counts = np.zeros((int(places.max()) + 1, len(data.classes)), dtype=np.int64)
    np.add.at(counts, (places.ravel(), data.labels[rows]), 1)
    return int((counts.sum(axis=1) - counts.max(axis=1)).sum())
