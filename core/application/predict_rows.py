"""Use a final model: save it from a finished study, open it, predict the rows of a file, save the predictions."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from core.application.decision_aids import fit_final_score_map
from core.application.report_input import subject_of
from core.domain.dataset import Table
from core.domain.decision import MapMethod
from core.domain.log_entry import LogEntry, LogKind
from core.domain.prediction import Predictions
from core.prediction.build import ModelForUse, build_model
from core.prediction.export_c import write_c_source
from core.prediction.export_excel import write_excel_workbook
from core.prediction.export_python import write_python_source
from core.prediction.file import SUFFIX, load_model, save_model
from core.prediction.portable import Plain, make_portable
from core.prediction.predict import estimate_seconds, predict_table
from core.prediction.prediction_file import save_predictions
from core.prediction.record import FinalModel
from core.prediction.tested_rows import MOST_ROWS
from core.report.output import write_bytes
from core.store.study_file import StudyFile
from core.support.errors import StoreError, StudyError
from core.wording.prediction_text import word_prediction_time

__all__ = [
    "EXPORTS",
    "MOST_ROWS",
    "SUFFIX",
    "FinalModel",
    "ModelForUse",
    "export_model",
    "export_model_of_study",
    "foresee_time",
    "open_model",
    "predict_rows",
    "save_model_of_study",
    "save_predictions",
    "train_final_model",
]
USUAL_LEVEL = 0.9
MANY_ROWS, LONG_SECONDS = 5_000, 5.0  # from which on the time of a prediction is said
EXPORTS = (".xlsx", ".py", ".c")


def open_model(path: Path) -> ModelForUse:
    """Open a saved model; a file that is none, or was changed, is a StoreError in one sentence."""
    return load_model(path)


def save_model_of_study(
    file: StudyFile,
    path: Path,
    candidate: str = "",
    with_rows: bool = True,
    replace_existing: bool = False,
    recalibrate: MapMethod | None = None,
) -> FinalModel:
    """Train the recommended (or the named) model of a finished study on all its rows and save it.

    `with_rows`: the distinct input rows go along, for local ranges and for combinations that were never tested.
    """
    if path.exists() and not replace_existing:
        raise StoreError(f"There is a file {path.name} already.", hint="Choose another name.")
    model = train_final_model(file, candidate, with_rows, recalibrate)
    save_model(path, model, replace_existing)
    if not file.read_only:
        file.log(LogEntry(LogKind.MODEL_SAVED, {"model": model.model.candidate.key}))
    return model.model


def train_final_model(
    file: StudyFile, candidate: str = "", with_rows: bool = True, recalibrate: MapMethod | None = None
) -> ModelForUse:
    """Train the recommended (or the named) model of a finished study on all its rows, without saving it.

    `recalibrate`: its scores become probabilities by a map fitted on the held-out scores of the study; a StudyError
    where the model gives no probabilities of two classes.
    """
    opened = file.opened_rows() if file.final_test_opened_at else None
    subject = subject_of(file)
    model = build_model(subject, opened, candidate, with_rows)
    if recalibrate is None:
        return model
    key = model.model.candidate.key
    found = fit_final_score_map(subject.study, subject.data, subject.run, key, recalibrate)
    if found is None:
        raise StudyError(
            f"{model.model.name} gives no probabilities of two classes to recalibrate.",
            "Save it without recalibration.",
        )
    return replace(model, model=replace(model.model, score_map=found))


def export_model(model: ModelForUse, path: Path, level: float = USUAL_LEVEL) -> None:
    """Write a model so that it works without Evenfold: .xlsx (live formulas), .py or .c, by the ending of the name.

    Ranges have one width and only single columns are checked there; kinds of models that cannot be written so are a
    StudyError that says which can.
    """
    writers: dict[str, Callable[[Plain], bytes]] = {
        ".xlsx": write_excel_workbook,
        ".py": lambda plain: write_python_source(plain).encode(),
        ".c": lambda plain: write_c_source(plain).encode(),
    }
    write = writers.get(path.suffix.lower())
    if write is None:
        raise StoreError(f"{path.name}: a model is exported as Excel, Python or C.", f"End it in {', '.join(writers)}.")
    write_bytes(path, write(make_portable(model, level)))


def export_model_of_study(file: StudyFile, path: Path, candidate: str = "", level: float = USUAL_LEVEL) -> FinalModel:
    """Train the recommended (or the named) model on all its rows and write it so that it works without Evenfold."""
    model = train_final_model(file, candidate)
    export_model(model, path, level)
    return model.model


def foresee_time(model: ModelForUse, rows: int) -> str:
    """Say how long many rows will take, where that is worth saying; else nothing."""
    if rows < MANY_ROWS:
        return ""
    seconds = estimate_seconds(model, rows)
    return word_prediction_time(model.model.name, rows, seconds) if seconds >= LONG_SECONDS else ""


def predict_rows(model: ModelForUse, table: Table, level: float = USUAL_LEVEL) -> Predictions:
    """Predict every row of a table, with ranges at this level, places and remarks; see `Predictions`."""
    return predict_table(model, table, level)
