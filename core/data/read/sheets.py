"""The cells of an Excel workbook as texts, sheet by sheet, whichever of the two file formats it is."""

import io
import warnings
import zipfile
from dataclasses import dataclass, field
from datetime import date, datetime, time
from pathlib import Path
from xml.etree.ElementTree import ParseError

import openpyxl
import xlrd

from core.data.read.columns import plain
from core.errors import DataError

_OLD = b"\xd0\xcf\x11\xe0"


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: its cells as texts, and which cells hold formulas without a stored value."""

    name: str
    visible: bool
    rows: list[list[str | None]]
    unsolved: frozenset[tuple[int, int]] = field(default_factory=frozenset)

    @property
    def filled(self) -> int:
        return sum(1 for row in self.rows for cell in row if cell)


def sheets_of(path: Path) -> list[Sheet]:
    with path.open("rb") as file:
        old = file.read(4) == _OLD
    try:
        return _old_sheets(path) if old else _sheets(path)
    except (zipfile.BadZipFile, KeyError, xlrd.XLRDError, ValueError, ParseError, OSError, AssertionError) as error:
        raise DataError(
            f"{path.name} is not a readable Excel workbook.",
            hint="Open it in Excel and save it again, or save it as CSV.",
        ) from error


def _sheets(path: Path) -> list[Sheet]:
    content = path.read_bytes()
    with warnings.catch_warnings(action="ignore"):  # about styles and charts, which are not read
        book = openpyxl.load_workbook(io.BytesIO(content), data_only=True)
        formulas = openpyxl.load_workbook(io.BytesIO(content), data_only=False) if _has_gaps(book) else None
    return [_sheet(sheet, formulas[sheet.title] if formulas else None) for sheet in book.worksheets]


def _has_gaps(book: "openpyxl.Workbook") -> bool:
    return any(cell is None for sheet in book.worksheets for row in sheet.iter_rows(values_only=True) for cell in row)


def _sheet(sheet: "openpyxl.worksheet.worksheet.Worksheet", formulas: object) -> Sheet:
    rows = [[text_of(value) for value in row] for row in sheet.iter_rows(values_only=True)]
    for merged in sheet.merged_cells.ranges:
        _spread(rows, merged.min_row - 1, merged.max_row, merged.min_col - 1, merged.max_col)
    return Sheet(sheet.title, sheet.sheet_state == "visible", rows, _unsolved(formulas, rows))


def _spread(rows: list[list[str | None]], top: int, bottom: int, left: int, right: int) -> None:
    """A cell merged over several columns stands above each of them."""
    if left == 0 and bottom - top == 1 and rows and right >= len(rows[0]):
        return  # a title over the whole width
    for row in rows[top:bottom]:
        row[left:right] = [rows[top][left]] * (min(right, len(row)) - left)


def _unsolved(formulas: object, rows: list[list[str | None]]) -> frozenset[tuple[int, int]]:
    if formulas is None:
        return frozenset()
    found = (
        (number, place)
        for number, row in enumerate(formulas.iter_rows())  # type: ignore[attr-defined]
        for place, cell in enumerate(row)
        if cell.data_type == "f" and rows[number][place] is None
    )
    return frozenset(found)


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
    book = xlrd.open_workbook(str(path))
    return [
        Sheet(
            sheet.name,
            sheet.visibility == 0,
            [[_old_text(cell, book.datemode) for cell in sheet.row(number)] for number in range(sheet.nrows)],
        )
        for sheet in book.sheets()
    ]


def _old_text(cell: "xlrd.sheet.Cell", datemode: int) -> str | None:
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
