"""Every measure on 20 random tables with ties, missing classes and weights, against scikit-learn or by hand."""

import math
from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest
from sklearn import metrics

from core.domain.dataset import Floats, Task
from core.statistics.measures import MEASURES, Context, find_measure
from core.statistics.weighted_measures import compute_weighted_value

ROWS, RATIO, TOLERANCE, OVER = 61, 3.0, 0.8, 4.0
NAN = float("nan")
WEIGHTS: dict[str, Callable[[np.random.Generator], Floats]] = {
    "equal": lambda rng: np.ones(ROWS),
    "any": lambda rng: rng.uniform(0.1, 5, ROWS),
    "whole": lambda rng: rng.integers(1, 4, ROWS).astype(np.float64),
    "enormous": lambda rng: np.where(np.arange(ROWS) % 20 == 0, 1e4, 1.0),
}


def draw_classes(seed: int, classes: int) -> tuple[Floats, Floats, Floats]:
    """Truth, answers and chances with ties; every third table lacks a class, every fourth never answers the first."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes if seed % 3 else max(2, classes - 1), ROWS)
    if classes == 2 and seed == 19:
        truth[:] = 0
    chances = np.round(rng.dirichlet(np.ones(classes), ROWS) + np.eye(classes)[truth] * 0.4, 1) + 0.01
    if seed % 4 == 0:
        chances[:, 0] = 0.001
    chances /= chances.sum(axis=1, keepdims=True)
    return truth.astype(np.float64), chances.argmax(axis=1).astype(np.float64), chances


def share(part: np.ndarray, whole: np.ndarray, weights: Floats) -> float:
    return float(weights[part & whole].sum() / weights[whole].sum()) if weights[whole].sum() else NAN


def by_class(key: str, truth: Floats, predicted: Floats, place: int, weights: Floats) -> float:
    """One class against all others, by hand; F1 is undefined only where the class is nowhere."""
    is_so, said = truth == place, predicted == place
    if key == "recall":
        return share(said, is_so, weights)
    if key == "precision":
        return share(is_so, said, weights)
    if key == "specificity":
        return share(~said, ~is_so, weights)
    either = weights[is_so].sum() + weights[said].sum()
    return float(2 * weights[is_so & said].sum() / either) if either else NAN


def by_pairs(truth: Floats, chances: Floats, weights: Floats) -> float:
    """Hand and Till: the mean area over ordered pairs of classes."""
    places = range(chances.shape[1])
    if len(np.unique(truth)) < len(places):
        return NAN
    areas = []
    for first, second in permutations(places, 2):
        rows = (truth == first) | (truth == second)
        areas.append(metrics.roc_auc_score(truth[rows] == first, chances[rows, first], sample_weight=weights[rows]))
    return float(np.mean(areas))


def mean_precision(truth: Floats, chances: Floats, weights: Floats) -> float:
    classes = chances.shape[1]
    places = [1] if classes == 2 else range(classes)
    if any(not (truth == place).any() for place in places):
        return NAN
    return float(
        np.mean(
            [
                metrics.average_precision_score(truth == place, chances[:, place], sample_weight=weights)
                for place in places
            ]
        )
    )


def expected_of_classes(key: str, truth: Floats, predicted: Floats, chances: Floats, weights: Floats) -> float:
    classes = chances.shape[1]
    if key in ("recall", "precision", "specificity", "f1"):
        places = [1] if classes == 2 else range(classes)
        return float(np.mean([by_class(key, truth, predicted, place, weights) for place in places]))
    squares = np.sum((chances - np.eye(classes)[truth.astype(int)]) ** 2, axis=1)
    flagged = chances[:, 1] > 1 / (1 + RATIO)
    costs = np.where(truth == 1, RATIO * ~flagged, 1.0 * flagged)
    return {  # type: ignore[no-any-return]
        "error": lambda: 1 - metrics.accuracy_score(truth, predicted, sample_weight=weights),
        "balanced-accuracy": lambda: metrics.balanced_accuracy_score(truth, predicted, sample_weight=weights),
        "mcc": lambda: metrics.matthews_corrcoef(truth, predicted, sample_weight=weights),
        "kappa": lambda: metrics.cohen_kappa_score(truth, predicted, sample_weight=weights),
        "log-loss": lambda: metrics.log_loss(truth, chances, labels=range(classes), sample_weight=weights),
        "brier": lambda: np.average(squares / (2 if classes == 2 else 1), weights=weights),
        "auc": lambda: by_pairs(truth, chances, weights),
        "pr-auc": lambda: mean_precision(truth, chances, weights),
        "cost": lambda: np.average(costs, weights=weights),
    }[key]()


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("kind", WEIGHTS)
@pytest.mark.filterwarnings("ignore")
def test_that_every_measure_of_classes_is_that_of_scikit_learn(kind: str, classes: int, seed: int) -> None:
    truth, predicted, chances = draw_classes(seed, classes)
    weights = WEIGHTS[kind](np.random.default_rng(seed))
    for row in (row for row in MEASURES if row.task is Task.CLASSES and (classes == 2 or row.key != "cost")):
        context = Context(classes, 1, RATIO if row.key == "cost" else 1.0)
        found = compute_weighted_value(row, truth, predicted, chances, context, weights)
        wanted = expected_of_classes(row.key, truth, predicted, chances, weights)
        assert (found is None) == math.isnan(wanted), row.key
        assert found is None or found == pytest.approx(wanted, abs=1e-12), row.key
        if kind == "equal":
            plain = row.value(truth, predicted, chances, context)
            assert plain == (None if found is None else pytest.approx(found, abs=1e-12)), row.key


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("kind", WEIGHTS)
def test_that_every_measure_of_numbers_is_that_of_scikit_learn_or_by_hand(kind: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth = np.round(rng.normal(5, 2, ROWS), 1) + 0.05
    predicted = np.round(truth + rng.normal(0, 1, ROWS), 1)
    weights, context = WEIGHTS[kind](rng), Context(tolerance=TOLERANCE, over_cost=OVER)
    errors = np.abs(truth - predicted)
    too_high = np.where(predicted > truth, OVER, 1.0)
    reached = {value: weights[errors <= value].sum() / weights.sum() for value in errors.tolist()}
    wanted = {
        "mae": metrics.mean_absolute_error(truth, predicted, sample_weight=weights),
        "mse": metrics.mean_squared_error(truth, predicted, sample_weight=weights),
        "rmse": metrics.root_mean_squared_error(truth, predicted, sample_weight=weights),
        "r2": metrics.r2_score(truth, predicted, sample_weight=weights),
        "relative": metrics.mean_absolute_percentage_error(truth, predicted, sample_weight=weights),
        "max-error": metrics.max_error(truth, predicted),
        "median-error": min(value for value, part in reached.items() if part >= 0.5 - 1e-12),
        "p95-error": min(value for value, part in reached.items() if part >= 0.95 - 1e-12),
        "within-tolerance": weights[errors <= TOLERANCE].sum() / weights.sum(),
        "asymmetric": np.average(too_high * errors, weights=weights),
    }
    assert set(wanted) == {row.key for row in MEASURES if row.task is Task.NUMBERS}
    for key, value in wanted.items():
        found = compute_weighted_value(find_measure(key), truth, predicted, None, context, weights)
        assert found == pytest.approx(value), key
        if kind == "equal":
            assert find_measure(key).value(truth, predicted, None, context) == pytest.approx(value), key
