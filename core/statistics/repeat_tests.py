"""Comparers that look at several repeats: Bradford's averaged t, his counter-examples, and five repeats of halves."""

import numpy as np

from core.domain.dataset import Floats
from core.domain.findings import CombinedDetails, Comparison, RepeatDetails, SignedRankDetails
from core.domain.pairing import Pairing
from core.statistics.comparison_test import (
    defined,
    describe_comparison,
    describe_undefined,
    largest_score,
    mean_difference,
)
from core.statistics.distributions import two_sided_p
from core.statistics.five_by_two import five_by_two_f, five_by_two_t
from core.statistics.partition_tests import (
    AveragedT,
    averaged_t,
    fisher_combination,
    rank_curve,
    sufficient_partitions,
)
from core.statistics.rank_tests import wilcoxon_signed_rank
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

TOO_FEW = Undefined("too_few_defined_folds")


def compare_averaged_t(pairing: Pairing, level: float) -> Comparison:
    found = _average_repeats(pairing)
    if found is None:
        return describe_undefined("averaged-t", pairing, TOO_FEW)
    return describe_comparison(
        "averaged-t",
        pairing,
        statistic=found.mean_t,
        df=found.df,
        p=found.p,
        effect=mean_difference(pairing),
        reason=found.reason,
        details=_repeat_details(pairing, found, level),
    )


def compare_wilcoxon_repeats(pairing: Pairing, level: float) -> Comparison:
    """Bradford's counter-example: ranks the evidence of each repeat as if repeats were separate experiments."""
    repeats = _average_repeats(pairing)
    if repeats is None:
        return describe_undefined("wilcoxon-shuffles", pairing, TOO_FEW)
    t_values = [t for t in repeats.t_values if t is not None]
    found = _refuse_repeats(repeats) or wilcoxon_signed_rank(np.array(t_values, dtype=np.float64))
    if isinstance(found, Undefined):
        effect = mean_difference(pairing)
        return describe_comparison("wilcoxon-shuffles", pairing, reason=found.reason, p=found.p, effect=effect)
    return describe_comparison(
        "wilcoxon-shuffles",
        pairing,
        statistic=2.0 * found.positive_ranks - found.moved * (found.moved + 1) / 2.0,
        p=found.p,
        effect=mean_difference(pairing),
        details=SignedRankDetails(found.positive_ranks, found.moved, len(repeats.t_values)),
    )


def compare_fisher_repeats(pairing: Pairing, level: float) -> Comparison:
    """Bradford's counter-example: one-sided p of each repeat combined for either algorithm; twice the smaller p."""
    repeats, effect = _average_repeats(pairing), mean_difference(pairing)
    if repeats is None:
        return describe_undefined("fisher-shuffles", pairing, TOO_FEW)
    refused = _refuse_repeats(repeats)
    if refused is not None:
        return describe_comparison("fisher-shuffles", pairing, reason=refused.reason, p=refused.p, effect=effect)
    t_values = [t for t in repeats.t_values if t is not None]
    for_first = fisher_combination([float(special.stdtr(repeats.df, -t)) for t in t_values])
    for_second = fisher_combination([float(special.stdtr(repeats.df, t)) for t in t_values])
    if isinstance(for_first, Undefined) or isinstance(for_second, Undefined):
        return describe_comparison("fisher-shuffles", pairing, reason="zero_p", effect=effect)
    deciding = for_first if for_first.p <= for_second.p else for_second
    return describe_comparison(
        "fisher-shuffles",
        pairing,
        statistic=deciding.statistic,
        df=deciding.df,
        p=min(1.0, 2.0 * deciding.p),
        effect=effect,
        details=CombinedDetails(for_first.p, for_second.p),
    )


def compare_five_by_two_t(pairing: Pairing, level: float) -> Comparison:
    halves = _read_halves(pairing)
    if isinstance(halves, Undefined):
        return describe_comparison("5x2-t", pairing, reason=halves.reason)
    found, effect = five_by_two_t(halves, largest_score(pairing)), float(np.mean(halves))
    if isinstance(found, Undefined):
        return describe_comparison("5x2-t", pairing, reason=found.reason, p=found.p, effect=effect)
    return describe_comparison("5x2-t", pairing, statistic=found.t, df=found.df, p=found.p, effect=effect)


def compare_five_by_two_f(pairing: Pairing, level: float) -> Comparison:
    halves = _read_halves(pairing)
    if isinstance(halves, Undefined):
        return describe_comparison("5x2-f", pairing, reason=halves.reason)
    found, effect = five_by_two_f(halves, largest_score(pairing)), float(np.mean(halves))
    if isinstance(found, Undefined):
        return describe_comparison("5x2-f", pairing, reason=found.reason, p=found.p, effect=effect)
    return describe_comparison("5x2-f", pairing, statistic=found.f, df=(found.df1, found.df2), p=found.p, effect=effect)


def _read_halves(pairing: Pairing) -> Floats | Undefined:
    """All ten differences are needed: the formulas have no place for a missing one."""
    if pairing.halves is None:
        return Undefined("not_run")
    return pairing.halves if np.all(np.isfinite(pairing.halves)) else TOO_FEW


def _average_repeats(pairing: Pairing) -> AveragedT | None:
    if defined(pairing.differences) is None:
        return None
    parts = [repeat[np.isfinite(repeat)] for repeat in pairing.differences]
    return averaged_t(parts, largest_score(pairing))


def _refuse_repeats(found: AveragedT) -> Undefined | None:
    """What stops a test over repeats before it starts; None when it can go on."""
    if found.reason:
        return Undefined(found.reason)
    return Undefined("too_few_partitions") if len(found.t_values) < 2 else None


def _repeat_details(pairing: Pairing, found: AveragedT, level: float) -> RepeatDetails:
    """One entry per repeat, and whether more repeats could change the answer."""
    t_values, df = found.t_values, found.df
    means = tuple(_mean_or_none(repeat) for repeat in pairing.differences)
    if not df:
        return RepeatDetails(t_values, means)
    enough, curve = sufficient_partitions(t_values, df, (1.0 - level) / 2.0), rank_curve(t_values, df)
    return RepeatDetails(
        t_values=t_values,
        means=means,
        p_values=tuple(None if t is None else two_sided_p(t, df) for t in t_values),
        rank_curve=() if isinstance(curve, Undefined) else curve,
        p_one_sided=None if found.p is None else found.p / 2.0,
        enough_repeats=enough.decision,
        enough_statistic=enough.statistic,
        enough_threshold=enough.threshold,
    )


def _mean_or_none(differences: Floats) -> float | None:
    known = differences[np.isfinite(differences)]
    return float(np.mean(known)) if known.size else None
