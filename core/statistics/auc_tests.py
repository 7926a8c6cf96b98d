"""Tests between the AUCs of two algorithms on the same rows, and how many cases they need."""

import math
from dataclasses import dataclass, replace

import numpy as np

from core.domain.dataset import Floats, Integers
from core.domain.findings import AreaDetails, Comparison, Interval
from core.domain.pairing import Pairing
from core.statistics.auc_intervals import hanley_mcneil_se, hanley_mcneil_terms, placement_variance, placements
from core.statistics.comparison_test import describe_comparison
from core.statistics.distributions import is_level, normal_quantile, normal_tail_quantile, two_sided_normal_p
from core.statistics.power import NeededCount
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")


@dataclass(frozen=True, slots=True)
class AucDifference:
    """Hold two areas on the same rows, their variances and covariance, and the range of first - second."""

    first_auc: float
    second_auc: float
    difference: float
    first_variance: float
    second_variance: float
    covariance: float
    z: float
    p: float
    low: float
    high: float

    @property
    def variance(self) -> float:
        """Of the difference."""
        return self.first_variance + self.second_variance - 2 * self.covariance


@dataclass(frozen=True, slots=True)
class NeededCases:
    """Hold how many times the cases of a test would find the difference it saw, and the counts that makes."""

    factor: float
    positives: int
    negatives: int


@dataclass(frozen=True, slots=True)
class _Areas:
    first: float
    second: float
    difference: float
    first_variance: float
    second_variance: float
    covariance: float


def delong_paired(truth: Integers, first: Floats, second: Floats, level: float = 0.95) -> AucDifference | Undefined:
    """z = (A1 - A2) / sqrt(s11 + s22 - 2 s12) from the placements of both (DeLong et al. 1988; Sun & Xu 2014)."""
    refused = _refuse_scores(truth, first, second, level)
    if refused is not None:
        return refused
    positives = truth == 1
    first_above, first_below = placements(first[positives], first[~positives])
    second_above, second_below = placements(second[positives], second[~positives])
    areas = _Areas(
        first=float(first_above.mean()),
        second=float(second_above.mean()),
        difference=float(np.mean(first_above - second_above)),
        first_variance=placement_variance(first_above, first_below),
        second_variance=placement_variance(second_above, second_below),
        covariance=_covariance(first_above, second_above) + _covariance(first_below, second_below),
    )
    error = math.sqrt(placement_variance(first_above - second_above, first_below - second_below))
    return _finish_test(areas, error, level, np.array_equal(first, second))


def hanley_mcneil_paired(
    truth: Integers, first: Floats, second: Floats, level: float = 0.95
) -> AucDifference | Undefined:
    """z with the correlation that shared cases bring (Hanley & McNeil 1983; named in Aslan V).

    Their table of correlations is replaced by the two-normal model behind it, see `area_correlation`.
    """
    refused = _refuse_scores(truth, first, second, level)
    if refused is not None:
        return refused
    up, down = truth == 1, truth != 1
    counts = int(up.sum()), int(down.sum())
    area_a = float(placements(first[up], first[down])[0].mean())
    area_b = float(placements(second[up], second[down])[0].mean())
    rating = (_correlation(first[up], second[up]) + _correlation(first[down], second[down])) / 2
    error_a, error_b = hanley_mcneil_se(area_a, *counts), hanley_mcneil_se(area_b, *counts)
    if isinstance(error_a, Undefined) or isinstance(error_b, Undefined):
        return Undefined("impossible_auc", area_a - area_b)
    shared = area_correlation(rating, (area_a + area_b) / 2) * error_a * error_b
    areas = _Areas(area_a, area_b, area_a - area_b, error_a**2, error_b**2, shared)
    error = math.sqrt(max(error_a**2 + error_b**2 - 2 * shared, 0.0))
    return _finish_test(areas, error, level, np.array_equal(first, second))


def area_correlation(rating_correlation: float, area: float) -> float:
    """Correlation of two AUCs whose scores correlate, both classes normal with equal spread and equal size.

    Sharing a positive (or a negative) correlates two comparisons by half the rating correlation.
    """
    distance = float(special.ndtri(min(max(area, 1e-6), 1 - 1e-6)))
    return _excess(distance, rating_correlation / 2) / _excess(distance, 0.5)


def _excess(distance: float, correlation: float) -> float:
    """P(both below distance) - P(below)^2 for two normals: the normal density integrated over the correlation."""
    nodes, weights = np.polynomial.legendre.leggauss(40)
    steps = correlation * (nodes + 1) / 2
    density = np.exp(-(distance**2) / (1 + steps)) / (2 * math.pi * np.sqrt(1 - steps**2))
    return float(np.sum(density * weights) * correlation / 2)


def cases_for_auc_difference(
    first: float, second: float, alpha: float, power: float, correlation: float = 0.0
) -> NeededCount | Undefined:
    """Positives, and as many negatives, that find a difference of two AUCs (Hanley & McNeil 1982).

    `correlation` of the two AUCs is 0 for separate cases; shared cases need fewer.
    """
    if not (0 < first < 1 and 0 < second < 1 and 0 < alpha < 1 and 0 < power < 1 and -1 <= correlation < 1):
        return Undefined("impossible_auc")
    if first == second:
        return Undefined("zero_effect")
    one, other = _unit_variance(first), _unit_variance(second)
    equal = 2 * one * (1 - correlation)
    apart = one + other - 2 * correlation * math.sqrt(one * other)
    reach = normal_quantile(1 - alpha) * math.sqrt(equal) + normal_tail_quantile(power) * math.sqrt(apart)
    cases = (reach / (first - second)) ** 2
    return NeededCount(cases, math.ceil(cases - 1e-9))


def cases_for_delong(
    found: AucDifference | Undefined, positives: int, negatives: int, alpha: float, power: float
) -> NeededCases | Undefined:
    """How many times the cases of a finished paired test would find the difference it saw, the class mix unchanged."""
    if isinstance(found, Undefined) or found.difference == 0 or found.variance <= 0:
        return Undefined("zero_effect")
    reach = normal_quantile(1 - alpha) + normal_tail_quantile(power)
    factor = reach**2 * found.variance / found.difference**2
    return NeededCases(factor, math.ceil(factor * positives), math.ceil(factor * negatives))


def compare_delong(pairing: Pairing, level: float) -> Comparison:
    """On the rows of the first repeat; effect and range are of the AUC, whatever the main measure is."""
    found = _test_pairing(pairing, level)
    if isinstance(found, Undefined):
        made = describe_comparison("delong", pairing, reason=found.reason, p=found.p, effect=found.estimate)
    else:
        made = describe_comparison(
            "delong",
            pairing,
            statistic=found.z,
            p=found.p,
            effect=found.difference,
            interval=Interval(found.low, found.high, level, "delong"),
            details=AreaDetails(
                first_auc=found.first_auc,
                second_auc=found.second_auc,
                first_variance=found.first_variance,
                second_variance=found.second_variance,
                covariance=found.covariance,
            ),
        )
    return replace(made, measure="auc")


def _test_pairing(pairing: Pairing, level: float) -> AucDifference | Undefined:
    if pairing.truth is None or pairing.first_ranking is None or pairing.second_ranking is None:
        return Undefined("no_scores")
    return delong_paired(pairing.truth, pairing.first_ranking, pairing.second_ranking, level)


def _finish_test(areas: _Areas, error: float, level: float, is_identical: bool) -> AucDifference | Undefined:
    if error <= 1e-12:
        perfect = areas.first == areas.second == 1
        return Undefined(
            "identical_scores" if is_identical and not perfect else "zero_variance",
            0.0 if abs(areas.difference) <= 1e-12 else areas.difference,
        )
    z, half = areas.difference / error, normal_quantile(level) * error
    return AucDifference(
        first_auc=areas.first,
        second_auc=areas.second,
        difference=areas.difference,
        first_variance=areas.first_variance,
        second_variance=areas.second_variance,
        covariance=areas.covariance,
        z=z,
        p=two_sided_normal_p(z),
        low=max(-1.0, areas.difference - half),
        high=min(1.0, areas.difference + half),
    )


def _refuse_scores(truth: Integers, first: Floats, second: Floats, level: float) -> Undefined | None:
    if not is_level(level):
        return Undefined("impossible_level")
    if not truth.shape == first.shape == second.shape:
        return Undefined("unequal_lengths")
    positives = truth == 1
    if positives.all() or not positives.any():
        return Undefined("single_class")
    if np.isnan([first, second]).any():
        return Undefined("missing_score")
    if min(positives.sum(), (~positives).sum()) < 2:
        areas = [float(placements(scores[positives], scores[~positives])[0].mean()) for scores in (first, second)]
        return Undefined("too_few_cases", areas[0] - areas[1])
    return None


def _covariance(first: Floats, second: Floats) -> float:
    return float((first - first.mean()) @ (second - second.mean()) / (len(first) - 1) / len(first))


def _correlation(first: Floats, second: Floats) -> float:
    """Pearson's; 0 when one of the two does not vary."""
    one, other = first - first.mean(), second - second.mean()
    size = math.sqrt(float(one @ one) * float(other @ other))
    return float(one @ other) / size if size > 0 else 0.0


def _unit_variance(area: float) -> float:
    """Variance of an AUC times the number of cases per class, for many cases (Q1 + Q2 - 2 A^2)."""
    first, second = hanley_mcneil_terms(area)
    return first + second - 2 * area**2
