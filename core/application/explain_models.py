"""From verdict to reason: which inputs matter, what each does, where a model is weak, whether more rows would help.

Trainings that the verdict does not need run after the folds: boosting as it comes (check T-03), and the fold models of
the models that matter once more, with the settings they had, asked what their inputs do. They can be stopped at any
time and go on later; each outcome depends on its job alone, so any number of workers gives the same numbers.
"""

import threading
from collections.abc import Iterator, Sequence, Set
from contextlib import closing
from dataclasses import dataclass, replace
from statistics import median

import numpy as np

from core.application.decision_aids import judge_recalibration
from core.domain.dataset import Dataset, Floats, Integers, Task
from core.domain.decision import MapMethod
from core.domain.evidence import EXPLAINED, GIVEN, HALVES, MAIN, ONE_INPUT, STRONG_DEFAULT, FitResult, Job, Run
from core.domain.findings import Findings
from core.domain.model_explanation import ContradictingRow, Importance, InputEffect, MoreRows, Reasons, WeakPlaces
from core.domain.study import Candidate, SchemeKind, Study, Tuning, TuningKind
from core.engine.fit_context import FitJob, InputQuestion
from core.engine.run import Options, run_fit_jobs
from core.insight.check_evidence import CheckEvidence, collect_evidence
from core.insight.coded_checks import find_outlying_rows
from core.insight.effect_grid import build_effect_edges, choose_effect_rows, find_empty_steps
from core.insight.importance import summarize_importance
from core.insight.input_groups import InputGroups, group_inputs
from core.insight.local_effects import accumulate_effect, compare_levels
from core.insight.more_rows_forecast import EXPONENTS, FARTHEST, compute_reach
from core.insight.more_rows_forecast import forecast_more_rows as forecast_losses
from core.insight.noise_floor import find_noise_floor
from core.insight.result_checks import measure_row_errors
from core.insight.training_checks import STRONG_ALGORITHM
from core.insight.weak_places import average_rows, find_weak_groups, find_weak_parts, list_unusual_inputs
from core.judge.row_values import build_row_losses
from core.judge.scores import ScoreTable, build_score_table
from core.schemes import list_parts
from core.statistics.measures import find_measure
from core.statistics.undefined import Undefined
from core.store.study_file import StudyFile

FEWEST_SPLITS = 10


@dataclass(frozen=True, slots=True)
class ExtraProgress:
    """A batch of finished work after the folds; `seconds_left` is None while it is not known."""

    outcomes: tuple[FitResult, ...]
    done: int
    total: int
    seconds_left: float | None


# --- work after the folds ---


def list_explained_models(study: Study, findings: Findings) -> tuple[str, ...]:
    """The baseline, the model to use and the one the headline speaks about, as far as they were trained here."""
    trained = [one.key for one in study.candidates if one.algorithm != GIVEN]
    conclusion = findings.conclusion
    wanted = dict.fromkeys((conclusion.use, conclusion.model, study.baseline))
    return tuple(key for key in wanted if key in trained)


def list_input_groups(study: Study, data: Dataset) -> InputGroups:
    """Groups of inputs that are replaced together: as the plan names them, else by how closely they go together."""
    found = group_inputs(data)
    if not study.input_groups:
        return found
    place_of = {name: place for place, name in enumerate(data.features)}
    named = [tuple(place_of[name] for name in group if name in place_of) for group in study.input_groups]
    named = [group for group in named if group]
    taken = {place for group in named for place in group}
    alone = [(place,) for place in range(len(data.features)) if place not in taken]
    return InputGroups(tuple(sorted((*named, *alone))), found.related)


def list_extra_fits(
    study: Study, data: Dataset, run: Run, findings: Findings, models: Sequence[str] | None = None
) -> tuple[FitJob, ...]:
    """List the trainings after the folds that the plan asks for, or (with `models`) those a person asks for now.

    None for designs without ten splits of folds, and for imported predictions.
    """
    if study.scheme.kind is not SchemeKind.KFOLD or not run.complete or not data.features:
        return ()
    part = next(part for part in list_parts(study, data) if part.name == MAIN)
    splits = tuple(part.splits(data))
    if len(splits) < FEWEST_SPLITS:
        return ()
    found: list[FitJob] = []
    trained = [one for one in study.candidates if one.algorithm != GIVEN]
    if trained and study.strong_default and all(one.algorithm != STRONG_ALGORITHM for one in study.candidates):
        default = Candidate(STRONG_DEFAULT, STRONG_ALGORITHM)
        untuned = Tuning(TuningKind.NONE)
        found += [
            FitJob(
                Job(STRONG_DEFAULT, split.repeat, split.fold, STRONG_DEFAULT), default, split.train, split.test, untuned
            )
            for split in splits
        ]
    if models is None:
        models = list_explained_models(study, findings) if study.importance else ()
    before = {one.job: one for one in run.outcomes if one.job.part == MAIN and one.predicted is not None}
    groups, edges, rows = list_input_groups(study, data).groups, build_effect_edges(data), choose_effect_rows(data)
    for split in splits:
        for key in models:
            outcome = before.get(Job(MAIN, split.repeat, split.fold, key))
            if outcome is None or outcome.predicted is None:
                continue
            question = InputQuestion(outcome.settings, outcome.predicted, groups, edges, rows)
            job = Job(EXPLAINED, split.repeat, split.fold, key)
            candidate = study.candidate(key)
            found.append(FitJob(job, candidate, split.train, split.test, study.tuning, question=question))
    return tuple(found)


def list_explaining_fits(study: Study, data: Dataset, run: Run, findings: Findings, model: str) -> tuple[FitJob, ...]:
    """List the trainings that ask one model what its inputs do, and no other work after the folds."""
    fits = list_extra_fits(study, data, run, findings, (model,))
    return tuple(fit for fit in fits if fit.job.part == EXPLAINED)


def list_one_input_fits(
    study: Study, data: Dataset, run: Run, findings: Findings, beside: Sequence[FitResult]
) -> tuple[Dataset, tuple[FitJob, ...]] | None:
    """The trainings of check I-01: the model to use, on its most important input alone; and the data they work on.

    None where importance was not measured or shows no effect, or there is only one group of inputs.
    """
    model = findings.conclusion.use or findings.conclusion.model or study.baseline
    importance = measure_importance(study, data, run, beside, model)
    strongest = () if importance is None else find_strongest_inputs(importance)
    if not strongest or len(strongest) == len(data.features):
        return None
    inputs = np.zeros_like(data.inputs)  # inputs that never vary are left out by every algorithm
    for place, name in enumerate(data.features):
        if name in strongest:
            inputs[:, place] = data.inputs[:, place]
    part = next(part for part in list_parts(study, data) if part.name == MAIN)
    candidate = study.candidate(model)
    fits = tuple(
        FitJob(Job(ONE_INPUT, split.repeat, split.fold, model), candidate, split.train, split.test, study.tuning)
        for split in part.splits(data)
    )
    return replace(data, inputs=inputs), fits


def find_strongest_inputs(importance: Importance) -> tuple[str, ...]:
    """The group of inputs with the largest share of the loss over all outputs, if any effect is shown."""
    shares: dict[tuple[str, ...], float] = {}
    for row in importance.rows:
        if row.shows_effect:
            shares[row.inputs] = shares.get(row.inputs, 0.0) + row.share
    return max(shares, key=lambda inputs: shares[inputs], default=())


def estimate_extra_seconds(run: Run, fit_jobs: Sequence[FitJob], done: Set[Job] = frozenset()) -> float:
    """Processor seconds these trainings take, by what the fold models took; boosting counts as the slowest of them."""
    seconds: dict[str, list[float]] = {}
    for outcome in run.outcomes:
        if outcome.job.part == MAIN:
            seconds.setdefault(outcome.job.candidate, []).append(outcome.seconds)
    usual = {key: median(values) for key, values in seconds.items()}
    slowest = max(usual.values(), default=0.0)
    return sum(usual.get(job.job.candidate, slowest) for job in fit_jobs if job.job not in done)


def run_extra_work(
    study: Study,
    data: Dataset,
    fit_jobs: Sequence[FitJob],
    stop: threading.Event,
    options: Options,
    file: StudyFile | None = None,
    known: Sequence[FitResult] = (),
) -> Iterator[ExtraProgress]:
    """Carry out what is not done yet, storing outcomes as they come; the last event has all of them counted.

    What is in the file, or among `known`, is not computed again. Stop ends it at once and keeps what was done.
    """
    wanted = {fit_job.job for fit_job in fit_jobs}
    stored = known if file is None else (*known, *file.beside())
    done = {outcome.job for outcome in stored} & wanted
    left = [fit_job for fit_job in fit_jobs if fit_job.job not in done]
    count, total = len(done), len(wanted)
    yield ExtraProgress((), count, total, None if left else 0.0)
    if not left:
        return
    with closing(run_fit_jobs(study, data, left, options, stop)) as batches:
        for batch in batches:
            if file is not None:
                file.append_beside(batch.outcomes)
            count += len(batch.outcomes)
            yield ExtraProgress(batch.outcomes, count, total, batch.seconds_left)


# --- which inputs matter, and what each does ---


def measure_importance(
    study: Study, data: Dataset, run: Run, beside: Sequence[FitResult], model: str
) -> Importance | None:
    """Summarize what was measured in the fold models of one model; None where nothing or too little was."""
    found = _select_explained(beside, model)
    if not found:
        return None
    groups = list_input_groups(study, data).groups
    rises = np.array([outcome.rises for outcome in found if outcome.rises is not None])
    if rises.shape[1] != len(groups):  # measured with other groups of inputs than the plan names now
        return None
    table = build_score_table(study, data, run)
    measure = find_measure(study.question.measure)
    losses = [_average_loss(table, model, measure.key, output) for output in range(len(data.outputs))]
    names = [tuple(data.features[place] for place in group) for group in groups]
    has_groups = study.scheme.grouped and data.group_count > 0
    return summarize_importance(
        rises, names, data.outputs, losses, study.scheme.folds, model, measure.key,
        data.group_count if has_groups else None,
    )  # fmt: skip


def list_importance(
    study: Study, data: Dataset, run: Run, findings: Findings, beside: Sequence[FitResult]
) -> tuple[Importance, ...]:
    """The importance of all models it was measured for: those that matter first, then those asked for."""
    asked = (one.job.candidate for one in beside if one.job.part == EXPLAINED)
    models = dict.fromkeys((*list_explained_models(study, findings), *asked))
    found = (measure_importance(study, data, run, beside, model) for model in models)
    return tuple(one for one in found if one is not None)


def _select_explained(beside: Sequence[FitResult], model: str) -> list[FitResult]:
    return [one for one in beside if one.job.part == EXPLAINED and one.job.candidate == model and one.rises is not None]


def _average_loss(table: ScoreTable, model: str, measure: str, output: int) -> float:
    """The pooled loss; for measures that are to be high, the distance from their highest value."""
    row = find_measure(measure)
    value = table.pooled(model, row, output)
    return 0.0 if value is None else value if row.lower_is_better else row.high - value


def trace_effects(study: Study, data: Dataset, beside: Sequence[FitResult], model: str) -> tuple[InputEffect, ...]:
    """Follow the prediction along every input, response by response; empty where nothing was measured."""
    found = [one.effects for one in _select_explained(beside, model) if one.effects is not None]
    if len(found) < FEWEST_SPLITS:
        return ()
    steps, edges, rows = np.array(found), build_effect_edges(data), choose_effect_rows(data)
    effects: list[InputEffect] = []
    start = 0
    for place, kind in enumerate(data.kinds):
        count = len(edges[place]) if kind.is_coded else max(0, len(edges[place]) - 1)
        if count and not (kind.is_coded and count < 2):
            for number, response in enumerate(list_responses(data)):
                mine = steps[:, start : start + count, number]
                effects.append(
                    _trace_effect(data, place, mine, edges[place], rows, study.scheme.folds, model, response)
                )
        start += count
    return tuple(effects)


def _trace_effect(
    data: Dataset, place: int, steps: Floats, edges: Floats, rows: Integers, folds: int, model: str, response: str
) -> InputEffect:
    column = data.inputs[:, place]
    rug = column[~np.isnan(column)]
    if data.kinds[place].is_coded:
        counts = np.array([float(np.sum(rug == level)) for level in edges])
        effect, low, high = compare_levels(steps, counts, folds)
        levels = tuple(data.levels[place][int(level)] for level in edges)
        return InputEffect(data.features[place], model, response, edges, effect, low, high, (), rug, levels)
    effect, low, high = accumulate_effect(steps, column[rows], edges, folds)
    empty = find_empty_steps(edges)
    return InputEffect(data.features[place], model, response, edges, effect, low, high, empty, rug)


def list_responses(data: Dataset) -> tuple[str, ...]:
    """What effects are effects on: outputs, or classes (of two classes the positive one)."""
    if data.task is Task.NUMBERS:
        return data.outputs
    return (data.classes[data.positive_class],) if len(data.classes) == 2 else data.classes


# --- where it is weak ---


def find_weak_places(study: Study, data: Dataset, run: Run, model: str) -> tuple[WeakPlaces, ...]:
    """The local error of a model along every input and over groups, those with a weak part first."""
    table = build_score_table(study, data, run)
    found: list[WeakPlaces | None] = []
    for output, name in enumerate(data.outputs):
        losses = _read_row_means(table, model, output)
        if losses is None:
            continue
        folds = study.scheme.folds
        found += [find_weak_parts(losses, data, place, model, name, folds) for place in range(len(data.features))]
        found.append(find_weak_groups(losses, data, model, name, folds))
    known = [places for places in found if places is not None]
    return tuple(sorted(known, key=lambda one: -(one.worst.loss / one.overall if one.worst and one.overall else 0.0)))


def _read_row_means(table: ScoreTable, model: str, output: int) -> Floats | None:
    """Mean held-out loss of every row; None where the measure has no losses of rows or some row was not tested."""
    measure = table.study.question.measure
    plain = "error" if table.data.task is Task.CLASSES else "mae"
    rows = build_row_losses(table, model, measure, output) or build_row_losses(table, model, plain, output)
    if rows is None:
        return None
    means = average_rows(rows.losses)
    return means if np.isfinite(means).all() else None


def find_contradicting_rows(study: Study, data: Dataset, run: Run, findings: Findings) -> tuple[ContradictingRow, ...]:
    """Rows that every model misses by far more than its other rows, with what is unusual about them."""
    evidence = collect_evidence(study, data, run, findings)
    found: list[ContradictingRow] = []
    for output, name in enumerate(data.outputs):
        errors = [one for key in evidence.keys if (one := measure_row_errors(evidence, key, output)) is not None]
        outlying = find_outlying_rows(np.vstack(errors)) if errors else Undefined("no-scores")
        if not isinstance(outlying, Undefined):
            found += [_describe_row(evidence, place, output, name) for place in outlying.rows]
    return tuple(found)


def _describe_row(evidence: CheckEvidence, place: int, output: int, name: str) -> ContradictingRow:
    data = evidence.data
    predicted = [
        float(one.predicted[one.rows == place][0, output])
        for one in evidence.context.main.outcomes(evidence.model)
        if one.predicted is not None and np.any(one.rows == place)
    ]
    number = place if data.rows is None else int(data.rows[place])
    usual = float(np.mean(predicted)) if data.task is Task.NUMBERS else float(median(predicted))
    return ContradictingRow(
        number + 1, name, float(data.targets[place, output]), usual, list_unusual_inputs(data, place)
    )


# --- more rows? ---


def forecast_more_rows(
    study: Study, data: Dataset, run: Run, model: str, output: int = 0, target: int | None = None
) -> MoreRows | None:
    """Forecast the loss of a model with more rows (twice as many unless said), from its folds and halves.

    None where the main measure has no losses of rows. Without halves, or beyond twice the rows, `reason` says why
    there is no forecast.
    """
    measure = study.question.measure
    main = build_row_losses(build_score_table(study, data, run), model, measure, output)
    if main is None or not np.isfinite(main.losses).all():
        return None
    rows, name = data.size, data.outputs[output]
    wanted = int(FARTHEST * rows) if target is None else target
    means = average_rows(main.losses)
    halves = build_row_losses(build_score_table(study, data, run, HALVES), model, measure, output)
    now, floor = float(np.mean(means)), _find_floor(study, data, measure, output)
    if halves is None or not np.isfinite(halves.losses).all():
        return MoreRows(model, name, rows, now, now, wanted, floor=floor, reason="no_halves")
    at_half = float(np.mean(halves.losses))
    groups = data.groups if study.scheme.grouped and data.group_count else None
    folds = study.scheme.folds
    found = forecast_losses(means, halves.losses, halves.folds, wanted, folds=folds, groups=groups)
    if isinstance(found, Undefined):
        return MoreRows(model, name, rows, now, at_half, wanted, floor=floor, reason=found.reason)
    gains = [compute_reach(rows, wanted, exponent, folds) * (at_half - now) for exponent in EXPONENTS]
    return MoreRows(
        model=model,
        output=name,
        rows=rows,
        now=now,
        at_half=at_half,
        target=wanted,
        level_low=max(found.level_low, _find_smallest_loss(measure)),
        level_high=found.level_high,
        gain=sum(gains) / len(gains),
        gain_low=found.gain_low,
        gain_high=found.gain_high,
        floor=floor,
    )


def _find_smallest_loss(measure: str) -> float:
    """No model is better than perfect: 0 errors, or minus the highest value of a measure that is to be high."""
    row = find_measure(measure)
    return row.low if row.lower_is_better else -row.high


def _find_floor(study: Study, data: Dataset, measure: str, output: int) -> tuple[float, float, float] | None:
    """The noise floor and the ends of its range."""
    if data.task is not Task.NUMBERS:
        return None
    floor = find_noise_floor(study, data, output, measure)
    return None if isinstance(floor, Undefined) else (floor.value, floor.low, floor.high)


# --- all of it, of the model to use ---


def collect_reasons(study: Study, data: Dataset, run: Run, findings: Findings, beside: Sequence[FitResult]) -> Reasons:
    """What a report says beside the performance: importance of all models measured, the rest of the model to use."""
    model = findings.conclusion.use or findings.conclusion.model or study.baseline
    forecasts = (forecast_more_rows(study, data, run, model, output) for output in range(len(data.outputs)))
    return Reasons(
        list_importance(study, data, run, findings, beside),
        find_weak_places(study, data, run, model),
        find_contradicting_rows(study, data, run, findings),
        tuple(one for one in forecasts if one is not None),
        tuple(one for method in MapMethod if (one := judge_recalibration(study, data, run, model, method))),
    )
