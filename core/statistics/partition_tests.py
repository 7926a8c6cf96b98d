"""What several repeats of the same rows say together (Bradford & Brodley 2001)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.statistics.count_tests import ChiSquareTest
from core.statistics.distributions import t_tail_quantile, two_sided_p
from core.statistics.t_tests import TTest, one_sample_t, size_of
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

SETTLED = "significant_enough_partitions"
SETTLED_NOT = "not_significant_enough_partitions"
MORE = "more_partitions_needed"


@dataclass(frozen=True, slots=True)
class AveragedT:
    """Hold the t of every repeat (None: that repeat has none) and their mean, judged with the df of one repeat.

    Without a mean, `mean_t` and `p` are None and `reason` says why; `reason` is "identical_scores" with a mean of 0
    and p = 1 where nothing differs in any repeat.
    """

    t_values: tuple[float | None, ...]
    df: float | None
    mean_t: float | None
    p: float | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PartitionDecision:
    """Hold whether more repeats could still change the answer: SETTLED, SETTLED_NOT or MORE.

    `statistic` and `threshold` are None, with a `reason`, where the repeats are too few or too alike to tell.
    """

    mean_abs_t: float | None
    critical: float | None
    statistic: float | None
    threshold: float | None
    decision: str
    reason: str = ""


def averaged_t(by_partition: Sequence[Floats], scale: float | None = None) -> AveragedT:
    """Mean of the t of each repeat, judged with the degrees of freedom of one repeat (section 4).

    A repeat without any difference has t = 0; one with a constant difference has no t, and then there is no mean.
    With unequal numbers of folds the smallest repeat gives the degrees of freedom.
    """
    largest = size_of(*by_partition) if scale is None else scale
    tests = [one_sample_t(part, 0.95, largest) for part in by_partition]
    reasons = [test.reason if isinstance(test, Undefined) else "" for test in tests]
    df = min((max(int(np.isfinite(part).sum()) - 1, 0) for part in by_partition), default=None)
    t_values = tuple(_t_of(test) for test in tests)
    short = [reason for reason in reasons if reason in ("too_few_pairs", "too_few_defined_folds")]
    if short:
        return AveragedT(t_values, df, None, None, short[0])
    found = averaged_t_from_t(t_values, df or 0)
    same = not found.reason and all(reason == "identical_scores" for reason in reasons)
    return AveragedT(t_values, df, found.mean_t, found.p, "identical_scores" if same else found.reason)


def _t_of(test: TTest | Undefined) -> float | None:
    if isinstance(test, Undefined):
        return 0.0 if test.reason == "identical_scores" else None
    return test.t


def averaged_t_from_t(t_values: Sequence[float | None], df: float) -> AveragedT:
    defined, given = _defined(t_values), tuple(t_values)
    if not t_values:
        return AveragedT(given, df, None, None, "too_few_partitions")
    if df <= 0:
        return AveragedT(given, df, None, None, "out_of_range")
    if len(defined) < len(t_values):
        return AveragedT(given, df, None, None, "zero_variance_partition")
    mean = float(np.mean(defined))
    return AveragedT(given, df, mean, two_sided_p(mean, df))


def sufficient_partitions(
    t_values: Sequence[float | None], df_single: float, alpha_one_sided: float = 0.025, alpha_enough: float = 0.05
) -> PartitionDecision:
    """Whether more repeats could still change the answer (section 4).

    The critical value has the degrees of freedom of one repeat; the paper prints those of the number of repeats.
    """
    if df_single <= 0 or not 0.0 < alpha_one_sided < 1.0 or not 0.0 < alpha_enough < 1.0:
        return PartitionDecision(None, None, None, None, MORE, "out_of_range")
    defined = np.array(_defined(t_values), dtype=np.float64)
    critical = t_tail_quantile(1.0 - alpha_one_sided, df_single)
    mean = abs(float(np.mean(defined))) if defined.size else None
    if mean is None or defined.size < max(2, len(t_values)):
        reason = "too_few_partitions" if len(t_values) < 2 else "zero_variance_partition"
        return PartitionDecision(mean, critical, None, None, MORE, reason)
    error = float(np.std(defined, ddof=1)) / defined.size**0.5
    threshold = t_tail_quantile(1.0 - alpha_enough, defined.size - 1)
    if error <= 1e-12 * float(np.max(np.abs(defined))):
        decision = SETTLED_NOT if mean < critical else MORE
        return PartitionDecision(mean, critical, None, threshold, decision, "zero_variance")
    statistic = (mean - critical) / error
    return PartitionDecision(mean, critical, statistic, threshold, _decide(statistic, threshold))


def _decide(statistic: float, threshold: float) -> str:
    if statistic > threshold:
        return SETTLED
    return SETTLED_NOT if statistic < -threshold else MORE


def rank_curve(t_values: Sequence[float | None], df: float) -> tuple[float, ...] | Undefined:
    """Bradford's figures: P(T <= t) of each repeat, sorted; above one half the first algorithm is ahead."""
    if df <= 0:
        return Undefined("out_of_range")
    return tuple(sorted(float(special.stdtr(df, t)) for t in _defined(t_values)))


def _defined(values: Sequence[float | None]) -> list[float]:
    return [value for value in values if value is not None and math.isfinite(value)]


def fisher_combination(p_values: Sequence[float | None]) -> ChiSquareTest | Undefined:
    """-2 sum ln p against chi-square, 2n degrees; right for independent tests only, which repeats are not."""
    p = np.array(_defined(p_values), dtype=np.float64)
    if not np.all((p >= 0.0) & (p <= 1.0)):
        return Undefined("out_of_range")
    if p.size == 0:
        return Undefined("no_tests")
    if np.any(p == 0.0):
        return Undefined("zero_p")
    statistic = float(2.0 * np.sum(-np.log(p)))
    return ChiSquareTest(statistic, 2 * p.size, float(special.chdtrc(2 * p.size, statistic)))
