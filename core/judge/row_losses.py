"""What each test row costs under a measure, for comparisons and ranges on one test set."""

import math

import numpy as np

from core.domain.dataset import Dataset, Floats
from core.domain.evidence import FitResult
from core.statistics.class_measures import decided_positive
from core.statistics.measure import Context


def row_losses(outcome: FitResult, measure: str, data: Dataset, output: int, context: Context) -> Floats | None:
    """Losses whose mean is the measure; None for measures that are no mean over rows (AUC, R²)."""
    if outcome.predicted is None:
        return None
    truth, predicted = data.targets[outcome.rows, output], outcome.predicted[:, output]
    if measure == "cost":
        return _costs(truth, predicted, outcome.scores, context)
    wrong: Floats = np.not_equal(truth, predicted).astype(np.float64)
    misses: Floats = np.abs(truth - predicted)
    by_measure = {"error": wrong, "mae": misses, "mse": misses**2, "rmse": _root_shares(misses)}
    if measure == "relative" and np.all(truth != 0):
        by_measure["relative"] = misses / np.abs(truth)
    return by_measure.get(measure)


def _root_shares(misses: Floats) -> Floats:
    """Values whose mean is the root mean square r and whose spread is that of r to first order: r/2 + miss²/(2r).

    This is the root taken apart by its tangent (delta method), so that two models can be paired row by row.
    """
    root = math.sqrt(float(np.mean(misses**2))) if len(misses) else 0.0
    return misses if root == 0 else root / 2 + misses**2 / (2 * root)


def _costs(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> Floats:
    flagged = decided_positive(predicted, scores, context)
    is_positive = truth == context.positive
    missed, alarm = is_positive & ~flagged, ~is_positive & flagged
    costs: Floats = context.cost_ratio * missed + alarm
    return costs
