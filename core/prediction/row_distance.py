"""How unlike two rows are: distances over numbers, categories and gaps, and the training rows nearest to new rows.

Two distances, because either alone misses what the other sees: the nearest training row (holes, far points) and the
nearest after whitening (broken relations between columns).
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats, Integers
from core.support.lazy_import import import_lazily

covariances = import_lazily("sklearn.covariance")

Flags = NDArray[np.bool_]
UNLIKE = math.sqrt(2.0)  # two unrelated standard numbers differ by this in the mean square; so do two categories
UNSEEN = 3.0  # a category never seen in training, or another value of a constant column
NORMAL_IQR = 1.349  # interquartile range of the standard normal curve
CELLS_AT_ONCE = 1_000_000  # distances held in memory at a time
SPARE = 3  # rows looked at beyond those wanted, because half the precision may take equal ones for different
FARTHEST = 1e15  # scales; its square still fits half the precision


@dataclass(frozen=True, slots=True, eq=False)
class Nearest:
    """Hold the nearest training rows of each new row, nearest first: distances and positions, new rows x neighbors."""

    distances: Floats
    positions: Integers


class RowDistances:
    """Distances from fixed training rows: root of the weighted mean of squared column differences.

    Numbers differ in units of their scale, not capped; categories (level positions) and gaps (NaN) against values by
    sqrt 2; a category never seen, or another value of a constant column, by 3.
    """

    def __init__(self, train: Floats, is_category: Flags, scales: Floats, shares: Floats) -> None:
        self.train = train
        self.columns = [
            _Column(train[:, place], bool(is_category[place]), float(scales[place]), float(shares[place]))
            for place in range(train.shape[1])
        ]
        parts = [column.expand_train() for column in self.columns] or [np.zeros((1, len(train)))]
        self.factors = np.vstack(parts).astype(np.float32)

    def find_nearest(self, new: Floats, count: int, kin: tuple[Integers, Integers] | None = None) -> Nearest:
        """Find the nearest training rows. One matrix product of half the precision finds them and some more; their
        distances are then computed exactly, and the nearest kept.

        `kin` numbers the families of new and of training rows: rows of the same family are passed over. A row that has
        fewer than `count` others left is filled up with relatives at infinite distance.
        """
        wanted, looked_at = min(count, len(self.train)), min(count + SPARE, len(self.train))
        at_once = max(1, CELLS_AT_ONCE // max(len(self.train), 1))
        distances, positions = np.zeros((len(new), wanted)), np.zeros((len(new), wanted), dtype=np.int64)
        for start in range(0, len(new), at_once):
            part = new[start : start + at_once]
            expanded = [column.expand_new(part[:, place]) for place, column in enumerate(self.columns)]
            squares = np.hstack(expanded or [np.zeros((len(part), 1), dtype=np.float32)]) @ self.factors
            if kin is not None:
                squares[kin[0][start : start + at_once, np.newaxis] == kin[1]] = np.inf
            nearest = _smallest(squares, looked_at)
            exact = np.zeros(nearest.shape)
            for place, column in enumerate(self.columns):
                exact += column.share * column.square_differences(part[:, [place]], column.values[nearest])
            exact[np.isinf(np.take_along_axis(squares, nearest, axis=1))] = np.inf
            order = np.argsort(exact, axis=1, kind="stable")[:, :wanted]
            positions[start : start + at_once] = np.take_along_axis(nearest, order, axis=1)
            distances[start : start + at_once] = np.sqrt(np.take_along_axis(exact, order, axis=1))
        return Nearest(distances, positions)


def make_near_distances(train: Floats, is_category: Flags, weights: Floats | None = None) -> RowDistances:
    """Distances over the columns as they are; `weights` count columns more or less (None: all the same)."""
    width = train.shape[1]
    shares = np.full(width, 1.0 / max(width, 1)) if weights is None else weights / np.sum(weights)
    return RowDistances(train, is_category, _compute_scales(train, is_category), shares)


class WhitenedDistances:
    """Distances after whitening the number columns, so that a broken relation between columns counts.

    Gaps become the training median; the covariance is Ledoit and Wolf's of the scaled training rows, so that it can
    be inverted with more columns than rows. Constant columns are left out; categories count as in the near distance.
    """

    def __init__(self, train: Floats, is_category: Flags) -> None:
        scales = _compute_scales(train, is_category)
        self.numbers, self.categories = np.flatnonzero(scales > 0), np.flatnonzero(is_category)
        self.scales = scales[self.numbers]
        numbers = train[:, self.numbers]
        self.medians = np.nanmedian(numbers, axis=0) if self.numbers.size else np.zeros(0)
        self.factor = np.eye(self.numbers.size)
        if self.numbers.size:
            covariance, _ = covariances.ledoit_wolf(self._scale(train))
            self.factor = np.linalg.cholesky(np.linalg.inv(covariance))
        width = self.numbers.size + self.categories.size
        kinds = np.repeat([False, True], [self.numbers.size, self.categories.size])
        shares = np.full(width, 1.0 / max(width, 1))
        self.distances = RowDistances(self._whiten(train), kinds, np.ones(width), shares)

    def find_nearest(self, new: Floats, count: int) -> Nearest:
        return self.distances.find_nearest(self._whiten(new), count)

    def _scale(self, rows: Floats) -> Floats:
        numbers = rows[:, self.numbers]
        return np.asarray(np.where(np.isnan(numbers), self.medians, numbers) / self.scales)

    def _whiten(self, rows: Floats) -> Floats:
        return np.hstack([self._scale(rows) @ self.factor, rows[:, self.categories]])


def compute_near_distance(
    train: Floats, new: Floats, is_category: Flags, weights: Floats | None = None, neighbors: int = 1
) -> Floats:
    """Distance of each new row to its nearest training rows (the mean over `neighbors` of them)."""
    return np.asarray(make_near_distances(train, is_category, weights).find_nearest(new, neighbors).distances.mean(1))


def compute_whitened_distance(train: Floats, new: Floats, is_category: Flags) -> Floats:
    """Distance of each new row to its nearest training row after whitening."""
    return WhitenedDistances(train, is_category).find_nearest(new, 1).distances[:, 0]


def compute_column_scale(values: Floats) -> float:
    """Interquartile range over 1.349, the standard deviation where that is 0, and 0 for a constant column."""
    known = values[np.isfinite(values)]
    if known.size < 2:
        return 0.0
    low, high = np.percentile(known, [25, 75])
    return float((high - low) / NORMAL_IQR) or float(np.std(known, ddof=1))


def _compute_scales(train: Floats, is_category: Flags) -> Floats:
    return np.array([0.0 if kind else compute_column_scale(train[:, at]) for at, kind in enumerate(is_category)])


def _smallest(squares: NDArray[np.float32], count: int) -> Integers:
    if count == 1:
        return np.asarray(np.argmin(squares, axis=1)[:, np.newaxis])
    if count >= squares.shape[1]:
        return np.broadcast_to(np.arange(squares.shape[1]), squares.shape)
    return np.asarray(np.argpartition(squares, count - 1, axis=1)[:, :count])


class _Column:
    """One column of the training rows, and its part of all squared distances as a product of two expansions.

    A number x (known: u = 1, gap: u = 0) against z (v) counts u v (x - z)^2 + 2 (u + v - 2 u v); what takes few values
    (categories, a constant column) counts the entry of a table.
    """

    def __init__(self, values: Floats, is_category: bool, scale: float, share: float) -> None:
        self.values, self.share, self.scale, self.is_category = values, share, scale, is_category
        known = values[~np.isnan(values)]
        self.is_number = scale > 0 and not is_category
        self.center = float(np.median(known)) if known.size and self.is_number else 0.0
        self.levels = np.empty(0) if self.is_number else np.unique(known)

    def expand_train(self) -> Floats:
        """Rows of the right factor of the product, features x training rows, with the column's weight."""
        if self.is_number:
            v = (~np.isnan(self.values)).astype(np.float64)
            z = np.where(v > 0, (self.values - self.center) / self.scale, 0.0)
            return self.share * np.vstack([v, z, z**2 + 2 - 4 * v, 2 * v])
        states = np.concatenate([self.levels, [np.nan, np.inf]])  # a gap, and a value never seen
        return np.asarray(self.share * self.square_differences(states[:, np.newaxis], self.values[np.newaxis]))

    def expand_new(self, values: Floats) -> NDArray[np.float32]:
        if self.is_number:
            u = (~np.isnan(values)).astype(np.float64)
            x = np.where(u > 0, (values - self.center) / self.scale, 0.0)
            x = np.clip(x, -FARTHEST, FARTHEST)
            return np.column_stack([x**2, -2 * x, u, np.ones(len(x))]).astype(np.float32)
        gap = self.levels.size
        states = np.where(np.isin(values, self.levels), np.searchsorted(self.levels, values), gap + 1)
        states[np.isnan(values)] = gap
        return np.asarray((states[:, np.newaxis] == np.arange(gap + 2)).astype(np.float32))

    def square_differences(self, new: Floats, train: Floats) -> Floats:
        """Squared differences of pairs, by the definition."""
        absent, missing = np.isnan(new), np.isnan(train)
        if self.is_number:
            apart = np.abs(new - train) / self.scale
        else:
            apart = np.where(new == train, 0.0, UNLIKE if self.is_category else UNSEEN)
        apart = np.where(absent ^ missing, UNLIKE, apart)
        apart = np.where(absent & missing, 0.0, apart)
        if self.is_category:
            apart = np.where(~absent & ~np.isin(new, self.levels), UNSEEN, apart)
        return np.asarray(apart**2)
