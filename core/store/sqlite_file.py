"""Opening SQLite files of ours: only those we made, nothing in them runs, and every trouble is one sentence."""

import errno
import os
import sqlite3
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from core.store.codec import LARGEST_VALUE
from core.store.schema import APPLICATION
from core.support.errors import ContentError, NoPlaceError, StoreError

MAGIC = b"SQLite format 3\0"
HEADER = 100
WRITE_AHEAD = 2  # in the header: the journal is beside the file
LOCK_SECONDS = 60.0  # transactions are short; a busy computer may still make their owner wait for its turn
DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_IOERR_SHORT_READ", "SQLITE_FORMAT")


@contextmanager
def translate_sqlite_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite and the disk complain about into a StoreError."""
    try:
        yield
    except sqlite3.ProgrammingError as problem:
        if "closed" not in str(problem):
            raise _describe(path, "") from problem
        raise StoreError.about("closed-before", file=path.name) from problem
    except sqlite3.Error as problem:
        raise _describe(path, getattr(problem, "sqlite_errorname", "") or "") from problem
    except UnicodeDecodeError as problem:  # SQLite quotes the damaged text, which cannot be shown
        raise StoreError.about("damaged", file=path.name, why="unreadable") from problem
    except OSError as problem:
        if problem.errno == errno.ENOSPC:
            raise _describe_full_disk(path) from problem
        raise StoreError.about("unusable-place", file=path.name, why=problem.strerror) from problem


@contextmanager
def translate_damage(path: Path) -> Iterator[None]:
    """The same for reading, where content that makes no sense means a damaged file.

    Of a ValueError too: JSON, arrays and numbers of the file are read inside. Other faults are those of the program.
    """
    try:
        with translate_sqlite_errors(path):
            yield
    except (MemoryError, RecursionError, OverflowError) as problem:
        raise StoreError.about("too-large", file=path.name) from problem
    except (ValueError, struct.error, zlib.error) as problem:
        why = problem if isinstance(problem, ContentError) else "no-sense"
        raise StoreError.about("damaged", file=path.name, why=why) from problem


def is_damage(problem: StoreError) -> bool:
    """Whether SQLite found the file itself to be no good; a full disk or another writer is not that."""
    name = getattr(problem.__cause__, "sqlite_errorname", "") or ""
    return isinstance(problem.__cause__, sqlite3.DatabaseError) and name.startswith(DAMAGED)


def _describe_full_disk(path: Path) -> NoPlaceError:
    return NoPlaceError.about("disk-full", file=path.name)


def _describe(path: Path, name: str) -> StoreError:
    if name.startswith("SQLITE_FULL"):
        return _describe_full_disk(path)
    if name.startswith(("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")):
        return StoreError.about("read-only", file=path.name)
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreError.about("being-written", file=path.name)
    if name.startswith("SQLITE_CANTOPEN"):
        return StoreError.about("cannot-open", file=path.name)
    if name.startswith("SQLITE_IOERR") and not name.startswith(DAMAGED):
        return StoreError.about("disk-error", file=path.name)
    return StoreError.about("damaged-or-foreign", file=path.name)


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file of ours: what it is called, how its name ends, and the mark it carries."""

    title: str
    suffix: str
    mark: int


STUDY = FileKind("study file", ".evenfold", APPLICATION)


def check_header(path: Path, kind: FileKind = STUDY) -> None:
    """Refuse files that are not ours, or that were cut off, before SQLite touches them."""
    if not path.is_file():
        raise StoreError.about("no-file", file=path.name, title=kind.title)
    with path.open("rb") as file:
        header = file.read(HEADER)
    if len(header) < HEADER or not header.startswith(MAGIC):
        raise StoreError.about("not-of-kind", file=path.name, title=kind.title, suffix=kind.suffix)
    if struct.unpack_from(">I", header, 68)[0] != kind.mark:
        raise StoreError.about("other-database", file=path.name, title=kind.title, suffix=kind.suffix)
    page = struct.unpack_from(">H", header, 16)[0]
    size = (65536 if page == 1 else page) * struct.unpack_from(">I", header, 28)[0]
    if path.stat().st_size < size and not Path(f"{os.path.realpath(path)}-wal").exists():  # beside the file, not a link
        raise StoreError.about("cut-off", file=path.name)


def check_tables(connection: sqlite3.Connection, statements: Sequence[str], name: str) -> None:
    """Refuse anything but tables that we made, word for word: a view in their place could run for ever."""
    known = {" ".join(statement.split()) for statement in statements}
    found = connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    if any(" ".join(str(sql).split()) not in known for (sql,) in found):
        raise StoreError.about("foreign-tables", file=name)


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Return a connection without hidden transactions; `mode` is ro, rw or rwc.

    No value may be longer than ours ever are, and no function of the file's own making is called.
    """
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=LOCK_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE)
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Journal beside the file where the disk allows it, else the plain rollback journal; without waiting for others."""
    connection.execute("PRAGMA busy_timeout = 0")
    with suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA busy_timeout = {int(LOCK_SECONDS * 1000)}")


def has_write_ahead_log(path: Path) -> bool:
    """Whether the file was left with its journal beside it, which can only be read along with leave to write."""
    with path.open("rb") as file:
        return file.read(HEADER)[18] == WRITE_AHEAD


def merge_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Bring everything back into the one file, unless someone else still reads it."""
    with suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()


class OpenFileWatch:
    """Notices when the file behind an open connection is moved, deleted, cut off or overwritten by another program.

    SQLite goes on writing into a file that was deleted or put elsewhere, where nobody will find it, and does not look
    at a page again that it has in memory. The file is kept open here all the time: to open and close it while SQLite
    has it open would drop SQLite's locks on POSIX systems.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("rb", buffering=0)
        self._size = self._file.seek(0, os.SEEK_END)

    def check(self) -> None:
        """Raise a NoPlaceError if the file is no longer there as it was; what is in memory can be saved elsewhere."""
        if self._file.closed:  # work given up may still hand over a result
            raise StoreError.about("closed", file=self._path.name)
        now = os.fstat(self._file.fileno())
        try:
            there = self._path.stat()
        except OSError:
            there = None
        if there is None or (there.st_dev, there.st_ino) != (now.st_dev, now.st_ino):
            raise NoPlaceError.about("moved", file=self._path.name)
        self._file.seek(0)
        if now.st_size < self._size or self._file.read(len(MAGIC)) != MAGIC:
            raise describe_overwritten(self._path)
        self._size = now.st_size

    def accept_size(self) -> None:
        """The file was written by ourselves and may be smaller than before."""
        self._size = self._file.seek(0, os.SEEK_END)

    def close(self) -> None:
        self._file.close()


def describe_overwritten(path: Path) -> NoPlaceError:
    return NoPlaceError.about("overwritten", file=path.name)
