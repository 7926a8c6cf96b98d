"""Seals over everything a study file holds: one byte changed, a row added or removed from outside is found.

Every commit seals what it writes, so that a sudden end leaves nothing without a seal. Facts are sealed one by one. All
other tables only grow: they are sealed in stretches of rows, each chained to the one before, and the last one grows on.
One more seal stands over the facts, the last stretches and the number of seals, so that a commit costs the same however
long the file is. Seals tell of changes; somebody who knows how they are made can make new ones.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import NamedTuple

from core.store.moment import now
from core.store.seal import Digest, Rows, put

SEALS = (
    "CREATE TABLE seal (what TEXT NOT NULL, last INTEGER NOT NULL, time TEXT NOT NULL, hash TEXT NOT NULL,"
    " UNIQUE (what, last))"
)
GROWING = ("log", "outcome", "piece", "seen", "split", "text")
_END = "SELECT what, last, time, hash FROM seal WHERE what = '{0}' ORDER BY last DESC LIMIT 1"
LONGEST = 128  # rows after which a stretch grows no more, so that a change can be said to be somewhere near
LOWEST = -(2**63)  # the first row a table can have; ours begin with 1
FACT = "fact "  # before the name of a fact; the other seals are named by their table
ALL = "all seals"
EARLIER = "sealed as found, because it was made by an earlier version"  # lines of the log
UNKNOWN = "found without a seal: "


class Stretch(NamedTuple):
    """Rows of a table, first and last included; a fact, or the seal over all, has a name and no rows."""

    what: str
    first: int = 0
    last: int = 0


@dataclass(slots=True)
class _Growing:
    """The last stretch of a table while somebody writes: the row before it, its last one, and the hash so far.

    A new one begins with every sitting, behind what was sealed before.
    """

    before: int
    last: int
    digest: Digest

    @property
    def is_full(self) -> bool:
        return self.last - self.before >= LONGEST


class Seals:
    """Sets the seals of a file through one connection; transactions are the caller's."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._tables: list[str] = []
        self._growing: dict[str, _Growing] = {}

    def forget(self) -> None:
        """After a rollback, or when rows were sealed by somebody else."""
        self._tables.clear()
        self._growing.clear()

    def fact(self, name: str, value: str) -> None:
        self._fact(name, ("text", value))

    def lift(self, name: str) -> None:
        """The fact is there no more."""
        self._connection.execute("DELETE FROM seal WHERE what = ?", (FACT + name,))

    def complete(self) -> None:
        """The last thing before a commit: seal whatever the tables have grown by, and the seals."""
        self._tables = self._tables or tables(self._connection)
        if not self._growing:
            self._growing = {table: _begun(end) for table, end in _last_seals(self._connection, self._tables).items()}
        for table, there in _newest(self._connection, self._tables).items():
            if there > self._growing[table].last:
                self._grow(table, self._growing[table], there)
        self._write(Stretch(ALL), put(sha256(), _ends(self._connection, self._tables)))

    def anew(self, table: str) -> None:
        """After rows were taken out on purpose."""
        self._connection.execute("DELETE FROM seal WHERE what = ?", (table,))
        self.forget()
        self.complete()

    def as_found(self) -> bool:
        """Seals for a file that has none; False when there is nothing in it yet."""
        facts = _facts(self._connection)
        for name, value in facts.items():
            self._fact(name, value)
        if facts:
            self._connection.execute("INSERT INTO log (time, line) VALUES (?, ?)", (now(), EARLIER))
            self.complete()
        return bool(facts)

    def _fact(self, name: str, value: tuple[object, ...]) -> None:
        self._write(Stretch(FACT + name), put(sha256(), [value]))

    def _grow(self, table: str, stretch: _Growing, there: int) -> None:
        if stretch.is_full or table == "log":
            stretch = self._growing[table] = _begun(_last_seals(self._connection, [table])[table])
        put(stretch.digest, _rows(self._connection, Stretch(table, stretch.last + 1, there)))
        if stretch.last > stretch.before:
            self._connection.execute("DELETE FROM seal WHERE what = ? AND last = ?", (table, stretch.last))
        stretch.last = there
        self._write(Stretch(table, last=there), stretch.digest)

    def _write(self, stretch: Stretch, digest: Digest) -> None:
        time = now()
        row = (stretch.what, stretch.last, time, _closed(digest, stretch.what, stretch.last, time))
        self._connection.execute("INSERT OR REPLACE INTO seal VALUES (?, ?, ?, ?)", row)


def unsealed(connection: sqlite3.Connection) -> list[Stretch]:
    """Rows behind the last seal of their table: every commit seals its own, so they came from elsewhere."""
    known = tables(connection)
    sealed = {table: _begun(end).last for table, end in _last_seals(connection, known).items()}
    newest = _newest(connection, known)
    return [Stretch(table, sealed[table] + 1, there) for table, there in newest.items() if there > sealed[table]]


def broken(connection: sqlite3.Connection) -> Iterator[Stretch]:
    """Every stretch and fact that is not as it was sealed; a fact without a seal, or a seal of nothing, is broken."""
    known = set(tables(connection))
    before: Rows = ()
    facts, end = {ALL: (), **_facts(connection)}, Stretch("")
    for what, last, time, kept in connection.execute("SELECT what, last, time, hash FROM seal ORDER BY what, last"):
        if what in known:
            follows = end.what == what
            stretch = end = Stretch(what, end.last + 1 if follows else 1, last)
            rows: Rows = chain(before if follows else (), _rows(connection, stretch))
            before = [(what, last, time, kept)]
        else:
            stretch = Stretch(str(what))
            value = facts.pop(stretch.what.removeprefix(FACT), ())
            rows = _ends(connection, tables(connection)) if what == ALL else [value]
        if kept != _closed(put(sha256(), rows), what, last, time):
            yield stretch
    yield from (Stretch(name if name == ALL else FACT + name) for name in facts)


def last_sealed(connection: sqlite3.Connection) -> str:
    """When anything was sealed last."""
    return str(connection.execute("SELECT max(time) FROM seal").fetchone()[0] or "")


def tables(connection: sqlite3.Connection) -> list[str]:
    """All that only grow, as far as this file has them; their names are ours, never the file's."""
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    return [table for table in GROWING if table in there]


def _newest(connection: sqlite3.Connection, tables: list[str]) -> dict[str, int]:
    """The last row of every table, 0 where there is none; asked for at once, as every commit asks."""
    wanted = ", ".join(f'(SELECT max(rowid) FROM "{table}")' for table in tables)
    found = connection.execute("SELECT " + wanted).fetchone()
    return {table: there or 0 for table, there in zip(tables, found, strict=True)}


def _last_seals(connection: sqlite3.Connection, tables: list[str]) -> dict[str, list[tuple[str, int, str, str]]]:
    """The last seal of every table, to which the next one is chained; none where it has none."""
    found: dict[str, list[tuple[str, int, str, str]]] = {table: [] for table in tables}
    for row in connection.execute(" UNION ALL ".join(f"SELECT * FROM ({_END.format(table)})" for table in tables)):
        found[row[0]].append(row)
    return found


def _begun(end: list[tuple[str, int, str, str]]) -> _Growing:
    """One that begins behind this seal."""
    last = int(end[0][1]) if end else 0
    return _Growing(last, last, put(sha256(), end))


def _ends(connection: sqlite3.Connection, tables: list[str]) -> Rows:
    """What the seal over all is set on: how many others there are, the facts, and the last stretch of every table."""
    number = "SELECT (SELECT count(*) FROM seal) - (SELECT count(*) FROM seal WHERE what = ?)"
    yield from connection.execute(number, (ALL,))
    facts = "SELECT what, last, time, hash FROM seal WHERE what >= ? AND what < ? ORDER BY what"
    yield from connection.execute(facts, (FACT, FACT[:-1] + chr(ord(FACT[-1]) + 1)))
    for end in _last_seals(connection, tables).values():
        yield from end


def _facts(connection: sqlite3.Connection) -> dict[str, tuple[object, ...]]:
    found = connection.execute("SELECT name, typeof(value), CAST(value AS BLOB) FROM fact")
    return {str(name): tuple(value) for name, *value in found}


def _rows(connection: sqlite3.Connection, stretch: Stretch) -> Rows:
    """The rows exactly as stored: their numbers, the kind of each value, and text as bytes, readable or not."""
    names = [str(row[1]) for row in connection.execute(f'PRAGMA table_info("{stretch.what}")')]
    exactly = "typeof({0}), CASE typeof({0}) WHEN 'text' THEN CAST({0} AS BLOB) ELSE {0} END"
    columns = ", ".join(exactly.format(f'"{name}"') for name in names)
    query = f'SELECT rowid, {columns} FROM "{stretch.what}" WHERE rowid BETWEEN ? AND ? ORDER BY rowid'
    first = stretch.first if stretch.first > 1 else LOWEST
    return connection.execute(query, (first, stretch.last))


def _closed(digest: Digest, what: object, last: object, time: object) -> str:
    """The seal itself: what stands behind it, its name, and when it was set."""
    return put(digest.copy(), [(what, last, time)]).hexdigest()
