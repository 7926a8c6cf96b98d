"""The nearest of many rows: with a rule for equal distances, and without looking closely at those that are far away."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats, Integers
from core.support.lazy_import import import_lazily

spatial = import_lazily("scipy.spatial")

DROPPED = 2**26  # a double has 52 binary digits after the first; so many values of the last 26 count as one
FEW = 64  # so many distances are sorted as quickly as the nearest are picked
SPARE = 3  # neighbors looked at beyond those wanted, to see whether the last ones are equally distant
ROUNDING = 1e-12  # more than what rounding changes in a squared distance
LEAF = 64  # rows of a tree's leaf: looking at them all is quicker than branching among them
GROUPS_EACH = 8  # groups of rows per neighbor wanted, whose nearest members tell how far to look
CELLS_AT_ONCE = 2**18
MOST_EACH = 64  # rows looked at closely per tested row, on average, before it is left to others
HALF_PRECISION = 2.0**-23  # of numbers of half the width
Nearest = tuple[Floats, Integers, Integers]  # squared distances, positions, and tested rows that are left to others


def comparable(squared: Floats) -> Floats:
    """Squared distances without the digits that do not count; numbers above 0 are ordered as their bits are."""
    bits = np.array(squared, order="C").view(np.int64)
    bits += DROPPED // 2
    bits &= -DROPPED
    return np.asarray(bits.view(np.float64))


def nearest_rows(distances: Floats, count: int) -> Integers:
    """Positions of the `count` smallest squared distances of each row, nearest first; equal ones by position.

    The position is put where the digits were that do not count, so that no two are equal.
    """
    keys = comparable(distances).view(np.int64)
    keys |= np.arange(keys.shape[1])
    if count < keys.shape[1] and keys.shape[1] > FEW:
        keys = np.partition(keys, count - 1, axis=1)[:, :count]
    return np.asarray(np.sort(keys, axis=1)[:, :count] & (DROPPED - 1))


def tree_of(trained: Floats) -> Any:
    return spatial.cKDTree(trained, LEAF, balanced_tree=False, compact_nodes=False)


def by_tree(tested: Floats, tree: Any, count: int) -> Nearest:
    """Squared distances and positions as above, found in a tree; and tested rows where more might be equally distant.

    Bentley 1975. Rows beyond those that the tree gives are at least as far away as the last of them.
    """
    trained = np.asarray(tree.data)
    wanted = min(count + SPARE, len(trained))
    places = np.sort(np.asarray(tree.query(tested, range(1, wanted + 1))[1]), axis=1)
    squared = np.zeros(places.shape)
    for column in range(trained.shape[1]):
        squared += (tested[:, [column]] - trained[places, column]) ** 2
    order = nearest_rows(squared, count)
    nearest = np.take_along_axis(squared, order, axis=1)
    unsure = comparable(squared.max(axis=1) * (1 - ROUNDING)) <= comparable(nearest[:, -1])
    left = np.flatnonzero(unsure) if wanted < len(trained) else np.empty(0, dtype=np.int64)
    return nearest, np.take_along_axis(places, order, axis=1), left


def by_products(tested: Floats, trained: Floats, count: int) -> Nearest:
    """The same for any number of columns: products of half the width say which rows are too far away to matter.

    Rows are dealt into groups; at least as many as are wanted lie within the distance at which so many groups have
    their nearest member. Whatever is farther by more than rounding need not be looked at.
    """
    wanted = min(count + SPARE, len(trained))
    squared, nearest = np.empty((len(tested), count)), np.empty((len(tested), count), dtype=np.int64)
    is_left = np.ones(len(tested), dtype=bool)
    lattice = _Lattice(trained, GROUPS_EACH * wanted)
    step = max(1, CELLS_AT_ONCE // lattice.wide)
    for start in range(0, len(tested), step):
        piece = slice(start, start + step)
        rows, places = lattice.within_reach(tested[piece], wanted)
        enough = np.bincount(rows, minlength=len(tested[piece])) >= wanted
        if len(rows) > MOST_EACH * len(enough) or not enough.any():
            continue
        known = enough[rows]
        at = (np.cumsum(enough) - 1)[rows[known]]
        found = _closest(tested[piece][enough], trained, at, places[known], count, wanted)
        chosen = np.flatnonzero(enough) + start
        squared[chosen], nearest[chosen], is_left[chosen] = found
    return squared, nearest, np.flatnonzero(is_left)


class _Lattice:
    """Training rows of half the width, so placed that one product tells their squared distances but for a constant."""

    def __init__(self, trained: Floats, groups: int) -> None:
        self.center, self.groups = trained.mean(axis=0), groups
        away = trained - self.center
        lengths = (away**2).sum(axis=1)
        self.wide = -(-len(trained) // groups) * groups
        self.farthest = float(np.sqrt(lengths.max()))
        self.table = np.zeros((trained.shape[1] + 1, self.wide), dtype=np.float32)
        self.table[-1] = np.inf
        with np.errstate(over="ignore"):
            self.table[:-1, : len(trained)] = -2.0 * away.T
            self.table[-1, : len(trained)] = lengths

    def within_reach(self, tested: Floats, wanted: int) -> tuple[Integers, Integers]:
        """Pairs of tested and training rows, in order, among which are the nearest as many as are wanted."""
        away = tested - self.center
        sizes = 2.0 * np.sqrt((away**2).sum(axis=1)) * self.farthest + self.farthest**2
        with np.errstate(over="ignore", invalid="ignore"):
            products = np.ones((len(tested), len(self.table)), dtype=np.float32)
            products[:, :-1] = away
            distances = products @ self.table
            nearest = distances.reshape(len(tested), -1, self.groups).min(axis=1)
            reach = np.partition(nearest, wanted - 1, axis=1)[:, wanted - 1]
            errors = (2 * len(self.table) + 8) * HALF_PRECISION * sizes
            limits = np.nextafter((reach + 2.0 * errors).astype(np.float32), np.float32(np.inf))
            found = np.flatnonzero(distances <= limits[:, None])
        return np.divmod(found, self.wide)


def _closest(
    tested: Floats, trained: Floats, rows: Integers, places: Integers, count: int, wanted: int
) -> tuple[Floats, Integers, NDArray[np.bool_]]:
    """Of pairs in order, the nearest of each tested row; and where more might be equally distant."""
    numbers = np.bincount(rows)
    at = np.arange(len(rows)) - np.repeat(np.cumsum(numbers) - numbers, numbers)
    distances = np.zeros(len(rows))
    for column in range(trained.shape[1]):
        distances += (tested[rows, column] - trained[places, column]) ** 2
    squared = np.full((len(tested), int(numbers.max())), np.inf)
    positions = np.zeros(squared.shape, dtype=np.int64)
    squared[rows, at], positions[rows, at] = distances, places
    order = nearest_rows(squared, wanted)
    found = np.take_along_axis(squared, order, axis=1)
    unsure = comparable(found.max(axis=1) * (1 - ROUNDING)) <= comparable(found[:, count - 1])
    is_unsure = unsure if wanted < len(trained) else np.zeros(len(tested), dtype=bool)
    return found[:, :count], np.take_along_axis(positions, order[:, :count], axis=1), is_unsure
