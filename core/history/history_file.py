"""The file under the history: an append-only chain of links in SQLite, each with a hash over itself and the one before.

The plain rollback journal is used and every write reaches the disk before it counts, so that there is no second file
to lose; looks are written rarely.
"""

import json
import sqlite3
import struct
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from core.store.codec import to_text
from core.store.sqlite_file import HEADER, MAGIC, check_tables, connect, translate_damage, translate_sqlite_errors
from core.support.errors import ContentError, StoreError

MOST_MISSING = 1000  # links that are named one by one
APPLICATION = 0x45564C47  # "EVLG", marks our histories
VERSION = 1
_TABLES = (
    "CREATE TABLE link (number INTEGER PRIMARY KEY, content BLOB NOT NULL, hash TEXT NOT NULL)",
    "CREATE TABLE sketch (data TEXT PRIMARY KEY, content BLOB NOT NULL)",
    "CREATE TABLE head (only INTEGER PRIMARY KEY CHECK (only = 1), count INTEGER NOT NULL, hash TEXT NOT NULL)",
    "CREATE TRIGGER link_stays BEFORE UPDATE ON link BEGIN SELECT RAISE(ABORT, 'the history only grows'); END",
    "CREATE TRIGGER link_remains BEFORE DELETE ON link BEGIN SELECT RAISE(ABORT, 'the history only grows'); END",
    "INSERT INTO head VALUES (1, 0, '')",
)


@dataclass(frozen=True, slots=True)
class Link:
    """One link as stored; `plain` is None where its content cannot be read."""

    number: int
    content: bytes
    hash: str
    plain: Mapping[str, Any] | None


def create(path: Path) -> None:
    """Make the file unless it is there; two windows may do so at once."""
    with translate_history_errors(path), closing(connect(path, "rwc")) as connection, transaction(connection):
        if _version(connection) == 0:
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            for statement in _TABLES:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {VERSION}")


def check(path: Path) -> None:
    """Refuse what is no history of ours, or was cut off, before anything is read from it."""
    with translate_sqlite_errors(path), path.open("rb") as file:
        header = file.read(HEADER)
    if len(header) < HEADER or not header.startswith(MAGIC):
        raise DamagedHistoryError.about("no-history", file=path.name)
    if struct.unpack_from(">I", header, 68)[0] != APPLICATION:
        raise DamagedHistoryError.about("history-foreign", file=path.name)
    if struct.unpack_from(">I", header, 60)[0] > VERSION:
        raise StoreError.about("newer", file=path.name)
    page = struct.unpack_from(">H", header, 16)[0]
    if path.stat().st_size < (65536 if page == 1 else page) * struct.unpack_from(">I", header, 28)[0]:
        raise DamagedHistoryError.about("history-cut-off", file=path.name)
    _check_tables(path)


def _check_tables(path: Path) -> None:
    with translate_history_errors(path), closing(connect(path, "rw")) as connection:
        try:
            check_tables(connection, _TABLES, path.name)
        except StoreError as problem:
            raise DamagedHistoryError.about("history-tables", file=path.name) from problem
        if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise DamagedHistoryError.about("history-damaged", file=path.name)


class DamagedHistoryError(StoreError):
    """The file itself is no good, whatever is wrong with it: it is set aside, and a new one is made."""


@contextmanager
def translate_history_errors(path: Path) -> Iterator[None]:
    """Tell damage, which is a reason to make a new file, from a full disk, another writer or a missing permission."""
    try:
        with translate_damage(path):
            yield
    except DamagedHistoryError:
        raise
    except StoreError as problem:
        name = getattr(problem.__cause__, "sqlite_errorname", "") or ""
        if problem.__cause__ is None or isinstance(problem.__cause__, OSError) or name.startswith(_UNDAMAGED):
            raise
        raise DamagedHistoryError.about("history-damaged", file=path.name) from problem


_UNDAMAGED = tuple(
    "SQLITE_" + word for word in ("FULL", "READONLY", "PERM", "AUTH", "BUSY", "LOCKED", "CANTOPEN", "IOERR_WRITE")
)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, one writer at a time; the others wait a few seconds for their turn."""
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def append(connection: sqlite3.Connection, contents: Sequence[Mapping[str, Any]]) -> None:
    """Add links inside the open transaction."""
    count, last = head(connection)
    (newest,) = connection.execute("SELECT max(number) FROM link").fetchone()
    count = max(count, newest or 0)  # links from elsewhere are named by `verify`, and are in nobody's way
    for plain in contents:
        content = to_text(plain, sort_keys=True).encode()
        count, last = count + 1, chained(last, content)
        connection.execute("INSERT INTO link VALUES (?, ?, ?)", (count, content, last))
    connection.execute("UPDATE head SET count = ?, hash = ?", (count, last))


def chained(previous: str, content: bytes) -> str:
    return sha256(previous.encode() + content).hexdigest()


def links(connection: sqlite3.Connection) -> list[Link]:
    query = "SELECT number, CAST(content AS BLOB), CAST(hash AS BLOB) FROM link ORDER BY number"
    rows = connection.execute(query).fetchall()
    return [_link(int(number), bytes(content), bytes(hash_)) for number, content, hash_ in rows]


def _link(number: int, content: bytes, hash_: bytes) -> Link:
    try:
        plain = json.loads(content)
    except ValueError:
        plain = None
    return Link(number, content, hash_.decode(errors="replace"), plain if isinstance(plain, dict) else None)


def head(connection: sqlite3.Connection) -> tuple[int, str]:
    rows = connection.execute("SELECT count, CAST(hash AS BLOB) FROM head").fetchall()
    if len(rows) != 1 or type(rows[0][0]) is not int:
        raise ContentError("head-missing")
    return rows[0][0], bytes(rows[0][1]).decode(errors="replace")


def _numbers(there: Collection[int], count: int) -> list[int]:
    """Of the links that are there and of those that are missing; a damaged count must not make this endless."""
    missing = (number for number in range(1, max([count, *there]) + 1) if number not in there)
    return sorted({*there, *islice(missing, MOST_MISSING)})


def broken(found: Sequence[Link], count: int, last: str) -> dict[int, str]:
    """What does not fit, by number of the link: the key of what happened to it."""
    wrong, by_number = {}, {link.number: link for link in found}
    before: dict[int, set[str]] = {1: {""}}  # what the hash of the link before can be: as stored, or as computed
    for number in _numbers(by_number, count):
        link = by_number.get(number)
        if link is None:
            wrong[number] = "missing"
            continue
        computed = {chained(previous, link.content) for previous in before.get(number, ())}
        if computed and link.hash not in computed:
            wrong[number] = "changed"
        before[number + 1] = {link.hash, *computed}
    if not wrong and (len(found) != count or (found and found[-1].hash != last)):
        wrong[len(found)] = "foreign"
    return wrong


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
