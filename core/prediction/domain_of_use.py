"""Where a model may be used: how unlike its training rows a new row is, and what error to expect at that distance.

Two distances, because either alone misses what the other sees: the nearest training row (holes, far points) and the
nearest after whitening (broken relations between columns). Held-out rows of the study say which distances are usual.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from scipy import stats
from scipy.spatial import distance
from sklearn.covariance import ledoit_wolf

from core.domain.dataset import Floats, Integers
from core.statistics.distributions import t_quantile
from core.statistics.undefined import Undefined

Flags = NDArray[np.bool_]
SquaredDistances = Callable[[Floats], Floats]
UNLIKE = math.sqrt(2.0)  # two unrelated standard numbers differ by this in the mean square; so do two categories
UNSEEN = 3.0  # a category never seen in training, or another value of a constant column
NORMAL_IQR = 1.349  # interquartile range of the standard normal curve
TIED = 1e-12
FEWEST_UNITS = 20
FEWEST_FOR_OUTSIDE = 40
OUTSIDE, EDGE = 0.02, 0.10
FEWEST_FOR_STEPS, ROWS_PER_STEP, MOST_STEPS = 40, 20, 8
CELLS_AT_ONCE = 4_000_000  # distances held in memory at a time


class Place(StrEnum):
    INSIDE = "inside"
    EDGE = "edge"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True, eq=False)
class DomainPlaces:
    """Hold for each new row where it lies and its rank p among the held-out rows; `limit` is that of outside."""

    places: tuple[Place, ...]
    p: Floats
    limit: float


@dataclass(frozen=True, slots=True)
class DistanceStep:
    """Mean error of the held-out rows up to this distance (from the step before), with its 95 % range."""

    distance: float
    mean: float
    low: float
    high: float
    rows: int


@dataclass(frozen=True, slots=True)
class ErrorByDistance:
    """Hold rising steps of error over distance; `depends` is false where the error does not grow with distance.

    `correlation` is Spearman's, `p` its two-sided p. Beyond the last step nothing was tested.
    """

    steps: tuple[DistanceStep, ...]
    correlation: float
    p: float
    depends: bool


def compute_column_scale(values: Floats) -> float:
    """Interquartile range over 1.349, the standard deviation where that is 0, and 0 for a constant column."""
    known = values[np.isfinite(values)]
    if known.size < 2:
        return 0.0
    low, high = np.percentile(known, [25, 75])
    return float((high - low) / NORMAL_IQR) or float(np.std(known, ddof=1))


def compute_near_distance(
    train: Floats, new: Floats, is_category: Flags, weights: Floats | None = None, neighbors: int = 1
) -> Floats:
    """Distance of each new row to its nearest training rows (the mean over `neighbors` of them).

    Root of the mean (or the weighted mean) of squared column differences. Numbers differ in units of their scale, not
    capped; categories (level positions) and gaps (NaN) against values by sqrt 2; a category never seen by 3.
    """
    shares = np.full(train.shape[1], 1.0 / max(train.shape[1], 1)) if weights is None else weights / np.sum(weights)
    measures = [_column_measure(train[:, place], bool(is_category[place])) for place in range(train.shape[1])]

    def squares(part: Floats) -> Floats:
        found = np.zeros((len(part), len(train)))
        for place, measure in enumerate(measures):
            found += shares[place] * measure.squares(part[:, place])
        return found

    return _nearest(squares, new, len(train), neighbors)


def compute_whitened_distance(train: Floats, new: Floats, is_category: Flags) -> Floats:
    """Distance of each new row to its nearest training row after whitening the number columns.

    Gaps become the training median; the covariance is Ledoit and Wolf's of the scaled training rows, so that it can
    be inverted with more columns than rows. Constant columns are left out; categories count as in the near distance.
    """
    scales = np.array(
        [0.0 if kind else compute_column_scale(train[:, place]) for place, kind in enumerate(is_category)]
    )
    numbers = np.flatnonzero(scales > 0)
    categories = np.flatnonzero(is_category)
    used = max(numbers.size + categories.size, 1)
    white_train, white_new = _whiten(train[:, numbers], new[:, numbers], scales[numbers])
    measures = [_column_measure(train[:, place], True) for place in categories]
    joined = np.hstack([white_new, new[:, categories]])

    def squares(part: Floats) -> Floats:
        found: Floats = np.zeros((len(part), len(train)))
        if numbers.size:
            found += distance.cdist(part[:, : numbers.size], white_train, "sqeuclidean")
        for column, measure in enumerate(measures):
            found += measure.squares(part[:, numbers.size + column])
        return found / used

    return _nearest(squares, joined, len(train), 1)


def place_rows(
    held_out: Floats,
    held_out_white: Floats | None,
    new: Floats,
    new_white: Floats | None,
    groups: Integers | None = None,
) -> DomainPlaces | Undefined:
    """Say for each new row whether it lies inside, at the edge of or outside what was tested.

    Distances of held-out rows against the training rows of their own fold, of new rows against all rows. With groups,
    groups count. Below 40 rows (groups) nothing is called outside.
    Undefined: `too_few_rows`, `too_few_groups` (under 20).
    """
    _, member = np.unique(np.arange(held_out.size) if groups is None else groups, return_inverse=True)
    count = int(member.max()) + 1 if member.size else 0
    if count < FEWEST_UNITS:
        return Undefined("too_few_rows" if groups is None else "too_few_groups")
    share = 1.0 / np.bincount(member)[member]
    pairs = [(held_out, new)]
    if held_out_white is not None and new_white is not None:
        pairs.append((held_out_white, new_white))
    lowest = np.min([_rank_far(held, fresh, share, count) for held, fresh in pairs], axis=0)
    own = np.min([_rank_far(held, held, share, count) for held, _ in pairs], axis=0)
    p = _rank_far(-own, -lowest, share, count)
    limit = max(OUTSIDE, 2.0 / (count + 1))
    return DomainPlaces(tuple(_name_place(float(one), limit, count) for one in p), p, limit)


def describe_error_by_distance(distances: Floats, errors: Floats) -> ErrorByDistance | Undefined:
    """Average held-out errors over rising distance, pooled until they rise (isotonic regression).

    Undefined `too_few_rows`: under 40 rows.
    """
    rows = distances.size
    if rows < FEWEST_FOR_STEPS:
        return Undefined("too_few_rows")
    order = np.argsort(distances, kind="stable")
    far, size = distances[order], errors[order]
    bins = _pool_until_rising(_cut_bins(far), size)
    steps = tuple(_describe_step(far, size, start, end) for start, end in bins)
    if np.ptp(far) == 0 or np.ptp(size) == 0:
        return ErrorByDistance(steps, 0.0, 1.0, False)
    found = stats.spearmanr(distances, errors)
    correlation, p = float(found.statistic), float(found.pvalue)
    return ErrorByDistance(steps, correlation, p, p <= 0.05 and len(steps) > 1)


@dataclass(frozen=True, slots=True, eq=False)
class _ColumnMeasure:
    values: Floats
    scale: float
    is_category: bool

    def squares(self, new: Floats) -> Floats:
        """Squared difference of each new value (rows) to each training value (columns)."""
        missing, absent = np.isnan(self.values), np.isnan(new)
        if self.is_category:
            apart = np.where(new[:, np.newaxis] == self.values, 0.0, UNLIKE)
            unseen = ~absent & ~np.isin(new, self.values[~missing])
        elif self.scale > 0:
            apart = np.abs(new[:, np.newaxis] - self.values) / self.scale
            unseen = np.zeros(len(new), dtype=np.bool_)
        else:
            apart = np.where(new[:, np.newaxis] == self.values, 0.0, UNSEEN)
            unseen = np.zeros(len(new), dtype=np.bool_)
        apart = np.where(absent[:, np.newaxis] ^ missing, UNLIKE, apart)
        apart = np.where(absent[:, np.newaxis] & missing, 0.0, apart)
        apart[unseen] = UNSEEN
        return np.asarray(apart**2)


def _column_measure(values: Floats, is_category: bool) -> _ColumnMeasure:
    return _ColumnMeasure(values, 0.0 if is_category else compute_column_scale(values), is_category)


def _nearest(squares: SquaredDistances, new: Floats, trained: int, neighbors: int) -> Floats:
    """Root of the squared distance to the nearest rows, computed for a part of the new rows at a time."""
    at_once = max(1, CELLS_AT_ONCE // max(trained, 1))
    kept = min(neighbors, trained)
    parts = []
    for start in range(0, len(new), at_once):
        found = np.sqrt(squares(new[start : start + at_once]))
        parts.append(np.partition(found, kept - 1, axis=1)[:, :kept].mean(axis=1))
    return np.concatenate(parts) if parts else np.zeros(0)


def _whiten(train: Floats, new: Floats, scales: Floats) -> tuple[Floats, Floats]:
    if not train.shape[1]:
        return train, new
    medians = np.nanmedian(train, axis=0)
    scaled = [np.where(np.isnan(part), medians, part) / scales for part in (train, new)]
    covariance, _ = ledoit_wolf(scaled[0])
    factor = np.linalg.cholesky(np.linalg.inv(covariance))
    return scaled[0] @ factor, scaled[1] @ factor


def _rank_far(held: Floats, new: Floats, share: Floats, count: int) -> Floats:
    """(1 + weight of the held-out values at least as large) / (count + 1), ties counting as large."""
    order = np.argsort(held, kind="stable")
    rising, weights = held[order], np.concatenate(([0.0], np.cumsum(share[order])))
    least = new - TIED * np.abs(new)
    below = weights[np.searchsorted(rising, least, "left")]
    return np.asarray((1.0 + weights[-1] - below) / (count + 1))


def _name_place(p: float, limit: float, count: int) -> Place:
    if p <= limit and count >= FEWEST_FOR_OUTSIDE:
        return Place.OUTSIDE
    return Place.EDGE if p <= EDGE or p <= limit else Place.INSIDE


def _cut_bins(rising: Floats) -> list[tuple[int, int]]:
    """Bins of about equal counts, cut only between different distances, none below 20 rows."""
    rows = rising.size
    wanted = min(MOST_STEPS, rows // ROWS_PER_STEP)
    cuts = [0]
    for place in range(1, wanted):
        cut = round(place * rows / wanted)
        while cut < rows and rising[cut] == rising[cut - 1]:
            cut += 1
        if cut - cuts[-1] >= ROWS_PER_STEP and rows - cut >= ROWS_PER_STEP:
            cuts.append(cut)
    return list(zip(cuts, [*cuts[1:], rows], strict=True))


def _pool_until_rising(bins: list[tuple[int, int]], errors: Floats) -> list[tuple[int, int]]:
    pooled: list[tuple[int, int]] = []
    for one in bins:
        pooled.append(one)
        while len(pooled) > 1 and _mean(errors, pooled[-2]) >= _mean(errors, pooled[-1]):
            last = pooled.pop()
            pooled[-1] = (pooled[-1][0], last[1])
    return pooled


def _mean(errors: Floats, part: tuple[int, int]) -> float:
    return float(np.mean(errors[part[0] : part[1]]))


def _describe_step(far: Floats, errors: Floats, start: int, end: int) -> DistanceStep:
    part = errors[start:end]
    mean, rows = float(np.mean(part)), end - start
    half = t_quantile(0.95, rows - 1) * float(np.std(part, ddof=1)) / math.sqrt(rows)
    return DistanceStep(float(far[end - 1]), mean, max(0.0, mean - half), mean + half, rows)
