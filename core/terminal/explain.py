"""`explain FILE.evenfold`: which inputs matter, where the model is weak, whether more rows would help, report card."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import fill

from core.application.decision_aids import judge_recalibration, promise_threshold
from core.application.exit_codes import STOPPED
from core.application.explain_models import (
    find_contradicting_rows,
    find_weak_places,
    forecast_more_rows,
    list_explained_models,
    list_extra_fits,
    list_one_input_fits,
    measure_importance,
    run_extra_work,
    trace_effects,
)
from core.application.measured_sizes import list_smaller_fits, measure_sizes
from core.application.pairs_of_inputs import list_pair_fits, trace_joint_effects
from core.application.report_card import find_check, list_checks
from core.domain.check_result import CheckResult
from core.domain.dataset import Dataset
from core.domain.decision import MapMethod
from core.domain.evidence import FitResult, Run
from core.domain.findings import Findings
from core.domain.model_explanation import Importance
from core.domain.study import Study
from core.engine.fit_context import FitJob
from core.engine.run import Options
from core.report.plain import as_json
from core.store.codec import to_json
from core.store.study_file import StudyFile
from core.support.errors import StudyError
from core.support.stop_signals import handle_stop_signals
from core.terminal.progress import Progress
from core.terminal.terminal_output import OUTPUT, write_text
from core.verification.stored_findings import load_run
from core.wording.check_text import LEVEL_WORDS, summarize_checks, word_check, word_check_action
from core.wording.decision_text import word_recalibration, word_threshold_promise
from core.wording.insight_text import (
    word_contradicting_row,
    word_importance,
    word_joint_effect,
    word_measured_sizes,
    word_more_rows,
    word_rise,
    word_weak_place,
)
from core.wording.measure_text import word_measure
from core.wording.model_names import name_models

WIDTH = 100
MOST_INPUTS = 12
MOST_PLACES = 5
NOTHING_TOGETHER = "Nothing is seen beyond what each does alone in {count} of {all} pairs. Seen here, not tested."
NOT_MEASURED = "What the inputs do was not measured: {why}."


def explain(
    path: Path,
    models: Sequence[str],
    options: Options,
    out: Path | None,
    at_most: float | None = None,
    one_input: bool = False,
    sizes: bool = False,
    pairs: bool = False,
) -> int:
    """Carry out what is missing of the work after the folds, then say what it shows; Ctrl+C keeps what was done."""
    with StudyFile.open(path) as file:
        study, data, (run, findings) = file.study, file.data, load_run(file)
        _check_models(study, models)
        fit_jobs = list_extra_fits(study, data, run, findings, models or None)
        stopped = False
        if not file.read_only:
            stopped = _carry_out(study, data, fit_jobs, options, file)
            alone = list_one_input_fits(study, data, run, findings, file.beside()) if one_input else None
            if alone is not None and not stopped:
                stopped = _carry_out(study, *alone, options, file)
            wanted = tuple(models) or list_explained_models(study, findings)[:1]
            if sizes and not stopped:
                stopped = _carry_out(study, data, list_smaller_fits(study, data, run, wanted), options, file)
            for model in wanted if pairs else ():
                if not stopped:
                    fits = list_pair_fits(study, data, run, findings, file.beside(), model)
                    stopped = _carry_out(study, data, fits, options, file)
        beside = file.beside()
    if stopped:
        print(f"Stopped. What was done is kept in {path}; the same command goes on.")
        return STOPPED
    shown = tuple(models) or list_explained_models(study, findings)[:1]
    checks = list_checks(study, data, run, findings, beside)
    if out is not None:
        write_text(out, as_json(_list_facts(study, data, run, findings, beside, shown, checks, at_most)))
    if out != OUTPUT:
        for text in _list_texts(study, data, run, findings, beside, shown):
            print("\n".join(fill(line, WIDTH, subsequent_indent="  ") for line in text.splitlines()))
        for text in _list_decision_texts(study, data, run, shown, at_most):
            print("\n".join(fill(line, WIDTH, subsequent_indent="  ") for line in text.splitlines()))
        print("\n" + "\n".join(list_check_lines(study, data, checks)))
    return 0


def _check_models(study: Study, models: Sequence[str]) -> None:
    keys = [candidate.key for candidate in study.candidates]
    for model in models:
        if model not in keys:
            raise StudyError(f"There is no model {model!r} in this study.", f"Name one of: {', '.join(keys)}.")


def _carry_out(study: Study, data: Dataset, fit_jobs: Sequence[FitJob], options: Options, file: StudyFile) -> bool:
    """Whether it was stopped before its end."""
    stop, progress = threading.Event(), Progress()
    done = total = 0
    try:
        with handle_stop_signals(stop.set):
            for event in run_extra_work(study, data, fit_jobs, stop, options, file):
                done, total = event.done, event.total
                if event.outcomes:
                    progress.show(done, total, event.seconds_left)
    finally:
        progress.finish()
    return done < total


def _list_texts(
    study: Study, data: Dataset, run: Run, findings: Findings, beside: Sequence[FitResult], models: Sequence[str]
) -> Iterator[str]:
    for model in models:
        importance = measure_importance(study, data, run, beside, model)
        yield f"\nWhat matters: {name_models(study)[model]}"
        if importance is None:
            yield NOT_MEASURED.format(why="the design has no ten splits, or the predictions were imported")
        else:
            yield from _list_importance(study, data, importance)
        joint = trace_joint_effects(study, data, run, beside, model)
        if joint:
            seen = [one for one in joint if one.strongest.is_seen]
            yield "\nTwo inputs together"
            yield from (word_joint_effect(one).text for one in seen)
            if len(seen) < len(joint):
                yield NOTHING_TOGETHER.format(count=len(joint) - len(seen), all=len(joint))
        weak = [
            text
            for places in find_weak_places(study, data, run, model)
            if (text := word_weak_place(study, data, places))
        ]
        if weak:
            yield "\nWhere it is weak"
            yield from (sentence.text for sentence in weak[:MOST_PLACES])
        forecasts = [forecast_more_rows(study, data, run, model, output) for output in range(len(data.outputs))]
        known = [found for found in forecasts if found is not None]
        if known:
            yield "\nMore rows?"
            yield from dict.fromkeys(word_more_rows(study, data, found).text for found in known)
        for place, forecast in enumerate(forecasts):
            measured = measure_sizes(study, data, run, beside, model, place)
            if forecast is not None and measured:
                yield word_measured_sizes(study, data, forecast, measured).text
    rows = find_contradicting_rows(study, data, run, findings)
    if rows:
        yield "\nRows that contradict all models"
        yield from (word_contradicting_row(data, row).text for row in rows[:MOST_PLACES])


def _list_decision_texts(
    study: Study, data: Dataset, run: Run, models: Sequence[str], at_most: float | None
) -> Iterator[str]:
    """Two classes only: the threshold for a promise that was asked for, and whether recalibration helps."""
    for model in models:
        promise = None if at_most is None else promise_threshold(study, data, run, model, at_most / 100)
        judged = [judge_recalibration(study, data, run, model, method) for method in MapMethod]
        known = [one for one in judged if one is not None]
        if promise is not None or known:
            yield "\nDecisions"
        if promise is not None:
            yield word_threshold_promise(study, data, promise).text
        yield from (word_recalibration(study, one).text for one in known)


def _list_importance(study: Study, data: Dataset, importance: Importance) -> Iterator[str]:
    for output in data.outputs:
        rows = importance.of_output(output)
        if not rows:
            continue
        yield word_importance(study, data, importance, output).text
        text = word_measure(importance.measure, study, data, output if len(data.outputs) > 1 else "")
        for row in rows[:MOST_INPUTS]:
            effect = "" if row.shows_effect else "  no effect shown"
            yield f"{row.rank:>4}  {' + '.join(row.inputs)}: {word_rise(text, row).text}{effect}"


def list_check_lines(study: Study, data: Dataset, checks: Sequence[CheckResult], short: bool = False) -> list[str]:
    """The summary and one line for each check; short: only for those that ring."""
    lines = [summarize_checks(tuple(checks))]
    for result in checks:
        if short and not result.rings:
            continue
        action = word_check_action(result)
        said = f"{word_check(study, data, result).text} {action}".strip()
        head = f"{result.code}  {LEVEL_WORDS[result.level]:<14} {find_check(result.code).title}: "
        lines.append(fill(head + said, WIDTH, subsequent_indent=" " * 6))
    return lines


def _list_facts(
    study: Study,
    data: Dataset,
    run: Run,
    findings: Findings,
    beside: Sequence[FitResult],
    models: Sequence[str],
    checks: Sequence[CheckResult],
    at_most: float | None,
) -> dict[str, object]:
    """Everything found, as JSON; losses and rises in the measure's own unit."""
    importance = [measure_importance(study, data, run, beside, model) for model in models]
    effects = [effect for model in models for effect in trace_effects(study, data, beside, model)]
    outputs = range(len(data.outputs))
    return {
        "importance": [to_json(one) for one in importance if one is not None],
        "effects": [
            {
                "input": one.input,
                "model": one.model,
                "response": one.response,
                "places": one.places.tolist(),
                "effect": one.effect.tolist(),
                "low": one.low.tolist(),
                "high": one.high.tolist(),
                "levels": list(one.levels),
            }
            for one in effects
        ],
        "joint_effects": [
            {"inputs": one.inputs, "model": one.model, "response": one.response, "cells": to_json(one.cells)}
            for model in models
            for one in trace_joint_effects(study, data, run, beside, model)
        ],
        "weak_places": [to_json(one) for model in models for one in find_weak_places(study, data, run, model)],
        "contradicting_rows": [to_json(one) for one in find_contradicting_rows(study, data, run, findings)],
        "more_rows": [
            to_json(forecast_more_rows(study, data, run, model, place)) for model in models for place in outputs
        ],
        "recalibrations": [
            to_json(judged)
            for model in models
            for method in MapMethod
            if (judged := judge_recalibration(study, data, run, model, method))
        ],
        "threshold_promises": [
            to_json(promise)
            for model in models
            if at_most is not None and (promise := promise_threshold(study, data, run, model, at_most / 100))
        ],
        "measured_sizes": [
            {"model": model, "output": data.outputs[place], "sizes": to_json(found)}
            for model in models
            for place in outputs
            if (found := measure_sizes(study, data, run, beside, model, place))
        ],
        "checks": [
            {**to_json(one), "title": find_check(one.code).title, "text": word_check(study, data, one).text}
            for one in checks
        ],
    }
