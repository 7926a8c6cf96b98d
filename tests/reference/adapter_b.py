"""The golden names of measures, intervals, AUC, several-output and bootstrap figures over the functions of core."""

from collections.abc import Callable
from typing import Any

import numpy as np

from core.domain.dataset import Floats, Integers
from core.domain.reading import Reading, degenerate, error
from core.figures import relations, roc
from core.schemes import arithmetic
from core.statistics import auc_intervals as areas
from core.statistics import bootstrap_intervals as bootstrap
from core.statistics import class_measures as classes
from core.statistics import cortes_mohri, power
from core.statistics import mean_intervals as means
from core.statistics import multivariate_tests as multivariate
from core.statistics import nested_interval as nested
from core.statistics import number_measures as numbers
from core.statistics import paired_share_intervals as paired_shares
from core.statistics import ranking_measures as ranking
from core.statistics import share_intervals as shares
from core.statistics.auc_tests import delong_paired
from core.statistics.power import pairs_for_paired_t, rows_for_mcnemar

Plain = dict[str, Any]
STATISTICS: dict[str, Callable[[Floats], Any]] = {"mean": np.mean, "median": np.median}


def plain(reading: Reading) -> Plain:
    return {**reading.values, "status": str(reading.status), "reason": reading.reason}


def floats(values: Any) -> Floats:
    return np.asarray([np.nan if value is None else value for value in values], dtype=np.float64)


def table(rows: Any) -> Floats:
    """Rows of numbers; a row that is too short is filled up with undefined values."""
    parts = [floats(row) for row in rows]
    width = max((part.size for part in parts), default=0)
    filled = [np.pad(part, (0, width - part.size), constant_values=np.nan) for part in parts]
    return np.asarray(filled, dtype=np.float64).reshape(len(parts), width)


def labels(values: Any) -> Integers:
    return np.asarray(values, dtype=np.int64)


def wilson_interval(successes: int, n: int, confidence: float = 0.95) -> Plain:
    return plain(shares.wilson(successes, n, confidence))


def clopper_pearson_interval(successes: int, n: int, confidence: float = 0.95) -> Plain:
    return plain(shares.clopper_pearson(successes, n, confidence))


def paired_accuracy_diff_ci(
    a_only: int, b_only: int, n: int, confidence: float = 0.95, method: str = "bonett-price"
) -> Plain:
    formula = {"bonett-price": paired_shares.bonett_price, "tango": paired_shares.tango}.get(method.replace("_", "-"))
    if formula is None:
        return plain(error("unknown_method", estimate=None, low=None, high=None))
    return plain(formula(a_only, b_only, n, confidence))


def mean_ci_t(
    values: Any = None,
    mean: float | None = None,
    sd: float | None = None,
    n: int | None = None,
    confidence: float = 0.95,
) -> Plain:
    if values is not None:
        return plain(means.mean_t(floats(values), confidence))
    if mean is None or sd is None or n is None:
        return plain(error("no_values", **dict.fromkeys(("mean", "sd", "se", "df", "low", "high"))))
    return plain(means.mean_t_from_summary(mean, sd, n, confidence))


def loss_ratio_threshold(lam: float) -> Plain:
    return plain(classes.loss_ratio_threshold(lam))


def confusion_metrics(y_true: Any, score: Any, threshold: float = 0.5) -> Plain:
    return plain(classes.confusion_metrics(labels(y_true), floats(score), threshold))


def auc(y_true: Any, score: Any) -> Plain:
    return plain(ranking.auc(labels(y_true), floats(score)))


def auc_multiclass(y_true: Any, prob: Any, method: str = "hand-till") -> Plain:
    return plain(ranking.auc_multiclass(labels(y_true), table(prob), method))


def roc_points(y_true: Any, score: Any) -> Plain:
    return plain(roc.roc_points(labels(y_true), floats(score)))


def auc_se_hanley_mcneil(auc: float, n_pos: int, n_neg: int) -> Plain:
    return plain(areas.hanley_mcneil_se(auc, n_pos, n_neg))


def auc_bound_agarwal(n_pos: int, n_neg: int, delta: float = 0.05) -> Plain:
    return plain(areas.agarwal_epsilon(n_pos, n_neg, delta))


def auc_moments_cortes_mohri(n_pos: int, n_neg: int, errors: int) -> Plain:
    return plain(cortes_mohri.auc_moments(n_pos, n_neg, errors))


def auc_ci_cortes_mohri(n_pos: int, n_neg: int, errors: int, confidence: float = 0.95) -> Plain:
    return plain(cortes_mohri.auc_range(n_pos, n_neg, errors, confidence))


def delong_test(y_true: Any, score_a: Any, score_b: Any, confidence: float = 0.95) -> Plain:
    return plain(delong_paired(labels(y_true), floats(score_a), floats(score_b), confidence))


def delong_ci(y_true: Any, score: Any, confidence: float = 0.95) -> Plain:
    return plain(areas.delong(labels(y_true), floats(score), confidence))


def hotelling_one_sample(x: Any) -> Plain:
    return plain(multivariate.hotelling_one_sample(table(x)))


def hotelling_paired(a: Any, b: Any) -> Plain:
    return plain(multivariate.hotelling_paired(table(a), table(b)))


def hotelling_two_sample(a: Any, b: Any) -> Plain:
    return plain(multivariate.hotelling_two_sample(table(a), table(b)))


def manova(groups: Any, statistic: str = "pillai") -> Plain:
    return plain(multivariate.manova([table(group) for group in groups], statistic))


def bootstrap_632(oob_errors: Any, resubstitution_error: float) -> Plain:
    return plain(bootstrap.bootstrap_632(floats(oob_errors), resubstitution_error))


def bootstrap_632_plus(err1: float, resubstitution_error: float, gamma: float) -> Plain:
    return plain(bootstrap.bootstrap_632_plus(err1, resubstitution_error, gamma))


def no_information_error(y_true: Any, pred: Any, loss: str = "zero-one") -> Plain:
    known = {"0-1": "zero-one", "0/1": "zero-one", "01": "zero-one", "zero_one": "zero-one"}
    return plain(bootstrap.no_information_error(floats(y_true), floats(pred), known.get(loss, loss)))


def oob_error(loss_matrix: Any) -> Plain:
    return plain(bootstrap.unseen_error(table(loss_matrix)))


def bootstrap_optimism(resubstitution_error: float, boot_err_on_full: Any, boot_err_on_boot: Any) -> Plain:
    return plain(bootstrap.bootstrap_optimism(resubstitution_error, floats(boot_err_on_full), floats(boot_err_on_boot)))


def bootstrap_expected_distinct(n: int) -> Plain:
    return plain(arithmetic.bootstrap_expected_distinct(n))


def bootstrap_ci(
    replicates: Any,
    data: Any = None,
    statistic: str = "mean",
    method: str = "percentile",
    confidence: float = 0.95,
) -> Plain:
    if method == "percentile":
        return plain(bootstrap.percentile(floats(replicates), confidence))
    if method != "bca" or statistic not in STATISTICS:
        return plain(error("unknown_method", low=None, high=None))
    sample, formula = floats(data or []), STATISTICS[statistic]
    if len(sample) < 2:
        return plain(degenerate("too_few_rows", low=None, high=None))
    left_out = floats([formula(np.delete(sample, row)) for row in range(len(sample))])
    return plain(bootstrap.bca(float(formula(sample)), floats(replicates), left_out, confidence))


def bootstrap_variability(replicates: Any) -> Plain:
    return plain(bootstrap.variability(floats(replicates)))


def power_paired_t(dz: float, n: float, alpha: float = 0.05) -> Plain:
    return plain(power.power_paired_t(dz, n, alpha))


def n_paired_t(dz: float, alpha: float = 0.05, power: float = 0.8) -> Plain:
    return plain(pairs_for_paired_t(dz, alpha, power))


def power_mcnemar(n: int, p_a_only: float, p_b_only: float, alpha: float = 0.05, method: str = "exact") -> Plain:
    form = "mid-p" if method in ("midp", "mid_p") else method
    return plain(power.power_mcnemar(n, p_a_only, p_b_only, alpha, form))


def n_mcnemar(p_a_only: float, p_b_only: float, alpha: float = 0.05, power: float = 0.8) -> Plain:
    return plain(rows_for_mcnemar(p_a_only, p_b_only, alpha, power))


def n_for_accuracy_halfwidth(accuracy: float, half_width: float, confidence: float = 0.95) -> Plain:
    return plain(power.rows_for_accuracy(accuracy, half_width, confidence))


def fold_sizes(n: int, k: int) -> Plain:
    return plain(arithmetic.fold_sizes(n, k))


def stratified_fold_bounds(class_counts: Any, k: int) -> Plain:
    return plain(arithmetic.stratified_fold_bounds(class_counts, k))


def cv_accuracy(correct: Any, sizes: Any) -> Plain:
    return plain(arithmetic.cv_accuracy(correct, sizes))


def complete_cv_count(m: int, k: int) -> Plain:
    return plain(arithmetic.complete_cv_count(m, k))


def train_overlap(k: int) -> Plain:
    return plain(arithmetic.train_overlap(k))


def cv_accuracy_majority(class_counts: Any, k: int) -> Plain:
    return plain(arithmetic.cv_accuracy_majority(class_counts, k))


def holdout_accuracy_majority_exact(class_counts: Any, n_train: int) -> Plain:
    return plain(arithmetic.holdout_accuracy_majority_exact(class_counts, n_train))


def cv_test_train_ratio(k: int) -> Plain:
    return plain(arithmetic.cv_test_train_ratio(k))


def regression_errors(y_true: Any, y_pred: Any) -> Plain:
    return plain(numbers.regression_errors(floats(y_true), floats(y_pred)))


def r2(y_true: Any, y_pred: Any) -> Plain:
    return plain(numbers.r2(floats(y_true), floats(y_pred)))


def nested_cv_mse(losses: Any) -> Plain:
    return plain(nested.nested_cv_mse(tuple(tuple(floats(part) for part in fold) for fold in losses)))


def expected_relations(
    R: float | None = None,
    B: float | None = None,
    K: float | None = None,
    L: float | None = None,
    H: float | None = None,
) -> Plain:
    found = relations.expected_relations(resubstitution=R, bootstrap=B, folds=K, leave_one_out=L, holdout=H)
    return {"violations": list(found), "status": "ok", "reason": ""}
