"""Measures of weighted rows against scikit-learn, and against rows that stand there several times."""

import math

import numpy as np
import pytest
from sklearn import metrics

from core.domain.dataset import Task
from core.statistics.auc_row_values import compute_auc_row_values, compute_pairwise_auc_row_values
from core.statistics.measures import MEASURES, Context, find_measure
from core.statistics.weighted_measures import compute_weighted_value

TABLES = range(20)


def two_classes(seed: int, classes: int = 2) -> tuple[np.ndarray, ...]:
    """Scores with ties; the last table lacks the positive class among the predictions."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, 60).astype(np.float64)
    raw = rng.random((60, classes)).round(1) + 0.3 * np.eye(classes)[truth.astype(int)] + 0.05
    scores = raw / raw.sum(axis=1, keepdims=True)
    predicted = np.zeros(60) if seed == TABLES[-1] else scores.argmax(axis=1).astype(np.float64)
    return truth, predicted, scores, rng.uniform(0.1, 5, 60)


@pytest.mark.parametrize("seed", TABLES)
def test_that_classes_are_weighted_as_scikit_learn_weighs_them(seed: int) -> None:
    truth, predicted, scores, weights = two_classes(seed)
    context = Context(2, 1)
    expected = {
        "error": 1 - metrics.accuracy_score(truth, predicted, sample_weight=weights),
        "balanced-accuracy": metrics.balanced_accuracy_score(truth, predicted, sample_weight=weights),
        "recall": metrics.recall_score(truth, predicted, sample_weight=weights),
        "f1": metrics.f1_score(truth, predicted, sample_weight=weights),
        "mcc": metrics.matthews_corrcoef(truth, predicted, sample_weight=weights),
        "kappa": metrics.cohen_kappa_score(truth, predicted, sample_weight=weights),
        "auc": metrics.roc_auc_score(truth, scores[:, 1], sample_weight=weights),
        "pr-auc": metrics.average_precision_score(truth, scores[:, 1], sample_weight=weights),
        "log-loss": metrics.log_loss(truth, scores, sample_weight=weights),
        "brier": metrics.brier_score_loss(truth, scores[:, 1], sample_weight=weights),
    }
    for key, value in expected.items():
        found = compute_weighted_value(find_measure(key), truth, predicted, scores, context, weights)
        assert found == pytest.approx(value, abs=1e-12), key
    precision = compute_weighted_value(find_measure("precision"), truth, predicted, scores, context, weights)
    if predicted.any():
        assert precision == pytest.approx(metrics.precision_score(truth, predicted, sample_weight=weights))
    else:
        assert precision is None


@pytest.mark.parametrize("seed", TABLES)
def test_that_numbers_are_weighted_as_scikit_learn_weighs_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth, weights = rng.normal(5, 1, 40).round(1), rng.uniform(0.1, 5, 40)
    predicted = truth + rng.normal(0, 1, 40).round(1)
    expected = {
        "mae": metrics.mean_absolute_error(truth, predicted, sample_weight=weights),
        "mse": metrics.mean_squared_error(truth, predicted, sample_weight=weights),
        "rmse": metrics.root_mean_squared_error(truth, predicted, sample_weight=weights),
        "r2": metrics.r2_score(truth, predicted, sample_weight=weights),
        "relative": metrics.mean_absolute_percentage_error(truth, predicted, sample_weight=weights),
    }
    for key, value in expected.items():
        assert compute_weighted_value(find_measure(key), truth, predicted, None, Context(), weights) == pytest.approx(
            value
        )


@pytest.mark.parametrize("measure", MEASURES, ids=lambda row: row.key)
@pytest.mark.parametrize("classes", [2, 3])
def test_that_whole_weights_are_copies_of_rows_under_every_measure(measure: object, classes: int) -> None:
    row = measure
    rng = np.random.default_rng(7)
    weights = rng.integers(1, 4, 60).astype(np.float64)
    copied = np.repeat(np.arange(60), weights.astype(int))
    if row.task is Task.CLASSES:  # type: ignore[attr-defined]
        truth, predicted, scores, _ = two_classes(3, classes)
        context = Context(classes, 1, 3.0 if classes == 2 else 1.0)
        given = scores[copied]
    else:
        truth = rng.normal(5, 1, 60)
        predicted, scores, given, context = truth + rng.normal(size=60), None, None, Context(2, 1, 1.0, 0.7, 3.0)
    weighted = compute_weighted_value(row, truth, predicted, scores, context, weights)  # type: ignore[arg-type]
    plain = row.value(truth[copied], predicted[copied], given, context)  # type: ignore[attr-defined]
    assert weighted == plain or math.isclose(float(weighted or 0), float(plain or 0), rel_tol=1e-12)


def test_that_weighted_row_values_of_the_auc_have_its_mean() -> None:
    for classes in (2, 3):
        truth, _, scores, weights = two_classes(5, classes)
        labels = truth.astype(np.int64)
        value = compute_weighted_value(find_measure("auc"), truth, truth, scores, Context(classes, 1), weights)
        rows = (
            compute_auc_row_values(labels, scores[:, 1], weights)
            if classes == 2
            else compute_pairwise_auc_row_values(labels, scores, weights)
        )
        assert rows is not None
        assert rows.mean() == pytest.approx(value)
