"""Rank tests over several data sets: Wilcoxon, Friedman and Nemenyi (Demsar 2006); never over folds."""

from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.statistics.t_tests import all_defined, rounding_of
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")


@dataclass(frozen=True, slots=True)
class SignedRankTest:
    """Hold Wilcoxon's sum of the ranks of positive differences; `moved` counts the differences that are not 0."""

    positive_ranks: float
    moved: int
    p: float


@dataclass(frozen=True, slots=True)
class FriedmanTest:
    """Hold Friedman's chi-square and the F of Iman and Davenport (None where all data sets agree perfectly)."""

    chi2: float
    df: int
    p: float
    f: float | None
    df1: int
    df2: int
    p_f: float | None


@dataclass(frozen=True, slots=True)
class CriticalDifference:
    """Hold Nemenyi's `distance` that mean ranks must lie apart, and the quantile q behind it."""

    q: float
    distance: float


def wilcoxon_signed_rank(
    differences: Floats, method: str = "exact", scale: float | None = None
) -> SignedRankTest | Undefined:
    """Sum of the ranks of positive differences; zeros dropped, equal sizes share their mean rank.

    "exact" counts every pattern of signs, also with ties; "approx" is the normal form with tie correction.
    """
    if method not in ("exact", "approx"):
        return Undefined("unknown_method")
    if not differences.size:
        return Undefined("too_few_pairs")
    if not all_defined(differences):
        return Undefined("undefined_values")
    tolerance = rounding_of(scale, differences)
    moved = differences[np.abs(differences) > tolerance]
    if moved.size == 0:
        return Undefined("identical_scores", 0.0)
    ranks = _mid_ranks(np.abs(moved), tolerance)
    w_plus = float(np.sum(ranks[moved > 0]))
    p = _exact_p(ranks, w_plus) if method == "exact" else _normal_p(ranks, w_plus)
    return SignedRankTest(w_plus, int(moved.size), p)


@dataclass(frozen=True, slots=True)
class SignedRankChances:
    """Hold how probable it is that the first is better, both are the same for the purpose, or the second is better."""

    first_better: float
    same: float
    second_better: float


PRIOR_STRENGTH = 0.5  # of the one pseudo-observation at 0 (Benavoli et al. 2014)
POSTERIOR_DRAWS = 50_000


def bayesian_signed_rank(differences: Floats, margin: float, seed: int = 0) -> SignedRankChances | Undefined:
    """Chances by the signed-rank test with a Dirichlet process (Benavoli et al. 2014), one difference per data set.

    Differences of two pairs (a + b) / 2 within the margin count as the same. Drawn with a fixed seed, so that the same
    differences give the same chances; their standard error is below 0.003.
    Undefined: `too_few_pairs`, `undefined_values`, `negative_margin`.
    """
    if not differences.size:
        return Undefined("too_few_pairs")
    if not all_defined(differences):
        return Undefined("undefined_values")
    if margin < 0:
        return Undefined("negative_margin")
    values = np.concatenate([[0.0], differences])
    sums = (values[:, np.newaxis] + values[np.newaxis, :]) / 2
    strengths = np.concatenate([[PRIOR_STRENGTH], np.ones(differences.size)])
    weights = np.random.default_rng(seed).dirichlet(strengths, POSTERIOR_DRAWS)
    better, worse = (
        np.sum((weights @ region.astype(np.float64)) * weights, axis=1) for region in (sums > margin, sums < -margin)
    )
    masses = np.column_stack([better, 1.0 - better - worse, worse])
    is_largest = masses >= masses.max(axis=1, keepdims=True) - 1e-12
    shares = np.mean(is_largest / is_largest.sum(axis=1, keepdims=True), axis=0)
    return SignedRankChances(*(float(share) for share in shares))


def _mid_ranks(values: Floats, tolerance: float = 0.0) -> Floats:
    """Ranks from 1; values closer than the tolerance to their neighbor share the mean of their ranks."""
    order = np.argsort(values, kind="stable")
    block = np.concatenate(([0], np.cumsum(np.diff(values[order]) > tolerance)))
    ranks = np.empty(values.size)
    sums = np.bincount(block, weights=np.arange(1, values.size + 1))
    ranks[order] = (sums / np.bincount(block))[block]
    return ranks


def _exact_p(ranks: Floats, w_plus: float) -> float:
    doubled = np.rint(2.0 * ranks).astype(np.int64)  # whole numbers, so that ties of sums are exact
    chances = np.zeros(int(doubled.sum()) + 1)
    chances[0] = 1.0
    for step in doubled:
        shifted = np.zeros_like(chances)
        shifted[step:] = chances[: chances.size - step]
        chances = 0.5 * (chances + shifted)
    place = round(2.0 * w_plus)
    return min(1.0, 2.0 * float(min(chances[: place + 1].sum(), chances[place:].sum())))


def _normal_p(ranks: Floats, w_plus: float) -> float:
    mean, variance = float(np.sum(ranks)) / 2.0, float(np.sum(ranks**2)) / 4.0
    return float(2.0 * special.ndtr(-abs(w_plus - mean) / np.sqrt(variance)))


def average_ranks(scores: Floats, higher_is_better: bool = True) -> tuple[float, ...] | Undefined:
    """Mean rank of each column over the rows; 1 is ahead."""
    if scores.ndim != 2 or scores.size == 0:
        return Undefined("too_few_data_sets")
    if not all_defined(scores):
        return Undefined("undefined_values")
    return tuple(_rank_table(scores, higher_is_better).mean(axis=0).tolist())


def _rank_table(scores: Floats, higher_is_better: bool = True) -> Floats:
    signed = -scores if higher_is_better else scores
    return np.array([_mid_ranks(row, rounding_of(None, row)) for row in signed])


def friedman(scores: Floats, tie_correction: bool = True) -> FriedmanTest | Undefined:
    """Friedman's chi-square over data sets x algorithms, and the less cautious F of Iman and Davenport."""
    if scores.ndim != 2 or min(scores.shape) < 2:
        return Undefined("too_few_data_sets")
    if not all_defined(scores):
        return Undefined("undefined_values")
    sets, columns = scores.shape
    ranks = _rank_table(scores)
    ties = float(np.sum(ranks**2)) if tie_correction else sets * columns * (columns + 1) * (2 * columns + 1) / 6.0
    center = sets * columns * (columns + 1) ** 2 / 4.0
    between = float(np.sum((ranks.mean(axis=0) - (columns + 1) / 2.0) ** 2))
    if np.sum(ranks**2) - center < 1e-9:
        return Undefined("all_tied")
    chi2 = sets**2 * (columns - 1) * between / (ties - center)
    df, df2 = columns - 1, (columns - 1) * (sets - 1)
    rest = sets * (columns - 1) - chi2
    f = (sets - 1) * chi2 / rest if rest > 1e-9 else None
    return FriedmanTest(
        chi2=chi2,
        df=df,
        p=float(special.chdtrc(df, chi2)),
        f=f,
        df1=df,
        df2=df2,
        p_f=None if f is None else float(special.fdtrc(df, df2, f)),
    )


def nemenyi_cd(columns: int, sets: int, alpha: float = 0.05) -> CriticalDifference | Undefined:
    """How far mean ranks must lie apart: q sqrt(k (k + 1) / 6 N), q the range quantile over sqrt 2."""
    if columns < 2 or sets < 1 or not 0.0 < alpha < 1.0:
        return Undefined("out_of_range")
    q = _range_quantile(1.0 - alpha, columns) / np.sqrt(2.0)
    return CriticalDifference(float(q), float(q * _rank_error(columns, sets)))


def nemenyi_p(scores: Floats) -> tuple[tuple[float, ...], ...] | Undefined:
    """p of every pair of columns from their distance in mean rank."""
    if scores.ndim != 2 or scores.shape[1] < 2 or scores.shape[0] < 1:
        return Undefined("too_few_data_sets")
    if not all_defined(scores):
        return Undefined("undefined_values")
    sets, columns = scores.shape
    means = _rank_table(scores).mean(axis=0)
    q = np.abs(means[:, np.newaxis] - means[np.newaxis, :]) / _rank_error(columns, sets) * np.sqrt(2.0)
    return tuple(tuple(_range_tail(float(value), columns) for value in row) for row in q)


def _rank_error(columns: int, sets: int) -> float:
    return float(np.sqrt(columns * (columns + 1) / (6.0 * sets)))


def _range_tail(q: float, columns: int) -> float:
    """P(range of k standard normal values > q), the studentized range with infinite degrees of freedom."""
    z = np.linspace(-8.5, 8.5 + q, 4001)
    inside = (special.ndtr(z) - special.ndtr(z - q)) ** (columns - 1)
    density = np.exp(-0.5 * z**2) / np.sqrt(2.0 * np.pi)
    return float(np.clip(1.0 - columns * np.sum(density * inside) * (z[1] - z[0]), 0.0, 1.0))


def _range_quantile(probability: float, columns: int) -> float:
    low, high = 0.0, 100.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if _range_tail(middle, columns) < 1.0 - probability else (middle, high)
    return high
