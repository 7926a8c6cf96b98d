"""Sentences of the wizard that are put together from the study: no numbers are computed here, only said."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from html import escape

from core.application.comparison_history import ComparisonCount
from core.application.describe_models import chooses_settings, find_algorithm
from core.application.prepare_data import SUGGESTED
from core.application.study_facts import count_comparisons
from core.domain.dataset import Column, Dataset
from core.domain.events import Progressed
from core.domain.evidence import HALVES
from core.domain.problem import Severity
from core.domain.study import REASON, SchemeKind, Study
from core.figures.live import latest_fold
from core.support.text import pluralize
from core.wording.sentence import Sentence
from gui import strings
from gui.strings import data as data_strings
from gui.wizard.state import MOMENT, State

MOST_NAMES = 4
WORTH_TELLING = 1.0  # seconds of a training


def save_words(state: State) -> str:
    """Whether the study is where the person finds it; while it runs, since when."""
    if state.data is None:
        return ""
    if not state.locked:
        return strings.NOT_SAVED
    if state.save_problem:
        return strings.SAVE_FAILED.format(reason=state.save_problem)
    if state.running and state.saved_at:
        return strings.SAVED_AT.format(time=state.saved_at)
    return strings.ALL_SAVED


def lead_of_table(state: State) -> str:
    """The table in one line: name, rows, inputs, what is predicted."""
    table, data = state.table, state.data
    if table is None:
        return ""
    if data is None:
        return data_strings.LEAD_NONE.format(name=table.name, rows=table.rows)
    told = data_strings.LEAD.format(
        name=table.name,
        rows=table.rows,
        inputs=pluralize(len(data.features), strings.DATA_INPUT),
        targets=_few(data.outputs),
    )
    kind = table.column(data.outputs[0]).kind.value if data.outputs[0] in table.names else ""
    known = data_strings.KINDS_OF_TARGET.get("names" if data.classes and kind != "yes/no" else kind, "")
    return told + (data_strings.LEAD_KIND.format(kind=known) if known and len(data.outputs) == 1 else "")


def _few(names: tuple[str, ...]) -> str:
    """The first names, and how many more there are."""
    shown = ", ".join(names[:MOST_NAMES])
    return shown if len(names) <= MOST_NAMES else strings.DATA_MORE.format(names=shown, count=len(names) - MOST_NAMES)


def reading_words(reading: Mapping[str, object]) -> list[str]:
    titles = (
        ("separator", strings.READING_SEPARATORS),
        ("decimal", strings.READING_DECIMALS),
        ("encoding", strings.READING_ENCODINGS),
    )
    return [names.get(str(reading[key]), str(reading[key])) for key, names in titles if key in reading]


def column_note(state: State, column: Column) -> tuple[str, bool]:
    """What is said below a column: stray cells, what screening found, why its role is suggested; whether to look at it.

    What is missing is told with what becomes of it.
    """
    if column.strays:
        shown = ", ".join(dict.fromkeys(f"“{text}”" for _, text in column.strays[:20]))
        cells = pluralize(len(column.strays), strings.DATA_CELL, strings.DATA_CELLS)
        numbers = len(column.values) - int(column.missing.sum())
        return data_strings.STRAYS.format(numbers=numbers, cells=cells, shown=shown), True
    for problem in state.form.screened or ():
        if problem.place == f"columns.{column.name}":
            text = re.sub(r"\*([^*\s][^*]*)\*", r"\1", problem.text)  # emphasis, which plain text cannot show
            return text, problem.severity is not Severity.NOTE
    parts = []
    reason, targets = state.found.get(column.name, ""), state.study.columns.target
    if reason and (column.name in targets or not reason.startswith(SUGGESTED)):
        parts.append(reason)
    missing = int(column.missing.sum())
    if missing:
        parts += [data_strings.MISSING_COUNT.format(count=missing), data_strings.MISSING_FILLED]
    return " ".join(parts), False


def clock_time(moment: str) -> str:
    """A moment without its date if that is today's."""
    today = datetime.now().astimezone().strftime(MOMENT.partition(",")[0])
    return moment.removeprefix(f"{today}, ")


def short_time(seconds: float) -> str:
    """A time in a table: two units at most, never more exact than it can be."""
    if seconds < 50:
        return strings.review.SHORT_SECONDS.format(seconds=max(1, round(seconds)))
    minutes = round(seconds / 60)
    if minutes < 60:
        return strings.review.DURATION_MINUTES.format(minutes=max(1, minutes))
    hours, rest = divmod(round(minutes, -1), 60)
    return strings.review.DURATION_HOURS.format(hours=hours) + (f" {rest} min" if rest else "")


def sentence_html(question: Sentence) -> str:
    parts = [f"<b>{escape(span.text)}</b>" if span.is_strong else escape(span.text) for span in question.spans]
    return "".join(parts)


def bar_words(alpha: float, count: int, worked_out: bool = False) -> str:
    """The bar a claim must pass when so many comparisons are counted."""
    if count == 1:
        return f"{alpha:g}"
    return f"{alpha:g} ÷ {count}" + (f" = {alpha / count:.3g}" if worked_out else "")


def looks_in(state: State, data: Dataset) -> ComparisonCount:
    """Where the looks of a study come from; what was found in the ledger is part of a locked study's own count."""
    study = state.study
    elsewhere = study.earlier_comparisons if study.comparisons_elsewhere is None else study.comparisons_elsewhere
    reason = study.answers.get(REASON, "").strip()
    known = state.seen.count if state.seen is not None else study.earlier_comparisons - elsewhere
    new = count_comparisons(replace(study, earlier_comparisons=0), data)
    return ComparisonCount(known, elsewhere, new, reason)


def titles_of(study: Study) -> dict[str, str]:
    """Candidate key -> title; two of one algorithm are told apart by their keys."""
    uses = [candidate.algorithm for candidate in study.candidates]
    titles = {candidate.key: find_algorithm(candidate.algorithm).title for candidate in study.candidates}
    return {
        candidate.key: titles[candidate.key] + (f" ({candidate.key})" if uses.count(candidate.algorithm) > 1 else "")
        for candidate in study.candidates
    }


def progress_words(study: Study, event: Progressed, folds: int) -> tuple[str, str] | None:
    """What is being done, and more about it; None where that cannot be told from what came in."""
    job = latest_fold(event.outcomes)
    if event.done >= event.total:
        return strings.run.JUDGING, strings.run.JUDGING_WHY
    if job is not None:
        return where_words(study, job.repeat, job.fold, folds)
    if not event.outcomes:
        return None
    in_halves = any(outcome.job.part == HALVES for outcome in event.outcomes)
    return (strings.run.HALVES, strings.run.HALVES_WHY) if in_halves else (strings.run.EXTRA, "")


def slower_words(key: str, seconds: float, names: Mapping[str, str]) -> str:
    """That it takes longer than expected, and whose trainings take so long where it is worth telling."""
    if seconds < WORTH_TELLING or key not in names:
        return strings.run.SLOWER
    return strings.run.SLOWER_WHO.format(who=names[key], seconds=seconds)


def where_words(study: Study, repeat: int, fold: int, total: int) -> tuple[str, str]:
    """Which test fold came in last, and that nothing of it was used before."""
    tuning = strings.run.TUNING.get(study.tuning.kind.value, "") if chooses_settings(study) else ""
    if study.scheme.kind is not SchemeKind.KFOLD:
        return strings.run.WHERE_SPLIT.format(number=repeat + fold + 1, count=total), tuning
    folds = study.scheme.folds
    told = strings.run.WHERE.format(repeat=repeat + 1, repeats=max(1, total // folds), fold=fold + 1, folds=folds)
    return told, tuning
