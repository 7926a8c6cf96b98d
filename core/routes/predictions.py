"""Compare predictions already made: nothing is trained, the verdict is about these trained models."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from core.advice.suggest_plan import suggest_question
from core.domain.dataset import Dataset, Table, Task
from core.domain.findings import Findings, Tag, Verdict, VerdictKind
from core.domain.problem import Fix, Problem, Severity
from core.domain.study import Reply, Candidate, Question, SchemeChoice, SchemeKind, Study, Tuning, TuningKind
from core.judge.limits import TRAINED_ON
from core.domain.evidence import GIVEN
from core.wording.model_names import names_of
from core.routes.given_table import Given, PredictionRoles, columns_of, read_given
from core.routes.on_rows import Wording, conclude_on_rows

ORDER = "ORDER"  # are all columns in the same order of rows? asked where there is no row id
MOST_SHOWN = 5
TITLE = "Predictions compared"


def questions(table: Table, roles: PredictionRoles, answers: Mapping[str, str]) -> tuple[Problem, ...]:
    """What must be asked before the verdict and is not answered yet; "not sure" is always allowed."""
    models = " or ".join(f"'{model}'" for model in roles.models)
    found = []
    if TRAINED_ON not in answers:
        found.append(_asked(TRAINED_ON, f"Were any of these rows used to train {models}?", "No", "Yes"))
    if roles.row_id is None and ORDER not in answers:
        shown = f"{'/'.join((roles.truth, *roles.models))}: {first_rows(table, roles)}"
        first = f"No row id: are all columns in the same row order? The first rows of {shown}."
        found.append(_asked(ORDER, first, "No, they are not", "Yes, they are"))
    return tuple(found)


def _asked(key: str, text: str, no: str, yes: str) -> Problem:
    choices = ((no, Reply.NO), (yes, Reply.YES), ("Don't know", Reply.NOT_SURE))
    fixes = tuple(Fix(label, f"answers.{key}", answer.value) for label, answer in choices)
    return Problem(key, Severity.ASKS, text, f"answers.{key}", fixes)


def first_rows(table: Table, roles: PredictionRoles) -> str:
    """ "good/good/faulty, ..." of truth and models, so that a shift by one row can be seen."""
    columns = [table.column(name) for name in (roles.truth, *roles.models)]
    rows = range(min(MOST_SHOWN, table.rows))
    cells = [[c.levels[int(c.values[row])] if c.levels else f"{c.values[row]}" for c in columns] for row in rows]
    return ", ".join("/".join(row) for row in cells)


def predictions_study(
    table: Table,
    roles: PredictionRoles,
    data: Dataset,
    answers: Mapping[str, str],
    question: Question | None = None,
    title: str = TITLE,
) -> Study:
    """The study behind the comparison, for the lock, the ledger and the report; the first model is the reference."""
    asked = question or default_question(data, roles)
    unanswered = {TRAINED_ON: Reply.NOT_SURE.value}
    if roles.row_id is None:
        unanswered[ORDER] = Reply.NOT_SURE.value
    return Study(
        title=title,
        source=table.source,
        columns=columns_of(table, roles),
        question=asked,
        candidates=tuple(Candidate(model, GIVEN, {"column": model}) for model in roles.models),
        reference=roles.models[0],
        scheme=SchemeChoice(SchemeKind.HOLDOUT, repeats=1, max_repeats=1),
        tuning=Tuning(TuningKind.NONE),
        answers={**unanswered, **answers},
    )


def default_question(data: Dataset, roles: PredictionRoles) -> Question:
    """Errors for classes, with AUC beside them where all models have scores; the typical miss for numbers."""
    suggested = suggest_question(data).value
    measure = "error" if data.task is Task.CLASSES else "mae"
    scored = set(roles.scores) == set(roles.models)
    check = "rmse" if measure == "mae" else "auc" if scored else None
    margin = 2.0 if measure == "error" else suggested.margin
    return replace(suggested, measure=measure, cross_check=check, margin=margin, margins={}, good_enough=None)


def compare_predictions(
    table: Table,
    roles: PredictionRoles,
    answers: Mapping[str, str],
    random: np.random.Generator,
    question: Question | None = None,
) -> Findings:
    """All in one: read, judge, word."""
    given = read_given(table, roles)
    return compare_given(given, predictions_study(table, roles, given.data, answers, question), random)


def compare_given(given: Given, study: Study, random: np.random.Generator) -> Findings:
    """The findings on rows that were read before; `study` may carry looks, a margin and a use of the person's own."""
    count = "two" if len(given.outcomes) == 2 else str(len(given.outcomes))
    wording = Wording(f"for these {count} trained models", "Use {first} as it is")
    names = names_of(study, given.data)
    found = conclude_on_rows(study, given.data, given.outcomes, names, wording, random)
    found = replace(found, cautions=(*given.cautions, *found.cautions))
    if study.answers.get(ORDER) != Reply.NO.value:
        return found
    blocked = tuple(_not_in_order(verdict) for verdict in found.verdicts)
    return replace(found, verdict=_not_in_order(found.verdict), verdicts=blocked)


def _not_in_order(verdict: Verdict) -> Verdict:
    return replace(
        verdict,
        outcome=VerdictKind.BLOCKED,
        tag=Tag.BLOCKED,
        modifiers=(),
        headline="No verdict: the columns are not in the same row order.",
        body="A prediction can only be judged beside the truth of its own row.",
        action="Bring the columns together by a row id, and name that column here.",
        interval=None,
    )
