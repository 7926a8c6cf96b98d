"""The file of a final model: its recipe as JSON and its training rows as arrays, under one seal; nothing in it runs."""

import json
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from core.domain.dataset import Dataset
from core.prediction.record import FinalModel
from core.store.canonical import check_plan
from core.store.connect import Kind, check_header, connect, in_words, understood
from core.store.guard import check_schema
from core.store.pieces import read_data, write_data
from core.store.plain import from_plain, to_plain
from core.store.seal import seal
from core.support.errors import StoreError

SUFFIX = ".evenfold-model"
MODEL = Kind("model of Evenfold", SUFFIX, 0x4556464D)  # "EVFM"
VERSION = 1
TABLES = (
    "CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE piece (name TEXT PRIMARY KEY, kind TEXT NOT NULL, length INTEGER NOT NULL, content BLOB NOT NULL)",
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
    with in_words(path):
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
    recipe = json.dumps(to_plain(model), sort_keys=True, ensure_ascii=False, allow_nan=False)
    facts = [("model", recipe), ("data", write_data(connection, data))]
    connection.executemany("INSERT INTO fact VALUES (?, ?)", facts)
    connection.execute("INSERT INTO fact VALUES ('seal', ?)", (_seal(connection),))
    connection.execute("COMMIT")


def load_model(path: Path) -> Kept:
    """The model of a file; one byte changed in it is noticed."""
    with understood(path):
        check_header(path, MODEL)
        with closing(connect(path, "ro")) as connection:
            return _read(connection, path.name)


def _read(connection: sqlite3.Connection, name: str) -> Kept:
    check_schema(connection, TABLES, name)
    if connection.execute("PRAGMA user_version").fetchone()[0] > VERSION:
        raise StoreError(f"{name} was made by a newer Evenfold.", hint="Use that version to open it.")
    facts = dict(connection.execute("SELECT name, value FROM fact").fetchall())
    if facts["seal"] != _seal(connection):
        raise StoreError(f"{name} was changed after it was saved.", hint="Get it again from where it was made.")
    model = from_plain(FinalModel, json.loads(facts["model"]))
    check_plan(model.study)
    return Kept(model, read_data(connection, facts["data"]))


def _seal(connection: sqlite3.Connection) -> str:
    """A hash over everything else in the file."""
    facts = connection.execute("SELECT name, value FROM fact WHERE name <> 'seal' ORDER BY name")
    pieces = connection.execute("SELECT name, kind, length, content FROM piece ORDER BY name")
    return seal((*facts, *pieces))
