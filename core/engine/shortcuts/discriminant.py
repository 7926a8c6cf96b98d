"""Discriminant analysis for all folds of a shuffle: sums of products by class of all rows, less those of the fold."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.algorithms.discriminant import FLOOR, LDA, QDA
from core.algorithms.naive_bayes import softmax
from core.algorithms.row import chosen
from core.algorithms.selection import KEPT
from core.domain.dataset import Dataset, Floats, Integers
from core.domain.study import Settings
from core.engine.bench import Bench
from core.engine.shortcuts.prepared import PreparedInputs, TrainingSets, fits
from core.engine.shortcuts.row import Answerer, Answers, Flags, Shortcut
from core.engine.shortcuts.sums import any_by
from core.engine.shortcuts.sure import PRECISION, is_unsure

CELLS_AT_ONCE = 2**20  # of the products of some folds
LEAST_LEFT = 0.01  # share of a sum of squares that must remain, so that taking away costs at most two digits
MAGNIFIED = 0.25  # of the bound on rounding; what was measured stays below a hundredth of it
ALLOWED = 3e-10  # error of a score that counts as none


@dataclass(frozen=True, slots=True, eq=False)
class _Clouds:
    """Of every training set and class: centre, what turns the cloud into a ball, log of its weight, and its size."""

    centres: Floats
    turns: Floats
    offsets: Floats
    sizes: Floats


class FoldsOfDiscriminant:
    """Columns are counted from the mean of each class, so that taking rows away loses nothing to rounding."""

    def __init__(self, bench: Bench, sharing: float, shrinkage: float) -> None:
        self.sharing, self.shrinkage = sharing, shrinkage
        self.labels, self.classes = bench.data.labels, bench.schema.classes
        self.prepared = PreparedInputs(bench)
        columns = self.prepared.columns
        self.members = np.bincount(self.labels, minlength=self.classes)
        self.means = np.array([columns[self.labels == label].sum(axis=0) for label in range(self.classes)])
        self.means /= np.maximum(self.members, 1)[:, None]
        self.away = columns - self.means[self.labels]
        self.products = np.array([_products(self.away[self.labels == label]) for label in range(self.classes)])
        self.sums = np.array([self.away[self.labels == label].sum(axis=0) for label in range(self.classes)])

    def answers(self, fold_of: Integers) -> Answers:
        sets = self.prepared.training_sets(fold_of)
        folds = len(sets.rows)
        scores, unsure = np.zeros((len(fold_of), self.classes)), np.zeros(len(fold_of), dtype=bool)
        own = np.bincount(fold_of * self.classes + self.labels, minlength=folds * self.classes)
        members = self.members - own.reshape(folds, self.classes)
        declined = ~sets.sure | ~sets.used.any(axis=1) | (members == 0).any(axis=1)
        order, ends = np.argsort(fold_of, kind="stable"), np.cumsum(np.bincount(fold_of, minlength=folds))
        for some in self._alike(sets.used, np.flatnonzero(~declined)):
            rows = np.concatenate([order[ends[fold - 1] if fold else 0 : ends[fold]] for fold in some])
            local = np.searchsorted(some, fold_of[rows])
            used = np.flatnonzero(sets.used[some[0]])
            clouds, lossy = self._clouds(rows, local, members[some], sets, some, used)
            declined[some] |= lossy
            scores[rows], unsure[rows] = self._scores(rows, local, clouds, sets, some, used)
        declined |= any_by(fold_of, folds, unsure)
        return Answers(np.argmax(scores, axis=1)[:, None].astype(np.float64), scores, declined, sets.texts)

    def _alike(self, used: Flags, folds: Integers) -> Iterator[Integers]:
        """Folds whose training sets use the same columns, a few at a time."""
        step = max(CELLS_AT_ONCE // max(self.products.size, 1), 1)
        _, pattern = np.unique(used[folds], axis=0, return_inverse=True)
        for number in range(int(pattern.max(initial=-1)) + 1):
            same = folds[pattern.ravel() == number]
            yield from (same[start : start + step] for start in range(0, len(same), step))

    def _clouds(
        self, rows: Integers, local: Integers, members: Integers, sets: TrainingSets, some: Integers, used: Integers
    ) -> tuple[_Clouds, Flags]:
        products, sums = self._others(rows, local, len(some), used)
        shift = sums / members[:, :, None]
        scatters = products - members[:, :, None, None] * shift[..., :, None] * shift[..., None, :]
        before = np.diagonal(self.products, axis1=1, axis2=2)[:, used]
        lossy = (np.diagonal(scatters, axis1=2, axis2=3) < LEAST_LEFT * before).any(axis=(1, 2))
        scale = self._scale(sets, some)[:, used]
        scatters = scatters / (scale[:, None, :, None] * scale[:, None, None, :])
        spreads = self._spreads(scatters, members)
        lossy |= ~np.isfinite(spreads).all(axis=(1, 2, 3))
        spreads[lossy] = np.eye(len(used))
        factors = np.linalg.cholesky(spreads)
        turns = np.linalg.inv(factors)
        heights = np.log(np.diagonal(factors, axis1=2, axis2=3)).sum(axis=2)
        offsets = np.log(members / members.sum(axis=1, keepdims=True)) - heights
        sizes = np.linalg.norm(spreads, axis=(2, 3))
        return _Clouds(self.means[:, used] + shift, turns, offsets, sizes), np.asarray(lossy)

    def _scale(self, sets: TrainingSets, some: Integers) -> Floats:
        scale = np.ones((len(some), self.away.shape[1]))
        scale[:, : self.prepared.scaled] = np.sqrt(sets.variances[some])
        return scale

    def _others(self, rows: Integers, local: Integers, folds: int, used: Integers) -> tuple[Floats, Floats]:
        """Sums of products and sums by class over the rows outside each of some folds."""
        values, labels = self.away[np.ix_(rows, used)], self.labels[rows]
        products = np.zeros((folds, self.classes, len(used), len(used)))
        sums = np.zeros((folds, self.classes, len(used)))
        if len(rows) == folds:
            products[local, labels] = values[:, :, None] * values[:, None, :]
            sums[local, labels] = values
        else:
            for fold, label in np.ndindex(folds, self.classes):
                part = values[(local == fold) & (labels == label)]
                products[fold, label], sums[fold, label] = _products(part), part.sum(axis=0)
        return self.products[:, used][:, :, used] - products, self.sums[:, used] - sums

    def _spreads(self, scatters: Floats, members: Integers) -> Floats:
        """As in the plain way, for all folds and classes (Friedman 1989, equations 16 and 18)."""
        own, width = 1 - self.sharing, scatters.shape[-1]
        pooled, rows = scatters.sum(axis=1, keepdims=True), members.sum(axis=1)[:, None]
        weights = own * members + self.sharing * rows
        spreads = (own * scatters + self.sharing * pooled) / weights[:, :, None, None]
        level = np.trace(spreads, axis1=2, axis2=3) / width
        level = np.where(level > 0, level, np.nan)[:, :, None, None]
        return np.asarray((1 - self.shrinkage) * spreads + (self.shrinkage + FLOOR) * level * np.eye(width))

    def _scores(
        self, rows: Integers, local: Integers, clouds: _Clouds, sets: TrainingSets, some: Integers, used: Integers
    ) -> tuple[Floats, Flags]:
        """Chances of the classes, and where they could differ from those of the plain way."""
        values, scale = self.prepared.columns[np.ix_(rows, used)], self._scale(sets, some)[:, used]
        logs, errors = np.empty((2, len(rows), self.classes))
        for label in range(self.classes):
            placed = (values - clouds.centres[local, label]) / scale[local]
            turns = clouds.turns[:, label]
            turned = _turned(turns, placed, local)
            back = _turned(turns.transpose(0, 2, 1), turned, local)
            logs[:, label] = clouds.offsets[local, label] - 0.5 * (turned**2).sum(axis=1)
            # rounding of a spread moves a squared distance by the square of what the spread turns the row into
            errors[:, label] = clouds.sizes[local, label] * (back**2).sum(axis=1)
        return softmax(logs), is_unsure(logs, PRECISION * MAGNIFIED * (errors + 1.0), ALLOWED)


def _products(values: Floats) -> Floats:
    return np.asarray(values.T @ values)


def _turned(turns: Floats, placed: Floats, local: Integers) -> Floats:
    if len(turns) == len(placed):
        return np.asarray((turns[local] @ placed[:, :, None])[:, :, 0])
    found = np.empty(placed.shape)
    for fold, turn in enumerate(turns):
        found[local == fold] = placed[local == fold] @ turn.T
    return found


def _applies(data: Dataset, settings: Settings) -> bool:
    return fits(data) and not settings.get(KEPT.key)


def _start_lda(bench: Bench, settings: Settings) -> Answerer | None:
    return FoldsOfDiscriminant(bench, 1.0, chosen(LDA.settings, settings, LDA.title).number("shrinkage"))


def _start_qda(bench: Bench, settings: Settings) -> Answerer | None:
    values = chosen(QDA.settings, settings, QDA.title)
    return FoldsOfDiscriminant(bench, values.number("sharing"), values.number("shrinkage"))


NOTE = "Sums of products by class of each training set are those of all rows less those of the fold."
SOURCE = "Friedman 1989, section 4 (leaving rows out by updating)"
SHORTCUTS = (
    Shortcut("lda", "Linear discriminant by sums", NOTE, SOURCE, frozenset({LDA.key}), _applies, _start_lda),
    Shortcut("qda", "Quadratic discriminant by sums", NOTE, SOURCE, frozenset({QDA.key}), _applies, _start_qda),
)
