"""The golden names of counts, paired, partition, rank and multiplicity tests over the functions of core."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.domain.conclusion import Reason
from core.judge.decide import explain_range
from core.statistics import count_tests as counts
from core.statistics import five_by_two, multiplicity, score_tests, t_tests
from core.statistics import partition_tests as partitions
from core.statistics import rank_tests as ranks
from core.statistics.undefined import Undefined
from tests.reference.plain_answers import Plain, floats, plain, single, special, status_of, table

Numbers = Sequence[float]
T_TEST = {
    "mean_diff": "mean",
    "sd_diff": "sd",
    "se": "standard_error",
    "t": "t",
    "df": "df",
    "p": "p",
    "ci_low": "low",
    "ci_high": "high",
    "undefined": "undefined",
}
NO_SPREAD = ("sd_diff", "se")
STILL = (*NO_SPREAD, "mean_diff", "t", "ci_low", "ci_high")


def t_answer(found: object, count: int) -> Plain:
    """A t test; without spread the reference tells the zeros that are left."""
    if not isinstance(found, Undefined):
        return plain(found, T_TEST)
    values: Plain = {"mean_diff": found.estimate, "df": max(count - 1, 0), "p": found.p}
    if found.reason == "zero_variance":
        values |= dict.fromkeys(NO_SPREAD, 0.0)
    if found.reason == "identical_scores":
        values |= dict.fromkeys(STILL, 0.0)
    return plain(found, T_TEST, **values)


def known(values: Any) -> int:
    return int(np.isfinite(floats(values)).sum())


def sign_test(s: int, f: int) -> Plain:
    names = {"n": "disagreements", "p_greater": "p_first_better", "p_two_sided": "p_two_sided", "p_mid": "p_mid"}
    found = counts.sign_test(s, f)
    if isinstance(found, Undefined) and found.reason == "no_disagreements":
        return plain(found, names, n=0, p_greater=1.0, p_two_sided=1.0, p_mid=1.0)
    return plain(found, names)


def mcnemar_chi2(b: int, c: int, correction: bool = True) -> Plain:
    found = counts.mcnemar_chi2(b, c, correction)
    p = found.p if isinstance(found, Undefined) else None
    return plain(found, {"stat": "statistic", "df": "df", "p": "p"}, df=1, p=p)


def paired_counts(y_true: Sequence[Any], pred_a: Sequence[Any], pred_b: Sequence[Any]) -> Plain:
    names = {"both_right": "both_right", "a_only": "first_only", "b_only": "second_only", "both_wrong": "both_wrong"}
    truth, first, second = (np.asarray(values) for values in (y_true, pred_a, pred_b))
    return plain(counts.count_paired_answers(truth, first, second), {**names, "n": "rows"})


def effect_size_discordant(a_only: int, b_only: int, confidence: float = 0.95) -> Plain:
    names = {"odds_ratio": "odds", "low": "odds_low", "high": "odds_high"}
    shares = {"share_a": "share", "share_low": "share_low", "share_high": "share_high"}
    answer = plain(counts.discordant_odds(a_only, b_only, confidence), {**names, **shares})
    return special(answer, "one_sided_disagreements") if answer["high"] is None else answer


def two_proportion_z(correct_a: int, correct_b: int, n: int) -> Plain:
    found = counts.two_proportion_z(correct_a, correct_b, n)
    answer = plain(found, {"z": "z", "p": "p"}, p=found.p)
    return {**answer, "status": "error"} if answer["reason"] == "no_rows" else answer


def most_confused_pair(confusion: Sequence[Numbers]) -> Plain:
    found = counts.most_confused_pair(table(confusion))
    if isinstance(found, Undefined):
        return plain(found, {"pair": "", "confusions": ""}, confusions=found.estimate)
    return {"pair": (found.first, found.second), "confusions": found.confusions, "status": "ok", "reason": ""}


def paired_t(a: Numbers, b: Numbers, confidence: float = 0.95) -> Plain:
    first, second = floats(a), floats(b)
    count = known(first - second) if first.shape == second.shape else 0
    return t_answer(t_tests.paired_t(first, second, confidence), count)


def paired_se_from_covariance(a: Numbers, b: Numbers) -> Plain:
    answer = paired_t(a, b)
    covariance = t_tests.compute_covariance_of_means(floats(a), floats(b))
    return {"cov_of_means": covariance if answer["sd_diff"] is not None else None, **answer}


def two_sample(found: object) -> Plain:
    names = {"t": "t", "df": "df", "p": "p", "ci_low": "low", "ci_high": "high"}
    all_names = {**names, "mean_diff": "difference", "se": "standard_error"}
    if not isinstance(found, Undefined):
        return plain(found, all_names)
    values: Plain = {"mean_diff": found.estimate, "p": found.p}
    if found.reason == "identical_scores":
        values |= {"t": 0.0, "ci_low": 0.0, "ci_high": 0.0, "se": 0.0}
    return plain(found, all_names, **values)


def two_sample_t(a: Numbers, b: Numbers, method: str = "welch", confidence: float = 0.95) -> Plain:
    return two_sample(t_tests.two_sample_t(floats(a), floats(b), method, confidence))


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
    first, second = t_tests.SampleSummary(mean1, sd1, n1), t_tests.SampleSummary(mean2, sd2, n2)
    return two_sample(t_tests.two_sample_t_from_summary(first, second, method, confidence))


def sign_flip_test(differences: Numbers, method: str = "exact") -> Plain:
    names = {"n_permutations": "patterns", "count": "as_extreme", "p": "p"}
    if method != "exact":
        return plain(Undefined("unknown_method"), names)
    found = score_tests.sign_flip_test(floats(differences))
    return plain(found, names, p=found.p)


def equivalence(found: object) -> Plain:
    names = {name: name for name in ("t_lower", "p_lower", "t_upper", "p_upper", "p")}
    return plain(found, names, p=found.p if isinstance(found, Undefined) else None)


def tost_paired(a: Numbers, b: Numbers, margin: float) -> Plain:
    return equivalence(t_tests.equivalence(t_tests.paired_t(floats(a), floats(b)), margin))


def tost_corrected(differences: Numbers, test_train_ratio: float, margin: float) -> Plain:
    found = t_tests.corrected_resampled_t(floats(differences), test_train_ratio)
    return equivalence(t_tests.equivalence(found, margin))


def effect_size(a: Numbers, b: Numbers, kind: str) -> Plain:
    found = score_tests.effect_size(floats(a), floats(b), kind)
    return single(found, "value", value=found.estimate if isinstance(found, Undefined) else None)


def corrected_resampled_t(differences: Numbers, test_train_ratio: float, confidence: float = 0.95) -> Plain:
    found = t_tests.corrected_resampled_t(floats(differences), test_train_ratio, confidence)
    return t_answer(found, known(differences))


def bayes_correlated_t(a: Numbers, b: Numbers, rope: float = 0.0, runs: int = 1) -> Plain:
    names = {"p_a_better": "first_better", "p_rope": "same", "p_b_better": "second_better"}
    first, second = floats(a), floats(b)
    if first.shape != second.shape or (first.size > 1 and not 1 <= runs <= first.size / 2):
        reason = "unequal_lengths" if first.shape != second.shape else "k_less_than_2"
        return plain(Undefined(reason), names)
    ratio = 1.0 / (first.size / runs - 1.0) if first.size > 1 else 0.0
    scale = t_tests.size_of(first, second)
    answer = plain(t_tests.correlated_bayesian_t(first - second, ratio, rope, scale), names)
    still = isinstance(t_tests.paired_t(first, second), Undefined)
    return special(answer, "identical_scores") if still else answer


def cv5x2_f(differences: Sequence[Numbers]) -> Plain:
    found = five_by_two.five_by_two_f(table(differences))
    names = {"f": "f", "p": "p", "df1": "df1", "df2": "df2"}
    values = {"f": found.estimate, "p": found.p} if isinstance(found, Undefined) else {}
    return plain(found, names, df1=10, df2=5, **values)


def five_t(found: object) -> Plain:
    values = {"t": found.estimate, "p": found.p} if isinstance(found, Undefined) else {}
    return plain(found, {"t": "t", "df": "df", "p": "p"}, df=5, **values)


def cv5x2_t(differences: Sequence[Numbers]) -> Plain:
    return five_t(five_by_two.five_by_two_t(table(differences)))


def cv5x2_t_bradford_printed(differences: Sequence[Numbers]) -> Plain:
    return five_t(five_by_two.five_by_two_t_as_printed(table(differences)))


def averaged(found: partitions.AveragedT) -> Plain:
    return {
        "t_values": found.t_values,
        "mean_t": found.mean_t,
        "df": found.df,
        "p_two_sided": found.p,
        "p_one_sided_bradford": None if found.p is None else found.p / 2.0,
        "status": status_of(found.reason),
        "reason": found.reason,
    }


def averaged_t(differences_by_partition: Sequence[Numbers]) -> Plain:
    return averaged(partitions.averaged_t([floats(part) for part in differences_by_partition]))


def averaged_t_from_t(t_values: Sequence[float | None], df: float) -> Plain:
    return averaged(partitions.averaged_t_from_t(t_values, df))


def sufficient_partitions(
    t_values: Sequence[float | None], df_single: float, alpha1_one_sided: float = 0.025, alpha2: float = 0.05
) -> Plain:
    found = partitions.sufficient_partitions(t_values, df_single, alpha1_one_sided, alpha2)
    names = {"mean_abs_t": "mean_abs_t", "critical": "critical", "stat": "statistic", "threshold": "threshold"}
    answer = plain(found, {**names, "decision": "decision"})
    return special(answer, found.reason) if found.reason else answer


def partition_rank_curve(t_values: Sequence[float | None], df: float) -> Plain:
    return single(partitions.rank_curve(t_values, df), "y_sorted", y_sorted=[])


def fisher_combination(p_values: Sequence[float | None]) -> Plain:
    defined = sum(p is not None for p in p_values)
    found = partitions.fisher_combination(p_values)
    df = None if isinstance(found, Undefined) and found.reason == "out_of_range" else 2 * defined
    return plain(found, {"stat": "statistic", "df": "df", "p": "p"}, df=df)


def familywise_error(alpha: float, n: int) -> Plain:
    names = {"fwer": "any_false", "expected_false": "expected_false"}
    levels = {"sidak_alpha": "sidak_alpha", "bonferroni_alpha": "bonferroni_alpha"}
    found = multiplicity.familywise_error(alpha, n)
    none = found.estimate if isinstance(found, Undefined) else None
    return plain(found, {**names, **levels}, fwer=none, expected_false=none)


def adjust_p(p_values: Sequence[float | None], method: str = "holm", count_undefined: bool = False) -> Plain:
    found = multiplicity.adjust_p(p_values, method, count_undefined)
    return plain(found, {"adjusted": "adjusted", "m": "tests"}, adjusted=[None] * len(p_values))


def permutation_p_value(exceed: int, n_permutations: int) -> Plain:
    answer = single(multiplicity.permutation_p_value(exceed, n_permutations), "p")
    return special(answer, "no_permutations") if n_permutations == 0 else answer


def wilcoxon_signed_rank(differences: Numbers, method: str = "exact") -> Plain:
    names = {"w_plus": "positive_ranks", "n_nonzero": "moved", "p": "p"}
    form = "approx" if method in ("asymptotic", "normal") else method
    found = ranks.wilcoxon_signed_rank(floats(differences), form)
    if isinstance(found, Undefined) and found.reason == "identical_scores":
        return plain(found, names, w_plus=0.0, n_nonzero=0, p=1.0)
    return plain(found, names)


def average_ranks(scores: Sequence[Numbers], higher_is_better: bool = True) -> Plain:
    return single(ranks.average_ranks(table(scores), higher_is_better), "ranks")


def friedman(scores: Sequence[Numbers], tie_correction: bool = True) -> Plain:
    names = {name: name for name in ("chi2", "df", "p", "f", "df1", "df2", "p_f")}
    found = ranks.friedman(table(scores), tie_correction)
    if isinstance(found, Undefined):
        sets, columns = table(scores).shape
        freedom = {"df": columns - 1, "df1": columns - 1, "df2": (columns - 1) * (sets - 1)}
        return plain(found, names, p=found.p, p_f=found.p, **(freedom if found.reason == "all_tied" else {}))
    answer = plain(found, names)
    return special(answer, "perfect_agreement") if found.f is None else answer


def nemenyi_cd(k: int, n: int, alpha: float = 0.05) -> Plain:
    return plain(ranks.nemenyi_cd(k, n, alpha), {"q": "q", "cd": "distance"})


def nemenyi_p(scores: Sequence[Numbers]) -> Plain:
    return single(ranks.nemenyi_p(table(scores)), "p_matrix")


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
