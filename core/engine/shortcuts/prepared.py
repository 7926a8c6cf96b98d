"""Inputs as most algorithms use them, once for all training sets of a shuffle, with what scaling each of them needs."""

from dataclasses import dataclass

import numpy as np

from core.algorithms.cells import left_out_texts, unseen_texts, width_texts
from core.algorithms.levels import numbers_of
from core.algorithms.preparation import LEVEL_LIMIT
from core.domain.dataset import Dataset, Floats, Integers
from core.engine.bench import Bench
from core.engine.shortcuts.dealt import Dealt
from core.engine.shortcuts.medians import median, medians_of_others
from core.engine.shortcuts.row import Flags
from core.engine.shortcuts.seen import LeftOut, Warned
from core.engine.shortcuts.sums import extremes_by, extremes_of_others, of_others, sums_by

MOST_CELLS = 2**23  # of the inputs; a few copies of them are held
LOOSEST = 100.0  # squared shift of a training mean in variances: more would cost too many digits
NEARLY_FLAT = 1e-9  # spread over size below which rounding disturbs the plain way


@dataclass(frozen=True, slots=True, eq=False)
class TrainingSets:
    """Of every training set (folds x columns): mean and variance of numbers, and which columns are used.

    `sure` are folds whose gaps are filled as in all rows and whose sums lost no digits. `rows` are training sizes.
    """

    means: Floats
    variances: Floats
    used: Flags
    sure: Flags
    rows: Integers
    texts: list[tuple[str, ...]]


class PreparedInputs:
    """`columns` are the numbers, gaps filled, counted from their mean, then one 0/1 column for every name."""

    def __init__(self, bench: Bench) -> None:
        self.inputs = bench.data.inputs
        self.numbers = numbers_of(bench.schema)
        self.names = np.setdiff1d(np.arange(self.inputs.shape[1]), self.numbers)
        self.warned = Warned(bench)
        raw = self.inputs[:, self.numbers]
        self.gaps = np.isnan(raw).any(axis=0)
        self.fills = np.array([median(column[~np.isnan(column)]) for column in raw.T])
        filled = np.where(np.isnan(raw), self.fills, raw)
        self.centre = filled.mean(axis=0)
        self.features = [_Names.of(self.inputs[:, place]) for place in self.names]
        self.columns = np.hstack([filled - self.centre, *(feature.one_hot() for feature in self.features)])

    @property
    def scaled(self) -> int:
        """How many columns are numbers."""
        return len(self.numbers)

    def training_sets(self, fold_of: Integers) -> TrainingSets:
        folds = int(fold_of.max()) + 1
        rows = len(fold_of) - np.bincount(fold_of, minlength=folds)
        left_out = self.warned.left_out(Dealt.of([fold_of]))
        usable = ~(left_out.empty | left_out.constant)
        means, variances = self._moments(fold_of, folds, rows)
        elsewhere = [feature.elsewhere(fold_of, folds) for feature in self.features]
        seen = [(counts > 0) & usable[:, [place]] for counts, place in zip(elsewhere, self.names, strict=True)]
        used = np.hstack([usable[:, self.numbers], *seen])
        return TrainingSets(
            np.where(used[:, : self.scaled], means, 0.0),
            np.where(used[:, : self.scaled] & (variances > 0), variances, 1.0),
            used,
            self._same_fills(fold_of, folds, elsewhere, usable) & self._is_precise(means, variances, usable),
            rows,
            self._texts(fold_of, left_out, used, elsewhere, usable),
        )

    def _moments(self, fold_of: Integers, folds: int, rows: Integers) -> tuple[Floats, Floats]:
        numbers = self.columns[:, : self.scaled]
        sums = of_others(sums_by(fold_of, folds, np.hstack([numbers, numbers**2])))
        first, second = np.split(sums / rows[:, None], 2, axis=1)
        return first, np.maximum(second - first**2, 0.0)

    def _is_precise(self, means: Floats, variances: Floats, usable: Flags) -> Flags:
        loose = means**2 > LOOSEST * variances
        flat = np.sqrt(variances) < NEARLY_FLAT * np.abs(self.centre)
        return np.asarray(~((loose | flat) & usable[:, self.numbers]).any(axis=1))

    def _same_fills(self, fold_of: Integers, folds: int, elsewhere: list[Integers], usable: Flags) -> Flags:
        """Where every gap is filled with what it is filled with in all rows."""
        same = np.ones(folds, dtype=bool)
        for place in np.flatnonzero(self.gaps):
            column = self.inputs[:, self.numbers[place]]
            medians = medians_of_others(column, fold_of, folds)
            same &= (medians == self.fills[place]) | ~usable[:, self.numbers[place]]
        for feature, counts, place in zip(self.features, elsewhere, self.names, strict=True):
            if feature.gaps:
                same &= (np.argmax(counts, axis=1) == feature.most_frequent) | ~usable[:, place]
        return same

    def _texts(
        self, fold_of: Integers, left_out: LeftOut, used: Flags, elsewhere: list[Integers], usable: Flags
    ) -> list[tuple[str, ...]]:
        folds = len(used)
        rows = len(fold_of) - np.bincount(fold_of, minlength=folds)
        unseen = np.zeros(folds, dtype=np.int64)
        for feature, counts, place in zip(self.features, elsewhere, self.names, strict=True):
            new = np.where((counts == 0) & usable[:, [place]], feature.inside(fold_of, folds), 0)
            unseen += new.sum(axis=1)
        empty, constant, width = left_out.empty.sum(axis=1), left_out.constant.sum(axis=1), used.sum(axis=1)
        return [
            left_out_texts(int(empty[fold]), int(constant[fold]))
            + width_texts(int(width[fold]), int(rows[fold]))
            + unseen_texts(int(unseen[fold]))
            for fold in range(folds)
        ]


@dataclass(frozen=True, slots=True, eq=False)
class _Names:
    """One input of names: the place of every cell among its sorted levels, gaps at the end."""

    places: Integers
    levels: int
    gaps: bool
    most_frequent: int

    @classmethod
    def of(cls, values: Floats) -> "_Names":
        missing = np.isnan(values)
        levels, places = np.unique(values[~missing], return_inverse=True)
        found = np.full(len(values), len(levels), dtype=np.int64)
        found[~missing] = places
        counts = np.bincount(places, minlength=len(levels)) if len(levels) else np.zeros(1)
        return cls(found, len(levels), bool(missing.any()), int(np.argmax(counts)))

    def one_hot(self) -> Floats:
        filled = np.where(self.places == self.levels, self.most_frequent, self.places)
        return np.asarray(filled[:, None] == np.arange(self.levels), dtype=np.float64)

    def inside(self, fold_of: Integers, folds: int) -> Integers:
        """How often each level occurs in each fold."""
        wide = self.levels + 1
        counts = np.bincount(fold_of * wide + self.places, minlength=folds * wide).reshape(folds, wide)
        return np.asarray(counts[:, :-1])

    def elsewhere(self, fold_of: Integers, folds: int) -> Integers:
        counts = self.inside(fold_of, folds)
        return np.asarray(counts.sum(axis=0) - counts)


def fits(data: Dataset) -> bool:
    """Whether names are few enough to be spread over columns as they are, and everything fits into memory."""
    levels = [len(levels) for levels, kind in zip(data.levels, data.kinds, strict=True) if kind.is_coded]
    return max(levels, default=0) <= LEVEL_LIMIT and data.size * (len(data.kinds) + sum(levels)) <= MOST_CELLS


def one_answer(targets: Floats, fold_of: Integers, folds: int) -> Flags:
    """Training sets in which all answers are the same."""
    least, most = extremes_of_others(*extremes_by(fold_of, folds, targets))
    return np.asarray((least == most).all(axis=1))
