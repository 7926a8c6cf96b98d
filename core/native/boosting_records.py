"""What boosting works on: binned columns, targets and how trees are added up."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats

MOST_BINS = 255  # of known cells; missing cells have the bin of this number


class Loss(IntEnum):
    """As in tree_boosting.c."""

    SQUARED = 0
    TWO_CLASSES = 1
    SEVERAL_CLASSES = 2


@dataclass(frozen=True, slots=True, eq=False)
class BinnedTable:
    """`bins` is columns x rows, of which `bin_count` of each column hold known cells; missing cells have bin 255.

    `targets` are numbers, or labels 0, 1, ...; `start` is the score at which every row begins, one for each tree of a
    round. `weights` say how much each row counts, with mean 1 (None: all the same).
    """

    bins: NDArray[np.uint8]
    bin_count: NDArray[np.int32]
    targets: Floats
    loss: Loss
    start: Floats
    weights: Floats | None = None

    @property
    def rows(self) -> int:
        return len(self.targets)

    @property
    def scores(self) -> int:
        return len(self.start)


@dataclass(frozen=True, slots=True)
class BoostingOptions:
    """Leaves are divided best first up to `most_leaves` and `depth`; each has at least `smallest_leaf` rows."""

    rounds: int
    depth: int
    most_leaves: int
    smallest_leaf: int
    rate: float


def find_edges(inputs: Floats) -> list[Floats]:
    """Values between the bins of each column, in ascending order: between all values that occur, or, where these are
    more than 255, between parts of about equally many rows.
    """
    return [_edges_of_column(column) for column in inputs.T]


def _edges_of_column(column: Floats) -> Floats:
    values, counts = np.unique(column[~np.isnan(column)], return_counts=True)
    if len(values) < 2:
        return np.empty(0)
    last = np.arange(len(values) - 1)
    if len(values) > MOST_BINS:
        part = (np.cumsum(counts) - counts) * MOST_BINS // counts.sum()
        last = np.flatnonzero(part[1:] != part[:-1])
    low, high = values[last], values[last + 1]
    middle = low / 2 + high / 2
    return np.asarray(np.where((middle >= low) & (middle < high), middle, low))


def bin_inputs(inputs: Floats, edges: list[Floats], bins: NDArray[np.uint8]) -> None:
    """Write the bin of every cell (rows x columns) into `bins` (columns x rows)."""
    for place, of_column in enumerate(edges):
        column = inputs[:, place]
        bins[place] = np.where(np.isnan(column), MOST_BINS, np.searchsorted(of_column, column, side="left"))
