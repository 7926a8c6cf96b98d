"""Watching a model in use: an alarm that may be looked at after every row, and the range of its loss so far.

Losses lie in [0, 1] in order of arrival. Someone who bets against "the mean loss is at most m" with any strategy
fixed beforehand cannot expect to win; capital of 20 : 1 is therefore seen in at most 5 of 100 watches that keep the
promise, however often one looks (Ville 1939; Waudby-Smith & Ramdas 2024). The bets here are a fixed mixture.
"""

import math
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

BETS: Floats = np.array([0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.5, 0.75, 0.95])
ALPHA = 0.05
ROWS_AT_ONCE = 200  # of the grid of means, held in memory together
RESTART = 20  # rows between two openings of a bet; with groups, 4 groups


@dataclass(frozen=True, slots=True)
class WatchAlarm:
    """Hold the evidence against a promise: capital as a natural logarithm, and the row (from 1) of the alarm.

    `alarm_at` is None while the promise stands; `p_any_time` is valid at every look.
    """

    log_capital: float
    alarm_at: int | None
    p_any_time: float

    @property
    def evidence(self) -> float:
        """Capital as "x : 1 against the promise"; infinite beyond the reach of floating point."""
        return math.exp(self.log_capital) if self.log_capital < 709 else math.inf


@dataclass(frozen=True, slots=True)
class WatchRange:
    """Hold the means that no look so far has ruled out."""

    low: float
    high: float


def watch_promise(losses: Floats, promised: float, alpha: float = ALPHA) -> WatchAlarm | Undefined:
    """Bet against "the mean loss is at most `promised`" from the first row on."""
    return _watch(losses, promised, alpha, restart=None)


def watch_promise_with_restarts(
    losses: Floats, promised: float, alpha: float = ALPHA, restart: int = RESTART
) -> WatchAlarm | Undefined:
    """Open a new bet every `restart` rows, so that a change after many good rows is found too.

    Bet j is opened with capital 1/(j (j + 1)); what is not yet placed stays as cash.
    Undefined: `no_rows`, `loss_out_of_bounds`, `promise_out_of_bounds`.
    """
    return _watch(losses, promised, alpha, restart)


def estimate_watched_mean(losses: Floats, step: float = 0.001, alpha: float = ALPHA) -> WatchRange | Undefined:
    """Find the means that bets on either side have not ruled out at any row, one step wider than the grid says.

    Undefined `changed_over_time`: no mean fits all rows, so the loss has changed.
    """
    reason = _refuse_losses(losses)
    if reason:
        return Undefined(reason)
    low, high = trace_watched_mean(losses, step, alpha)
    if not np.isfinite(low[-1]):
        return Undefined("changed_over_time")
    return WatchRange(float(low[-1]), float(high[-1]))


def trace_watched_mean(losses: Floats, step: float = 0.001, alpha: float = ALPHA) -> tuple[Floats, Floats]:
    """Ends of the range of the mean after every row, for a chart; NaN from the row on at which no mean fits.

    It never gets wider, for a mean that was ruled out stays so.
    """
    if _refuse_losses(losses):
        return np.empty(0), np.empty(0)
    means = np.arange(1, round(1 / step), dtype=np.float64) * step
    low, high = np.full(losses.size, np.nan), np.full(losses.size, np.nan)
    worst = np.zeros(means.size)
    stakes_above, stakes_below = BETS / means[:, np.newaxis], BETS / (1 - means)[:, np.newaxis]
    capital_above, capital_below = np.zeros((means.size, BETS.size)), np.zeros((means.size, BETS.size))
    for start in range(0, losses.size, ROWS_AT_ONCE):
        away = (losses[start : start + ROWS_AT_ONCE, np.newaxis] - means)[:, :, np.newaxis]
        above = capital_above + np.cumsum(np.log1p(stakes_above * away), axis=0)
        below = capital_below + np.cumsum(np.log1p(-stakes_below * away), axis=0)
        highest = np.maximum(np.maximum.accumulate(np.maximum(_mix(above), _mix(below)), axis=0), worst)
        stands = highest < math.log(2 / alpha)
        rows = start + np.flatnonzero(stands.any(axis=1))
        some = stands[rows - start]
        low[rows] = np.maximum(0.0, means[some.argmax(axis=1)] - step)
        high[rows] = np.minimum(1.0, means[means.size - 1 - some[:, ::-1].argmax(axis=1)] + step)
        worst, capital_above, capital_below = highest[-1], above[-1], below[-1]
    return low, high


def estimate_watched_difference(
    first: Floats, second: Floats, step: float = 0.001, alpha: float = ALPHA
) -> WatchRange | Undefined:
    """Find the mean differences second - first that stand after every row: positive means the first is better."""
    if first.shape != second.shape:
        return Undefined("unequal_lengths")
    found = _refuse_losses(first) or _refuse_losses(second)
    if found:
        return Undefined(found)
    mean = estimate_watched_mean((second - first + 1.0) / 2.0, step, alpha)
    return mean if isinstance(mean, Undefined) else WatchRange(2 * mean.low - 1, 2 * mean.high - 1)


def trace_evidence(losses: Floats, promised: float, restart: int = RESTART) -> Floats:
    """Natural logarithm of the capital after every row, for a chart; empty where there is no promise to bet against."""
    if _refuse_losses(losses) or not 0 < promised < 1:
        return np.empty(0)
    return _compute_log_capital(losses, promised, restart)


def _watch(losses: Floats, promised: float, alpha: float, restart: int | None) -> WatchAlarm | Undefined:
    reason = _refuse_losses(losses)
    if reason:
        return Undefined(reason)
    if not 0 <= promised < 1:
        return Undefined("promise_out_of_bounds")
    if promised == 0:
        broken = np.flatnonzero(losses > 0)
        at = int(broken[0]) + 1 if broken.size else None
        return WatchAlarm(0.0 if at is None else math.inf, at, 1.0 if at is None else 0.0)
    capital = _compute_log_capital(losses, promised, restart)
    alarms = np.flatnonzero(capital >= math.log(1 / alpha))
    highest = max(0.0, float(np.max(capital)))
    return WatchAlarm(float(capital[-1]), int(alarms[0]) + 1 if alarms.size else None, math.exp(-highest))


def _compute_log_capital(losses: Floats, promised: float, restart: int | None) -> Floats:
    # A bet opened before row r has the capital of one opened at the start, over what that one had before row r.
    grown = np.cumsum(np.log1p(BETS / promised * (losses[:, np.newaxis] - promised)), axis=0)
    before = np.vstack([np.zeros(BETS.size), grown[:-1]])
    opened = np.arange(0, losses.size, losses.size if restart is None else restart)
    number = np.arange(1.0, opened.size + 1)
    shares = np.zeros(1) if restart is None else -np.log(number * (number + 1))
    placed = np.logaddexp.accumulate(shares[:, np.newaxis] - before[opened], axis=0)
    latest = np.searchsorted(opened, np.arange(losses.size), "right") - 1
    capital = _mix(grown + placed[latest])
    if restart is not None:
        capital = np.logaddexp(capital, -np.log(number[latest] + 1))  # what is not yet placed
    return capital


def _mix(capital: Floats) -> Floats:
    """Logarithm of the mean capital over the bets; the last axis holds the bets."""
    return np.asarray(special.logsumexp(capital, axis=-1) - math.log(BETS.size))


def _refuse_losses(losses: Floats) -> str:
    if not losses.size:
        return "no_rows"
    return "" if np.all((losses >= 0) & (losses <= 1)) else "loss_out_of_bounds"
