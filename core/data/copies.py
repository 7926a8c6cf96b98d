"""Rows whose inputs are exact copies of each other."""

import numpy as np

from core.data.fingerprint import mixed
from core.domain.dataset import Floats, Integers, Kind

_LOOKS = frozenset({1, 3, 9, 27})  # after so many inputs it is looked whether all rows differ already
MOST_COPIES = 0.2  # above this share of rows, repeats are how the table is made and not accidents


def copy_groups(inputs: Floats) -> Integers:
    """The same number for rows with the same inputs (missing equals missing), counted in order of appearance."""
    if inputs.shape[1] == 0:
        return np.arange(len(inputs))
    keys = np.zeros(len(inputs), dtype=np.uint64)
    for place, values in enumerate(inputs.T):
        if place in _LOOKS and len(np.unique(keys)) == len(keys):
            return np.arange(len(inputs))
        bits = np.where(np.isnan(values), np.nan, values + 0.0).view(np.uint64)  # -0.0 becomes 0.0, one pattern for NaN
        keys += mixed(bits + np.uint64(place + 1))
    _, first, places = np.unique(keys, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return np.asarray(rank[places.ravel()])


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
