"""What the plain way would warn of in every training set: empty and constant inputs, names never seen."""

from dataclasses import dataclass

import numpy as np

from core.algorithms.cells import left_out_texts, unseen_texts
from core.algorithms.levels import Levels
from core.domain.dataset import Floats, Integers
from core.engine.bench import Bench
from core.engine.shortcuts.dealt import Dealt
from core.engine.shortcuts.row import Flags
from core.engine.shortcuts.sums import CELLS_AT_ONCE, extremes_by, extremes_of_others


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut:
    """Inputs without any value, and without variation, in the rows outside each fold; folds x inputs.

    `own` are the least and the largest values inside each fold, or of all rows.
    """

    empty: Flags
    constant: Flags
    own: tuple[Floats, Floats]


@dataclass(frozen=True, slots=True, eq=False)
class _Varied:
    """Whichever fewer than `most` rows are taken out, every input still has several values."""

    most: int
    lowest: Floats
    highest: Floats

    @classmethod
    def of(cls, inputs: Floats) -> "_Varied":
        """A value that most rows share is the one in the middle; data with gaps is looked at fold by fold."""
        if inputs.size > CELLS_AT_ONCE or not inputs.size or np.isnan(inputs).any():
            return cls(0, inputs[:0], inputs[:0])
        rows = len(inputs)
        middle = np.partition(inputs, rows // 2, axis=0)[rows // 2]
        others = int((inputs != middle).sum(axis=0).min())
        return cls(min(others, rows // 2), inputs.min(axis=0), inputs.max(axis=0))

    def nothing(self, folds: int) -> LeftOut:
        none: Flags = np.zeros((folds, len(self.lowest)), dtype=bool)
        return LeftOut(none, none, (self.lowest[None], self.highest[None]))


class Warned:
    """Looks at all folds of one or several shuffles at once."""

    def __init__(self, bench: Bench) -> None:
        self.inputs = bench.data.inputs
        self.levels = Levels.of(bench.schema)
        self._varied: _Varied | None = None

    def left_out(self, dealt: Dealt) -> "LeftOut":
        if self._varied is None:
            self._varied = _Varied.of(self.inputs)
        if dealt.largest < self._varied.most:
            return self._varied.nothing(dealt.total)
        width = self.inputs.shape[1]
        lowest, highest = np.full((dealt.total, width), np.inf), np.full((dealt.total, width), -np.inf)
        for piece, rows in dealt.pieces(width):
            low, high = extremes_by(dealt.fold_of[piece], dealt.total, self.inputs[rows])
            np.minimum(lowest, low, out=lowest)
            np.maximum(highest, high, out=highest)
        others = extremes_of_others(dealt.apart(lowest), dealt.apart(highest))
        least, most = map(dealt.joined, others)
        return LeftOut(least > most, least == most, (lowest, highest))

    def texts(self, dealt: Dealt, left_out: "LeftOut") -> list[tuple[str, ...]]:
        unseen = self._unseen(dealt)
        if not (left_out.empty.any() or left_out.constant.any() or unseen.any()):
            return [()] * dealt.total
        numbers = zip(left_out.empty.sum(axis=1), left_out.constant.sum(axis=1), unseen, strict=True)
        return [left_out_texts(int(none), int(same)) + unseen_texts(int(new)) for none, same, new in numbers]

    def _unseen(self, dealt: Dealt) -> Integers:
        """How many names of each fold do not occur outside it."""
        if not len(self.levels.names):
            return np.zeros(dealt.total, dtype=np.int64)
        total = self.levels.total + 1
        inside = np.zeros(dealt.total * total, dtype=np.int64)
        for piece, rows in dealt.pieces(self.inputs.shape[1]):
            places = self.levels.positions(self.inputs[rows])
            given = ~np.isnan(self.inputs[rows][:, self.levels.names])
            known = np.where(given, places, -1)
            cells = dealt.fold_of[piece][:, None] * total + dealt.again(known)
            inside += np.bincount(cells[dealt.again(known) >= 0], minlength=len(inside))
        counts = dealt.apart(inside.reshape(dealt.total, total))
        elsewhere = counts.sum(axis=0) - counts
        elsewhere[..., -1] = 0
        return dealt.joined(np.where(elsewhere == 0, counts, 0).sum(axis=2))
