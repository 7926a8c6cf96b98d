"""One test for several outputs together: Hotelling's T squared, its form for resampled splits, and MANOVA."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.domain.findings import Comparison, JointDetails
from core.domain.pairing import Pairing
from core.statistics.comparison_test import describe_comparison, mean_difference
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

SINGULAR = 1e12
FLAT = 1e-12
ENOUGH_DEFINED = 0.8


@dataclass(frozen=True, slots=True)
class HotellingTest:
    """Hold Hotelling's T² of all outputs together and its F form."""

    t2: float
    f: float
    df1: int
    df2: int
    p: float


@dataclass(frozen=True, slots=True)
class ManovaTest:
    """Hold one of the four statistics of a multivariate analysis of variance, and its F form."""

    statistic: float
    f: float
    df1: float
    df2: float
    p: float


def hotelling_one_sample(rows: Floats) -> HotellingTest | Undefined:
    """T2 = n d' S^-1 d against a mean of zero, F = (n-p)/(p(n-1)) T2 (Reich 5.2)."""
    if rows.ndim != 2 or rows.shape[1] < 1:
        return Undefined("too_few_pairs")
    return _one_sample(rows, 1 / max(len(rows), 1))


def hotelling_paired(first: Floats, second: Floats) -> HotellingTest | Undefined:
    """On cross-validation folds this plain form is an exhibit only: use `corrected_t2` there."""
    if first.shape != second.shape:
        return Undefined("unequal_lengths")
    return hotelling_one_sample(first - second)


def corrected_t2(differences: Floats, ratio: float) -> HotellingTest | Undefined:
    """T2 with the covariance of the mean taken as (1/J + test/train rows) S: splits share training rows.

    The several-output form of the corrected t of Nadeau & Bengio 2003; equal to its square for one output.
    """
    if not 0 <= ratio < math.inf:
        return Undefined("impossible_ratio")
    return _one_sample(differences, 1 / max(len(differences), 1) + ratio)


def hotelling_two_sample(first: Floats, second: Floats) -> HotellingTest | Undefined:
    """T2 = nm/(n+m) d' Sp^-1 d, F = (n+m-p-1)/(p(n+m-2)) T2, for two separate samples (Reich 5.2)."""
    reason = _refuse_groups((first, second))
    if reason:
        return Undefined(reason)
    n, m, outputs = len(first), len(second), first.shape[1]
    rest = n + m - outputs - 1
    if min(n, m) < 2 or rest < 1:
        return Undefined("too_few_pairs")
    difference = first.mean(axis=0) - second.mean(axis=0)
    pooled = (_scatter(first) + _scatter(second)) / (n + m - 2)
    size = np.maximum(np.abs(first).max(axis=0), np.abs(second).max(axis=0))
    distance = _distance(difference, pooled, size)
    if distance is None:
        return _without_spread(np.abs(difference) <= FLAT * size, pooled, size)
    return _f_test(distance * n * m / (n + m), rest / (outputs * (n + m - 2)), outputs, rest)


def _refuse_groups(groups: Sequence[Floats]) -> str:
    """Why these samples cannot be compared, as a key; empty where they can."""
    if not groups or any(group.ndim != 2 or not group.size for group in groups):
        return "too_few_pairs"
    if len({group.shape[1] for group in groups}) > 1:
        return "unequal_lengths"
    return "undefined_values" if any(np.isnan(group).any() for group in groups) else ""


def _one_sample(rows: Floats, weight: float) -> HotellingTest | Undefined:
    count, outputs = rows.shape
    rest = count - outputs
    if np.isnan(rows).any():
        return Undefined("undefined_values")
    if rest < 1 or count < 2:
        return Undefined("too_few_pairs")
    mean, covariance, size = rows.mean(axis=0), _scatter(rows) / (count - 1), np.abs(rows).max(axis=0)
    distance = _distance(mean, covariance, size)
    if distance is None:
        return _without_spread(size == 0, covariance, size)
    return _f_test(distance / weight, rest / (outputs * (count - 1)), outputs, rest)


def _f_test(t2: float, factor: float, df1: int, df2: int) -> HotellingTest:
    f = factor * t2
    return HotellingTest(t2, f, df1, df2, float(special.fdtrc(df1, df2, f)))


def _distance(mean: Floats, covariance: Floats, size: Floats) -> float | None:
    """mean' covariance^-1 mean in units of each output's spread; None when the covariance is singular."""
    spread = np.sqrt(np.diag(covariance))
    if (spread <= FLAT * size).any() or np.linalg.cond(covariance / np.outer(spread, spread)) > SINGULAR:
        return None
    scaled = mean / spread
    return float(scaled @ np.linalg.solve(covariance / np.outer(spread, spread), scaled))


def _without_spread(is_zero: Floats, covariance: Floats, size: Floats) -> Undefined:
    if np.all(is_zero) and (np.sqrt(np.diag(covariance)) <= FLAT * size).all():
        return Undefined("identical_scores", 0.0)
    return Undefined("singular_covariance")


def _scatter(rows: Floats) -> Floats:
    centered = rows - rows.mean(axis=0)
    return np.asarray(centered.T @ centered)


def compare_corrected_t2(pairing: Pairing, level: float) -> Comparison:
    """All outputs together over the splits of the main scheme; a range belongs to one output, so there is none here."""
    found, means = _test_pairing(pairing)
    effect = mean_difference(pairing)
    if isinstance(found, Undefined):
        return describe_comparison("corrected-t2", pairing, reason=found.reason, p=found.p, effect=effect)
    return describe_comparison(
        "corrected-t2",
        pairing,
        statistic=found.t2,
        df=(float(found.df1), float(found.df2)),
        p=found.p,
        effect=effect,
        details=JointDetails(found.f, means, level),
    )


def _test_pairing(pairing: Pairing) -> tuple[HotellingTest | Undefined, tuple[float, ...]]:
    if pairing.outputs_first is None or pairing.outputs_second is None:
        return Undefined("one_output"), ()
    outputs = pairing.outputs_first.shape[-1]
    differences = (pairing.outputs_first - pairing.outputs_second).reshape(-1, outputs)
    used = differences[~np.isnan(differences).any(axis=1)]
    if len(used) < max(1, ENOUGH_DEFINED * len(differences)):
        return Undefined("too_many_undefined"), ()
    ratio = float(np.nansum(pairing.test_sizes) / np.nansum(pairing.train_sizes))
    return corrected_t2(used, ratio), tuple(used.mean(axis=0).tolist())


def manova(groups: Sequence[Floats], statistic: str = "pillai") -> ManovaTest | Undefined:
    """Several algorithms and several outputs at once, for separate samples (Reich 5.2)."""
    if statistic not in STATISTICS:
        return Undefined("unknown_method")
    reason = _refuse_groups(groups)
    if reason:
        return Undefined(reason)
    together = np.vstack(groups)
    outputs, hypothesis = together.shape[1], len(groups) - 1
    residual = len(together) - len(groups)
    if hypothesis < 1 or residual < outputs:
        return Undefined("too_few_pairs")
    within = sum((_scatter(group) for group in groups), np.zeros((outputs, outputs)))
    roots = _roots(within, _scatter(together) - within, np.abs(together).max(axis=0) * math.sqrt(residual))
    if roots is None:
        return Undefined("singular_covariance")
    stat, f, df1, df2 = STATISTICS[statistic](roots, outputs, hypothesis, residual)
    if df2 <= 0:
        return Undefined("too_few_pairs", stat)
    return ManovaTest(stat, f, df1, df2, float(special.fdtrc(df1, df2, f)))


def _roots(within: Floats, between: Floats, size: Floats) -> Floats | None:
    """Eigenvalues of within^-1 between, outputs scaled to equal spread; None when the covariance is singular."""
    spread = np.sqrt(np.diag(within))
    if (spread <= FLAT * size).any():
        return None
    scale = np.outer(spread, spread)
    if np.linalg.cond(within / scale) > SINGULAR:
        return None
    lower = np.linalg.inv(np.linalg.cholesky(within / scale))
    return np.maximum(np.linalg.eigvalsh(lower @ (between / scale) @ lower.T), 0.0)


Approximation = tuple[float, float, float, float]


def _wilks(roots: Floats, p: int, q: int, residual: int) -> Approximation:
    """Product of 1/(1+root), with Rao's approximation."""
    stat = float(np.prod(1 / (1 + roots)))
    middle, lost = residual - (p - q + 1) / 2, (p * q - 2) / 2
    order = p**2 + q**2 - 5
    power = math.sqrt(((p * q) ** 2 - 4) / order) if order > 0 else 1.0
    df1, df2 = p * q, middle * power - lost
    return stat, (stat ** (-1 / power) - 1) * df2 / df1, df1, df2


def _pillai(roots: Floats, p: int, q: int, residual: int) -> Approximation:
    stat = float(np.sum(roots / (1 + roots)))
    s = min(p, q)
    above, below = abs(p - q) + s, residual - p + s
    left = float(np.sum(1 / (1 + roots[-s:])))
    return stat, below / above * stat / left, s * above, s * below


def _hotelling_lawley(roots: Floats, p: int, q: int, residual: int) -> Approximation:
    stat = float(np.sum(roots))
    s = min(p, q)
    above, df2 = abs(p - q) + s, s * (residual - p - 1) + 2
    return stat, df2 * stat / (s**2 * above), s * above, df2


def _roy(roots: Floats, p: int, q: int, residual: int) -> Approximation:
    """The largest root; its F is an upper bound, so its p is a lower bound."""
    stat, larger = float(np.max(roots)), max(p, q)
    df2 = residual - larger + q
    return stat, df2 * stat / larger, larger, df2


STATISTICS = {"wilks": _wilks, "pillai": _pillai, "hotelling-lawley": _hotelling_lawley, "roy": _roy}
