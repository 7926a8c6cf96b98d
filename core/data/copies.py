"""Rows whose inputs are exact copies of each other."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.data.fingerprint import Keys, mixed
from core.domain.dataset import Floats, Integers, Kind

_LOOKS = (1, 3, 9, 27)  # after so many inputs it is looked whether all rows differ already
_ROWS_AT_ONCE = 16_384
_LOOKED_AT = 16_384  # where values repeat, they mostly do among so many
MOST_COPIES = 0.2  # above this share of rows, repeats are how the table is made and not accidents


def copy_groups(inputs: Floats) -> Integers:
    """The same number for rows with the same inputs (missing equals missing), counted in order of appearance."""
    if inputs.shape[1] == 0:
        return np.arange(len(inputs))
    keys = np.zeros(len(inputs), dtype=np.uint64)
    looks = [*(look for look in _LOOKS if look < inputs.shape[1]), inputs.shape[1]]
    for start, end in pairwise([0, *looks]):
        _add(keys, inputs, start, end)
        if all_differ(keys):
            return np.arange(len(inputs))
    _, first, places = np.unique(keys, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return np.asarray(rank[places.ravel()])


def _add(keys: Keys, inputs: Floats, start: int, end: int) -> None:
    """Add to the key of every row what these inputs hold; -0.0 counts as 0.0, and all kinds of NaN as one."""
    salts = np.arange(start + 1, end + 1, dtype=np.uint64)
    for first in range(0, len(inputs), _ROWS_AT_ONCE):
        rows = slice(first, first + _ROWS_AT_ONCE)
        values = inputs[rows, start:end]
        bits = np.where(np.isnan(values), np.nan, values + 0.0).view(np.uint64)
        keys[rows] += mixed(bits + salts).sum(axis=1, dtype=np.uint64)


def all_differ(values: NDArray[np.generic]) -> bool:
    """Whether no value occurs twice: sorting tells that sooner than a list of the different ones."""
    if len(values) > _LOOKED_AT and not all_differ(values[:_LOOKED_AT]):
        return False
    ordered = np.sort(values)
    return not bool(np.any(ordered[1:] == ordered[:-1]))


def concerned(groups: Integers) -> Integers:
    """Rows that have at least one copy."""
    return np.flatnonzero(np.bincount(groups)[groups] > 1)


def firsts(groups: Integers) -> Integers:
    """The first row of each group."""
    return np.sort(np.unique(groups, return_index=True)[1])


def are_accidents(groups: Integers, kinds: tuple[Kind, ...]) -> bool:
    """Whether copies exist, are few, and have at least one number among their inputs."""
    share = len(concerned(groups)) / max(len(groups), 1)
    return 0 < share <= MOST_COPIES and Kind.NUMBER in kinds
