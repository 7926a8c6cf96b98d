"""The study file: one SQLite file with the plan, the data, the outcomes as they come, the findings and a log."""

import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import numpy as np

from core.data.fingerprint import Keys, compute_fingerprint, compute_row_keys
from core.domain.dataset import Dataset
from core.domain.evidence import AFTER_FOLDS, FitResult, Job, shows_test_scores
from core.domain.final_test import FinalTestResult
from core.domain.findings import Findings
from core.domain.log_entry import LogEntry, LogKind
from core.domain.study import Study
from core.store import dataset_columns as columns
from core.store import sqlite_file, study_connection
from core.store.checksums import Change, Checksums, compute_checksum, find_changes, last_saved_at
from core.store.codec import from_json, from_text, to_json, to_text, translate_content_errors
from core.store.outcome_table import OutcomeTable
from core.store.plan_record import extends_plan, plan_hash, plan_text, study_from_text
from core.store.schema import TABLES
from core.store.sqlite_file import OpenFileWatch, translate_damage, translate_sqlite_errors
from core.store.timestamps import current_time
from core.store.write_lock import WriteLock, acquire_write_lock
from core.support.errors import NoPlaceError, StoreError
from core.version import JUDGE_VERSION
from core.wording.log_text import word_log_entry


class StudyFile:
    """Open for one writer; whoever comes second reads only. Use it in a `with`, so that one file remains.

    It may be used from several threads. Whatever goes wrong is a StoreError in one sentence; a NoPlaceError means that
    the study can go on in another place.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: WriteLock | None) -> None:
        self.path = path
        self.waiting: tuple[FitResult, ...] = ()
        """Outcomes that could not be written where the file is; they wait in memory."""
        self.in_memory: Sequence[FitResult] = ()
        """Outcomes that a run has in memory: if another program damages the file, they are saved from there."""
        self._guard = threading.RLock()
        self._study: Study | None = None
        self._data: Dataset | None = None
        self._facts: dict[str, str] = {}  # as last read or written, for a rescue
        self._lock = lock
        self._home: tuple[sqlite3.Connection, OpenFileWatch] | None = None  # while a local copy is written instead
        self._use(connection, path)

    def _use(self, connection: sqlite3.Connection, written: Path) -> None:
        """Read and write this file from now on: the study file itself, or a local copy of it."""
        self._connection, self._written = connection, written
        self._watch = OpenFileWatch(written)
        self._checksums = Checksums(connection)
        self._outcomes = OutcomeTable(connection, self._checksums)

    # --- opening and closing ---

    @classmethod
    def create(cls, path: Path, study: Study, data: Dataset, final_rows: Dataset | None = None) -> Self:
        """Make a new file with this study, not locked yet, its data, and its final test rows."""
        if path.exists():
            raise StoreError.about("name-taken-open", file=path.name)
        with translate_sqlite_errors(path):
            connection = sqlite_file.connect(path, "rwc")
            try:
                study_connection.write_first_content(connection, study, data, final_rows)
                lock = acquire_write_lock(path, connection)
                sqlite_file.use_write_ahead_log(connection)
                return cls(path, connection, lock)
            except BaseException:
                connection.close()
                path.unlink(missing_ok=True)
                raise

    @classmethod
    def open(cls, path: Path, only_read: bool = False) -> Self:
        """Open it for writing if nobody else does, unless it is only to be looked at."""
        with translate_damage(path):
            sqlite_file.check_header(path)
            connection, lock = (
                study_connection.open_for_reading(path) if only_read else study_connection.open_for_writing(path)
            )
            try:
                sqlite_file.check_tables(connection, TABLES, path.name)
                study_connection.check_version(connection, path.name)
                study_connection.check_is_study(connection, path.name)
                file = cls(path, connection, lock)
            except BaseException:
                if lock is not None:
                    lock.release(connection)
                connection.close()
                raise
        if lock is not None:
            file._recover_local_copy()
        return file

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        self.close()

    def close(self) -> None:
        """Bring a local copy home first; where that fails, it stays and is found when the study is opened again."""
        with self._guard, translate_sqlite_errors(self.path):
            try:
                if self._home is not None:
                    self._leave_local_copy()
                if self._lock is not None:
                    sqlite_file.merge_write_ahead_log(self._connection)
                    self._lock.release(self._connection)
            finally:
                self._connection.close()
                self._watch.close()

    @property
    def read_only(self) -> bool:
        """Whether another window or program writes, or nothing can be written where the file is."""
        return self._lock is None

    def copy_to(self, path: Path, with_data: bool = True) -> None:
        """Make a copy in one file, to be sent; without data only the plan, predictions and findings remain."""
        if path.exists():
            raise StoreError.about("name-taken", file=path.name)
        with self._guard, translate_sqlite_errors(path):
            try:
                self._connection.execute("PRAGMA query_only = OFF")  # it would keep the copy from being written
                self._connection.execute("VACUUM INTO ?", (str(path),))
                if not with_data:
                    study_connection.remove_data(path)
            except BaseException:
                path.unlink(missing_ok=True)
                raise
            finally:
                with suppress(sqlite3.Error):
                    self._connection.execute(f"PRAGMA query_only = {int(self.read_only)}")

    def go_on_at(self, path: Path) -> None:
        """Save it as another file and go on in that one, also while a run writes; the file of before stays behind.

        A file that another program has damaged is written anew from memory, as far as a run holds it there.
        """
        with self._guard:
            self._copy_or_rescue(path)
            with translate_sqlite_errors(path):
                connection, lock = study_connection.open_for_writing(path)
            before, local = self.path, self._written if self._home is not None else None
            with suppress(StoreError):  # nothing more can be done for a damaged one
                self.close()
            if local is not None:
                study_connection.remove_with_journal(local)
            self.path, self._lock, self._home = path, lock, None
            self._use(connection, path)
            self.log(LogEntry(LogKind.SAVED_AS, {"name": path.name, "before": before.name}))
            self.catch_up()

    def _copy_or_rescue(self, path: Path) -> None:
        try:
            self.copy_to(path)
            if not self.in_memory or study_connection.is_whole(path):
                return
        except StoreError as problem:
            if not self.in_memory or not sqlite_file.is_damage(problem):
                raise
        path.unlink(missing_ok=True)
        self._write_from_memory(path)

    def _write_from_memory(self, path: Path) -> None:
        data, final_rows = self.data, None
        with suppress(StoreError):
            final_rows = self._read_final_test() if self.final_test_size else None
        with type(self).create(path, self.study, data, final_rows) as rescued:
            with rescued._writing():
                for name, value in self._facts.items():
                    if name not in ("plan", "data", "final test data", "created"):
                        rescued._set_fact(name, value)
                rescued._write_log(LogEntry(LogKind.RESCUED, {"name": self.path.name}))
                if self.study.final_test and final_rows is None:
                    rescued._write_log(LogEntry(LogKind.FINAL_TEST_LOST))
            rescued.append(self.in_memory)

    # --- a local copy, while a run writes often ---

    @property
    def has_local_copy(self) -> bool:
        """Whether a local copy is written, which `copy_home` brings to the study file now and then."""
        return self._home is not None

    def use_local_copy(self) -> None:
        """Write to a copy outside the person's documents until `return_home`; the study file stays locked for others.

        Programs that synchronize documents would upload a database that changes many times a second, and may keep it
        from being written. Nothing happens where the study can only be read.
        """
        with self._guard, translate_sqlite_errors(self.path):
            if self._lock is None or self._home is not None:
                return
            local = study_connection.find_local_copy(self.path)
            study_connection.remove_with_journal(local)
            self._connection.execute("VACUUM INTO ?", (str(local),))
            copy = sqlite_file.connect(local, "rw")
            sqlite_file.use_write_ahead_log(copy)
            sqlite_file.merge_write_ahead_log(self._connection)  # one file only, as long as nobody writes to it
            self._home = (self._connection, self._watch)
            self._use(copy, local)

    def copy_home(self) -> None:
        """Bring what the local copy holds to the study file, all or nothing; a NoPlaceError says that it cannot be."""
        with self._guard, translate_sqlite_errors(self.path):
            if self._home is None:
                return
            connection, watch = self._home
            watch.check()
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self._connection.backup(connection)
            sqlite_file.merge_write_ahead_log(connection)  # the copied header says that there is a journal
            watch.accept_size()

    def return_home(self) -> None:
        """Copy home, then write to the study file itself again; without a local copy nothing happens."""
        with self._guard, translate_sqlite_errors(self.path):
            if self._home is not None:
                self.copy_home()
                self._leave_local_copy(copied=True)

    def _leave_local_copy(self, copied: bool = False) -> None:
        assert self._home is not None
        local, (connection, watch) = self._written, self._home
        try:
            if not copied:
                self.copy_home()
                copied = True
        finally:
            self._connection.close()
            self._watch.close()
            self._home = None
            watch.close()
            self._use(connection, self.path)
            if copied:
                sqlite_file.use_write_ahead_log(connection)
                study_connection.remove_with_journal(local)

    def _recover_local_copy(self) -> None:
        """Take over what a run had written when its program was killed; a copy of another study is set aside."""
        local = study_connection.find_local_copy(self.path)
        if not local.exists():
            return
        is_taken_over = study_connection.take_over_local_copy(local, self._connection, self._fact("created"))
        self._watch.accept_size()
        if is_taken_over:
            self._outcomes.forget()
            self._checksums.forget()
            self.log(LogEntry(LogKind.RECOVERED))

    # --- the plan and the data ---

    @property
    def study(self) -> Study:
        if self._study is None:
            text = self._fact("plan")
            if text is None:
                raise StoreError.about("damaged", file=self.path.name, why="no-plan")
            self._study = study_from_text(text)
        return self._study

    @property
    def has_data(self) -> bool:
        """Whether the data is inside; a copy made to be sent may leave it out."""
        query = "SELECT 1 FROM data_column WHERE name = 'target 0'"
        with self._guard, translate_sqlite_errors(self.path):
            return self._connection.execute(query).fetchone() is not None

    @property
    def data(self) -> Dataset:
        if self._data is None:
            if not self.has_data:
                raise StoreError.about("without-data", file=self.path.name)
            with self._guard, translate_damage(self.path):
                self._data = columns.read_dataset(self._connection, self._fact("data") or "{}")
        return self._data

    @property
    def plan_hash(self) -> str:
        return self._fact("hash") or plan_hash(self.study)

    @property
    def locked_at(self) -> str | None:
        """When the plan was locked (UTC, ISO 8601), or None."""
        return self._fact("locked")

    def lock(self, study: Study) -> None:
        """Fix the plan. A locked plan may only grow: more candidates, more repeats, more extra schemes."""
        if self.locked_at is not None and not extends_plan(self.study, study):
            raise StoreError.about("other-plan")
        with self._writing():
            self._set_fact("plan", plan_text(study))
            self._set_fact("hash", plan_hash(study))
            self._set_fact("locked", self.locked_at or current_time())
            self._write_log(LogEntry(LogKind.LOCKED, {"plan": plan_hash(study)}))
        self._study = study

    def unlock(self) -> None:
        """Open the plan again; only while no test fold was scored."""
        if self.is_seen:
            raise StoreError.about("folds-scored")
        with self._writing():
            self._remove_fact("locked")
            self._remove_fact("hash")
            self._write_log(LogEntry(LogKind.UNLOCKED))

    # --- outcomes ---

    def done(self) -> set[Job]:
        with self._guard, translate_damage(self.path):
            return self._outcomes.list_jobs()

    @property
    def is_seen(self) -> bool:
        """Whether a candidate was scored on test rows."""
        return shows_test_scores(self.done())

    def append(self, outcomes: Iterable[FitResult], seconds: float = 0.0) -> None:
        """Store finished outcomes, all or none of them; they took this many seconds on the clock, all together."""
        came = tuple(outcomes)
        try:
            with self._writing():
                self._outcomes.write(came)
                if seconds > 0:
                    self._set_fact("seconds", repr(self.seconds() + seconds))
        except NoPlaceError:
            self.waiting = (*self.waiting, *came)
            raise

    def catch_up(self) -> None:
        """Store what could not be written, if there is room by now or the study goes on elsewhere."""
        waiting, self.waiting = self.waiting, ()
        if waiting:
            self.append(waiting)

    def outcomes(self) -> Iterator[FitResult]:
        """All outcomes, sorted by job."""
        reader = self._outcomes.read()
        while True:
            with self._guard, translate_damage(self.path):
                outcome = next(reader, None)
            if outcome is None:
                return
            yield outcome

    def append_beside(self, outcomes: Iterable[FitResult]) -> None:
        """Store outcomes of parts that are no part of the run, all or none of them."""
        with self._writing():
            self._outcomes.write(outcomes)

    def beside(self, *parts: str) -> tuple[FitResult, ...]:
        """What `append_beside` has stored, part by part, sorted by job; without parts, the work after the folds."""
        with self._guard, translate_damage(self.path):
            return tuple(one for part in parts or AFTER_FOLDS for one in self._outcomes.read_part(part))

    def begin(self, versions: Mapping[str, str]) -> None:
        """A sitting begins; other versions than before are noted, because results may be mixed."""
        before = self.versions()
        with self._writing():
            self._set_fact("versions", to_text(versions))
            for name in versions if before else ():
                if before.get(name) != versions[name]:
                    facts = {"name": name, "now": versions[name], "before": str(before.get(name))}
                    self._write_log(LogEntry(LogKind.OTHER_VERSION, facts))

    def seconds(self) -> float:
        """How long the study has run until its last outcome, over all sittings."""
        with translate_damage(self.path):
            return float(self._fact("seconds") or 0.0)

    def versions(self) -> dict[str, str]:
        """The program and libraries that made the findings; empty where nobody kept them."""
        return self._read_texts("versions")

    # --- findings ---

    @property
    def is_judged(self) -> bool:
        """Whether findings are stored, whichever version of the judge made them."""
        return self._fact("findings") is not None

    def findings(self) -> Findings | None:
        """What was concluded; None where nothing was, or by another version of the judge: then judge the study anew.

        Findings that do not fit their types count as another version's.
        """
        text = self._fact("findings")
        try:
            plain = json.loads(text or "{}")
            is_ours = isinstance(plain, dict) and plain.get("judge") == JUDGE_VERSION
            return from_json(Findings, plain["findings"]) if is_ours else None
        except (ValueError, LookupError, RecursionError):
            return None

    def save_findings(self, findings: Findings) -> None:
        """Store what was concluded, and be sure that it reached the disk and that the file is whole there."""
        self._watch.check()  # a file that is gone is not told as a damaged one
        if self.in_memory and not study_connection.is_whole(self._written):
            raise sqlite_file.describe_overwritten(self.path)
        with self._writing(surely=True):
            self._set_fact("findings", to_text({"judge": JUDGE_VERSION, "findings": findings}))
            self._write_log(LogEntry(LogKind.FINISHED))

    @property
    def has_grown(self) -> bool:
        """Whether the plan was locked anew, with more in it, after the findings were made."""
        plan = judged = ""
        for _, entry in self.log_entries():
            plan = entry.facts.get("plan", "") if entry.kind is LogKind.LOCKED else plan
            judged = plan if entry.kind is LogKind.FINISHED else judged
        return judged not in ("", self.plan_hash)

    def statements(self) -> dict[str, str]:
        """What the person stated for the report, by item of its checklist."""
        return self._read_texts("statements")

    def save_statements(self, told: Mapping[str, str]) -> None:
        with self._writing():
            self._set_fact("statements", to_text(told))

    def exhibits(self, name: str) -> dict[str, Any]:
        """What was computed while exploring under the plan as it is: plain values by the choices made for them."""
        with translate_damage(self.path), translate_content_errors():
            return dict(json.loads(self._fact(f"exhibit {name} {self.plan_hash}") or "{}"))

    def save_exhibit(self, name: str, choices: str, plain: Mapping[str, Any]) -> None:
        """The newest stands last."""
        before = {key: value for key, value in self.exhibits(name).items() if key != choices}
        with self._writing():
            text = json.dumps(to_json({**before, choices: dict(plain)}), ensure_ascii=False)
            self._set_fact(f"exhibit {name} {self.plan_hash}", text)

    # --- final test rows: set aside when the file was made, read once and only after the verdict ---

    @property
    def final_test_size(self) -> int:
        """How many rows were set aside, used or not."""
        with translate_damage(self.path), translate_content_errors():
            return int(json.loads(self._fact("final test data") or '{"size": 0}')["size"])

    @property
    def final_test_opened_at(self) -> str | None:
        """When the final test rows were read (UTC, ISO 8601), or None."""
        return self._fact("final test opened")

    def open_final_test(self) -> Dataset:
        """Return the final test rows, once and after the verdict; that they are read is on the disk before they are."""
        if not self.final_test_size:
            raise StoreError.about("no-final-test", file=self.path.name)
        if not self.is_judged:
            raise StoreError.about("final-test-early")
        if self.final_test_opened_at is not None:
            raise StoreError.about("final-test-opened", when=self.final_test_opened_at)
        if not self.is_final_test_whole():
            raise StoreError.about("final-test-changed", file=self.path.name)
        with self._writing(surely=True):
            self._set_fact("final test opened", current_time())
            self._write_log(LogEntry(LogKind.FINAL_TEST_OPENED, {"rows": str(self.final_test_size)}))
        return self.opened_rows()

    def opened_rows(self) -> Dataset:
        """Return final test rows that were read before."""
        if self.final_test_opened_at is None:
            raise StoreError.about("final-test-unopened")
        return self._read_final_test()

    def is_final_test_whole(self) -> bool:
        """Whether the final test rows are those that were set aside; nothing else about them is told."""
        rows, keys = self._read_final_test(), self.final_test_keys()
        is_same = compute_fingerprint(rows) == rows.fingerprint if rows.fingerprint else True
        return is_same and (keys is None or np.array_equal(compute_row_keys(rows), keys))

    def _read_final_test(self) -> Dataset:
        with self._guard, translate_damage(self.path):
            return columns.read_dataset(self._connection, self._fact("final test data") or "{}", columns.FINAL_TEST)

    def final_test_keys(self) -> Keys | None:
        """What the final test rows are recognized by; None without any. No target is read for it."""
        with self._guard, translate_damage(self.path):
            return columns.read_row_keys(self._connection)

    def save_final_test(self, reading: FinalTestResult) -> None:
        with self._writing(surely=True):
            self._set_fact("final test", to_text(reading))

    def final_test(self) -> FinalTestResult | None:
        """What the final test rows showed; None before they are read."""
        text = self._fact("final test")
        with translate_damage(self.path):
            return None if text is None else from_text(FinalTestResult, text)

    # --- checksums and log ---

    def find_changes(self) -> list[Change]:
        """Whatever is not as Evenfold wrote it: changed, added or removed by something else, or out of order."""
        with self._guard, translate_sqlite_errors(self.path):
            return list(find_changes(self._connection))

    @property
    def is_unchanged(self) -> bool:
        """Whether all checksums match."""
        return not self.find_changes()

    def last_saved_at(self) -> str:
        """When anything was written last (UTC, ISO 8601)."""
        with self._guard, translate_sqlite_errors(self.path):
            return last_saved_at(self._connection)

    def log(self, entry: LogEntry | str) -> None:
        """Remember what happened, or a remark of the person."""
        with self._writing():
            self._write_log(entry if isinstance(entry, LogEntry) else LogEntry(LogKind.REMARK, {"text": entry}))

    def log_entries(self) -> list[tuple[str, LogEntry]]:
        """Return time (UTC, ISO 8601) and content of every line of the log."""
        with self._guard, translate_sqlite_errors(self.path):
            lines = self._connection.execute("SELECT time, line FROM log ORDER BY id").fetchall()
        return [(str(time), study_connection.read_log_entry(str(line))) for time, line in lines]

    def log_lines(self) -> list[tuple[str, str]]:
        """Return time (UTC, ISO 8601) of every line of the log, and what it says."""
        return [(time, word_log_entry(entry)) for time, entry in self.log_entries()]

    # --- inside ---

    @contextmanager
    def _writing(self, surely: bool = False) -> Iterator[None]:
        """One transaction; `surely` waits until it reached the disk."""
        if self._lock is None:
            raise StoreError.about("open-elsewhere", file=self.path.name)
        try:
            with self._guard, translate_sqlite_errors(self.path):
                self._watch.check()
                try:
                    self._connection.execute(f"PRAGMA synchronous = {'FULL' if surely else 'NORMAL'}")
                    self._connection.execute("BEGIN IMMEDIATE")
                    yield
                    self._checksums.store_heads()
                    self._connection.execute("COMMIT")
                except BaseException:
                    with suppress(sqlite3.Error):
                        self._connection.execute("ROLLBACK")
                    self._outcomes.forget()
                    self._checksums.forget()
                    raise
        except StoreError as problem:
            if sqlite_file.is_damage(problem):
                raise sqlite_file.describe_overwritten(self.path) from problem
            raise

    def _fact(self, name: str) -> str | None:
        with self._guard, translate_sqlite_errors(self.path):
            row = self._connection.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        if row is None:
            self._facts.pop(name, None)
            return None
        self._facts[name] = str(row[0])
        return self._facts[name]

    def _read_texts(self, name: str) -> dict[str, str]:
        with translate_damage(self.path), translate_content_errors():
            return {str(key): str(text) for key, text in json.loads(self._fact(name) or "{}").items()}

    def _set_fact(self, name: str, value: str) -> None:
        study_connection.set_fact(self._connection, self._checksums, name, value)
        self._facts[name] = value

    def _remove_fact(self, name: str) -> None:
        self._connection.execute("DELETE FROM fact WHERE name = ?", (name,))
        self._checksums.note_fact()
        self._facts.pop(name, None)

    def _write_log(self, entry: LogEntry) -> None:
        row = (current_time(), to_text(entry))
        checksum = compute_checksum(row)
        self._connection.execute("INSERT INTO log (time, line, checksum) VALUES (?, ?, ?)", (*row, checksum))
        self._checksums.add("log", checksum)
