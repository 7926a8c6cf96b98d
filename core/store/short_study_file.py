"""The file of a short route: an .evenfold file with a kind, the table, the form and the answer; no training runs."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from core.domain.conclusion import Answer
from core.domain.dataset import Column, Kind, Table
from core.domain.short_study import ShortKind, ShortStudy
from core.store import dataset_columns as columns
from core.store import sqlite_file, study_connection
from core.store.checksums import Checksums, compute_checksum
from core.store.codec import pack_array, to_text, to_tuples, translate_content_errors
from core.store.schema import PAGE, TABLES, create_tables
from core.store.sqlite_file import translate_damage, translate_sqlite_errors
from core.store.timestamps import current_time
from core.store.write_lock import WriteLock, acquire_write_lock
from core.support.errors import ContentError, StoreError

KIND = "kind"
_TEXTS = ("title", "form", "answer")


def read_kind(path: Path) -> ShortKind | None:
    """Return the kind of an .evenfold file; None for a study with training runs."""
    with translate_damage(path):
        sqlite_file.check_header(path)
        connection, _ = study_connection.open_for_reading(path)
        try:
            found = connection.execute("SELECT value FROM fact WHERE name = ?", (KIND,)).fetchone()
        finally:
            connection.close()
        return None if found is None else ShortKind(str(found[0]))


def read_summary(path: Path) -> ShortStudy:
    """Return everything but the table, for a list of files."""
    with translate_damage(path):
        connection, _ = study_connection.open_for_reading(path)
        try:
            return _read(connection, path.name, with_table=False)
        finally:
            connection.close()


class ShortStudyFile:
    """Open for one writer. Each save is one transaction, so that a killed program leaves the last one whole."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: WriteLock | None) -> None:
        self.path, self._connection, self._lock = path, connection, lock
        self._kept: ShortStudy | None = None
        self._checksums = Checksums(connection)

    @classmethod
    def create(cls, path: Path, study: ShortStudy) -> Self:
        with translate_sqlite_errors(path):
            connection = sqlite_file.connect(path, "rwc")
            try:
                connection.execute(f"PRAGMA page_size = {PAGE}")
                connection.execute("BEGIN IMMEDIATE")
                create_tables(connection)
                made = cls(path, connection, None)
                made._set(KIND, study.kind.value)
                made._set("created", current_time())
                made._write(study)
                connection.execute("COMMIT")
                made._lock = acquire_write_lock(path, connection)
                sqlite_file.use_write_ahead_log(connection)
                return made
            except BaseException:
                connection.close()
                path.unlink(missing_ok=True)
                raise

    @classmethod
    def open(cls, path: Path) -> Self:
        with translate_damage(path):
            sqlite_file.check_header(path)
            connection, lock = study_connection.open_for_writing(path)
            try:
                sqlite_file.check_tables(connection, TABLES, path.name)
                study_connection.check_version(connection, path.name)
                made = cls(path, connection, lock)
                made._kept = _read(connection, path.name)
                return made
            except BaseException:
                if lock is not None:
                    lock.release(connection)
                connection.close()
                raise

    @property
    def study(self) -> ShortStudy:
        assert self._kept is not None
        return self._kept

    @property
    def read_only(self) -> bool:
        return self._lock is None

    def save(self, study: ShortStudy) -> None:
        """Write what changed, all or nothing; the table only if it is another one."""
        if self._lock is None:
            raise StoreError.about("open-elsewhere", file=self.path.name)
        with translate_sqlite_errors(self.path):
            self._connection.execute(f"PRAGMA synchronous = {'FULL' if study.answered_at else 'NORMAL'}")
            with self._transaction():
                self._write(study)

    def copy_to(self, path: Path) -> None:
        if path.exists():
            raise StoreError.about("name-taken", file=path.name)
        with translate_sqlite_errors(path):
            self._connection.execute("VACUUM INTO ?", (str(path),))

    def close(self) -> None:
        """One file remains, without a journal beside it."""
        with translate_sqlite_errors(self.path):
            if self._lock is not None:
                sqlite_file.merge_write_ahead_log(self._connection)
                self._lock.release(self._connection)
            self._connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            self._connection.execute("ROLLBACK")
            self._checksums.forget()
            raise

    def _write(self, study: ShortStudy) -> None:
        if self._kept is None or study.table is not self._kept.table:
            self._connection.execute("DELETE FROM data_column")
            self._checksums.restart("data_column")
            if study.table is not None:
                self._set("table", write_table(self._add_column, study.table))
        self._set("title", study.title)
        self._set("form", to_text(study.form))
        told = {"answer": study.answer, "headline": study.headline, "answered_at": study.answered_at}
        self._set("answer", to_text(told))
        self._checksums.store_heads()
        self._kept = study

    def _add_column(self, name: str, length: int, content: bytes) -> None:
        self._checksums.add("data_column", columns.insert_column(self._connection, name, length, content))

    def _set(self, name: str, value: str) -> None:
        study_connection.set_fact(self._connection, self._checksums, name, value)


@translate_content_errors()
def _read(connection: sqlite3.Connection, name: str, with_table: bool = True) -> ShortStudy:
    rows = connection.execute("SELECT name, value, checksum FROM fact").fetchall()
    facts: dict[str, str] = {}
    for key, value, checksum in rows:
        if checksum != compute_checksum((key, value)):
            raise StoreError.about("changed", file=name)
        facts[str(key)] = str(value)
    if KIND not in facts or not set(_TEXTS) <= set(facts):
        raise StoreError.about("damaged", file=name, why="part-missing")
    told = json.loads(facts["answer"])
    form = json.loads(facts["form"])
    if not isinstance(form, dict):
        raise ContentError("no-form")
    made = ShortStudy(
        ShortKind(facts[KIND]),
        facts["title"],
        None,
        form,
        Answer(told["answer"]),
        str(told["headline"]),
        str(told["answered_at"]),
    )
    if not with_table or "table" not in facts:
        return made
    return replace(made, table=read_table(connection, facts["table"]))


# --- the table, column by column ---


def write_table(add: columns.AddColumn, table: Table) -> str:
    """Write the values of every column and return the rest as JSON."""
    described = []
    for place, column in enumerate(table.columns):
        values, levels = _to_numbers(column)
        add(f"table {place}", len(values), pack_array(values))
        described.append({"name": column.name, "kind": column.kind, "levels": levels})
    return to_text({"name": table.name, "source": table.source, "reading": table.reading, "columns": described})


@translate_content_errors()
def read_table(connection: sqlite3.Connection, described: str) -> Table:
    """Return what was written; a ValueError says what no table of ours can be."""
    plain: Any = json.loads(described)
    found = []
    for place, one in enumerate(plain["columns"]):
        values = columns.read_column(connection, f"table {place}")
        if values is None:
            raise ContentError("column-missing")
        found.append(_from_numbers(str(one["name"]), Kind(one["kind"]), values, tuple(map(str, one["levels"]))))
    if len({len(column.values) for column in found}) > 1:
        raise ContentError("unequal-columns")
    return Table(str(plain["name"]), str(plain["source"]), tuple(found), to_tuples(plain["reading"]))


def _to_numbers(column: Column) -> tuple[NDArray[Any], tuple[str, ...]]:
    """Texts become places in a list of those there are, as levels are."""
    if column.kind is Kind.TEXT:
        known: dict[str, int] = {}
        places = [-1 if cell is None else known.setdefault(str(cell), len(known)) for cell in column.values.tolist()]
        return np.array(places, dtype=np.int64), tuple(known)
    if column.kind is Kind.DATE:
        return column.values.astype("datetime64[ms]").view(np.int64), ()
    values = column.values.astype(np.int64 if column.kind.is_coded else np.float64)
    return values, column.levels


def _from_numbers(name: str, kind: Kind, values: NDArray[Any], levels: tuple[str, ...]) -> Column:
    coded = kind.is_coded or kind is Kind.TEXT
    if coded and len(values) and not (values.min() >= -1 and values.max() < len(levels)):
        raise ContentError("unknown-values")
    if kind is Kind.TEXT:
        cells = np.array([None if place < 0 else levels[int(place)] for place in values], dtype=object)
        return Column(name, kind, cells)
    if kind is Kind.DATE:
        return Column(name, kind, values.astype(np.int64).view("datetime64[ms]"))
    return Column(name, kind, values.astype(np.int32 if kind.is_coded else np.float64), levels)
