"""Naive Bayes for all folds of a shuffle: every row is counted once, and each training set is the sum of its folds."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.algorithms.levels import Levels, numbers_of
from core.algorithms.naive_bayes import logarithm, softmax
from core.algorithms.own import NAIVE_BAYES
from core.algorithms.row import chosen
from core.domain.dataset import Dataset, Floats, Integers
from core.domain.study import Settings
from core.engine.bench import Bench
from core.engine.shortcuts.row import Answerer, Answers, Flags, Shortcut, all_declined
from core.engine.shortcuts.seen import Warned
from core.engine.shortcuts.sums import CELLS_AT_ONCE, any_by, of_others, pieces, sums_by
from core.engine.shortcuts.sure import PRECISION, is_unsure

MOST_CELLS = 2**24  # statistics kept at a time: folds x classes x columns
ROWS_FOR_CENTRES = 4096
LARGE_FOLD = 2**12  # cells from which a fold is looked at on its own
ROWS_OF_FOLD = 8  # from which products are worth while
FARTHEST = 1e6  # column spreads at which the plain way cuts values off
NEARLY_FLAT = 1e-9  # spread over size below which rounding may decide whether a column varies
LEAST_VARIANCE = 1e-10  # share of the variance of a column below which rounding may decide
ALLOWED = 1e-10  # error of a score that counts as none


class FoldsOfNaiveBayes:
    """`centres` are about the class means: sums taken from there lose nothing to rounding."""

    def __init__(self, bench: Bench, added_count: float, spread_floor: float) -> None:
        self.data, self.schema = bench.data, bench.schema
        self.added_count, self.spread_floor = added_count, spread_floor
        self.labels = bench.data.labels
        self.columns = numbers_of(bench.schema)
        self.levels = Levels.of(bench.schema)
        self.warned = Warned(bench)
        self.centres = self._class_means()
        self.middle = self.centres.mean(axis=0)
        is_small = len(list(pieces(self.data.size, len(self.columns)))) == 1
        self.whole = self._centred(slice(None)) if is_small else None  # the same for all shuffles

    def answers(self, fold_of: Integers) -> Answers:
        folds, classes = int(fold_of.max()) + 1, self.schema.classes
        if folds * classes * (2 * len(self.columns) + self.levels.total + 1) > MOST_CELLS:
            return all_declined(folds, self.data.size, 1)
        places = fold_of * classes + self.labels
        own = np.bincount(places, minlength=folds * classes).reshape(folds, classes)
        counts = (own.sum(axis=0) - own).astype(np.float64)
        left_out = self.warned.left_out(fold_of, folds)
        numbers = self._numbers(places, folds, (left_out.empty | left_out.constant)[:, self.columns])
        names = self._names(places, folds)
        scores, unsure = self._scores(fold_of, counts, numbers, names)
        declined = any_by(fold_of, folds, unsure) | ((counts > 0).sum(axis=1) < 2) | numbers.doubtful
        declined |= numbers.is_far(*(values[:, self.columns] - self.middle for values in left_out.own))
        predicted = np.argmax(scores, axis=1)[:, None].astype(np.float64)
        return Answers(predicted, scores, declined, self.warned.texts(fold_of, left_out))

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

    def _numbers(self, places: Integers, folds: int, flat: Flags) -> "_Numbers":
        width, classes = len(self.columns), self.schema.classes
        sums = np.zeros((folds * classes, 3 * width))
        for piece in pieces(self.data.size, width):
            powers, missing = self.whole or self._centred(piece)
            sums[:, : 2 * width] += sums_by(places[piece], len(sums), powers)
            sums[:, 2 * width :] += np.bincount(places[piece], minlength=len(sums))[:, None]
            if missing is not None:
                sums[:, 2 * width :] -= sums_by(places[piece], len(sums), missing)
        first, second, number = np.split(of_others(sums.reshape(folds, classes, 3 * width)), 3, axis=2)
        return _Numbers.of(first, second, number, self.centres, self.middle, flat, self.spread_floor)

    def _centred(self, piece: slice) -> tuple[Floats, Floats | None]:
        """Numbers counted from the centre of their class, with their squares beside them, and which are missing."""
        values = self.data.inputs[piece][:, self.columns] - self.centres[self.labels[piece]]
        missing = np.isnan(values)
        values[missing] = 0.0
        return np.hstack([values, values**2]), missing.astype(np.float64) if missing.any() else None

    def _names(self, places: Integers, folds: int) -> Floats:
        """Log frequencies as the plain way computes them, folds x levels x classes; the last level says nothing."""
        classes, total = self.schema.classes, self.levels.total
        found = np.zeros((folds, total + 1, classes))
        if not total:
            return found
        counts = self._level_counts(places, folds)
        counts = counts.sum(axis=0) - counts
        for start, number in zip(self.levels.starts, self.levels.counts, strict=True):
            column = slice(start, start + number)
            found[:, column] = _log_frequencies(counts[:, column], self.added_count)
        return found

    def _level_counts(self, places: Integers, folds: int) -> Integers:
        """How often each level occurs, folds x levels x classes."""
        classes, total = self.schema.classes, self.levels.total + 1
        counts = np.zeros(folds * classes * total, dtype=np.int64)
        for piece in pieces(self.data.size, self.data.inputs.shape[1]):
            cells = places[piece][:, None] * total + self.levels.positions(self.data.inputs[piece])
            counts += np.bincount(cells.ravel(), minlength=len(counts))
        return counts.reshape(folds, classes, total).transpose(0, 2, 1)

    # --- what they say ---

    def _scores(self, fold_of: Integers, counts: Floats, numbers: "_Numbers", names: Floats) -> tuple[Floats, Flags]:
        """Chances of the classes, rows x classes, and where they could differ from those of the plain way."""
        priors = logarithm(counts / counts.sum(axis=1, keepdims=True))
        scores = np.empty((self.data.size, self.schema.classes))
        unsure = np.empty(self.data.size, dtype=bool)
        for rows, found, size in self._evidence(fold_of, len(counts), numbers):
            folds = fold_of[rows]
            evidence = priors[folds] + self._named(rows, folds, names) + found
            errors = PRECISION * (32.0 + 8.0 * numbers.looseness[folds, None]) * (size + 1.0)
            unsure[rows] = is_unsure(evidence, errors, ALLOWED)
            scores[rows] = softmax(evidence)
        return scores, unsure

    def _evidence(
        self, fold_of: Integers, folds: int, numbers: "_Numbers"
    ) -> Iterator[tuple[Integers, Floats, Floats]]:
        """Some rows, and what their numbers say: fold by fold where folds are large, all of them if they are not."""
        sizes = np.bincount(fold_of, minlength=folds)
        order, width = np.argsort(fold_of, kind="stable"), self.data.inputs.shape[1]
        if sizes.min() * width >= LARGE_FOLD:
            for fold, rows in enumerate(np.split(order, np.cumsum(sizes)[:-1])):
                for piece in pieces(len(rows), width):
                    yield rows[piece], *numbers.by_products(self._values(rows[piece]), fold)
        elif sizes.min() >= ROWS_OF_FOLD and folds * sizes.max() * width <= CELLS_AT_ONCE:
            places, real = _side_by_side(sizes)
            found, size = numbers.by_products(self._values(order[places]), slice(None))
            yield order, found[real], size[real]
        else:
            for piece in pieces(len(order), width):
                yield order[piece], *numbers.evidence(self._values(order[piece]), fold_of[order[piece]])

    def _values(self, rows: Integers) -> Floats:
        return np.asarray(self.data.inputs[rows][..., self.columns] - self.middle)

    def _named(self, rows: Integers, folds: Integers, names: Floats) -> Floats:
        total = np.zeros((len(rows), self.schema.classes))
        if not self.levels.total:
            return total
        for column in self.levels.positions(self.data.inputs[rows]).T:
            total += names[folds, column]
        return total


@dataclass(frozen=True, slots=True, eq=False)
class _Numbers:
    """Bell curves of every training set, class and column, in the units of the data and counted from `middle`."""

    means: Floats
    halved_precisions: Floats
    constants: Floats
    centre: Floats
    spread: Floats
    doubtful: Flags
    looseness: Floats  # how much rounding in the sums is magnified in a variance
    reach: Floats  # squared distance of a class mean from the middle, in variances

    @classmethod
    def of(
        cls, first: Floats, second: Floats, number: Floats, centres: Floats, middle: Floats, flat: Flags, floor: float
    ) -> "_Numbers":
        shift = first / np.maximum(number, 1.0)
        own = np.maximum(second / np.maximum(number, 1.0) - shift**2, 0.0)
        means = (centres - middle) + shift
        everyone = np.maximum(number.sum(axis=1), 1.0)
        centre = (number * means).sum(axis=1) / everyone
        spread = np.sqrt((number * (own + (means - centre[:, None]) ** 2)).sum(axis=1) / everyone)
        useless = flat | (spread == 0)
        unit = np.where(useless, 1.0, spread**2)[:, None]
        empty = (number == 0) | useless[:, None]
        variances = np.where(empty, unit, np.maximum(own, floor * unit))
        return cls(
            np.where(number > 0, means, centre[:, None]),
            np.where(useless[:, None], 0.0, 0.5 / variances),
            np.where(useless[:, None], 0.0, -0.5 * np.log(2.0 * np.pi * variances / unit)),
            centre,
            np.where(useless, np.inf, spread),
            (~useless & (spread < NEARLY_FLAT * np.abs(centre + middle))).any(axis=1)
            | (~empty & ~(variances > LEAST_VARIANCE * unit)).any(axis=(1, 2)),
            np.where(empty, 0.0, shift**2 / variances).max(axis=(1, 2), initial=0.0),
            np.where(empty, 0.0, means**2 / variances).max(axis=(1, 2), initial=0.0),
        )

    def evidence(self, values: Floats, folds: Integers) -> tuple[Floats, Floats]:
        """Logs of the heights of the bell curves, and the size of what was added up; rows x classes."""
        known = ~np.isnan(values)
        complete = bool(known.all())
        found, sizes = np.empty((2, len(values), self.means.shape[1]))
        for position in range(found.shape[1]):
            away = values - self.means[folds, position]
            away *= away
            away *= self.halved_precisions[folds, position]
            height = self.constants[folds, position]
            if not complete:
                away[~known] = 0.0
                height[~known] = 0.0
            sizes[:, position] = away.sum(axis=1)
            found[:, position] = height.sum(axis=1) - sizes[:, position]
        return found, sizes + np.sqrt(sizes * self.reach[folds, None])

    def by_products(self, values: Floats, fold: int | slice) -> tuple[Floats, Floats]:
        """The same with squares multiplied out, for rows of one fold, or for all folds: folds x rows x columns."""
        precisions, means, heights = self.halved_precisions[fold], self.means[fold], self.constants[fold]
        lifted = means**2 * precisions
        missing = np.isnan(values)
        if missing.any():
            values = np.where(missing, 0.0, values)
            known = (~missing).astype(np.float64)
            height, offset = known @ _turned(heights), known @ _turned(lifted)
        else:
            height, offset = heights.sum(axis=-1)[..., None, :], lifted.sum(axis=-1)[..., None, :]
        squares = (values**2) @ _turned(precisions) + offset
        return height - (squares - 2.0 * (values @ _turned(means * precisions))), squares

    def is_far(self, lowest: Floats, highest: Floats) -> Flags:
        """Folds with values so far away that the plain way cuts them off."""
        away = np.maximum(np.abs(lowest - self.centre), np.abs(highest - self.centre))
        return np.asarray(((lowest <= highest) & (away >= 0.5 * FARTHEST * self.spread)).any(axis=1))


def _turned(table: Floats) -> Floats:
    return table.swapaxes(-1, -2)


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


def _start(bench: Bench, settings: Settings) -> Answerer | None:
    values = chosen(NAIVE_BAYES.settings, settings, NAIVE_BAYES.title)
    return FoldsOfNaiveBayes(bench, values.number("added_count"), values.number("spread_floor"))


SHORTCUT = Shortcut(
    key="naive-bayes",
    title="Naive Bayes by sums",
    note="Counts, sums and squares of every fold are added up to those of every training set.",
    source="Kohavi 1995, section 4 (leave-one-out by counting); sums about class means, Chan, Golub & LeVeque 1983",
    algorithms=frozenset({NAIVE_BAYES.key}),
    applies=_applies,
    start=_start,
)
