"""Checksums over everything a study file holds: whatever is changed, added or removed from outside is found.

There is one kind: the first half of SHA-256, 128 bits. Every row carries the checksum of its values, so that damage is
found where it is read. The table `head` keeps, for each table, how many rows there are and a checksum chained over
theirs, so that a row that was added, removed or moved is found too. Each transaction updates the heads of the tables it
wrote to: a sudden end leaves nothing without a checksum, and a transaction costs the same however long the file is. A
head only ever grows by rows of our own, so that rows from elsewhere stay visible for good. Checksums show changes; they
cannot prevent them, and somebody who knows how they are made can make new ones.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple

from core.store.timestamps import current_time

_ROWS = {  # of the tables to which rows are only ever added
    "data_column": "SELECT * FROM data_column ORDER BY id",
    "split": "SELECT * FROM split ORDER BY id",
    "outcome": "SELECT * FROM outcome ORDER BY id",
    "log": "SELECT * FROM log ORDER BY id",
}
GROWING = tuple(_ROWS)
SIZE = 16  # bytes of a checksum; a million outcomes have two million
INDEXES = "index"  # SQLite's own, which may not agree with the tables
FACTS = "fact"  # few rows, which may be replaced


class ChangeKind(StrEnum):
    CHANGED = "changed"
    ADDED = "added"
    MISSING = "missing"


class Change(NamedTuple):
    """What is not as Evenfold wrote it: a row by its number or name, or (without `row`) rows of a table."""

    kind: ChangeKind
    table: str
    row: str = ""


class _Head(NamedTuple):
    rows: int = 0
    checksum: bytes = b""


def compute_checksum(values: Iterable[object]) -> bytes:
    """Return 16 bytes of the SHA-256 of values. Kinds and lengths count too: ("ab", "c") ≠ ("a", "bc"), 1 ≠ "1"."""
    digest = sha256()
    for value in values:
        if isinstance(value, bytes):
            letter, content = "b", value
        elif isinstance(value, str):
            letter, content = "s", value.encode(errors="surrogateescape")
        else:
            letter, content = "n", repr(value).encode()
        digest.update(f"{letter}{len(content)}:".encode())
        digest.update(content)
    return digest.digest()[:SIZE]


class Checksums:
    """Keeps the heads of a file through one connection; transactions are the caller's."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._heads: dict[str, _Head] = {}
        self._changed: set[str] = set()

    def forget(self) -> None:
        """After a rollback: what was added is not there."""
        self._heads.clear()
        self._changed.clear()

    def add(self, table: str, checksum: bytes) -> None:
        """Count a row that was just added to a growing table."""
        head = self._heads.get(table) or _read_heads(self._connection).get(table, _Head())
        self._heads[table] = _Head(head.rows + 1, _chain(head.checksum, checksum))
        self._changed.add(table)

    def note_fact(self) -> None:
        """A fact was set or removed."""
        self._changed.add(FACTS)

    def restart(self, table: str) -> None:
        """After all rows of a table were removed on purpose."""
        self._heads[table] = _Head()
        self._changed.add(table)

    def store_heads(self) -> None:
        """The last thing before a commit."""
        if FACTS in self._changed:
            self._heads[FACTS] = _compute_fact_head(self._connection)
        rows = [(table, *self._heads[table], current_time()) for table in sorted(self._changed)]
        self._connection.executemany("INSERT OR REPLACE INTO head VALUES (?, ?, ?, ?)", rows)
        self._changed.clear()


def find_changes(connection: sqlite3.Connection) -> Iterator[Change]:
    """Yield whatever is not as Evenfold wrote it; reads the whole file. Text that is no text is compared as bytes."""
    before, connection.text_factory = connection.text_factory, _decode_any
    try:
        heads = _read_heads(connection)
        facts = connection.execute("SELECT name, value, checksum FROM fact ORDER BY name").fetchall()
        wrong = [name for name, value, checksum in facts if checksum != compute_checksum((name, value))]
        yield from (Change(ChangeKind.CHANGED, FACTS, str(name)) for name in wrong)
        if not wrong:
            yield from _compare_heads(FACTS, heads.get(FACTS, _Head()), _compute_fact_head(connection))
        for table in GROWING:
            yield from _find_changes_in(connection, table, heads.get(table, _Head()))
        if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            yield Change(ChangeKind.CHANGED, INDEXES)
    finally:
        connection.text_factory = before


def last_saved_at(connection: sqlite3.Connection) -> str:
    """Return when anything was written last (UTC, ISO 8601)."""
    return str(connection.execute("SELECT max(time) FROM head").fetchone()[0] or "")


def _find_changes_in(connection: sqlite3.Connection, table: str, stored: _Head) -> Iterator[Change]:
    head, is_whole = _Head(), True
    for number, *values, checksum in connection.execute(_ROWS[table]):
        if checksum != compute_checksum(values):
            is_whole = False
            yield Change(ChangeKind.CHANGED, table, str(number))
        head = _Head(head.rows + 1, _chain(head.checksum, checksum))
    if is_whole or head.rows != stored.rows:
        yield from _compare_heads(table, stored, head)


def _compare_heads(table: str, stored: _Head, computed: _Head) -> Iterator[Change]:
    if stored == computed:
        return
    kinds = {True: ChangeKind.ADDED, False: ChangeKind.MISSING}
    same = computed.rows == stored.rows
    yield Change(ChangeKind.CHANGED if same else kinds[computed.rows > stored.rows], table)


def _read_heads(connection: sqlite3.Connection) -> dict[str, _Head]:
    """Heads that make no sense count as none, so that everything under them is said to be from elsewhere."""
    rows = connection.execute("SELECT name, count, checksum FROM head").fetchall()
    return {
        str(name): _Head(count, checksum)
        for name, count, checksum in rows
        if type(count) is int and type(checksum) is bytes
    }


def _compute_fact_head(connection: sqlite3.Connection) -> _Head:
    head = _Head()
    for name, checksum in connection.execute("SELECT name, checksum FROM fact ORDER BY name"):
        head = _Head(head.rows + 1, _chain(head.checksum, compute_checksum((name, checksum))))
    return head


def _chain(before: bytes, checksum: object) -> bytes:
    return compute_checksum((before, checksum))


def _decode_any(content: bytes) -> str:
    return content.decode(errors="surrogateescape")
