"""Files that can be read in more than one way: the person is asked, and the answer changes the table."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import openpyxl
import pytest

from core.data.read import parse_pasted, read_table, reread_table
from core.data.read.reader import change_choices
from core.data.screen import list_reading_problems, screen_table
from core.data.suggest import suggest_roles
from core.domain.dataset import Table
from core.domain.problem import Fix, Problem, Severity
from core.support.errors import DataError
from tests.data.tables import written


def _asked(table: Table) -> dict[str, Problem]:
    return {problem.id: problem for problem in list_reading_problems(table, suggest_roles(table).columns)}


def _after(table: Table, fix: Fix) -> Table:
    assert isinstance(fix.value, dict)
    return reread_table(table, fix.value)


def _rows(cell: str, count: int = 30) -> str:
    return "".join(f"{cell.format(row=row)}\n" for row in range(count))


@pytest.mark.parametrize(
    ("mark", "taken", "other"),
    [(".", (1.2, 7.007), (1200.0, 7007.0)), (",", (1.2, 7.007), (1200.0, 7007.0))],
)
def test_that_a_mark_of_thousands_or_decimals_is_asked_about(
    mark: str, taken: tuple[float, ...], other: tuple[float, ...]
) -> None:
    table = parse_pasted("flow;n;k\n" + "".join(f"{cell};{row};{'ab'[row % 2]}\n" for row, cell in
                                         enumerate([f"1{mark}200", f"7{mark}007"] * 15)))  # fmt: skip
    asked = _asked(table)["DECIMAL"]
    assert asked.severity is Severity.ASKS
    assert f"'1{mark}200' can be read two ways" in asked.text
    assert [fix.label for fix in asked.fixes] == ["Decimal mark: between 1 and 2", "Thousands: 1200"]
    for fix, wanted in zip(asked.fixes, (taken, other), strict=True):
        again = _after(table, fix)
        assert tuple(again.columns[0].values[:2]) == wanted
        assert "DECIMAL" not in _asked(again)
        assert not again.columns[0].strays


def test_that_one_cell_alone_is_read_as_the_person_says() -> None:
    table = parse_pasted("flow;k\n" + "".join(f"{'1.234' if row == 3 else row};{'ab'[row % 2]}\n" for row in range(30)))
    again = _after(table, _asked(table)["DECIMAL"].fixes[1])
    assert again.columns[0].values[3] == 1234.0


@pytest.mark.parametrize(
    "text",
    [
        "a;b\n" + _rows("1.234;0.5"),  # the other column tells
        "a;b\n" + _rows("1.234;1.234.567"),
        "a,b\n" + _rows("1.234,2"),  # between commas a point is a decimal mark
        "a;b\n" + _rows("{row};2"),
    ],
)
def test_that_nothing_is_asked_where_the_file_tells_its_decimal_mark(text: str) -> None:
    assert not _asked(parse_pasted(text))


def test_that_dates_which_can_be_read_two_ways_are_asked_about() -> None:
    table = parse_pasted("when,x\n" + "".join(f"{1 + row % 12:02d}/04/2024,{row}\n" for row in range(30)))
    asked = _asked(table)["DATES"]
    assert asked.text == "'01/04/2024' in the column 'when' can be read two ways. Is it 1 April or 4 January?"
    days = [_after(table, fix) for fix in asked.fixes]
    assert [str(again.columns[0].values[0])[:10] for again in days] == ["2024-04-01", "2024-01-04"]
    assert not any(_asked(again) for again in days)


@pytest.mark.parametrize("cell", ["13/{day:02d}/2024", "{day:02d}/13/2024", "2024-03-04", "{day:02d}.04.2024"])
def test_that_dates_which_tell_their_order_are_not_asked_about(cell: str) -> None:
    table = parse_pasted("when,x\n" + "".join(f"{cell.format(day=1 + row % 12)},{row}\n" for row in range(30)))
    assert "DATES" not in _asked(table)


def test_that_an_unknown_order_of_dates_is_refused() -> None:
    with pytest.raises(DataError, match="dates"):
        parse_pasted("when,x\n01/02/2024,1\n", {"dates": "month first"})


def test_that_missing_names_are_asked_about() -> None:
    table = parse_pasted(_rows("{row}.5\t7.5\ta"))
    asked = _asked(table)["HEADER"]
    assert asked.text == "This file has no column names in row 1."
    assert [fix.label for fix in asked.fixes] == ["Use row 1 as data", "Pick the header row"]
    again = _after(table, asked.fixes[0])
    assert (again.rows, _asked(again)) == (30, {})
    picked = reread_table(table, change_choices(table.settled, {"header": 1}))
    assert (picked.rows, picked.names[0]) == (29, "0.5")


def _book(path: Path) -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    first = [["load", "wear"], *[[place + 0.5, place] for place in range(5)]]
    second = [["temp", "rpm", "k"], *[[place + 0.25, place * 1.5, "ab"[place % 2]] for place in range(20)]]
    for row in [["Bench 7"], [], *first, [], *second]:
        sheet.append(row)
    book.save(path / "two.xlsx")
    return path / "two.xlsx"


def test_that_stacked_tables_block_until_one_is_chosen(tmp_path: Path) -> None:
    table = read_table(_book(tmp_path))
    asked = _asked(table)["TABLE"]
    assert asked.severity is Severity.BLOCKS
    assert asked.text == "The sheet 'Sheet' holds 2 tables. Which one is to be studied?"
    assert [fix.label for fix in asked.fixes] == ["Rows 10 to 30: temp, rpm, k", "Rows 3 to 8: load, wear"]
    assert screen_table(table, suggest_roles(table).columns)[0] == asked
    assert "table = 2" in " ".join(table.notes)
    assert "table" not in suggest_roles(table).columns.reading
    small = _after(table, asked.fixes[1])
    assert (small.names, small.rows, small.reading["table"]) == (("load", "wear"), 5, 1)
    assert not _asked(small)
    assert suggest_roles(small).columns.reading["table"] == 1


def test_that_rows_of_a_sheet_can_be_skipped(tmp_path: Path) -> None:
    table = read_table(_book(tmp_path), {"skip": 9})
    assert (table.names, table.rows, table.reading["header"]) == (("temp", "rpm", "k"), 20, 10)
    assert not table.questions


def test_that_a_pasted_table_is_read_again_from_its_own_text() -> None:
    table = parse_pasted("a;b\n" + _rows("{row};x"))
    again = reread_table(table, {"separator": ",", "header": 1})
    assert (again.names, again.source) == (("a;b",), "clipboard")
    assert reread_table(again, {}).names == ("a", "b")
    assert replace(table, text="").text == ""


def test_that_a_changed_choice_takes_along_what_followed_from_it() -> None:
    reading = {"format": "excel", "sheet": "A", "table": 2, "header": 9, "codes": {"x": ["-1"]}}
    assert change_choices(reading, {"sheet": "B"}) == {"format": "excel", "codes": {"x": ["-1"]}, "sheet": "B"}
    assert change_choices(reading, {"table": None}) == {"format": "excel", "sheet": "A", "codes": {"x": ["-1"]}}
    assert change_choices(reading, {"table": 1, "header": 3})["header"] == 3


@pytest.mark.parametrize(
    "text",
    [
        "a,b\n# units: mm, s, kg\n" + _rows("{row}.5,2"),
        "a,b\n" + _rows("{row}.5,2", 300) + "# stopped\n1.5,2\n",
        "a,b\n" + _rows("{row}.5,2") + "#31.5,2\n",
        "a,b\n// calibrated today\n" + _rows("{row}.5,2"),
        "name,b\n" + _rows("part,{row}") + "% three, cells, here\n",
    ],
)
def test_that_comments_may_begin_after_the_first_line(text: str) -> None:
    table = parse_pasted(text)
    comments = sum(line.startswith(("#", "%", "//")) for line in text.splitlines())
    assert table.rows == len(text.splitlines()) - 1 - comments
    assert not any(column.strays for column in table.columns)
    assert len(table.columns) == 2


@pytest.mark.parametrize(
    "text",
    [
        "part,b\n" + _rows("#{row},2"),
        "part,b\n" + _rows("p{row},2") + "#7,2\n",
        'note,b\n"first\n# second",1\n' + _rows("n{row},2"),
    ],
)
def test_that_cells_with_a_mark_are_no_comments(text: str) -> None:
    table = parse_pasted(text)
    assert table.reading["comment"] == ""
    assert any("#" in str(value) for value in table.columns[0].values)


def test_that_lines_are_skipped_before_anything_is_found_out(tmp_path: Path) -> None:
    path = written(tmp_path, "x;y;z\r\nbench;7\r\na,b\r\n" + _rows("{row},2"))
    table = read_table(path, {"skip": 2})
    assert (table.names, table.rows) == (("a", "b"), 30)
    assert (table.reading["skip"], table.reading["header"], table.reading["separator"]) == (2, 3, ",")
    again = read_table(path, table.reading)
    assert np.array_equal(again.columns[0].values, table.columns[0].values)
