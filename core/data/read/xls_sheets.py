"""The cells of an .xls workbook of older programs and instruments."""

import io
from pathlib import Path
from typing import Any

from core.data.read.sheet_cells import Area, Row, Sheet, format_cell, trim_rows
from core.data.read.size_limits import check_table_size
from core.support.lazy_import import import_lazily

xlrd = import_lazily("xlrd")


def read_xls_sheets(path: Path) -> list[Sheet]:
    """What is merged or hidden is stored with the formats of the cells; rows are not padded by xlrd."""
    book = xlrd.open_workbook(str(path), logfile=io.StringIO(), formatting_info=True, ragged_rows=True)
    return [_read_sheet(sheet, book.datemode, path.name) for sheet in book.sheets()]


def _read_sheet(sheet: Any, datemode: int, file: str) -> Sheet:
    filled: dict[int, Row] = {}
    unsolved: set[tuple[int, int]] = set()
    for number in range(sheet.nrows):
        cells = sheet.row(number)
        if cells:
            filled[number] = [_text(cell, datemode) for cell in cells]
            unsolved |= {(number, place) for place, cell in enumerate(cells) if _is_unsolved(cell)}
    check_table_size(f"Sheet '{sheet.name}' of {file}", len(filled), max(map(len, filled.values()), default=0))
    read = Sheet(
        sheet.name,
        sheet.visibility == 0,
        trim_rows(filled),
        frozenset(unsolved),
        frozenset(number for number, row in sheet.rowinfo_map.items() if row.hidden),
        frozenset(number for number, column in sheet.colinfo_map.items() if column.hidden),
    )
    read.spread_merged(Area(*merged) for merged in sheet.merged_cells)
    return read


def _is_unsolved(cell: Any) -> bool:
    """A text of no letters: what a program that works out no formulas stores as their value."""
    return cell.ctype == xlrd.XL_CELL_TEXT and not cell.value


def _text(cell: Any, datemode: int) -> str | None:
    if cell.ctype in (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK):
        return None
    if cell.ctype == xlrd.XL_CELL_ERROR:
        return str(xlrd.error_text_from_code.get(cell.value, "#n/a"))
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return "true" if cell.value else "false"
    if cell.ctype == xlrd.XL_CELL_DATE:
        return _date(float(cell.value), datemode)
    return format_cell(cell.value)


def _date(value: float, datemode: int) -> str | None:
    try:
        return format_cell(xlrd.xldate_as_datetime(value, datemode))
    except (ValueError, OverflowError):
        return format_cell(value)
