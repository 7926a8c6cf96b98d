"""Ranges for a share of successes in independent trials."""

import math

from scipy import special

from core.domain.reading import Reading, degenerate, error, ok
from core.statistics.distributions import is_level, normal_quantile


def wilson(successes: float, trials: int, level: float) -> Reading:
    """Wilson's score range, Kohavi eq. 3; on cross-validated answers it assumes a stable algorithm."""
    unusable = _unusable(successes, trials, level)
    if unusable is not None:
        return unusable
    squared = normal_quantile(level) ** 2
    share = successes / trials
    middle = (successes + squared / 2) / (trials + squared)
    half = math.sqrt(squared * (trials * share * (1 - share) + squared / 4)) / (trials + squared)
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == trials else min(1.0, middle + half)
    return ok(estimate=share, low=low, high=high)


def clopper_pearson(successes: float, trials: int, level: float) -> Reading:
    """Exact range of Clopper and Pearson 1934: never misses more often than promised, usually wider than needed."""
    unusable = _unusable(successes, trials, level)
    if unusable is not None:
        return unusable
    tail = (1 - level) / 2
    low = 0.0 if successes == 0 else float(special.betaincinv(successes, trials - successes + 1, tail))
    high = 1.0 if successes == trials else float(special.betainccinv(successes + 1, trials - successes, tail))
    return ok(estimate=successes / trials, low=low, high=high)


def _unusable(successes: float, trials: int, level: float) -> Reading | None:
    if not is_level(level):
        return error("impossible_level", estimate=None, low=None, high=None)
    if trials == 0 and successes == 0:
        return degenerate("no_trials", estimate=None, low=None, high=None)
    if trials < 0 or not 0 <= successes <= trials:
        return error("impossible_counts", estimate=None, low=None, high=None)
    return None
