"""The golden names of measures, intervals, AUC, several-output and bootstrap figures over the functions of core."""

from collections.abc import Callable
from typing import Any

import numpy as np

from core.domain.dataset import Floats
from core.figures import relations, roc
from core.statistics import auc_intervals as areas
from core.statistics import bootstrap_intervals as bootstrap
from core.statistics import class_measures as classes
from core.statistics import cortes_mohri, power, t_tests
from core.statistics import fold_arithmetic as arithmetic
from core.statistics import multivariate_tests as multivariate
from core.statistics import nested_interval as nested
from core.statistics import number_measures as numbers
from core.statistics import ranking_measures as ranking
from core.statistics import share_intervals as shares
from core.statistics.auc_tests import delong_paired
from core.statistics.power import pairs_for_paired_t, rows_for_mcnemar
from core.statistics.undefined import Undefined
from tests.reference.plain_answers import Plain, floats, labels, plain, single, special, table

STATISTICS: dict[str, Callable[[Floats], Any]] = {"mean": np.mean, "median": np.median}
SHARE = {"estimate": "share", "low": "low", "high": "high"}
DIFFERENCE = {"estimate": "difference", "low": "low", "high": "high"}
MEAN = {"mean": "mean", "sd": "sd", "se": "standard_error", "df": "df", "low": "low", "high": "high"}
COUNT = {"n": "exact", "n_ceil": "whole"}


def wilson_interval(successes: int, n: int, confidence: float = 0.95) -> Plain:
    return plain(shares.wilson(successes, n, confidence), SHARE)


def clopper_pearson_interval(successes: int, n: int, confidence: float = 0.95) -> Plain:
    return plain(shares.clopper_pearson(successes, n, confidence), SHARE)


def paired_accuracy_diff_ci(
    a_only: int, b_only: int, n: int, confidence: float = 0.95, method: str = "bonett-price"
) -> Plain:
    formula = {"bonett-price": shares.bonett_price, "tango": shares.tango}.get(method.replace("_", "-"))
    if formula is None:
        return plain(Undefined("unknown_method"), DIFFERENCE)
    return plain(formula(a_only, b_only, n, confidence), DIFFERENCE)


def mean_ci_t(
    values: Any = None,
    mean: float | None = None,
    sd: float | None = None,
    n: int | None = None,
    confidence: float = 0.95,
) -> Plain:
    if values is not None:
        sample = floats(values)
        found, count = t_tests.one_sample_t(sample, confidence), int(np.isfinite(sample).sum())
    elif mean is None or sd is None or n is None:
        return {**plain(Undefined("no_values"), MEAN), "status": "error"}
    else:
        found, count = t_tests.one_sample_t_from_summary(t_tests.SampleSummary(mean, sd, n), confidence), n
    if not isinstance(found, Undefined):
        return plain(found, MEAN)
    renamed = {"too_few_defined_folds": "too_many_undefined", "identical_scores": "zero_variance"}
    reason = renamed.get(found.reason, found.reason)
    known: Plain = {"mean": found.estimate, "df": max(count - 1, 0)}
    if reason == "zero_variance":
        known |= {"sd": 0.0, "se": 0.0, "low": found.estimate, "high": found.estimate}
    return plain(Undefined(reason), MEAN, **known)


def loss_ratio_threshold(lam: float) -> Plain:
    return single(classes.loss_ratio_threshold(lam), "theta")


def confusion_metrics(y_true: Any, score: Any, threshold: float = 0.5) -> Plain:
    rates = {name: name for name in ("hit_rate", "false_alarm_rate", "error", "expected_loss")}
    found = classes.confusion_metrics(labels(y_true), floats(score), threshold)
    if isinstance(found, Undefined):
        return plain(found, {**rates, **dict.fromkeys(("tp", "fn", "fp", "tn"), "")})
    counts = found.counts
    cells = {"tp": counts.hits, "fn": counts.misses, "fp": counts.false_alarms, "tn": counts.quiet}
    answer = {**plain(found, rates), **cells}
    if counts.positives and counts.negatives:
        return answer
    return special(answer, "single_class" if counts.rows else "no_rows")


def auc(y_true: Any, score: Any) -> Plain:
    positives = int((labels(y_true) == 1).sum())
    answer = single(ranking.auc(labels(y_true), floats(score)), "auc")
    return {**answer, "n_pos": positives, "n_neg": len(y_true) - positives}


def auc_multiclass(y_true: Any, prob: Any, method: str = "hand-till") -> Plain:
    return single(ranking.auc_multiclass(labels(y_true), table(prob), method), "auc")


def roc_points(y_true: Any, score: Any) -> Plain:
    names = {"fpr": "false_alarms", "tpr": "hits", "thresholds": "thresholds"}
    return plain(roc.roc_points(labels(y_true), floats(score)), names)


def auc_se_hanley_mcneil(auc: float, n_pos: int, n_neg: int) -> Plain:
    answer = single(areas.hanley_mcneil_se(auc, n_pos, n_neg), "se")
    return special(answer, "zero_variance") if answer["se"] == 0 else answer


def auc_bound_agarwal(n_pos: int, n_neg: int, delta: float = 0.05) -> Plain:
    return single(areas.agarwal_epsilon(n_pos, n_neg, delta), "epsilon")


def auc_moments_cortes_mohri(n_pos: int, n_neg: int, errors: int) -> Plain:
    return plain(cortes_mohri.auc_moments(n_pos, n_neg, errors), {"mean": "mean", "var": "variance"})


def auc_ci_cortes_mohri(n_pos: int, n_neg: int, errors: int, confidence: float = 0.95) -> Plain:
    names = {"k_low": "fewest", "k_high": "most", "low": "low", "high": "high"}
    return plain(cortes_mohri.auc_range(n_pos, n_neg, errors, confidence), names)


def delong_test(y_true: Any, score_a: Any, score_b: Any, confidence: float = 0.95) -> Plain:
    names = {"auc_a": "first_auc", "auc_b": "second_auc", "diff": "difference", "z": "z", "p": "p"}
    spread = {"var_a": "first_variance", "var_b": "second_variance", "cov": "covariance"}
    names |= {**spread, "diff_ci_low": "low", "diff_ci_high": "high"}
    truth, first, second = labels(y_true), floats(score_a), floats(score_b)
    found = delong_paired(truth, first, second, confidence)
    if not isinstance(found, Undefined):
        return plain(found, names)
    known: Plain = {"diff": found.estimate, "p": found.p}
    if found.estimate is not None:
        known |= {"auc_a": ranking.auc_of(truth == 1, first), "auc_b": ranking.auc_of(truth == 1, second)}
    if found.reason == "identical_scores":
        alone = areas.delong(truth, first, confidence)
        variance = 0.0 if isinstance(alone, Undefined) else (alone.standard_error or 0.0) ** 2
        known |= {"z": 0.0, "diff_ci_low": 0.0, "diff_ci_high": 0.0}
        known |= dict.fromkeys(("var_a", "var_b", "cov"), variance)
    if found.reason == "zero_variance":
        known |= dict.fromkeys(("var_a", "var_b", "cov"), 0.0)
    return plain(found, names, **known)


def delong_ci(y_true: Any, score: Any, confidence: float = 0.95) -> Plain:
    found = areas.delong(labels(y_true), floats(score), confidence)
    known: Plain = {}
    if isinstance(found, Undefined):
        flat = found.reason in ("constant_scores", "zero_variance")
        ends = found.estimate if flat else None
        known = {"auc": found.estimate, "low": ends, "high": ends, "se": 0.0 if flat else None}
    return plain(found, {"auc": "auc", "low": "low", "high": "high", "se": "standard_error"}, **known)


HOTELLING = {name: name for name in ("t2", "f", "df1", "df2", "p")}


def hotelling(found: object) -> Plain:
    if isinstance(found, Undefined) and found.reason == "identical_scores":
        return plain(found, HOTELLING, t2=0.0, f=0.0, p=1.0)
    return plain(found, HOTELLING)


def univariate(rows: Floats) -> list[float | None]:
    """p of each output's own t test."""
    if rows.ndim != 2 or np.isnan(rows).any():
        return [None] * (rows.shape[1] if rows.ndim == 2 else 0)
    return [t_tests.one_sample_t(column).p for column in rows.T]


def hotelling_one_sample(x: Any) -> Plain:
    return {**hotelling(multivariate.hotelling_one_sample(table(x))), "univariate_p": univariate(table(x))}


def hotelling_paired(a: Any, b: Any) -> Plain:
    first, second = table(a), table(b)
    alone = univariate(first - second) if first.shape == second.shape else None
    return {**hotelling(multivariate.hotelling_paired(first, second)), "univariate_p": alone}


def hotelling_two_sample(a: Any, b: Any) -> Plain:
    return hotelling(multivariate.hotelling_two_sample(table(a), table(b)))


def manova(groups: Any, statistic: str = "pillai") -> Plain:
    names = {"stat": "statistic", "f": "f", "df1": "df1", "df2": "df2", "p": "p"}
    found = multivariate.manova([table(group) for group in groups], statistic)
    return plain(found, names, stat=found.estimate if isinstance(found, Undefined) else None)


def bootstrap_632(oob_errors: Any, resubstitution_error: float) -> Plain:
    names = {"estimate": "estimate", "left_out": "left_out"}
    found = bootstrap.bootstrap_632(floats(oob_errors), resubstitution_error)
    return plain(found, names, left_out=len(oob_errors))


def bootstrap_632_plus(err1: float, resubstitution_error: float, gamma: float) -> Plain:
    names = {"relative_overfitting": "relative_overfitting", "weight": "weight", "estimate": "estimate"}
    return plain(bootstrap.bootstrap_632_plus(err1, resubstitution_error, gamma), names)


def no_information_error(y_true: Any, pred: Any, loss: str = "zero-one") -> Plain:
    known = {"0-1": "zero-one", "0/1": "zero-one", "01": "zero-one", "zero_one": "zero-one"}
    return single(bootstrap.no_information_error(floats(y_true), floats(pred), known.get(loss, loss)), "gamma")


def oob_error(loss_matrix: Any) -> Plain:
    names = {"per_sample_mean": "by_sample", "per_instance_mean": "by_row", "pooled": "pooled"}
    return plain(bootstrap.unseen_error(table(loss_matrix)), names)


def bootstrap_optimism(resubstitution_error: float, boot_err_on_full: Any, boot_err_on_boot: Any) -> Plain:
    found = bootstrap.bootstrap_optimism(resubstitution_error, floats(boot_err_on_full), floats(boot_err_on_boot))
    return plain(found, {"optimism": "optimism", "estimate": "estimate", "left_out": "left_out"})


def bootstrap_expected_distinct(n: int) -> Plain:
    answer = single(arithmetic.bootstrap_expected_distinct(n), "fraction")
    return {**answer, "status": "error"} if answer["reason"] else answer


def bootstrap_ci(
    replicates: Any,
    data: Any = None,
    statistic: str = "mean",
    method: str = "percentile",
    confidence: float = 0.95,
) -> Plain:
    ends = {"low": "low", "high": "high"}
    if method == "percentile":
        found = bootstrap.percentile(floats(replicates), confidence)
        flat = found.estimate if isinstance(found, Undefined) else None
        return plain(found, {**ends, "left_out": "left_out"}, low=flat, high=flat)
    if method != "bca" or statistic not in STATISTICS:
        return plain(Undefined("unknown_method"), ends)
    sample, formula = floats(data or []), STATISTICS[statistic]
    if len(sample) < 2:
        return plain(Undefined("too_few_rows"), ends)
    left_out = floats([formula(np.delete(sample, row)) for row in range(len(sample))])
    names = {"z0": "bias", "acceleration": "acceleration", "alpha1": "lower_share", "alpha2": "upper_share"}
    shifted = bootstrap.bca(float(formula(sample)), floats(replicates), left_out, confidence)
    flat = shifted.estimate if isinstance(shifted, Undefined) else None
    return plain(shifted, {**ends, **names, "left_out": "left_out"}, low=flat, high=flat)


def bootstrap_variability(replicates: Any) -> Plain:
    return plain(bootstrap.variability(floats(replicates)), {"sd": "sd", "left_out": "left_out"})


def power_paired_t(dz: float, n: float, alpha: float = 0.05) -> Plain:
    return single(power.power_paired_t(dz, n, alpha), "power")


def n_paired_t(dz: float, alpha: float = 0.05, power: float = 0.8) -> Plain:
    return plain(pairs_for_paired_t(dz, alpha, power), COUNT)


def power_mcnemar(n: int, p_a_only: float, p_b_only: float, alpha: float = 0.05, method: str = "exact") -> Plain:
    form = "mid-p" if method in ("midp", "mid_p") else method
    answer = single(power.power_mcnemar(n, p_a_only, p_b_only, alpha, form), "power")
    return special(answer, "no_disagreements") if p_a_only == p_b_only == 0 else answer


def n_mcnemar(p_a_only: float, p_b_only: float, alpha: float = 0.05, power: float = 0.8) -> Plain:
    return plain(rows_for_mcnemar(p_a_only, p_b_only, alpha, power), COUNT)


def n_for_accuracy_halfwidth(accuracy: float, half_width: float, confidence: float = 0.95) -> Plain:
    return plain(power.rows_for_accuracy(accuracy, half_width, confidence), COUNT)


def fold_sizes(n: int, k: int) -> Plain:
    return single(arithmetic.fold_sizes(n, k), "sizes")


def stratified_fold_bounds(class_counts: Any, k: int) -> Plain:
    found = arithmetic.stratified_fold_bounds(class_counts, k)
    answer = plain(found, {"low": "low", "high": "high"})
    if isinstance(found, Undefined) or not found.folds_without:
        return answer
    absent = {f"folds_without_class_{place}": folds for place, folds in found.folds_without}
    return {**answer, **absent, "status": "warning", "reason": "class_smaller_than_k"}


def cv_accuracy(correct: Any, sizes: Any) -> Plain:
    found = arithmetic.cv_accuracy(correct, sizes)
    pooled = found.estimate if isinstance(found, Undefined) else None
    return plain(found, {"pooled": "pooled", "mean_of_folds": "mean_of_folds"}, pooled=pooled)


def complete_cv_count(m: int, k: int) -> Plain:
    return single(arithmetic.complete_cv_count(m, k), "count")


def train_overlap(k: int) -> Plain:
    names = {"of_training_set": "of_training_set", "of_all_data": "of_all_rows"}
    return plain(arithmetic.train_overlap(k), names)


def cv_accuracy_majority(class_counts: Any, k: int) -> Plain:
    return single(arithmetic.cv_accuracy_majority(class_counts, k), "accuracy")


def holdout_accuracy_majority_exact(class_counts: Any, n_train: int) -> Plain:
    return plain(arithmetic.holdout_accuracy_majority_exact(class_counts, n_train), {"mean": "mean", "sd": "sd"})


def cv_test_train_ratio(k: int) -> Plain:
    return single(arithmetic.cv_test_train_ratio(k), "ratio")


def regression_errors(y_true: Any, y_pred: Any) -> Plain:
    names = {"mse": "mse", "rmse": "rmse", "mae": "mae", "mean_relative_error": "relative"}
    zeros = sum(value == 0 for value in y_true)
    found = numbers.regression_errors(floats(y_true), floats(y_pred))
    answer = {**plain(found, names), "n_zero_true": zeros}
    return special(answer, "zero_true_value") if zeros and answer["status"] == "ok" else answer


def r2(y_true: Any, y_pred: Any) -> Plain:
    return single(numbers.r2(floats(y_true), floats(y_pred)), "r2")


def nested_cv_mse(losses: Any) -> Plain:
    names = {"err_ncv": "mean", "mse": "mean_squared_error", "se_naive": "naive_error", "se_final": "standard_error"}
    return plain(nested.nested_cv_mse(tuple(tuple(floats(part) for part in fold) for fold in losses)), names)


def expected_relations(
    R: float | None = None,
    B: float | None = None,
    K: float | None = None,
    L: float | None = None,
    H: float | None = None,
) -> Plain:
    found = relations.expected_relations(resubstitution=R, bootstrap=B, folds=K, leave_one_out=L, holdout=H)
    return {"violations": list(found), "status": "ok", "reason": ""}
