"""Ranges for a mean over splits: Student's, and the form corrected for shared training rows."""

import math
from collections.abc import Callable

import numpy as np

from core.domain.dataset import Floats
from core.domain.reading import Reading, degenerate, error, ok
from core.statistics.distributions import is_level, t_quantile

ENOUGH_DEFINED = 0.8


def mean_t(values: Floats, level: float) -> Reading:
    """Reich eq. 6-8. Runs on one data set depend on each other, so this range is descriptive and too narrow."""
    return _mean(values, 0.0, level)


def mean_t_from_summary(mean: float, sd: float, count: int, level: float) -> Reading:
    """Reich eq. 6-8 from a printed mean and standard deviation."""
    if sd < 0:
        return _nothing(error, "negative_spread", count, mean)
    if count < 2:
        return _nothing(degenerate, "too_few_pairs", count, mean)
    return _around(mean, sd, sd / math.sqrt(count), count, level)


def corrected_mean(values: Floats, ratio: float, level: float) -> Reading:
    """Mean +- t sqrt((1/J + ratio) s^2), df J-1, ratio = test rows / training rows (Nadeau & Bengio 2003)."""
    if not 0 <= ratio < math.inf:
        return _nothing(error, "impossible_ratio", len(values), None)
    return _mean(values, ratio, level)


def spread(values: Floats) -> float:
    """Sample standard deviation; rounding noise of equal values counts as zero."""
    sd = float(np.std(values, ddof=1))
    return 0.0 if sd <= 1e-12 * float(np.max(np.abs(values))) else sd


def _mean(values: Floats, ratio: float, level: float) -> Reading:
    """Over the defined values, if at least four in five are defined (NaN = undefined); the others are counted."""
    used = values[np.isfinite(values)]
    reading = _of_defined(used, len(values), ratio, level)
    return Reading(reading.status, reading.reason, {**reading.values, "undefined": len(values) - len(used)})


def _of_defined(used: Floats, wanted: int, ratio: float, level: float) -> Reading:
    count = len(used)
    if count < ENOUGH_DEFINED * wanted:
        return _nothing(degenerate, "too_many_undefined", count, None)
    if count < 2:
        return _nothing(degenerate, "too_few_pairs", count, float(used[0]) if count else None)
    sd = spread(used)
    return _around(float(np.mean(used)), sd, sd * math.sqrt(1 / count + ratio), count, level)


def _around(mean: float, sd: float, se: float, count: int, level: float) -> Reading:
    if not is_level(level):
        return _nothing(error, "impossible_level", count, mean)
    half = t_quantile(level, count - 1) * se
    values = {"mean": mean, "sd": sd, "se": se, "df": count - 1, "low": mean - half, "high": mean + half}
    return ok(**values) if se > 0 else degenerate("zero_variance", **values)


def _nothing(kind: Callable[..., Reading], reason: str, count: int, mean: float | None) -> Reading:
    return kind(reason, mean=mean, sd=None, se=None, df=max(count - 1, 0), low=None, high=None)
