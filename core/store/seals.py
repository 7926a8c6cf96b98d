"""Seals over everything a study file holds: one byte changed from outside is found, and where it is.

Facts are sealed one by one in the commit that writes them. All other tables only grow: whatever came since the last
seal is sealed as one stretch of rows. Seals tell of changes; somebody who knows how they are made can make new ones.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from core.store.moment import now
from core.store.seal import seal

SEALS = (
    "CREATE TABLE seal (what TEXT NOT NULL, last INTEGER NOT NULL, time TEXT NOT NULL, hash TEXT NOT NULL,"
    " UNIQUE (what, last))"
)
GROWING = ("block", "log", "outcome", "piece", "seen", "shuffle", "split", "text")
_NEWEST = {table: f'SELECT max(rowid) FROM "{table}"' for table in GROWING}
FACT = "fact "  # before the name of a fact; the other seals are named by their table
EARLIER = "sealed as found, because it was made by an earlier version"  # lines of the log
SUDDEN = "sealed as found after a sudden end: "


Rows = Iterable[Sequence[object]]


class Stretch(NamedTuple):
    """Rows of a table, first and last included; a fact has the name of its seal and no rows."""

    what: str
    first: int = 0
    last: int = 0


def seal_fact(connection: sqlite3.Connection, name: str, value: str) -> None:
    _write(connection, Stretch(FACT + name), [("text", value)])


def lift_fact(connection: sqlite3.Connection, name: str) -> None:
    """The fact is there no more."""
    connection.execute("DELETE FROM seal WHERE what = ?", (FACT + name,))


def seal_rows(connection: sqlite3.Connection) -> None:
    """Seal whatever the tables have grown by."""
    for stretch in unsealed(connection):
        _write(connection, stretch, _rows(connection, stretch))


def seal_again(connection: sqlite3.Connection, table: str) -> None:
    """After rows were taken out on purpose."""
    connection.execute("DELETE FROM seal WHERE what = ?", (table,))
    seal_rows(connection)


def seal_as_found(connection: sqlite3.Connection) -> bool:
    """Seals for a file that has none; False when there is nothing in it yet."""
    facts = _facts(connection)
    for name, value in facts.items():
        _write(connection, Stretch(FACT + name), [value])
    if facts:
        connection.execute("INSERT INTO log (time, line) VALUES (?, ?)", (now(), EARLIER))
        seal_rows(connection)
    return bool(facts)


def unsealed(connection: sqlite3.Connection) -> list[Stretch]:
    """What was written after the last seal; there is something only while the file is used, or after a sudden end."""
    found = []
    for table in tables(connection):
        (there,) = connection.execute(_NEWEST[table]).fetchone()
        (sealed,) = connection.execute("SELECT max(last) FROM seal WHERE what = ?", (table,)).fetchone()
        if (there or 0) > (sealed or 0):
            found.append(Stretch(table, (sealed or 0) + 1, there))
    return found


def broken(connection: sqlite3.Connection) -> Iterator[Stretch]:
    """Every stretch and fact that is not as it was sealed; a fact without a seal, or a seal of nothing, is broken."""
    known = set(tables(connection))
    facts, end = _facts(connection), Stretch("")
    for what, last, time, kept in connection.execute("SELECT what, last, time, hash FROM seal ORDER BY what, last"):
        if what in known:
            stretch = end = Stretch(what, end.last + 1 if end.what == what else 1, last)
            rows: Rows = _rows(connection, stretch)
        else:
            stretch = Stretch(str(what))
            rows = [facts.pop(stretch.what.removeprefix(FACT), ())]
        if kept != _hash(what, last, time, rows):
            yield stretch
    yield from (Stretch(FACT + name) for name in facts)


def last_sealed(connection: sqlite3.Connection) -> str:
    """When anything was sealed last."""
    return str(connection.execute("SELECT max(time) FROM seal").fetchone()[0] or "")


def tables(connection: sqlite3.Connection) -> list[str]:
    """All that only grow, as far as this file has them; their names are ours, never the file's."""
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    return [table for table in GROWING if table in there]


def _facts(connection: sqlite3.Connection) -> dict[str, tuple[object, ...]]:
    found = connection.execute("SELECT name, typeof(value), CAST(value AS BLOB) FROM fact")
    return {str(name): tuple(value) for name, *value in found}


def _rows(connection: sqlite3.Connection, stretch: Stretch) -> Rows:
    """The rows exactly as stored: their numbers, the kind of each value, and text as bytes, readable or not."""
    names = [str(row[1]) for row in connection.execute(f'PRAGMA table_info("{stretch.what}")')]
    exactly = "typeof({0}), CASE typeof({0}) WHEN 'text' THEN CAST({0} AS BLOB) ELSE {0} END"
    columns = ", ".join(exactly.format(f'"{name}"') for name in names)
    query = f'SELECT rowid, {columns} FROM "{stretch.what}" WHERE rowid BETWEEN ? AND ? ORDER BY rowid'
    return connection.execute(query, (stretch.first, stretch.last))


def _write(connection: sqlite3.Connection, stretch: Stretch, rows: Rows) -> None:
    time = now()
    row = (stretch.what, stretch.last, time, _hash(stretch.what, stretch.last, time, rows))
    connection.execute("INSERT OR REPLACE INTO seal VALUES (?, ?, ?, ?)", row)


def _hash(what: object, last: object, time: object, rows: Rows) -> str:
    return seal(chain([(what, last, time)], rows))
