"""Comparers that look at the scores of the splits: the corrected t, its relatives, and equivalence by it."""

import numpy as np

from core.domain.dataset import Floats
from core.domain.findings import (
    ChanceDetails,
    Comparison,
    EquivalenceDetails,
    Interval,
    SignFlipDetails,
    SplitCountDetails,
    SplitDetails,
)
from core.domain.pairing import Pairing
from core.statistics.comparison_test import defined, describe_comparison, describe_undefined, largest_score
from core.statistics.score_tests import sign_flip_test
from core.statistics.t_tests import (
    TTest,
    corrected_resampled_t,
    correlated_bayesian_t,
    equivalence,
    one_sample_t,
    paired_t,
)
from core.statistics.undefined import Undefined

TOO_FEW = Undefined("too_few_defined_folds")


def compare_corrected_t(pairing: Pairing, level: float) -> Comparison:
    found = _test_splits(pairing, level)
    if isinstance(found, Undefined):
        return describe_undefined("corrected-t", pairing, found)
    known = int(np.sum(np.isfinite(pairing.differences)))
    return describe_comparison(
        "corrected-t",
        pairing,
        statistic=found.t,
        df=found.df,
        p=found.p,
        effect=found.mean,
        interval=Interval(found.low, found.high, level, "corrected-t"),
        details=SplitDetails(
            splits=known,
            undefined_splits=pairing.differences.size - known,
            test_train_ratio=_test_train_ratio(pairing),
            sd=found.sd,
            se=found.standard_error,
        ),
    )


def compare_pooled_t(pairing: Pairing, level: float) -> Comparison:
    differences = defined(pairing.differences)
    found = TOO_FEW if differences is None else one_sample_t(differences, level, largest_score(pairing))
    return _describe_plain_t("pooled-t", pairing, found, level, "pooled-t")


def compare_one_repeat_t(pairing: Pairing, level: float) -> Comparison:
    scores = _first_repeat(pairing)
    found = TOO_FEW if scores is None else paired_t(*scores, level)
    return _describe_plain_t("paired-t-one-shuffle", pairing, found, level, "paired-t-one-shuffle")


def compare_sign_flip(pairing: Pairing, level: float) -> Comparison:
    scores = _first_repeat(pairing)
    if scores is None:
        return describe_undefined("sign-flip", pairing, TOO_FEW)
    differences = scores[0] - scores[1]
    found, mean = sign_flip_test(differences, largest_score(pairing)), float(np.mean(differences))
    if isinstance(found, Undefined):
        return describe_comparison("sign-flip", pairing, reason=found.reason, p=found.p, effect=mean)
    details = SignFlipDetails(found.patterns, found.as_extreme, differences.size)
    return describe_comparison("sign-flip", pairing, statistic=mean, p=found.p, effect=mean, details=details)


def compare_tost(pairing: Pairing, level: float) -> Comparison:
    """The interval is that of two one-sided tests (level 1 - 2 alpha); its far end is the smallest margin shown."""
    one_sided_level = 2.0 * level - 1.0
    found = _test_splits(pairing, one_sided_level)
    if isinstance(found, Undefined):
        return describe_undefined("tost", pairing, found)
    interval = Interval(found.low, found.high, one_sided_level, "tost")
    reachable = max(abs(found.low), abs(found.high))
    tests = Undefined("no_margin") if pairing.margin is None else equivalence(found, pairing.margin)
    if isinstance(tests, Undefined):
        return describe_comparison(
            "tost",
            pairing,
            df=found.df,
            effect=found.mean,
            interval=interval,
            reason=tests.reason,
            details=EquivalenceDetails(pairing.margin, reachable),
        )
    return describe_comparison(
        "tost",
        pairing,
        statistic=tests.t_lower if found.mean < 0 else tests.t_upper,
        df=found.df,
        p=tests.p,
        effect=found.mean,
        interval=interval,
        details=EquivalenceDetails(
            margin=pairing.margin,
            smallest_margin=reachable,
            t_lower=tests.t_lower,
            p_lower=tests.p_lower,
            t_upper=tests.t_upper,
            p_upper=tests.p_upper,
        ),
    )


def compare_bayes(pairing: Pairing, level: float) -> Comparison:
    """p is twice the smaller posterior tail beyond 0, which equals that of the corrected t."""
    found, margin = _test_splits(pairing, level), pairing.margin or 0.0
    if isinstance(found, Undefined):
        return describe_undefined("bayes", pairing, found)
    chances = correlated_bayesian_t(
        pairing.differences[np.isfinite(pairing.differences)],
        _test_train_ratio(pairing),
        margin,
        largest_score(pairing),
    )
    if isinstance(chances, Undefined):
        return describe_undefined("bayes", pairing, chances)
    return describe_comparison(
        "bayes",
        pairing,
        statistic=found.t,
        df=found.df,
        p=found.p,
        effect=found.mean,
        interval=Interval(found.low, found.high, level, "bayes"),
        details=ChanceDetails(chances.first_better, chances.same, chances.second_better, margin),
    )


def _describe_plain_t(key: str, pairing: Pairing, found: TTest | Undefined, level: float, method: str) -> Comparison:
    if isinstance(found, Undefined):
        return describe_undefined(key, pairing, found)
    return describe_comparison(
        key,
        pairing,
        statistic=found.t,
        df=found.df,
        p=found.p,
        effect=found.mean,
        interval=Interval(found.low, found.high, level, method),
        details=SplitCountDetails(int(found.df) + 1),
    )


def _test_splits(pairing: Pairing, level: float) -> TTest | Undefined:
    differences = defined(pairing.differences)
    if differences is None:
        return TOO_FEW
    return corrected_resampled_t(differences, _test_train_ratio(pairing), level, largest_score(pairing))


def _test_train_ratio(pairing: Pairing) -> float:
    """Mean test rows per training row over the splits that count."""
    known = np.isfinite(pairing.differences)
    return float(np.mean(pairing.test_sizes[known] / pairing.train_sizes[known]))


def _first_repeat(pairing: Pairing) -> tuple[Floats, Floats] | None:
    if not pairing.differences.size or defined(pairing.differences[0]) is None:
        return None
    known = np.isfinite(pairing.differences[0])
    return pairing.first_scores[0][known], pairing.second_scores[0][known]
