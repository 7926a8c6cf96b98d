"""The right to write a study file: held by one window or program from opening to closing, gone with its process.

A transaction cannot be that right, because it ends with every commit: on a busy computer the writer may be put to sleep
between two of its transactions for as long as the system likes, and whoever asks in that gap would be let in. So the
right is a lock of its own, on an empty file beside the study file, which no commit lets go of.
"""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

SUFFIX = "-lock"
_NOT_OURS = ("SQLITE_BUSY", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")


class WriteLock:
    """Held until it is released, or until the process ends in any way."""

    def __init__(self, path: Path, holder: sqlite3.Connection) -> None:
        self._path, self._holder = path, holder

    def release(self, study: sqlite3.Connection) -> None:
        """Let go, and leave no second file behind; inside a transaction of the study, like the taking of it."""
        with suppress(sqlite3.Error):  # a study that cannot be written any more: the empty file stays, nobody holds it
            study.execute("BEGIN IMMEDIATE")
        self._holder.close()
        if study.in_transaction:
            with suppress(OSError):
                self._path.unlink()
            study.execute("ROLLBACK")


def acquire_write_lock(path: Path, study: sqlite3.Connection) -> WriteLock | None:
    """Become the writer of the study behind this connection; None when another is, or nothing can be written there.

    The empty file is made, locked and removed only inside a transaction of the study, so that nobody can lock a file
    that another one is just removing. The lock itself is SQLite's: it works on every system, between processes and
    between threads of one, and the system drops it when its holder is killed.
    """
    beside = Path(os.path.realpath(path) + SUFFIX)  # as SQLite does: beside the file, not beside a link to it
    holder: sqlite3.Connection | None = None
    try:
        study.execute("BEGIN IMMEDIATE")
        holder = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
        holder.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as problem:
        if holder is not None:
            holder.close()
        if not str(problem.sqlite_errorname).startswith(_NOT_OURS):
            raise
        return None
    finally:
        if study.in_transaction:
            study.execute("ROLLBACK")
    return WriteLock(beside, holder)
