"""Formulas of the papers that no study needs by itself, each to be computed on numbers of one's own."""

from collections.abc import Callable
from dataclasses import dataclass

from core.statistics.accuracy_difference import estimate_accuracy_difference
from core.statistics.auc_tests import cases_for_auc_difference, cases_for_delong
from core.statistics.bootstrap_intervals import bca, bca_of_mean, percentile, unseen_error, variability
from core.statistics.class_measures import confusion_metrics, loss_ratio_threshold
from core.statistics.confusion_measures import compute_class_rates
from core.statistics.cortes_mohri import auc_moments
from core.statistics.count_tests import count_paired_answers, two_proportion_z
from core.statistics.distributions import binomial_at_least
from core.statistics.five_by_two import five_by_two_t_as_printed
from core.statistics.fold_arithmetic import (
    bootstrap_expected_distinct,
    complete_cv_count,
    cv_accuracy,
    cv_test_train_ratio,
    fold_sizes,
    stratified_fold_bounds,
    train_overlap,
)
from core.statistics.multiplicity import familywise_error
from core.statistics.multivariate_tests import hotelling_paired, hotelling_two_sample, manova
from core.statistics.nested_interval import nested_cv_mse
from core.statistics.number_measures import r2, regression_errors
from core.statistics.power import pairs_for_paired_t, power_mcnemar, power_paired_t, rows_for_accuracy, rows_for_mcnemar
from core.statistics.rank_tests import nemenyi_p
from core.statistics.ranking_measures import auc, auc_multiclass
from core.statistics.score_tests import anova, effect_size
from core.statistics.share_intervals import bonett_price, widen_to_wilson
from core.statistics.t_tests import (
    compute_covariance_of_means,
    one_sample_t_from_summary,
    two_sample_t,
    two_sample_t_from_summary,
)


@dataclass(frozen=True, slots=True)
class Formula:
    """`key` is its name for the terminal; parameters and their types are those of the function."""

    key: str
    title: str
    compute: Callable[..., object]


FORMULAS: tuple[Formula, ...] = (
    Formula("two-sample-t", "t of two independent samples: welch, pooled or cautious", two_sample_t),
    Formula("two-sample-t-summary", "The same from means, spreads and counts", two_sample_t_from_summary),
    Formula("one-sample-t-summary", "t of one sample from its mean, spread and count", one_sample_t_from_summary),
    Formula("covariance-of-means", "Covariance of two means on the same rows", compute_covariance_of_means),
    Formula("anova", "One-way analysis of variance", anova),
    Formula("effect-size", "Effect size of two samples", effect_size),
    Formula("hotelling-paired", "T² of paired samples with several outputs", hotelling_paired),
    Formula("hotelling-two-sample", "T² of two independent samples with several outputs", hotelling_two_sample),
    Formula("manova", "MANOVA of several samples: pillai, wilks, hotelling-lawley or roy", manova),
    Formula("5x2-t-as-printed", "5×2 cv t as the paper prints it", five_by_two_t_as_printed),
    Formula("two-proportion-z", "z of two shares taken for independent", two_proportion_z),
    Formula("paired-counts", "Rows that both, one or none got right", count_paired_answers),
    Formula("accuracy-difference", "Difference of two shares of right answers on the same rows",
            estimate_accuracy_difference),
    Formula("bonett-price", "Range of a difference of paired shares by Bonett and Price", bonett_price),
    Formula("wilson-floor", "A range made at least as wide as Wilson's", widen_to_wilson),
    Formula("binomial-tail", "Chance of at least so many successes", binomial_at_least),
    Formula("nemenyi-p", "p of all pairs of models over several data sets", nemenyi_p),
    Formula("familywise-error", "Chance of any false claim among several tests", familywise_error),
    Formula("auc", "Area below the ROC curve", auc),
    Formula("auc-multiclass", "AUC of several classes: hand-till, ovr-macro or ovr-weighted", auc_multiclass),
    Formula("auc-moments", "Mean and variance of the AUC from the error rate (Cortes and Mohri)", auc_moments),
    Formula("cases-for-auc", "Cases that show a difference of two AUCs (Hanley and McNeil)", cases_for_auc_difference),
    Formula("cases-for-delong", "Cases that show the difference a DeLong test saw", cases_for_delong),
    Formula("confusion", "Rates of a confusion matrix at a threshold", confusion_metrics),
    Formula("class-rates", "Rates of every class of a confusion table", compute_class_rates),
    Formula("cost-threshold", "Threshold at which a cost ratio cuts probabilities", loss_ratio_threshold),
    Formula("regression-errors", "Errors of predicted numbers", regression_errors),
    Formula("r2", "Share of the variance that is explained", r2),
    Formula("unseen-error", "Bootstrap error on rows that were not drawn", unseen_error),
    Formula("replicate-spread", "Mean and spread of bootstrap replicates", variability),
    Formula("percentile", "Percentile range of bootstrap replicates", percentile),
    Formula("bca", "Bias-corrected and accelerated bootstrap range", bca),
    Formula("bca-of-mean", "The same for a mean", bca_of_mean),
    Formula("nested-range", "Range of nested cross-validation", nested_cv_mse),
    Formula("power-mcnemar", "Power of McNemar's test", power_mcnemar),
    Formula("rows-for-mcnemar", "Rows that McNemar's test needs", rows_for_mcnemar),
    Formula("rows-for-accuracy", "Rows for a share of right answers to a half-width", rows_for_accuracy),
    Formula("power-paired-t", "Power of a paired t", power_paired_t),
    Formula("pairs-for-paired-t", "Pairs that a paired t needs", pairs_for_paired_t),
    Formula("fold-sizes", "Rows of every fold", fold_sizes),
    Formula("stratified-folds", "Fewest and most rows of each class in a fold", stratified_fold_bounds),
    Formula("complete-cv", "Ways to choose the test rows of one fold", complete_cv_count),
    Formula("training-overlap", "Training rows that two folds share", train_overlap),
    Formula("test-train-ratio", "Test rows per training row", cv_test_train_ratio),
    Formula("cv-accuracy", "Cross-validated accuracy, pooled and by folds", cv_accuracy),
    Formula("distinct-rows", "Share of different rows in a bootstrap sample", bootstrap_expected_distinct),
)  # fmt: skip
