"""All measures: every measure of every model and output, with the range of its true value."""

from collections.abc import Iterator

import numpy as np

from core.domain.dataset import Dataset, Task
from core.domain.evidence import HALVES, MAIN, TRIVIAL, Run
from core.domain.findings import Estimate, Interval, MeasureRow
from core.domain.study import Study
from core.judge.conclude import RESUBSTITUTION
from core.judge.estimates import estimate_model
from core.judge.influence_ranges import estimate_by_influence
from core.judge.row_values import has_row_losses
from core.judge.scores import ScoreTable, build_score_table, joined_outcomes
from core.statistics.measures import MEASURES, Context, Measure, find_measure
from core.statistics.undefined import Undefined
from core.statistics.weighted_measures import compute_weighted_value

AGAINST_REST = Context(classes=2, positive=1)
BY_CLASS = ("recall", "precision", "specificity", "f1", "pr-auc")


def measure_all(study: Study, data: Dataset, run: Run) -> tuple[MeasureRow, ...]:
    """Every measure of the task for every model (the constant guess last) and output, in the order of the table.

    The level of a range is 1 - alpha over the number of models, as for the main estimate. Measures nobody asked for a
    number of (a tolerance, a cost of too high) are left out. With several classes the mean over classes comes first,
    then (without the constant guess) each class against
    all others.
    """
    tables = [build_score_table(study, data, run, part) for part in (MAIN, HALVES, RESUBSTITUTION)]
    main = tables[0]
    keys = [key for key in (*(one.key for one in study.candidates), TRIVIAL) if main.outcomes(key)]
    found = [
        _measure(main, tables[1], tables[2], key, row, output)
        for row in list_measures(study, data)
        for output in range(len(data.outputs))
        for key in keys
    ]
    if len(data.classes) > 2:
        found += [row for key in keys if key != TRIVIAL for row in _measure_classes(main, key)]
    return tuple(found)


def list_measures(study: Study, data: Dataset) -> tuple[Measure, ...]:
    """The measures that have a meaning for this study, the one that decides first."""
    asked = study.question
    without = {"cost"} if len(data.classes) != 2 or asked.cost_ratio == 1.0 else set()
    if asked.tolerance is None:
        without.add("within-tolerance")
    if asked.over_cost == 1.0:
        without.add("asymmetric")
    if data.task is Task.NUMBERS and bool((data.targets == 0).any()):
        without.add("relative")
    rows = [row for row in MEASURES if row.task is data.task and row.key not in without - {asked.measure}]
    return tuple(sorted(rows, key=lambda row: row.key != asked.measure))


def _measure(
    main: ScoreTable, halves: ScoreTable, resubstitution: ScoreTable, key: str, row: Measure, output: int
) -> MeasureRow:
    estimate = estimate_model(main, halves, resubstitution, key, row, output, main.study.scheme.kind.value)
    level = 1 - main.study.alpha / max(1, len(main.study.candidates))
    if has_row_losses(row.key) or estimate.interval is not None:
        return _to_row(estimate, estimate.interval, level)
    if estimate.is_in_sample:
        return _to_row(estimate, None, level)
    found = estimate_by_influence(main, key, row, output, level)
    if isinstance(found, Undefined):
        return _to_row(estimate, None, level, found.reason)
    reason = "upper_end_unknown"
    return MeasureRow(key, row.key, estimate.output, "", estimate.mean, found.low, found.high, level, reason)


def _to_row(estimate: Estimate, interval: Interval | None, level: float, reason: str = "") -> MeasureRow:
    low, high = (None, None) if interval is None else (interval.low, interval.high)
    if not reason and interval is None:
        reason = "undefined_measure" if estimate.mean is None else "no_range"
        reason = "training_rows" if estimate.is_in_sample and estimate.mean is not None else reason
    return MeasureRow(
        estimate.algorithm, estimate.measure, estimate.output, "", estimate.mean, low, high, level, reason
    )


def _measure_classes(main: ScoreTable, key: str) -> Iterator[MeasureRow]:
    level = 1 - main.study.alpha / max(1, len(main.study.candidates))
    for measure in map(find_measure, BY_CLASS):
        for place, name in enumerate(main.data.classes):
            value = _value_of_class(main, key, measure, place)
            found = estimate_by_influence(main, key, measure, 0, level, of_class=place)
            output = main.data.outputs[0]
            if isinstance(found, Undefined):
                yield MeasureRow(key, measure.key, output, name, value, None, None, level, found.reason)
            else:
                yield MeasureRow(key, measure.key, output, name, value, found.low, found.high, level)


def _value_of_class(main: ScoreTable, key: str, measure: Measure, place: int) -> float | None:
    """One class against all others, pooled over the test rows of each repeat and averaged over repeats."""
    values: list[float] = []
    for outcomes in main.repeats(key):
        joined = joined_outcomes(outcomes)
        if joined is None or joined.predicted is None:
            continue
        scores = None if joined.scores is None else joined.scores[:, place]
        rows = (
            (main.data.targets[joined.rows, 0] == place).astype(np.float64),
            (joined.predicted[:, 0] == place).astype(np.float64),
            None if scores is None else np.column_stack([1 - scores, scores]),
        )
        weights = None if main.data.weights is None else main.data.weights[joined.rows]
        found = (
            measure.value(*rows, AGAINST_REST)
            if weights is None
            else compute_weighted_value(measure, *rows, AGAINST_REST, weights)
        )
        values += [] if found is None else [found]
    return float(np.mean(values)) if values else None
