"""Measures of predicted numbers: MAE, MSE and RMSE, MAPE and R²."""

import math
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.statistics.measure import Context, Value
from core.statistics.undefined import Undefined


@dataclass(frozen=True, slots=True)
class RegressionErrors:
    """Hold the errors of predicted numbers; `relative` is None as soon as one of `zero_truths` makes it undefined."""

    mse: float
    rmse: float
    mae: float
    relative: float | None
    zero_truths: int


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


def quantile_error(share: float) -> Value:
    """The error that this share of the rows does not exceed: the ceil(share n)-th smallest."""

    def value(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
        errors = np.sort(np.abs(truth - predicted))
        return float(errors[math.ceil(share * len(errors) - 1e-9) - 1])

    return value


def largest_error(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
    return float(np.max(np.abs(truth - predicted)))


def is_constant(values: Floats) -> bool:
    return bool(np.ptp(values) <= 1e-12 * np.max(np.abs(values)))


def regression_errors(truth: Floats, predicted: Floats) -> RegressionErrors | Undefined:
    """All errors of numbers at once, with the count of true zeros that make the relative one undefined."""
    reason = _refuse_predictions(truth, predicted)
    if reason:
        return Undefined(reason)
    square = float(np.mean((truth - predicted) ** 2))
    return RegressionErrors(
        mse=square,
        rmse=math.sqrt(square),
        mae=float(np.mean(np.abs(truth - predicted))),
        relative=relative_miss(truth, predicted, None, Context()),
        zero_truths=int((truth == 0).sum()),
    )


def r2(truth: Floats, predicted: Floats) -> float | Undefined:
    reason = _refuse_predictions(truth, predicted)
    if reason:
        return Undefined(reason)
    value = explained_share(truth, predicted, None, Context())
    return Undefined("constant_truth") if value is None else value


def _refuse_predictions(truth: Floats, predicted: Floats) -> str:
    """Why nothing can be measured, as a key; empty where it can."""
    if truth.shape != predicted.shape:
        return "unequal_lengths"
    if len(truth) == 0:
        return "no_rows"
    return "undefined_values" if np.isnan(truth).any() or np.isnan(predicted).any() else ""
