"""What every measure promises: None instead of NaN, infinity or a value of nothing."""

import math

import numpy as np

from core.domain.dataset import Floats
from core.statistics.measure import Context, RowLosses, Value


def defined(formula: Value) -> Value:
    """The formula, answering None for no rows, missing answers or predictions, and results that are no number."""

    def value(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
        if len(truth) == 0 or np.isnan(truth).any() or np.isnan(predicted).any():
            return None
        with np.errstate(all="ignore"):
            found = formula(truth, predicted, scores, context)
        return found if found is not None and math.isfinite(found) else None

    return value


def mean_of(losses: RowLosses, sign: float = 1.0) -> Value:
    """A measure that is the mean of its row losses (`sign` -1: minus the mean, where higher is better)."""

    def value(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
        found = losses(truth, predicted, scores, context)
        return None if found is None else sign * float(np.mean(found))

    return defined(value)
