"""Quantiles of the absolute error, such as the median or the 95 % error, with ranges from order statistics."""

import math
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.statistics.distributions import is_level, normal_quantile, t_quantile
from core.statistics.undefined import Undefined


@dataclass(frozen=True, slots=True)
class QuantileRange:
    """Hold a quantile of the error; `high` is None where the rows are too few to know an upper end."""

    estimate: float
    low: float
    high: float | None


@dataclass(frozen=True, slots=True)
class QuantileDifference:
    """Hold the same quantile of two models' errors as second - first: positive means the first is better."""

    estimate: float
    standard_error: float
    low: float
    high: float


def estimate_error_quantile(
    errors: Floats, q: float, folds: int | None, level: float = 0.95
) -> QuantileRange | Undefined:
    """Estimate the q quantile of errors (repeats x rows); ends are order statistics, averaged over the repeats.

    `folds` is None for one fixed test set, whose rows share no training rows.
    Undefined: `impossible_level`, `undefined_values`, `too_few_rows` (not even a lower end).
    """
    if not is_level(level) or not is_level(q) or (folds is not None and folds < 2):
        return Undefined("impossible_level")
    if not errors.size or not np.all(np.isfinite(errors)):
        return Undefined("undefined_values")
    repeats, rows = errors.shape
    half = normal_quantile(level) * math.sqrt(rows * q * (1 - q) * _count_sharing(folds, repeats))
    lower, upper = math.floor(rows * q - half), math.ceil(rows * q + half) + 1
    if lower < 1:
        return Undefined("too_few_rows")
    rising = np.sort(errors, axis=1)
    estimate = float(np.mean(rising[:, math.ceil(rows * q - 1e-9) - 1]))
    high = float(np.mean(rising[:, upper - 1])) if upper <= rows else None
    return QuantileRange(estimate, float(np.mean(rising[:, lower - 1])), high)


def estimate_quantile_difference(
    first: Floats, second: Floats, q: float, folds: int | None, level: float = 0.95
) -> QuantileDifference | Undefined:
    """Estimate the difference of the q quantile of two models' errors on the same rows, by their influences.

    The density at the quantile comes from the quantiles beside it (Woodruff 1952).
    Undefined: `impossible_level`, `unequal_lengths`, `undefined_values`, `too_few_rows`, `identical_scores`,
    `zero_variance`.
    """
    if not is_level(level) or not is_level(q) or (folds is not None and folds < 2):
        return Undefined("impossible_level")
    if first.shape != second.shape:
        return Undefined("unequal_lengths")
    if not first.size or not np.all(np.isfinite(first)) or not np.all(np.isfinite(second)):
        return Undefined("undefined_values")
    repeats, rows = first.shape
    beside = normal_quantile(level) * math.sqrt(q * (1 - q) / rows)
    if q - beside < 0.5 / rows or q + beside > 1 - 0.5 / rows:
        return Undefined("too_few_rows")
    if np.array_equal(first, second):
        return Undefined("identical_scores", 0.0)
    influences = np.array(
        [_influence(b, q, beside) - _influence(a, q, beside) for a, b in zip(first, second, strict=True)]
    )
    estimate = float(np.mean(_subtract_quantiles(first, second, q)))
    error = math.sqrt(_count_sharing(folds, repeats) * float(np.mean(np.var(influences, axis=1, ddof=1))) / rows)
    if error == 0:
        return Undefined("zero_variance", estimate)
    reach = t_quantile(level, rows - 1) * error
    return QuantileDifference(estimate, error, estimate - reach, estimate + reach)


def compute_quantile_pseudo_values(first: Floats, second: Floats, q: float, level: float) -> Floats | Undefined:
    """Take the difference second - first of each repeat apart into one value per row, with that mean and its spread.

    Repeats x rows, for tests that want row differences. Undefined: `too_few_rows`.
    """
    rows = first.shape[1]
    beside = normal_quantile(level) * math.sqrt(q * (1 - q) / rows)
    if q - beside < 0.5 / rows or q + beside > 1 - 0.5 / rows:
        return Undefined("too_few_rows")
    influences = [_influence(b, q, beside) - _influence(a, q, beside) for a, b in zip(first, second, strict=True)]
    centered = np.array([one - np.mean(one) for one in influences])
    return np.asarray(_subtract_quantiles(first, second, q)[:, np.newaxis] + centered)


def _subtract_quantiles(first: Floats, second: Floats, q: float) -> Floats:
    """The quantile of the second model's errors less that of the first one's, for each repeat."""
    place = math.ceil(first.shape[1] * q - 1e-9) - 1
    return np.asarray(np.sort(second, axis=1)[:, place] - np.sort(first, axis=1)[:, place])


def _count_sharing(folds: int | None, repeats: int) -> float:
    """How much wider repeats that share training rows make a range; 1 for one fixed test set."""
    return 1.0 if folds is None else folds / (folds - 1) + 1.0 / repeats


def _influence(errors: Floats, q: float, beside: float) -> Floats:
    """How far each row pulls the quantile: (q - [error <= quantile]) times the distance of neighboring quantiles."""
    rising = np.sort(errors)
    quantile = rising[math.ceil(errors.size * q - 1e-9) - 1]
    low, high = (float(np.quantile(errors, share)) for share in (q - beside, q + beside))
    return np.asarray((q - (errors <= quantile)) * (high - low) / (2 * beside))
