"""What the short routes ask of core, without Qt, so that a thread can do it: guess the columns, compare, check."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from core.application.compare_predictions import default_question, judge_imported_predictions, make_predictions_study
from core.application.comparison_history import with_history
from core.application.imported_predictions import ImportedPredictions, PredictionRoles, read_predictions
from core.domain.dataset import Column, Dataset, Kind, Table
from core.domain.findings import Findings
from core.domain.study import Question, Study
from core.store.plan_record import plan_hash
from core.wording.units import unit_of
from gui.ledger import look_up, record

TRUTH_NAMES = ("truth", "true", "actual", "target", "label", "real", "measured", "observed", "y")
VENDOR_NAMES = ("vendor", "supplier", "maker", "claim", "claimed", "claims")
SCORE_NAMES = ("score", "prob", "proba", "risk", "confidence")


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
    return PredictionRoles(truth, models, scores)


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


def compare(table: Table, looked: Looked, answers: Mapping[str, str], margin: float, folder: Path) -> Compared:
    """The verdict at the bar of the ledger, which counts it."""
    data, question = looked.given.data, replace(looked.question, margin=margin)
    study = make_predictions_study(table, looked.roles, data, answers, question, title=Path(table.name).stem)
    seen = look_up(study, data, folder)
    study = with_history(study, data, seen)
    findings = judge_imported_predictions(looked.given, study)
    note = record(study, data, plan_hash(study), findings, folder)
    return Compared(study, data, findings, plan_hash(study), (*seen.notes, *((note,) if note else ())))
