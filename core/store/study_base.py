"""Under a study file: one connection, one writer, facts and a log; every trouble in one sentence."""

import json
import re
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from core.domain.dataset import Dataset
from core.domain.evidence import FitResult
from core.domain.findings import Findings
from core.domain.study import Study
from core.store.connect import check_place, in_words, one_file, place_of, understood
from core.store.journal import Journal
from core.store.moment import now
from core.store.plain import from_plain
from core.store.seals import UNKNOWN, Seals, Stretch, broken, last_sealed, unsealed
from core.store.write_lock import WriteLock
from core.support.errors import StoreError


class StudyBase:
    """Whoever holds the write lock is the writer, from opening to closing."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: WriteLock | None) -> None:
        self.path = path
        self._place = place_of(path)
        self._lock = lock
        self._use(connection)
        self._guard = threading.RLock()
        self._study: Study | None = None
        self._data: Dataset | None = None
        self.refused: tuple[FitResult, ...] = ()
        """What could not be written where the file is; it waits in memory."""

    @property
    def read_only(self) -> bool:
        """Whether another window or program writes, or nothing can be written where the file is."""
        return self._lock is None

    def _use(self, connection: sqlite3.Connection) -> None:
        self._connection, self._journal, self._seals = connection, Journal(connection), Seals(connection)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        with self._guard, in_words(self.path):
            try:
                if self._lock is not None:
                    one_file(self._connection)
                    self._lock.release(self._connection)
            finally:
                self._connection.close()

    def _tell_what_has_no_seal(self) -> None:
        """The next commit would seal it with its own; the log remembers that nothing vouches for it."""
        for one in self.unsealed():
            self.log(f"{UNKNOWN}{_line(one)}")

    def broken_seals(self) -> list[Stretch]:
        """What is not as it was sealed."""
        with self._guard, in_words(self.path):
            return list(broken(self._connection))

    def unsealed(self) -> list[Stretch]:
        """Rows that carry no seal."""
        with self._guard, in_words(self.path):
            return unsealed(self._connection)

    def found_without_seal(self) -> list[tuple[str, Stretch]]:
        """Rows that carried none at an earlier opening, and when that was."""
        told = [(time, line.removeprefix(UNKNOWN)) for time, line in self.log_lines() if line.startswith(UNKNOWN)]
        return [(time, _stretch(rows)) for time, rows in told]

    @property
    def is_as_sealed(self) -> bool:
        """Whether seals vouch for all that is in the file."""
        return not (self.broken_seals() or self.unsealed() or self.found_without_seal())

    def sealed_at(self) -> str:
        """When anything was sealed last (UTC, ISO 8601)."""
        with self._guard, in_words(self.path):
            return last_sealed(self._connection)

    def is_structure_whole(self) -> bool:
        """Whether SQLite finds its own tables and indexes in order."""
        with self._guard, in_words(self.path):
            return bool(self._connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))

    def findings(self) -> Findings | None:
        text = self._fact("findings")
        with understood(self.path):
            return None if text is None else from_plain(Findings, json.loads(text))

    def log(self, text: str) -> None:
        with self._writing():
            self._write_log(text)

    def log_lines(self) -> list[tuple[str, str]]:
        """Time (UTC, ISO 8601) and text of every line."""
        with self._guard, in_words(self.path):
            lines = self._connection.execute("SELECT time, line FROM log ORDER BY id")
            return [(str(time), str(line)) for time, line in lines]

    @contextmanager
    def _writing(self, surely: bool = False) -> Iterator[None]:
        """One transaction; `surely` waits until it reached the disk."""
        if self.read_only:
            raise StoreError(f"{self.path.name} is open elsewhere and can only be read here.", hint="Close it there.")
        with self._guard, in_words(self.path):
            check_place(self.path, self._place)
            try:
                self._connection.execute(f"PRAGMA synchronous = {'FULL' if surely else 'NORMAL'}")
                self._connection.execute("BEGIN IMMEDIATE")
                yield
                self._seals.complete()
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                self._journal.forget()
                self._seals.forget()
                raise

    def _fact(self, name: str) -> str | None:
        with self._guard, in_words(self.path):
            row = self._connection.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def _set_fact(self, name: str, value: str) -> None:
        self._connection.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (name, value))
        self._seals.fact(name, value)

    def _drop_fact(self, name: str) -> None:
        self._connection.execute("DELETE FROM fact WHERE name = ?", (name,))
        self._seals.lift(name)

    def _write_log(self, text: str) -> None:
        self._connection.execute("INSERT INTO log (time, line) VALUES (?, ?)", (now(), text))


def _line(stretch: Stretch) -> str:
    return f"{stretch.what} {stretch.first} to {stretch.last}"


def _stretch(line: str) -> Stretch:
    """Back from a line of the log, which may hold anything."""
    found = re.fullmatch(r"(\w+) (\d+) to (\d+)", line)
    return Stretch(found[1], int(found[2]), int(found[3])) if found else Stretch(line)
