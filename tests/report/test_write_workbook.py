"""Workbooks: what is written is what a spreadsheet reads, however long, wide or strange."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

from core.report import write_workbook
from core.report.write_workbook import LONGEST_CELL, Cell, Sheet, column_letters, packed_workbook


def read_back(*sheets: Sheet) -> dict[str, list[tuple[Cell, ...]]]:
    book = load_workbook(BytesIO(packed_workbook(sheets)))
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in book}


def test_that_numbers_texts_and_differences_come_back() -> None:
    rows: list[tuple[Cell, ...]] = [(1, "a", 0.1 + 0.2), (None, " b ", -1e-300)]
    assert read_back(Sheet("S", ("n", "t", "x"), rows))["S"] == [("n", "t", "x"), *rows]


@pytest.mark.parametrize("text", ["=1+1", "#REF!", "<b>&amp;</b>", "עברית", "😀", "line\nbreak", "'x"])
def test_that_no_text_changes_its_meaning(text: str) -> None:
    book = load_workbook(BytesIO(packed_workbook([Sheet("S", (text,), [(text,)])])))
    cell = book["S"]["A2"]
    assert (cell.data_type, cell.value) == ("s", text)
    assert book["S"]["A1"].value == text


def test_that_a_text_is_not_read_as_the_code_of_a_letter() -> None:
    with ZipFile(BytesIO(packed_workbook([Sheet("S", ("a",), [("_x0041_ and _xyz",)])]))) as archive:
        assert b">_x005F_x0041_ and _xyz<" in archive.read("xl/worksheets/sheet1.xml")


def test_that_what_is_no_number_is_an_empty_cell() -> None:
    assert read_back(Sheet("S", ("a", "b", "c"), [(float("nan"), float("inf"), 2)]))["S"][1] == (None, None, 2)


def test_that_a_cell_holds_no_more_than_a_spreadsheet_takes() -> None:
    assert len(str(read_back(Sheet("S", ("a",), [("x" * 40_000,)]))["S"][1][0])) == LONGEST_CELL


def test_that_a_long_table_goes_on_in_further_sheets_with_its_head(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_workbook, "MOST_ROWS", 4)
    found = read_back(Sheet("S", ("a",), [(i,) for i in range(7)]))
    assert list(found) == ["S", "S 2", "S 3"]
    assert [len(rows) for rows in found.values()] == [4, 4, 2]
    assert [row[0] for rows in found.values() for row in rows[1:]] == list(range(7))
    assert {rows[0] for rows in found.values()} == {("a",)}


def test_that_a_table_without_rows_keeps_its_head() -> None:
    assert read_back(Sheet("S", ("a", "b"), []))["S"] == [("a", "b")]


@pytest.mark.parametrize(
    ("place", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA"), (16383, "XFD")]
)
def test_that_columns_are_lettered_as_in_a_spreadsheet(place: int, letters: str) -> None:
    assert column_letters(place) == letters
