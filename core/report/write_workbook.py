"""A workbook (XLSX) written row by row: numbers and texts, which never become formulas, and formulas of our own."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from io import BytesIO
from itertools import chain, islice
from math import isfinite
from zipfile import ZIP_DEFLATED, ZipFile

from core.support.text import printable

LONGEST_CELL = 32_767
MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384  # of one sheet
NARROWEST, WIDEST = 9, 60  # columns, in letters
AT_ONCE = 2_000  # rows turned into text together
QUICK = 1  # packing harder takes three times as long for a tenth less
PAGES = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
PAPER = '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'
"""On paper all columns stand side by side, on as many pages as the rows need."""
RECOMPUTE = '<calcPr fullCalcOnLoad="1"/>'
HEAD_STYLE = ' s="1"'


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula without its equals sign; the program that opens the workbook computes it."""

    text: str


Cell = str | int | float | Formula | None

NAMES = "http://schemas.openxmlformats.org"
MAIN = f"{NAMES}/spreadsheetml/2006/main"
OFFICE = f"{NAMES}/officeDocument/2006/relationships"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
STYLES = (
    f'{XML}<styleSheet xmlns="{MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill '
    'patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/>'
    '</borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/>'
    '<xf fontId="1" applyFont="1" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" '
    'builtinId="0"/></cellStyles></styleSheet>'
)
_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")  # "_x0041_" would be read as "A"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with a head; one that is longer than a sheet can be goes on in further ones."""

    title: str
    head: Sequence[str]
    rows: Iterable[Sequence[Cell]]


def packed_workbook(sheets: Iterable[Sheet], computes: bool = False) -> bytes:
    """`computes`: everything is computed anew when the workbook is opened."""
    content, titles = BytesIO(), list[str]()
    with ZipFile(content, "w", ZIP_DEFLATED, compresslevel=QUICK) as archive:
        for sheet in sheets:
            for title, lines in _parts(sheet):
                titles.append(title)
                with archive.open(f"xl/worksheets/sheet{len(titles)}.xml", "w", force_zip64=True) as part:
                    for text in lines:
                        part.write(text.encode("utf-8", "replace"))
        for name, text in _frame(titles, computes):
            archive.writestr(name, text)
    return content.getvalue()


def _parts(sheet: Sheet) -> Iterator[tuple[str, Iterator[str]]]:
    """As many sheets as the rows need; at least one. Each must be read to its end before the next is asked for."""
    rows = iter(sheet.rows)
    for number in range(1, 10_000):
        first = next(rows, None)
        if first is None and number > 1:
            return
        mine = chain([] if first is None else [first], islice(rows, MOST_ROWS - 2))
        yield (f"{sheet.title} {number}" if number > 1 else sheet.title), _lines(sheet.head, mine)


def _lines(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    letters = [column_letters(place) for place in range(len(head))]
    wide = (max(NARROWEST, min(WIDEST, len(name) + 2)) for name in head)
    columns = "".join(f'<col min="{i}" max="{i}" width="{w}" customWidth="1"/>' for i, w in enumerate(wide, start=1))
    pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    view = f'<sheetViews><sheetView workbookViewId="0">{pane}</sheetView></sheetViews>'
    yield f'{XML}<worksheet xmlns="{MAIN}">{PAGES}{view}<cols>{columns}</cols><sheetData>'
    yield _line(1, head, letters, HEAD_STYLE)
    numbered = enumerate(rows, start=2)
    while some := list(islice(numbered, AT_ONCE)):
        yield "".join(_line(number, row, letters) for number, row in some)
    yield f"</sheetData>{PAPER}</worksheet>"


def _line(number: int, row: Sequence[Cell], letters: Sequence[str], style: str = "") -> str:
    made = [
        f'<c r="{letter}{number}"{style}{_value(cell)}'
        for letter, cell in zip(letters, row, strict=True)
        if _says(cell)
    ]
    return f'<row r="{number}">{"".join(made)}</row>'


def _says(cell: Cell) -> bool:
    return cell is not None and (cell.__class__ is not float or isfinite(cell))


def _value(cell: Cell) -> str:
    if isinstance(cell, Formula):
        return f"><f>{escape(cell.text, quote=False)}</f></c>"
    return _text(cell) if isinstance(cell, str) else f"><v>{cell!r}</v></c>"


@lru_cache(maxsize=10_000)
def _text(said: str) -> str:
    """Names repeat in most columns."""
    shown = escape(_ESCAPED.sub("_x005F_", printable(said)[:LONGEST_CELL]), quote=False)
    return f' t="inlineStr"><is><t xml:space="preserve">{shown}</t></is></c>'


def column_letters(place: int) -> str:
    """A, B, ... Z, AA, AB, ..."""
    letters, place = "", place + 1
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _frame(titles: Sequence[str], computes: bool) -> Iterator[tuple[str, str]]:
    """What a workbook needs beside its sheets."""
    places = list(enumerate(titles, start=1))
    kinds = "".join(
        f'<Override PartName="/xl/worksheets/sheet{i}.xml" ContentType="{KIND}.worksheet+xml"/>' for i, _ in places
    )
    yield (
        "[Content_Types].xml",
        f'{XML}<Types xmlns="{NAMES}/package/2006/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" '
        f'ContentType="{KIND}.sheet.main+xml"/><Override PartName="/xl/styles.xml" '
        f'ContentType="{KIND}.styles+xml"/>{kinds}</Types>',
    )
    yield "_rels/.rels", _relations([("officeDocument", "xl/workbook.xml")])
    sheets = "".join(f'<sheet name="{escape(title)}" sheetId="{i}" r:id="r{i}"/>' for i, title in places)
    heads = "".join(
        f'<definedName name="_xlnm.Print_Titles" localSheetId="{i - 1}">\'{escape(title)}\'!$1:$1</definedName>'
        for i, title in places
    )
    yield (
        "xl/workbook.xml",
        f'{XML}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{sheets}</sheets>'
        f"<definedNames>{heads}</definedNames>{RECOMPUTE if computes else ''}</workbook>",
    )
    parts = [("worksheet", f"worksheets/sheet{i}.xml") for i, _ in places]
    yield "xl/_rels/workbook.xml.rels", _relations([*parts, ("styles", "styles.xml")])
    yield "xl/styles.xml", STYLES


def _relations(targets: Sequence[tuple[str, str]]) -> str:
    rows = "".join(
        f'<Relationship Id="r{i}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for i, (kind, target) in enumerate(targets, start=1)
    )
    return f'{XML}<Relationships xmlns="{NAMES}/package/2006/relationships">{rows}</Relationships>'
