"""Opening SQLite files of ours, with every trouble in one sentence."""

import errno
import os
import sqlite3
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from core.store.guard import guarded
from core.store.schema import APPLICATION
from core.support.errors import NoPlaceError, StoreError

MAGIC = b"SQLite format 3\0"
HEADER = 100
WRITE_AHEAD = 2  # in the header: the journal is beside the file
LOCK_SECONDS = 60.0  # transactions are short; a busy computer may still make their owner wait for its turn


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Turn what SQLite and the disk complain about into a StoreError."""
    try:
        yield
    except sqlite3.ProgrammingError as problem:
        if "closed" not in str(problem):
            raise _worded(path, "") from problem
        raise StoreError(f"{path.name} was closed before this was done.", hint="Open it again.") from problem
    except sqlite3.Error as problem:
        raise _worded(path, getattr(problem, "sqlite_errorname", "") or "") from problem
    except UnicodeDecodeError as problem:  # SQLite quotes the damaged text, which cannot be shown
        raise StoreError(f"{path.name} is damaged: its content cannot be read.", hint="Use a copy of it.") from problem
    except OSError as problem:
        if problem.errno == errno.ENOSPC:
            raise _full(path) from problem
        raise StoreError(f"{path.name} cannot be used: {problem.strerror}.", hint="Choose another place.") from problem


@contextmanager
def understood(path: Path) -> Iterator[None]:
    """The same for reading, where content that makes no sense means a damaged file."""
    try:
        with in_words(path):
            yield
    except (MemoryError, RecursionError, OverflowError) as problem:
        raise StoreError(f"{path.name} holds more than any study does.", hint="Use a copy of it.") from problem
    except (ValueError, LookupError, TypeError, AttributeError, struct.error, zlib.error) as problem:
        raise StoreError(f"{path.name} is damaged: {problem}.", hint="Use a copy of it.") from problem


Place = tuple[int, int]  # which file it is, whatever it is called


def place_of(path: Path) -> Place | None:
    """None where there is no file of that name."""
    with suppress(FileNotFoundError, NotADirectoryError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


def check_place(path: Path, place: Place | None) -> None:
    """SQLite goes on writing into a file that was deleted or put elsewhere, where nobody will find it."""
    if place_of(path) != place:
        raise NoPlaceError(
            f"{path.name} is no longer where it was: it was moved, deleted or replaced.",
            hint="Save it to another place, then continue.",
        )


def _full(path: Path) -> NoPlaceError:
    return NoPlaceError(
        f"The disk is full, so {path.name} could not be written; what was stored before is safe.",
        hint="Make room, or save to another place, then continue.",
    )


def _worded(path: Path, name: str) -> StoreError:
    if name.startswith("SQLITE_FULL"):
        return _full(path)
    if name.startswith(("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")):
        return StoreError(f"{path.name} can only be read.", hint="Save a copy in a folder you may write to.")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreError(f"{path.name} is being written by another window.", hint="Close it there and try again.")
    if name.startswith("SQLITE_CANTOPEN"):
        return StoreError(f"{path.name} cannot be opened.", hint="See whether the folder exists and may be written to.")
    if name.startswith("SQLITE_IOERR"):
        return StoreError(f"The disk of {path.name} reports an error.", hint="Copy the file to another disk.")
    return StoreError(f"{path.name} is damaged or not a study file.", hint="Use a copy of it.")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file of ours: what it is called, how its name ends, and the mark it carries."""

    title: str
    suffix: str
    mark: int


STUDY = Kind("study file", ".evenfold", APPLICATION)


def check_header(path: Path, kind: Kind = STUDY) -> None:
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


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection without hidden transactions; `mode` is ro, rw or rwc."""
    return guarded(
        sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=LOCK_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )
    )


def write_ahead(connection: sqlite3.Connection) -> None:
    """Journal beside the file where the disk allows it, else the plain rollback journal; without waiting for others."""
    connection.execute("PRAGMA busy_timeout = 0")
    with suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA busy_timeout = {int(LOCK_SECONDS * 1000)}")
    connection.execute("PRAGMA synchronous = NORMAL")


def is_write_ahead(path: Path) -> bool:
    """Whether the file was left with its journal beside it, which can only be read along with leave to write."""
    with path.open("rb") as file:
        return file.read(HEADER)[18] == WRITE_AHEAD


def one_file(connection: sqlite3.Connection) -> None:
    """Bring everything back into the one file, unless someone else still reads it."""
    with suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()
