"""Names of all inputs in one list of levels, so that they are counted in one go."""

from dataclasses import dataclass

import numpy as np

from core.algorithms.learner import Schema
from core.domain.dataset import Floats, Integers


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """`names` are the positions of the inputs that hold names; the levels of the next start where the last end."""

    names: Integers
    counts: Integers
    starts: Integers
    total: int

    @classmethod
    def of(cls, schema: Schema) -> "Levels":
        """A column of names without any level gets one that never occurs."""
        names = np.array([place for place, kind in enumerate(schema.kinds) if kind.is_coded], dtype=np.int64)
        counts = np.array([max(len(schema.levels[place]), 1) for place in names], dtype=np.int64)
        return cls(names, counts, np.cumsum(counts) - counts, int(counts.sum()))

    def positions(self, inputs: Floats) -> Integers:
        """Place of every cell in the list, rows x names; its end for missing cells and unknown levels."""
        codes = inputs[:, self.names]
        known = (codes >= 0) & (codes < self.counts)
        return np.where(known, np.where(known, codes, 0.0) + self.starts, self.total).astype(np.int64)


def numbers_of(schema: Schema) -> Integers:
    """Positions of the inputs that hold numbers."""
    return np.array([place for place, kind in enumerate(schema.kinds) if not kind.is_coded], dtype=np.int64)
