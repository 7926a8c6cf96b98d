"""Ranges for an AUC: DeLong, Hanley and McNeil, and Agarwal's bound that assumes nothing."""

import math
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats, Integers
from core.statistics.distributions import is_level, normal_quantile
from core.statistics.undefined import Undefined


@dataclass(frozen=True, slots=True)
class AucInterval:
    """Hold an area under the ROC curve and its range; `standard_error` is None for bounds that have none."""

    auc: float
    standard_error: float | None
    low: float
    high: float


def placements(above: Floats, below: Floats) -> tuple[Floats, Floats]:
    """For each positive the share of negatives below it, for each negative the share of positives above it."""
    low, high = np.sort(below), np.sort(above)
    of_positives = (np.searchsorted(low, above, "left") + np.searchsorted(low, above, "right")) / (2 * len(below))
    reached = np.searchsorted(high, below, "left") + np.searchsorted(high, below, "right")
    return of_positives, 1 - reached / (2 * len(above))


def delong(truth: Integers, ranking: Floats, level: float) -> AucInterval | Undefined:
    """AUC +- z sqrt(var), var from the spread of the placements (DeLong et al. 1988; fast form Sun & Xu 2014)."""
    reason = _refuse_scores(truth, ranking, level)
    if reason:
        return Undefined(reason)
    positives = truth == 1
    of_positives, of_negatives = placements(ranking[positives], ranking[~positives])
    area = float(of_positives.mean())
    if min(len(of_positives), len(of_negatives)) < 2:
        return Undefined("too_few_cases", area)
    error = math.sqrt(placement_variance(of_positives, of_negatives))
    return _clip_interval(area, error, normal_quantile(level) * error, np.ptp(ranking) == 0)


def placement_variance(of_positives: Floats, of_negatives: Floats) -> float:
    """S10/m + S01/n of DeLong et al.; also right for differences of the placements of two algorithms."""
    return float(np.var(of_positives, ddof=1) / len(of_positives) + np.var(of_negatives, ddof=1) / len(of_negatives))


def hanley_mcneil_se(area: float, positives: int, negatives: int) -> float | Undefined:
    """Standard error of an AUC under the exponential model of Hanley & McNeil 1982 (Aslan V); 0 for areas 0 and 1."""
    if not 0 <= area <= 1 or positives < 1 or negatives < 1:
        return Undefined("impossible_counts" if 0 <= area <= 1 else "impossible_auc")
    first, second = hanley_mcneil_terms(area)
    variance = area * (1 - area) + (positives - 1) * (first - area**2) + (negatives - 1) * (second - area**2)
    return math.sqrt(max(variance, 0.0) / (positives * negatives))


def hanley_mcneil_terms(area: float) -> tuple[float, float]:
    """Q1 and Q2: chances that two positives outrank one negative, and that one positive outranks two negatives."""
    return area / (2 - area), 2 * area**2 / (1 + area)


def hanley_mcneil(truth: Integers, ranking: Floats, level: float) -> AucInterval | Undefined:
    reason = _refuse_scores(truth, ranking, level)
    if reason:
        return Undefined(reason)
    area, positives, negatives = _area_and_counts(truth, ranking)
    error = hanley_mcneil_se(area, positives, negatives)
    if isinstance(error, Undefined):
        return error
    return _clip_interval(area, error, normal_quantile(level) * error, np.ptp(ranking) == 0)


def agarwal_epsilon(positives: int, negatives: int, delta: float) -> float | Undefined:
    """Half-width that the true AUC leaves with probability at most delta (Agarwal et al. 2005)."""
    if positives < 1 or negatives < 1:
        return Undefined("single_class")
    if not 0 < delta < 1:
        return Undefined("impossible_level")
    return math.sqrt((positives + negatives) * math.log(2 / delta) / (2 * positives * negatives))


def agarwal(truth: Integers, ranking: Floats, level: float) -> AucInterval | Undefined:
    reason = _refuse_scores(truth, ranking, level)
    if reason:
        return Undefined(reason)
    area, positives, negatives = _area_and_counts(truth, ranking)
    half = agarwal_epsilon(positives, negatives, 1 - level)
    return half if isinstance(half, Undefined) else _clip_interval(area, None, half, False)


def _area_and_counts(truth: Integers, ranking: Floats) -> tuple[float, int, int]:
    positives = truth == 1
    of_positives, of_negatives = placements(ranking[positives], ranking[~positives])
    return float(of_positives.mean()), len(of_positives), len(of_negatives)


def _clip_interval(area: float, error: float | None, half: float, is_constant: bool) -> AucInterval | Undefined:
    """No range of width zero: it would claim certainty."""
    if half <= 0:
        return Undefined("constant_scores" if is_constant else "zero_variance", area)
    return AucInterval(area, error, max(0.0, area - half), min(1.0, area + half))


def _refuse_scores(truth: Integers, ranking: Floats, level: float) -> str:
    """Why there is no range, as a key; empty where there is one."""
    if not is_level(level):
        return "impossible_level"
    if truth.shape != ranking.shape:
        return "unequal_lengths"
    if int((truth == 1).sum()) in (0, len(truth)):
        return "single_class"
    return "missing_score" if np.isnan(ranking).any() else ""
