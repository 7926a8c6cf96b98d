"""What the plain way would warn of in every training set: empty and constant inputs, names never seen."""

from dataclasses import dataclass

import numpy as np

from core.algorithms.cells import left_out_texts, unseen_texts
from core.algorithms.levels import Levels
from core.domain.dataset import Floats, Integers
from core.engine.bench import Bench
from core.engine.shortcuts.row import Flags
from core.engine.shortcuts.sums import extremes_by, extremes_of_others, pieces


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut:
    """Inputs without any value, and without variation, in the rows outside each fold; folds x inputs.

    `own` are the least and the largest values inside each fold.
    """

    empty: Flags
    constant: Flags
    own: tuple[Floats, Floats]


class Warned:
    """Looks at all folds of a shuffle at once."""

    def __init__(self, bench: Bench) -> None:
        self.inputs = bench.data.inputs
        self.levels = Levels.of(bench.schema)

    def left_out(self, fold_of: Integers, folds: int) -> "LeftOut":
        width = self.inputs.shape[1]
        lowest, highest = np.full((folds, width), np.inf), np.full((folds, width), -np.inf)
        for piece in pieces(len(self.inputs), width):
            low, high = extremes_by(fold_of[piece], folds, self.inputs[piece])
            np.minimum(lowest, low, out=lowest)
            np.maximum(highest, high, out=highest)
        least, most = extremes_of_others(lowest, highest)
        return LeftOut(least > most, least == most, (lowest, highest))

    def texts(self, fold_of: Integers, left_out: "LeftOut") -> list[tuple[str, ...]]:
        unseen = self._unseen(fold_of, len(left_out.empty))
        numbers = zip(left_out.empty.sum(axis=1), left_out.constant.sum(axis=1), unseen, strict=True)
        return [left_out_texts(int(none), int(same)) + unseen_texts(int(new)) for none, same, new in numbers]

    def _unseen(self, fold_of: Integers, folds: int) -> Integers:
        """How many names of each fold do not occur outside it."""
        found = np.zeros(folds, dtype=np.int64)
        if not len(self.levels.names):
            return found
        total = self.levels.total + 1
        inside = np.zeros(folds * total, dtype=np.int64)
        for piece in pieces(len(self.inputs), self.inputs.shape[1]):
            inputs = self.inputs[piece]
            places = self.levels.positions(inputs)
            given = ~np.isnan(inputs[:, self.levels.names])
            cells = (fold_of[piece][:, None] * total + places)[given]
            inside += np.bincount(cells, minlength=len(inside))
        counts = inside.reshape(folds, total)
        elsewhere = counts.sum(axis=0) - counts
        elsewhere[:, -1] = 0
        return np.asarray(np.where(elsewhere == 0, counts, 0).sum(axis=1))
