"""ROC curves: hit rate against false alarm rate, one per fold, their mean, and where two means cross."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats, Integers
from core.statistics.undefined import Undefined

GRID: Floats = np.linspace(0.0, 1.0, 201)
"""False alarm rates at which curves are averaged."""

FINEST = 1 / 2000
"""Steps that no picture can show."""

CLOSE = 0.01
"""Hit rates that differ by less are taken for the same where curves cross."""

MATTERS = 0.005
"""Area that must lie on each side of a crossing."""

Line = tuple[Floats, Floats]


@dataclass(frozen=True, slots=True, eq=False)
class RocPoints:
    """The corners of one curve from (0, 0) to (1, 1), and the score at which each further corner is reached."""

    false_alarms: Floats
    hits: Floats
    thresholds: Floats


def roc_points(truth: Integers, ranking: Floats) -> RocPoints | Undefined:
    """From (0, 0), one step per distinct score in falling order, ties as one diagonal step (Aslan II.B)."""
    if truth.shape != ranking.shape:
        return Undefined("unequal_lengths")
    positives = truth == 1
    found, others = int(positives.sum()), int((~positives).sum())
    if found == 0 or others == 0:
        return Undefined("single_class")
    if np.isnan(ranking).any():
        return Undefined("missing_score")
    order = np.argsort(-ranking, kind="stable")
    last_of_ties = np.append(np.diff(ranking[order]) != 0, True)
    hits = np.cumsum(positives[order])[last_of_ties] / found
    alarms = np.cumsum(~positives[order])[last_of_ties] / others
    return RocPoints(np.append(0.0, alarms), np.append(0.0, hits), ranking[order][last_of_ties])


def corners(x: Floats, y: Floats) -> Line:
    """The same line without the points that lie straight between their neighbors."""
    if len(x) < 3:
        return x, y
    turns = np.diff(x)[:-1] * np.diff(y)[1:] - np.diff(y)[:-1] * np.diff(x)[1:]
    kept = np.concatenate(([True], np.abs(turns) > 1e-15, [True]))
    return x[kept], y[kept]


def thinned(x: Floats, y: Floats, step: float = FINEST) -> Line:
    """A rising line with at most one point per cell of a grid too fine to be seen, the ends kept."""
    cells = np.floor(x / step) * (1 + round(1 / step)) + np.floor(y / step)
    kept = np.concatenate(([True], np.diff(cells) != 0))
    kept[-1] = True
    return x[kept], y[kept]


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """The test rows of one fold: whether each is positive (1/0) and its score for that."""

    truth: Integers
    ranking: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Bundle:
    """One curve per fold, and the mean hit rate at every false alarm rate of GRID (vertical averaging).

    `absent` folds have one class only, hence no curve. `auc` is the mean AUC of the folds, as everywhere else: the area
    below the mean curve differs from it, because the grid is coarser than the steps.
    """

    curves: tuple[Line, ...]
    mean: Floats
    absent: int
    auc: float


def bundle(folds: Sequence[Fold]) -> Bundle | None:
    """None when no fold has a curve."""
    found = [roc_points(fold.truth, fold.ranking) for fold in folds]
    drawn = [(one.false_alarms, one.hits) for one in found if isinstance(one, RocPoints)]
    if not drawn:
        return None
    mean = np.mean([np.interp(GRID, x, y) for x, y in drawn], axis=0)
    auc = float(np.mean([np.trapezoid(y, x) for x, y in drawn]))
    return Bundle(tuple(thinned(*corners(x, y)) for x, y in drawn), np.asarray(mean), len(found) - len(drawn), auc)


@dataclass(frozen=True, slots=True)
class Crossing:
    """Between these false alarm rates the mean curves cross; `left` is +1 where the candidate is above before it."""

    low: float
    high: float
    left: int


def crossing(baseline: Floats, candidate: Floats) -> Crossing | None:
    """From where one mean curve was last ahead to where the other is first; None when none lies on both sides."""
    differences = candidate - baseline
    turn = turning_point(differences)
    if turn is None:
        return None
    place, side = turn
    before, behind = (np.flatnonzero(side * sign * differences > CLOSE) for sign in (1, -1))
    low = max((spot for spot in before.tolist() if spot <= place), default=place)
    high = min((spot for spot in behind.tolist() if spot >= place), default=place)
    return Crossing(float(GRID[low]), float(GRID[high]), side)


def turning_point(differences: Floats) -> tuple[int, int] | None:
    """The place on GRID with most area of one sign before it and enough of the other behind it, and the first sign."""
    areas = np.concatenate(([0.0], np.cumsum((differences[1:] + differences[:-1]) / 2 * np.diff(GRID))))
    place = int(np.argmax(np.abs(areas)))
    left, right = float(areas[place]), float(areas[-1] - areas[place])
    if left * right >= 0 or min(abs(left), abs(right)) < MATTERS:
        return None
    return place, 1 if left > 0 else -1
