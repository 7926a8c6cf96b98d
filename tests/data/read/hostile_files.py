"""Small files that stand for enormous tables, and a child process that may not take more memory than allowed."""

import gzip
import json
import random
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

MEGABYTE = 1_000_000
MOST_GROWTH = 1300 * MEGABYTE  # beside about 200 MB of the program itself
_HANG = 120  # seconds of processor time after which the child is ended: a guard against hangs, no measurement
_CHILD = """
import json, resource, sys
from pathlib import Path
import numpy, openpyxl.styles.numbers, openpyxl.utils.datetime, xlrd.compdoc
from core.data.read import read_table
from core.support.errors import DataError
if sys.argv[1].endswith(".gz"):
    import pandas
with open("/proc/self/statm") as file:
    before = int(file.read().split()[0]) * resource.getpagesize()
most = before + int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_AS, (most, most))
resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[3]),) * 2)
start = resource.getrusage(resource.RUSAGE_SELF).ru_utime
try:
    table = read_table(Path(sys.argv[1]))
    told, shape = "", (table.rows, len(table.columns))
except DataError as error:
    told, shape = str(error), (0, 0)
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"refused": told, "rows": shape[0], "columns": shape[1], "peak": used.ru_maxrss // 1000,
                  "seconds": round(used.ru_utime - start, 1)}))
"""


@dataclass(frozen=True, slots=True)
class BoundedRead:
    """What reading a file came to: the sentence of the refusal or the shape, peak memory in MB, processor seconds."""

    refused: str
    rows: int
    columns: int
    peak: int
    seconds: float


def read_bounded(path: Path, growth: int = MOST_GROWTH) -> BoundedRead:
    """Read a file in a child process whose memory may grow by so many bytes; fails where the child does."""
    command = [sys.executable, "-c", _CHILD, str(path), str(growth), str(_HANG)]
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{path.name}: ended with {done.returncode}: {done.stderr[-2000:]}"
    return BoundedRead(**json.loads(done.stdout))


_CONTENT_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="xml" ContentType="application/xml"/></Types>'
)
_RELATIONS = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
_KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def write_workbook(path: Path, sheet: Iterable[str], texts: str = "") -> None:
    """Write a workbook of one sheet whose XML is given in pieces, with shared texts if there are any."""
    relations = [("rId1", "worksheet", "worksheets/sheet1.xml")]
    if texts:
        relations.append(("rId2", "sharedStrings", "sharedStrings.xml"))
    listed = "".join(f'<Relationship Id="{a}" Type="{_KINDS}/{b}" Target="{c}"/>' for a, b, c in relations)
    main = f'<Relationship Id="rId1" Type="{_KINDS}/officeDocument" Target="xl/workbook.xml"/>'
    book = f'<workbook {_MAIN} xmlns:r="{_KINDS}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _CONTENT_TYPES)
        archive.writestr("_rels/.rels", _RELATIONS.format(main))
        archive.writestr("xl/workbook.xml", book)
        archive.writestr("xl/_rels/workbook.xml.rels", _RELATIONS.format(listed))
        if texts:
            archive.writestr("xl/sharedStrings.xml", f"<sst {_MAIN}>{texts}</sst>")
        with archive.open("xl/worksheets/sheet1.xml", "w") as part:
            part.write(f"<worksheet {_MAIN}>".encode())
            for piece in sheet:
                part.write(piece.encode())
            part.write(b"</worksheet>")


def _rows(more: str = "") -> str:
    """The sheet data of a small honest table, with more rows below."""
    names = '<row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" t="str"><v>k</v></c></row>'
    cells = [
        f'<row r="{row}"><c r="A{row}"><v>{row / 7}</v></c><c r="B{row}" t="str"><v>{"xy"[row % 2]}</v></c></row>'
        for row in range(2, 42)
    ]
    return f"<sheetData>{names}{''.join(cells)}{more}</sheetData>"


def hidden_columns(path: Path) -> None:
    write_workbook(path, ['<cols><col min="1" max="999999999" hidden="1"/></cols>', _rows()])


def whole_columns_merged(path: Path) -> None:
    areas = "".join(f'<mergeCell ref="{area}"/>' for area in ("C1:D1048576", "E1:XFD1048576"))
    write_workbook(path, [_rows(), f"<mergeCells>{areas}</mergeCells>"])


def merged_again_and_again(path: Path) -> None:
    wide = [
        f'<row r="{row}">' + "".join(f"<c><v>{row + at}</v></c>" for at in range(100)) + "</row>"
        for row in range(1, 501)
    ]
    merges = '<mergeCell ref="A1:XFD1048576"/>' * 90_000
    write_workbook(path, ["<sheetData>", *wide, "</sheetData>", f"<mergeCells>{merges}</mergeCells>"])


def cell_at_row_1_000_000(path: Path) -> None:
    write_workbook(path, [_rows('<row r="1000000"><c r="XFD1000000"><v>1</v></c></row>')])


def cells_in_the_last_column(path: Path) -> None:
    far = (f'<row r="{row}"><c r="XFD{row}"><v>{row}</v></c></row>' for row in range(1, 200_001))
    write_workbook(path, ["<sheetData>", *far, "</sheetData>"])


def much_xml(path: Path, megabytes: int = 550) -> None:
    block = '<row><c t="str"><v>x</v></c><c><v>1</v></c></row>' * 20_000
    write_workbook(path, ["<sheetData>", *[block] * (megabytes * MEGABYTE // len(block)), "</sheetData>"])


def many_cells(path: Path) -> None:
    """As much XML as a small workbook may unpack to, in the smallest cells."""
    block = "<row>" + "<c><v>1</v></c>" * 20 + "</row>"
    write_workbook(path, ["<sheetData>", *[block * 1000] * (95 * MEGABYTE // len(block) // 1000), "</sheetData>"])


def one_text_in_every_cell(path: Path) -> None:
    texts = "<si><t>" + "x" * MEGABYTE + " </t></si>"
    block = '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>' * 1000
    write_workbook(path, ["<sheetData>", *[block] * 200, "</sheetData>"], texts)


def entities(path: Path) -> None:
    """Ten to the ninth copies of three letters, by entities within entities."""
    levels = "".join(f'<!ENTITY e{at} "{f"&e{at - 1};" * 10}">' for at in range(1, 10))
    text = f'<!DOCTYPE sst [<!ENTITY e0 "lol">{levels}]><sst {_MAIN}><si><t>&e9;</t></si></sst>'
    write_workbook(path, [_rows()], "<si><t>x</t></si>")
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in parts.items():
            new.writestr(name, text if name.endswith("sharedStrings.xml") else content)


def sparse_rows(path: Path, size: int = 50_000) -> None:
    names = "".join(f"@attribute a{place} numeric\n" for place in range(size))
    path.write_text(f"@relation r\n{names}@data\n" + "".join(f"{{{row} 1}}\n" for row in range(size)), "ascii")


def many_attributes(path: Path) -> None:
    path.write_text("@relation r\n" + "@attribute a numeric\n" * 450_000 + "@data\n{0 1}\n", "ascii")


def dense_arff(path: Path) -> None:
    names = "".join(f"@attribute a{place} numeric\n" for place in range(40))
    row = ",".join(str(10 + place) for place in range(40)) + "\n"
    path.write_text(f"@relation r\n{names}@data\n" + row * (9 * MEGABYTE // len(row)), "ascii")


def long_header(path: Path) -> None:
    names = ",".join(f"n{place}" for place in range(95_000))
    path.write_text(names + "\n" + "1,2\n" * 300_000, "ascii")


def endless_header(path: Path) -> None:
    path.write_text(",".join(["ab"] * 3_000_000) + "\n" + "1,2\n" * 200, "ascii")


def commas(path: Path) -> None:
    path.write_text("a,b\n1,2\n3,4\n" + "," * (9 * MEGABYTE) + "\n5,6\n", "ascii")


def one_line(path: Path) -> None:
    path.write_text(",".join(["1"] * 4_500_000) + "\n", "ascii")


def digits(path: Path) -> None:
    row = ";".join(str(place % 10) for place in range(100)) + "\n"
    path.write_text(row.replace("0", "a", 1) + row * (9 * MEGABYTE // len(row)), "ascii")


def two_letters(path: Path) -> None:
    draw = random.Random(1)
    lines = [",".join(f"{draw.randrange(100):02d}x"[:2] for _ in range(60)) for _ in range(500)]
    block = "\n".join(lines) + "\n"
    path.write_text(block * (9 * MEGABYTE // len(block)), "ascii")


def all_different(path: Path) -> None:
    path.write_text("k\n" + "".join(f"x{place:x}\n" for place in range(1_250_000)), "ascii")


def spanned_columns(path: Path) -> None:
    path.write_text("<html><table><tr>" + "<td colspan=1000>1</td>" * 400_000 + "</tr></table></html>", "ascii")


def open_comments(path: Path) -> None:
    path.write_text("<html><table><tr><td>1</td></tr>" + "<!--" * 100_000 + "</table></html>", "ascii")


def _gzipped(path: Path, blocks: Iterator[bytes]) -> None:
    with gzip.open(path, "wb", compresslevel=6) as file:
        for block in blocks:
            file.write(block)


def zipped_zeros(path: Path) -> None:
    _gzipped(path, (b"0\n" * (MEGABYTE // 2) for _ in range(900)))


def zipped_numbers(path: Path) -> None:
    """As many cells as a small compressed file may unpack to."""
    _gzipped(path, (b"1,2\n" * (MEGABYTE // 4) for _ in range(99)))


def zipped_wide_start(path: Path) -> None:
    """Lines of 20,000 numbers, then millions of short ones."""
    wide = ",".join(["1"] * 20_000).encode() + b"\n"
    _gzipped(path, (wide * 30 if not place else b"1\n" * (MEGABYTE // 2) for place in range(95)))


def zipped_empty_cells(path: Path) -> None:
    line = b"," * 999 + b"\n"
    _gzipped(path, (b"a,b,c\n" + line * 1000 if not place else line * 1000 for place in range(95)))


@dataclass(frozen=True, slots=True)
class HostileFile:
    """A file below 10 MB: its name, how it is written, and whether it must be refused (None: either is right).

    `heavy` files take seconds; they are read by `benchmarks.hostile_tables` only.
    """

    name: str
    write: Callable[[Path], None]
    refused: bool | None
    heavy: bool = False


HOSTILE_FILES = (
    HostileFile("hidden_columns.xlsx", hidden_columns, False),
    HostileFile("whole_columns_merged.xlsx", whole_columns_merged, False),
    HostileFile("merged_again_and_again.xlsx", merged_again_and_again, None),
    HostileFile("cell_at_row_1_000_000.xlsx", cell_at_row_1_000_000, False),
    HostileFile("cells_in_the_last_column.xlsx", cells_in_the_last_column, True),
    HostileFile("much_xml.xlsx", much_xml, True),
    HostileFile("many_cells.xlsx", many_cells, None, heavy=True),
    HostileFile("one_text_in_every_cell.xlsx", one_text_in_every_cell, None),
    HostileFile("entities.xlsx", entities, True),
    HostileFile("sparse_rows.arff", sparse_rows, True),
    HostileFile("many_attributes.arff", many_attributes, True),
    HostileFile("dense.arff", dense_arff, False, heavy=True),
    HostileFile("long_header.csv", long_header, True),
    HostileFile("endless_header.csv", endless_header, True),
    HostileFile("commas.csv", commas, None),
    HostileFile("one_line.csv", one_line, True),
    HostileFile("digits.csv", digits, False, heavy=True),
    HostileFile("two_letters.csv", two_letters, False, heavy=True),
    HostileFile("all_different.csv", all_different, False, heavy=True),
    HostileFile("spanned_columns.html", spanned_columns, True),
    HostileFile("open_comments.html", open_comments, None),
    HostileFile("zipped_zeros.csv.gz", zipped_zeros, True, heavy=True),
    HostileFile("zipped_numbers.csv.gz", zipped_numbers, None, heavy=True),
    HostileFile("zipped_wide_start.csv.gz", zipped_wide_start, True, heavy=True),
    HostileFile("zipped_empty_cells.csv.gz", zipped_empty_cells, None, heavy=True),
)
