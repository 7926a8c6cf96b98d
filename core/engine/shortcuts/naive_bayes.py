"""Naive Bayes for all folds of shuffles: every row is counted once, and each training set is the sum of its folds."""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import groupby

import numpy as np

from core.algorithms.levels import Levels, numbers_of
from core.algorithms.naive_bayes import logarithm, softmax
from core.algorithms.own import NAIVE_BAYES
from core.algorithms.row import chosen
from core.domain.dataset import Dataset, Floats, Integers
from core.domain.study import Settings
from core.engine.bench import Bench
from core.engine.shortcuts.bells import Bells
from core.engine.shortcuts.dealt import Dealt, most_together
from core.engine.shortcuts.row import Answers, Flags, Shortcut, all_declined
from core.engine.shortcuts.seen import Warned
from core.engine.shortcuts.sums import CELLS_AT_ONCE, any_by, of_others, pieces, sums_by
from core.engine.shortcuts.sure import PRECISION, is_unsure

MOST_CELLS = 2**24  # statistics kept at a time: folds x classes x columns
ROWS_FOR_CENTRES = 4096
LARGE_FOLD = 2**12  # cells from which a fold is looked at on its own
ROWS_OF_FOLD = 8  # from which products are worth while
ALLOWED = 1e-10  # error of a score that counts as none


class Way(Enum):
    """How what numbers say is computed; it and the largest fold decide how it is rounded."""

    FOLD_BY_FOLD = "folds are large"
    SIDE_BY_SIDE = "folds are small, and filled up to the largest"
    ROW_BY_ROW = "folds hold a few rows"


class FoldsOfNaiveBayes:
    """`centres` are about the class means: sums taken from there lose nothing to rounding.

    For permuted answers all classes have one centre, so that what is counted from there serves all permutations.
    """

    def __init__(self, bench: Bench, added_count: float, spread_floor: float, is_permuted: bool = False) -> None:
        self.data, self.schema = bench.data, bench.schema
        self.added_count, self.spread_floor = added_count, spread_floor
        self.labels = bench.data.labels
        self.columns = numbers_of(bench.schema)
        self.levels = Levels.of(bench.schema)
        self.warned = Warned(bench)
        self.centres = self._class_means()
        self.middle = self.centres.mean(axis=0)
        if is_permuted:
            self.centres = np.tile(self.middle, (self.schema.classes, 1))
        is_small = len(list(pieces(self.data.size, len(self.columns)))) == 1
        self.whole = self._centred(slice(None)) if is_small else None  # the same for all shuffles

    def answers(self, fold_of: Integers) -> Answers:
        return self._answers(Dealt.of([fold_of]), self.labels)[0]

    def several(self, shuffles: Sequence[Integers], labels: Sequence[Integers] | None = None) -> list[Answers]:
        """The answers of each shuffle, the same whichever others are asked for; with labels of their own, if given."""
        found: list[Answers] = []
        own = [self.labels] * len(shuffles) if labels is None else labels
        step = most_together(self.data.inputs.size)
        for _, same in groupby(zip(shuffles, own, strict=True), key=lambda pair: self._kind(pair[0])):
            alike = list(same)
            for some in (alike[start : start + step] for start in range(0, len(alike), step)):
                dealt = Dealt.of([fold_of for fold_of, _ in some])
                found += self._answers(dealt, np.concatenate([one for _, one in some]))
        return found

    def _kind(self, fold_of: Integers) -> tuple[int, Way, int]:
        """Shuffles that have this in common can be looked at together."""
        sizes = np.bincount(fold_of)
        way = self._way(sizes)
        return len(sizes), way, int(sizes.max()) if way is Way.SIDE_BY_SIDE else 0

    def _way(self, sizes: Integers) -> Way:
        width = self.data.inputs.shape[1]
        if sizes.min() * width >= LARGE_FOLD:
            return Way.FOLD_BY_FOLD
        fits = sizes.min() >= ROWS_OF_FOLD and len(sizes) * sizes.max() * width <= CELLS_AT_ONCE
        return Way.SIDE_BY_SIDE if fits else Way.ROW_BY_ROW

    def _answers(self, dealt: Dealt, labels: Integers) -> list[Answers]:
        classes = self.schema.classes
        if dealt.total * classes * (2 * len(self.columns) + self.levels.total + 1) > MOST_CELLS:
            return [all_declined(dealt.folds, self.data.size, 1)] * dealt.shuffles
        places = dealt.fold_of * classes + labels
        own = dealt.apart(np.bincount(places, minlength=dealt.total * classes).reshape(dealt.total, classes))
        counts = dealt.joined(own.sum(axis=0) - own).astype(np.float64)
        left_out = self.warned.left_out(dealt)
        bells = self._bells(dealt, places, (left_out.empty | left_out.constant)[:, self.columns])
        scores, unsure = self._scores(dealt, counts, bells, self._names(dealt, places))
        declined = any_by(dealt.fold_of, dealt.total, unsure) | ((counts > 0).sum(axis=1) < 2) | bells.doubtful
        declined |= bells.is_far(*(values[:, self.columns] - self.middle for values in left_out.own))
        predicted = np.argmax(scores, axis=1)[:, None].astype(np.float64)
        texts = self.warned.texts(dealt, left_out)
        return [
            Answers(
                predicted[number * dealt.rows : (number + 1) * dealt.rows],
                scores[number * dealt.rows : (number + 1) * dealt.rows],
                declined[number * dealt.folds : (number + 1) * dealt.folds],
                texts[number * dealt.folds : (number + 1) * dealt.folds],
            )
            for number in range(dealt.shuffles)
        ]

    def _class_means(self) -> Floats:
        """Some rows are enough: all that counts is that the centre of every class is near."""
        some = slice(None, None, -(-self.data.size // ROWS_FOR_CENTRES))
        values, labels = self.data.inputs[some][:, self.columns], self.labels[some]
        known = ~np.isnan(values)
        sums = sums_by(labels, self.schema.classes, np.where(known, values, 0.0))
        counts = sums_by(labels, self.schema.classes, known.astype(np.float64))
        middle = sums.sum(axis=0) / np.maximum(counts.sum(axis=0), 1.0)
        return np.where(counts > 0, sums / np.maximum(counts, 1.0), middle)

    # --- statistics of the training sets ---

    def _bells(self, dealt: Dealt, places: Integers, flat: Flags) -> Bells:
        width, classes = len(self.columns), self.schema.classes
        sums = np.zeros((dealt.total * classes, 3 * width))
        for piece, rows in dealt.pieces(width):
            powers, missing = self.whole or self._centred(rows)
            sums[:, : 2 * width] += sums_by(places[piece], len(sums), powers)
            sums[:, 2 * width :] += np.bincount(places[piece], minlength=len(sums))[:, None]
            if missing is not None:
                sums[:, 2 * width :] -= sums_by(places[piece], len(sums), missing)
        others = of_others(dealt.apart(sums.reshape(dealt.total, classes, 3 * width)))
        first, second, number = np.split(dealt.joined(others), 3, axis=2)
        return Bells.of(first, second, number, self.centres, self.middle, flat, self.spread_floor)

    def _centred(self, piece: slice) -> tuple[Floats, Floats | None]:
        """Numbers counted from the centre of their class, with their squares beside them, and which are missing."""
        values = self.data.inputs[piece][:, self.columns] - self.centres[self.labels[piece]]
        missing = np.isnan(values)
        values[missing] = 0.0
        return np.hstack([values, values**2]), missing.astype(np.float64) if missing.any() else None

    def _names(self, dealt: Dealt, places: Integers) -> Floats:
        """Log frequencies as the plain way computes them, folds x levels x classes; the last level says nothing."""
        classes, total = self.schema.classes, self.levels.total
        found = np.zeros((dealt.total, total + 1, classes))
        if not total:
            return found
        own = dealt.apart(self._level_counts(dealt, places))
        counts = dealt.joined(own.sum(axis=0) - own)
        for start, number in zip(self.levels.starts, self.levels.counts, strict=True):
            column = slice(start, start + number)
            found[:, column] = _log_frequencies(counts[:, column], self.added_count)
        return found

    def _level_counts(self, dealt: Dealt, places: Integers) -> Integers:
        """How often each level occurs, folds x levels x classes."""
        classes, total = self.schema.classes, self.levels.total + 1
        counts = np.zeros(dealt.total * classes * total, dtype=np.int64)
        for piece, rows in dealt.pieces(self.data.inputs.shape[1]):
            cells = places[piece][:, None] * total + dealt.again(self.levels.positions(self.data.inputs[rows]))
            counts += np.bincount(cells.ravel(), minlength=len(counts))
        return counts.reshape(dealt.total, classes, total).transpose(0, 2, 1)

    # --- what they say ---

    def _scores(self, dealt: Dealt, counts: Floats, bells: Bells, names: Floats) -> tuple[Floats, Flags]:
        """Chances of the classes, rows x classes, and where they could differ from those of the plain way."""
        priors = logarithm(counts / counts.sum(axis=1, keepdims=True))
        scores = np.empty((len(dealt.fold_of), self.schema.classes))
        unsure = np.empty(len(dealt.fold_of), dtype=bool)
        worst = float(bells.looseness.max(initial=0.0))
        for rows, found, size in self._evidence(dealt, bells):
            folds = dealt.fold_of[rows]
            evidence = priors[folds]
            if self.levels.total:
                evidence += self._named(dealt.real(rows), folds, names)
            evidence += found
            most = PRECISION * (32.0 + 8.0 * worst) * (float(size.max(initial=0.0)) + 1.0)
            errors = PRECISION * (32.0 + 8.0 * bells.looseness[folds, None]) * (size + 1.0) if most > ALLOWED else most
            unsure[rows] = is_unsure(evidence, errors, ALLOWED)
            scores[rows] = softmax(evidence)
        return scores, unsure

    def _evidence(self, dealt: Dealt, bells: Bells) -> Iterator[tuple[Integers, Floats, Floats]]:
        """Some rows, and what their numbers say."""
        fold_of, width = dealt.fold_of, self.data.inputs.shape[1]
        sizes = np.bincount(fold_of, minlength=dealt.total)
        order, way = np.argsort(fold_of, kind="stable"), self._way(sizes[: dealt.folds])
        if way is Way.FOLD_BY_FOLD:
            for fold, rows in enumerate(np.split(order, np.cumsum(sizes)[:-1])):
                for piece in pieces(len(rows), width):
                    yield rows[piece], *bells.by_products(self._values(dealt.real(rows[piece])), fold)
        elif way is Way.SIDE_BY_SIDE:
            places, real = _side_by_side(sizes)
            found, size = bells.by_products(self._values(dealt.real(order)[places]), slice(None))
            yield order, found[real], size[real]
        else:
            for piece in pieces(len(order), width):
                some = order[piece]
                yield some, *bells.evidence(self._values(dealt.real(some)), fold_of[some])

    def _values(self, rows: Integers) -> Floats:
        return np.asarray(self.data.inputs[rows][..., self.columns] - self.middle)

    def _named(self, rows: Integers, folds: Integers, names: Floats) -> Floats:
        total = np.zeros((len(rows), self.schema.classes))
        for column in self.levels.positions(self.data.inputs[rows]).T:
            total += names[folds, column]
        return total


def _side_by_side(sizes: Integers) -> tuple[Integers, Flags]:
    """Places of rows that lie fold after fold, as folds x rows; what lies beyond a smaller fold is not real."""
    steps = np.arange(sizes.max())
    first = np.cumsum(sizes) - sizes
    return first[:, None] + np.minimum(steps, sizes[:, None] - 1), steps < sizes[:, None]


def _log_frequencies(counts: Integers, added_count: float) -> Floats:
    """As in the plain way, for all folds: folds x levels x classes."""
    seen = counts.sum(axis=2) > 0
    together = counts.sum(axis=1) + added_count * seen.sum(axis=1, keepdims=True)
    shares = (counts + added_count) / np.where(together > 0, together, 1.0)[:, None]
    return np.where(seen[:, :, None], logarithm(shares), 0.0)


def _applies(data: Dataset, settings: Settings) -> bool:
    return True


def _start(bench: Bench, settings: Settings, is_permuted: bool = False) -> FoldsOfNaiveBayes:
    values = chosen(NAIVE_BAYES.settings, settings, NAIVE_BAYES.title)
    return FoldsOfNaiveBayes(bench, values.number("added_count"), values.number("spread_floor"), is_permuted)


def _permuted(bench: Bench, settings: Settings) -> FoldsOfNaiveBayes | None:
    """Only where what is counted from the centre is kept for all permutations."""
    found = _start(bench, settings, is_permuted=True)
    return None if found.whole is None else found


SHORTCUT = Shortcut(
    key="naive-bayes",
    title="Naive Bayes by sums",
    note="Counts, sums and squares of every fold are added up to those of every training set.",
    source="Kohavi 1995, section 4 (leave-one-out by counting); sums about class means, Chan, Golub & LeVeque 1983",
    algorithms=frozenset({NAIVE_BAYES.key}),
    applies=_applies,
    start=_start,
    permuted=_permuted,
)
