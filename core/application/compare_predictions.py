"""Compare predictions already made: nothing is trained, the verdict is about these trained models."""

from collections.abc import Mapping
from dataclasses import replace

from core.advice.suggest_plan import suggest_question
from core.application.imported_predictions import ImportedPredictions, PredictionRoles, columns_of
from core.domain.conclusion import Scope
from core.domain.dataset import Dataset, Table, Task
from core.domain.evidence import GIVEN
from core.domain.findings import Findings
from core.domain.problem import Fix, Problem, Severity
from core.domain.study import Candidate, Question, Reply, SchemeChoice, SchemeKind, Study, Tuning, TuningKind
from core.judge.imported import judge_predictions
from core.judge.obstacles import ROW_ORDER as ORDER
from core.judge.obstacles import TRAINED_ON

MOST_SHOWN = 5
ASSUMED = ("question.kind", "baseline")  # nobody says that the first model is in use, or that it is asked about
TITLE = "Predictions compared"


def list_questions(table: Table, roles: PredictionRoles, answers: Mapping[str, str]) -> tuple[Problem, ...]:
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


def make_predictions_study(
    table: Table,
    roles: PredictionRoles,
    data: Dataset,
    answers: Mapping[str, str],
    question: Question | None = None,
    title: str = TITLE,
) -> Study:
    """The study behind the comparison, for the lock, the history and the report; the first model is the baseline."""
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
        baseline=roles.models[0],
        scheme=SchemeChoice(SchemeKind.HOLDOUT, repeats=1, max_repeats=1),
        tuning=Tuning(TuningKind.NONE),
        answers={**unanswered, **answers},
        assumed=ASSUMED,
    )


def default_question(data: Dataset, roles: PredictionRoles) -> Question:
    """Errors for classes, with AUC beside them where all models have scores; the typical miss for numbers."""
    suggested = suggest_question(data).value
    measure = "error" if data.task is Task.CLASSES else "mae"
    scored = set(roles.scores) == set(roles.models)
    check = "rmse" if measure == "mae" else "auc" if scored else None
    margin = 2.0 if measure == "error" else suggested.margin
    return replace(
        suggested, measure=measure, cross_check=check, margin=margin, margins={}, good_enough=None, limits={}
    )


def judge_imported_predictions(given: ImportedPredictions, study: Study) -> Findings:
    """The findings on rows that were read before; `study` may carry earlier comparisons, a margin and a use."""
    return judge_predictions(study, given.data, given.outcomes, Scope.IMPORTED, given.cautions)
