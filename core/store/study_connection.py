"""Connections to study files, opened for one writer or for reading; their first content, and their local copies."""

import hashlib
import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from core.data.fingerprint import compute_row_keys
from core.domain.dataset import Dataset
from core.domain.log_entry import LogEntry, LogKind
from core.domain.study import Study
from core.store import dataset_columns as columns
from core.store import sqlite_file
from core.store.checksums import Checksums, compute_checksum, find_changes
from core.store.codec import from_text, to_text
from core.store.plan_record import plan_text
from core.store.schema import PAGE, TABLES, VERSION, create_tables
from core.store.sqlite_file import translate_damage, translate_sqlite_errors
from core.store.timestamps import current_time
from core.store.write_lock import WriteLock, acquire_write_lock
from core.support.errors import StoreError
from core.support.paths import local_copies


def is_written_elsewhere(path: Path) -> bool:
    """Whether somebody has this study open to go on with it; what cannot be written at all is not."""
    if not os.access(path, os.W_OK):
        return False
    with translate_sqlite_errors(path), closing(sqlite_file.connect(path, "rw")) as connection:
        lock = acquire_write_lock(path, connection)
        if lock is not None:
            lock.release(connection)
        return lock is None


def open_for_writing(path: Path) -> tuple[sqlite3.Connection, WriteLock | None]:
    """A connection, and the right to write; None because of the folder, or because another window has it."""
    try:
        connection = sqlite_file.connect(path, "rw")
        lock = acquire_write_lock(path, connection)
        if lock is not None:
            sqlite_file.use_write_ahead_log(connection)
        else:
            connection.execute("PRAGMA query_only = ON")
        return connection, lock
    except sqlite3.OperationalError as problem:
        if not str(problem.sqlite_errorname).startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
            raise
    return sqlite_file.connect(path, "ro"), None


def open_for_reading(path: Path) -> tuple[sqlite3.Connection, None]:
    """A connection that leaves the file as it is; a journal left behind by a crash is read along."""
    connection = sqlite_file.connect(path, "rw" if sqlite_file.has_write_ahead_log(path) else "ro")
    connection.execute("PRAGMA query_only = ON")
    return connection, None


def check_version(connection: sqlite3.Connection, name: str) -> None:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > VERSION:
        raise StoreError.about("newer", file=name)
    if version < VERSION:
        raise StoreError.about("damaged", file=name, why="no-version")


def check_is_study(connection: sqlite3.Connection, name: str) -> None:
    """Refuse the file of a short route, which has a kind and holds no plan."""
    if connection.execute("SELECT 1 FROM fact WHERE name = 'kind'").fetchone() is not None:
        raise StoreError.about("short-study", file=name)


def find_local_copy(path: Path) -> Path:
    """Return where a run of this study file writes: the same place for the same file, so that it is found again."""
    name = hashlib.sha256(os.path.realpath(path).encode()).hexdigest()[:24]
    return local_copies() / f"{name}.evenfold"


def remove_with_journal(path: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        Path(f"{path}{ending}").unlink(missing_ok=True)


def is_whole(path: Path) -> bool:
    """Whether the file on the disk is in order, seen by somebody who has nothing of it in memory."""
    try:
        with translate_damage(path), closing(sqlite_file.connect(path, "ro")) as connection:
            return next(find_changes(connection), None) is None
    except StoreError:
        return False


def write_first_content(
    connection: sqlite3.Connection, study: Study, data: Dataset, final_rows: Dataset | None
) -> None:
    """Everything of a new file in one sure transaction, so that there is never half a study."""
    connection.execute(f"PRAGMA page_size = {PAGE}")
    connection.execute("BEGIN IMMEDIATE")
    create_tables(connection)
    checksums = Checksums(connection)

    def add_column(name: str, length: int, content: bytes) -> None:
        checksums.add("data_column", columns.insert_column(connection, name, length, content))

    facts = {"plan": plan_text(study), "data": columns.write_dataset(add_column, data), "created": current_time()}
    if final_rows is not None:
        facts["final test data"] = columns.write_dataset(add_column, final_rows, columns.FINAL_TEST)
        columns.write_row_keys(add_column, compute_row_keys(final_rows))
    for name, value in facts.items():
        set_fact(connection, checksums, name, value)
    checksums.store_heads()
    connection.execute("COMMIT")


def set_fact(connection: sqlite3.Connection, checksums: Checksums, name: str, value: str) -> None:
    checksum = compute_checksum((name, value))
    connection.execute("INSERT OR REPLACE INTO fact VALUES (?, ?, ?)", (name, value, checksum))
    checksums.note_fact()


def remove_data(path: Path) -> None:
    with closing(sqlite_file.connect(path, "rw")) as connection:
        checksums = Checksums(connection)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("DELETE FROM data_column")
        checksums.restart("data_column")
        query = "SELECT name, value FROM fact WHERE name IN ('data', 'final test data')"
        for name, value in connection.execute(query).fetchall():
            described = {key: part for key, part in json.loads(value).items() if key != "group_names"}
            set_fact(connection, checksums, name, to_text(described))
        checksums.store_heads()
        connection.execute("COMMIT")
        connection.execute("VACUUM")


def take_over_local_copy(local: Path, connection: sqlite3.Connection, created: str | None) -> bool:
    """Bring a copy that a killed program left behind to its study file, all or nothing; False if it is not its copy.

    A damaged copy is set aside under another name: it may hold outcomes that somebody wants to save.
    """
    try:
        with translate_damage(local), closing(sqlite_file.connect(local, "rw")) as copy:
            sqlite_file.check_tables(copy, TABLES, local.name)
            check_version(copy, local.name)
            made = copy.execute("SELECT value FROM fact WHERE name = 'created'").fetchone()
            is_ours, is_in_order = made is not None and made[0] == created, next(find_changes(copy), None) is None
            if is_ours and is_in_order:
                sqlite_file.merge_write_ahead_log(copy)
                sqlite_file.merge_write_ahead_log(connection)
                copy.backup(connection)
                sqlite_file.use_write_ahead_log(connection)
    except StoreError:
        is_ours = is_in_order = False
    if is_ours and is_in_order:
        remove_with_journal(local)
        return True
    local.replace(local.with_suffix(".damaged.evenfold"))
    remove_with_journal(local)
    return False


def read_log_entry(line: str) -> LogEntry:
    """Return the entry; a line that is none of ours, as in a file changed by hand, is shown as it stands."""
    try:
        return from_text(LogEntry, line)
    except ValueError:
        return LogEntry(LogKind.REMARK, {"text": line})
