"""Tests on series of scores that need no bell curve or more than two series, and how large a difference is."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.statistics.t_tests import all_defined, rounding_of, sample_sd
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

MOST_FLIPPED = 20  # 2**20 sign patterns are counted one by one; more would take too long


@dataclass(frozen=True, slots=True)
class FTest:
    """Hold an F statistic with its two degrees of freedom and its p."""

    f: float
    df1: float
    df2: float
    p: float


@dataclass(frozen=True, slots=True)
class SignFlipTest:
    """Hold how many of all sign patterns are at least as far from 0 as what was seen."""

    patterns: int
    as_extreme: int
    p: float


def anova(samples: Sequence[Floats]) -> FTest | Undefined:
    """One-way analysis of variance over distinct test samples, one per algorithm (Salzberg 1997, section 3.1)."""
    groups, total = len(samples), sum(sample.size for sample in samples)
    if not all_defined(*samples):
        return Undefined("undefined_values")
    if groups < 2 or not all(sample.size for sample in samples) or total <= groups:
        return Undefined("too_few_samples")
    center = float(np.mean(np.concatenate(samples)))
    between = sum(sample.size * (float(np.mean(sample)) - center) ** 2 for sample in samples) / (groups - 1)
    within = sum(float(np.sum((sample - np.mean(sample)) ** 2)) for sample in samples) / (total - groups)
    rounding = rounding_of(None, *samples) ** 2
    if within <= rounding:
        return Undefined("identical_scores" if between <= rounding else "zero_variance")
    f = between / within
    return FTest(f, groups - 1, total - groups, float(special.fdtrc(groups - 1, total - groups, f)))


def sign_flip_test(differences: Floats, scale: float | None = None) -> SignFlipTest | Undefined:
    """Share of all sign patterns whose sum is at least as far from 0; exact, sums compared with a tolerance."""
    count = differences.size
    if count < 1:
        return Undefined("too_few_pairs")
    if count > MOST_FLIPPED:
        return Undefined("too_many_pairs")
    if not all_defined(differences):
        return Undefined("undefined_values")
    tolerance = count * rounding_of(scale, differences)
    if np.max(np.abs(differences)) <= tolerance:
        return Undefined("identical_scores", 0.0)
    sums = np.zeros(1)
    for difference in differences:
        sums = np.concatenate((sums + difference, sums - difference))
    extreme = int(np.sum(np.abs(sums) >= abs(float(np.sum(differences))) - tolerance))
    return SignFlipTest(sums.size, extreme, extreme / sums.size)


def effect_size(first: Floats, second: Floats, kind: str) -> float | Undefined:
    """dz divides by the sd of differences, cohen_d and hedges_g by the pooled sd; a12 is the chance of being larger."""
    if not all_defined(first, second):
        return Undefined("undefined_values")
    if kind in ("a12", "cliffs_delta"):
        return _dominance(first, second, kind)
    if kind not in ("dz", "cohen_d", "hedges_g"):
        return Undefined("unknown_kind")
    if min(first.size, second.size) < 2:
        return Undefined("too_few_pairs")
    return _standardized_difference(first, second, kind)


def _dominance(first: Floats, second: Floats, kind: str) -> float | Undefined:
    if min(first.size, second.size) < 1:
        return Undefined("too_few_pairs")
    delta = float(np.mean(np.sign(first[:, np.newaxis] - second[np.newaxis, :])))
    return delta if kind == "cliffs_delta" else (delta + 1.0) / 2.0


def _standardized_difference(first: Floats, second: Floats, kind: str) -> float | Undefined:
    n1, n2 = first.size, second.size
    if kind == "dz" and n1 != n2:
        return Undefined("unequal_lengths")
    pooled = ((n1 - 1) * sample_sd(first) ** 2 + (n2 - 1) * sample_sd(second) ** 2) / (n1 + n2 - 2)
    sd = sample_sd(first - second) if kind == "dz" else float(np.sqrt(pooled))
    difference, rounding = float(np.mean(first) - np.mean(second)), rounding_of(None, first, second)
    if sd <= rounding:
        return Undefined("zero_variance") if abs(difference) > rounding else Undefined("identical_scores", 0.0)
    shrink = 1.0 - 3.0 / (4.0 * (n1 + n2) - 9.0) if kind == "hedges_g" else 1.0
    return shrink * difference / sd
