"""`model` saves the final model of a study, `predict` predicts a file with it, `watch` sees how it does in use."""

import os
from pathlib import Path
from textwrap import fill

from core.application.predict_rows import (
    EXPORTS,
    SUFFIX,
    export_model,
    foresee_time,
    open_model,
    predict_rows,
    save_model_of_study,
    save_predictions,
    train_final_model,
)
from core.application.watch_model import watch_model
from core.data import read_table
from core.domain.decision import MapMethod
from core.store.study_file import StudyFile
from core.support.errors import StoreError
from core.support.text import pluralize
from core.wording.prediction_text import NOT_LOGGED, WORD_EXPORT, word_file, word_saved_rows
from core.wording.watch_text import word_watch

WIDTH = 100


def model(
    path: Path, candidate: str, out: Path | None, with_rows: bool, level: float, recalibrate: str | None = None
) -> int:
    """Trained on all rows of the study; saved as data, which no program has to trust, or exported by its ending."""
    if out is not None and out.suffix.lower() in EXPORTS:
        return _export(path, candidate, out, level)
    with StudyFile.open(path) as file:
        target = out or path.with_suffix(SUFFIX)
        if target.exists():
            raise StoreError(f"There is a file {target} already.", "Choose another name with --out.")
        if not os.access(target.parent, os.W_OK):
            raise StoreError(f"Nothing can be written to {target.parent}.", "Name another place with --out.")
        method = None if recalibrate is None else MapMethod(recalibrate)
        made = save_model_of_study(file, target, candidate, with_rows, recalibrate=method)
        is_logged = not file.read_only
    print(fill(made.told, WIDTH))
    print(fill(word_saved_rows(made.tested if with_rows else 0, made.is_recipe, made.holds_rows), WIDTH))
    if not is_logged:
        print(fill(NOT_LOGGED, WIDTH))
    print(f"Model: {target}")
    return 0


def _export(path: Path, candidate: str, out: Path, level: float) -> int:
    """From a study, or from a model that was saved before."""
    if out.exists():
        raise StoreError(f"There is a file {out} already.", "Choose another name with --out.")
    if path.suffix == SUFFIX:
        made = open_model(path)
    else:
        with StudyFile.open(path, only_read=True) as file:
            made = train_final_model(file, candidate)
    export_model(made, out, level)
    print(fill(made.model.told, WIDTH))
    print(fill(WORD_EXPORT, WIDTH))
    print(f"Exported: {out}")
    return 0


def predict(path: Path, table: Path, out: Path, level: float) -> int:
    """Predict a file; what is to be known about the predictions is printed."""
    opened = open_model(path)
    if out.resolve() in (path.resolve(), table.resolve()):
        raise StoreError(f"--out: {str(out)!r} is read here.", "Choose another name.")
    rows = read_table(table)
    if ahead := foresee_time(opened, rows.rows):
        print(fill(ahead, WIDTH), flush=True)
    found = predict_rows(opened, rows, level)
    save_predictions(out, found)
    print(fill(opened.model.told, WIDTH))
    for line in word_file(found):
        print(fill(line, WIDTH))
    print(f"{pluralize(found.rows, 'row')} predicted: {out}")
    return 0


def watch(path: Path, table: Path | None) -> int:
    """Add rows, if a file is named, and say how the model stands; 1 after an alarm."""
    found = watch_model(path, None if table is None else read_table(table))
    record = open_model(path).model
    for line in word_watch(found, dict(zip(record.outputs, record.units, strict=True))):
        print(fill(line, WIDTH))
    return 1 if any(output.alarm_at is not None for output in found.outputs) else 0
