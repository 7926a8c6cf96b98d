"""ARFF files in all their forms."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data.read import read_table
from core.domain.dataset import Kind, Table
from core.support.errors import DataError
from tests.data.tables import written

EVERYTHING = r"""% comment

@RELATION 'my \'odd\' data'
@Attribute 'outer diameter, mm' REAL
@attribute when date "yyyy-MM-dd'T'HH:mm:ss"
@attribute note string
@attribute grade {'very good', good, 'n/a'} % trailing comment
@attribute n INTEGER [0,100]
@DATA
% inside
12.5,2024-01-31T10:00:00,'it''s 5% off, ok',good,3

?,'2024-02-01T00:00:00',"plain",'very good',?
1e-3,?,?,'n/a',100, {2.0}
-4,2024-03-01T00:00:00,'a\'b',good,7
"""


def _arff(folder: Path, text: str) -> Table:
    return read_table(written(folder, text.replace("\n", "\r\n"), "table.arff"))


def test_that_quotes_escapes_comments_dates_and_weights_are_read(tmp_path: Path) -> None:
    table = _arff(tmp_path, EVERYTHING)
    assert table.names == ("outer diameter, mm", "when", "note", "grade", "n")
    assert sum(int(column.missing.sum()) for column in table.columns) == 4
    assert table.column("note").values.tolist() == ["it's 5% off, ok", "plain", None, "a'b"]
    assert table.column("grade").levels == ("very good", "good", "n/a")
    assert str(table.column("when").values[0]).startswith("2024-01-31T10:00")
    assert table.notes == ("1 row carries a weight; weights are not used.",)


def test_that_sparse_rows_mean_zero_or_the_first_name_where_they_are_silent(tmp_path: Path) -> None:
    table = _arff(
        tmp_path,
        "@relation s\n@attribute a numeric\n@attribute b {x,y}\n@attribute c numeric\n@data\n"
        "{0 1.5, 2 7}\n{1 'y'}\n{ }\n{2 ?}\n",
    )
    assert table.column("a").values.tolist() == [1.5, 0, 0, 0]
    assert table.column("b").values.tolist() == [0, 1, 0, 0]
    assert table.column("c").values[0] == 7
    assert np.isnan(table.column("c").values[3])


def test_that_values_between_blanks_or_tabs_are_read(tmp_path: Path) -> None:
    table = _arff(tmp_path, "@relation s\n@attribute a numeric\n@attribute b numeric\n@data\n1 2\n3\t4\n")
    assert table.column("b").values.tolist() == [2, 4]


def test_that_declared_pairs_of_yes_and_no_are_yes_no_with_no_first(tmp_path: Path) -> None:
    table = _arff(tmp_path, "@relation s\n@attribute f {t,\tf}\n@attribute x numeric\n@data\nt,1\nf,2\n?,3\n")
    column = table.column("f")
    assert column.kind is Kind.YES_NO
    assert column.levels == ("f", "t")
    assert column.values.tolist() == [1, 0, -1]


def test_that_a_quoted_question_mark_is_a_value(tmp_path: Path) -> None:
    table = _arff(tmp_path, "@relation s\n@attribute f {'?',a}\n@attribute x numeric\n@data\n'?',1\na,2\n?,3\n")
    assert table.column("f").values.tolist() == [0, 1, -1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("@relation s\n@attribute a numeric\n1,2\n", "Line 3"),
        ("@relation s\n@attribute a numeric\n", "no @data"),
        ("@relation s\n@data\n1\n", "declares no columns"),
        ("@relation s\n@attribute a numeric\n@data\n", "no rows"),
        ("@relation s\n@attribute a numeric\n@attribute b numeric\n@data\n1,2\n1\n", "Line 6"),
        ("@relation s\n@attribute a {x,y}\n@attribute b numeric\n@data\nx,1\nz,2\n", "Line 6: 'z'"),
        ("@relation s\n@attribute a relational\n@data\n1\n", "unknown type"),
        ("@relation s\n@attribute a {x,y\n@data\nx\n", "never closes"),
        ("@relation s\n@attribute a numeric\n@data\n{7 1}\n", "names no column"),
        ("@relation s\n@attribute a numeric\n@data\n{0 %}\n", "names no column"),
    ],
)
def test_that_mistakes_are_told_with_their_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        _arff(tmp_path, text)


def test_that_a_text_in_a_numeric_column_is_a_stray_cell(tmp_path: Path) -> None:
    table = _arff(tmp_path, "@relation s\n@attribute a numeric\n@attribute b numeric\n@data\n1,2\nx,3\n")
    assert table.column("a").strays == ((1, "x"),)


@given(st.text(alphabet="ab1,{}'\"?% \t\n\\", max_size=80))
def test_that_any_data_lines_give_a_table_or_a_sentence(tmp_path_factory: pytest.TempPathFactory, lines: str) -> None:
    head = "@relation s\n@attribute a numeric\n@attribute b {a,b}\n@data\n"
    path = written(tmp_path_factory.mktemp("any"), head + lines, "any.arff")
    try:
        table = read_table(path)
    except DataError:
        return  # refused in a sentence, which is as good as read
    assert all(len(column.values) == table.rows for column in table.columns)


def test_that_a_date_pattern_with_a_part_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "twice.arff"
    path.write_text("@relation r\n@attribute a numeric\n@attribute c date 'yy yy'\n@data\n1,1999\n2,2000\n", "utf-8")
    with pytest.raises(DataError, match="Line 3 declares dates"):
        read_table(path)
