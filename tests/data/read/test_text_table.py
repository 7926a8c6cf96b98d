"""Text tables of all sorts."""

import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data.read import StoppedError, read_table
from core.data.read.table_file import parse_pasted
from core.domain.dataset import Kind
from core.support.errors import DataError
from tests.data.tables import pasted, written


@pytest.mark.parametrize("mark", [",", ";", "\t", "|", " ", "   "])
def test_that_the_separator_is_found(mark: str) -> None:
    table = pasted(f"a{mark}b{mark}c\n1{mark}2.5{mark}x\n2{mark}3.5{mark}y\n3{mark}4.5{mark}x\n")
    assert table.names == ("a", "b", "c")
    assert table.rows == 3
    assert table.column("b").values.tolist() == [2.5, 3.5, 4.5]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1"])
def test_that_the_encoding_is_found(tmp_path: Path, encoding: str) -> None:
    path = written(tmp_path, "Länge;Größe\n1,5;2\n2,5;3\n".encode(encoding))
    assert read_table(path).names == ("Länge", "Größe")


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_that_all_line_endings_are_read(tmp_path: Path, ending: str) -> None:
    table = read_table(written(tmp_path, ending.join(["a,b", "1,2", "3,4", ""])))
    assert (table.rows, table.names) == (2, ("a", "b"))


def test_that_packed_files_are_unpacked(tmp_path: Path) -> None:
    path = written(tmp_path, gzip.compress(b"a,b\n1,2\n3,4\n"), "table.csv.gz")
    assert read_table(path).rows == 2
    with pytest.raises(DataError, match="damaged"):
        read_table(written(tmp_path, gzip.compress(b"a,b\n1,2\n" * 5000)[:60], "cut.csv.gz"))


def test_that_decimal_commas_are_found_between_semicolons_and_in_quotes() -> None:
    assert pasted("a;b\n1,5;2\n2,5;3\n").column("a").values.tolist() == [1.5, 2.5]
    assert pasted('a,b\n"2,6",1\n"3,1",2\n').column("a").values.tolist() == [2.6, 3.1]


def test_that_quotes_keep_separators_and_a_cell_stays_on_one_line() -> None:
    table = pasted('a,note\n1,"x, y"\n2,"two\nlines"\n3,"say ""hi"""\n')
    assert table.rows == 3
    assert table.column("note").levels == ("x, y", "two lines", 'say "hi"')


def test_that_a_quote_that_never_closes_does_not_swallow_the_file() -> None:
    lines = "".join(f"{place},{place}.5\n" for place in range(60))
    table = pasted('a,b\n1,"2.5\n' + lines)
    assert table.rows == 61
    assert any("never closed" in note for note in table.notes)


def test_that_comment_lines_are_left_out_and_may_hold_the_names() -> None:
    assert pasted("# made by logger\na,b\n1,2\n# again\n3,4\n").rows == 2
    assert pasted("# speed torque\n1.0 2.0\n3.0 4.0\n").names == ("speed", "torque")


def test_that_a_table_without_names_loses_no_row() -> None:
    table = pasted("1,2.5,x\n2,3.5,y\n3,4.5,x\n4,1.5,y\n")
    assert table.rows == 4
    assert table.names == ("column 1", "column 2", "column 3")
    assert any("made up" in note for note in table.notes)


def test_that_names_of_text_columns_are_told_from_values() -> None:
    assert pasted("color,shape\nred,round\nblue,flat\nred,flat\nblue,round\n").rows == 4
    assert pasted("red,round\nblue,flat\nred,flat\nblue,round\n").rows == 4


def test_that_wavelengths_can_be_names() -> None:
    table = pasted("label,400,410,420\na,1.5,2.5,3.5\nb,1.1,2.1,3.1\na,1.2,2.2,3.2\nb,1.4,2.4,3.3\n")
    assert table.names == ("label", "400", "410", "420")


def test_that_title_lines_and_units_are_understood() -> None:
    table = pasted("Test bench 7\n\nspeed,torque\nrpm,Nm\n100,2.5\n200,3.5\n300,4.5\n")
    assert table.names == ("speed [rpm]", "torque [Nm]")
    assert table.rows == 3


def test_that_the_person_can_choose_how_the_file_is_read() -> None:
    text = "first,second\na,b\n1,2\n3,4\n"
    assert pasted(text, header=1).names == ("first", "second")
    assert pasted("1,2\n3,4\n5,6\n", header=1).names == ("1", "2")
    assert pasted("a,b\n1,2\n", header=0).rows == 2
    assert len(pasted("a;b\n1;2\n", separator=",").columns) == 1
    with pytest.raises(DataError, match="Row 99"):
        pasted(text, header=99)
    with pytest.raises(DataError, match="row number"):
        pasted(text, header="one")


def test_that_a_file_is_read_the_same_way_again_from_what_was_kept(tmp_path: Path) -> None:
    path = written(tmp_path, "Titel\n\nLänge;y\n1,5;a\n2,5;b\n3,5;a\n".encode("cp1252"))
    first = read_table(path)
    second = read_table(path, first.reading)
    assert second.names == first.names
    assert second.reading == first.reading
    assert second.column("Länge").values.tolist() == [1.5, 2.5, 3.5]


def test_that_empty_rows_and_unnamed_empty_columns_are_left_out_and_noted() -> None:
    table = pasted("a;b;;\n1;2;;\n3;4;;\n;;;\n;;;\n")
    assert (table.rows, table.names) == (2, ("a", "b"))
    assert "2 empty rows left out." in table.notes


def test_that_ragged_rows_are_kept_and_noted() -> None:
    table = pasted("a,b,c\n1,2,3\n4,5\n6,7,8\n9,10,11,12\n")
    assert table.rows == 4
    assert table.names == ("a", "b", "c", "column 4")
    assert np.isnan(table.column("c").values[1])
    assert any("more or fewer cells" in note for note in table.notes)


def test_that_row_names_of_r_get_a_name() -> None:
    table = pasted('"x","y"\n"r1",1.5,2\n"r2",2.5,3\n"r3",3.5,4\n')
    assert table.names == ("row name", "x", "y")


def test_that_duplicate_and_strange_names_survive() -> None:
    table = pasted("x,x,,a b  c,=1+1\n1,2,3,4,5\n2,3,4,5,6\n")
    assert table.names == ("x", "x (2)", "column 3", "a b c", "=1+1")


def test_that_formulas_are_never_worked_out() -> None:
    table = pasted("a,b\n=1+1,1\n@SUM(A1),2\n+cmd|x,3\n-2+3,4\n")
    assert table.column("a").levels == ("=1+1", "@SUM(A1)", "+cmd|x", "-2+3")


def test_that_codes_chosen_as_missing_become_missing() -> None:
    table = pasted("a,b\n1,5\n-200,6\n3,-200\n", codes={"a": ["-200"]})
    assert np.isnan(table.column("a").values[1])
    assert table.column("b").values[2] == -200
    assert table.reading["codes"] == {"a": ["-200"]}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b" \n \n", "is empty"),
        (b"\x89PNG\r\n\x1a\n000", "picture"),
        (b"%PDF-1.4 x", "PDF"),
        (b"<!DOCTYPE html><html><body>x</body></html>", "web page"),
        (b"abc\x00\x01\x02def,1\n\x00", "binary"),
        (b"a,b\n", "no rows"),
    ],
)
def test_that_what_is_no_table_is_refused_in_words(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(DataError, match=said) as caught:
        read_table(written(tmp_path, content))
    assert caught.value.hint


def test_that_missing_files_folders_and_unknown_formats_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no file"):
        read_table(tmp_path / "nothing.csv")
    with pytest.raises(DataError, match="folder"):
        read_table(tmp_path)
    with pytest.raises(DataError, match="no file format"):
        read_table(written(tmp_path, "a,b\n1,2\n"), {"format": "magic"})
    with pytest.raises(DataError, match="clipboard"):
        parse_pasted("  ")


def test_that_reading_can_be_stopped(tmp_path: Path) -> None:
    with pytest.raises(StoppedError):
        read_table(written(tmp_path, "a,b\n1,2\n"), {}, lambda share: False)


def test_that_kinds_are_found_in_a_whole_table() -> None:
    rows = "".join(
        f"{place},2024-01-{place + 1:02d},{'ab'[place % 2]},{'yn'[place % 2]},note {place}\n" for place in range(20)
    )
    table = pasted("n,when,letter,flag,note\n" + rows)
    assert [column.kind for column in table.columns] == [Kind.NUMBER, Kind.DATE, Kind.NAMES, Kind.YES_NO, Kind.TEXT]


@given(st.binary(max_size=300))
def test_that_any_bytes_give_a_table_or_a_sentence(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = written(tmp_path_factory.mktemp("any"), content)
    try:
        table = read_table(path)
    except DataError:
        return  # refused in a sentence, which is as good as read
    assert all(len(column.values) == table.rows for column in table.columns)
    assert len(set(table.names)) == len(table.names)


@given(st.text(alphabet="ab1,;\t\n\"'.%#? -", max_size=120))
def test_that_any_text_gives_a_table_or_a_sentence(text: str) -> None:
    try:
        table = parse_pasted(text)
    except DataError:
        return  # refused in a sentence, which is as good as read
    assert all(len(column.values) == table.rows for column in table.columns)


def test_that_empty_columns_behind_the_last_name_are_told(tmp_path: Path) -> None:
    lines = ["a;b;;", *[f"{place};{place * 2},5;;" for place in range(6)], ";;;"]
    table = read_table(written(tmp_path, "\n".join(lines)))
    assert table.names == ("a", "b")
    assert table.notes == ("1 empty row left out.", "2 empty columns without a name left out.")
