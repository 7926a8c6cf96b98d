"""Ranges for the difference of two accuracies on the same rows."""

import math

from core.domain.reading import Reading, degenerate, error, ok
from core.statistics.distributions import crossing, is_level, normal_quantile


def bonett_price(first_only: int, second_only: int, rows: int, level: float) -> Reading:
    """Adjusted Wald range with one added to each discordant count (Bonett & Price 2012)."""
    unusable = _unusable(first_only, second_only, rows, level)
    if unusable is not None:
        return unusable
    first, second = (first_only + 1) / (rows + 2), (second_only + 1) / (rows + 2)
    half = normal_quantile(level) * math.sqrt((first + second - (first - second) ** 2) / (rows + 2))
    middle = first - second
    estimate = (first_only - second_only) / rows
    return ok(estimate=estimate, low=max(-1.0, middle - half), high=min(1.0, middle + half))


def tango(first_only: int, second_only: int, rows: int, level: float) -> Reading:
    """Score range of Tango 1998: the differences that the score test would not rule out."""
    unusable = _unusable(first_only, second_only, rows, level)
    if unusable is not None:
        return unusable
    z = normal_quantile(level)
    estimate = (first_only - second_only) / rows
    low = crossing(lambda gap: _score(first_only, second_only, rows, gap) - z, -1.0, estimate)
    high = crossing(lambda gap: _score(first_only, second_only, rows, gap) + z, estimate, 1.0)
    return ok(estimate=estimate, low=low, high=high)


def _score(first_only: int, second_only: int, rows: int, gap: float) -> float:
    """Observed minus supposed gap in units of its spread, the spread at the most likely shares with that gap."""
    distance = first_only - second_only - rows * gap
    linear = -first_only - second_only + (2 * rows - first_only + second_only) * gap
    root = math.sqrt(max(linear**2 + 8 * rows * second_only * gap * (1 - gap), 0.0))
    share = (root - linear) / (4 * rows)
    variance = rows * (2 * share + gap * (1 - gap))
    if variance <= 1e-15 * rows:
        return math.copysign(1e9, distance) if distance else 0.0
    return distance / math.sqrt(variance)


def _unusable(first_only: int, second_only: int, rows: int, level: float) -> Reading | None:
    if not is_level(level):
        return error("impossible_level", estimate=None, low=None, high=None)
    if rows == 0 and first_only == second_only == 0:
        return degenerate("no_trials", estimate=None, low=None, high=None)
    if min(first_only, second_only) < 0 or first_only + second_only > rows:
        return error("impossible_counts", estimate=None, low=None, high=None)
    return None
