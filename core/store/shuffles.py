"""The test rows of several folds of one shuffle in one row of the study file."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Integers
from core.store.pack import pack_numbers, pack_rows, unpack_numbers, unpack_rows
from core.support.errors import StoreError

MOST_KNOWN = 100
Place = tuple[int, int]  # part, as the number of its text, and shuffle
Stored = tuple[int, bytes, bytes, bytes]  # size of the data, folds, rows, and at which of the folds each row is


@dataclass(frozen=True, slots=True, eq=False)
class Folds:
    """Some folds of a shuffle, and their test rows one fold after another.

    `size` is how many rows the training and the test part of each add up to.
    """

    numbers: tuple[int, ...]
    rows: Integers
    sizes: Integers
    size: int

    @classmethod
    def of(cls, numbers: Sequence[int], rows: Sequence[Integers], size: int) -> "Folds":
        sizes = np.array([len(one) for one in rows], dtype=np.int64)
        return cls(tuple(numbers), np.concatenate([np.empty(0, dtype=np.int64), *rows]), sizes, size)

    @property
    def cuts(self) -> list[slice]:
        """Where the rows of each fold are."""
        ends = np.cumsum(self.sizes).tolist()
        return [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]

    @property
    def at(self) -> Integers:
        """At which of the folds each row is."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    @property
    def ascends(self) -> bool:
        """Whether the rows of every fold do, so that they follow from the fold of each row."""
        at = self.at
        return not ((self.rows[1:] <= self.rows[:-1]) & (at[1:] == at[:-1])).any()

    def agrees_with(self, other: "Folds") -> bool:
        """Whether folds that are in both have the same rows."""
        if self.numbers == other.numbers:
            return np.array_equal(self.sizes, other.sizes) and np.array_equal(self.rows, other.rows)
        theirs = dict(zip(other.numbers, other.cuts, strict=True))
        return all(
            np.array_equal(self.rows[cut], other.rows[theirs[number]])
            for number, cut in zip(self.numbers, self.cuts, strict=True)
            if number in theirs
        )

    def packed(self) -> Stored:
        order = np.argsort(self.rows, kind="stable")
        numbers = np.array(self.numbers, dtype=np.int64)
        return self.size, pack_rows(numbers), pack_rows(self.rows[order]), pack_numbers(self.at[order])

    @classmethod
    def unpacked(cls, size: int, folds: bytes, rows: bytes, places: bytes) -> "Folds":
        """What was packed; anything that does not fit together is damage."""
        numbers, ordered, at = unpack_rows(folds), unpack_rows(rows), unpack_numbers(places)
        if len(ordered) != len(at) or at.min(initial=0) < 0 or at.max(initial=-1) >= len(numbers):
            raise ValueError("the rows of its folds do not fit together")
        sizes = np.bincount(at, minlength=len(numbers))
        return cls(tuple(numbers.tolist()), ordered[np.argsort(at, kind="stable")], sizes, size)


class Shuffles:
    """Writes and finds them through one connection; the same folds are stored once for all candidates."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._known: dict[Place, dict[tuple[int, ...], tuple[int, Folds]]] = {}

    def forget(self) -> None:
        self._known.clear()

    def number(self, place: Place, folds: Folds) -> int:
        """The number of these folds in the file; rows that differ from those stored are refused."""
        known = self._at(place)
        self._check(known, folds)
        if folds.numbers not in known:
            check_same(folds, self._single(place, folds.size))
            known[folds.numbers] = self._insert(place, folds), folds
        return known[folds.numbers][0]

    def check_single(self, place: Place, fold: int, rows: Integers) -> None:
        """A fold that is stored alone must have the rows it has here."""
        known = self._at(place)
        if known:
            self._check(known, Folds.of((fold,), (rows,), 0))

    @staticmethod
    def _check(known: dict[tuple[int, ...], tuple[int, Folds]], folds: Folds) -> None:
        for _, other in known.values():
            check_same(folds, other)

    def _at(self, place: Place) -> dict[tuple[int, ...], tuple[int, Folds]]:
        found = self._known.get(place)
        if found is None:
            query = "SELECT id, size, folds, rows, places FROM shuffle WHERE part = ? AND repeat = ?"
            stored = [(number, Folds.unpacked(*rest)) for number, *rest in self._connection.execute(query, place)]
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            found = self._known[place] = {folds.numbers: (number, folds) for number, folds in stored}
        return found

    def _single(self, place: Place, size: int) -> Folds:
        """The folds of this shuffle that are stored alone."""
        query = "SELECT fold, rows FROM split WHERE part = ? AND repeat = ?"
        stored = self._connection.execute(query, place).fetchall()
        return Folds.of([fold for fold, _ in stored], [unpack_rows(rows) for _, rows in stored], size)

    def _insert(self, place: Place, folds: Folds) -> int:
        insert = "INSERT INTO shuffle (part, repeat, size, folds, rows, places) VALUES (?, ?, ?, ?, ?, ?)"
        return int(self._connection.execute(insert, (*place, *folds.packed())).lastrowid or 0)


def check_same(folds: Folds, other: Folds) -> None:
    if not folds.agrees_with(other):
        raise other_splits()


def other_splits() -> StoreError:
    """Outcomes of other splits would mix two studies."""
    return StoreError(
        "The stored splits of this study differ from those made now, so its outcomes cannot be continued.",
        hint="Start a new study from this one.",
    )
