"""Excel workbooks: which sheet, and which table on it."""

import struct
import zipfile
import zlib
from pathlib import Path
from xml.parsers.expat import ExpatError

from core.data.read.cell_spelling import EXCEL_ERRORS
from core.data.read.header import find_header, join_names
from core.data.read.parse_questions import ask_table
from core.data.read.reader import Choices, Watch, get_row_choice, get_text_choice, report_progress
from core.data.read.sheet_cells import Sheet
from core.data.read.table_builder import Rows, TableOrigin, build_table
from core.data.read.xls_sheets import read_xls_sheets
from core.data.read.xlsx_sheets import read_xlsx_sheets
from core.domain.dataset import ParseQuestion, Table
from core.support.errors import DataError
from core.support.lazy_import import import_lazily

xlrd = import_lazily("xlrd")
compdoc = import_lazily("xlrd.compdoc")

_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_OLD = b"\xd0\xcf\x11\xe0"

_SMALLEST_TABLE = 3  # rows
_NAMES_SHOWN = 3


def read_sheets(path: Path) -> list[Sheet]:
    """Return all sheets with their cells as texts; a damaged or protected workbook is refused in one sentence."""
    with path.open("rb") as file:
        old = file.read(4) == _OLD
    try:
        return read_xls_sheets(path) if old else read_xlsx_sheets(path)
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
    """What reading a damaged workbook may raise; xlrd raises nearly everything."""
    return (
        zipfile.BadZipFile, zlib.error, struct.error, xlrd.XLRDError, compdoc.CompDocError, ExpatError, OSError,
        EOFError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RuntimeError, AssertionError,
    )  # fmt: skip


def read_workbook(path: Path, choices: Choices, watch: Watch) -> Table:
    sheets = read_sheets(path)
    report_progress(watch, 0.5)
    sheet = _chosen_sheet(sheets, get_text_choice(choices, "sheet", ""), path.name)
    skipped = get_row_choice(choices, "skip") or 0
    rows = [[] if place < skipped else row for place, row in enumerate(sheet.rows)]
    blocks = find_tables(rows)
    number = _chosen_block(blocks, choices)
    first, last = max(blocks[number - 1][0], min(skipped, len(rows) - 1)), blocks[number - 1][1]
    used: dict[str, object] = {"format": "excel", "sheet": sheet.name, "sheets": [each.name for each in sheets]}
    used["skip"] = skipped
    notes: list[str] = []
    questions: tuple[ParseQuestion, ...] = ()
    if len(sheets) > 1:
        notes.append(f"Sheet '{sheet.name}' was read; the workbook has {len(sheets)}.")
    if len(blocks) > 1:
        tables = [_worded(rows, start, end) for start, end in blocks]
        used |= {"table": number, "tables": tables}
        notes.append(
            f"The sheet holds {len(blocks)} tables; the one in rows {first + 1} to {last} was read (table = {number})."
        )
        questions = () if "table" in choices else (ask_table(sheet.name, tables, number),)
    notes += [*_unsolved_note(sheet, first, last), *_error_note(rows[first:last]), *_hidden_note(sheet, first, last)]
    origin = TableOrigin(path.name, str(path), ".", tuple(notes), first + 1, questions)
    return build_table(rows[first:last], origin, choices, used, watch)


def _worded(rows: Rows, start: int, end: int) -> str:
    """A table in a few words: where it stands and how its columns are called."""
    names = [name for name in join_names(rows[start:end], find_header(rows[start:end]), len(rows[start])) if name]
    more = ", …" if len(names) > _NAMES_SHOWN else ""
    return f"Rows {start + 1} to {end}: {', '.join(names[:_NAMES_SHOWN])}{more}"


def _named_sheet(sheets: list[Sheet], wanted: str, name: str) -> Sheet:
    by_name = {sheet.name: sheet for sheet in reversed(sheets)}
    if wanted not in by_name:
        known = ", ".join(f"'{sheet.name}'" for sheet in sheets)
        raise DataError(f"{name} has no sheet '{wanted}'.", hint=f"Its sheets are {known}.")
    return by_name[wanted]


def _chosen_sheet(sheets: list[Sheet], wanted: str, name: str) -> Sheet:
    """The sheet of that name, else the visible one with most filled cells."""
    if wanted:
        return _named_sheet(sheets, wanted, name)
    visible = [sheet for sheet in sheets if sheet.visible] or sheets
    best = max(visible, key=lambda sheet: sheet.filled, default=None)
    if best is None or not best.filled:
        raise DataError(f"{name} has no filled cells.", hint="Choose a workbook with one row per case.")
    return best


def find_tables(rows: Rows) -> list[tuple[int, int]]:
    """First and last row of each table stacked on a sheet; blank rows alone do not make a new table."""
    found = [block for block in _blocks(rows) if _is_table(rows[block[0] : block[1]])]
    if len(found) < 2:
        return [(0, len(rows))]
    return found


def _blocks(rows: Rows) -> list[tuple[int, int]]:
    blocks: list[tuple[int, int]] = []
    start: int | None = None
    for place, row in enumerate([*rows, []]):
        filled = any(cell and cell.strip() for cell in row)
        if filled and start is None:
            start = place
        elif not filled and start is not None:
            blocks.append((start, place))
            start = None
    return blocks


def _is_table(rows: Rows) -> bool:
    width = max(sum(1 for cell in row if cell) for row in rows)
    if len(rows) < _SMALLEST_TABLE or width < 2:
        return False
    header = find_header(rows)
    return header.data > header.start


def _chosen_block(blocks: list[tuple[int, int]], choices: Choices) -> int:
    wanted = get_row_choice(choices, "table")
    if wanted is None:
        return 1 + max(range(len(blocks)), key=lambda place: blocks[place][1] - blocks[place][0])
    if not 1 <= wanted <= len(blocks):
        raise DataError(f"There is no table {wanted} on the sheet.", hint=f"It holds {len(blocks)}.")
    return wanted


def _unsolved_note(sheet: Sheet, first: int, last: int) -> list[str]:
    cells = [cell for cell in sheet.unsolved if first <= cell[0] < last]
    if not cells:
        return []
    have = "1 cell holds a formula" if len(cells) == 1 else f"{len(cells):,} cells hold formulas"
    were = "was" if len(cells) == 1 else "were"
    return [
        f"{have} without a stored value and {were} read as missing. "
        "Open the file in Excel and save it once to store the values."
    ]


def _error_note(rows: Rows) -> list[str]:
    found = [cell for row in rows for cell in row if cell and cell.startswith("#") and cell.lower() in EXCEL_ERRORS]
    if not found:
        return []
    have = "1 cell holds an error" if len(found) == 1 else f"{len(found):,} cells hold errors"
    shown = ", ".join(list(dict.fromkeys(found))[:_NAMES_SHOWN])
    return [f"{have} of Excel ({shown}), read as missing."]


def _hidden_note(sheet: Sheet, first: int, last: int) -> list[str]:
    """Rows and columns that a filter or a person hides belong to the table; the one who sees fewer is told."""
    table = sheet.rows[first:last]
    rows = sum(1 for row in sheet.hidden_rows if first <= row < last and any(sheet.rows[row]))
    columns = sum(1 for place in sheet.hidden_columns if any(row[place] for row in table if place < len(row)))
    counts = ((rows, "row", "by a filter or by hand"), (columns, "column", "by hand"))
    return [_read_too(count, what, how) for count, what, how in counts if count]


def _read_too(count: int, what: str, how: str) -> str:
    hidden = f"1 {what} that is hidden" if count == 1 else f"{count:,} {what}s that are hidden"
    return f"{hidden} in Excel, {how}, {'was' if count == 1 else 'were'} read too."
