"""Outcomes of one shuffle that were answered together, kept together: one row of the study file for all its folds."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from core.domain.dataset import Floats
from core.domain.evidence import ADDED, FitResult, Job
from core.store.pack import Given, pack_all, unpack, unpack_rows
from core.store.shuffles import Folds, Shuffles
from core.store.texts import Texts, settings_of, warnings_of

_BLOCKS = (
    "SELECT c.value, b.seconds, t.value, w.value, b.predictions, s.size, s.folds, s.rows, s.places"
    " FROM shuffle s CROSS JOIN block b ON b.shuffle = s.id JOIN text c ON c.id = b.candidate"
    " JOIN text t ON t.id = b.settings JOIN text w ON w.id = b.warnings WHERE s.part = ? AND s.repeat = ?"
)
_SEALED = "p.value, s.repeat, s.size, s.folds, s.rows, s.places, b.seconds, t.value, w.value, b.predictions"
_OF_CANDIDATE = (
    f"SELECT {', '.join(f'CAST({column} AS BLOB)' for column in _SEALED.split(', '))}"
    " FROM block b JOIN shuffle s ON s.id = b.shuffle JOIN text p ON p.id = s.part"
    " LEFT JOIN text t ON t.id = b.settings LEFT JOIN text w ON w.id = b.warnings"
    " WHERE b.candidate = ? AND p.value <> ? ORDER BY p.value, s.repeat, s.folds"
)


class Shuffle(NamedTuple):
    """Whose outcomes: a part, a shuffle and a candidate; texts are given by their numbers."""

    part: int
    repeat: int
    candidate: int


class Blocks:
    """Writes and reads them through one connection."""

    def __init__(self, connection: sqlite3.Connection, texts: Texts, shuffles: Shuffles) -> None:
        self._connection, self._texts, self._shuffles = connection, texts, shuffles

    def write(self, wanted: Mapping[Shuffle, Sequence[FitResult]]) -> list[FitResult]:
        """Store what can be kept together, and give back the rest."""
        rows: list[tuple[object, ...]] = []
        given: list[Given] = []
        rest: list[FitResult] = []
        for of, outcomes in wanted.items():
            for group in _alike(outcomes):
                folds = _folds(group)
                if len(group) > 1 and _is_plain(group) and folds.ascends:
                    rows.append(self._row(of, group[0], folds))
                    given.append(_joined(group))
                else:
                    rest += group
        complete = ((*row, packed) for row, packed in zip(rows, pack_all(given), strict=True))
        self._connection.executemany("INSERT INTO block VALUES (?, ?, ?, ?, ?, ?)", complete)
        return rest

    def _row(self, of: Shuffle, first: FitResult, folds: Folds) -> tuple[object, ...]:
        """Everything but the predictions."""
        return (
            self._shuffles.number((of.part, of.repeat), folds),
            of.candidate,
            first.seconds,
            self._texts.of_settings(first),
            self._texts.of_warnings(first.warnings),
        )

    def folds(self, of: Shuffle) -> set[int]:
        """The folds of this candidate that are kept in blocks."""
        query = (
            "SELECT s.folds FROM shuffle s JOIN block b ON b.shuffle = s.id"
            " WHERE s.part = ? AND s.repeat = ? AND b.candidate = ?"
        )
        found = self._connection.execute(query, of)
        return {fold for (folds,) in found for fold in unpack_rows(folds).tolist()}

    def done(self) -> Iterator[Job]:
        query = (
            "SELECT p.value, s.repeat, s.folds, c.value FROM shuffle s CROSS JOIN block b ON b.shuffle = s.id"
            " JOIN text p ON p.id = s.part JOIN text c ON c.id = b.candidate WHERE p.value <> ?"
        )
        for part, repeat, folds, candidate in self._connection.execute(query, (ADDED,)):
            yield from (Job(part, repeat, fold, candidate) for fold in unpack_rows(folds).tolist())

    def read(self, part: str, number: int, repeat: int) -> Iterator[FitResult]:
        """All outcomes of a shuffle that are kept in blocks."""
        for row in self._connection.execute(_BLOCKS, (number, repeat)).fetchall():
            yield from _outcomes(part, repeat, row)

    def of_candidate(self, number: int) -> sqlite3.Cursor:
        """Everything that belongs to the blocks of a candidate's run, in order, to be sealed."""
        return self._connection.execute(_OF_CANDIDATE, (number, ADDED))


def _alike(outcomes: Sequence[FitResult]) -> Iterable[list[FitResult]]:
    """Outcomes that differ in nothing but fold, rows and predictions; shortcuts give them the very same settings."""
    groups: dict[tuple[object, ...], list[FitResult]] = {}
    for one in outcomes:
        size = one.train_size + len(one.rows)
        alike = (id(one.settings), one.seconds, one.warnings, size, one.scores is None, one.ending, one.message)
        groups.setdefault(alike, []).append(one)
    return groups.values()


def _is_plain(group: Sequence[FitResult]) -> bool:
    """Trained with fixed settings, and nothing to tell but predictions."""
    return all(one.predicted is not None and not (one.tried or one.tuning or one.seen or one.message) for one in group)


def _joined(group: Sequence[FitResult]) -> Given:
    scores = [one.scores for one in group if one.scores is not None]
    predicted = np.concatenate([one.predicted for one in group if one.predicted is not None])
    return predicted, np.concatenate(scores) if scores else None


def _folds(group: list[FitResult]) -> Folds:
    group.sort(key=lambda outcome: outcome.job.fold)
    size = group[0].train_size + len(group[0].rows)
    return Folds.of([one.job.fold for one in group], [one.rows for one in group], size)


def _outcomes(part: str, repeat: int, row: tuple[Any, ...]) -> Iterator[FitResult]:
    candidate, seconds, settings, warned, packed = row[:5]
    folds, (predicted, scores) = Folds.unpacked(*row[5:]), unpack(packed)
    chosen, warnings = settings_of(settings), warnings_of(warned)
    _check_length(predicted, len(folds.rows))
    for number, cut in zip(folds.numbers, folds.cuts, strict=True):
        rows = folds.rows[cut]
        yield FitResult(
            Job(part, repeat, number, candidate),
            rows,
            None if predicted is None else predicted[cut],
            None if scores is None else scores[cut],
            chosen,
            seconds=seconds,
            warnings=warnings,
            train_size=folds.size - len(rows),
        )


def _check_length(predicted: Floats | None, rows: int) -> None:
    if predicted is None or len(predicted) != rows:
        raise ValueError("its predictions are not as many as its test rows")
