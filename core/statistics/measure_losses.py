"""What each row costs under measures that are means over rows, for ranges and tests that pair two models row by row.

The mean of the losses is the measure, or minus the measure where higher is better. None: a row has no loss, because
scores are missing or are no probabilities, a true value is 0, or nobody named a tolerance.
"""

import math

import numpy as np

from core.domain.dataset import Floats
from core.statistics.class_measures import decided_positive
from core.statistics.measure import Context

SMALLEST_CHANCE = float(np.finfo(np.float64).eps)  # a chance of 0 for what happened would cost without end


def compute_wrong_answers(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> Floats | None:
    return np.not_equal(truth, predicted).astype(np.float64)


def compute_decision_costs(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> Floats | None:
    """Cost of each decision in false alarms; only two classes can be decided between, and not by missing scores."""
    if context.classes != 2 or (scores is not None and np.isnan(scores).any()):
        return None
    flagged = decided_positive(predicted, scores, context)
    is_positive = truth == context.positive
    return np.asarray(context.cost_ratio * (is_positive & ~flagged) + (~is_positive & flagged), dtype=np.float64)


def compute_log_losses(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> Floats | None:
    """Minus the logarithm of the probability given to the true class."""
    chances = read_probabilities(scores, context)
    if chances is None:
        return None
    given = chances[np.arange(len(truth)), truth.astype(np.int64)]
    return np.asarray(-np.log(np.clip(given, SMALLEST_CHANCE, 1 - SMALLEST_CHANCE)))


def compute_brier_losses(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> Floats | None:
    """Squared distance of the probabilities from what happened; of two classes that of the positive one alone."""
    chances = read_probabilities(scores, context)
    if chances is None:
        return None
    happened = truth.astype(np.int64)[:, np.newaxis] == np.arange(context.classes)
    squares = (chances - happened) ** 2
    return np.asarray(squares[:, context.positive] if context.classes == 2 else squares.sum(axis=1))


def compute_absolute_errors(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> Floats | None:
    return np.abs(truth - predicted)


def compute_squared_errors(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> Floats | None:
    return np.asarray((truth - predicted) ** 2)


def compute_root_shares(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> Floats | None:
    return take_root_apart(truth, predicted, None)


def take_root_apart(truth: Floats, predicted: Floats, weights: Floats | None) -> Floats:
    """Values whose (weighted) mean is the root mean square r and whose spread is that of r to first order.

    They are r/2 + error²/(2r): the root taken apart by its tangent (delta method), so that two models can be paired
    row by row.
    """
    squares = (truth - predicted) ** 2
    root = math.sqrt(float(np.average(squares, weights=weights))) if len(squares) else 0.0
    return np.abs(truth - predicted) if root == 0 else np.asarray(root / 2 + squares / (2 * root))


def compute_relative_errors(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> Floats | None:
    return None if np.any(truth == 0) else np.asarray(np.abs((truth - predicted) / truth))


def compute_tolerance_misses(
    truth: Floats, predicted: Floats, scores: Floats | None, context: Context
) -> Floats | None:
    """-1 for a row within the tolerance, 0 for one beyond it; the end of the tolerance is still within."""
    if context.tolerance is None:
        return None
    return -(np.abs(truth - predicted) <= context.tolerance).astype(np.float64)


def compute_asymmetric_errors(
    truth: Floats, predicted: Floats, scores: Floats | None, context: Context
) -> Floats | None:
    """Absolute error, `over_cost` times where the prediction is too high."""
    over = predicted - truth
    return np.asarray(np.where(over > 0, context.over_cost * over, -over))


def read_probabilities(scores: Floats | None, context: Context) -> Floats | None:
    """The scores where they are probabilities of all classes: between 0 and 1, adding up to 1 in every row."""
    if scores is None or scores.ndim != 2 or scores.shape[1] != context.classes:
        return None
    is_chance = np.all((scores >= 0) & (scores <= 1)) and np.allclose(scores.sum(axis=1), 1.0, atol=1e-6)
    return scores if is_chance else None
