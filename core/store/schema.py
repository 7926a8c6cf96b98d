"""The tables of a study file, version by version."""

import sqlite3
from collections.abc import Callable

from core.store.seals import SEALS, Seals

APPLICATION = 0x45564644  # "EVFD", marks our files

Migration = Callable[[sqlite3.Connection], None]

_FIRST = (
    # plan, its hash, when it was locked, findings, versions: one text each
    "CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    # the data, column by column, compressed
    "CREATE TABLE piece (name TEXT PRIMARY KEY, kind TEXT NOT NULL, length INTEGER NOT NULL, content BLOB NOT NULL)",
    # texts that many outcomes share: names of parts and candidates, settings, warnings, messages
    "CREATE TABLE text (id INTEGER PRIMARY KEY, value TEXT NOT NULL UNIQUE)",
    "CREATE TABLE split (id INTEGER PRIMARY KEY, part INTEGER NOT NULL, repeat INTEGER NOT NULL, fold INTEGER NOT NULL,"
    " train_size INTEGER NOT NULL, rows BLOB NOT NULL, UNIQUE (part, repeat, fold))",
    "CREATE TABLE outcome (split INTEGER NOT NULL, candidate INTEGER NOT NULL, ending TEXT NOT NULL,"
    " seconds REAL NOT NULL, settings INTEGER NOT NULL, tried INTEGER NOT NULL, tuning BLOB NOT NULL,"
    " warnings INTEGER NOT NULL, message INTEGER NOT NULL, predictions BLOB NOT NULL, UNIQUE (split, candidate))",
    "CREATE TABLE log (id INTEGER PRIMARY KEY, time TEXT NOT NULL, line TEXT NOT NULL)",
)


def _create(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    for statement in _FIRST:
        connection.execute(statement)


# what a bootstrap sample's model says about rows it has seen; other outcomes have none
_SEEN = (
    "CREATE TABLE seen (split INTEGER NOT NULL, candidate INTEGER NOT NULL, content BLOB NOT NULL,"
    " UNIQUE (split, candidate))"
)


def _add_seen(connection: sqlite3.Connection) -> None:
    connection.execute(_SEEN)


def _add_seals(connection: sqlite3.Connection) -> None:
    connection.execute(SEALS)


def _seal_anew(connection: sqlite3.Connection) -> None:
    """Files of before were sealed now and then only, or never; what is in them is sealed as it is found."""
    connection.execute("DELETE FROM seal")
    Seals(connection).as_found()


TABLES = (*_FIRST, _SEEN, SEALS)
MIGRATIONS: tuple[Migration, ...] = (
    _create,
    _add_seen,
    _add_seals,
    _seal_anew,
)  # the n-th leads from version n to version n + 1; a new file has 0


def version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, migrations: tuple[Migration, ...] = MIGRATIONS) -> None:
    """Bring the file to the newest version, inside the transaction that is open."""
    for number in range(version(connection), len(migrations)):
        migrations[number](connection)
        connection.execute(f"PRAGMA user_version = {number + 1}")
