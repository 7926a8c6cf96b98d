"""Quantiles and tails of the distributions the ranges need, and where a falling function crosses zero."""

from collections.abc import Callable

import numpy as np

from core.domain.dataset import Floats
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")


def is_level(level: float) -> bool:
    """Whether a range can have this level: all or nothing cannot be promised."""
    return 0.0 < level < 1.0


def normal_quantile(level: float) -> float:
    """z with the central `level` of the normal distribution between -z and z."""
    return float(special.ndtri((1 + level) / 2))


def t_quantile(level: float, df: float) -> float:
    """t with the central `level` of Student's distribution between -t and t."""
    return float(special.stdtrit(df, (1 + level) / 2))


def normal_tail_quantile(probability: float) -> float:
    """z with `probability` of the normal distribution below it."""
    return float(special.ndtri(probability))


def t_tail_quantile(probability: float, df: float) -> float:
    """t with `probability` of Student's distribution below it."""
    return float(special.stdtrit(df, probability))


def two_sided_p(t: float, df: float) -> float:
    """Chance that Student's t lies at least this far from 0; infinite degrees give the normal curve."""
    return float(2.0 * special.stdtr(df, -abs(t)))


def upper_tail_p(t: float, df: float) -> float:
    """Chance that Student's t is at least this large."""
    return float(special.stdtr(df, -t))


def two_sided_normal_p(z: float) -> float:
    return float(2.0 * special.ndtr(-abs(z)))


def binomial_at_least(successes: Floats, trials: Floats, chance: float) -> Floats:
    """P(X >= successes), elementwise."""
    inside = (successes >= 1) & (successes <= trials)
    tail = special.betainc(np.where(inside, successes, 1), np.where(inside, trials - successes + 1, 1), chance)
    return np.where(inside, tail, np.where(successes < 1, 1.0, 0.0))


def binomial_chances(trials: int, chance: float) -> Floats:
    """P(X = 0), ..., P(X = trials)."""
    counts = np.arange(trials + 1, dtype=np.float64)
    ways = special.gammaln(trials + 1) - special.gammaln(counts + 1) - special.gammaln(trials - counts + 1)
    return np.asarray(np.exp(ways + special.xlogy(counts, chance) + special.xlog1py(trials - counts, -chance)))


def crossing(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function changes sign between low and high, by halving down to rounding."""
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2
