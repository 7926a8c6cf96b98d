"""Ranges of measures without losses of rows (ratios, average precision, quantiles), from held-out predictions.

Every repeat of cross-validation tests every row once, so its predictions form one table per repeat; one test set is
one such table. `core/statistics/ratio_measures.py` and `error_quantiles.py` do the arithmetic.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.domain.conclusion import Confirmation, DifferenceInterval
from core.domain.dataset import Floats, Integers
from core.domain.evidence import FitResult
from core.domain.findings import Interval
from core.domain.study import SchemeKind
from core.judge.context import ComparisonContext, has_one_test_set
from core.judge.scores import ScoreTable
from core.statistics.class_measures import decided_positive
from core.statistics.difference_rule import HalfCheck, confirm_with_halves
from core.statistics.error_quantiles import (
    QuantileDifference,
    compute_quantile_pseudo_values,
    estimate_error_quantile,
    estimate_quantile_difference,
)
from core.statistics.measures import Measure
from core.statistics.ratio_measures import (
    FEWEST_OF_A_CLASS,
    RANKING_MEASURES,
    RATIO_MEASURES,
    RatioEstimate,
    compute_pseudo_values,
    estimate_ratio_measure,
)
from core.statistics.share_intervals import wilson
from core.statistics.undefined import Undefined

QUANTILES = {"median-error": 0.5, "p95-error": 0.95}
TESTS_ALL_ROWS = (SchemeKind.KFOLD, SchemeKind.LEAVE_ONE_OUT)
BY_INFLUENCE, BY_ORDER = "influence", "order-statistics"

SHARES_OF_A_CLASS = ("recall", "specificity", "precision")

Flags = NDArray[np.bool_]
Decision = Callable[[FitResult], Floats]  # what an outcome says of each of its rows


@dataclass(frozen=True, slots=True, eq=False)
class HeldOut:
    """Predictions of one model for the tested `rows`, repeats x rows (x classes for scores of several classes).

    `tested_by` is the fold of every row in every repeat; `folds` is their number, None for one test set.
    """

    rows: Integers
    predictions: Floats
    tested_by: Integers
    folds: int | None


@dataclass(frozen=True, slots=True)
class MeasuredRange:
    """Hold the value of a measure and the ends of its range; an end is None where the rows are too few to know it."""

    value: float
    low: float
    high: float | None
    method: str


def gather_held_out(table: ScoreTable, candidate: str, decide: Decision) -> HeldOut | Undefined:
    """Lay out what a model says of every row, repeat by repeat.

    Undefined: `unequal_testing` where a repeat does not test every row once; `no_scores` where scores are missing.
    """
    outcomes = [one for one in table.outcomes(candidate) if one.predicted is not None]
    is_fixed = has_one_test_set(table.study)
    if is_fixed:
        outcomes = [one for one in outcomes if one.job.repeat == 0]
    elif table.study.scheme.kind not in TESTS_ALL_ROWS:
        return Undefined("unequal_testing")
    if not outcomes:
        return Undefined("no_rows")
    said = [decide(one) for one in outcomes]
    if any(len(one.rows) != len(found) for one, found in zip(outcomes, said, strict=True)):
        return Undefined("no_scores")
    repeats = 1 + max(one.job.repeat for one in outcomes)
    predictions = np.full((repeats, table.data.size, *said[0].shape[1:]), np.nan)
    tested_by = np.full((repeats, table.data.size), -1, dtype=np.int64)
    for one, found in zip(outcomes, said, strict=True):
        predictions[one.job.repeat, one.rows] = found
        tested_by[one.job.repeat, one.rows] = one.job.fold
    rows = np.flatnonzero(tested_by[0] >= 0) if is_fixed else np.arange(table.data.size)
    if np.any(tested_by[:, rows] < 0):
        return Undefined("unequal_testing")
    folds = None if is_fixed else int(tested_by.max()) + 1
    return HeldOut(rows, predictions[:, rows], tested_by[:, rows], folds)


def estimate_by_influence(
    table: ScoreTable, candidate: str, measure: Measure, output: int, level: float, of_class: int | None = None
) -> MeasuredRange | Undefined:
    """Estimate a measure without row losses and its range; `of_class` counts one class against all others.

    Undefined besides the reasons of the formulas: `no_range_of_maximum`, `groups_not_supported` (quantiles).
    """
    held = gather_held_out(table, candidate, choose_decision(table, measure, output, of_class))
    if isinstance(held, Undefined):
        return held
    truth, groups = _read_truth(table, held.rows, output, of_class), _read_groups(table, held.rows)
    weights = _read_weights(table, held.rows)
    if measure.key in RATIO_MEASURES:
        positive, classes = table.context.positive if of_class is None else 1, _count_classes(table, of_class)
        if measure.key in SHARES_OF_A_CLASS and classes == 2 and groups is None and weights is None:
            share = _estimate_rare_errors(measure.key, truth == positive, held.predictions == positive, held, level)
            if share is not None:
                return share
        found = estimate_ratio_measure(
            measure.key,
            truth,
            held.predictions,
            held.folds,
            level,
            groups=groups,
            positive=positive,
            classes=classes,
            weights=weights,
        )
        if isinstance(found, Undefined):
            return Undefined("no_spread", found.estimate) if found.reason == "zero_variance" else found
        return MeasuredRange(found.estimate, found.low, found.high, BY_INFLUENCE)
    if measure.key not in QUANTILES:
        return Undefined("no_range_of_maximum")
    if groups is not None or weights is not None:
        return Undefined("groups_not_supported" if groups is not None else "weights_not_supported")
    quantile = estimate_error_quantile(np.abs(truth - held.predictions), QUANTILES[measure.key], held.folds, level)
    if isinstance(quantile, Undefined):
        return quantile
    return MeasuredRange(quantile.estimate, quantile.low, quantile.high, BY_ORDER)


def _estimate_rare_errors(
    measure: str, positives: Flags, flagged: Flags, held: HeldOut, level: float
) -> MeasuredRange | None:
    """Wilson's range of a share with hardly any errors (or hardly any hits), where leaving out rows sees too little.

    The rows count for fewer, as repeats share training rows. None where there are enough of both, or too few rows.
    """
    whole = {"recall": positives, "specificity": ~positives, "precision": flagged}[measure]
    part = flagged & positives if measure != "specificity" else ~flagged & ~positives
    counted, found = np.sum(whole & np.ones_like(flagged), axis=1), np.sum(part, axis=1)
    rows, hits = float(np.mean(counted)), float(np.mean(found))
    if min(hits, rows - hits) >= FEWEST_OF_A_CLASS or rows < FEWEST_OF_A_CLASS or not np.all(counted):
        return None
    value = float(np.mean(found / counted))
    sharing = 1.0 if held.folds is None else held.folds / (held.folds - 1) + 1.0 / len(flagged)
    ends = wilson(value * rows / sharing, rows / sharing, level)
    return None if isinstance(ends, Undefined) else MeasuredRange(value, ends.low, ends.high, "wilson")


def find_influence_interval(
    table: ScoreTable, candidate: str, measure: Measure, output: int, level: float
) -> Interval | None:
    """The range of one model's performance; None where it has not both ends."""
    found = estimate_by_influence(table, candidate, measure, output, level)
    if isinstance(found, Undefined) or found.high is None:
        return None
    return Interval(found.low, found.high, level, found.method)


def compare_by_influence(
    context: ComparisonContext, first: str, second: str, measure: Measure, output: int, level: float
) -> tuple[float | None, DifferenceInterval | None, str]:
    """How much better the first model is, its range, and the reason where there is none.

    Over cross-validation it counts only if models trained on half the rows show it too: the same check as for means
    over rows, on what each row adds to the difference.
    """
    both = _gather_both(context.main, first, second, measure, output)
    if isinstance(both, Undefined):
        return None, None, both.reason
    ours, theirs = both
    found = _estimate_difference(context.main, ours, theirs, measure, output, level)
    if isinstance(found, Undefined):
        sign = -1.0 if measure.lower_is_better else 1.0
        return None if found.estimate is None else sign * found.estimate, None, found.reason
    mean, low, high, error, df = found
    method = BY_ORDER if measure.key in QUANTILES else BY_INFLUENCE
    interval = DifferenceInterval(low, high, level, method, low, high, df, error)
    if ours.folds is None:
        return mean, interval, ""
    check = _confirm(context, first, second, measure, output, mean, level)
    is_confirmed = check is not None and check.confirmed
    states = {None: Confirmation.NOT_POSSIBLE, True: Confirmation.CONFIRMED, False: Confirmation.NOT_CONFIRMED}
    return (
        mean,
        DifferenceInterval(
            low=low if is_confirmed else min(low, 0.0),
            high=high if is_confirmed else max(high, 0.0),
            level=level,
            method=method,
            raw_low=low,
            raw_high=high,
            df=df,
            standard_error=error,
            confirmation=states[None if check is None else check.confirmed],
            half_mean=None if check is None else check.mean,
            half_standard_error=None if check is None else check.standard_error,
        ),
        "",
    )


def _estimate_difference(
    table: ScoreTable, ours: HeldOut, theirs: HeldOut, measure: Measure, output: int, level: float
) -> tuple[float, float, float, float, float] | Undefined:
    """Mean, low, high, standard error and degrees of freedom, positive where the first model is better."""
    truth, groups = _read_truth(table, ours.rows, output, None), _read_groups(table, ours.rows)
    found: RatioEstimate | QuantileDifference | Undefined
    if measure.key in RATIO_MEASURES:
        found = estimate_ratio_measure(
            measure.key,
            truth,
            ours.predictions,
            ours.folds,
            level,
            second=theirs.predictions,
            groups=groups,
            positive=table.context.positive,
            classes=_count_classes(table, None),
            weights=_read_weights(table, ours.rows),
        )
        if isinstance(found, Undefined):
            return found
        low, high = (-found.high, -found.low) if measure.lower_is_better else (found.low, found.high)
        mean = -found.estimate if measure.lower_is_better else found.estimate
        return mean, low, high, found.standard_error, found.df
    if measure.key not in QUANTILES:
        return Undefined("no_range_of_maximum")
    if groups is not None or table.data.weights is not None:
        return Undefined("groups_not_supported" if groups is not None else "weights_not_supported")
    errors = np.abs(truth - ours.predictions), np.abs(truth - theirs.predictions)
    found = estimate_quantile_difference(*errors, QUANTILES[measure.key], ours.folds, level)
    if isinstance(found, Undefined):
        return Undefined(found.reason, None if found.estimate is None else -found.estimate)
    return found.estimate, found.low, found.high, found.standard_error, float(len(ours.rows) - 1)


def _confirm(
    context: ComparisonContext, first: str, second: str, measure: Measure, output: int, mean: float, level: float
) -> HalfCheck | None:
    both = _gather_both(context.halves, first, second, measure, output)
    if isinstance(both, Undefined):
        return None
    ours, theirs = both
    table = context.halves
    truth, groups = _read_truth(table, ours.rows, output, None), _read_groups(table, ours.rows)
    if measure.key in QUANTILES:
        errors = np.abs(truth - ours.predictions), np.abs(truth - theirs.predictions)
        values = compute_quantile_pseudo_values(*errors, QUANTILES[measure.key], level)
    else:
        values = compute_pseudo_values(
            measure.key,
            truth,
            ours.predictions,
            theirs.predictions,
            table.context.positive,
            _count_classes(table, None),
            _read_weights(table, ours.rows),
        )
        if measure.lower_is_better and not isinstance(values, Undefined):
            values = -values
    if isinstance(values, Undefined):
        return None
    return confirm_with_halves(mean, values, ours.tested_by, level, groups)


def _gather_both(
    table: ScoreTable, first: str, second: str, measure: Measure, output: int
) -> tuple[HeldOut, HeldOut] | Undefined:
    decide = choose_decision(table, measure, output, None)
    ours, theirs = gather_held_out(table, first, decide), gather_held_out(table, second, decide)
    if isinstance(ours, Undefined):
        return ours
    if isinstance(theirs, Undefined):
        return theirs
    if ours.predictions.shape != theirs.predictions.shape or not np.array_equal(ours.rows, theirs.rows):
        return Undefined("unequal_testing")
    return ours, theirs


def choose_decision(table: ScoreTable, measure: Measure, output: int, of_class: int | None) -> Decision:
    """What a measure looks at: scores for rankings, classes decided at the threshold of the costs, or numbers."""
    context = table.context
    if measure.key in RANKING_MEASURES:
        place = context.positive if context.classes == 2 else None
        return lambda one: _read_scores(one, of_class if of_class is not None else place)
    if measure.key not in RATIO_MEASURES or not table.data.classes:
        return lambda one: np.asarray(one.predicted)[:, output]

    def decide_class(one: FitResult) -> Floats:
        said: Floats = np.asarray(one.predicted)[:, 0]
        if context.classes == 2 and context.cost_ratio != 1.0:
            flagged = decided_positive(said, one.scores, context)
            said = np.where(flagged, context.positive, 1 - context.positive).astype(np.float64)
        return said if of_class is None else (said == of_class).astype(np.float64)

    return decide_class


def _read_scores(outcome: FitResult, place: int | None) -> Floats:
    if outcome.scores is None:
        return np.empty(0)
    return np.asarray(outcome.scores if place is None else outcome.scores[:, place])


def _read_truth(table: ScoreTable, rows: Integers, output: int, of_class: int | None) -> Floats:
    truth: Floats = table.data.targets[rows, output]
    return truth if of_class is None else (truth == of_class).astype(np.float64)


def _read_groups(table: ScoreTable, rows: Integers) -> Integers | None:
    if not table.study.scheme.grouped or not table.data.group_count or table.data.groups is None:
        return None
    return table.data.groups[rows]


def _read_weights(table: ScoreTable, rows: Integers) -> Floats | None:
    return None if table.data.weights is None else table.data.weights[rows]


def _count_classes(table: ScoreTable, of_class: int | None) -> int | None:
    if not table.data.classes:
        return None
    return 2 if of_class is not None else table.context.classes
