"""Classical tests on two or more series of scores: paired, independent, sign-flip, equivalence and effect sizes."""

from collections.abc import Sequence

import numpy as np
from scipy import special

from core.domain.dataset import Floats
from core.domain.reading import Reading, degenerate, error, ok
from core.statistics.distributions import is_level
from core.statistics.t_tests import (
    FLAT,
    all_defined,
    no_test,
    one_sample,
    reach,
    rounding_of,
    size_of,
    two_sided,
    upper_tail,
)

MOST_FLIPPED = 20  # 2**20 sign patterns are counted one by one; more would take too long


def paired_t(first: Floats, second: Floats, level: float = 0.95) -> Reading:
    if first.shape != second.shape:
        return no_test(error, "unequal_lengths")
    return one_sample(first - second, 0.0, level, size_of(first, second))


def paired_se_from_covariance(first: Floats, second: Floats) -> Reading:
    """Reich & Barai 1999, eq. 14, with the covariance of the means; the same test as the paired t."""
    test = paired_t(first, second)
    if test["sd_diff"] is None:
        return Reading(test.status, test.reason, {"cov_of_means": None, **test.values})
    known = np.isfinite(first - second)
    covariance = float(np.cov(first[known], second[known], ddof=1)[0, 1]) / int(np.sum(known))
    return Reading(test.status, test.reason, {"cov_of_means": covariance, **test.values})


def two_sample_t(first: Floats, second: Floats, method: str = "welch", level: float = 0.95) -> Reading:
    if min(first.size, second.size) < 2:
        return degenerate("too_few_pairs", **_no_test())
    if not all_defined(first, second):
        return degenerate("undefined_values", **_no_test())
    means, sds = [float(np.mean(part)) for part in (first, second)], [_sd(part) for part in (first, second)]
    scale = size_of(first, second)
    return two_sample_t_summary((means[0], sds[0], first.size), (means[1], sds[1], second.size), method, level, scale)


Summary = tuple[float, float, int]  # mean, standard deviation, number of values


def two_sample_t_summary(
    first: Summary, second: Summary, method: str = "welch", level: float = 0.95, scale: float | None = None
) -> Reading:
    """Independent series (Reich & Barai 1999, eq. 11-13): item 1 is z, 2 pooled, 5 welch, 6 cautious."""
    unusable = _unusable(first, second, method, level)
    if unusable is not None:
        return unusable
    gap = first[0] - second[0]
    se, df = _error_and_freedom(first, second, method)
    rounding = FLAT * (max(abs(first[0]), abs(second[0])) if scale is None else scale)
    shown_df = df if np.isfinite(df) else None
    if max(first[1], second[1]) <= rounding or se == 0.0:
        return _without_spread(gap, rounding, shown_df)
    t, half = gap / se, reach(se, df, level)
    return ok(t=t, df=shown_df, p=two_sided(t, df), ci_low=gap - half, ci_high=gap + half, mean_diff=gap, se=se)


def _unusable(first: Summary, second: Summary, method: str, level: float) -> Reading | None:
    if method not in ("pooled", "welch", "cautious", "z"):
        return error("unknown_method", **_no_test())
    if not is_level(level):
        return error("impossible_level", **_no_test())
    if min(first[1], second[1]) < 0:
        return error("negative_spread", **_no_test())
    return degenerate("too_few_pairs", **_no_test()) if min(first[2], second[2]) < 2 else None


def _error_and_freedom(first: Summary, second: Summary, method: str) -> tuple[float, float]:
    (_, sd1, n1), (_, sd2, n2) = first, second
    if method == "pooled":
        pooled = ((n1 - 1) * sd1**2 + (n2 - 1) * sd2**2) / (n1 + n2 - 2)
        return float(np.sqrt(pooled * (1 / n1 + 1 / n2))), float(n1 + n2 - 2)
    part1, part2 = sd1**2 / n1, sd2**2 / n2
    se = float(np.sqrt(part1 + part2))
    if method == "cautious" or se == 0.0:
        return se, float(min(n1, n2) - 1)
    if method == "z":
        return se, np.inf
    share = part1 / (part1 + part2)
    return se, 1.0 / (share**2 / (n1 - 1) + (1.0 - share) ** 2 / (n2 - 1))


def _without_spread(gap: float, rounding: float, df: float | None) -> Reading:
    if abs(gap) <= rounding:
        return degenerate("identical_scores", t=0.0, df=df, p=1.0, ci_low=0.0, ci_high=0.0, mean_diff=0.0, se=0.0)
    return degenerate("zero_variance", t=None, df=df, p=None, ci_low=None, ci_high=None, mean_diff=gap, se=0.0)


def _no_test() -> dict[str, None]:
    return dict.fromkeys(("t", "df", "p", "ci_low", "ci_high", "mean_diff", "se"))


def _sd(values: Floats) -> float:
    return float(np.std(values, ddof=1))


def anova(samples: Sequence[Floats]) -> Reading:
    """One-way analysis of variance over distinct test samples, one per algorithm (Salzberg 1997, section 3.1)."""
    groups, total = len(samples), sum(sample.size for sample in samples)
    if not all_defined(*samples):
        return degenerate("undefined_values", f=None, df1=None, df2=None, p=None)
    if groups < 2 or not all(sample.size for sample in samples) or total <= groups:
        return degenerate("too_few_samples", f=None, df1=None, df2=None, p=None)
    centre = float(np.mean(np.concatenate(samples)))
    between = sum(sample.size * (float(np.mean(sample)) - centre) ** 2 for sample in samples) / (groups - 1)
    within = sum(float(np.sum((sample - np.mean(sample)) ** 2)) for sample in samples) / (total - groups)
    freedom = {"df1": groups - 1, "df2": total - groups}
    rounding = rounding_of(None, *samples) ** 2
    if max(within, between) <= rounding:
        return degenerate("identical_scores", f=0.0, p=1.0, **freedom)
    if within <= rounding:
        return degenerate("zero_variance", f=None, p=None, **freedom)
    f = between / within
    return ok(f=f, p=float(special.fdtrc(groups - 1, total - groups, f)), **freedom)


def sign_flip_test(differences: Floats, scale: float | None = None) -> Reading:
    """Share of all sign patterns whose sum is at least as far from 0; exact, sums compared with a tolerance."""
    count = differences.size
    if count < 1:
        return degenerate("too_few_pairs", n_permutations=0, count=None, p=None)
    if count > MOST_FLIPPED:
        return degenerate("too_many_pairs", n_permutations=None, count=None, p=None)
    if not all_defined(differences):
        return degenerate("undefined_values", n_permutations=None, count=None, p=None)
    tolerance = count * rounding_of(scale, differences)
    sums = np.zeros(1)
    for difference in differences:
        sums = np.concatenate((sums + difference, sums - difference))
    extreme = int(np.sum(np.abs(sums) >= abs(float(np.sum(differences))) - tolerance))
    values = {"n_permutations": sums.size, "count": extreme, "p": extreme / sums.size}
    still = np.max(np.abs(differences)) <= tolerance
    return degenerate("identical_scores", **values) if still else ok(**values)


def equivalence(test: Reading, margin: float) -> Reading:
    """Two one-sided tests of a t reading against -margin and +margin (Schuirmann 1987); p is the larger of both."""
    if margin < 0:
        return error("negative_margin", **dict.fromkeys(("t_lower", "p_lower", "t_upper", "p_upper", "p")))
    if not test.is_ok:
        same = 1.0 if test.reason == "identical_scores" else None
        values = {"t_lower": None, "p_lower": None, "t_upper": None, "p_upper": None, "p": same}
        return Reading(test.status, test.reason, values)
    lower, upper = ((test["mean_diff"] + side * margin) / test["se"] for side in (1.0, -1.0))
    p_lower, p_upper = upper_tail(lower, test["df"]), upper_tail(-upper, test["df"])
    return ok(t_lower=lower, p_lower=p_lower, t_upper=upper, p_upper=p_upper, p=max(p_lower, p_upper))


def effect_size(first: Floats, second: Floats, kind: str) -> Reading:
    """dz divides by the sd of differences, cohen_d and hedges_g by the pooled sd; a12 is the chance of being larger."""
    if not all_defined(first, second):
        return degenerate("undefined_values", value=None)
    if kind in ("a12", "cliffs_delta"):
        return _dominance(first, second, kind)
    if kind not in ("dz", "cohen_d", "hedges_g"):
        return error("unknown_kind", value=None)
    if min(first.size, second.size) < 2:
        return degenerate("too_few_pairs", value=None)
    return _standardised(first, second, kind)


def _dominance(first: Floats, second: Floats, kind: str) -> Reading:
    if min(first.size, second.size) < 1:
        return degenerate("too_few_pairs", value=None)
    larger = np.sign(first[:, np.newaxis] - second[np.newaxis, :])
    delta = float(np.mean(larger))
    return ok(value=delta if kind == "cliffs_delta" else (delta + 1.0) / 2.0)


def _pooled_sd(first: Floats, second: Floats) -> float:
    n1, n2 = first.size, second.size
    return float(np.sqrt(((n1 - 1) * _sd(first) ** 2 + (n2 - 1) * _sd(second) ** 2) / (n1 + n2 - 2)))


def _standardised(first: Floats, second: Floats, kind: str) -> Reading:
    n1, n2 = first.size, second.size
    if kind == "dz" and n1 != n2:
        return error("unequal_lengths", value=None)
    sd = _sd(first - second) if kind == "dz" else _pooled_sd(first, second)
    gap, rounding = float(np.mean(first) - np.mean(second)), rounding_of(None, first, second)
    if sd <= rounding:
        return degenerate("zero_variance", value=None) if abs(gap) > rounding else _no_effect()
    shrink = 1.0 - 3.0 / (4.0 * (n1 + n2) - 9.0) if kind == "hedges_g" else 1.0
    return ok(value=shrink * gap / sd)


def _no_effect() -> Reading:
    return degenerate("identical_scores", value=0.0)
