"""Least squares and ridge for all folds of a shuffle: sums of products of all rows, less those of the fold."""

from dataclasses import dataclass

import numpy as np

from core.algorithms.linear import LINEAR, RIDGE
from core.algorithms.row import chosen
from core.algorithms.selection import KEPT
from core.domain.dataset import Dataset, Floats, Integers
from core.domain.study import Settings
from core.engine.bench import Bench
from core.engine.shortcuts.prepared import PreparedInputs, TrainingSets, fits, one_answer
from core.engine.shortcuts.row import Answerer, Answers, Flags, Shortcut
from core.engine.shortcuts.sums import extremes_by, extremes_of_others
from core.engine.shortcuts.sure import PRECISION

CELLS_AT_ONCE = 2**20  # of the products of some folds
LEAST_LEFT = 0.01  # share of a sum of squares that must remain, so that taking away costs at most two digits
LOSSLESS = 1e5  # size over spread up to which a mean is the same however it is added up
ALLOWED = 1e-10  # error in spreads of the output that counts as none
NOTHING, SOMETHING = 1e-12, 1e-6  # shares of the largest strength: a direction between them declines


@dataclass(frozen=True, slots=True, eq=False)
class _Fitted:
    """Weights per fold (folds x columns x outputs, in units of spreads) and how many times rounding is magnified."""

    weights: Floats
    magnified: Floats


class FoldsOfLinear:
    """`shrinkage` 0 is least squares; of several equally good solutions the one with the smallest weights."""

    def __init__(self, bench: Bench, shrinkage: float) -> None:
        self.shrinkage = shrinkage
        self.targets = bench.data.targets
        self.prepared = PreparedInputs(bench)
        columns = self.prepared.columns
        self.width = columns.shape[1]
        self.middle = self.targets.mean(axis=0)
        self.joined = np.hstack([columns - columns.mean(axis=0), self.targets - self.middle])
        self.products = self.joined.T @ self.joined
        self.sums = self.joined.sum(axis=0)

    def answers(self, fold_of: Integers) -> Answers:
        sets = self.prepared.training_sets(fold_of)
        folds = len(sets.rows)
        least, most = extremes_of_others(*extremes_by(fold_of, folds, self.targets))
        predicted = np.empty(self.targets.shape)
        declined = ~sets.sure | ~sets.used.any(axis=1) | (sets.used.sum(axis=1) >= sets.rows)
        declined |= one_answer(self.targets, fold_of, folds) | self._is_lossy()
        order, ends = np.argsort(fold_of, kind="stable"), np.cumsum(np.bincount(fold_of, minlength=folds))
        step = max(CELLS_AT_ONCE // self.products.size, 1)
        for start in range(0, folds, step):
            some = np.arange(start, min(start + step, folds))
            rows = order[ends[start - 1] if start else 0 : ends[some[-1]]]
            found, unsure = self._some(fold_of, some, rows, sets, least == most)
            predicted[rows] = found
            declined[some] |= unsure
        return Answers(predicted, None, declined, sets.texts)

    def _is_lossy(self) -> bool:
        return bool((np.abs(self.middle) > LOSSLESS * self.targets.std(axis=0)).any())

    def _some(
        self, fold_of: Integers, folds: Integers, rows: Integers, sets: TrainingSets, flat: Flags
    ) -> tuple[Floats, Flags]:
        """Predictions for the rows of some folds, and the folds where they may be off."""
        size = sets.rows[folds]
        products, sums = self._others(fold_of[rows] - folds[0], rows, len(folds))
        kept = np.diagonal(products, axis1=1, axis2=2) >= LEAST_LEFT * np.diagonal(self.products)
        means = sums / size[:, None]
        spread = products / size[:, None, None] - means[:, :, None] * means[:, None, :]
        scale = np.ones(sums.shape)
        scale[:, : self.prepared.scaled] = np.sqrt(sets.variances[folds])
        answers = np.sqrt(np.maximum(np.diagonal(spread, axis1=1, axis2=2)[:, self.width :], 0.0))
        scale[:, self.width :] = np.where(flat[folds] | (answers == 0), 1.0, answers)
        used = np.hstack([sets.used[folds], ~flat[folds]])
        spread /= scale[:, :, None] * scale[:, None, :]
        spread *= used[:, :, None] & used[:, None, :]
        fitted = self._fitted(spread, size, used)
        local = fold_of[rows] - folds[0]
        placed = (self.joined[rows] - means[local])[:, : self.width] / scale[local, : self.width]
        placed *= used[local, : self.width]
        outputs = range(fitted.weights.shape[2])
        found = np.column_stack([(placed * fitted.weights[local, :, output]).sum(axis=1) for output in outputs])
        error = PRECISION * fitted.magnified[local] * np.linalg.norm(placed, axis=1)
        unsure = np.bincount(local[~(error < ALLOWED)], minlength=len(folds)) > 0
        back = found * scale[local, self.width :] + means[local, self.width :] + self.middle
        return back, unsure | ~(kept | ~used).all(axis=1)

    def _others(self, fold: Integers, rows: Integers, folds: int) -> tuple[Floats, Floats]:
        """Sums of products and sums over the rows outside each of some folds; rows come by fold."""
        values = self.joined[rows]
        if len(rows) == folds:
            return self.products - values[:, :, None] * values[:, None, :], self.sums - values
        parts = np.split(values, np.cumsum(np.bincount(fold, minlength=folds))[:-1])
        products = np.array([part.T @ part for part in parts])
        return self.products - products, self.sums - np.array([part.sum(axis=0) for part in parts])

    def _fitted(self, spread: Floats, size: Integers, used: Flags) -> _Fitted:
        inner, outer = spread[:, : self.width, : self.width], spread[:, : self.width, self.width :]
        if self.shrinkage == 0:
            return _least_squares(inner, outer)
        shrunk = inner + (self.shrinkage / size)[:, None, None] * np.eye(self.width)
        inverse = np.asarray(np.linalg.inv(shrunk), dtype=np.float64)
        weights = inverse @ outer
        magnified = np.linalg.norm(shrunk, axis=(1, 2)) * np.linalg.norm(inverse, axis=(1, 2))
        return _Fitted(weights, magnified * np.linalg.norm(weights, axis=(1, 2)))


def _least_squares(inner: Floats, outer: Floats) -> _Fitted:
    strengths, directions = np.linalg.eigh(inner)
    share = strengths / strengths[:, -1:]
    something = share > SOMETHING
    inverse = np.where(something, 1 / np.where(something, strengths, 1.0), 0.0)
    weights = directions @ (inverse[:, :, None] * (directions.transpose(0, 2, 1) @ outer))
    magnified = (inverse * strengths[:, -1:]).max(axis=1)
    unclear = ((share > NOTHING) & ~something).any(axis=1) | ~(strengths[:, -1] > 0)
    return _Fitted(weights, np.where(unclear, np.inf, magnified * np.linalg.norm(weights, axis=(1, 2))))


def _applies(data: Dataset, settings: Settings) -> bool:
    return fits(data) and not settings.get(KEPT.key)


def _start_linear(bench: Bench, settings: Settings) -> Answerer | None:
    chosen(LINEAR.settings, settings, LINEAR.title)
    return FoldsOfLinear(bench, 0.0)


def _start_ridge(bench: Bench, settings: Settings) -> Answerer | None:
    return FoldsOfLinear(bench, chosen(RIDGE.settings, settings, RIDGE.title).number("shrinkage"))


NOTE = "Sums of products of each training set are those of all rows less those of the fold; scaling follows from them."
SOURCE = "Normal equations; Allen 1974 (leaving rows out without fitting again)"
SHORTCUTS = (
    Shortcut(
        "linear", "Least squares by sums of products", NOTE, SOURCE, frozenset({LINEAR.key}), _applies, _start_linear
    ),
    Shortcut("ridge", "Ridge by sums", NOTE, SOURCE, frozenset({RIDGE.key}), _applies, _start_ridge),
)
