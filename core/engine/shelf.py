"""Where the predictions of many test rows lie while a study runs: in files without a name, mapped into memory."""

import mmap
import tempfile
from dataclasses import replace
from typing import Any
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Integers
from core.domain.evidence import FitResult
from core.support.memory import drop_pages

LARGE = 2**18  # bytes of an outcome; below, memory is cheaper than a file
BOARD = 2**26  # bytes of one file, so that few of them are open


class Shelf:
    """Keeps large outcomes out of the program's own memory; nothing is left behind, whatever happens to the program.

    What lies here counts as the computer's file cache, which it takes back when memory is short. Where there is no room
    on the disk of temporary files, outcomes stay as they are.
    """

    def __init__(self) -> None:
        self._board: _Board | None = None
        self._rows: dict[tuple[str, int, int], Integers] = {}

    def laid(self, outcome: FitResult) -> FitResult:
        """The same outcome; its arrays, if they are large, are read from a file and cannot be written."""
        if outcome.predicted is None:
            return outcome
        needed = outcome.rows.nbytes + outcome.predicted.nbytes
        needed += 0 if outcome.scores is None else outcome.scores.nbytes
        if needed < LARGE:
            return outcome
        try:
            if self._board is None or self._board.room < needed:
                self._board = _Board(max(BOARD, needed))
            scores = None if outcome.scores is None else self._board.laid(outcome.scores)
            predicted = self._board.laid(outcome.predicted)
            rows = self._rows_of(outcome, self._board)
        except OSError:
            return outcome
        return replace(outcome, rows=rows, predicted=predicted, scores=scores)

    def _rows_of(self, outcome: FitResult, board: "_Board") -> Integers:
        """All candidates are tested on the same rows, which lie here once."""
        split = outcome.job[:3]
        known = self._rows.get(split)
        if known is None or not np.array_equal(known, outcome.rows):
            known = self._rows[split] = board.laid(outcome.rows)
        drop_pages(known)
        return known


class _Board:
    """One file; it is written as a file and only read as memory, so that a full disk is an error and not a crash."""

    def __init__(self, size: int) -> None:
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115, open as long as we are
        finalize(self, self._file.close)
        self._file.truncate(size)
        self._mapped = mmap.mmap(self._file.fileno(), size, access=mmap.ACCESS_READ)
        self._next = 0
        self.room = size

    def laid(self, values: NDArray[Any]) -> NDArray[Any]:
        data = np.ascontiguousarray(values).data.cast("B")
        self._file.seek(self._next)
        written = 0
        while written < len(data):
            written += self._file.write(data[written:])
        found = np.frombuffer(self._mapped, values.dtype, values.size, self._next).reshape(values.shape)
        self._next += len(data)
        self.room -= len(data)
        return found
