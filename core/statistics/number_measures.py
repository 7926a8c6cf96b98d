"""Measures of predicted numbers: typical miss, squared miss, relative miss and explained spread."""

import math

import numpy as np

from core.domain.dataset import Floats
from core.domain.reading import Reading, degenerate, error, ok
from core.statistics.measure import Context


def mean_miss(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
    return float(np.mean(np.abs(truth - predicted)))


def mean_square(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
    """Reich eq. 3 (his eq. 1 lacks the square)."""
    return float(np.mean((truth - predicted) ** 2))


def root_mean_square(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
    return math.sqrt(np.mean((truth - predicted) ** 2))


def relative_miss(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
    """Mean |y - yhat| / |y|; undefined as soon as one true value is zero (Reich 3.3)."""
    if (truth == 0).any():
        return None
    return float(np.mean(np.abs((truth - predicted) / truth)))


def explained_share(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
    """1 - squared misses / squared deviations from the mean; undefined for a constant truth."""
    total = np.sum((truth - truth.mean()) ** 2)
    if is_constant(truth) or total == 0:
        return None
    return float(1 - np.sum((truth - predicted) ** 2) / total)


def is_constant(values: Floats) -> bool:
    return bool(np.ptp(values) <= 1e-12 * np.max(np.abs(values)))


def _unusable(truth: Floats, predicted: Floats) -> Reading | None:
    if truth.shape != predicted.shape:
        return error("unequal_lengths")
    if len(truth) == 0:
        return degenerate("no_rows")
    return degenerate("undefined_values") if np.isnan(truth).any() or np.isnan(predicted).any() else None


def regression_errors(truth: Floats, predicted: Floats) -> Reading:
    """All misses of numbers at once, with the count of true zeros that make the relative one undefined."""
    unusable = _unusable(truth, predicted)
    if unusable is not None:
        nothing = dict.fromkeys(("mse", "rmse", "mae", "mean_relative_error"))
        return Reading(unusable.status, unusable.reason, {**nothing, "n_zero_true": int((truth == 0).sum())})
    rest = Context()
    square = float(np.mean((truth - predicted) ** 2))
    relative = relative_miss(truth, predicted, None, rest)
    values = {
        "mse": square,
        "rmse": math.sqrt(square),
        "mae": mean_miss(truth, predicted, None, rest),
        "mean_relative_error": relative,
        "n_zero_true": int((truth == 0).sum()),
    }
    return ok(**values) if relative is not None else degenerate("zero_true_value", **values)


def r2(truth: Floats, predicted: Floats) -> Reading:
    unusable = _unusable(truth, predicted)
    if unusable is not None:
        return Reading(unusable.status, unusable.reason, {"r2": None})
    value = explained_share(truth, predicted, None, Context())
    return degenerate("constant_truth", r2=None) if value is None else ok(r2=value)
