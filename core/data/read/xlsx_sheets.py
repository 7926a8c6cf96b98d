"""The cells of an .xlsx workbook, streamed from its XML so that memory follows the filled cells.

openpyxl builds an object per cell and per place of a merged area, calamine a dense rectangle up to the last cell (a
6 kB file asks for 288 GB and aborts the program). Here a row is held as far as its last cell, and sizes are checked
while they grow. Document types and entities are refused.
"""

import posixpath
import re
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from core.data.read.sheet_cells import Area, Row, Sheet, format_cell, trim_rows
from core.data.read.size_limits import MOST_CELLS, check_table_size, check_unpacked_size
from core.support.errors import DataError
from core.support.lazy_import import import_lazily
from core.support.text import to_one_line

excel_dates = import_lazily("openpyxl.utils.datetime")
number_formats = import_lazily("openpyxl.styles.numbers")

_BLOCK = 1 << 16
_LAST_ROW, _LAST_COLUMN = 1_048_576, 16_384  # of Excel
_LONGEST_TEXT = 32_767  # characters Excel stores in a cell
_MOST_AREAS = 100_000  # merged areas; each is looked at once per sheet
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")  # how the format writes characters that XML forbids
_PLACE = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})", re.ASCII)

Attributes = Mapping[str, str]
Started = Callable[[str, Attributes], None]
Ended = Callable[[str], None]


class _Parts:
    """The XML parts of a workbook; all of them together may not unpack to more than a table holds."""

    def __init__(self, path: Path, archive: zipfile.ZipFile) -> None:
        self.archive, self._path = archive, path
        check_unpacked_size(path, sum(part.file_size for part in archive.infolist() if part.filename.endswith(".xml")))

    def has(self, name: str) -> bool:
        return name in self.archive.namelist()

    def parse(self, name: str, started: Started, ended: Ended | None = None, text: Ended | None = None) -> None:
        """Call the handlers with the names of elements, without prefixes of name spaces where a program wrote them."""
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = _refuse_document_type

        def root(tag: str, attributes: Attributes) -> None:
            """Only where the root has a prefix, names are stripped of it: a call more for each of millions of cells."""
            is_prefixed = ":" in tag
            parser.StartElementHandler = _without_prefix(started) if is_prefixed else started
            if ended is not None:
                parser.EndElementHandler = _without_prefix(ended) if is_prefixed else ended

        parser.StartElementHandler = root
        if text is not None:
            parser.CharacterDataHandler = text
        with self.archive.open(name) as part:
            while block := part.read(_BLOCK):
                parser.Parse(block)
        parser.Parse(b"", True)


def _without_prefix(handler: Callable[..., None]) -> Callable[..., None]:
    return lambda tag, *more: handler(tag.rpartition(":")[2], *more)


def _refuse_document_type(*_: object) -> None:
    raise ValueError("a workbook has no document type")


def read_xlsx_sheets(path: Path) -> list[Sheet]:
    with zipfile.ZipFile(path) as archive:
        parts = _Parts(path, archive)
        workbook = _read_workbook(parts)
        texts = _read_shared_texts(parts, workbook.shared_texts)
        styles = _read_styles(parts, workbook.styles)
        return [
            _SheetReader(path.name, entry, texts, styles, workbook.starts_1904).read(parts) for entry in workbook.sheets
        ]


@dataclass(frozen=True, slots=True)
class _SheetEntry:
    name: str
    visible: bool
    part: str


@dataclass
class _Workbook:
    """Where the parts of a workbook are; dates may count from 1904."""

    sheets: list[_SheetEntry] = field(default_factory=list)
    shared_texts: str = ""
    styles: str = ""
    starts_1904: bool = False


def _read_relations(parts: _Parts, of: str) -> dict[str, tuple[str, str]]:
    """Kind and part by id, of the part named; a relation to another file is none."""
    folder, name = posixpath.split(of)
    found: dict[str, tuple[str, str]] = {}

    def started(tag: str, attributes: Attributes) -> None:
        if tag == "Relationship" and attributes.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/", folder, attributes["Target"])).lstrip("/")
            found[attributes["Id"]] = (attributes["Type"].rpartition("/")[2], target)

    relations = posixpath.join(folder, "_rels", f"{name}.rels")
    if parts.has(relations):
        parts.parse(relations, started)
    return found


def _read_workbook(parts: _Parts) -> _Workbook:
    main = next((part for kind, part in _read_relations(parts, "").values() if kind == "officeDocument"), "")
    main = main if parts.has(main) else "xl/workbook.xml"
    relations = _read_relations(parts, main)
    book = _Workbook()
    for kind, part in relations.values():
        if kind == "sharedStrings" and parts.has(part):
            book.shared_texts = part
        elif kind == "styles" and parts.has(part):
            book.styles = part

    def started(tag: str, attributes: Attributes) -> None:
        if tag == "sheet":
            ids = [value for name, value in attributes.items() if name.rpartition(":")[2] == "id"]
            kind, part = relations.get(ids[0] if ids else "", ("", ""))
            if kind == "worksheet":
                visible = attributes.get("state", "visible") == "visible"
                book.sheets.append(_SheetEntry(to_one_line(attributes.get("name", part)), visible, part))
        elif tag == "workbookPr":
            book.starts_1904 = _is_true(attributes.get("date1904"))

    parts.parse(main, started)
    return book


def _is_true(written: str | None) -> bool:
    return written in ("1", "true", "on")


def _read_shared_texts(parts: _Parts, part: str) -> list[str]:
    """Texts by their number; furigana beside them are not part of them."""
    texts: list[str] = []
    pieces: list[str] = []
    inside = {"t": False, "rPh": False}

    def started(tag: str, attributes: Attributes) -> None:
        if tag in inside:
            inside[tag] = True

    def ended(tag: str) -> None:
        if tag in inside:
            inside[tag] = False
        elif tag == "si":
            texts.append(_clean_text("".join(pieces)))
            pieces.clear()

    def text(written: str) -> None:
        if inside["t"] and not inside["rPh"]:
            pieces.append(written)

    if part:
        parts.parse(part, started, ended, text)
    return texts


def _clean_text(text: str) -> str:
    """Blanks around a text mean nothing in a table; stripped here once, they are not stripped again cell by cell."""
    if "_x" in text:
        text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    return to_one_line(text[:_LONGEST_TEXT]).strip()


@dataclass(frozen=True, slots=True)
class _Styles:
    """Which cell styles write numbers as dates, and which as durations."""

    dates: frozenset[str] = frozenset()
    durations: frozenset[str] = frozenset()


def _read_styles(parts: _Parts, part: str) -> _Styles:
    formats: dict[str, str] = {}
    used: list[str] = []
    inside = {"cellXfs": False}

    def started(tag: str, attributes: Attributes) -> None:
        if tag == "numFmt":
            formats[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")
        elif tag == "cellXfs":
            inside["cellXfs"] = True
        elif tag == "xf" and inside["cellXfs"]:
            used.append(attributes.get("numFmtId", "0"))

    def ended(tag: str) -> None:
        if tag == "cellXfs":
            inside["cellXfs"] = False

    if part:
        parts.parse(part, started, ended)
    codes = {number: _format_code(number, formats) for number in set(used)}
    is_date = {number: bool(code) and number_formats.is_date_format(code) for number, code in codes.items()}
    is_duration = {number: bool(code) and number_formats.is_timedelta_format(code) for number, code in codes.items()}
    return _Styles(
        frozenset(str(place) for place, number in enumerate(used) if is_date[number]),
        frozenset(str(place) for place, number in enumerate(used) if is_duration[number]),
    )


def _format_code(number: str, formats: Mapping[str, str]) -> str:
    built_in = number_formats.BUILTIN_FORMATS.get(int(number)) if number.isdecimal() and len(number) < 6 else None
    return formats.get(number) or built_in or ""


class _SheetReader:
    """Collects one sheet: rows as far as their last cell, formulas without a value, hidden rows and columns."""

    def __init__(self, file: str, entry: _SheetEntry, texts: list[str], styles: _Styles, starts_1904: bool) -> None:
        self._name, self._entry = f"Sheet '{entry.name}' of {file}", entry
        self._texts, self._styles = texts, styles
        self._epoch = excel_dates.MAC_EPOCH if starts_1904 else excel_dates.WINDOWS_EPOCH
        self._rows: dict[int, Row] = {}
        self._unsolved: set[tuple[int, int]] = set()
        self._hidden_rows: set[int] = set()
        self._hidden_columns: list[tuple[int, int]] = []
        self._areas: list[Area] = []

    def read(self, parts: _Parts) -> Sheet:
        self._read_cells(parts)
        unsolved = frozenset(self._unsolved)
        check_table_size(self._name, len(self._rows), max(map(len, self._rows.values()), default=0))
        rows = trim_rows(self._rows, unsolved)
        width = len(next((row for row in rows if row), ()))
        hidden = frozenset(place for first, last in self._hidden_columns for place in range(first, min(last, width)))
        sheet = Sheet(self._entry.name, self._entry.visible, rows, unsolved, frozenset(self._hidden_rows), hidden)
        sheet.spread_merged(self._areas)
        return sheet

    def _read_cells(self, parts: _Parts) -> None:
        """Handle five events per cell; local names instead of attributes save a third of the time."""
        row: Row = []
        at = column = held = cells = 0  # row and column from 1; places held and cells met so far
        kind = style = letters = ""
        has_formula = inside = False
        written = ""
        columns: dict[str, int] = {}

        def started(tag: str, attributes: Attributes) -> None:
            nonlocal row, at, column, kind, style, letters, has_formula, inside, written
            if tag == "v" or tag == "t":
                inside = True
            elif tag == "c":
                letters = attributes.get("r", "").rstrip("0123456789")
                column = (columns.get(letters) or _add_column(columns, letters)) if letters else column + 1
                kind, style = attributes.get("t", "n"), attributes.get("s", "")
                has_formula, written = False, ""
            elif tag == "row":
                at = _whole(attributes.get("r")) or at + 1
                row, column = [], 0
                if at > _LAST_ROW:
                    raise ValueError("a row beyond the last one of Excel")
                if _is_true(attributes.get("hidden")):
                    self._hidden_rows.add(at - 1)
            elif tag == "f":
                has_formula = True
            else:
                self._start_other(tag, attributes)

        def text(found: str) -> None:
            nonlocal written
            if inside:
                written += found

        def ended(tag: str) -> None:
            nonlocal inside, held, cells
            if tag == "v" or tag == "t":
                inside = False
            elif tag == "c":
                value = self._value(written, kind, style)
                if value is None and not has_formula:
                    return
                missing = column - len(row)
                if missing > 0:
                    held += missing
                    row.extend([None] * missing)
                cells += 1
                if held > MOST_CELLS or column > _LAST_COLUMN:
                    self._refuse(at, column, cells)
                row[column - 1] = value
                if value is None:
                    self._unsolved.add((at - 1, column - 1))
            elif tag == "row" and row:
                self._rows[at - 1] = row

        parts.parse(self._entry.part, started, ended, text)

    def _start_other(self, tag: str, attributes: Attributes) -> None:
        """What stands around the cells: hidden columns and merged areas."""
        if tag == "col" and _is_true(attributes.get("hidden")):
            first, last = _whole(attributes.get("min")), _whole(attributes.get("max"))
            self._hidden_columns.append((max(first - 1, 0), min(last, _LAST_COLUMN)))
        elif tag == "mergeCell":
            self._add_area(attributes.get("ref", ""))

    def _refuse(self, row: int, column: int, cells: int) -> None:
        raise DataError(
            f"{self._name} is too large: more than {cells:,} cells, as far as row {row:,} and column {column:,}.",
            hint="Delete the cells far from the table, or save the table as CSV.",
        )

    def _value(self, written: str, kind: str, style: str) -> str | None:
        """The cell as text; formulas are never worked out."""
        if not written:
            return None
        if kind == "n":
            if written.isdigit() and len(written) < 16 and written[0] != "0" and style not in self._styles.dates:
                return written  # most cells of large sheets: already as it would be written
            number = float(written) if "." in written or "e" in written.lower() else int(written[:400])
            if style in self._styles.dates:
                return format_cell(self._moment(number, style))
            return format_cell(number)
        if kind == "s":
            return self._texts[int(written)]
        if kind == "b":
            return "true" if written == "1" else "false"
        return _clean_text(written)

    def _moment(self, number: float, style: str) -> object:
        try:
            return excel_dates.from_excel(number, self._epoch, timedelta=style in self._styles.durations)
        except (OverflowError, ValueError):
            return "#VALUE!"

    def _add_area(self, reference: str) -> None:
        ends = [_PLACE.fullmatch(part) for part in reference.split(":")]
        if len(ends) == 2 and ends[0] and ends[1]:
            self._areas.append(
                Area(int(ends[0][2]) - 1, int(ends[1][2]), _column_number(ends[0][1]) - 1, _column_number(ends[1][1]))
            )
        if len(self._areas) > _MOST_AREAS:
            raise DataError(f"{self._name} has over {_MOST_AREAS:,} merged areas.", hint="Save the table as CSV.")


def _add_column(columns: dict[str, int], letters: str) -> int:
    if len(letters) > 3 or not (letters.isascii() and letters.isalpha()):
        raise ValueError("no column has such letters")
    return columns.setdefault(letters, _column_number(letters))


def _whole(written: str | None) -> int:
    return int(written[:10]) if written and written.isdecimal() else 0


def _column_number(letters: str) -> int:
    """Return 1 for A, 27 for AA."""
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - 64
    return number
