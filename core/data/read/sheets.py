"""The cells of an Excel workbook as texts, sheet by sheet, whichever of the two file formats it is."""

import io
import struct
import warnings
import zipfile
import zlib
from dataclasses import dataclass, field
from datetime import date, datetime, time
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

from core.data.read.columns import plain
from core.support.errors import DataError
from core.support.lazy_import import import_lazily

openpyxl = import_lazily("openpyxl")
xlrd = import_lazily("xlrd")
compdoc = import_lazily("xlrd.compdoc")

_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_OLD = b"\xd0\xcf\x11\xe0"
_LARGEST_UNPACKED = 600_000_000  # bytes; openpyxl needs about ten times as much
_MOST_CELLS = 20_000_000  # of the rectangle around the filled cells of a sheet


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: its cells as texts, which cells hold formulas without a stored value, what Excel hides."""

    name: str
    visible: bool
    rows: list[list[str | None]]
    unsolved: frozenset[tuple[int, int]] = field(default_factory=frozenset)
    hidden_rows: frozenset[int] = field(default_factory=frozenset)
    hidden_columns: frozenset[int] = field(default_factory=frozenset)

    @property
    def filled(self) -> int:
        return sum(1 for row in self.rows for cell in row if cell)


def sheets_of(path: Path) -> list[Sheet]:
    with path.open("rb") as file:
        old = file.read(4) == _OLD
    try:
        return _old_sheets(path) if old else _sheets(path)
    except _damage() as error:
        if old and _is_protected(path, error):
            raise DataError(
                f"{path.name} is protected by a password.",
                hint="Open it in Excel and save a copy without the password.",
            ) from error
        raise DataError(
            f"{path.name} is not a readable Excel workbook.",
            hint="Open it in Excel and save it again, or save it as CSV.",
        ) from error


def _is_protected(path: Path, error: Exception) -> bool:
    return "encrypt" in str(error).lower() or _ENCRYPTED in path.read_bytes()


def _damage() -> tuple[type[Exception], ...]:
    """What reading a damaged workbook may raise."""
    return (
        zipfile.BadZipFile, zlib.error, struct.error, xlrd.XLRDError, compdoc.CompDocError, ParseError, OSError,
        EOFError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RuntimeError, AssertionError,
    )  # fmt: skip


def _sheets(path: Path) -> list[Sheet]:
    _refuse_bomb(path)
    content = path.read_bytes()
    with warnings.catch_warnings(action="ignore"):  # about styles and charts, which are not read
        book = openpyxl.load_workbook(io.BytesIO(content), data_only=True)
        formulas = openpyxl.load_workbook(io.BytesIO(content), data_only=False) if _has_gaps(book) else None
    return [_sheet(sheet, formulas[sheet.title] if formulas else None, path.name) for sheet in book.worksheets]


def _refuse_bomb(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        size = sum(part.file_size for part in archive.infolist())
    if size > _LARGEST_UNPACKED:
        raise DataError(
            f"{path.name} unpacks to {size / 1e6:,.0f} MB, more than a workbook may.", hint="Save the table as CSV."
        )


def _has_gaps(book: Any) -> bool:
    return any(value is None for sheet in book.worksheets for value in _stored(sheet).values())


def _stored(sheet: Any) -> dict[tuple[int, int], object]:
    """The cells the file holds, by row and column from 1; walking over all places would make one for each."""
    return {place: cell.value for place, cell in sheet._cells.items()}


def _extent(sheet: Any, name: str) -> tuple[int, int]:
    """The last row and column with something in it; formatted empty cells may reach much further."""
    filled = [place for place, value in _stored(sheet).items() if (text_of(value) or "").strip()]
    rows, columns = max((row for row, _ in filled), default=0), max((column for _, column in filled), default=0)
    if rows * columns > _MOST_CELLS:
        raise DataError(
            f"Sheet '{sheet.title}' of {name} has cells as far as row {rows:,} and column {columns:,}.",
            hint="Delete the cells far from the table, or save the table as CSV.",
        )
    return rows, columns


def _sheet(sheet: Any, formulas: Any, name: str) -> Sheet:
    last_row, last_column = _extent(formulas or sheet, name)
    cells = sheet.iter_rows(max_row=last_row, max_col=last_column, values_only=True) if last_row else ()
    rows = [[text_of(value) for value in row] for row in cells]
    for merged in sheet.merged_cells.ranges:
        _spread(rows, merged.min_row - 1, merged.max_row, merged.min_col - 1, merged.max_col)
    hidden = frozenset(number - 1 for number, row in sheet.row_dimensions.items() if row.hidden)
    return Sheet(
        sheet.title, sheet.sheet_state == "visible", rows, _unsolved(formulas, rows), hidden, _hidden_columns(sheet)
    )


def _hidden_columns(sheet: Any) -> frozenset[int]:
    """Columns that follow each other are described together, from `min` to `max`."""
    hidden = [part for part in sheet.column_dimensions.values() if part.hidden and part.min and part.max]
    return frozenset(place for part in hidden for place in range(part.min - 1, part.max))


def _spread(rows: list[list[str | None]], top: int, bottom: int, left: int, right: int) -> None:
    """A cell merged over several columns stands above each of them."""
    if top >= len(rows) or left >= len(rows[0]):
        return  # outside the filled cells
    if left == 0 and bottom - top == 1 and right >= len(rows[0]):
        return  # a title over the whole width
    for row in rows[top:bottom]:
        row[left:right] = [rows[top][left]] * (min(right, len(row)) - left)


def _unsolved(formulas: Any, rows: list[list[str | None]]) -> frozenset[tuple[int, int]]:
    if formulas is None:
        return frozenset()
    return frozenset(
        (row - 1, column - 1)
        for (row, column), cell in formulas._cells.items()
        if cell.data_type == "f" and rows[row - 1][column - 1] is None
    )


def text_of(value: object) -> str | None:
    """A typed cell as text that reads back as the same value; formulas are never worked out."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return plain(float(value)) if abs(value) < 1e15 else str(value)
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="milliseconds" if value.microsecond else "seconds")
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value)


def _old_sheets(path: Path) -> list[Sheet]:
    """What is merged or hidden is told only together with the formats of the cells."""
    book = xlrd.open_workbook(str(path), logfile=io.StringIO(), formatting_info=True)
    return [_old_sheet(sheet, book.datemode) for sheet in book.sheets()]


def _old_sheet(sheet: Any, datemode: int) -> Sheet:
    rows = _trimmed([[_old_text(cell, datemode) for cell in sheet.row(number)] for number in range(sheet.nrows)])
    for top, bottom, left, right in sheet.merged_cells:
        _spread(rows, top, bottom, left, right)
    hidden_rows = frozenset(number for number, row in sheet.rowinfo_map.items() if row.hidden)
    hidden_columns = frozenset(number for number, column in sheet.colinfo_map.items() if column.hidden)
    return Sheet(sheet.name, sheet.visibility == 0, rows, _old_unsolved(sheet), hidden_rows, hidden_columns)


def _old_unsolved(sheet: Any) -> frozenset[tuple[int, int]]:
    """Texts of no letters: what a program that works out no formulas stores as their value."""
    return frozenset(
        (row, column)
        for row in range(sheet.nrows)
        for column, cell in enumerate(sheet.row(row))
        if cell.ctype == xlrd.XL_CELL_TEXT and not cell.value
    )


def _trimmed(rows: list[list[str | None]]) -> list[list[str | None]]:
    """The rows as far as something stands in them; formatted empty cells may reach much further."""
    filled = [[place for place, cell in enumerate(row, start=1) if (cell or "").strip()] for row in rows]
    last_row = max((number for number, places in enumerate(filled, start=1) if places), default=0)
    width = max((places[-1] for places in filled if places), default=0)
    return [[*row[:width], *[None] * (width - len(row))] for row in rows[:last_row]]


def _old_text(cell: Any, datemode: int) -> str | None:
    if cell.ctype in (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK):
        return None
    if cell.ctype == xlrd.XL_CELL_ERROR:
        return str(xlrd.error_text_from_code.get(cell.value, "#n/a"))
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return "true" if cell.value else "false"
    if cell.ctype == xlrd.XL_CELL_DATE:
        return _old_date(float(cell.value), datemode)
    return text_of(cell.value)


def _old_date(value: float, datemode: int) -> str | None:
    try:
        return text_of(xlrd.xldate_as_datetime(value, datemode))
    except (ValueError, OverflowError):
        return text_of(value)
