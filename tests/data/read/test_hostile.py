"""Files made to break a reader: each gives the right table or one sentence, never a crash, a hang or endless memory."""

import contextlib
import gzip
import io
import zipfile
from pathlib import Path

import openpyxl
import pytest

from core.data.read import read_table
from core.domain.dataset import Kind
from core.support.errors import DataError
from core.terminal.look import seen as look

ROWS = "".join(f"{row / 7:.3f},{row % 5},{'ok' if row % 3 else 'bad'}\n" for row in range(40))
TEXT = "a,b,c\n" + ROWS


def _written(path: Path, content: bytes | str) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def _workbook(path: Path) -> Path:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.append(["a", "k"])
    for row in range(30):
        sheet.append([row / 7, "xy"[row % 2]])
    book.save(path)
    return path


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig", "cp1252"])
def test_that_every_encoding_gives_the_same_table(tmp_path: Path, encoding: str) -> None:
    table = read_table(_written(tmp_path / "any.csv", TEXT.replace("a,", "Größe,", 1).encode(encoding)))
    assert (table.names, table.rows) == (("Größe", "b", "c"), 40)


@pytest.mark.parametrize("cell", ["x" * 1_000_000, '"' + "x," * 300_000 + '"'])
def test_that_a_very_long_cell_is_read(tmp_path: Path, cell: str) -> None:
    table = read_table(_written(tmp_path / "long.csv", f"{TEXT}1,2,{cell}\n"))
    assert (table.rows, len(table.columns)) == (41, 3)


def test_that_a_line_longer_than_a_cell_may_be_is_still_cut_into_cells(tmp_path: Path) -> None:
    names = ",".join(f"column_{place}" for place in range(20_000))
    values = ",".join("1.5" for _ in range(20_000))
    table = read_table(_written(tmp_path / "wide.csv", f"{names}\n{values}\n{values}\n"))
    assert (table.rows, len(table.columns)) == (2, 20_000)


def test_that_a_quote_left_open_near_the_end_swallows_no_row(tmp_path: Path) -> None:
    table = read_table(_written(tmp_path / "open.csv", TEXT + '1,2,"ok\n3,4,bad\n'))
    assert table.rows == 42
    assert "never closed" in table.notes[0]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (bytes(range(1, 256)) * 100, "binary file"),
        (b"\x00" * 5000, "binary file"),
        (b'[{"a": 1}, {"a": 2}]', "JSON"),
        (b"<table><tr><td>1</td></tr></table>", "web page"),
    ],
)
def test_that_what_is_no_table_is_named(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(DataError, match=said):
        read_table(_written(tmp_path / "junk.csv", content))


@pytest.mark.parametrize("name", ["bomb.csv.gz", "bomb.arff.gz"])
def test_that_a_small_file_that_unpacks_to_a_huge_one_is_refused(tmp_path: Path, name: str) -> None:
    with gzip.open(tmp_path / name, "wb") as file:
        file.write(b"@relation r\n@attribute a numeric\n@data\n" if "arff" in name else b"a\n")
        for _ in range(52):
            file.write(b"1\n" * (1 << 21))
    with pytest.raises(DataError, match="20 times its size"):
        read_table(tmp_path / name)


def test_that_a_workbook_that_unpacks_to_a_huge_one_is_refused(tmp_path: Path) -> None:
    path = _workbook(tmp_path / "bomb.xlsx")
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive, archive.open("xl/more.xml", "w") as part:
        for _ in range(40):
            part.write(b" " * (1 << 24))
    with pytest.raises(DataError, match="unpacks to"):
        read_table(path)


def test_that_blank_cells_far_away_do_not_count(tmp_path: Path) -> None:
    path = _workbook(tmp_path / "far.xlsx")
    book = openpyxl.load_workbook(path)
    book.worksheets[0].cell(900_000, 9_000, " ")
    book.save(path)
    table = read_table(path)
    assert (table.rows, table.names) == (30, ("a", "k"))


def test_that_a_filled_cell_far_away_costs_no_room_and_is_noted(tmp_path: Path) -> None:
    path = _workbook(tmp_path / "far.xlsx")
    book = openpyxl.load_workbook(path)
    book.worksheets[0].cell(900_000, 9_000, "x")
    book.save(path)
    table = read_table(path)
    assert (table.rows, table.names) == (31, ("a", "k", "column 3"))
    assert any("899,968 empty rows" in note for note in table.notes)


def test_that_damaged_workbooks_are_refused_or_read(tmp_path: Path) -> None:
    good = _workbook(tmp_path / "good.xlsx").read_bytes()
    for step in range(0, len(good), max(len(good) // 60, 1)):
        damaged = bytearray(good)
        for place in range(step, min(step + 12, len(good))):
            damaged[place] ^= 0xA5
        _read_or_refused(_written(tmp_path / "damaged.xlsx", bytes(damaged)))
    for end in (4, 60, 512, 2000):
        _read_or_refused(_written(tmp_path / "cut.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + good[:end]))


def test_that_a_zip_of_an_unknown_version_is_refused(tmp_path: Path) -> None:
    content = _workbook(tmp_path / "good.xlsx").read_bytes()
    newer = content.replace(b"PK\x01\x02\x14\x03\x14", b"PK\x01\x02\x14\x03\xb1")
    assert newer != content
    with pytest.raises(DataError, match=r"newer\.xlsx"):
        read_table(_written(tmp_path / "newer.xlsx", newer))


def _read_or_refused(path: Path) -> None:
    with contextlib.suppress(DataError):
        assert read_table(path).rows


def test_that_a_workbook_without_styles_is_read(tmp_path: Path) -> None:
    changed = io.BytesIO()
    with zipfile.ZipFile(_workbook(tmp_path / "a.xlsx")) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if "styles" not in name:
                new.writestr(name, text.replace(b'<c r="A2"', b'<c s="7" r="A2"'))
    table = read_table(_written(tmp_path / "b.xlsx", changed.getvalue()))
    assert (table.rows, table.names) == (30, ("a", "k"))


def test_that_an_arff_row_of_blanks_is_refused_at_once(tmp_path: Path) -> None:
    path = _written(tmp_path / "a.arff", "@relation r\n@attribute a numeric\n@data\n1" + " " * 2_000_000 + "x\n")
    with pytest.raises(DataError, match="Line 4"):
        read_table(path)


def test_that_arff_keeps_integers_a_number_cannot_hold(tmp_path: Path) -> None:
    rows = "".join(f"{12345678901234567 + row},{row % 2}\n" for row in range(30))
    table = read_table(
        _written(tmp_path / "a.arff", f"@relation r\n@attribute id numeric\n@attribute b numeric\n@data\n{rows}")
    )
    assert table.columns[0].kind is Kind.TEXT
    assert table.columns[0].values[1] == "12345678901234568"


def test_that_arff_dates_may_be_written_with_single_letters(tmp_path: Path) -> None:
    text = "@relation r\n@attribute a date 'd.M.yy'\n@attribute b date 'd MMMM yyyy'\n@data\n"
    table = read_table(_written(tmp_path / "a.arff", text + "1.2.24,'3 March 2024'\n11.12.24,'4 May 2024'\n"))
    assert [str(value)[:10] for value in table.columns[0].values] == ["2024-02-01", "2024-12-11"]
    assert str(table.columns[1].values[0])[:10] == "2024-03-03"


def test_that_a_tab_file_with_commas_is_cut_at_the_commas(tmp_path: Path) -> None:
    assert read_table(_written(tmp_path / "a.tab", TEXT)).names == ("a", "b", "c")


def test_that_a_name_no_file_can_have_is_refused() -> None:
    with pytest.raises(DataError, match="There is no file"):
        read_table(Path("x" * 5000))


def test_that_many_ignored_columns_are_looked_at(tmp_path: Path) -> None:
    names = ",".join(f"c{place}" for place in range(3000))
    lines = "\n".join(",".join("1" if place else str(row % 2) for place in range(3000)) for row in range(4))
    columns = look(read_table(_written(tmp_path / "same.csv", f"{names}\n{lines}\n")))["columns"]
    assert isinstance(columns, list)
    assert sum(column["role"] == "ignore" for column in columns) == 2999
