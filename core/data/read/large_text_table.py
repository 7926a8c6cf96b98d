"""Text tables too large to be held as text: read in pieces, numbers straight into their columns."""

import csv
import gzip
import io
import re
import warnings
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from core.data.read.cell_spelling import Spelling
from core.data.read.column_builders import MISSING_SPELLINGS, NumberColumnBuilder, TextColumnBuilder
from core.data.read.column_kinds import infer_coded_column, infer_column
from core.data.read.dialect import BLANKS, Dialect, detect_decimal_mark, detect_dialect, remove_comments, split_cells
from core.data.read.file_text import decode_head, holds_more_than, is_gzip, measure_text, read_head, skip_lines
from core.data.read.header import Header, find_header, make_unique
from core.data.read.line_widths import LineWidths, measure_line_widths
from core.data.read.parse_questions import ask_date_order, ask_decimal_mark, ask_header
from core.data.read.reader import Choices, Watch, get_row_choice, get_text_choice, report_progress
from core.data.read.size_limits import MOST_CELLS, check_table_size
from core.data.read.table_builder import NumberMarks, apply_choices, find_names_and_width, get_date_order
from core.domain.dataset import Column, Kind, ParseQuestion, Table
from core.native.number_lines import NumberCells, can_read_number_lines, read_number_lines
from core.support.errors import DataError
from core.support.lazy_import import import_lazily

pd = import_lazily("pandas")

LARGE = 32_000_000  # bytes of text from which a file is read in pieces
_HEAD = 150_000
_LARGEST_HEAD = 25_600_000
_LINES_IN_HEAD = 12  # enough to see how a file is written, however long its lines are
_CELLS_PER_PIECE = 500_000  # as quick as more, with less memory
_LINES_AT_ONCE = 1000
_MOST_EXTRA_CELLS = 1000  # of the widest line beyond the names
_HINT = "Choose another separator or quote mark under 'Change how the file is read'."
_BYTES_AT_ONCE = 2**20
_PLAIN = b"0123456789+-.eE,;|\t\r\n"
_COUNTED = 0.1  # share of the reading that counting the lines takes


def is_large(path: Path) -> bool:
    return holds_more_than(path, LARGE)


@dataclass
class _Layout:
    """What the first lines and the widths of all lines tell about the file.

    The first `named` columns have names; `skipped` lines are left out by choice, `before` more stand above the data,
    `rows_of_names` of them belonging to the table.
    """

    dialect: Dialect
    encoding: str
    size: int
    lines: int
    marks: NumberMarks
    names: tuple[str, ...]
    named: int
    header: int
    skipped: int
    before: int
    rows_of_names: int
    numeric: list[bool]
    questions: tuple[ParseQuestion, ...]


def read_large_text_table(path: Path, choices: Choices, watch: Watch) -> Table:
    layout, notes = _layout(path, choices, watch), tuple[str, ...]()
    filled = _read_plain_numbers(path, layout, watch)
    if filled is None:
        shape = measure_line_widths(path, layout.dialect, layout.encoding, layout.skipped + layout.before, watch)
        layout, notes = _widened(layout, shape), shape.below(layout.rows_of_names).note
        # A written cell takes a byte at least: more cells than bytes are padding of rows much shorter than the widest.
        check_table_size(path.name, layout.lines, len(layout.names), max(MOST_CELLS, layout.size))
        filled = _filled(path, layout, watch)
    if not filled.rows:
        raise DataError(f"{path.name} has column names but no rows.", hint="Choose a file with one row per case.")
    columns, questions = _columns(path, layout, filled, watch)
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
    table = Table(path.name, str(path), columns, used, notes, (*layout.questions, *questions))
    return apply_choices(table, choices)


def _layout(path: Path, choices: Choices, watch: Watch) -> _Layout:
    head = _head(path)
    size, lines, found = measure_text(path, head, partial(report_progress, watch, 0.0))
    encoding = get_text_choice(choices, "encoding", "") or found
    skipped = get_row_choice(choices, "skip") or 0
    text = skip_lines(decode_head(head, encoding, path.name), skipped)
    comment = get_text_choice(choices, "comment", "") if "comment" in choices else None
    dialect = detect_dialect(
        text, get_text_choice(choices, "separator", ""), get_text_choice(choices, "quote", '"'), comment
    )
    rows = list(split_cells(text, dialect))
    if not any(cell.strip() for row in rows for cell in row):
        raise DataError(
            f"{path.name} has no filled cells in its first lines.", hint="Choose a file with one row per case."
        )
    header = _header(rows, _after(get_row_choice(choices, "header"), skipped))
    names, width = find_names_and_width(rows, header)
    before = _lines_before(text, dialect, header.data)
    chosen_mark = get_text_choice(choices, "decimal", "")
    marks = NumberMarks(chosen_mark or detect_decimal_mark(rows, dialect.separator), get_date_order(choices))
    questions = () if chosen_mark else ask_decimal_mark(rows, dialect.separator, marks.decimal)
    has_names = header.data > header.start
    if not has_names and get_row_choice(choices, "header") is None:
        questions = (*questions, ask_header(skipped + 1))
    return _Layout(
        dialect=dialect,
        encoding=encoding,
        size=size,
        lines=lines,
        marks=marks,
        names=tuple(names),
        named=width,
        header=skipped + header.data if has_names else 0,
        skipped=skipped,
        before=before,
        rows_of_names=header.data - header.start,
        numeric=_numeric(rows[header.data :], width, marks),
        questions=questions,
    )


def _head(path: Path) -> bytes:
    """The first bytes of the file, more of them where its lines are long."""
    size, head = _HEAD, read_head(path, _HEAD)
    while _line_ends(head) < _LINES_IN_HEAD and len(head) == size and size < _LARGEST_HEAD:
        size *= 2
        head = read_head(path, size)
    if _line_ends(head) < 2 and len(head) == size:
        megabytes = f"{size / 1e6:.3g} MB"
        raise DataError(f"{path.name} has less than two lines in its first {megabytes}.", hint="This is no text table.")
    return head


def _line_ends(head: bytes) -> int:
    return head.count(b"\n") or head.count(b"\r")


def _after(row: int | None, skipped: int) -> int | None:
    """A row of the file counted after the skipped lines."""
    return row if not row else max(row - skipped, 1)


def _numeric(rows: list[list[str]], width: int, marks: NumberMarks) -> list[bool]:
    """Which columns look like numbers in the first rows, 0 and 1 included."""
    seen = [[row[place] if place < len(row) else None for row in rows] for place in range(width)]
    kinds = [infer_column("", cells, marks.decimal, marks.dates).kind for cells in seen]
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
    for place, line in enumerate(remove_comments(io.StringIO(text, newline=None), dialect.comment, dialect.quote)):
        if seen == records_before:
            return place
        seen += bool(line.strip())
    return records_before


class _Uncommented(io.TextIOBase):
    """The file without its comment lines; marks inside a line stay, which pandas would take for comments too."""

    def __init__(self, path: Path, layout: _Layout) -> None:
        opened = gzip.open if is_gzip(path) else open
        self._file: Any = opened(path, "rt", encoding=layout.encoding, errors="replace")
        wanted = islice(self._file, layout.skipped, None)
        self._lines = remove_comments(wanted, layout.dialect.comment, layout.dialect.quote)

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
            na_values=MISSING_SPELLINGS,
            compression="gzip" if is_gzip(path) and not layout.dialect.comment else None,
            low_memory=False,
        ) as reader:
            while (piece := _next_piece(reader)) is not None:
                yield piece
    except (pd.errors.ParserError, pd.errors.EmptyDataError, pd.errors.ParserWarning, OverflowError) as error:
        raise DataError(f"{path.name} cannot be divided into cells{_where(error)}.", hint=_HINT) from error


def _where(error: Exception) -> str:
    """Where the parser of pandas stopped, if it says so, in our words."""
    found = re.search(r"Expected (\d+) fields in line (\d+), saw (\d+)", str(error))
    return f": line {int(found[2]):,} has {found[3]} cells where {found[1]} were expected" if found else ""


def _next_piece(reader: Any) -> Any:
    """None at the end; lines wider than the names are no mere warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", pd.errors.ParserWarning)
        return next(reader, None)


@dataclass
class _Filled:
    """The columns of the file, numbers and texts by place, and how many rows they have."""

    numbers: dict[int, NumberColumnBuilder]
    texts: dict[int, TextColumnBuilder]
    rows: int = 0


def _empty(layout: _Layout) -> _Filled:
    """Columns to be filled; the numbers stand in one table, row by row, so that a study can use them where they are."""
    spelling = Spelling(layout.marks.decimal, "", True)
    places = [place for place, numeric in enumerate(layout.numeric) if numeric]
    cells = np.empty((layout.lines, len(places)))
    numbers = {place: NumberColumnBuilder(cells[:, at], spelling) for at, place in enumerate(places)}
    return _Filled(numbers, {place: TextColumnBuilder() for place, numeric in enumerate(layout.numeric) if not numeric})


def _widened(layout: _Layout, shape: LineWidths) -> _Layout:
    """With columns for the cells of the widest line beyond the names."""
    extra = min(max(shape.widest - layout.named, 0), _MOST_EXTRA_CELLS)
    return replace(layout, names=(*layout.names, *[""] * extra), numeric=[*layout.numeric, *[False] * extra])


def _read_plain_numbers(path: Path, layout: _Layout, watch: Watch) -> _Filled | None:
    """Read a file whose cells are all plain numbers or empty, quickly; None at the first byte that is anything else.

    The numbers are those that the parser of pandas finds: the nearest to what is written.
    """
    dialect = layout.dialect
    is_plain = dialect.separator != BLANKS and not dialect.comment and layout.marks.decimal == "."
    if not (is_plain and all(layout.numeric) and len(layout.names) == layout.named and can_read_number_lines()):
        return None
    if is_gzip(path) or _PLAIN.decode(layout.encoding, "replace") != _PLAIN.decode("ascii"):
        return None
    check_table_size(path.name, layout.lines, layout.named, max(MOST_CELLS, layout.size))
    room, rows = NumberCells.make(layout.lines, layout.named), 0
    for text in _blocks_of_lines(path, layout.skipped + layout.before):
        read = read_number_lines(text, dialect.mark.encode(), room, rows)
        if read is None:
            return None
        rows += read
        report_progress(watch, _COUNTED + (1 - _COUNTED) * min(rows / layout.lines, 0.99))
    spelling = Spelling(layout.marks.decimal, "", True)
    ranges = zip(room.cells.T, room.lowest.tolist(), room.highest.tolist(), strict=True)
    columns = [NumberColumnBuilder(cells, spelling, lowest=low, highest=high) for cells, low, high in ranges]
    return _Filled(dict(enumerate(columns)), {}, rows)


def _blocks_of_lines(path: Path, before: int) -> Iterator[bytes]:
    """Whole lines after so many; the last one gets its end where the file lacks it."""
    with path.open("rb") as file:
        for _ in range(before):
            file.readline()
        rest = b""
        while block := file.read(_BYTES_AT_ONCE):
            end = block.rfind(b"\n") + 1
            if end or len(rest) > _LARGEST_HEAD:
                yield rest + block[:end]
                rest = b""
            rest += block[end:]
        if rest:
            yield rest + b"\n"


def _filled(path: Path, layout: _Layout, watch: Watch) -> _Filled:
    filled = _empty(layout)
    for piece in _pieces(path, layout):
        report_progress(watch, _COUNTED + (1 - _COUNTED) * min(filled.rows / layout.lines, 0.99))
        for place in piece.columns:
            if place in filled.numbers:
                filled.numbers[place].add(filled.rows, piece[place])
            else:
                filled.texts[place].add(piece[place])
        filled.rows += len(piece)
    return filled


def _columns(
    path: Path, layout: _Layout, filled: _Filled, watch: Watch
) -> tuple[tuple[Column, ...], tuple[ParseQuestion, ...]]:
    numbers, texts, rows = filled.numbers, filled.texts, filled.rows
    again = [place for place, column in numbers.items() if column.is_text_after_all]
    if again:
        texts |= _as_texts(path, layout, again, watch)
    kept = [at for at in range(len(layout.names)) if at < layout.named or len(texts[at].places) > 1]
    labels = zip(kept, make_unique([layout.names[at] for at in kept]), strict=True)
    columns = {
        at: _text_column(name, texts[at], layout.marks) if at in texts else _number_column(name, numbers[at], rows)
        for at, name in labels
    }
    dates = [at for at, column in columns.items() if column.kind is Kind.DATE and not layout.marks.dates]
    questions = ask_date_order([columns[at].name for at in dates], [list(texts[at].places) for at in dates])
    return tuple(columns.values()), questions


def _as_texts(path: Path, layout: _Layout, places: list[int], watch: Watch) -> dict[int, TextColumnBuilder]:
    """Columns that looked like numbers at first are read again as texts."""
    texts = {place: TextColumnBuilder() for place in places}
    for piece in _pieces(path, layout, places):
        report_progress(watch, 0.99)
        for place in places:
            texts[place].add(piece[place])
    return texts


def _number_column(name: str, column: NumberColumnBuilder, rows: int) -> Column:
    values = column.values[:rows]
    if column.is_0_and_1(rows):
        return Column(name, Kind.YES_NO, np.nan_to_num(values, nan=-1.0).astype(np.int32), ("0", "1"))
    values.flags.writeable = False
    return Column(name, Kind.NUMBER, values, (), tuple(column.odd))


def _text_column(name: str, column: TextColumnBuilder, marks: NumberMarks) -> Column:
    return infer_coded_column(name, np.concatenate(column.codes), list(column.places), marks.decimal, marks.dates)
