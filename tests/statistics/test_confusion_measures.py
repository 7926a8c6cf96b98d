"""Measures of tables of confusions against scikit-learn, and average precision beside them."""

import warnings

import numpy as np
import pytest
from sklearn import metrics

from core.statistics.confusion_measures import CONFUSION_MEASURES, compute_class_rates
from core.statistics.ranking_measures import average_precision

SEEDS = range(20)


def answers(seed: int, classes: int) -> tuple[np.ndarray, np.ndarray]:
    """Some tables lack a class among the answers or the rows."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes if seed % 3 else max(2, classes - 1), 40)
    predicted = np.where(rng.random(40) < 0.6, truth, rng.integers(0, classes if seed % 4 else 1, 40))
    return truth, predicted


def table_of(truth: np.ndarray, predicted: np.ndarray, classes: int) -> np.ndarray:
    return metrics.confusion_matrix(truth, predicted, labels=range(classes)).astype(np.float64)[np.newaxis]  # type: ignore[no-any-return]


def baseline(key: str, truth: np.ndarray, predicted: np.ndarray, classes: int) -> float:
    """scikit-learn's value; NaN where it would divide by zero."""
    how = {"labels": range(classes), "average": None, "zero_division": np.nan}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if key == "balanced-accuracy":
            return float(metrics.balanced_accuracy_score(truth, predicted))
        if key == "mcc":
            return float(metrics.matthews_corrcoef(truth, predicted))
        if key == "kappa":
            return float(metrics.cohen_kappa_score(truth, predicted))
        if key == "specificity":
            by_class = metrics.recall_score(
                *(np.array([part != place for place in range(classes)]).T for part in (truth, predicted)),
                average=None,
                zero_division=np.nan,
            )
        else:
            score = {"f1": metrics.f1_score, "precision": metrics.precision_score, "recall": metrics.recall_score}[key]
            by_class = score(truth, predicted, **how)
    return float(by_class[1] if classes == 2 else np.mean(by_class))


@pytest.mark.parametrize("key", CONFUSION_MEASURES)
@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("seed", SEEDS)
def test_that_measures_of_confusions_are_those_of_scikit_learn(key: str, classes: int, seed: int) -> None:
    truth, predicted = answers(seed, classes)
    found = CONFUSION_MEASURES[key](table_of(truth, predicted, classes), 1)[0]
    assert found == pytest.approx(baseline(key, truth, predicted, classes), nan_ok=True)


def test_that_many_tables_at_once_are_each_table_alone() -> None:
    tables = np.concatenate([table_of(*answers(seed, 3), 3) for seed in SEEDS])
    for formula in CONFUSION_MEASURES.values():
        alone = [formula(tables[place : place + 1], 1)[0] for place in range(len(tables))]
        assert formula(tables, 1) == pytest.approx(alone, nan_ok=True)


@pytest.mark.parametrize("seed", SEEDS)
def test_that_rates_by_class_average_to_the_macro_measures(seed: int) -> None:
    table = table_of(*answers(seed, 4), 4)
    rates = compute_class_rates(table[0])
    for key in ("recall", "precision", "specificity", "f1"):
        values = [getattr(one, key) for one in rates]
        macro = CONFUSION_MEASURES[key](table, 1)[0]
        assert np.isnan(macro) == (None in values)
        assert None in values or np.mean(values) == pytest.approx(macro)
    assert sum(one.rows for one in rates) == 40


@pytest.mark.parametrize("seed", SEEDS)
def test_that_average_precision_is_that_of_scikit_learn_with_ties(seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth, scores = rng.integers(0, 2, 50), np.round(rng.normal(size=50), 1 if seed % 2 else 0)
    assert average_precision(truth == 1, scores) == pytest.approx(metrics.average_precision_score(truth, scores))


def test_that_average_precision_needs_positives_and_scores() -> None:
    assert average_precision(np.zeros(3, dtype=np.bool_), np.arange(3.0)) is None
    assert average_precision(np.array([True, False]), np.array([np.nan, 1.0])) is None
