"""Columns of a large text table while they grow, piece by piece."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data.read.cell_spelling import MISSING, MISSING_AMONG_NUMBERS, Spelling, parse_number
from core.data.read.column_kinds import NUMBER_SHARE
from core.domain.dataset import Floats, Integers
from core.support.lazy_import import import_lazily
from core.support.text import to_one_line

pd = import_lazily("pandas")

_EXACT = 2.0**53
MISSING_SPELLINGS = sorted({*MISSING, *(token.upper() for token in MISSING), "NaN", "Null", "N/a"})


@dataclass
class NumberColumnBuilder:
    """A column of numbers as it grows; `odd` are cells that are no numbers."""

    values: Floats
    spelling: Spelling
    odd: list[tuple[int, str]] = field(default_factory=list)
    is_inexact: bool = False
    filled: int = 0
    lowest: float = np.inf
    highest: float = -np.inf

    def add(self, start: int, piece: Any) -> None:
        """A piece as pandas read it: numbers, or texts where some are not."""
        if pd.api.types.is_numeric_dtype(piece.dtype) and not pd.api.types.is_bool_dtype(piece.dtype):
            self.put(start, piece.to_numpy(dtype=np.float64))
        else:
            self.put(start, np.array([self._parsed(start + row, cell) for row, cell in enumerate(piece)]))

    def put(self, start: int, values: Floats) -> None:
        """Numbers, NaN where there is none."""
        known, lowest, highest = _range(values)
        if lowest == -np.inf or highest == np.inf:
            values = self._finite(start, values)
            known, lowest, highest = _range(values)
        end = start + len(values)
        if end > len(self.values):
            self.values = np.concatenate([self.values, np.empty(max(end, len(self.values)))])
        np.add(values, 0.0, out=self.values[start:end])  # there is one zero
        self.filled += len(known)
        self.lowest, self.highest = min(self.lowest, lowest), max(self.highest, highest)
        if max(-lowest, highest) > _EXACT and np.all(known == np.rint(known)):
            self.is_inexact = True

    def _finite(self, start: int, values: Floats) -> Floats:
        for row in np.flatnonzero(np.isinf(values)):
            self.odd.append((start + int(row), "inf" if values[row] > 0 else "-inf"))
        return np.where(np.isinf(values), np.nan, values)

    def _parsed(self, row: int, cell: object) -> float:
        text = "" if cell is None or cell != cell else to_one_line(str(cell)).strip()
        value = self.understood(text)
        if value is None:
            self.odd.append((row, text))
        return np.nan if value is None else value

    def understood(self, text: str) -> float | None:
        """The number of one cell, NaN for the ways of saying missing, None for what is odd."""
        return np.nan if text.lower() in MISSING_AMONG_NUMBERS else parse_number(text, self.spelling)

    @property
    def is_text_after_all(self) -> bool:
        return self.is_inexact or (bool(self.odd) and self.filled < NUMBER_SHARE * (self.filled + len(self.odd)))

    def is_0_and_1(self, rows: int) -> bool:
        """Whether both occur and nothing else."""
        if self.odd or not (self.lowest == 0 and self.highest == 1):
            return False
        values = self.values[:rows]
        return bool(np.all((values == 0) | (values == 1) | np.isnan(values)))


def _range(values: Floats) -> tuple[Floats, float, float]:
    """The values that are known, with the lowest and the highest of them."""
    lowest, highest = float(values.min(initial=np.inf)), float(values.max(initial=-np.inf))
    return _range(values[~np.isnan(values)]) if np.isnan(lowest) else (values, lowest, highest)


@dataclass
class TextColumnBuilder:
    """A column of texts as it grows: positions in the list of distinct ones, the first of which is empty."""

    places: dict[str, int] = field(default_factory=lambda: {"": 0})
    codes: list[NDArray[np.int32]] = field(default_factory=list)

    def add(self, piece: Any) -> None:
        found, distinct = pd.factorize(piece)
        self.put(found, [str(text) for text in distinct])

    def put(self, found: Integers, distinct: list[str]) -> None:
        """Positions in a list of distinct texts; -1 is missing."""
        texts = [to_one_line(text).strip() for text in distinct]
        to = np.array([*(self.places.setdefault(text, len(self.places)) for text in texts), 0], dtype=np.int32)
        self.codes.append(to[found])
