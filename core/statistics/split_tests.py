"""Comparers that look at the scores of the splits: the corrected t, its relatives, and equivalence by it."""

import numpy as np

from core.domain.dataset import Floats
from core.domain.findings import Comparison
from core.domain.pairing import Pairing
from core.domain.reading import Reading, degenerate
from core.statistics.bayesian_t import correlated_t
from core.statistics.comparison_test import Figures, compared, defined, interval_of, largest_score, undefined
from core.statistics.corrected_t import corrected_resampled_t
from core.statistics.paired_tests import equivalence, paired_t, sign_flip_test
from core.statistics.t_tests import one_sample


def compare_corrected_t(pairing: Pairing, level: float) -> Comparison:
    test = _corrected(pairing, level)
    if test is None:
        return undefined("corrected-t", pairing, "too_few_defined_folds")
    interval = interval_of(test, level, "corrected t over all splits")
    figures = Figures(test["t"], test["df"], test["p"], interval, test["mean_diff"])
    return compared("corrected-t", pairing, test, figures, _split_details(pairing, test))


def compare_pooled_t(pairing: Pairing, level: float) -> Comparison:
    differences = defined(pairing.differences)
    if differences is None:
        return undefined("pooled-t", pairing, "too_few_defined_folds")
    test = one_sample(differences, 0.0, level, largest_score(pairing))
    interval = interval_of(test, level, "plain t over all splits")
    figures = Figures(test["t"], test["df"], test["p"], interval, test["mean_diff"])
    return compared("pooled-t", pairing, test, figures, {"splits": differences.size})


def compare_one_shuffle_t(pairing: Pairing, level: float) -> Comparison:
    scores = _first_shuffle(pairing)
    if scores is None:
        return undefined("paired-t-one-shuffle", pairing, "too_few_defined_folds")
    test = paired_t(*scores, level)
    interval = interval_of(test, level, "paired t over one shuffle")
    figures = Figures(test["t"], test["df"], test["p"], interval, test["mean_diff"])
    return compared("paired-t-one-shuffle", pairing, test, figures, {"folds": scores[0].size})


def compare_sign_flip(pairing: Pairing, level: float) -> Comparison:
    scores = _first_shuffle(pairing)
    if scores is None:
        return undefined("sign-flip", pairing, "too_few_defined_folds")
    differences = scores[0] - scores[1]
    test = sign_flip_test(differences, largest_score(pairing))
    mean = float(np.mean(differences))
    details = {"patterns": test["n_permutations"], "as_extreme": test["count"], "folds": differences.size}
    return compared("sign-flip", pairing, test, Figures(mean, None, test["p"], effect=mean), details)


def compare_tost(pairing: Pairing, level: float) -> Comparison:
    """The interval is that of two one-sided tests (level 1 - 2 alpha); its far end is the smallest margin shown."""
    one_sided_level = 2.0 * level - 1.0
    test = _corrected(pairing, one_sided_level)
    if test is None:
        return undefined("tost", pairing, "too_few_defined_folds")
    reading = equivalence(test, pairing.margin) if pairing.margin is not None else _without_margin(test)
    interval = interval_of(test, one_sided_level, "two one-sided tests, corrected t")
    reachable = max(abs(interval.low), abs(interval.high)) if interval else None
    deciding = reading["t_lower"] if test["mean_diff"] < 0 else reading["t_upper"]
    details = {**reading.values, "margin": pairing.margin, "smallest_margin": reachable}
    figures = Figures(deciding, test["df"], reading["p"], interval, test["mean_diff"])
    return compared("tost", pairing, reading, figures, details)


def compare_bayes(pairing: Pairing, level: float) -> Comparison:
    """p is twice the smaller posterior tail beyond 0, which equals that of the corrected t."""
    test, margin = _corrected(pairing, level), pairing.margin or 0.0
    differences = defined(pairing.differences)
    if test is None or differences is None:
        return undefined("bayes", pairing, "too_few_defined_folds")
    reading = correlated_t(differences, _ratio(pairing), margin, largest_score(pairing))
    interval = interval_of(test, level, "posterior of the mean difference")
    figures = Figures(test["t"], test["df"], test["p"], interval, test["mean_diff"])
    return compared("bayes", pairing, reading, figures, {**reading.values, "margin": margin})


def _corrected(pairing: Pairing, level: float) -> Reading | None:
    differences = defined(pairing.differences)
    if differences is None:
        return None
    return corrected_resampled_t(differences, _ratio(pairing), level, largest_score(pairing))


def _ratio(pairing: Pairing) -> float:
    """Mean test rows per training row over the splits that count."""
    known = np.isfinite(pairing.differences)
    return float(np.mean(pairing.test_sizes[known] / pairing.train_sizes[known]))


def _split_details(pairing: Pairing, test: Reading) -> dict[str, object]:
    known = int(np.sum(np.isfinite(pairing.differences)))
    return {
        "splits": known,
        "undefined_splits": pairing.differences.size - known,
        "test_train_ratio": _ratio(pairing),
        "sd": test["sd_diff"],
        "se": test["se"],
    }


def _first_shuffle(pairing: Pairing) -> tuple[Floats, Floats] | None:
    if not pairing.differences.size or defined(pairing.differences[0]) is None:
        return None
    known = np.isfinite(pairing.differences[0])
    return pairing.first_scores[0][known], pairing.second_scores[0][known]


def _without_margin(test: Reading) -> Reading:
    if not test.is_ok:
        return equivalence(test, 0.0)
    return degenerate("no_margin", **dict.fromkeys(("t_lower", "p_lower", "t_upper", "p_upper", "p")))
