"""Naive Bayes for all folds of a shuffle: every row is counted once, and each training set is the sum of its folds."""

from dataclasses import dataclass

import numpy as np

from core.algorithms.levels import Levels, numbers_of
from core.algorithms.own import NAIVE_BAYES
from core.algorithms.row import chosen
from core.domain.dataset import Dataset, Floats, Integers
from core.domain.study import Settings
from core.engine.bench import Bench
from core.engine.shortcuts.row import Answerer, Answers, Flags, Shortcut, all_declined
from core.engine.shortcuts.seen import Warned
from core.engine.shortcuts.sums import any_by, of_others, pieces, sums_by

MOST_CELLS = 2**24  # statistics kept at a time: folds x classes x columns
FARTHEST = 1e6  # column spreads at which the plain way cuts values off
NEARLY_FLAT = 1e-9  # spread over size below which rounding may decide whether a column varies
LEAST_VARIANCE = 1e-10  # share of the variance of a column below which rounding may decide
PRECISION = float(np.finfo(np.float64).eps)
ALLOWED = 1e-10  # error of a score that counts as none
SURE = 1e-9  # least lead of the winning class
SATURATED = 40.0  # lead at which errors of the size met here change no score


class FoldsOfNaiveBayes:
    """`centres` are class means over all rows: sums taken from there lose nothing to rounding."""

    def __init__(self, bench: Bench, added_count: float, spread_floor: float) -> None:
        self.data, self.schema = bench.data, bench.schema
        self.added_count, self.spread_floor = added_count, spread_floor
        self.labels = bench.data.labels
        self.columns = numbers_of(bench.schema)
        self.levels = Levels.of(bench.schema)
        self.warned = Warned(bench)
        self.centres = self._class_means()
        self.middle = self.centres.mean(axis=0)

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
        predicted = np.argmax(scores, axis=1)[:, None].astype(np.float64)
        return Answers(predicted, scores, declined, self.warned.texts(fold_of, left_out))

    def _class_means(self) -> Floats:
        totals = np.zeros((2, self.schema.classes, len(self.columns)))
        for piece in pieces(self.data.size, self.data.inputs.shape[1]):
            values = self.data.inputs[piece][:, self.columns]
            known = ~np.isnan(values)
            totals[0] += sums_by(self.labels[piece], self.schema.classes, np.where(known, values, 0.0))
            totals[1] += sums_by(self.labels[piece], self.schema.classes, known.astype(np.float64))
        return np.asarray(totals[0] / np.maximum(totals[1], 1.0))

    # --- statistics of the training sets ---

    def _numbers(self, places: Integers, folds: int, flat: Flags) -> "_Numbers":
        width, classes = len(self.columns), self.schema.classes
        sums = np.zeros((folds * classes, 3 * width))
        for piece in pieces(self.data.size, 3 * width):
            values = self.data.inputs[piece][:, self.columns] - self.centres[self.labels[piece]]
            known = ~np.isnan(values)
            values[~known] = 0.0
            sums += sums_by(places[piece], len(sums), np.hstack([values, values**2, known]))
        first, second, number = np.split(of_others(sums.reshape(folds, classes, 3 * width)), 3, axis=2)
        return _Numbers.of(first, second, number, self.centres, self.middle, flat, self.spread_floor)

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
        priors = _logarithm(counts / counts.sum(axis=1, keepdims=True))
        scores = np.empty((self.data.size, self.schema.classes))
        unsure = np.empty(self.data.size, dtype=bool)
        for piece in pieces(self.data.size, self.data.inputs.shape[1]):
            inputs, folds = self.data.inputs[piece], fold_of[piece]
            squares, constants = numbers.evidence(inputs[:, self.columns] - self.middle, folds)
            evidence = priors[folds] + self._named(inputs, folds, names) + (constants - squares)
            unsure[piece] = _is_unsure(evidence, squares, numbers.looseness[folds], numbers.reach[folds])
            unsure[piece] |= numbers.is_far(inputs[:, self.columns] - self.middle, folds)
            scores[piece] = _softmax(evidence)
        return scores, unsure

    def _named(self, inputs: Floats, folds: Integers, names: Floats) -> Floats:
        total = np.zeros((len(inputs), self.schema.classes))
        for column in self.levels.positions(inputs).T:
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
        """Squared distances from the class means in variances, halved, and the logs of the heights; rows x classes."""
        known = ~np.isnan(values)
        complete = bool(known.all())
        squares = np.empty((len(values), self.means.shape[1]))
        heights = np.empty(squares.shape)
        for position in range(squares.shape[1]):
            away = values - self.means[folds, position]
            away *= away
            away *= self.halved_precisions[folds, position]
            height = self.constants[folds, position]
            if not complete:
                away[~known] = 0.0
                height[~known] = 0.0
            squares[:, position] = away.sum(axis=1)
            heights[:, position] = height.sum(axis=1)
        return squares, heights

    def is_far(self, values: Floats, folds: Integers) -> Flags:
        away = np.abs(values - self.centre[folds]) >= 0.5 * FARTHEST * self.spread[folds]
        return np.asarray(away.any(axis=1))


def _is_unsure(evidence: Floats, squares: Floats, looseness: Floats, reach: Floats) -> Flags:
    top = evidence.max(axis=1)
    competing = evidence > top[:, None] - 2 * SATURATED
    size = np.where(competing, squares, 0.0).max(axis=1)
    error = PRECISION * ((32.0 + 8.0 * looseness) * (size + 1.0) + 8.0 * np.sqrt(size * reach))
    lead = top - np.partition(evidence, -2, axis=1)[:, -2]
    return np.asarray(~(lead > SURE) | ((error > ALLOWED) & ~(lead > SATURATED)))


def _log_frequencies(counts: Integers, added_count: float) -> Floats:
    """As in the plain way, for all folds: folds x levels x classes."""
    seen = counts.sum(axis=2) > 0
    together = counts.sum(axis=1) + added_count * seen.sum(axis=1, keepdims=True)
    shares = (counts + added_count) / np.where(together > 0, together, 1.0)[:, None]
    return np.where(seen[:, :, None], _logarithm(shares), 0.0)


def _logarithm(values: Floats) -> Floats:
    return np.log(values, out=np.full_like(values, -np.inf), where=values > 0)


def _softmax(evidence: Floats) -> Floats:
    powers = np.exp(evidence - evidence.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


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
