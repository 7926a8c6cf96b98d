"""How likely a true gap is found, and how many rows or splits that takes."""

import math

import numpy as np
from numpy.polynomial.legendre import leggauss
from scipy import stats
from scipy.optimize import brentq

from core.domain.dataset import Floats
from core.domain.reading import Reading, degenerate, error, ok
from core.intervals.shares import normal_quantile

FORMS = ("exact", "mid-p")
MOST_PAIRS = 1e7


def power_mcnemar(rows: int, first_only: float, second_only: float, alpha: float, form: str = "exact") -> Reading:
    """Chance that the exact or mid-p sign test claims a difference, summed over all counts of disagreements."""
    if form not in FORMS:
        return error("unknown_method", power=None)
    discordant = first_only + second_only
    if rows < 0 or min(first_only, second_only) < 0 or discordant > 1:
        return error("impossible_shares", power=None)
    if discordant == 0:
        return degenerate("no_disagreements", power=0.0)
    counts = np.arange(rows + 1, dtype=np.float64)
    needed = _needed(counts, alpha, form)
    share = first_only / discordant
    found = stats.binom.sf(needed - 1, counts, share) + stats.binom.cdf(counts - needed, counts, share)
    return ok(power=float(np.sum(stats.binom.pmf(counts, rows, discordant) * found)))


def _needed(counts: Floats, alpha: float, form: str) -> Floats:
    """The smallest larger count that makes the two-sided sign test claim a difference, by number of disagreements."""
    needed = stats.binom.isf(alpha / 2, counts, 0.5) + 1
    needed = np.where(2 * stats.binom.sf(needed - 1, counts, 0.5) > alpha, needed + 1, needed)
    if form == "mid-p":
        one_less = needed - 1
        middle = 2 * stats.binom.sf(one_less, counts, 0.5) + stats.binom.pmf(one_less, counts, 0.5)
        needed = np.where((middle <= alpha) & (2 * one_less > counts), one_less, needed)
    return np.asarray(needed)


def rows_for_mcnemar(first_only: float, second_only: float, alpha: float, power: float) -> Reading:
    """Connor 1987: (z_a sqrt(s) + z_b sqrt(s - d^2))^2 / d^2 for discordant shares with sum s and difference d."""
    discordant, gap = first_only + second_only, first_only - second_only
    if min(first_only, second_only) < 0 or discordant > 1 or not 0 < power < 1:
        return error("impossible_shares", n=None, n_ceil=None)
    if gap == 0:
        return degenerate("zero_effect", n=None, n_ceil=None)
    wanted = float(stats.norm.ppf(power))
    reach = normal_quantile(1 - alpha) * math.sqrt(discordant) + wanted * math.sqrt(discordant - gap**2)
    return _rounded_up((reach / gap) ** 2)


def rows_for_accuracy(accuracy: float, half_width: float, level: float) -> Reading:
    """z^2 p (1-p) / w^2; at accuracy one half and +-3.1 points these are Highleyman's 1000 rows."""
    if not 0 <= accuracy <= 1 or half_width <= 0:
        return error("impossible_shares", n=None, n_ceil=None)
    if accuracy in (0, 1):
        return degenerate("zero_variance", n=None, n_ceil=None)
    return _rounded_up(normal_quantile(level) ** 2 * accuracy * (1 - accuracy) / half_width**2)


def power_paired_t(effect: float, pairs: float, alpha: float) -> Reading:
    """Chance that a two-sided paired t test claims a difference; `effect` = true mean gap / its spread."""
    if pairs < 2:
        return degenerate("too_few_pairs", power=None)
    return ok(power=_power_t(effect, pairs, alpha))


def pairs_for_paired_t(effect: float, alpha: float, power: float) -> Reading:
    if not alpha < power < 1:
        return error("impossible_power", n=None, n_ceil=None)
    if effect == 0 or _power_t(effect, MOST_PAIRS, alpha) < power:
        return degenerate("zero_effect", n=None, n_ceil=None)
    if _power_t(effect, 2.0, alpha) >= power:
        return _rounded_up(2.0)
    return _rounded_up(float(brentq(lambda pairs: _power_t(effect, pairs, alpha) - power, 2.0, MOST_PAIRS)))


def _power_t(effect: float, pairs: float, alpha: float) -> float:
    """Both tails of the noncentral t, integrated over the sample spread (scipy's nct fails for large counts)."""
    df = pairs - 1
    edge = float(stats.t.isf(alpha / 2, df))
    shift = effect * math.sqrt(pairs)
    low, high = np.sqrt(stats.chi2.ppf(1e-15, df) / df), np.sqrt(stats.chi2.isf(1e-15, df) / df)
    nodes, weights = leggauss(200)
    spreads = low + (high - low) * (nodes + 1) / 2
    density = stats.chi2.pdf(df * spreads**2, df) * 2 * df * spreads * weights * (high - low) / 2
    tails = stats.norm.sf(edge * spreads - shift) + stats.norm.cdf(-edge * spreads - shift)
    return float(np.sum(density * tails))


def _rounded_up(count: float) -> Reading:
    return ok(n=count, n_ceil=math.ceil(count - 1e-9))
