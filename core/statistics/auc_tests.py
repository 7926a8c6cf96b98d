"""Tests between the AUCs of two algorithms on the same rows, and how many cases they need."""

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from scipy import special

from core.domain.dataset import Floats, Integers
from core.domain.findings import Comparison, Interval
from core.domain.pairing import Pairing
from core.domain.reading import Reading, degenerate, error, ok
from core.statistics.auc_intervals import hanley_mcneil_se, hanley_mcneil_terms, placement_variance, placements
from core.statistics.comparison_test import Figures, compared
from core.statistics.distributions import is_level, normal_quantile

AREAS = ("auc_a", "auc_b", "diff", "var_a", "var_b", "cov")
TEST = ("z", "p", "diff_ci_low", "diff_ci_high")


def delong_paired(truth: Integers, first: Floats, second: Floats, level: float = 0.95) -> Reading:
    """z = (A1 - A2) / sqrt(s11 + s22 - 2 s12) from the placements of both (DeLong et al. 1988; Sun & Xu 2014)."""
    unusable = _unusable(truth, first, second, level)
    if unusable is not None:
        return unusable
    positives = truth == 1
    first_above, first_below = placements(first[positives], first[~positives])
    second_above, second_below = placements(second[positives], second[~positives])
    areas = {
        "auc_a": float(first_above.mean()),
        "auc_b": float(second_above.mean()),
        "diff": float(np.mean(first_above - second_above)),
        "var_a": placement_variance(first_above, first_below),
        "var_b": placement_variance(second_above, second_below),
        "cov": _covariance(first_above, second_above) + _covariance(first_below, second_below),
    }
    se = math.sqrt(placement_variance(first_above - second_above, first_below - second_below))
    return _tested(areas, se, level, np.array_equal(first, second))


def hanley_mcneil_paired(truth: Integers, first: Floats, second: Floats, level: float = 0.95) -> Reading:
    """z with the correlation that shared cases bring (Hanley & McNeil 1983; named in Aslan V).

    Their table of correlations is replaced by the two-normal model behind it, see `area_correlation`.
    """
    unusable = _unusable(truth, first, second, level)
    if unusable is not None:
        return unusable
    up, down = truth == 1, truth != 1
    counts = int(up.sum()), int(down.sum())
    area_a = float(placements(first[up], first[down])[0].mean())
    area_b = float(placements(second[up], second[down])[0].mean())
    rating = (_correlation(first[up], second[up]) + _correlation(first[down], second[down])) / 2
    se_a, se_b = float(hanley_mcneil_se(area_a, *counts)["se"]), float(hanley_mcneil_se(area_b, *counts)["se"])
    shared = area_correlation(rating, (area_a + area_b) / 2) * se_a * se_b
    areas = dict(zip(AREAS, (area_a, area_b, area_a - area_b, se_a**2, se_b**2, shared), strict=True))
    se = math.sqrt(max(se_a**2 + se_b**2 - 2 * shared, 0.0))
    return _tested(areas, se, level, np.array_equal(first, second))


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
) -> Reading:
    """Positives, and as many negatives, that find a difference of two AUCs (Hanley & McNeil 1982).

    `correlation` of the two AUCs is 0 for separate cases; shared cases need fewer.
    """
    if not (0 < first < 1 and 0 < second < 1 and 0 < alpha < 1 and 0 < power < 1 and -1 <= correlation < 1):
        return error("impossible_auc", n=None, n_ceil=None)
    if first == second:
        return degenerate("zero_effect", n=None, n_ceil=None)
    one, other = _unit_variance(first), _unit_variance(second)
    equal = 2 * one * (1 - correlation)
    apart = one + other - 2 * correlation * math.sqrt(one * other)
    reach = normal_quantile(1 - alpha) * math.sqrt(equal) + float(special.ndtri(power)) * math.sqrt(apart)
    cases = (reach / (first - second)) ** 2
    return ok(n=cases, n_ceil=math.ceil(cases - 1e-9))


def cases_for_delong(reading: Reading, positives: int, negatives: int, alpha: float, power: float) -> Reading:
    """How many times the cases of a finished paired test would find the gap it saw, the class mix unchanged."""
    gap, variance = reading["diff"], _variance_of_gap(reading)
    if gap is None or gap == 0 or variance <= 0:
        return degenerate("zero_effect", factor=None, positives=None, negatives=None)
    factor = (normal_quantile(1 - alpha) + float(special.ndtri(power))) ** 2 * variance / gap**2
    return ok(factor=factor, positives=math.ceil(factor * positives), negatives=math.ceil(factor * negatives))


def compare_delong(pairing: Pairing, level: float) -> Comparison:
    """On the rows of the first shuffle; effect and range are of the AUC, whatever the main measure is."""
    reading = _of_pairing(pairing, level)
    low, high = reading["diff_ci_low"], reading["diff_ci_high"]
    interval = Interval(low, high, level, "delong") if reading.is_ok else None
    figures = Figures(reading["z"], None, reading["p"], interval, reading["diff"])
    details = {name: reading[name] for name in AREAS}
    return replace(compared("delong", pairing, reading, figures, details), measure="auc")


def _of_pairing(pairing: Pairing, level: float) -> Reading:
    if pairing.truth is None or pairing.first_ranking is None or pairing.second_ranking is None:
        return degenerate("no_scores", **_NOTHING)
    return delong_paired(pairing.truth, pairing.first_ranking, pairing.second_ranking, level)


def _tested(areas: Mapping[str, float], se: float, level: float, is_identical: bool) -> Reading:
    gap = areas["diff"]
    if se > 1e-12:
        z, half = gap / se, normal_quantile(level) * se
        p = float(2 * special.ndtr(-abs(z)))
        return ok(**areas, z=z, p=p, diff_ci_low=max(-1.0, gap - half), diff_ci_high=min(1.0, gap + half))
    perfect = areas["auc_a"] == areas["auc_b"] == 1
    if is_identical and not perfect:
        return degenerate("identical_scores", **areas, z=0.0, p=1.0, diff_ci_low=0.0, diff_ci_high=0.0)
    p_if_equal = 1.0 if abs(gap) <= 1e-12 else None
    return degenerate("zero_variance", **areas, z=None, p=p_if_equal, diff_ci_low=None, diff_ci_high=None)


def _unusable(truth: Integers, first: Floats, second: Floats, level: float) -> Reading | None:
    if not is_level(level):
        return error("impossible_level", **_NOTHING)
    if not truth.shape == first.shape == second.shape:
        return error("unequal_lengths", **_NOTHING)
    positives = truth == 1
    if positives.all() or not positives.any():
        return degenerate("single_class", **_NOTHING)
    if np.isnan([first, second]).any():
        return degenerate("missing_score", **_NOTHING)
    if min(positives.sum(), (~positives).sum()) < 2:
        areas = [float(placements(scores[positives], scores[~positives])[0].mean()) for scores in (first, second)]
        known = {"auc_a": areas[0], "auc_b": areas[1], "diff": areas[0] - areas[1]}
        return degenerate("too_few_cases", **{**_NOTHING, **known})
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


def _variance_of_gap(reading: Reading) -> float:
    return 0.0 if reading["var_a"] is None else float(reading["var_a"] + reading["var_b"] - 2 * reading["cov"])


_NOTHING: dict[str, None] = dict.fromkeys((*AREAS, *TEST))
