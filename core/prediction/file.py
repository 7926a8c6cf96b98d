"""The file of a final model: JSON and arrays, fitted parameters among them, under one checksum; nothing in it runs."""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import numpy as np

from core.algorithms.learner import Learner
from core.domain.dataset import Floats, Task
from core.prediction.build import ModelForUse
from core.prediction.fit_final import fit_final_learner, predict_inputs
from core.prediction.inputs import PROBES, make_probe_rows
from core.prediction.learner_state import read_learner, write_learner
from core.prediction.record import FinalModel
from core.prediction.tested_rows import TestedRows
from core.prediction.watch_file import WATCH
from core.store.checksums import compute_checksum
from core.store.codec import from_text, pack_array, to_text, translate_content_errors
from core.store.dataset_columns import insert_column, read_column, read_dataset, write_dataset
from core.store.plan_record import check_plan
from core.store.schema import DATA_COLUMNS
from core.store.sqlite_file import (
    FileKind,
    check_header,
    check_tables,
    connect,
    translate_damage,
    translate_sqlite_errors,
)
from core.support.errors import ContentError, StoreError

SUFFIX = ".evenfold-model"
MODEL = FileKind("model of Evenfold", SUFFIX, 0x4556464D)  # "EVFM"
VERSION = 1
TABLES = (
    "CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    DATA_COLUMNS,
    WATCH,  # grows while the model is in use, with checksums of its own
)
TESTED = "tested "  # before the names of columns of the tested rows


def save_model(path: Path, model: ModelForUse, replace_existing: bool = False) -> None:
    """Put it in place when it is whole; a model that is replaced stays until then."""
    if path.exists() and not replace_existing:
        raise StoreError(f"There is a file {path.name} already.", hint="Choose another name.")
    part = path.with_name(f"{path.name}.part")
    with translate_sqlite_errors(path):
        try:
            part.unlink(missing_ok=True)
            with closing(connect(part, "rwc")) as connection:
                _write(connection, model)
            part.replace(path)
        except BaseException:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise


def load_model(path: Path) -> ModelForUse:
    """Return the model of a file; one byte changed in it is noticed."""
    with translate_damage(path):
        check_header(path, MODEL)
        with closing(connect(path, "ro")) as connection:
            return _read(connection, path.name)


def _write(connection: sqlite3.Connection, model: ModelForUse) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA application_id = {MODEL.mark}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    for statement in TABLES:
        connection.execute(statement)
    facts = [("model", to_text(model.model))]
    if model.training is not None:
        facts.append(("data", write_dataset(partial(insert_column, connection), model.training)))
    else:
        described, arrays = write_learner(model.learner)
        facts.append(("learner", json.dumps(described, separators=(",", ":"), allow_nan=False)))
        for name, values in arrays.items():
            insert_column(connection, name, len(values), pack_array(values))
    if model.tested is not None:
        _write_tested(connection, model.tested)
    connection.executemany("INSERT INTO fact VALUES (?, ?)", facts)
    connection.execute("INSERT INTO fact VALUES ('checksum', ?)", (_compute_checksum(connection),))
    connection.execute("COMMIT")


def _read(connection: sqlite3.Connection, name: str) -> ModelForUse:
    check_tables(connection, TABLES, name)
    if connection.execute("PRAGMA user_version").fetchone()[0] > VERSION:
        raise StoreError(f"{name} was made by a newer Evenfold.", hint="Use that version to open it.")
    facts: Mapping[str, str] = dict(connection.execute("SELECT name, value FROM fact").fetchall())
    if "checksum" not in facts:
        raise ContentError("its checksum is missing")
    if facts["checksum"] != _compute_checksum(connection):
        raise StoreError(f"{name} was changed after it was saved.", hint="Get it again from where it was made.")
    with translate_content_errors():
        model = from_text(FinalModel, facts["model"])
    check_plan(model.study)
    _check_answers(model)
    tested = _read_tested(connection, model)
    if model.is_recipe:
        training = read_dataset(connection, facts.get("data", "{}"))
        learner, _ = fit_final_learner(model.study, model.candidate, training)
        return ModelForUse(model, learner, tested, training)
    names = connection.execute("SELECT name FROM data_column WHERE substr(name, 1, 8) = 'learner '").fetchall()
    arrays = {name: values for (name,) in names if (values := read_column(connection, name)) is not None}
    with translate_content_errors():
        learner = read_learner(json.loads(facts["learner"]), arrays)
    _check_predictions(model, learner)
    return ModelForUse(model, learner, tested)


def _check_answers(model: FinalModel) -> None:
    """Refuse a model whose own predictions, by which it is recognized, are not all there."""
    if len(model.answers) != PROBES or any(len(row) != len(model.outputs) for row in model.answers):
        raise ContentError("the predictions it is recognized by are not complete")


def _check_predictions(model: FinalModel, learner: Learner) -> None:
    """Refuse parameters that contradict each other or the record: with those no row can be predicted.

    Trying says more than rules about every kind of model could: probe rows, and rows of which nothing is known.
    """
    probes = make_probe_rows(model.inputs)
    for rows in (probes, np.full_like(probes, np.nan)):
        with translate_content_errors():
            made = predict_inputs(learner, rows)
        sizes = (len(rows), len(model.outputs)), (len(rows), len(model.classes))
        if made.predicted.shape != sizes[0] or (made.scores is not None and made.scores.shape != sizes[1]):
            raise ContentError("its model predicts something else than it says")
        if rows is probes and not np.isfinite(made.predicted).all():
            raise ContentError("its model predicts no numbers")
        if model.task is Task.CLASSES and not np.isin(made.predicted, np.arange(len(model.classes))).all():
            raise ContentError("its model predicts classes it does not name")


def _write_tested(connection: sqlite3.Connection, tested: TestedRows) -> None:
    columns = {
        **{f"input {place}": values for place, values in enumerate(tested.inputs.T)},
        **{f"error {place}": values for place, values in enumerate(tested.errors.T)},
        "numbers": tested.numbers,
        "near": tested.near,
        "white": tested.white,
        "around": tested.around,
        **({} if tested.groups is None else {"groups": tested.groups}),
    }
    for name, values in columns.items():
        insert_column(connection, TESTED + name, len(values), pack_array(values))


def _read_tested(connection: sqlite3.Connection, model: FinalModel) -> TestedRows | None:
    numbers = read_column(connection, f"{TESTED}numbers")
    if numbers is None:
        return None
    size = len(numbers)

    def read(name: str) -> Floats:
        values = read_column(connection, TESTED + name)
        if values is None or len(values) != size:
            raise ContentError(f"its tested rows lack {name}")
        return values.astype(np.float64)

    groups = read_column(connection, f"{TESTED}groups")
    return TestedRows(
        np.column_stack([np.empty((size, 0)), *(read(f"input {place}") for place in range(len(model.inputs)))]),
        numbers.astype(np.int64),
        read("near"),
        read("white"),
        read("around"),
        np.column_stack([read(f"error {place}") for place in range(len(model.outputs))]),
        None if groups is None else groups.astype(np.int64),
    )


def _compute_checksum(connection: sqlite3.Connection) -> str:
    """Over everything else in the file."""
    facts = connection.execute("SELECT name, value FROM fact WHERE name <> 'checksum' ORDER BY name")
    columns = connection.execute("SELECT name, length, content FROM data_column ORDER BY name")
    return compute_checksum(value for row in (*facts, *columns) for value in row).hex()
