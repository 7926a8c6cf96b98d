"""Outcomes to rows of the study file and back."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from core.domain.dataset import Integers
from core.domain.evidence import ADDED, MAIN, Ending, Job, Outcome
from core.errors import StoreError
from core.store.pack import pack_all, pack_rows, unpack, unpack_rows
from core.store.plain import to_plain, with_tuples
from core.store.seal import seal

_OUTCOMES = (
    "SELECT s.repeat, s.fold, c.value, s.rows, s.train_size, o.ending, o.seconds, t.value, o.tried, o.tuning,"
    " w.value, m.value, o.predictions, x.content FROM split s CROSS JOIN outcome o ON o.split = s.id"
    " JOIN text c ON c.id = o.candidate JOIN text t ON t.id = o.settings JOIN text w ON w.id = o.warnings"
    " JOIN text m ON m.id = o.message LEFT JOIN seen x ON x.split = o.split AND x.candidate = o.candidate"
    " WHERE s.part = ? ORDER BY s.repeat, s.fold"
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
        self._texts: dict[str, int] = {}
        self._warnings: dict[tuple[str, ...], int] = {}
        self._settings: dict[str, tuple[Mapping[str, object], int]] = {}
        self._splits: dict[tuple[int, int, int], _Stored] = {}

    def forget(self) -> None:
        """After a rollback: numbers of texts and splits may not exist any more."""
        for known in (self._texts, self._warnings, self._settings, self._splits):
            known.clear()

    def write(self, outcomes: Iterable[Outcome]) -> None:
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

    def read(self) -> Iterator[Outcome]:
        """All outcomes, sorted by job, without holding them all in memory."""
        query = "SELECT DISTINCT t.value, t.id FROM split s JOIN text t ON t.id = s.part ORDER BY t.value"
        for part, number in self._connection.execute(query).fetchall():
            if part != ADDED:
                yield from self._of_part(number, part)

    def read_added(self) -> Iterator[Outcome]:
        """Those of shuffles added while exploring, as outcomes of the main part."""
        query = "SELECT id FROM text WHERE value = ?"
        for (number,) in self._connection.execute(query, (ADDED,)).fetchall():
            yield from self._of_part(number, MAIN)

    def _of_part(self, number: int, name: str) -> Iterator[Outcome]:
        rows = self._connection.execute(_OUTCOMES, (number,))
        for _, same_split in groupby(rows, key=lambda row: row[:2]):
            for row in sorted(same_split, key=lambda row: str(row[2])):
                yield _outcome(name, row)

    def seals(self) -> dict[str, tuple[int, str]]:
        """By candidate: how many outcomes of the run are stored, and a hash over everything in them."""
        query = (
            "SELECT c.value, c.id, count(*) FROM outcome o JOIN text c ON c.id = o.candidate"
            " JOIN split s ON s.id = o.split JOIN text p ON p.id = s.part WHERE p.value <> ? GROUP BY c.id"
        )
        known = self._connection.execute(query, (ADDED,)).fetchall()
        return {
            name: (count, seal(self._connection.execute(_OF_CANDIDATE, (number, ADDED))))
            for name, number, count in known
        }

    def _row(self, outcome: Outcome, predictions: bytes) -> tuple[object, ...]:
        return (
            self._split(outcome),
            self._text(outcome.job.candidate),
            outcome.ending.value,
            outcome.seconds,
            self._settings_text(outcome),
            outcome.tried,
            np.asarray(outcome.tuning, dtype="<f8").tobytes() if outcome.tuning else b"",
            self._warnings_text(outcome.warnings),
            self._text(outcome.message),
            predictions,
        )

    def _text(self, value: str) -> int:
        number = self._texts.get(value)
        if number is None:
            self._connection.execute("INSERT OR IGNORE INTO text (value) VALUES (?)", (value,))
            query = "SELECT id FROM text WHERE value = ?"
            number = int(self._connection.execute(query, (value,)).fetchone()[0])
            self._texts[value] = number
        return number

    def _settings_text(self, outcome: Outcome) -> int:
        """Trainings of one candidate mostly share their settings, often the very same object."""
        known = self._settings.get(outcome.job.candidate)
        if known is not None and known[0] is outcome.settings:
            return known[1]
        number = self._text(_json(outcome.settings))
        self._settings[outcome.job.candidate] = outcome.settings, number
        return number

    def _warnings_text(self, warnings: tuple[str, ...]) -> int:
        number = self._warnings.get(warnings)
        if number is None:
            number = self._warnings[warnings] = self._text(_json(warnings))
        return number

    def _split(self, outcome: Outcome) -> int:
        """The number of the split; its test rows must be the ones stored before, or the study would be mixed."""
        key = (self._text(outcome.job.part), outcome.job.repeat, outcome.job.fold)
        known = self._splits.get(key)
        if known is not None and (known.rows is outcome.rows or np.array_equal(known.rows, outcome.rows)):
            return known.number
        packed = pack_rows(outcome.rows)
        number, stored = (known.number, known.packed) if known else self._stored_split(key, outcome.train_size, packed)
        if stored != packed and not np.array_equal(unpack_rows(stored), outcome.rows):
            raise StoreError(
                "The stored splits of this study differ from those made now, so its outcomes cannot be continued.",
                hint="Start a new study from this one.",
            )
        if len(self._splits) > 1000:
            self._splits.clear()
        self._splits[key] = _Stored(number, packed, outcome.rows)
        return number

    def _stored_split(self, key: tuple[int, int, int], train_size: int, packed: bytes) -> tuple[int, bytes]:
        """A new split, or the one that is there already."""
        insert = "INSERT OR IGNORE INTO split (part, repeat, fold, train_size, rows) VALUES (?, ?, ?, ?, ?)"
        made = self._connection.execute(insert, (*key, train_size, packed))
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


def _outcome(part: str, row: tuple[Any, ...]) -> Outcome:
    repeat, fold, candidate, rows, train_size, ending, seconds, settings, tried, tuning, warned, message = row[:12]
    predicted, scores = unpack(row[12])
    return Outcome(
        Job(part, repeat, fold, candidate),
        unpack_rows(rows),
        predicted,
        scores,
        _settings(settings),
        tried,
        tuple(np.frombuffer(tuning, dtype="<f8").tolist()),
        seconds,
        tuple(json.loads(warned)),
        Ending(ending),
        message,
        train_size,
        tuple(np.frombuffer(row[13] or b"", dtype="<f8").tolist()),
    )


def _json(value: object) -> str:
    return json.dumps(to_plain(value), ensure_ascii=False)


def _settings(text: str) -> Mapping[str, object]:
    settings: Mapping[str, object] = with_tuples(json.loads(text))
    return settings
