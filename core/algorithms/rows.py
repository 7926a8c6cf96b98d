"""Some rows of inputs that may be mapped from a file, read piece by piece, so that no more than one copy is held."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from core.domain.dataset import Floats, Integers
from core.support.memory import drop_pages

CELLS_AT_ONCE = 2**19
BLOCK = 64  # rows
Order = Literal["C", "F"]


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """`places` are positions of rows in `inputs`; None means all of them in their order."""

    inputs: Floats
    places: Integers | None = None

    def __len__(self) -> int:
        return len(self.inputs) if self.places is None else len(self.places)

    def pieces(self) -> Iterator[tuple[slice, Floats]]:
        """A few rows after another; small inputs are one piece."""
        for piece in pieces_of(len(self), self.inputs.shape[1]):
            yield piece, np.asarray(self.inputs[piece if self.places is None else self.places[piece]])
            if self.inputs.size > CELLS_AT_ONCE:
                drop_pages(self.inputs)

    def parts(self, columns: int) -> Iterator["Rows"]:
        """These rows, a few after another: so many as may be held with this number of columns; few are one part.

        Linear algebra takes rows in blocks and rounds a rest that fills no block otherwise: parts are whole blocks.
        """
        if len(self) * columns <= CELLS_AT_ONCE:
            yield self
            return
        places = np.arange(len(self)) if self.places is None else self.places
        step = max(CELLS_AT_ONCE // columns // BLOCK, 1) * BLOCK
        yield from (Rows(self.inputs, places[start : start + step]) for start in range(0, len(self), step))

    def extremes(self) -> tuple[Floats, Floats]:
        """The least and the largest known cell of every column; missing where there is none."""
        lowest = highest = np.full(self.inputs.shape[1], np.nan)
        for _, values in self.pieces():
            lowest = np.fmin(lowest, np.fmin.reduce(values, axis=0))
            highest = np.fmax(highest, np.fmax.reduce(values, axis=0))
        return lowest, highest

    def at_hand(self) -> "Rows":
        """The same rows; few of them lie together afterwards, column by column, which is quick to look through."""
        if self.places is None or self.inputs.size > CELLS_AT_ONCE:
            return self
        return Rows(np.take(np.asarray(self.inputs).T, self.places, axis=1).T)

    def picked(self, columns: Sequence[int] | None = None, order: Order = "C") -> Floats:
        """A copy of these rows, or of some columns of them."""
        found = np.empty((len(self), self.inputs.shape[1] if columns is None else len(columns)), order=order)
        self.put_into(found, columns)
        return found

    def put_into(self, room: Any, columns: Sequence[int] | None = None) -> None:
        """Write these rows into an array, which may be of half the width; what is too large for it becomes infinite."""
        if room.size == 0:
            return
        with np.errstate(over="ignore"):
            for piece, values in self.pieces():
                room[piece] = values if columns is None else values[:, columns]


def pieces_of(rows: int, columns: int) -> Iterator[slice]:
    """Rows that are dealt with together."""
    step = max(CELLS_AT_ONCE // max(columns, 1), 1)
    return (slice(start, min(start + step, rows)) for start in range(0, rows, step))


def centered(inputs: Floats, center: Floats) -> Floats:
    """Inputs counted from their center; those that may be written were given away and are changed themselves."""
    return np.subtract(inputs, center, out=inputs if inputs.flags.writeable else None)


def counted(values: Floats, weights: Floats | None) -> Floats:
    """Columns x rows, each row multiplied by its weight; the values themselves where all count the same."""
    return np.asarray(values.T if weights is None else values.T * weights)
