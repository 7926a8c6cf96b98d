"""The file of a final model: its recipe as JSON and its training rows as arrays, under one seal; nothing in it runs."""

import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from core.domain.dataset import Dataset
from core.prediction.record import FinalModel
from core.store.checksums import compute_checksum
from core.store.codec import from_text, to_text
from core.store.dataset_columns import insert_column, read_dataset, write_dataset
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
from core.support.errors import StoreError

SUFFIX = ".evenfold-model"
MODEL = FileKind("model of Evenfold", SUFFIX, 0x4556464D)  # "EVFM"
VERSION = 1
TABLES = (
    "CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    DATA_COLUMNS,
)


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """A final model with the rows it is trained on."""

    model: FinalModel
    data: Dataset


def save_model(path: Path, model: FinalModel, data: Dataset, over: bool = False) -> None:
    """Put in place when it is whole; `over`: a model that is there already stays until then."""
    if path.exists() and not over:
        raise StoreError(f"There is a file {path.name} already.", hint="Choose another name.")
    part = path.with_name(f"{path.name}.part")
    with translate_sqlite_errors(path):
        try:
            part.unlink(missing_ok=True)
            with closing(connect(part, "rwc")) as connection:
                _write(connection, model, data)
            part.replace(path)
        except BaseException:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise


def _write(connection: sqlite3.Connection, model: FinalModel, data: Dataset) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA application_id = {MODEL.mark}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    for statement in TABLES:
        connection.execute(statement)
    facts = [("model", to_text(model)), ("data", write_dataset(partial(insert_column, connection), data))]
    connection.executemany("INSERT INTO fact VALUES (?, ?)", facts)
    connection.execute("INSERT INTO fact VALUES ('checksum', ?)", (_compute_checksum(connection),))
    connection.execute("COMMIT")


def load_model(path: Path) -> Kept:
    """The model of a file; one byte changed in it is noticed."""
    with translate_damage(path):
        check_header(path, MODEL)
        with closing(connect(path, "ro")) as connection:
            return _read(connection, path.name)


def _read(connection: sqlite3.Connection, name: str) -> Kept:
    check_tables(connection, TABLES, name)
    if connection.execute("PRAGMA user_version").fetchone()[0] > VERSION:
        raise StoreError(f"{name} was made by a newer Evenfold.", hint="Use that version to open it.")
    facts = dict(connection.execute("SELECT name, value FROM fact").fetchall())
    if facts["checksum"] != _compute_checksum(connection):
        raise StoreError(f"{name} was changed after it was saved.", hint="Get it again from where it was made.")
    model = from_text(FinalModel, facts["model"])
    check_plan(model.study)
    return Kept(model, read_dataset(connection, facts["data"]))


def _compute_checksum(connection: sqlite3.Connection) -> str:
    """Over everything else in the file."""
    facts = connection.execute("SELECT name, value FROM fact WHERE name <> 'checksum' ORDER BY name")
    columns = connection.execute("SELECT name, length, content FROM data_column ORDER BY name")
    return compute_checksum(value for row in (*facts, *columns) for value in row).hex()
