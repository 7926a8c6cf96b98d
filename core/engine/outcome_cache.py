"""Where the predictions of many test rows lie while a study runs: in unnamed files mapped into memory."""

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
FILE_SIZE = 2**26  # bytes, so that few files are open


class OutcomeCache:
    """Keeps large outcomes out of the program's own memory; nothing is left behind, whatever happens to the program.

    Mapped pages count as the system's file cache, which it takes back when memory is short. Where there is no space
    on the disk of temporary files, outcomes stay in memory.
    """

    def __init__(self) -> None:
        self._file: _CacheFile | None = None
        self._rows: dict[tuple[str, int, int], Integers] = {}

    def store(self, outcome: FitResult) -> FitResult:
        """Return the same outcome; its arrays, if they are large, are read from a file and cannot be written."""
        if outcome.predicted is None:
            return outcome
        needed = outcome.rows.nbytes + outcome.predicted.nbytes
        needed += 0 if outcome.scores is None else outcome.scores.nbytes
        if needed < LARGE:
            return outcome
        try:
            if self._file is None or self._file.free < needed:
                self._file = _CacheFile(max(FILE_SIZE, needed))
            scores = None if outcome.scores is None else self._file.append(outcome.scores)
            predicted = self._file.append(outcome.predicted)
            rows = self._store_rows(outcome, self._file)
        except OSError:
            return outcome
        return replace(outcome, rows=rows, predicted=predicted, scores=scores)

    def _store_rows(self, outcome: FitResult, file: "_CacheFile") -> Integers:
        """All candidates are tested on the same rows, which are stored once."""
        split = outcome.job[:3]
        rows = self._rows.get(split)
        if rows is None or not np.array_equal(rows, outcome.rows):
            rows = self._rows[split] = file.append(outcome.rows)
        drop_pages(rows)
        return rows


class _CacheFile:
    """Written as a file and only read as memory, so that a full disk is an error and not a crash."""

    def __init__(self, size: int) -> None:
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115, open as long as we are
        finalize(self, self._file.close)
        self._file.truncate(size)
        self._mapped = mmap.mmap(self._file.fileno(), size, access=mmap.ACCESS_READ)
        self._end = 0
        self.free = size

    def append(self, values: NDArray[Any]) -> NDArray[Any]:
        data = np.ascontiguousarray(values).data.cast("B")
        self._file.seek(self._end)
        written = 0
        while written < len(data):
            written += self._file.write(data[written:])
        mapped = np.frombuffer(self._mapped, values.dtype, values.size, self._end).reshape(values.shape)
        self._end += len(data)
        self.free -= len(data)
        return mapped
