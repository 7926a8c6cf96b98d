"""Where a model may be used: how unlike its training rows a new row is, and what error to expect at that distance.

Held-out rows of the study say which distances are usual, and how large errors are at a distance.
"""

import math
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats, Integers
from core.domain.prediction import DistanceStep, ErrorByDistance, Place
from core.statistics.distributions import t_quantile
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

stats = import_lazily("scipy.stats")

TIED = 1e-12
FEWEST_UNITS = 20
FEWEST_FOR_OUTSIDE = 40
OUTSIDE, EDGE = 0.02, 0.10
FEWEST_FOR_STEPS, ROWS_PER_STEP, MOST_STEPS = 40, 20, 8


@dataclass(frozen=True, slots=True, eq=False)
class DomainPlaces:
    """Hold for each new row where it lies and its rank p among the held-out rows; `limit` is that of outside."""

    places: tuple[Place, ...]
    p: Floats
    limit: float


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
