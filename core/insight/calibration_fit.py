"""Whether predicted probabilities are shares that occur: slope and intercept of actual classes on the scores.

A slope below 1 means that scores are too extreme, an intercept above 0 that the class occurs more often than predicted
(Cox 1958). Both come from held-out scores; ranges allow for training sets that share rows.
"""

import math
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats, Integers
from core.judge.scores import ScoreTable, joined_outcomes
from core.statistics.distributions import t_quantile
from core.statistics.measure_losses import read_probabilities
from core.statistics.undefined import Undefined

SMALLEST_SCORE = 0.01  # scores of 0 and 1 have no logit
MOST_STEPS, CLOSE = 50, 1e-10
FEWEST_OF_A_CLASS = 10


@dataclass(frozen=True, slots=True)
class CalibrationFit:
    """Hold slope (1 is right) and intercept with slope 1 (0 is right), with their 95 % ranges."""

    slope: float
    slope_low: float
    slope_high: float
    intercept: float
    intercept_low: float
    intercept_high: float


def fit_calibration(
    table: ScoreTable, key: str, groups: Integers | None = None, level: float = 0.95
) -> CalibrationFit | Undefined:
    """Fit every repeat on its pooled held-out scores of the positive class, and average over the repeats.

    Undefined: `no-scores` (no probabilities), `too_few_of_a_class`, `separated` (scores part the classes perfectly).
    """
    slopes, intercepts = [], []
    for outcomes in table.repeats(key):
        joined = joined_outcomes(outcomes)
        chances = None if joined is None else read_probabilities(joined.scores, table.context)
        if joined is None or chances is None:
            return Undefined("no-scores")
        happened = (table.data.labels[joined.rows] == table.context.positive).astype(np.float64)
        if min(happened.sum(), len(happened) - happened.sum()) < FEWEST_OF_A_CLASS:
            return Undefined("too_few_of_a_class")
        score = np.clip(chances[:, table.context.positive], SMALLEST_SCORE, 1 - SMALLEST_SCORE)
        logit = np.log(score / (1 - score))
        member = None if groups is None else groups[joined.rows]
        slope = _fit_logistic(np.column_stack([np.ones_like(logit), logit]), happened, np.zeros_like(logit), member)
        intercept = _fit_logistic(np.ones((len(logit), 1)), happened, logit, member)
        if slope is None or intercept is None:
            return Undefined("separated")
        slopes.append((slope[0][1], slope[1][1]))
        intercepts.append((intercept[0][0], intercept[1][0]))
    if not slopes:
        return Undefined("no-scores")
    units = table.data.size if groups is None else len(np.unique(groups))
    folds = 1 + int(max(table.places(key)[1]))
    # The sharing of training rows enters as in the corrected t: k/(k - 1) + 1/R instead of 1.
    sharing = (folds / (folds - 1) if folds > 1 else 1.0) + 1 / len(slopes)
    reach = t_quantile(level, units - 1)
    ends = []
    for found in (slopes, intercepts):
        middle = float(np.mean([value for value, _ in found]))
        error = math.sqrt(sharing * float(np.mean([variance for _, variance in found])))
        ends.append((middle, middle - reach * error, middle + reach * error))
    return CalibrationFit(*ends[0], *ends[1])


def _fit_logistic(
    inputs: Floats, happened: Floats, offset: Floats, groups: Integers | None
) -> tuple[Floats, Floats] | None:
    """Coefficients and their sandwich variances by Newton's steps; None where they run away."""
    found = np.zeros(inputs.shape[1])
    for _ in range(MOST_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(inputs @ found + offset, -30, 30)))
        weight = chance * (1 - chance)
        information = (inputs * weight[:, None]).T @ inputs
        try:
            step = np.linalg.solve(information, inputs.T @ (happened - chance))
        except np.linalg.LinAlgError:
            return None
        found = found + step
        if not np.all(np.isfinite(found)) or np.max(np.abs(found)) > 1e3:
            return None
        if np.max(np.abs(step)) < CLOSE:
            break
    else:
        return None
    pulls = inputs * (happened - chance)[:, None]
    if groups is not None:
        member = np.unique(groups, return_inverse=True)[1]
        pulls = np.column_stack([np.bincount(member, column) for column in pulls.T])
    influence = pulls @ np.linalg.inv(information)
    count = len(influence)
    return found, np.asarray(count / (count - 1) * (influence**2).sum(axis=0))
