"""How likely a true difference is found, and how many rows or splits that takes."""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.polynomial.legendre import leggauss

from core.domain.dataset import Floats
from core.statistics.distributions import (
    binomial_at_least,
    binomial_chances,
    crossing,
    is_level,
    normal_quantile,
    t_quantile,
)
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

FORMS = ("exact", "mid-p")
MOST_PAIRS = 1e7


@dataclass(frozen=True, slots=True)
class NeededCount:
    """Hold how many rows or pairs a test needs: `exact` as computed, `whole` rounded up."""

    exact: float
    whole: int


def power_mcnemar(
    rows: int, first_only: float, second_only: float, alpha: float, form: str = "exact"
) -> float | Undefined:
    """Chance that the exact or mid-p sign test claims a difference, summed over all counts of disagreements."""
    if form not in FORMS:
        return Undefined("unknown_method")
    discordant = min(first_only + second_only, 1.0)
    if not is_level(alpha):
        return Undefined("impossible_level")
    if rows < 0 or rows != int(rows) or not _are_shares(first_only, second_only):
        return Undefined("impossible_shares")
    if discordant == 0:
        return 0.0
    counts = np.arange(int(rows) + 1, dtype=np.float64)
    needed = _needed(counts, alpha, form)
    share = first_only / discordant
    found = binomial_at_least(needed, counts, share) + binomial_at_least(needed, counts, 1 - share)
    return float(binomial_chances(int(rows), discordant) @ found)


def _needed(disagreements: Floats, alpha: float, form: str) -> Floats:
    """The smallest larger count with which the two-sided sign test claims a difference, by halving."""
    silent, claiming = np.floor(disagreements / 2), disagreements + 1
    while (claiming - silent > 1).any():
        middle = np.floor((silent + claiming) / 2)
        claims = _two_sided(middle, disagreements, form) <= alpha
        silent, claiming = np.where(claims, silent, middle), np.where(claims, middle, claiming)
    return claiming


def _two_sided(larger: Floats, disagreements: Floats, form: str) -> Floats:
    at_least = binomial_at_least(larger, disagreements, 0.5)
    return at_least + (at_least if form == "exact" else binomial_at_least(larger + 1, disagreements, 0.5))


def _are_shares(first_only: float, second_only: float) -> bool:
    return min(first_only, second_only) >= 0 and first_only + second_only <= 1 + 1e-12


def rows_for_mcnemar(first_only: float, second_only: float, alpha: float, power: float) -> NeededCount | Undefined:
    """Connor 1987: (z_a sqrt(s) + z_b sqrt(s - d^2))^2 / d^2 for discordant shares with sum s and difference d."""
    discordant, difference = first_only + second_only, first_only - second_only
    if not is_level(alpha) or not is_level(power):
        return Undefined("impossible_level")
    if not _are_shares(first_only, second_only):
        return Undefined("impossible_shares")
    if difference == 0:
        return Undefined("zero_effect")
    wanted = float(special.ndtri(power))
    reach = normal_quantile(1 - alpha) * math.sqrt(discordant) + wanted * math.sqrt(discordant - difference**2)
    return _rounded_up((reach / difference) ** 2)


def rows_for_accuracy(accuracy: float, half_width: float, level: float) -> NeededCount | Undefined:
    """z^2 p (1-p) / w^2; at accuracy one half and +-3.1 points these are Highleyman's 1000 rows."""
    if not is_level(level):
        return Undefined("impossible_level")
    if not 0 <= accuracy <= 1 or half_width <= 0:
        return Undefined("impossible_shares")
    if accuracy in (0, 1):
        return Undefined("zero_variance")
    return _rounded_up(normal_quantile(level) ** 2 * accuracy * (1 - accuracy) / half_width**2)


def power_paired_t(effect: float, pairs: float, alpha: float) -> float | Undefined:
    """Chance that a two-sided paired t test claims a difference; `effect` = true mean difference / its spread."""
    if pairs < 2:
        return Undefined("too_few_pairs")
    if not is_level(alpha):
        return Undefined("impossible_level")
    return _power_t(effect, pairs, alpha)


def pairs_for_paired_t(effect: float, alpha: float, power: float) -> NeededCount | Undefined:
    if not 0 < alpha < power < 1:
        return Undefined("impossible_power")
    if effect == 0 or _power_t(effect, MOST_PAIRS, alpha) < power:
        return Undefined("zero_effect")
    if _power_t(effect, 2.0, alpha) >= power:
        return _rounded_up(2.0)
    return _rounded_up(crossing(lambda pairs: power - _power_t(effect, pairs, alpha), 2.0, MOST_PAIRS))


def _power_t(effect: float, pairs: float, alpha: float) -> float:
    """Both tails of the noncentral t, integrated over the sample spread (scipy's nct fails for large counts)."""
    df = pairs - 1
    edge = t_quantile(1 - alpha, df)
    shift = effect * math.sqrt(pairs)
    low, high = math.sqrt(2 * special.gammaincinv(df / 2, 1e-15) / df), math.sqrt(special.chdtri(df, 1e-15) / df)
    nodes, weights = _nodes()
    spreads = low + (high - low) * (nodes + 1) / 2
    halves = df * spreads**2 / 2
    density = 2 * np.exp(special.xlogy(df / 2, halves) - halves - special.gammaln(df / 2)) / spreads
    tails = special.ndtr(shift - edge * spreads) + special.ndtr(-shift - edge * spreads)
    return min(1.0, float(np.sum(density * tails * weights) * (high - low) / 2))


@cache
def _nodes() -> tuple[Floats, Floats]:
    nodes, weights = leggauss(200)
    return np.asarray(nodes), np.asarray(weights)


def _rounded_up(count: float) -> NeededCount:
    return NeededCount(count, math.ceil(count - 1e-9))
