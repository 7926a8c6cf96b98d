"""Outcomes to rows of the study file and back."""

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from core.domain.dataset import Integers
from core.domain.evidence import ADDED, MAIN, Ending, FitResult, Job
from core.store.pack import pack_all, pack_rows, unpack, unpack_rows
from core.store.seal import seal
from core.store.texts import Texts, settings_of, warnings_of
from core.support.errors import StoreError

_PARTS = "SELECT t.value, t.id FROM text t WHERE t.id IN (SELECT part FROM split) ORDER BY t.value"
_REPEATS = "SELECT DISTINCT repeat FROM split WHERE part = ? ORDER BY repeat"
_CANDIDATES = (
    "SELECT c.value, c.id, count(*) FROM outcome o JOIN split s ON s.id = o.split JOIN text c ON c.id = o.candidate"
    " JOIN text p ON p.id = s.part WHERE p.value <> ? GROUP BY c.id"
)
_OUTCOMES = (
    "SELECT s.fold, c.value, s.rows, s.train_size, o.ending, o.seconds, t.value, o.tried, o.tuning, w.value, m.value,"
    " o.predictions, x.content FROM split s CROSS JOIN outcome o ON o.split = s.id"
    " JOIN text c ON c.id = o.candidate JOIN text t ON t.id = o.settings JOIN text w ON w.id = o.warnings"
    " JOIN text m ON m.id = o.message LEFT JOIN seen x ON x.split = o.split AND x.candidate = o.candidate"
    " WHERE s.part = ? AND s.repeat = ?"
)
_SEALED = (
    "p.value, s.repeat, s.fold, s.train_size, s.rows, o.ending, o.seconds, t.value, o.tried, o.tuning, w.value,"
    " m.value, o.predictions, x.content"
)
_OF_CANDIDATE = (
    f"SELECT {', '.join(f'CAST({column} AS BLOB)' for column in _SEALED.split(', '))}"
    " FROM outcome o JOIN split s ON s.id = o.split JOIN text p ON p.id = s.part"
    " LEFT JOIN text t ON t.id = o.settings LEFT JOIN text w ON w.id = o.warnings LEFT JOIN text m ON m.id = o.message"
    " LEFT JOIN seen x ON x.split = o.split AND x.candidate = o.candidate"
    " WHERE o.candidate = ? AND p.value <> ? ORDER BY p.value, s.repeat, s.fold"
)


class Journal:
    """Reads and writes outcomes through one connection; transactions are the caller's."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._texts = Texts(connection)
        self._splits: dict[tuple[int, int, int], _Stored] = {}

    def forget(self) -> None:
        """After a rollback: numbers of texts and splits may not exist any more."""
        self._texts.forget()
        self._splits.clear()

    def write(self, outcomes: Iterable[FitResult]) -> None:
        """Outcomes that are there already stay as they are."""
        wanted = list(outcomes)
        contents = pack_all([(outcome.predicted, outcome.scores) for outcome in wanted])
        rows = [self._row(outcome, content) for outcome, content in zip(wanted, contents, strict=True)]
        self._connection.executemany("INSERT OR IGNORE INTO outcome VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        seen = [
            (*row[:2], np.asarray(outcome.seen, dtype="<f8").tobytes())
            for outcome, row in zip(wanted, rows, strict=True)
            if outcome.seen
        ]
        self._connection.executemany("INSERT OR IGNORE INTO seen VALUES (?, ?, ?)", seen)

    def done(self) -> set[Job]:
        rows = self._connection.execute(
            "SELECT p.value, s.repeat, s.fold, c.value FROM outcome o JOIN split s ON s.id = o.split"
            " JOIN text p ON p.id = s.part JOIN text c ON c.id = o.candidate WHERE p.value <> ?",
            (ADDED,),
        )
        return {Job(*row) for row in rows}

    def read(self) -> Iterator[FitResult]:
        """All outcomes, sorted by job, shuffle by shuffle, without holding them all in memory."""
        for part, number in self._connection.execute(_PARTS).fetchall():
            if part != ADDED:
                yield from self._of_part(number, part)

    def read_added(self) -> Iterator[FitResult]:
        """Those of shuffles added while exploring, as outcomes of the main part."""
        query = "SELECT id FROM text WHERE value = ?"
        for (number,) in self._connection.execute(query, (ADDED,)).fetchall():
            yield from self._of_part(number, MAIN)

    def _of_part(self, number: int, name: str) -> Iterator[FitResult]:
        for (repeat,) in self._connection.execute(_REPEATS, (number,)).fetchall():
            stored = self._connection.execute(_OUTCOMES, (number, repeat)).fetchall()
            yield from sorted((_outcome(name, repeat, row) for row in stored), key=_job)

    def seals(self) -> dict[str, tuple[int, str]]:
        """By candidate: how many rows are stored of its run, and a hash over everything in them."""
        return {
            name: (count, seal(self._of_candidate(number)))
            for name, number, count in self._connection.execute(_CANDIDATES, (ADDED,)).fetchall()
        }

    def _of_candidate(self, number: int) -> sqlite3.Cursor:
        return self._connection.execute(_OF_CANDIDATE, (number, ADDED))

    def _row(self, outcome: FitResult, predictions: bytes) -> tuple[object, ...]:
        return (
            self._split(outcome),
            self._texts.number(outcome.job.candidate),
            outcome.ending.value,
            outcome.seconds,
            self._texts.of_settings(outcome),
            outcome.tried,
            np.asarray(outcome.tuning, dtype="<f8").tobytes() if outcome.tuning else b"",
            self._texts.of_warnings(outcome.warnings),
            self._texts.number(outcome.message),
            predictions,
        )

    def _split(self, outcome: FitResult) -> int:
        """The number of the split; its test rows must be the ones stored before, or the study would be mixed."""
        key = (self._texts.number(outcome.job.part), outcome.job.repeat, outcome.job.fold)
        known = self._splits.get(key)
        if known is not None and (known.rows is outcome.rows or np.array_equal(known.rows, outcome.rows)):
            return known.number
        packed = pack_rows(outcome.rows)
        number, stored = (known.number, known.packed) if known else self._stored_split(key, outcome, packed)
        if stored != packed and not np.array_equal(unpack_rows(stored), outcome.rows):
            raise StoreError(  # outcomes of other splits would mix two studies
                "The stored splits of this study differ from those made now, so its outcomes cannot be continued.",
                hint="Start a new study from this one.",
            )
        if len(self._splits) > 1000:
            self._splits.clear()
        self._splits[key] = _Stored(number, packed, outcome.rows)
        return number

    def _stored_split(self, key: tuple[int, int, int], outcome: FitResult, packed: bytes) -> tuple[int, bytes]:
        """A new split, or the one that is there already."""
        insert = "INSERT OR IGNORE INTO split (part, repeat, fold, train_size, rows) VALUES (?, ?, ?, ?, ?)"
        made = self._connection.execute(insert, (*key, outcome.train_size, packed))
        if made.rowcount == 1 and made.lastrowid is not None:
            return made.lastrowid, packed
        query = "SELECT id, rows FROM split WHERE part = ? AND repeat = ? AND fold = ?"
        number, stored = self._connection.execute(query, key).fetchone()
        return int(number), bytes(stored)


class _Stored(NamedTuple):
    """A split in the file: its number, its rows as stored, and the array they came from."""

    number: int
    packed: bytes
    rows: Integers


def _job(outcome: FitResult) -> Job:
    return outcome.job


def _outcome(part: str, repeat: int, row: tuple[Any, ...]) -> FitResult:
    fold, candidate, rows, train_size, ending, seconds, settings, tried, tuning, warned, message, packed, seen = row
    predicted, scores = unpack(packed)
    return FitResult(
        Job(part, repeat, fold, candidate),
        unpack_rows(rows),
        predicted,
        scores,
        settings_of(settings),
        tried,
        tuple(np.frombuffer(tuning, dtype="<f8").tolist()),
        seconds,
        warnings_of(warned),
        Ending(ending),
        message,
        train_size,
        tuple(np.frombuffer(seen or b"", dtype="<f8").tolist()),
    )
