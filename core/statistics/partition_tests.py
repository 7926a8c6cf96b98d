"""What several shuffles of the same rows say together (Bradford & Brodley 2001)."""

import math
from collections.abc import Sequence

import numpy as np
from scipy import special

from core.domain.dataset import Floats
from core.domain.reading import Reading, degenerate, error, ok
from core.statistics.t_tests import one_sample, size_of, t_quantile, two_sided

SETTLED = "significant_enough_partitions"
SETTLED_NOT = "not_significant_enough_partitions"
MORE = "more_partitions_needed"


def averaged_t(by_partition: Sequence[Floats], scale: float | None = None) -> Reading:
    """Mean of the t of each shuffle, judged with the degrees of freedom of one shuffle (section 4).

    A shuffle without any difference has t = 0; one with a constant difference has no t, and then there is no mean.
    With unequal numbers of folds the smallest shuffle gives the degrees of freedom.
    """
    largest = size_of(*by_partition) if scale is None else scale
    tests = [one_sample(part, 0.0, 0.95, largest) for part in by_partition]
    df = min((test["df"] for test in tests), default=None)
    t_values = [test["t"] for test in tests]
    short = [test.reason for test in tests if test.reason in ("too_few_pairs", "too_few_defined_folds")]
    if short:
        return degenerate(short[0], t_values=t_values, **_undefined_mean(df))
    whole = averaged_t_from_t(t_values, df or 0)
    same = whole.is_ok and all(test.reason == "identical_scores" for test in tests)
    values = {"t_values": t_values, **whole.values}
    return degenerate("identical_scores", **values) if same else Reading(whole.status, whole.reason, values)


def averaged_t_from_t(t_values: Sequence[float | None], df: float) -> Reading:
    defined = _defined(t_values)
    if not t_values:
        return degenerate("too_few_partitions", **_undefined_mean(df))
    if df <= 0:
        return error("out_of_range", **_undefined_mean(df))
    if len(defined) < len(t_values):
        return degenerate("zero_variance_partition", **_undefined_mean(df))
    mean = float(np.mean(defined))
    p = two_sided(mean, df)
    return ok(mean_t=mean, df=df, p_two_sided=p, p_one_sided_bradford=p / 2.0)


def _undefined_mean(df: float | None) -> dict[str, float | None]:
    return {"mean_t": None, "df": df, "p_two_sided": None, "p_one_sided_bradford": None}


def _not_yet(defined: Floats, critical: float, count: int) -> Reading:
    """Too few shuffles, or one without a t: more are needed before anything can be said."""
    reason = "too_few_partitions" if count < 2 else "zero_variance_partition"
    mean = abs(float(np.mean(defined))) if defined.size else None
    return degenerate(reason, mean_abs_t=mean, critical=critical, stat=None, threshold=None, decision=MORE)


def sufficient_partitions(
    t_values: Sequence[float | None], df_single: float, alpha_one_sided: float = 0.025, alpha_enough: float = 0.05
) -> Reading:
    """Whether more shuffles could still change the answer (section 4).

    The critical value has the degrees of freedom of one shuffle; the paper prints those of the number of shuffles.
    """
    if df_single <= 0 or not 0.0 < alpha_one_sided < 1.0 or not 0.0 < alpha_enough < 1.0:
        return error("out_of_range", **dict.fromkeys(("mean_abs_t", "critical", "stat", "threshold")), decision=MORE)
    defined = np.array(_defined(t_values), dtype=np.float64)
    critical = t_quantile(1.0 - alpha_one_sided, df_single)
    if defined.size < max(2, len(t_values)):
        return _not_yet(defined, critical, len(t_values))
    mean, se = abs(float(np.mean(defined))), float(np.std(defined, ddof=1)) / defined.size**0.5
    known = {"mean_abs_t": mean, "critical": critical, "threshold": t_quantile(1.0 - alpha_enough, defined.size - 1)}
    if se <= 1e-12 * float(np.max(np.abs(defined))):
        return degenerate("zero_variance", **known, stat=None, decision=SETTLED_NOT if mean < critical else MORE)
    stat = (mean - critical) / se
    return ok(**known, stat=stat, decision=_decision(stat, known["threshold"]))


def _decision(stat: float, threshold: float) -> str:
    if stat > threshold:
        return SETTLED
    return SETTLED_NOT if stat < -threshold else MORE


def rank_curve(t_values: Sequence[float | None], df: float) -> Reading:
    """Bradford's figures: P(T <= t) of each shuffle, sorted; above one half the first algorithm is ahead."""
    if df <= 0:
        return error("out_of_range", y_sorted=[])
    return ok(y_sorted=sorted(float(special.stdtr(df, t)) for t in _defined(t_values)))


def _defined(values: Sequence[float | None]) -> list[float]:
    return [value for value in values if value is not None and math.isfinite(value)]


def fisher_combination(p_values: Sequence[float | None]) -> Reading:
    """-2 sum ln p against chi-square, 2n degrees; right for independent tests only, which shuffles are not."""
    p = np.array(_defined(p_values), dtype=np.float64)
    if not np.all((p >= 0.0) & (p <= 1.0)):
        return error("out_of_range", stat=None, df=None, p=None)
    if p.size == 0:
        return degenerate("no_tests", stat=None, df=0, p=None)
    if np.any(p == 0.0):
        return degenerate("zero_p", stat=None, df=2 * p.size, p=None)
    stat = float(2.0 * np.sum(-np.log(p)))
    return ok(stat=stat, df=2 * p.size, p=float(special.chdtrc(2 * p.size, stat)))
