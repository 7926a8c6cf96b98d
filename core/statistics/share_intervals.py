"""Ranges for a share of successes in independent trials, and for the difference of two shares on the same rows."""

import math
from dataclasses import dataclass

from core.statistics.distributions import crossing, is_level, normal_quantile
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")


@dataclass(frozen=True, slots=True)
class ShareInterval:
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ShareDifference:
    """Hold the share of the first minus that of the second, with its range."""

    difference: float
    low: float
    high: float


def wilson(successes: float, trials: float, level: float) -> ShareInterval | Undefined:
    """Wilson's score range, Kohavi eq. 3; on cross-validated answers it assumes a stable algorithm."""
    reason = _refuse_share(successes, trials, level)
    if reason:
        return Undefined(reason)
    squared = normal_quantile(level) ** 2
    share = successes / trials
    middle = (successes + squared / 2) / (trials + squared)
    half = math.sqrt(squared * (trials * share * (1 - share) + squared / 4)) / (trials + squared)
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == trials else min(1.0, middle + half)
    return ShareInterval(share, low, high)


def widen_to_wilson(low: float, high: float, share: float, trials: int, level: float) -> tuple[float, float]:
    """Stretch a range of a share so that it is nowhere narrower than Wilson's with every row counted once.

    No scheme can know more about a share than independent rows would tell; where Wilson has none, nothing changes.
    """
    floor = wilson(share * trials, trials, level)
    return (low, high) if isinstance(floor, Undefined) else (min(low, floor.low), max(high, floor.high))


def clopper_pearson(successes: float, trials: int, level: float) -> ShareInterval | Undefined:
    """Exact range of Clopper and Pearson 1934: never misses more often than promised, usually wider than needed."""
    reason = _refuse_share(successes, trials, level)
    if reason:
        return Undefined(reason)
    tail = (1 - level) / 2
    low = 0.0 if successes == 0 else float(special.betaincinv(successes, trials - successes + 1, tail))
    high = 1.0 if successes == trials else float(special.betainccinv(successes + 1, trials - successes, tail))
    return ShareInterval(successes / trials, low, high)


def bonett_price(first_only: int, second_only: int, rows: int, level: float) -> ShareDifference | Undefined:
    """Adjusted Wald range with one added to each discordant count (Bonett & Price 2012)."""
    reason = _refuse_counts(first_only, second_only, rows, level)
    if reason:
        return Undefined(reason)
    first, second = (first_only + 1) / (rows + 2), (second_only + 1) / (rows + 2)
    half = normal_quantile(level) * math.sqrt((first + second - (first - second) ** 2) / (rows + 2))
    middle = first - second
    return ShareDifference((first_only - second_only) / rows, max(-1.0, middle - half), min(1.0, middle + half))


def tango(first_only: int, second_only: int, rows: int, level: float) -> ShareDifference | Undefined:
    """Score range of Tango 1998: the differences that the score test would not rule out."""
    reason = _refuse_counts(first_only, second_only, rows, level)
    if reason:
        return Undefined(reason)
    z = normal_quantile(level)
    difference = (first_only - second_only) / rows
    low = crossing(lambda gap: _score(first_only, second_only, rows, gap) - z, -1.0, difference)
    high = crossing(lambda gap: _score(first_only, second_only, rows, gap) + z, difference, 1.0)
    return ShareDifference(difference, low, high)


def _score(first_only: int, second_only: int, rows: int, gap: float) -> float:
    """Observed minus supposed difference in units of its spread, taken at the most likely shares with it."""
    distance = first_only - second_only - rows * gap
    linear = -first_only - second_only + (2 * rows - first_only + second_only) * gap
    root = math.sqrt(max(linear**2 + 8 * rows * second_only * gap * (1 - gap), 0.0))
    share = (root - linear) / (4 * rows)
    variance = rows * (2 * share + gap * (1 - gap))
    if variance <= 1e-15 * rows:
        return math.copysign(1e9, distance) if distance else 0.0
    return distance / math.sqrt(variance)


def _refuse_share(successes: float, trials: float, level: float) -> str:
    """Why there is no range, as a key; empty where there is one."""
    if not is_level(level):
        return "impossible_level"
    if trials == 0 and successes == 0:
        return "no_trials"
    return "impossible_counts" if trials < 0 or not 0 <= successes <= trials else ""


def _refuse_counts(first_only: int, second_only: int, rows: int, level: float) -> str:
    if not is_level(level):
        return "impossible_level"
    if rows == 0 and first_only == second_only == 0:
        return "no_trials"
    return "impossible_counts" if min(first_only, second_only) < 0 or first_only + second_only > rows else ""
