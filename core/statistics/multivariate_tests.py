"""One test for several outputs together: Hotelling's T squared, its form for resampled splits, and MANOVA."""

import math
from collections.abc import Sequence

import numpy as np
from scipy import special

from core.domain.dataset import Floats
from core.domain.findings import Comparison
from core.domain.pairing import Pairing
from core.domain.reading import Reading, degenerate, error, ok
from core.statistics.comparison_test import Figures, compared, mean_difference

SINGULAR = 1e12
FLAT = 1e-12
ENOUGH_DEFINED = 0.8
NOTHING: dict[str, None] = dict.fromkeys(("t2", "f", "df1", "df2", "p"))


def hotelling_one_sample(rows: Floats) -> Reading:
    """T2 = n d' S^-1 d against a mean of zero, F = (n-p)/(p(n-1)) T2 (Reich 5.2), with each output's own t test."""
    if rows.ndim != 2 or rows.shape[1] < 1:
        return degenerate("too_few_pairs", **NOTHING, univariate_p=[])
    reading = _one_sample(rows, 1 / max(len(rows), 1))
    return Reading(reading.status, reading.reason, {**reading.values, "univariate_p": _univariate(rows)})


def hotelling_paired(first: Floats, second: Floats) -> Reading:
    """On cross-validation folds this plain form is an exhibit only: use `corrected_t2` there."""
    if first.shape != second.shape:
        return error("unequal_lengths", **NOTHING, univariate_p=None)
    return hotelling_one_sample(first - second)


def corrected_t2(differences: Floats, ratio: float) -> Reading:
    """T2 with the covariance of the mean taken as (1/J + test/train rows) S: splits share training rows.

    The several-output form of the corrected t of Nadeau & Bengio 2003; equal to its square for one output.
    """
    if not 0 <= ratio < math.inf:
        return error("impossible_ratio", **NOTHING)
    return _one_sample(differences, 1 / max(len(differences), 1) + ratio)


def hotelling_two_sample(first: Floats, second: Floats) -> Reading:
    """T2 = nm/(n+m) d' Sp^-1 d, F = (n+m-p-1)/(p(n+m-2)) T2, for two separate samples (Reich 5.2)."""
    unusable = _unusable_groups((first, second))
    if unusable is not None:
        return Reading(unusable.status, unusable.reason, NOTHING)
    n, m, outputs = len(first), len(second), first.shape[1]
    rest = n + m - outputs - 1
    if min(n, m) < 2 or rest < 1:
        return degenerate("too_few_pairs", **NOTHING)
    gap = first.mean(axis=0) - second.mean(axis=0)
    pooled = (_scatter(first) + _scatter(second)) / (n + m - 2)
    size = np.maximum(np.abs(first).max(axis=0), np.abs(second).max(axis=0))
    distance = _distance(gap, pooled, size)
    if distance is None:
        return _without_spread(np.abs(gap) <= FLAT * size, pooled, size, outputs, rest)
    return _f_test(distance * n * m / (n + m), rest / (outputs * (n + m - 2)), outputs, rest)


def _unusable_groups(groups: Sequence[Floats]) -> Reading | None:
    if not groups or any(group.ndim != 2 or not group.size for group in groups):
        return degenerate("too_few_pairs")
    if len({group.shape[1] for group in groups}) > 1:
        return error("unequal_lengths")
    return degenerate("undefined_values") if any(np.isnan(group).any() for group in groups) else None


def _one_sample(rows: Floats, weight: float) -> Reading:
    count, outputs = rows.shape
    rest = count - outputs
    if np.isnan(rows).any():
        return degenerate("undefined_values", **NOTHING)
    if rest < 1 or count < 2:
        return degenerate("too_few_pairs", **NOTHING)
    mean, covariance, size = rows.mean(axis=0), _scatter(rows) / (count - 1), np.abs(rows).max(axis=0)
    distance = _distance(mean, covariance, size)
    if distance is None:
        return _without_spread(size == 0, covariance, size, outputs, rest)
    return _f_test(distance / weight, rest / (outputs * (count - 1)), outputs, rest)


def _f_test(t2: float, factor: float, df1: int, df2: int) -> Reading:
    f = factor * t2
    return ok(t2=t2, f=f, df1=df1, df2=df2, p=float(special.fdtrc(df1, df2, f)))


def _distance(mean: Floats, covariance: Floats, size: Floats) -> float | None:
    """mean' covariance^-1 mean in units of each output's spread; None when the covariance is singular."""
    spread = np.sqrt(np.diag(covariance))
    if (spread <= FLAT * size).any() or np.linalg.cond(covariance / np.outer(spread, spread)) > SINGULAR:
        return None
    scaled = mean / spread
    return float(scaled @ np.linalg.solve(covariance / np.outer(spread, spread), scaled))


def _without_spread(is_zero: Floats, covariance: Floats, size: Floats, df1: int, df2: int) -> Reading:
    if np.all(is_zero) and (np.sqrt(np.diag(covariance)) <= FLAT * size).all():
        return degenerate("identical_scores", t2=0.0, f=0.0, df1=df1, df2=df2, p=1.0)
    return degenerate("singular_covariance", t2=None, f=None, df1=df1, df2=df2, p=None)


def _scatter(rows: Floats) -> Floats:
    centred = rows - rows.mean(axis=0)
    return np.asarray(centred.T @ centred)


def _univariate(rows: Floats) -> list[float | None]:
    """Two-sided p of each output's own t test."""
    return [_t_test(column) for column in rows.T]


def _t_test(values: Floats) -> float | None:
    if len(values) < 2 or np.isnan(values).any():
        return None
    mean, sd, size = values.mean(), np.std(values, ddof=1), np.abs(values).max()
    if sd <= FLAT * size:
        return 1.0 if size == 0 else None
    return float(2 * special.stdtr(len(values) - 1, -abs(mean / sd) * math.sqrt(len(values))))


def compare_corrected_t2(pairing: Pairing, level: float) -> Comparison:
    """All outputs together over the splits of the main scheme; a range belongs to one output, so there is none here."""
    reading, means = _of_pairing(pairing)
    degrees = None if reading["df1"] is None else (float(reading["df1"]), float(reading["df2"]))
    figures = Figures(reading["t2"], degrees, reading["p"], effect=mean_difference(pairing))
    return compared("corrected-t2", pairing, reading, figures, {"f": reading["f"], "means": means, "level": level})


def _of_pairing(pairing: Pairing) -> tuple[Reading, tuple[float, ...]]:
    if pairing.outputs_first is None or pairing.outputs_second is None:
        return degenerate("one_output", **NOTHING), ()
    outputs = pairing.outputs_first.shape[-1]
    differences = (pairing.outputs_first - pairing.outputs_second).reshape(-1, outputs)
    used = differences[~np.isnan(differences).any(axis=1)]
    if len(used) < max(1, ENOUGH_DEFINED * len(differences)):
        return degenerate("too_many_undefined", **NOTHING), ()
    ratio = float(np.nansum(pairing.test_sizes) / np.nansum(pairing.train_sizes))
    return corrected_t2(used, ratio), tuple(used.mean(axis=0).tolist())


def manova(groups: Sequence[Floats], statistic: str = "pillai") -> Reading:
    """Several algorithms and several outputs at once, for separate samples (Reich 5.2)."""
    undefined: dict[str, None] = dict.fromkeys(("stat", "f", "df1", "df2", "p"))
    if statistic not in STATISTICS:
        return error("unknown_method", **undefined)
    unusable = _unusable_groups(groups)
    if unusable is not None:
        return Reading(unusable.status, unusable.reason, undefined)
    together = np.vstack(groups)
    outputs, hypothesis = together.shape[1], len(groups) - 1
    residual = len(together) - len(groups)
    if hypothesis < 1 or residual < outputs:
        return degenerate("too_few_pairs", **undefined)
    within = sum((_scatter(group) for group in groups), np.zeros((outputs, outputs)))
    roots = _roots(within, _scatter(together) - within, np.abs(together).max(axis=0) * math.sqrt(residual))
    if roots is None:
        return degenerate("singular_covariance", **undefined)
    stat, f, df1, df2 = STATISTICS[statistic](roots, outputs, hypothesis, residual)
    if df2 <= 0:
        return degenerate("too_few_pairs", **{**undefined, "stat": stat})
    return ok(stat=stat, f=f, df1=df1, df2=df2, p=float(special.fdtrc(df1, df2, f)))


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
