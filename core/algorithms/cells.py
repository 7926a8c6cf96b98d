"""What is odd about the cells of a training part: empty and constant inputs, names never seen; told by warnings."""

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.algorithms.learner import Schema
from core.algorithms.levels import Levels
from core.domain.dataset import Floats


def usable_inputs(inputs: Floats) -> list[int]:
    """Positions of the inputs that vary; the others are told and count as left out."""
    return usable(np.fmin.reduce(inputs, axis=0), np.fmax.reduce(inputs, axis=0))  # they pass over missing cells


def usable(lowest: Floats, highest: Floats) -> list[int]:
    """The same from the least and the largest cell of every input."""
    empty = np.isnan(lowest)
    constant = lowest == highest
    for text in left_out_texts(int(empty.sum()), int(constant.sum())):
        warnings.warn(text, stacklevel=2)
    return [int(feature) for feature in np.flatnonzero(~empty & ~constant)]


def left_out_texts(empty: int, constant: int) -> tuple[str, ...]:
    """What is said of inputs without any value and of inputs without variation."""
    nothing = _left_out(empty, "has no value in the rows", "have no value in the rows")
    return nothing + _left_out(constant, "is the same in all rows", "are the same in all rows")


def tell_of_unseen(cells: int) -> None:
    for text in unseen_texts(cells):
        warnings.warn(text, stacklevel=2)


def unseen_texts(cells: int) -> tuple[str, ...]:
    if not cells:
        return ()
    which = "1 cell holds a name" if cells == 1 else f"{cells} cells hold names"
    return (f"{which} not seen in training; treated as none of the known names.",)


def tell_of_width(inputs: int, rows: int) -> None:
    for text in width_texts(inputs, rows):
        warnings.warn(text, stacklevel=2)


def width_texts(inputs: int, rows: int) -> tuple[str, ...]:
    if inputs <= rows:
        return ()
    return (f"There are more inputs than training rows ({inputs} and {rows}): many models fit these rows equally.",)


@dataclass(frozen=True, slots=True, eq=False)
class SeenNames:
    """Which names of which inputs occurred in the training rows."""

    levels: Levels
    seen: NDArray[np.bool_]  # one per level, and False at the end for names beyond all levels

    @classmethod
    def of(cls, inputs: Floats, schema: Schema) -> "SeenNames":
        levels = Levels.of(schema)
        seen = np.zeros(levels.total + 1, dtype=bool)
        seen[levels.positions(inputs).ravel()] = True
        seen[-1] = False
        return cls(levels, seen)

    def tell(self, inputs: Floats) -> None:
        """Count the names of these rows that are new."""
        given = ~np.isnan(inputs[:, self.levels.names])
        tell_of_unseen(int(np.count_nonzero(given & ~self.seen[self.levels.positions(inputs)])))


def _left_out(count: int, one: str, several: str) -> tuple[str, ...]:
    if not count:
        return ()
    what = f"1 input {one}" if count == 1 else f"{count} inputs {several}"
    left_out = "is left out" if count == 1 else "are left out"
    return (f"{what} of the training part and {left_out}.",)
