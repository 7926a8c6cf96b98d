"""Files as engineers really have them: the right table, or one sentence that says what to do."""

import zipfile
from pathlib import Path

import pytest

from core.data.read import read_table
from core.data.read.dates import detect_date_format, parse_moment
from core.data.screen import screen_table
from core.data.suggest import suggest_roles
from core.domain.dataset import Kind
from core.domain.study import Columns
from core.support.errors import DataError
from tests.data.tables import written

ROWS = [(f"{place * 0.37 % 5:.3f}", f"{place * 1.7 % 9:.2f}", "ok" if place % 3 else "bad") for place in range(30)]
TABLE = "a,b,c\n" + "\n".join(",".join(row) for row in ROWS) + "\n"
PAGE = (
    "<html><body><table><tr><td>logo</td></tr></table><table><tr><th colspan=2>a</th><th>c</th></tr>"
    + "".join(f"<tr><td>{a}<td>{b}</td><td>{c}&nbsp;</td></tr>" for a, b, c in ROWS)
    + "</table></body></html>"
)


def _zip(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


@pytest.mark.parametrize(
    ("cells", "first"),
    [
        (["3/1/2024 1:05:00 PM", "3/28/2024 12:05:00 AM"], "2024-03-01T13:05:00"),
        (["01-Mar-2024", "28-Dec-2024"], "2024-03-01T00:00:00"),
        (["1. März 2024", "2 Okt 2024"], "2024-03-01T00:00:00"),
        (["Mar 5, 2024", "April 16, 2024 13:05"], "2024-03-05T00:00:00"),
        (["01.03.24", "28.03.99"], "2024-03-01T00:00:00"),
        (["2024-03-01T00:30:00+01:00", "2024-03-01T00:30:00-0530"], "2024-02-29T23:30:00"),
    ],
)
def test_that_dates_of_instruments_and_offices_are_read(cells: list[str], first: str) -> None:
    spelling = detect_date_format(cells)
    assert spelling is not None
    assert all(parse_moment(cell, spelling.order) for cell in cells)
    found = parse_moment(cells[0], spelling.order)
    assert found is not None
    assert found.isoformat() == first


def test_that_a_cell_over_an_endless_number_of_columns_is_no_error(tmp_path: Path) -> None:
    page = PAGE.replace("<td>logo</td>", f"<td colspan={'9' * 5000}>logo</td><td colspan=x>made</td>")
    table = read_table(written(tmp_path, page, "page.xls"))
    assert (table.rows, len(table.columns)) == (30, 3)


@pytest.mark.parametrize("cells", [["10.20.30", "11.44.80"], ["1Abc2024", "2Xyz2024"], ["12.05", "13.06"], ["1.2.10"]])
def test_that_codes_are_no_dates(cells: list[str]) -> None:
    assert detect_date_format(cells) is None


def test_that_the_thirteenth_hour_of_an_afternoon_is_no_moment() -> None:
    assert parse_moment("3/1/2024 13:05 PM", "month-day-year") is None


def test_that_the_one_table_in_a_zip_file_is_read_and_read_again(tmp_path: Path) -> None:
    path = _zip(tmp_path / "one.zip", {"data/table.csv": TABLE, "__MACOSX/table.csv": "x"})
    table = read_table(path)
    assert (table.name, table.source, table.rows) == ("table.csv", str(path), 30)
    assert read_table(path, {**table.reading, "header": 0}).rows == 31


@pytest.mark.parametrize(
    ("name", "files", "told"),
    [
        ("two.zip", {"a.csv": TABLE, "b.csv": TABLE}, "holds 2 files (a.csv, b.csv)"),
        ("none.zip", {"__MACOSX/a": "x"}, "holds no file"),
        ("table.ods", {"mimetype": "application/vnd.oasis.opendocument.spreadsheet"}, "OpenDocument"),
        ("report.docx", {"[Content_Types].xml": "x", "word/document.xml": "x"}, "Word document"),
        ("sheet.xlsb", {"[Content_Types].xml": "x", "xl/workbook.bin": "x"}, ".xlsb"),
    ],
)
def test_that_other_archives_are_named(tmp_path: Path, name: str, files: dict[str, str], told: str) -> None:
    with pytest.raises(DataError) as refused:
        read_table(_zip(tmp_path / name, files))
    assert told in str(refused.value)
    assert refused.value.hint


def test_that_a_workbook_behind_a_password_says_so(tmp_path: Path) -> None:
    path = tmp_path / "secret.xlsx"
    package = "EncryptedPackage".encode("utf-16-le")
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + package + bytes(2000))
    with pytest.raises(DataError, match="protected by a password"):
        read_table(path)


def test_that_a_web_page_called_excel_gives_its_largest_table(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, PAGE, "export.xls"))
    assert table.rows == 30
    assert [column.kind for column in table.columns] == [Kind.NUMBER, Kind.NUMBER, Kind.NAMES]
    assert "2 tables; the largest was read" in table.notes[0]
    with pytest.raises(DataError, match="without a table"):
        read_table(written(tmp_path, "<html><p>Sorry</p></html>", "page.html"))


def test_that_text_called_excel_is_read_as_text(tmp_path: Path) -> None:
    assert read_table(written(tmp_path, TABLE.replace(",", "\t"), "export.xls")).rows == 30
    (tmp_path / "zero.xlsx").touch()
    with pytest.raises(DataError, match="is empty"):
        read_table(tmp_path / "zero.xlsx")
    old = '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'
    with pytest.raises(DataError, match="XML form of 2003"):
        read_table(written(tmp_path, old, "old.xls"))


@pytest.mark.parametrize("text", [TABLE + "\0" * 512, TABLE.replace("ok\n", "\0ok\n", 1)])
def test_that_stray_nul_bytes_are_dropped(tmp_path: Path, text: str) -> None:
    table = read_table(written(tmp_path, text, "log.csv"))
    assert table.rows == 30
    assert table.column("c").levels == ("bad", "ok")


def test_that_fortran_exponents_are_numbers(tmp_path: Path) -> None:
    lines = "\n".join(f"{value:.4E} {-value:.4E}".replace("E", "D") for value in (1.5, 2.25e-3, 7e10, 4.0))
    table = read_table(written(tmp_path, lines, "run.dat"))
    assert table.columns[0].values.tolist() == [1.5, 2.25e-3, 7e10, 4.0]


def test_that_lines_about_the_recording_stand_above_the_names(tmp_path: Path) -> None:
    about = "Measurement\t\nVersion\t2\nDate\t2024/03/05\n***End***\t\nSamples\t30\t30\t\n"
    about += "Delta\t0.001\t0.001\t\n***End***\t\n"
    rows = "\n".join(f"{place * 0.001:.6f}\t{place % 7}.25\t{place % 5}.5\t" for place in range(30))
    table = read_table(written(tmp_path, about + "X_Value\tVoltage\tCurrent\tComment\n" + rows + "\n", "scope.lvm"))
    assert table.names == ("X_Value", "Voltage", "Current", "Comment")
    assert table.rows == 30
    assert "7 title lines above the names left out." in table.notes


def test_that_remarks_beside_a_table_are_not_suggested_as_its_answer(tmp_path: Path) -> None:
    lines = TABLE.splitlines()
    lines = [lines[0] + ",remark", *(line + "," for line in lines[1:])]
    lines[7] += "checked by hand"
    found = suggest_roles(read_table(written(tmp_path, "\n".join(lines) + "\n")))
    assert found.columns.target == ("c",)
    assert found.columns.ignore == ("remark",)
    assert found.reasons["remark"] == "Filled in a few rows only."


def test_that_a_total_below_the_table_can_be_left_out(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, TABLE + "Total,150.2,ok\n"))
    problem = next(one for one in screen_table(table, Columns(target=("c",))) if one.id == "STRAY")
    fix = next(one for one in problem.fixes if one.change == "columns.excluded")
    assert fix.label == "Leave row 31 out, it is no case"
    assert fix.value == (("rows 31", "no case: it reads 'Total'"),)


def test_that_a_title_of_several_cells_above_an_empty_row_is_no_name(tmp_path: Path) -> None:
    title = "Report of the test bench;made on 05.03.2024;by Smith\n;;\n"
    table = read_table(written(tmp_path, title + TABLE.replace(",", ";")))
    assert table.names == ("a", "b", "c")
    assert table.rows == 30
    assert "1 title line above the names left out." in table.notes


@pytest.mark.parametrize("spoilt", [b"\xff", b"\x00"])
def test_that_a_zip_file_with_spoilt_content_is_refused_in_a_sentence(tmp_path: Path, spoilt: bytes) -> None:
    path = _zip(tmp_path / "spoilt.zip", {"table.csv": TABLE})
    content = bytearray(path.read_bytes())
    start = 30 + len("table.csv")  # where the packed table begins
    content[start : start + 8] = spoilt * 8
    path.write_bytes(content)
    with pytest.raises(DataError, match="damaged or incomplete"):
        read_table(path)
