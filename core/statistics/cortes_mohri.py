"""What an error count alone says about an AUC, after Cortes and Mohri 2004."""

import math
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.statistics.distributions import is_level
from core.statistics.share_intervals import wilson
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")


@dataclass(frozen=True, slots=True)
class AucMoments:
    mean: float
    variance: float


@dataclass(frozen=True, slots=True)
class AucFromErrors:
    """Hold the range of the AUC that fits `fewest` to `most` errors."""

    fewest: int
    most: int
    low: float
    high: float


def auc_moments(positives: int, negatives: int, errors: int) -> AucMoments | Undefined:
    """Mean and variance of the AUC, uniform over all rankings with a threshold that make `errors` mistakes.

    A mixture over the number of false positives. The published closed form agrees for errors <= min(m, n) only.
    """
    if positives < 1 or negatives < 1 or not 0 <= errors <= positives + negatives:
        return Undefined("impossible_counts")
    return AucMoments(*_moments(positives, negatives, errors))


def auc_range(positives: int, negatives: int, errors: int, level: float) -> AucFromErrors | Undefined:
    """Own construction: half the risk on the error count (Wilson, rounded outward), half on a Chebyshev band."""
    rows = positives + negatives
    if positives < 1 or negatives < 1 or not 0 <= errors <= rows:
        return Undefined("impossible_counts")
    if not is_level(level):
        return Undefined("impossible_level")
    step = math.sqrt(level)
    share = wilson(errors, rows, step)
    if isinstance(share, Undefined):
        return share
    fewest, most = math.floor(share.low * rows), math.ceil(share.high * rows)
    bands = [_band(positives, negatives, count, 1 - step) for count in range(fewest, most + 1)]
    low, high = min(band[0] for band in bands), max(band[1] for band in bands)
    return AucFromErrors(fewest, most, max(0.0, low), min(1.0, high))


def _band(positives: int, negatives: int, errors: int, risk: float) -> tuple[float, float]:
    mean, variance = _moments(positives, negatives, errors)
    half = math.sqrt(variance / risk)
    return mean - half, mean + half


def _moments(m: int, n: int, k: int) -> tuple[float, float]:
    false_positives = np.arange(max(0, k - m), min(k, n) + 1, dtype=np.float64)
    missed = k - false_positives
    weights = _weights(m, n, k, false_positives)
    means = 1 - false_positives / (2 * n) - missed / (2 * m)
    ranked, alarms, kept = m - missed, false_positives, n - false_positives
    variances = (ranked * alarms * (ranked + alarms + 1) + missed * kept * (missed + kept + 1)) / (12 * m**2 * n**2)
    mean = float(weights @ means)
    return mean, float(weights @ (variances + (means - mean) ** 2))


def _weights(m: int, n: int, k: int, x: Floats) -> Floats:
    """Shares proportional to C(m-k+2x, x) C(n+k-2x, k-x)."""
    logs = _log_choose(m - k + 2 * x, x) + _log_choose(n + k - 2 * x, k - x)
    shares = np.exp(logs - logs.max())
    return np.asarray(shares / shares.sum())


def _log_choose(total: Floats, chosen: Floats) -> Floats:
    return np.asarray(special.gammaln(total + 1) - special.gammaln(chosen + 1) - special.gammaln(total - chosen + 1))
