"""A final model used on a new file: predictions, their ranges, where each row lies, and whether the file differs."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats, Integers, Table, Task
from core.domain.prediction import LEVELS, ClassLimit, CoverageCheck, Drift, ErrorLimit, Place, Predictions
from core.prediction.build import ModelForUse
from core.prediction.domain_of_use import place_rows
from core.prediction.error_limits import flag_possible_classes
from core.prediction.fit_final import predict_inputs
from core.prediction.inputs import PROBES, Flags, Inputs, make_probe_rows, read_inputs
from core.prediction.known_values import read_known_values
from core.prediction.population_drift import DriftTest, find_drift
from core.prediction.record import FinalModel
from core.prediction.row_distance import Nearest, WhitenedDistances, compute_column_scale, make_near_distances
from core.prediction.tested_rows import NEIGHBORS_FOR_ERROR, TestedRows, count_neighbors
from core.statistics.class_measures import decided_positive
from core.statistics.measure import Context
from core.statistics.share_intervals import wilson
from core.statistics.undefined import Undefined
from core.support.errors import StudyError
from core.wording.prediction_text import MIXED_GROUPS, REFUSED, WITHOUT_ROWS, word_percent, word_rank

TIMED_ROWS = 1_000
CLOSE = 1e-9  # relative: what processors of other kinds may differ by
NEAREST_SHOWN = 3
MOVED = 0.2  # shift of a median, in scales, or change of a share from which a column is named as different
OTHER_MODEL = "On this computer the model predicts slightly otherwise ({apart} of {count} probe rows differ)"


@dataclass(frozen=True, slots=True, eq=False)
class _Domain:
    """Where the new rows lie: places and ranks, distances and nearest tested rows; local error sizes by output."""

    places: tuple[Place | None, ...]
    remarks: tuple[str, ...]
    around: Floats
    nearest: Integers
    is_copy: Flags
    sizes: Floats


def predict_table(model: ModelForUse, table: Table, level: float) -> Predictions:
    """Predict every row of a file; refuse one without the inputs, and levels that nothing was computed for."""
    record = model.model
    if level not in LEVELS:
        allowed = ", ".join(word_percent(one) for one in LEVELS)
        raise StudyError(f"There are no ranges of {word_percent(level)}.", hint=f"Choose one of: {allowed}.")
    inputs = read_inputs(record.inputs, record.outputs, table)
    raw, scores, notes = _ask_model(model, inputs.values)
    values = _apply_threshold(model, raw, scores)
    every: tuple[ErrorLimit | ClassLimit, ...] = (*record.error_limits, *record.class_limits)
    limits = tuple(limit for limit in every if limit.level == level)
    domain = _place(model, inputs, any(isinstance(limit, ErrorLimit) and limit.scaled for limit in limits))
    is_given = np.array([place is not Place.OUTSIDE for place in domain.places], dtype=np.bool_)
    low, high = _compute_ranges(record, values, domain, limits, is_given)
    possible = _compute_sets(record, scores, limits, is_given)
    return Predictions(
        outputs=record.outputs,
        units=record.units,
        classes=record.classes,
        level=level,
        values=values,
        low=low,
        high=high,
        scores=_recalibrate(record, scores),
        possible=possible,
        places=domain.places,
        distances=domain.around,
        expected_errors=_expect_errors(record, domain),
        nearest=domain.nearest,
        is_copy=domain.is_copy,
        remarks=tuple("; ".join(filter(None, pair)) for pair in zip(inputs.remarks, domain.remarks, strict=True)),
        limits=limits,
        checks=tuple(_check(record, table, values, low, high, possible, domain.is_copy)),
        drift=_find_drift(model, inputs),
        notes=(*notes, *inputs.notes, *_list_notes(model)),
        table=table,
    )


def estimate_seconds(model: ModelForUse, rows: int, clock: Callable[[], float] = time.perf_counter) -> float:
    """How long the model takes for so many rows on this computer, from the time of some probe rows."""
    some = np.tile(make_probe_rows(model.model.inputs), (TIMED_ROWS // PROBES, 1))
    predict_inputs(model.learner, some[:1])  # what is loaded or prepared once does not grow with the rows
    began = clock()
    predict_inputs(model.learner, some)
    return (clock() - began) * rows / len(some)


def _ask_model(model: ModelForUse, inputs: Floats) -> tuple[Floats, Floats | None, tuple[str, ...]]:
    """Predictions, scores, and a note where this computer's model is not the one that was saved."""
    record = model.model
    probes = predict_inputs(model.learner, make_probe_rows(record.inputs))
    made = predict_inputs(model.learner, inputs)
    return made.predicted, made.scores, tuple(_compare_answers(record, probes.predicted))


def _compare_answers(record: FinalModel, said: Floats) -> Iterator[str]:
    """Whether this is the model that was saved: a recipe, or another processor, may give another one."""
    wanted = np.array(record.answers, dtype=np.float64)
    apart = len(said)
    if wanted.shape == said.shape:
        apart = int((~np.isclose(said, wanted, rtol=CLOSE, atol=1e-12).all(axis=1)).sum())
    if apart:
        there = ", ".join(f"{name} {number}" for name, number in record.versions.items())
        yield f"{OTHER_MODEL.format(apart=apart, count=len(said))}. It was saved with {there}."


def _apply_threshold(model: ModelForUse, predicted: Floats, scores: Floats | None) -> Floats:
    """Under costs the threshold of the study decides, as it did when the model was judged."""
    record, asked = model.model, model.model.study.question
    if asked.measure != "cost" or len(record.classes) != 2:
        return predicted
    context = Context(2, record.positive, asked.cost_ratio, asked.tolerance, asked.over_cost)
    positive = decided_positive(predicted[:, 0], scores, context)
    return np.where(positive, context.positive, 1 - context.positive).astype(np.float64).reshape(-1, 1)


def _recalibrate(record: FinalModel, scores: Floats | None) -> Floats | None:
    if record.score_map is None or scores is None or len(record.classes) != 2:
        return scores
    positive = record.score_map.apply(scores[:, record.positive])
    mapped = np.empty_like(scores)
    mapped[:, record.positive], mapped[:, 1 - record.positive] = positive, 1 - positive
    return mapped


def _place(model: ModelForUse, inputs: Inputs, is_local: bool) -> _Domain:
    """`is_local`: some range follows the local size of errors, so that this is needed too."""
    record, known, rows = model.model, model.tested, len(inputs.values)
    by_column = [_place_by_column(far, beyond) for far, beyond in zip(inputs.far, inputs.beyond, strict=True)]
    if known is None or not len(known.tested):
        nothing = np.full((rows, 0), np.nan)
        said = tuple(place if known is None and not record.refused else None for place in by_column)
        blank = np.full(rows, np.nan), np.zeros((rows, 0), dtype=np.int64), np.zeros(rows, dtype=np.bool_)
        return _Domain(said, ("",) * rows, *blank, nothing)
    is_category = np.array([column.kind.is_coded for column in record.inputs], dtype=np.bool_)
    at = known.tested
    shares_search = len(at) == len(known.inputs)  # every row was tested, so that one search serves both
    wanted = max(NEIGHBORS_FOR_ERROR, count_neighbors(len(at)) if is_local and shares_search else 0)
    near = make_near_distances(known.inputs, is_category).find_nearest(inputs.coded, wanted)
    white = WhitenedDistances(known.inputs, is_category).find_nearest(inputs.coded, 1)
    groups = None if known.groups is None else known.groups[at]
    found = place_rows(known.near[at], known.white[at], near.distances[:, 0], white.distances[:, 0], groups)
    places: tuple[Place | None, ...] = (None,) * rows
    remarks = ("",) * rows
    if not isinstance(found, Undefined):
        units = len(at) if groups is None else len(np.unique(groups))
        counted = "rows" if groups is None or not record.group_name else "groups"
        places = tuple(max(pair, key=_ORDER.index) for pair in zip(found.places, by_column, strict=True))
        as_far = np.rint(found.p * (units + 1) - 1).astype(np.int64).tolist()
        remarks = tuple(
            "" if place is Place.INSIDE else word_rank(units, far, counted)
            for place, far in zip(found.places, as_far, strict=True)
        )
    return _Domain(
        places,
        remarks,
        near.distances[:, :NEIGHBORS_FOR_ERROR].mean(axis=1),
        known.numbers[near.positions[:, :NEAREST_SHOWN]],
        near.distances[:, 0] <= 0,
        _find_local_sizes(known, is_category, inputs.coded, near if shares_search else None)
        if is_local
        else np.full((rows, 0), np.nan),
    )


_ORDER = (Place.INSIDE, Place.EDGE, Place.OUTSIDE)


def _place_by_column(is_far: bool, is_beyond: bool) -> Place:
    return Place.OUTSIDE if is_far else Place.EDGE if is_beyond else Place.INSIDE


def _find_local_sizes(known: TestedRows, is_category: Flags, new: Floats, near: Nearest | None) -> Floats:
    """Mean held-out error of the nearest tested rows, rows x outputs; `near`: they were found before."""
    at = known.tested
    count = count_neighbors(len(at))
    if near is None:
        near = make_near_distances(known.inputs[at], is_category).find_nearest(new, count)
    return np.asarray(known.errors[at][near.positions[:, :count]].mean(axis=1))


def _compute_ranges(
    record: FinalModel,
    values: Floats,
    domain: _Domain,
    limits: tuple[ErrorLimit | ClassLimit, ...],
    is_given: Flags,
) -> tuple[Floats | None, Floats | None]:
    if record.task is Task.CLASSES:
        return None, None
    half = np.full(values.shape, np.nan)
    for limit in limits:
        if isinstance(limit, ErrorLimit) and limit.limit is not None:
            place = record.outputs.index(limit.output)
            is_local = limit.scaled is not None and domain.sizes.shape[1] > 0
            half[:, place] = limit.scaled * domain.sizes[:, place] if is_local and limit.scaled else limit.limit
    half[~is_given] = np.nan
    return values - half, values + half


def _compute_sets(
    record: FinalModel, scores: Floats | None, limits: tuple[ErrorLimit | ClassLimit, ...], is_given: Flags
) -> Flags | None:
    by_name = {limit.name: limit.limit for limit in limits if isinstance(limit, ClassLimit)}
    if scores is None or not by_name:
        return None
    found = flag_possible_classes(scores, [by_name.get(name) for name in record.classes])
    found[~is_given] = False
    return found


def _expect_errors(record: FinalModel, domain: _Domain) -> Floats:
    """Mean error of the tested rows at the distance of each new row; NaN where none was tested so far out."""
    expected = np.full((len(domain.around), len(record.outputs)), np.nan)
    for place, steps in enumerate(record.by_distance):
        if steps is not None:
            ends = np.array([step.distance for step in steps.steps])
            means = np.array([*(step.mean for step in steps.steps), np.nan])
            expected[:, place] = means[np.searchsorted(ends, domain.around)]
    return expected


def _check(
    record: FinalModel,
    table: Table,
    values: Floats,
    low: Floats | None,
    high: Floats | None,
    possible: Flags | None,
    is_copy: Flags,
) -> Iterator[CoverageCheck]:
    """Count new rows with known values inside their ranges; copies of rows of the study prove nothing."""
    for place, output in enumerate(record.outputs):
        actual = read_known_values(record, output, table)
        if actual is None:
            continue
        if low is not None and high is not None:
            counts = np.isfinite(actual) & np.isfinite(low[:, place]) & ~is_copy
            hits = (actual >= low[:, place]) & (actual <= high[:, place])
        elif possible is not None:
            counts = np.isfinite(actual) & possible.any(axis=1) & ~is_copy
            hits = possible[np.arange(len(actual)), np.where(np.isfinite(actual), actual, 0).astype(np.int64)]
        else:
            continue
        rows, inside = int(counts.sum()), int((hits & counts).sum())
        share = wilson(inside, rows, 0.95)
        if not isinstance(share, Undefined):
            yield CoverageCheck(output, rows, inside, share.low, share.high)


def _find_drift(model: ModelForUse, inputs: Inputs) -> Drift:
    if model.tested is None:
        return Drift(None, None, "no_rows")
    is_category = np.array([column.kind.is_coded for column in model.model.inputs], dtype=np.bool_)
    found = find_drift(model.tested.inputs, inputs.coded, is_category)
    if not isinstance(found, DriftTest):
        return Drift(None, None, found.reason)
    moved = [
        (column.name, shift)
        for place, column in enumerate(model.model.inputs)
        if abs(shift := _measure_shift(model.tested.inputs[:, place], inputs.coded[:, place], column.kind.is_coded))
        >= MOVED
    ]
    return Drift(found.auc, found.p, columns=tuple(sorted(moved, key=lambda pair: -abs(pair[1]))))


def _measure_shift(old: Floats, new: Floats, is_category: bool) -> float:
    """Shift of the median in scales of the column; 0 for categories, which have no higher and lower."""
    old, new = old[np.isfinite(old)], new[np.isfinite(new)]
    scale = 0.0 if is_category else compute_column_scale(old)
    if not scale or not new.size:
        return 0.0
    return float((np.median(new) - np.median(old)) / scale)


def _list_notes(model: ModelForUse) -> Iterator[str]:
    record = model.model
    if record.refused in REFUSED:
        yield REFUSED[record.refused]
    if record.mixes_groups:
        yield MIXED_GROUPS
    if model.tested is None and not record.refused:
        yield WITHOUT_ROWS
