"""Large text tables of plain lines, read without pandas: numbers go straight from bytes into one table."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.data.read.dialect import BLANKS, Dialect
from core.data.read.growing import SPELT_MISSING, Numbers, Texts
from core.data.read.plain import LETTERS, Cut, bare_words, cut, numbers
from core.data.read.row import Watch, go_on
from core.data.read.shape import whole_lines
from core.domain.dataset import Floats, Integers

_BLOCK = 3 * 2**20
_MOST_OTHERWISE = 0.1  # share of cells that are written in other ways
_MOST_COLUMNS = 200
_ONE_BYTE_MARKS = ("utf-8", "utf-8-sig", "cp1252", "latin-1")  # encodings in which a mark is never part of a letter
_MISSING = frozenset(SPELT_MISSING)


class NotPlainError(Exception):
    """The file is not written plainly enough; somebody else has to read it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the table starts in its file, how it is written, and how many columns and lines it may have."""

    dialect: Dialect
    encoding: str
    decimal: str
    before: int
    width: int
    lines: int


def is_possible(dialect: Dialect, encoding: str, width: int) -> bool:
    """Whether single bytes tell the cells apart, and rows are short; on computers that store the lowest byte first."""
    plain = dialect.separator != BLANKS and dialect.mark.isascii() and not dialect.comment
    return plain and 1 < width <= _MOST_COLUMNS and encoding in _ONE_BYTE_MARKS and sys.byteorder == "little"


def read_plain(path: Path, plan: Plan, into: Mapping[int, Numbers | Texts], watch: Watch) -> int:
    """Fill the columns of the file and tell how many rows it has; NotPlainError at the first line that is too odd."""
    rows = 0
    for lines in whole_lines(path, plan.before, _BLOCK):
        go_on(watch, min(rows / plan.lines, 0.99))
        if lines.strip():
            rows += _Block(lines, plan).fill(rows, into)
    return rows


def _without_blank_lines(lines: bytes) -> bytes:
    return b"\n".join(line for line in lines.split(b"\n") if line.strip()) + b"\n"


class _Block:
    """Some whole lines, cut into cells."""

    def __init__(self, lines: bytes, plan: Plan) -> None:
        mark = plan.dialect.mark.encode()
        found = cut(lines, mark) if lines.endswith(b"\n") else None
        found = found or cut(_without_blank_lines(lines), mark)
        if (
            found is None
            or b"\0" in lines
            or found.lengths.shape[1] < plan.width
            or found.lengths[:, plan.width :].any()
        ):
            raise NotPlainError
        self.cells: Cut = found
        self.plan = plan
        self.rows = len(found.lengths)
        self.has_quotes = bool(plan.dialect.quote) and plan.dialect.quote.encode() in lines

    def fill(self, start: int, into: Mapping[int, Numbers | Texts]) -> int:
        for place, column in into.items():
            if isinstance(column, Numbers):
                self._numbers(start, place, column)
            else:
                column.put(*self._distinct(place, np.arange(self.rows)))
        return self.rows

    def _numbers(self, start: int, place: int, column: Numbers) -> None:
        values, unread = numbers(self.cells, place, self.plan.decimal.encode())
        rows = np.flatnonzero(unread)
        if len(rows):
            values[rows] = self._otherwise(start, place, rows, column)
        column.put(start, values)

    def _otherwise(self, start: int, place: int, rows: Integers, column: Numbers) -> Floats:
        """Cells in other spellings: each spelling is looked at once."""
        codes, texts = self._distinct(place, rows)
        if len(texts) > _MOST_OTHERWISE * self.rows:
            raise NotPlainError
        found = [column.understood(text) for text in texts]
        for code, value in enumerate(found):
            if value is None:
                column.odd += [(start + int(row), texts[code]) for row in rows[codes == code]]
        return np.array([*(np.nan if value is None else value for value in found), np.nan])[codes]

    def _distinct(self, place: int, rows: Integers) -> tuple[Integers, list[str]]:
        """Positions of the cells in the list of distinct texts, and those texts."""
        words, lengths = bare_words(self.cells, place, rows)
        if lengths.max() <= LETTERS:
            _, first, codes = np.unique(words, return_index=True, return_inverse=True)
            order = np.argsort(first)
            cells = [words[at].tobytes().lstrip(b"\0") for at in first[order]]
            codes = np.argsort(order)[codes.ravel()]
        else:
            all_cells = [self.cells.cell(row, place) for row in rows]
            known = {cell: at for at, cell in enumerate(dict.fromkeys(all_cells))}
            codes, cells = np.array([known[cell] for cell in all_cells]), list(known)
        texts = [self._text(cell) for cell in cells]
        gone = np.array([-1 if text in _MISSING else at for at, text in enumerate(texts)], dtype=np.int64)
        return gone[codes], texts

    def _text(self, cell: bytes) -> str:
        text = cell.decode(self.plan.encoding, "replace")
        quote = self.plan.dialect.quote
        if not self.has_quotes or quote not in text:
            return text
        if len(text) > 1 and text[0] == text[-1] == quote and quote not in text[1:-1]:
            return text[1:-1]
        raise NotPlainError
