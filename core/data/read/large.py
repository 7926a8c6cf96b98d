"""Text tables too large to be held as text: read in pieces, numbers straight into their columns."""

import csv
import gzip
import io
import warnings
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from core.data.read.dialect import BLANKS, Dialect, decimal_mark, detect, records, uncommented
from core.data.read.doubts import date_doubt, decimal_doubt, header_doubt
from core.data.read.grid import Marks, chosen_order, names_and_width, with_choices
from core.data.read.header import Header, find_header, unique_names
from core.data.read.kinds import NUMBER_SHARE, understand, understand_coded
from core.data.read.row import Choices, Watch, chosen_row, chosen_text, go_on
from core.data.read.shape import Shape, shape_of
from core.data.read.text import after_lines, decoded_start, head_of, holds_more_than, is_packed, lines_and_encoding
from core.data.read.tokens import MISSING, MISSING_AMONG_NUMBERS, Spelling, number
from core.domain.dataset import Column, Doubt, Floats, Integers, Kind, Table
from core.errors import DataError
from core.later import later

pd = later("pandas")

LARGE = 32_000_000  # bytes of text from which a file is read in pieces
_HEAD = 400_000
_LARGEST_HEAD = 25_600_000
_LINES_IN_HEAD = 12  # enough to see how a file is written, however long its lines are
_CELLS_PER_PIECE = 2_000_000
_LINES_AT_ONCE = 1000
_MOST_EXTRA_CELLS = 1000  # of the widest line beyond the names
_COUNTED = 0.1  # share of the reading that counting the lines takes
_EXACT = 2.0**53
_SPELT_MISSING = sorted({*MISSING, *(token.upper() for token in MISSING), "NaN", "Null", "N/a"})


def is_large(path: Path) -> bool:
    return holds_more_than(path, LARGE)


@dataclass
class _Layout:
    """What the first lines and the widths of all lines tell about the file.

    The first `named` columns have names; `skipped` lines are left out by choice, `before` more stand above the data.
    """

    dialect: Dialect
    encoding: str
    lines: int
    marks: Marks
    names: tuple[str, ...]
    named: int
    header: int
    skipped: int
    before: int
    numeric: list[bool]
    shape: Shape
    doubts: tuple[Doubt, ...]


@dataclass
class _Numbers:
    """A column of numbers as it grows; `odd` are cells that are no numbers."""

    values: Floats
    spelling: Spelling
    odd: list[tuple[int, str]] = field(default_factory=list)
    is_inexact: bool = False

    def add(self, start: int, piece: Any) -> None:
        end = start + len(piece)
        if end > len(self.values):
            self.values = np.concatenate([self.values, np.empty(max(end, len(self.values)))])
        if pd.api.types.is_numeric_dtype(piece.dtype) and not pd.api.types.is_bool_dtype(piece.dtype):
            self.values[start:end] = self._checked(start, piece.to_numpy(dtype=np.float64))
        else:
            self.values[start:end] = [self._parsed(start + row, cell) for row, cell in enumerate(piece)]

    def _checked(self, start: int, values: Floats) -> Floats:
        self.is_inexact = self.is_inexact or bool(np.any(np.abs(values) > _EXACT) and np.all(values == np.rint(values)))
        for row in np.flatnonzero(np.isinf(values)):
            self.odd.append((start + int(row), "inf" if values[row] > 0 else "-inf"))
        return np.where(np.isinf(values), np.nan, values)

    def _parsed(self, row: int, cell: object) -> float:
        text = "" if cell is None or cell != cell else str(cell).strip()
        if text.lower() in MISSING_AMONG_NUMBERS:
            return np.nan
        value = number(text, self.spelling)
        if value is None:
            self.odd.append((row, text))
        return np.nan if value is None else value


@dataclass
class _Texts:
    """A column of texts as it grows: positions in the list of distinct ones, the first of which is empty."""

    places: dict[str, int] = field(default_factory=lambda: {"": 0})
    codes: list[Integers] = field(default_factory=list)

    def add(self, piece: Any) -> None:
        found, distinct = pd.factorize(piece)
        texts = [str(text).strip() for text in distinct]
        to = np.array([*(self.places.setdefault(text, len(self.places)) for text in texts), 0], dtype=np.int32)
        self.codes.append(to[found])


def read_large(path: Path, choices: Choices, watch: Watch) -> Table:
    layout = _layout(path, choices, watch)
    columns, doubts, rows = _columns(path, layout, watch)
    used: dict[str, object] = {
        "format": "csv",
        "encoding": layout.encoding,
        "separator": layout.dialect.separator,
        "quote": layout.dialect.quote,
        "comment": layout.dialect.comment,
        "decimal": layout.marks.decimal,
        "skip": layout.skipped,
        "header": layout.header,
    } | ({"dates": layout.marks.dates} if layout.marks.dates else {})
    if not rows:
        raise DataError(f"{path.name} has column names but no rows.", hint="Choose a file with one row per case.")
    table = Table(path.name, str(path), columns, used, layout.shape.note, (*layout.doubts, *doubts))
    return with_choices(table, choices)


def _layout(path: Path, choices: Choices, watch: Watch) -> _Layout:
    head = _head(path)
    lines, found = lines_and_encoding(path, head, partial(go_on, watch, 0.0))
    encoding = chosen_text(choices, "encoding", "") or found
    skipped = chosen_row(choices, "skip") or 0
    text = after_lines(decoded_start(head, encoding, path.name), skipped)
    comment = chosen_text(choices, "comment", "") if "comment" in choices else None
    dialect = detect(text, chosen_text(choices, "separator", ""), chosen_text(choices, "quote", '"'), comment)
    rows = list(records(text, dialect))
    if not any(cell.strip() for row in rows for cell in row):
        raise DataError(
            f"{path.name} has no filled cells in its first lines.", hint="Choose a file with one row per case."
        )
    header = _header(rows, _after(chosen_row(choices, "header"), skipped))
    names, width = names_and_width(rows, header)
    before = _lines_before(text, dialect, header.data)
    shape = shape_of(path, dialect, encoding, skipped + before, watch).below(header.data - header.start)
    extra = min(max(shape.widest - width, 0), _MOST_EXTRA_CELLS)
    chosen_mark = chosen_text(choices, "decimal", "")
    marks = Marks(chosen_mark or decimal_mark(rows, dialect.separator), chosen_order(choices))
    doubts = () if chosen_mark else decimal_doubt(rows, dialect.separator, marks.decimal)
    has_names = header.data > header.start
    if not has_names and chosen_row(choices, "header") is None:
        doubts = (*doubts, header_doubt(skipped + 1))
    return _Layout(
        dialect=dialect,
        encoding=encoding,
        lines=lines,
        marks=marks,
        names=(*names, *[""] * extra),
        named=width,
        header=skipped + header.data if has_names else 0,
        skipped=skipped,
        before=before,
        numeric=[*_numeric(rows[header.data :], width, marks), *[False] * extra],
        shape=shape,
        doubts=doubts,
    )


def _head(path: Path) -> bytes:
    """The first bytes of the file, more of them where its lines are long."""
    size, head = _HEAD, head_of(path, _HEAD)
    while _line_ends(head) < _LINES_IN_HEAD and len(head) == size and size < _LARGEST_HEAD:
        size *= 2
        head = head_of(path, size)
    if _line_ends(head) < 2 and len(head) == size:
        megabytes = f"{size / 1e6:.3g} MB"
        raise DataError(f"{path.name} has less than two lines in its first {megabytes}.", hint="This is no text table.")
    return head


def _line_ends(head: bytes) -> int:
    return head.count(b"\n") or head.count(b"\r")


def _after(row: int | None, skipped: int) -> int | None:
    """A row of the file counted after the skipped lines."""
    return row if not row else max(row - skipped, 1)


def _numeric(rows: list[list[str]], width: int, marks: Marks) -> list[bool]:
    """Which columns look like numbers in the first rows, 0 and 1 included."""
    seen = [[row[place] if place < len(row) else None for row in rows] for place in range(width)]
    kinds = [understand("", cells, marks.decimal, marks.dates).kind for cells in seen]
    binary = [set(filter(None, cells)) <= {"0", "1"} for cells in seen]
    return [kind is Kind.NUMBER or both for kind, both in zip(kinds, binary, strict=True)]


def _header(rows: list[list[str]], chosen: int | None) -> Header:
    found = find_header(rows)
    if chosen is None or (chosen == found.data and found.start < chosen):
        return found
    if chosen > len(rows):
        raise DataError(
            f"Row {chosen} is not among the first lines of the file.", hint="Choose the row with the names."
        )
    return Header(chosen - 1, chosen) if chosen else Header(found.start, found.start)


def _lines_before(text: str, dialect: Dialect, records_before: int) -> int:
    """How many lines stand before this record, blank lines included, comments not."""
    seen = 0
    for place, line in enumerate(uncommented(io.StringIO(text, newline=None), dialect.comment, dialect.quote)):
        if seen == records_before:
            return place
        seen += bool(line.strip())
    return records_before


class _Uncommented(io.TextIOBase):
    """The file without its comment lines; marks inside a line stay, which pandas would take for comments too."""

    def __init__(self, path: Path, layout: _Layout) -> None:
        opened = gzip.open if is_packed(path) else open
        self._file: Any = opened(path, "rt", encoding=layout.encoding, errors="replace")
        wanted = islice(self._file, layout.skipped, None)
        self._lines = uncommented(wanted, layout.dialect.comment, layout.dialect.quote)

    def read(self, size: int | None = -1) -> str:
        """At least one line where there is one; `size` is a wish, which the parser of pandas knows."""
        return "".join(self._lines if size is None or size < 0 else islice(self._lines, _LINES_AT_ONCE))

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]
        return self._lines

    def close(self) -> None:
        self._file.close()


def _pieces(path: Path, layout: _Layout, as_texts: Collection[int] = ()) -> Iterator[Any]:
    """All columns even if only some are wanted: pandas refuses to choose where the lines of a piece lack cells."""
    texts = {place: str for place, numeric in enumerate(layout.numeric) if not numeric or place in as_texts}
    try:
        with pd.read_csv(
            _Uncommented(path, layout) if layout.dialect.comment else path,
            sep=r"\s+" if layout.dialect.separator == BLANKS else layout.dialect.mark,
            header=None,
            names=range(len(layout.names)),
            skiprows=layout.before + (0 if layout.dialect.comment else layout.skipped),
            dtype=texts,
            index_col=False,
            chunksize=max(_CELLS_PER_PIECE // len(layout.names), 1000),
            encoding=layout.encoding,
            encoding_errors="replace",
            decimal=layout.marks.decimal,
            quotechar=layout.dialect.quote or '"',
            quoting=csv.QUOTE_MINIMAL if layout.dialect.quote else csv.QUOTE_NONE,
            skipinitialspace=True,
            keep_default_na=False,
            na_values=_SPELT_MISSING,
            compression="gzip" if is_packed(path) and not layout.dialect.comment else None,
            low_memory=False,
        ) as reader:
            while (piece := _next_piece(reader)) is not None:
                yield piece
    except (pd.errors.ParserError, pd.errors.EmptyDataError, pd.errors.ParserWarning, OverflowError) as error:
        why = " ".join(str(error).split())
        raise DataError(f"{path.name} cannot be cut into cells ({why}).", hint="Change how it is read.") from error


def _next_piece(reader: Any) -> Any:
    """None at the end; lines wider than the names are no mere warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", pd.errors.ParserWarning)
        return next(reader, None)


def _columns(path: Path, layout: _Layout, watch: Watch) -> tuple[tuple[Column, ...], tuple[Doubt, ...], int]:
    expected = layout.lines
    spelling = Spelling(layout.marks.decimal, "", True)
    numbers = {place: _Numbers(np.empty(expected), spelling) for place, numeric in enumerate(layout.numeric) if numeric}
    texts = {place: _Texts() for place, numeric in enumerate(layout.numeric) if not numeric}
    rows = 0
    for piece in _pieces(path, layout):
        go_on(watch, _COUNTED + (1 - _COUNTED) * min(rows / expected, 0.99))
        for place in piece.columns:
            if place in numbers:
                numbers[place].add(rows, piece[place])
            else:
                texts[place].add(piece[place])
        rows += len(piece)
    again = [place for place, column in numbers.items() if _is_text_after_all(column, rows)]
    if again:
        texts |= _as_texts(path, layout, again, watch)
    kept = [at for at in range(len(layout.names)) if at < layout.named or len(texts[at].places) > 1]
    labels = zip(kept, unique_names([layout.names[at] for at in kept]), strict=True)
    columns = {
        at: _text_column(name, texts[at], layout.marks) if at in texts else _number_column(name, numbers[at], rows)
        for at, name in labels
    }
    dates = [at for at, column in columns.items() if column.kind is Kind.DATE and not layout.marks.dates]
    doubts = date_doubt([columns[at].name for at in dates], [list(texts[at].places) for at in dates])
    return tuple(columns.values()), doubts, rows


def _is_text_after_all(column: _Numbers, rows: int) -> bool:
    filled = rows - int(np.isnan(column.values[:rows]).sum())
    return column.is_inexact or (bool(column.odd) and filled < NUMBER_SHARE * (filled + len(column.odd)))


def _as_texts(path: Path, layout: _Layout, places: list[int], watch: Watch) -> dict[int, _Texts]:
    """Columns that looked like numbers at first are read again as texts."""
    texts = {place: _Texts() for place in places}
    for piece in _pieces(path, layout, places):
        go_on(watch, 0.99)
        for place in places:
            texts[place].add(piece[place])
    return texts


def _number_column(name: str, column: _Numbers, rows: int) -> Column:
    values = column.values[:rows]
    filled = values[~np.isnan(values)] if np.isnan(values).any() else values
    if not column.odd and len(filled) and filled.min() == 0 and filled.max() == 1 and _only_0_and_1(filled):
        return Column(name, Kind.YES_NO, np.nan_to_num(values, nan=-1.0).astype(np.int32), ("0", "1"))
    return Column(name, Kind.NUMBER, values, (), tuple(column.odd))


def _only_0_and_1(values: Floats) -> bool:
    return bool(np.all((values == 0) | (values == 1)))


def _text_column(name: str, column: _Texts, marks: Marks) -> Column:
    return understand_coded(name, np.concatenate(column.codes), list(column.places), marks.decimal, marks.dates)
