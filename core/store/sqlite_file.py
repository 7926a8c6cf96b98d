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
USE_A_COPY = "Use a copy of it."
DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_IOERR_SHORT_READ", "SQLITE_FORMAT")


@contextmanager
def translate_sqlite_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite and the disk complain about into a StoreError."""
    try:
        yield
    except sqlite3.ProgrammingError as problem:
        if "closed" not in str(problem):
            raise _describe(path, "") from problem
        raise StoreError(f"{path.name} was closed before this was done.", hint="Open it again.") from problem
    except sqlite3.Error as problem:
        raise _describe(path, getattr(problem, "sqlite_errorname", "") or "") from problem
    except UnicodeDecodeError as problem:  # SQLite quotes the damaged text, which cannot be shown
        raise StoreError(f"{path.name} is damaged: its content cannot be read.", hint=USE_A_COPY) from problem
    except OSError as problem:
        if problem.errno == errno.ENOSPC:
            raise _describe_full_disk(path) from problem
        raise StoreError(f"{path.name} cannot be used: {problem.strerror}.", hint="Choose another place.") from problem


@contextmanager
def translate_damage(path: Path) -> Iterator[None]:
    """The same for reading, where content that makes no sense means a damaged file.

    Of a ValueError too: JSON, arrays and numbers of the file are read inside. Other faults are those of the program.
    """
    try:
        with translate_sqlite_errors(path):
            yield
    except (MemoryError, RecursionError, OverflowError) as problem:
        raise StoreError(f"{path.name} holds more than any study does.", hint=USE_A_COPY) from problem
    except (ValueError, struct.error, zlib.error) as problem:
        why = str(problem) if isinstance(problem, ContentError) else "a part of it makes no sense"
        raise StoreError(f"{path.name} is damaged: {why}.", hint=USE_A_COPY) from problem


def is_damage(problem: StoreError) -> bool:
    """Whether SQLite found the file itself to be no good; a full disk or another writer is not that."""
    name = getattr(problem.__cause__, "sqlite_errorname", "") or ""
    return isinstance(problem.__cause__, sqlite3.DatabaseError) and name.startswith(DAMAGED)


def _describe_full_disk(path: Path) -> NoPlaceError:
    return NoPlaceError(
        f"The disk is full, so {path.name} could not be written; what was stored before is safe.",
        hint="Make room, or save to another place, then continue.",
    )


def _describe(path: Path, name: str) -> StoreError:
    if name.startswith("SQLITE_FULL"):
        return _describe_full_disk(path)
    if name.startswith(("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")):
        return StoreError(f"{path.name} can only be read.", hint="Save a copy in a folder you may write to.")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreError(f"{path.name} is being written by another window.", hint="Close it there and try again.")
    if name.startswith("SQLITE_CANTOPEN"):
        return StoreError(f"{path.name} cannot be opened.", hint="See whether the folder exists and may be written to.")
    if name.startswith("SQLITE_IOERR") and not name.startswith(DAMAGED):
        return StoreError(f"The disk of {path.name} reports an error.", hint="Copy the file to another disk.")
    return StoreError(f"{path.name} is damaged or no file of Evenfold.", hint=USE_A_COPY)


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
        raise StoreError(f"There is no {kind.title} {path.name}.", hint="See whether it was moved or renamed.")
    with path.open("rb") as file:
        header = file.read(HEADER)
    hint = f"Open a file that ends in {kind.suffix}."
    if len(header) < HEADER or not header.startswith(MAGIC):
        raise StoreError(f"{path.name} is not a {kind.title}.", hint=hint)
    if struct.unpack_from(">I", header, 68)[0] != kind.mark:
        raise StoreError(f"{path.name} is a database of another program or kind, not a {kind.title}.", hint=hint)
    page = struct.unpack_from(">H", header, 16)[0]
    size = (65536 if page == 1 else page) * struct.unpack_from(">I", header, 28)[0]
    if path.stat().st_size < size and not Path(f"{os.path.realpath(path)}-wal").exists():  # beside the file, not a link
        raise StoreError(f"{path.name} was cut off: a part of it is missing.", hint="Copy or download it again.")


def check_tables(connection: sqlite3.Connection, statements: Sequence[str], name: str) -> None:
    """Refuse anything but tables that we made, word for word: a view in their place could run for ever."""
    known = {" ".join(statement.split()) for statement in statements}
    found = connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    if any(" ".join(str(sql).split()) not in known for (sql,) in found):
        raise StoreError(
            f"{name} holds tables that are not Evenfold's.", hint="Open only files that Evenfold has made."
        )


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
            raise StoreError(f"{self._path.name} is closed.", hint="Open it again.")
        now = os.fstat(self._file.fileno())
        try:
            there = self._path.stat()
        except OSError:
            there = None
        if there is None or (there.st_dev, there.st_ino) != (now.st_dev, now.st_ino):
            raise NoPlaceError(
                f"{self._path.name} is no longer where it was: it was moved, deleted or replaced.",
                hint="Save it to another place, then continue.",
            )
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
    return NoPlaceError(
        f"{path.name} was damaged by another program while it was open; what was computed is still in memory.",
        hint="Save it to another place, then continue.",
    )
