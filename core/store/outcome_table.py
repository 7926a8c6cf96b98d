"""Outcomes to rows of the study file and back: one row for each, beside the test rows that its split shares."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields
from typing import Any, NamedTuple, get_type_hints

import numpy as np

from core.domain.dataset import Floats, Integers
from core.domain.evidence import BESIDE, FitResult, Job
from core.store.checksums import Checksums, compute_checksum
from core.store.codec import pack_array, read_value, to_json, translate_content_errors, unpack_array
from core.support.errors import ContentError, StoreError

MOST_KNOWN = 1000  # splits whose rows are kept in memory
_HINTS = get_type_hints(FitResult)
_VALUES = tuple(one.name for one in fields(FitResult) if one.name not in ("job", "rows", "train_size"))
_DEFAULTS = to_json(
    {one.name: one.default for one in fields(FitResult) if one.name in _VALUES and one.default is not MISSING}
)
_MARKS = ", ".join("?" for _ in BESIDE)
_OF_SCORES = 0  # bytes of predictions that need none: each is the class with the largest score


class OutcomeTable:
    """Reads and writes outcomes through one connection; transactions are the caller's."""

    def __init__(self, connection: sqlite3.Connection, checksums: Checksums) -> None:
        self._connection, self._checksums = connection, checksums
        self._splits: dict[tuple[str, int, int], _Split] = {}

    def forget(self) -> None:
        """After a rollback: splits may not exist any more."""
        self._splits.clear()

    def write(self, outcomes: Iterable[FitResult]) -> None:
        """Add outcomes; those that are there already stay as they are."""
        insert = "INSERT OR IGNORE INTO outcome (split, candidate, record, arrays, checksum) VALUES (?, ?, ?, ?, ?)"
        for outcome in outcomes:
            row = (self._find_split(outcome), outcome.job.candidate, *_encode(outcome))
            checksum = compute_checksum(row)
            if self._connection.execute(insert, (*row, checksum)).rowcount:
                self._checksums.add("outcome", checksum)

    def list_jobs(self) -> set[Job]:
        """All of the run; what was trained beside it is not part of it."""
        query = (
            "SELECT s.part, s.repeat, s.fold, o.candidate FROM outcome o JOIN split s ON s.id = o.split"
            f" WHERE s.part NOT IN ({_MARKS})"
        )
        return {Job(*row) for row in self._connection.execute(query, BESIDE)}

    def read(self) -> Iterator[FitResult]:
        """All outcomes of the run, sorted by job, repeat by repeat, without holding them all in memory."""
        query = f"SELECT DISTINCT part, repeat FROM split WHERE part NOT IN ({_MARKS}) ORDER BY part, repeat"
        for part, repeat in self._connection.execute(query, BESIDE).fetchall():
            yield from self._read_repeat(part, repeat)

    def read_part(self, part: str) -> Iterator[FitResult]:
        """The outcomes of one part that lies beside the run, sorted by job."""
        query = "SELECT DISTINCT repeat FROM split WHERE part = ? ORDER BY repeat"
        for (repeat,) in self._connection.execute(query, (part,)).fetchall():
            yield from self._read_repeat(part, repeat)

    def _read_repeat(self, part: str, repeat: int) -> Iterator[FitResult]:
        query = "SELECT id, fold, train_size, rows, checksum FROM split WHERE part = ? AND repeat = ? ORDER BY fold"
        outcomes = "SELECT candidate, record, arrays, checksum FROM outcome WHERE split = ? ORDER BY candidate"
        for number, fold, train_size, packed, split_checksum in self._connection.execute(
            query, (part, repeat)
        ).fetchall():
            if split_checksum != compute_checksum((part, repeat, fold, train_size, packed)):
                raise ContentError("split-changed")
            rows: Integers = unpack_array(packed)
            for candidate, record, arrays, checksum in self._connection.execute(outcomes, (number,)).fetchall():
                if checksum != compute_checksum((number, candidate, record, arrays)):
                    raise ContentError("predictions-changed")
                yield _decode(record, arrays, Job(part, repeat, fold, candidate), rows, train_size)

    def _find_split(self, outcome: FitResult) -> int:
        """The number of the split; its test rows must be the ones stored before, or the study would be mixed."""
        key = (outcome.job.part, outcome.job.repeat, outcome.job.fold)
        split = self._splits.get(key)
        if split is None:
            if len(self._splits) >= MOST_KNOWN:
                self._splits.clear()
            split = self._splits[key] = self._store_split(key, outcome)
        if split.rows is not outcome.rows and not np.array_equal(split.rows, outcome.rows):
            raise StoreError.about("other-splits")  # outcomes of other splits would mix two studies
        return split.number

    def _store_split(self, key: tuple[str, int, int], outcome: FitResult) -> "_Split":
        """A new split, or the one that is there already."""
        row = (*key, outcome.train_size, pack_array(outcome.rows))
        checksum = compute_checksum(row)
        insert = (
            "INSERT OR IGNORE INTO split (part, repeat, fold, train_size, rows, checksum) VALUES (?, ?, ?, ?, ?, ?)"
        )
        made = self._connection.execute(insert, (*row, checksum))
        if made.rowcount and made.lastrowid is not None:
            self._checksums.add("split", checksum)
            return _Split(made.lastrowid, outcome.rows)
        query = "SELECT id, rows FROM split WHERE part = ? AND repeat = ? AND fold = ?"
        number, rows = self._connection.execute(query, key).fetchone()
        return _Split(int(number), unpack_array(rows))


class _Split(NamedTuple):
    number: int
    rows: Integers


def _encode(outcome: FitResult) -> tuple[str, bytes]:
    """Everything but arrays as JSON, without values that are the default; arrays behind each other, by their length.

    Whatever fields an outcome may get, they are stored. JSON as Python writes it: scores of tuning may be undefined.
    """
    values = {name: getattr(outcome, name) for name in _VALUES}
    arrays = {name: pack_array(value) for name, value in values.items() if isinstance(value, np.ndarray)}
    predicted, scores = outcome.predicted, outcome.scores
    if (
        predicted is not None
        and scores is not None
        and scores.size
        and np.array_equal(_find_largest(scores), predicted)
    ):
        arrays["predicted"] = b""
    plain = {name: to_json(value) for name, value in values.items() if name not in arrays}
    plain = {name: value for name, value in plain.items() if name not in _DEFAULTS or value != _DEFAULTS[name]}
    lengths = {name: len(content) for name, content in arrays.items()}
    return json.dumps([plain, lengths], ensure_ascii=False, separators=(",", ":")), b"".join(arrays.values())


@translate_content_errors()
def _decode(record: str, content: bytes, job: Job, rows: Integers, train_size: int) -> FitResult:
    plain, lengths = json.loads(record)
    values: dict[str, Any] = {name: read_value(_HINTS[name], item, name) for name, item in plain.items()}
    start = 0
    for name, length in lengths.items():
        if length != _OF_SCORES:
            values[name] = unpack_array(content[start : start + length])
        start += length
    if lengths.get("predicted") == _OF_SCORES:
        values["predicted"] = _find_largest(values["scores"])
    return FitResult(job=job, rows=rows, train_size=train_size, **{"predicted": None, **values})


def _find_largest(scores: Floats) -> Floats:
    """The class with the largest score, as predictions are stored."""
    largest: Integers = np.argmax(scores, axis=1)
    return largest.astype(np.float64)[:, None]
