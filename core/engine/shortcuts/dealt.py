"""Several shuffles of the same rows as if they were one: whatever is asked of one is asked of all of them at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Integers
from core.engine.shortcuts.sums import Rows, pieces

CELLS_TOGETHER = 2**18  # of shuffles that are looked at together


def most_together(cells: int) -> int:
    """How many shuffles of data with so many cells are worth looking at together."""
    return max(CELLS_TOGETHER // max(cells, 1), 1)


@dataclass(frozen=True, slots=True, eq=False)
class Dealt:
    """The rows are counted on from shuffle to shuffle, and so are the folds, of which every shuffle has as many."""

    fold_of: Integers
    shuffles: int
    rows: int
    folds: int

    @classmethod
    def of(cls, shuffles: Sequence[Integers]) -> "Dealt":
        folds = int(shuffles[0].max()) + 1
        fold_of = shuffles[0]
        if len(shuffles) > 1:
            fold_of = (np.stack(shuffles) + folds * np.arange(len(shuffles))[:, None]).ravel()
        return cls(fold_of, len(shuffles), len(shuffles[0]), folds)

    @property
    def total(self) -> int:
        """Folds of all shuffles."""
        return self.shuffles * self.folds

    @property
    def largest(self) -> int:
        """Rows of the largest fold."""
        return int(np.bincount(self.fold_of).max())

    def real(self, rows: Integers) -> Integers:
        """Which rows of the data these are."""
        return rows if self.shuffles == 1 else rows % self.rows

    def again(self, values: Rows) -> Rows:
        """What is known of the rows of the data, for the rows of every shuffle."""
        return values if self.shuffles == 1 else np.concatenate([values] * self.shuffles)

    def pieces(self, cells_each: int) -> Iterator[tuple[slice, slice]]:
        """Some rows at a time, counted on and in the data; several shuffles are looked at in one piece."""
        if self.shuffles > 1:
            return iter([(slice(None), slice(None))])
        return ((piece, piece) for piece in pieces(self.rows, cells_each))

    def apart(self, by_fold: Rows) -> Rows:
        """From folds x ... to folds x shuffles x ..., so that sums over folds stay inside their shuffle."""
        return by_fold.reshape(self.shuffles, self.folds, *by_fold.shape[1:]).swapaxes(0, 1)

    def joined(self, apart: Rows) -> Rows:
        """Back to folds x ..."""
        return apart.swapaxes(0, 1).reshape(self.total, *apart.shape[2:])
