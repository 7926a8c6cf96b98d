"""What the short routes ask of core, without Qt, so that a thread can do it: guess the columns, compare, check."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from core.application.compare_predictions import default_question, judge_imported_predictions, make_predictions_study
from core.application.comparison_history import with_history
from core.application.imported_predictions import ImportedPredictions, PredictionRoles, read_predictions
from core.application.report_card import list_checks
from core.application.study_facts import ROW_ORDER
from core.application.study_files import plan_hash, study_from_json
from core.application.suggest_study import with_measure
from core.domain.check_result import CheckResult
from core.domain.dataset import Column, Dataset, Kind, Table, Task
from core.domain.evidence import Run
from core.domain.findings import Findings
from core.domain.study import Question, QuestionKind, Study
from core.wording.units import unit_of
from gui.ledger import look_up, record

TRUTH_NAMES = ("truth", "true", "actual", "target", "label", "real", "measured", "observed", "y")
VENDOR_NAMES = ("vendor", "supplier", "maker", "claim", "claimed", "claims")
ID_NAMES = ("id", "no", "nr", "number", "serial", "index", "key")
SCORE_NAMES = ("score", "prob", "proba", "risk", "confidence")


MEASURES: Mapping[Task, tuple[str, ...]] = {
    Task.CLASSES: ("error", "balanced-accuracy", "f1", "mcc", "kappa", "precision", "recall", "auc"),
    Task.NUMBERS: ("mae", "rmse", "mse", "r2", "median-error", "p95-error"),
}
"""What may decide a comparison of predictions, the suggested one first; AUC needs the scores of every model.

Log loss and Brier score need probabilities, which imported scores need not be.
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """The question as it stands on the page; `owned` names what the person set, a suggested `margin` is None."""

    kind: QuestionKind
    measure: str
    margin: float | None
    limit: float | None
    owned: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """The rows as the roles read them, and the question that would be asked of them."""

    roles: PredictionRoles
    given: ImportedPredictions
    question: Question
    suffix: str


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """The answer, with what could not be written to the ledger."""

    study: Study
    data: Dataset
    findings: Findings
    plan_hash: str
    notes: tuple[str, ...]
    looked: Looked | None = None
    run: Run = field(default_factory=lambda: Run((), complete=True))
    checks: tuple[CheckResult, ...] = ()


def guess(table: Table) -> PredictionRoles:
    """A start for the person to correct: the truth by its name, models by answers like it, scores by their names.

    Without such a name the truth is the first column that two others answer like.
    """
    names = table.names
    called = [name for name in names if _is_called(name, TRUTH_NAMES)]
    truth = next(iter([*called, *(name for name in names if len(_alike(table, name)) > 1), *names]))
    like = _alike(table, truth)
    models = tuple(name for name in like if not _is_called(name, SCORE_NAMES))[:2]
    scores = {model: name for model in models for name in names if _is_score_of(table.column(name), model, models)}
    used = {truth, *models, *scores.values()}
    row_id = next((name for name in names if name not in used and _is_row_id(table.column(name))), None)
    return PredictionRoles(truth, models, scores, row_id=row_id)


def _is_row_id(column: Column) -> bool:
    """Named like one, and different on every row."""
    if not _is_called(column.name, ID_NAMES) or column.missing.any():
        return False
    values = column.values
    return (
        len(set(values.tolist())) == len(values) if column.kind is Kind.TEXT else len(np.unique(values)) == len(values)
    )


def claimed_first(models: tuple[str, ...]) -> list[str]:
    """The model that a claim is about in front: the one whose name says so, otherwise as they are."""
    return sorted(models, key=lambda name: not _is_called(name, VENDOR_NAMES))


def _alike(table: Table, truth: str) -> list[str]:
    """Columns that could be answers to this one."""
    return [name for name in table.names if name != truth and _answers_like(table.column(name), table.column(truth))]


def _is_called(name: str, words: tuple[str, ...]) -> bool:
    parts = name.lower().replace("_", " ").replace("-", " ").split()
    return any(word in parts for word in words)


def _answers_like(column: Column, truth: Column) -> bool:
    if truth.levels and column.levels:
        known = {level.strip().casefold() for level in truth.levels}
        return bool(known & {level.strip().casefold() for level in column.levels})
    return truth.kind is Kind.NUMBER and column.kind is Kind.NUMBER


def _is_score_of(column: Column, model: str, models: tuple[str, ...]) -> bool:
    if column.kind is not Kind.NUMBER or column.name in models or not _is_called(column.name, SCORE_NAMES):
        return False
    return model.lower().split("_")[0].split(" ")[0] in column.name.lower()


def look(table: Table, roles: PredictionRoles) -> Looked:
    """DataError where these columns cannot be compared."""
    given = read_predictions(table, roles)
    question = default_question(given.data, roles)
    study = make_predictions_study(table, roles, given.data, {}, question)
    short = unit_of(question.measure, study, given.data, given.data.outputs[0]).short
    return Looked(roles, given, question, f" {short}" if short else "")


def plan_of(table: Table, looked: Looked, answers: Mapping[str, str], asked: Asked, title: str) -> Study:
    """The study behind the comparison as it would be locked now; what is not `owned` is called suggested."""
    data, question = looked.given.data, looked.question
    if asked.measure and asked.measure != question.measure:
        question = with_measure(question, asked.measure, data)
        if question.cross_check == "auc" and set(looked.roles.scores) != set(looked.roles.models):
            question = replace(question, cross_check=None)
    margin = question.margin if asked.margin is None else asked.margin
    limit = asked.limit if asked.kind is QuestionKind.GOOD_ENOUGH else None
    question = replace(question, kind=asked.kind, margin=margin, good_enough=limit, limits={})
    study = make_predictions_study(table, looked.roles, data, answers, question, title=title)
    assumed = {*study.assumed, "question.measure", "question.margin", "question.tie_break"} - set(asked.owned)
    told = {key: answer for key, answer in study.answers.items() if key != ROW_ORDER}  # columns of one file
    return replace(study, answers=told, assumed=tuple(sorted(assumed)))


def compare(looked: Looked, study: Study, folder: Path) -> Compared:
    """The answer at the count of the history, which then counts it."""
    data = looked.given.data
    seen = look_up(study, data, folder)
    study = with_history(study, data, seen)
    found = judge_saved(looked, study, ())
    note = record(study, data, plan_hash(study), found.findings, folder)
    return replace(found, notes=(*seen.notes, *((note,) if note else ())))


def judge_saved(looked: Looked, study: Study, notes: tuple[str, ...]) -> Compared:
    """The answer of a locked plan: the same whenever it is asked, because the plan holds the count."""
    data, run = looked.given.data, Run(tuple(looked.given.outcomes.values()), complete=True)
    findings = judge_imported_predictions(looked.given, study)
    checks = list_checks(study, data, run, findings)
    return Compared(study, data, findings, plan_hash(study), notes, looked, run, checks)


def read_plan(plain: object) -> Study | None:
    """The locked plan of a saved comparison; None before the lock."""
    return None if plain is None else study_from_json(plain)
