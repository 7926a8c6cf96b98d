"""The golden names of counts, paired, partition, rank and multiplicity tests over the functions of core."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.domain.conclusion import Reason
from core.domain.dataset import Floats
from core.domain.reading import Reading, error
from core.judge.decide import explain_range
from core.statistics import bayesian_t as bayes
from core.statistics import corrected_t as resampled
from core.statistics import count_tests as counts
from core.statistics import five_by_two as generalisation
from core.statistics import multiplicity
from core.statistics import paired_tests as paired
from core.statistics import partition_tests as partitions
from core.statistics import rank_tests as ranks
from core.statistics.t_tests import size_of
from tests.reference.adapter_b import table

Numbers = Sequence[float]
Plain = dict[str, Any]


def plain(reading: Reading) -> Plain:
    return {"status": str(reading.status), "reason": reading.reason, **reading.values}


def floats(values: Any) -> Floats:
    return np.asarray(values, dtype=np.float64)


def sign_test(s: int, f: int) -> Plain:
    return plain(counts.sign_test(s, f))


def mcnemar_chi2(b: int, c: int, correction: bool = True) -> Plain:
    return plain(counts.mcnemar_chi2(b, c, correction))


def paired_counts(y_true: Sequence[Any], pred_a: Sequence[Any], pred_b: Sequence[Any]) -> Plain:
    truth, first, second = (np.asarray(values) for values in (y_true, pred_a, pred_b))
    return plain(counts.paired_counts(truth, first, second))


def effect_size_discordant(a_only: int, b_only: int, confidence: float = 0.95) -> Plain:
    return plain(counts.discordant_odds(a_only, b_only, confidence))


def two_proportion_z(correct_a: int, correct_b: int, n: int) -> Plain:
    return plain(counts.two_proportion_z(correct_a, correct_b, n))


def most_confused_pair(confusion: Sequence[Numbers]) -> Plain:
    return plain(counts.most_confused_pair(table(confusion)))


def paired_t(a: Numbers, b: Numbers, confidence: float = 0.95) -> Plain:
    return plain(paired.paired_t(floats(a), floats(b), confidence))


def paired_se_from_covariance(a: Numbers, b: Numbers) -> Plain:
    return plain(paired.paired_se_from_covariance(floats(a), floats(b)))


def two_sample_t(a: Numbers, b: Numbers, method: str = "welch", confidence: float = 0.95) -> Plain:
    return plain(paired.two_sample_t(floats(a), floats(b), method, confidence))


def two_sample_t_summary(
    mean1: float,
    sd1: float,
    n1: int,
    mean2: float,
    sd2: float,
    n2: int,
    method: str = "welch",
    confidence: float = 0.95,
) -> Plain:
    return plain(paired.two_sample_t_summary((mean1, sd1, n1), (mean2, sd2, n2), method, confidence))


def sign_flip_test(differences: Numbers, method: str = "exact") -> Plain:
    if method != "exact":
        return plain(error("unknown_method", n_permutations=None, count=None, p=None))
    return plain(paired.sign_flip_test(floats(differences)))


def tost_paired(a: Numbers, b: Numbers, margin: float) -> Plain:
    return plain(paired.equivalence(paired.paired_t(floats(a), floats(b)), margin))


def tost_corrected(differences: Numbers, test_train_ratio: float, margin: float) -> Plain:
    return plain(resampled.corrected_equivalence(floats(differences), test_train_ratio, margin))


def effect_size(a: Numbers, b: Numbers, kind: str) -> Plain:
    return plain(paired.effect_size(floats(a), floats(b), kind))


def corrected_resampled_t(differences: Numbers, test_train_ratio: float, confidence: float = 0.95) -> Plain:
    return plain(resampled.corrected_resampled_t(floats(differences), test_train_ratio, confidence))


def bayes_correlated_t(a: Numbers, b: Numbers, rope: float = 0.0, runs: int = 1) -> Plain:
    first, second = floats(a), floats(b)
    if first.shape != second.shape or (first.size > 1 and not 1 <= runs <= first.size / 2):
        reason = "unequal_lengths" if first.shape != second.shape else "k_less_than_2"
        return plain(error(reason, p_a_better=None, p_rope=None, p_b_better=None))
    ratio = 1.0 / (first.size / runs - 1.0) if first.size > 1 else 0.0
    return plain(bayes.correlated_t(first - second, ratio, rope, size_of(first, second)))


def cv5x2_f(differences: Sequence[Numbers]) -> Plain:
    return plain(generalisation.five_by_two_f(table(differences)))


def cv5x2_t(differences: Sequence[Numbers]) -> Plain:
    return plain(generalisation.five_by_two_t(table(differences)))


def cv5x2_t_bradford_printed(differences: Sequence[Numbers]) -> Plain:
    return plain(generalisation.five_by_two_t_as_printed(table(differences)))


def averaged_t(differences_by_partition: Sequence[Numbers]) -> Plain:
    return plain(partitions.averaged_t([floats(part) for part in differences_by_partition]))


def averaged_t_from_t(t_values: Sequence[float | None], df: float) -> Plain:
    return plain(partitions.averaged_t_from_t(t_values, df))


def sufficient_partitions(
    t_values: Sequence[float | None], df_single: float, alpha1_one_sided: float = 0.025, alpha2: float = 0.05
) -> Plain:
    return plain(partitions.sufficient_partitions(t_values, df_single, alpha1_one_sided, alpha2))


def partition_rank_curve(t_values: Sequence[float | None], df: float) -> Plain:
    return plain(partitions.rank_curve(t_values, df))


def fisher_combination(p_values: Sequence[float | None]) -> Plain:
    return plain(partitions.fisher_combination(p_values))


def familywise_error(alpha: float, n: int) -> Plain:
    return plain(multiplicity.familywise_error(alpha, n))


def adjust_p(p_values: Sequence[float | None], method: str = "holm", count_undefined: bool = False) -> Plain:
    return plain(multiplicity.adjust_p(p_values, method, count_undefined))


def permutation_p_value(exceed: int, n_permutations: int) -> Plain:
    return plain(multiplicity.permutation_p_value(exceed, n_permutations))


def wilcoxon_signed_rank(differences: Numbers, method: str = "exact") -> Plain:
    form = "approx" if method in ("asymptotic", "normal") else method
    return plain(ranks.wilcoxon_signed_rank(floats(differences), form))


def average_ranks(scores: Sequence[Numbers], higher_is_better: bool = True) -> Plain:
    return plain(ranks.average_ranks(table(scores), higher_is_better))


def friedman(scores: Sequence[Numbers], tie_correction: bool = True) -> Plain:
    return plain(ranks.friedman(table(scores), tie_correction))


def nemenyi_cd(k: int, n: int, alpha: float = 0.05) -> Plain:
    return plain(ranks.nemenyi_cd(k, n, alpha))


def nemenyi_p(scores: Sequence[Numbers]) -> Plain:
    return plain(ranks.nemenyi_p(table(scores)))


VERDICTS = {
    Reason.WIN: "A_better_relevant",
    Reason.LOSS: "B_better_relevant",
    Reason.SAME: "equivalent",
    Reason.BETTER: "A_better_maybe_irrelevant",
    Reason.WORSE: "B_better_maybe_irrelevant",
}


def verdict_from_ci(ci_low: float | None, ci_high: float | None, margin: float) -> Plain:
    """The golden words for the rows of the decision table; what is the same but not zero keeps its direction."""
    if ci_low is None or ci_high is None:
        return {"status": "degenerate", "reason": "undefined_interval", "verdict": "inconclusive"}
    if margin < 0:
        return {"status": "error", "reason": "negative_margin", "verdict": "inconclusive"}
    kind = explain_range(ci_low, ci_high, margin)
    verdict = VERDICTS.get(kind, "inconclusive")
    if kind is Reason.SAME and ci_low > 0:
        verdict = "A_better_but_equivalent"
    if kind is Reason.SAME and ci_high < 0:
        verdict = "B_better_but_equivalent"
    return {"status": "ok", "reason": "", "verdict": verdict}
