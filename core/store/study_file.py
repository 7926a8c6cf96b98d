"""The study file: one SQLite file with the plan, the data, the journal of outcomes, the findings and a log."""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from core.data.fingerprint import compute_row_keys
from core.domain.dataset import Dataset
from core.domain.evidence import ADDED, FitResult, Job, is_a_look
from core.domain.findings import Findings
from core.domain.study import Study
from core.store.canonical import plan_hash, plan_text, study_from_plain
from core.store.connect import (
    check_header,
    connect,
    in_words,
    is_write_ahead,
    place_of,
    understood,
    write_ahead,
)
from core.store.growth import grows
from core.store.guard import check_schema
from core.store.moment import now
from core.store.pieces import SEALED, read_data, write_data, write_keys
from core.store.plain import to_plain
from core.store.schema import MIGRATIONS, TABLES, migrate, version
from core.store.seals import Seals
from core.store.study_vault import StudyVault
from core.store.write_lock import WriteLock, acquire_write_lock
from core.support.errors import NoPlaceError, StoreError

LOCKED, FINISHED = "locked with plan ", "finished"  # lines of the log
PAGE = 8192  # holds eight outcomes of a hundred rows with little left over


class StudyFile(StudyVault):
    """Open for one writer; whoever comes second reads only. Use it in a `with`, so that one file remains."""

    @classmethod
    def create(cls, path: Path, study: Study, data: Dataset, sealed: Dataset | None = None) -> Self:
        """A new file with this study, not locked yet, its data, and the rows of its vault."""
        if path.exists():
            raise StoreError(f"There is a file {path.name} already.", hint="Open it, or choose another name.")
        with in_words(path):
            connection = connect(path, "rwc")
            try:
                _first_content(connection, study, data, sealed)
                lock = acquire_write_lock(path, connection)
                write_ahead(connection)
            except BaseException:
                connection.close()
                path.unlink(missing_ok=True)
                raise
        return cls(path, connection, lock)

    @classmethod
    def open(cls, path: Path, only_read: bool = False) -> Self:
        """For writing if nobody else does, unless it is only to be looked at."""
        with in_words(path):
            check_header(path)
            connection, lock = _to_read(path) if only_read else _opened(path)
        file = cls(path, connection, lock)
        try:
            with in_words(path):
                check_schema(connection, TABLES, path.name)
            file._bring_up_to_date()
        except BaseException:
            if lock is not None:
                lock.release(connection)
            connection.close()
            raise
        return file

    # --- the plan ---

    @property
    def study(self) -> Study:
        if self._study is None:
            text = self._fact("plan")
            with understood(self.path):
                self._study = study_from_plain(json.loads(text or ""))
        return self._study

    @property
    def has_data(self) -> bool:
        """Whether the data is inside; a copy made to be sent may leave it out."""
        with self._guard, in_words(self.path):
            return self._connection.execute("SELECT 1 FROM piece WHERE name = 'target 0'").fetchone() is not None

    @property
    def data(self) -> Dataset:
        if self._data is None:
            if not self.has_data:
                raise StoreError(
                    f"{self.path.name} is a copy without its data.", hint="Open the file it was made from."
                )
            with self._guard, understood(self.path):
                self._data = read_data(self._connection, self._fact("data") or "{}")
        return self._data

    @property
    def plan_hash(self) -> str:
        return self._fact("hash") or plan_hash(self.study)

    @property
    def locked_at(self) -> str | None:
        """When the plan was locked (UTC, ISO 8601), or None."""
        return self._fact("locked")

    def lock(self, study: Study) -> None:
        """Fix the plan. A locked plan may only grow: more candidates, more shuffles, more extra schemes."""
        if self.locked_at is not None and not grows(self.study, study):
            raise StoreError(
                "This study is locked with another plan.", hint="Start a new study from this one to change it."
            )
        with self._writing():
            self._set_fact("plan", plan_text(study))
            self._set_fact("hash", plan_hash(study))
            self._set_fact("locked", self.locked_at or now())
            self._write_log(LOCKED + plan_hash(study))
        self._study = study

    def unlock(self) -> None:
        """Open the plan again; only while no test fold was scored."""
        if self.is_seen:
            raise StoreError("Test folds of this study were scored.", hint="Start a new study from this one.")
        with self._writing():
            self._drop_fact("locked")
            self._drop_fact("hash")
            self._write_log("unlocked before any test fold was scored")

    def copy_to(self, path: Path, with_data: bool = True) -> None:
        """A copy in one file, to be sent; without data only the plan, predictions and findings remain."""
        if path.exists():
            raise StoreError(f"There is a file {path.name} already.", hint="Choose another name.")
        with self._guard, in_words(path):
            try:
                self._connection.execute("PRAGMA query_only = OFF")  # it would keep the copy from being written
                self._connection.execute("VACUUM INTO ?", (str(path),))
                if not with_data:
                    _leave_out_data(path)
            except BaseException:
                path.unlink(missing_ok=True)
                raise
            finally:
                self._connection.execute(f"PRAGMA query_only = {int(self.read_only)}")

    def go_on_at(self, path: Path) -> None:
        """Save it as another file and go on in that one, also while a run writes; the file of before stays behind."""
        with self._guard:
            self.copy_to(path)
            with in_words(path):
                connection, lock = _opened(path)
            before = self.path
            self.close()
            self.path, self._place, self._lock = path, place_of(path), lock
            self._use(connection)
            self.log(f"saved as {path.name}, before {before.name}")
            self.catch_up()

    # --- outcomes ---

    def done(self) -> set[Job]:
        with self._guard, in_words(self.path):
            return self._journal.done()

    @property
    def is_seen(self) -> bool:
        """Whether a candidate was scored on test rows."""
        return is_a_look(self.done())

    def append(self, outcomes: Iterable[FitResult], seconds: float = 0.0) -> None:
        """Store finished outcomes, all or none of them; they took this many seconds on the clock, all together."""
        came = tuple(outcomes)
        try:
            with self._writing():
                self._journal.write(came)
                if seconds > 0:
                    self._set_fact("seconds", repr(self.seconds() + seconds))
        except NoPlaceError:
            self.refused = (*self.refused, *came)
            raise

    def catch_up(self) -> None:
        """Store what could not be written, if there is room by now or the study goes on elsewhere."""
        waiting, self.refused = self.refused, ()
        if waiting:
            self.append(waiting)

    def seconds(self) -> float:
        """How long the study has run until its last outcome, over all sittings."""
        with understood(self.path):
            return float(self._fact("seconds") or 0.0)

    def begin(self, versions: Mapping[str, str]) -> None:
        """A sitting begins; other versions than before are noted, because results may be mixed."""
        before = self.versions()
        with self._writing():
            self._set_fact("versions", json.dumps(dict(versions)))
            for name in versions if before else ():
                if before.get(name) != versions[name]:
                    self._write_log(f"continued with {name} {versions[name]} instead of {before.get(name)}")

    def outcomes(self) -> Iterator[FitResult]:
        """All outcomes, sorted by job."""
        reader = self._journal.read()
        while True:
            with self._guard, understood(self.path):
                outcome = next(reader, None)
            if outcome is None:
                return
            yield outcome

    def append_added(self, outcomes: Iterable[FitResult]) -> None:
        """Store outcomes of shuffles added while exploring; neither the run nor its seal knows of them."""
        with self._writing():
            self._journal.write([replace(outcome, job=outcome.job._replace(part=ADDED)) for outcome in outcomes])

    def added(self) -> tuple[FitResult, ...]:
        """What `append_added` has stored, sorted by job."""
        with self._guard, understood(self.path):
            return tuple(self._journal.read_added())

    # --- findings and log ---

    def save_findings(self, findings: Findings) -> None:
        """Store what was concluded, and be sure that it reached the disk."""
        with self._writing(surely=True):
            self._set_fact("findings", json.dumps(to_plain(findings), ensure_ascii=False, allow_nan=False))
            self._set_fact("seals", json.dumps(self._journal.seals(), ensure_ascii=False))
            self._write_log(FINISHED)

    def changed_since_findings(self) -> list[str]:
        """The candidates whose outcomes are as many as when the findings were made, but not the same."""
        with self._guard, understood(self.path):
            then, now_there = json.loads(self._fact("seals") or "{}"), self._journal.seals()
            pairs = [(name, tuple(then[name]), found) for name, found in now_there.items() if name in then]
            return sorted(name for name, kept, found in pairs if kept[0] == found[0] and kept != found)

    @property
    def has_grown(self) -> bool:
        """Whether the plan was locked anew, with more in it, after the findings were made."""
        plan = judged = ""
        for _, line in self.log_lines():
            plan = line.removeprefix(LOCKED) if line.startswith(LOCKED) else plan
            judged = plan if line == FINISHED else judged
        return judged not in ("", self.plan_hash)

    def statements(self) -> dict[str, str]:
        """What the person told for the report, by item of its checklist."""
        with understood(self.path):
            told = json.loads(self._fact("statements") or "{}")
            return {str(key): str(text) for key, text in told.items()}

    def save_statements(self, told: Mapping[str, str]) -> None:
        with self._writing():
            self._set_fact("statements", json.dumps(dict(told), ensure_ascii=False))

    def exhibits(self, name: str) -> dict[str, Any]:
        """What was computed while exploring under the plan as it is: plain values by the choices made for them."""
        with understood(self.path):
            return dict(json.loads(self._fact(f"exhibit {name} {self.plan_hash}") or "{}"))

    def save_exhibit(self, name: str, choices: str, plain: Mapping[str, Any]) -> None:
        """The newest stands last."""
        before = {key: value for key, value in self.exhibits(name).items() if key != choices}
        found = {**before, choices: dict(plain)}
        with self._writing():
            self._set_fact(f"exhibit {name} {self.plan_hash}", json.dumps(found, ensure_ascii=False))

    def versions(self) -> dict[str, str]:
        """The program and libraries that made the findings; empty where nobody kept them."""
        with understood(self.path):
            return {str(name): str(number) for name, number in json.loads(self._fact("versions") or "{}").items()}

    # --- inside ---

    def _bring_up_to_date(self) -> None:
        with in_words(self.path):
            found = version(self._connection)
        if found > len(MIGRATIONS):
            raise StoreError(f"{self.path.name} was made by a newer Evenfold.", hint="Use that version to open it.")
        if found < len(MIGRATIONS) and self.read_only:
            self._look_at_a_copy()
        elif found < len(MIGRATIONS):
            with self._writing():
                migrate(self._connection, MIGRATIONS)
        if not self.read_only:
            self._tell_what_has_no_seal()

    def _look_at_a_copy(self) -> None:
        """An older file that may not be written to is brought up to date in memory."""
        with in_words(self.path):
            copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            self._connection.backup(copy)
            self._connection.close()
            migrate(copy, MIGRATIONS)
        self._use(copy)


def _first_content(connection: sqlite3.Connection, study: Study, data: Dataset, sealed: Dataset | None) -> None:
    """Everything of a new file in one sure commit, so that there is never half a study."""
    connection.execute(f"PRAGMA page_size = {PAGE}")
    connection.execute("BEGIN IMMEDIATE")
    migrate(connection)
    description = write_data(connection, data)
    facts = [("plan", plan_text(study)), ("data", description), ("created", now())]
    if sealed is not None:
        facts.append(("sealed", write_data(connection, sealed, SEALED)))
        write_keys(connection, compute_row_keys(sealed))
    connection.executemany("INSERT INTO fact VALUES (?, ?)", facts)
    seals = Seals(connection)
    for name, value in facts:
        seals.fact(name, value)
    seals.complete()
    connection.execute("COMMIT")


def _leave_out_data(path: Path) -> None:
    connection = connect(path, "rw")
    seals = Seals(connection)
    connection.execute("DELETE FROM piece")
    connection.execute("UPDATE fact SET value = json_remove(value, '$.group_names') WHERE name IN ('data', 'sealed')")
    for name, value in connection.execute("SELECT name, value FROM fact WHERE name IN ('data', 'sealed')").fetchall():
        seals.fact(name, value)
    seals.anew("piece")
    connection.execute("VACUUM")
    connection.close()


def _opened(path: Path) -> tuple[sqlite3.Connection, WriteLock | None]:
    """A connection, and the right to write; None because of the folder, or because another window has it."""
    try:
        connection = connect(path, "rw")
        lock = acquire_write_lock(path, connection)
        if lock is not None:
            write_ahead(connection)
        else:
            connection.execute("PRAGMA query_only = ON")
        return connection, lock
    except sqlite3.OperationalError as problem:
        if not str(problem.sqlite_errorname).startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
            raise
    return connect(path, "ro"), None


def is_written_elsewhere(path: Path) -> bool:
    """Whether somebody has this study open to go on with it; what cannot be written at all is not."""
    if not os.access(path, os.W_OK):
        return False
    with in_words(path), closing(connect(path, "rw")) as connection:
        lock = acquire_write_lock(path, connection)
        if lock is not None:
            lock.release(connection)
        return lock is None


def _to_read(path: Path) -> tuple[sqlite3.Connection, None]:
    """A connection that leaves the file as it is; a journal left behind by a crash is read along."""
    connection = connect(path, "rw" if is_write_ahead(path) else "ro")
    connection.execute("PRAGMA query_only = ON")
    return connection, None
