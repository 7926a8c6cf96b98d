"""Ranges for an AUC: DeLong, Hanley and McNeil, and Agarwal's bound that assumes nothing."""

import math

import numpy as np

from core.domain.dataset import Floats, Integers
from core.domain.reading import Reading, degenerate, error, ok
from core.statistics.distributions import is_level, normal_quantile


def placements(above: Floats, below: Floats) -> tuple[Floats, Floats]:
    """For each positive the share of negatives below it, for each negative the share of positives above it."""
    low, high = np.sort(below), np.sort(above)
    of_positives = (np.searchsorted(low, above, "left") + np.searchsorted(low, above, "right")) / (2 * len(below))
    reached = np.searchsorted(high, below, "left") + np.searchsorted(high, below, "right")
    return of_positives, 1 - reached / (2 * len(above))


def delong(truth: Integers, ranking: Floats, level: float) -> Reading:
    """AUC +- z sqrt(var), var from the spread of the placements (DeLong et al. 1988; fast form Sun & Xu 2014)."""
    unusable = _unusable(truth, ranking, level)
    if unusable is not None:
        return unusable
    positives = truth == 1
    of_positives, of_negatives = placements(ranking[positives], ranking[~positives])
    area = float(of_positives.mean())
    if min(len(of_positives), len(of_negatives)) < 2:
        return degenerate("too_few_cases", auc=area, low=None, high=None, se=None)
    se = math.sqrt(placement_variance(of_positives, of_negatives))
    return _clipped(area, se, normal_quantile(level) * se, np.ptp(ranking) == 0)


def placement_variance(of_positives: Floats, of_negatives: Floats) -> float:
    """S10/m + S01/n of DeLong et al.; also right for differences of the placements of two algorithms."""
    return float(np.var(of_positives, ddof=1) / len(of_positives) + np.var(of_negatives, ddof=1) / len(of_negatives))


def hanley_mcneil_se(area: float, positives: int, negatives: int) -> Reading:
    """Standard error of an AUC under the exponential model of Hanley & McNeil 1982 (Aslan V)."""
    if not 0 <= area <= 1 or positives < 1 or negatives < 1:
        return error("impossible_counts" if 0 <= area <= 1 else "impossible_auc", se=None)
    first, second = hanley_mcneil_terms(area)
    variance = area * (1 - area) + (positives - 1) * (first - area**2) + (negatives - 1) * (second - area**2)
    se = math.sqrt(max(variance, 0.0) / (positives * negatives))
    return ok(se=se) if se > 0 else degenerate("zero_variance", se=0.0)


def hanley_mcneil_terms(area: float) -> tuple[float, float]:
    """Q1 and Q2: chances that two positives outrank one negative, and that one positive outranks two negatives."""
    return area / (2 - area), 2 * area**2 / (1 + area)


def hanley_mcneil(truth: Integers, ranking: Floats, level: float) -> Reading:
    unusable = _unusable(truth, ranking, level)
    if unusable is not None:
        return unusable
    area, positives, negatives = _area_and_counts(truth, ranking)
    se = float(hanley_mcneil_se(area, positives, negatives)["se"])
    return _clipped(area, se, normal_quantile(level) * se, np.ptp(ranking) == 0)


def agarwal_epsilon(positives: int, negatives: int, delta: float) -> Reading:
    """Half-width that the true AUC leaves with probability at most delta (Agarwal et al. 2005)."""
    if positives < 1 or negatives < 1:
        return degenerate("single_class", epsilon=None)
    if not 0 < delta < 1:
        return error("impossible_level", epsilon=None)
    return ok(epsilon=math.sqrt((positives + negatives) * math.log(2 / delta) / (2 * positives * negatives)))


def agarwal(truth: Integers, ranking: Floats, level: float) -> Reading:
    unusable = _unusable(truth, ranking, level)
    if unusable is not None:
        return unusable
    area, positives, negatives = _area_and_counts(truth, ranking)
    return _clipped(area, None, float(agarwal_epsilon(positives, negatives, 1 - level)["epsilon"]), False)


def _area_and_counts(truth: Integers, ranking: Floats) -> tuple[float, int, int]:
    positives = truth == 1
    of_positives, of_negatives = placements(ranking[positives], ranking[~positives])
    return float(of_positives.mean()), len(of_positives), len(of_negatives)


def _clipped(area: float, se: float | None, half: float, is_constant: bool) -> Reading:
    values = {"auc": area, "low": max(0.0, area - half), "high": min(1.0, area + half), "se": se}
    if half > 0:
        return ok(**values)
    return degenerate("constant_scores" if is_constant else "zero_variance", **values)


def _unusable(truth: Integers, ranking: Floats, level: float) -> Reading | None:
    if not is_level(level):
        return error("impossible_level", auc=None, low=None, high=None, se=None)
    if truth.shape != ranking.shape:
        return error("unequal_lengths", auc=None, low=None, high=None, se=None)
    if int((truth == 1).sum()) in (0, len(truth)):
        return degenerate("single_class", auc=None, low=None, high=None, se=None)
    if np.isnan(ranking).any():
        return degenerate("missing_score", auc=None, low=None, high=None, se=None)
    return None
