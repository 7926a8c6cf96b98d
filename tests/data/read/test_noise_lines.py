"""What stands in text tables and is neither names nor data."""

from pathlib import Path

import pytest

from core.data.read import parse_pasted, read_table
from core.data.read.large_text_table import read_large_text_table
from core.data.read.reader import ignore_progress
from core.domain.dataset import Kind

ROWS = [f"{row}.5,{row % 7},{'ok' if row % 3 else 'bad'}" for row in range(30)]


def _table(*lines: str) -> str:
    return "\n".join(["temp,load,state", *lines])


def test_that_names_said_again_are_left_out_and_told() -> None:
    table = parse_pasted(_table(*ROWS[:10], "temp,load,state", *ROWS[10:20], "temp, load ,state", *ROWS[20:]))
    assert table.rows == 30
    assert [column.kind for column in table.columns] == [Kind.NUMBER, Kind.NUMBER, Kind.NAMES]
    assert table.notes == ("2 rows that say the column names again left out.",)


@pytest.mark.parametrize(
    ("above", "below"), [("|------|:----:|-----|", ""), ("+------+------+-----+", "+======+======+=====+")]
)
def test_that_drawn_lines_are_no_rows(above: str, below: str) -> None:
    lines = ["|temp|load|state|", above, *("|" + row.replace(",", "|") + "|" for row in ROWS), below]
    table = parse_pasted("\n".join(lines))
    assert (table.names, table.rows) == (("temp", "load", "state"), 30)


def test_that_dashes_below_the_names_are_no_unit() -> None:
    table = parse_pasted("\n".join(["temp load state", "---- ---- -----", *(row.replace(",", " ") for row in ROWS)]))
    assert (table.names, table.rows) == (("temp", "load", "state"), 30)


def test_that_the_end_mark_of_old_systems_is_no_row() -> None:
    table = parse_pasted(_table(*ROWS) + "\n\x1a\n")
    assert (table.rows, table.notes) == (30, ())


def test_that_a_spoilt_first_cell_is_no_comment() -> None:
    table = parse_pasted(_table(*ROWS[:5], "#####,3,ok", "#N/A,4,ok", *ROWS[5:]))
    assert (table.rows, int(table.column("temp").missing.sum())) == (32, 2)


def test_that_comments_among_the_rows_are_told() -> None:
    table = parse_pasted(_table(*ROWS[:5], "#7.5,3,ok", *ROWS[5:]))
    assert (table.rows, table.notes) == (30, ("1 line that begins with '#' left out as a comment.",))


def test_that_lines_of_several_encodings_are_each_read_their_own_way(tmp_path: Path) -> None:
    path = tmp_path / "joined.csv"
    path.write_bytes("Länge,Zustand\n".encode() + "\n".join(f"{row},grün" for row in range(9)).encode("cp1252"))
    table = read_table(path)
    assert (table.names, table.column("Zustand").levels) == (("Länge", "Zustand"), ("grün",))
    assert table.notes[0].startswith("Some lines are written in UTF-8 and some in Windows")
    assert read_table(path, table.settled).names == table.names


@pytest.mark.parametrize("mark", ["^", "~"])
def test_that_rare_marks_are_found_when_every_line_has_them(mark: str) -> None:
    table = parse_pasted(_table(*ROWS).replace(",", mark))
    assert (table.names, table.reading["separator"]) == (("temp", "load", "state"), mark)
    assert len(parse_pasted(f"a\nx{mark}y\n{'z' + chr(10) * 1}").columns) == 1


def test_that_a_minus_behind_the_number_is_one() -> None:
    table = parse_pasted("a;b\n" + "\n".join(f"{row},50{'-' if row % 2 else ''};{row}" for row in range(1, 20)))
    assert table.column("a").values[:2].tolist() == [-1.5, 2.5]


def test_that_days_may_be_written_as_one_number_or_in_several_ways() -> None:
    days = parse_pasted("d,e,n\n" + "\n".join(f"202401{day:02d},{_day(day)},202413{day:02d}" for day in range(1, 29)))
    assert [column.kind for column in days.columns] == [Kind.DATE, Kind.DATE, Kind.NUMBER]
    assert str(days.column("d").values[5])[:10] == str(days.column("e").values[5])[:10] == "2024-01-06"


def _day(day: int) -> str:
    return (f"2024-01-{day:02d}", f"{day}.1.2024", f"{day} Jan 2024")[day % 3]


def test_that_a_mark_of_several_bytes_parts_no_cells_in_large_files(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    path.write_text("a¦b\n0¦1\n2¦3\n", "utf-8")
    assert read_large_text_table(path, {}, ignore_progress).names == ("a¦b",)
