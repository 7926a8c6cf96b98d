"""Outcomes to rows of the study file and back."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

import numpy as np

from core.domain.evidence import Ending, Job, Outcome
from core.errors import StoreError
from core.store.pack import pack, pack_rows, unpack, unpack_rows
from core.store.plain import to_plain, with_tuples

_OUTCOMES = (
    "SELECT s.repeat, s.fold, c.value, s.rows, s.train_size, o.ending, o.seconds, t.value, o.tried, o.tuning,"
    " w.value, m.value, o.predictions FROM split s CROSS JOIN outcome o ON o.split = s.id"
    " JOIN text c ON c.id = o.candidate JOIN text t ON t.id = o.settings JOIN text w ON w.id = o.warnings"
    " JOIN text m ON m.id = o.message WHERE s.part = ? ORDER BY s.repeat, s.fold"
)


class Journal:
    """Reads and writes outcomes through one connection; transactions are the caller's."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._texts: dict[str, int] = {}
        self._splits: dict[tuple[int, int, int], tuple[int, bytes]] = {}

    def forget(self) -> None:
        """After a rollback: numbers of texts and splits may not exist any more."""
        self._texts.clear()
        self._splits.clear()

    def write(self, outcomes: Iterable[Outcome]) -> None:
        """Outcomes that are there already stay as they are."""
        rows = [self._row(outcome) for outcome in outcomes]
        self._connection.executemany("INSERT OR IGNORE INTO outcome VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def done(self) -> set[Job]:
        rows = self._connection.execute(
            "SELECT p.value, s.repeat, s.fold, c.value FROM outcome o JOIN split s ON s.id = o.split"
            " JOIN text p ON p.id = s.part JOIN text c ON c.id = o.candidate"
        )
        return {Job(*row) for row in rows}

    def read(self) -> Iterator[Outcome]:
        """All outcomes, sorted by job, without holding them all in memory."""
        query = "SELECT DISTINCT t.value, t.id FROM split s JOIN text t ON t.id = s.part ORDER BY t.value"
        for part, number in self._connection.execute(query).fetchall():
            rows = self._connection.execute(_OUTCOMES, (number,))
            for _, same_split in groupby(rows, key=lambda row: row[:2]):
                for row in sorted(same_split, key=lambda row: str(row[2])):
                    yield _outcome(part, row)

    def _row(self, outcome: Outcome) -> tuple[object, ...]:
        return (
            self._split(outcome),
            self._text(outcome.job.candidate),
            outcome.ending.value,
            outcome.seconds,
            self._text(_json(outcome.settings)),
            outcome.tried,
            np.asarray(outcome.tuning, dtype="<f8").tobytes(),
            self._text(_json(outcome.warnings)),
            self._text(outcome.message),
            pack(outcome.predicted, outcome.scores),
        )

    def _text(self, value: str) -> int:
        number = self._texts.get(value)
        if number is None:
            self._connection.execute("INSERT OR IGNORE INTO text (value) VALUES (?)", (value,))
            query = "SELECT id FROM text WHERE value = ?"
            number = int(self._connection.execute(query, (value,)).fetchone()[0])
            self._texts[value] = number
        return number

    def _split(self, outcome: Outcome) -> int:
        """The number of the split; its test rows must be the ones stored before, or the study would be mixed."""
        key = (self._text(outcome.job.part), outcome.job.repeat, outcome.job.fold)
        rows = pack_rows(outcome.rows)
        found = self._splits.get(key)
        if found is None:
            found = self._stored_split(key, outcome.train_size, rows)
            if len(self._splits) > 1000:
                self._splits.clear()
            self._splits[key] = found
        if found[1] != rows:
            raise StoreError(
                "The stored splits of this study differ from those made now, so its outcomes cannot be continued.",
                hint="Start a new study from this one.",
            )
        return found[0]

    def _stored_split(self, key: tuple[int, int, int], train_size: int, rows: bytes) -> tuple[int, bytes]:
        insert = "INSERT OR IGNORE INTO split (part, repeat, fold, train_size, rows) VALUES (?, ?, ?, ?, ?)"
        self._connection.execute(insert, (*key, train_size, rows))
        query = "SELECT id, rows FROM split WHERE part = ? AND repeat = ? AND fold = ?"
        number, stored = self._connection.execute(query, key).fetchone()
        return int(number), bytes(stored)


def _outcome(part: str, row: tuple[Any, ...]) -> Outcome:
    repeat, fold, candidate, rows, train_size, ending, seconds, settings, tried, tuning, warned, message, packed = row
    predicted, scores = unpack(packed)
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
    )


def _json(value: object) -> str:
    return json.dumps(to_plain(value), ensure_ascii=False)


def _settings(text: str) -> Mapping[str, object]:
    settings: Mapping[str, object] = with_tuples(json.loads(text))
    return settings
