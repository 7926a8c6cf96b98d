"""The table of measures: what can be counted about one outcome."""

import math

from core.domain.dataset import Task
from core.statistics.class_measures import area, average_precision_of, cost, error_rate, measure_confusions
from core.statistics.measure import Context, Measure
from core.statistics.measure_guard import defined, mean_of
from core.statistics.measure_losses import (
    compute_absolute_errors,
    compute_asymmetric_errors,
    compute_brier_losses,
    compute_decision_costs,
    compute_log_losses,
    compute_relative_errors,
    compute_root_shares,
    compute_squared_errors,
    compute_tolerance_misses,
    compute_wrong_answers,
)
from core.statistics.measures_of_many import (
    areas,
    costs,
    defined_at_once,
    error_rates,
    mean_misses,
    mean_squares,
    relative_misses,
    root_mean_squares,
)
from core.statistics.number_measures import (
    explained_share,
    largest_error,
    mean_miss,
    mean_square,
    quantile_error,
    relative_miss,
    root_mean_square,
)
from core.support.errors import StudyError

__all__ = ["MEASURES", "Context", "Measure", "find_measure"]

MEASURES: tuple[Measure, ...] = (
    Measure(
        key="error",
        task=Task.CLASSES,
        lower_is_better=True,
        pools=True,
        value=defined(error_rate),
        at_once=defined_at_once(error_rates),
        scale=100.0,
        losses=compute_wrong_answers,
        high=1.0,
    ),
    Measure(
        key="cost",
        task=Task.CLASSES,
        lower_is_better=True,
        pools=True,
        value=defined(cost),
        at_once=defined_at_once(costs),
        scale=100.0,
        losses=compute_decision_costs,
    ),
    Measure(
        key="auc",
        task=Task.CLASSES,
        lower_is_better=False,
        pools=False,
        value=defined(area),
        at_once=defined_at_once(areas),
        high=1.0,
    ),
    Measure(
        key="balanced-accuracy",
        task=Task.CLASSES,
        lower_is_better=False,
        pools=True,
        value=defined(measure_confusions("balanced-accuracy")),
        scale=100.0,
        high=1.0,
    ),
    Measure(
        key="recall",
        task=Task.CLASSES,
        lower_is_better=False,
        pools=True,
        value=defined(measure_confusions("recall")),
        scale=100.0,
        high=1.0,
    ),
    Measure(
        key="specificity",
        task=Task.CLASSES,
        lower_is_better=False,
        pools=True,
        value=defined(measure_confusions("specificity")),
        scale=100.0,
        high=1.0,
    ),
    Measure(
        key="precision",
        task=Task.CLASSES,
        lower_is_better=False,
        pools=True,
        value=defined(measure_confusions("precision")),
        scale=100.0,
        high=1.0,
    ),
    Measure(
        key="f1",
        task=Task.CLASSES,
        lower_is_better=False,
        pools=True,
        value=defined(measure_confusions("f1")),
        high=1.0,
    ),
    Measure(
        key="mcc",
        task=Task.CLASSES,
        lower_is_better=False,
        pools=True,
        value=defined(measure_confusions("mcc")),
        low=-1.0,
        high=1.0,
    ),
    Measure(
        key="kappa",
        task=Task.CLASSES,
        lower_is_better=False,
        pools=True,
        value=defined(measure_confusions("kappa")),
        low=-1.0,
        high=1.0,
    ),
    Measure(
        key="log-loss",
        task=Task.CLASSES,
        lower_is_better=True,
        pools=True,
        value=mean_of(compute_log_losses),
        losses=compute_log_losses,
    ),
    Measure(
        key="brier",
        task=Task.CLASSES,
        lower_is_better=True,
        pools=True,
        value=mean_of(compute_brier_losses),
        losses=compute_brier_losses,
        high=2.0,
    ),
    Measure(
        key="pr-auc",
        task=Task.CLASSES,
        lower_is_better=False,
        pools=True,
        value=defined(average_precision_of),
        high=1.0,
    ),
    Measure(
        key="mae",
        task=Task.NUMBERS,
        lower_is_better=True,
        pools=True,
        value=defined(mean_miss),
        at_once=defined_at_once(mean_misses),
        losses=compute_absolute_errors,
    ),
    Measure(
        key="rmse",
        task=Task.NUMBERS,
        lower_is_better=True,
        pools=True,
        value=defined(root_mean_square),
        at_once=defined_at_once(root_mean_squares),
        losses=compute_root_shares,
    ),
    Measure(
        key="mse",
        task=Task.NUMBERS,
        lower_is_better=True,
        pools=True,
        value=defined(mean_square),
        at_once=defined_at_once(mean_squares),
        losses=compute_squared_errors,
    ),
    Measure(
        key="relative",
        task=Task.NUMBERS,
        lower_is_better=True,
        pools=True,
        value=defined(relative_miss),
        at_once=defined_at_once(relative_misses),
        scale=100.0,
        losses=compute_relative_errors,
    ),
    Measure(
        key="r2",
        task=Task.NUMBERS,
        lower_is_better=False,
        pools=True,
        value=defined(explained_share),
        low=-math.inf,
        high=1.0,
    ),
    Measure(
        key="median-error",
        task=Task.NUMBERS,
        lower_is_better=True,
        pools=True,
        value=defined(quantile_error(0.5)),
    ),
    Measure(
        key="p95-error",
        task=Task.NUMBERS,
        lower_is_better=True,
        pools=True,
        value=defined(quantile_error(0.95)),
    ),
    Measure(
        key="max-error",
        task=Task.NUMBERS,
        lower_is_better=True,
        pools=True,
        value=defined(largest_error),
    ),
    Measure(
        key="within-tolerance",
        task=Task.NUMBERS,
        lower_is_better=False,
        pools=True,
        value=mean_of(compute_tolerance_misses, -1.0),
        losses=compute_tolerance_misses,
        scale=100.0,
        high=1.0,
    ),
    Measure(
        key="asymmetric",
        task=Task.NUMBERS,
        lower_is_better=True,
        pools=True,
        value=mean_of(compute_asymmetric_errors),
        losses=compute_asymmetric_errors,
    ),
)


def find_measure(key: str) -> Measure:
    for row in MEASURES:
        if row.key == key:
            return row
    allowed = ", ".join(row.key for row in MEASURES)
    raise StudyError(f"No measure “{key}”.", hint=f"Choose one of: {allowed}.")
