"""Orange's tab files, and Parquet when it can be read."""

from importlib.util import find_spec
from pathlib import Path

import pandas as pd
import pytest

from core.data.read import read_table
from core.data.read.parquet import build_table_from_frame, convert_series
from core.data.suggest import suggest_roles
from core.domain.dataset import Kind
from core.support.errors import DataError
from tests.data.tables import written

ROWS = "".join(f"{place / 7:.3f}\t{place % 3}\tg{place}\t{'ab'[place % 2]}\n" for place in range(30))


def test_that_three_header_rows_give_kinds_and_roles(tmp_path: Path) -> None:
    text = "x\tstage\tgene\tkind\ncontinuous\tdiscrete\tstring\tdiscrete\n\t\tmeta\tclass\n" + ROWS
    table = read_table(written(tmp_path, text, "t.tab"))
    assert (table.rows, table.names) == (30, ("x", "stage", "gene", "kind"))
    assert table.column("stage").kind is Kind.NAMES
    columns = suggest_roles(table).columns
    assert columns.target == ("kind",)
    assert columns.ignore == ("gene",)


def test_that_marks_before_the_names_give_kinds_and_roles(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, "C#x\tD#stage\tmS#gene\tcD#kind\n" + ROWS, "t.tab"))
    assert table.names == ("x", "stage", "gene", "kind")
    assert table.column("stage").kind is Kind.NAMES
    assert suggest_roles(table).columns.target == ("kind",)


def test_that_a_plain_table_with_tabs_is_read_too(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, "x\tstage\tgene\tkind\n" + ROWS, "t.tab"))
    assert table.rows == 30
    assert table.column("stage").kind is Kind.NUMBER


@pytest.mark.skipif(find_spec("pyarrow") is not None, reason="pyarrow is present")
def test_that_parquet_without_its_library_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="pyarrow") as caught:
        read_table(written(tmp_path, b"PAR1....", "t.parquet"))
    assert "CSV" in caught.value.hint


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1.5, None, float("inf")], Kind.NUMBER),
        ([1, 2, 3], Kind.NUMBER),
        ([0, 1, 1], Kind.YES_NO),
        ([True, False, True], Kind.YES_NO),
        ([2**60, 2**60 + 1, 5], Kind.NAMES),
        (list(pd.to_datetime(["2024-01-01", "2024-01-02", None])), Kind.DATE),
        (["a", "b", None], Kind.NAMES),
    ],
)
def test_that_typed_columns_keep_their_kind(values: list[object], kind: Kind) -> None:
    column = convert_series("x", pd.Series(values))
    assert column.kind is kind
    assert len(column.values) == 3


def test_that_spelt_dates_of_a_parquet_file_are_asked_about_and_read_as_chosen() -> None:
    frame = pd.DataFrame({"when": ["03/04/2024", "05/04/2024", None], "x": [1.0, 2.0, 3.0]})
    asked = build_table_from_frame(frame, Path("t.parquet"), {})
    assert [question.key for question in asked.questions] == ["dates"]
    for order, first in (("day-month-year", "2024-04-03"), ("month-day-year", "2024-03-04")):
        table = build_table_from_frame(frame, Path("t.parquet"), {"dates": order})
        assert str(table.column("when").values[0]).startswith(first)
        assert (table.reading["dates"], table.questions) == (order, ())


def test_that_odd_columns_of_a_parquet_file_do_not_break_it() -> None:
    lists = pd.Series([[1, 2], [3], None], dtype=object)
    assert convert_series("lists", lists).missing.tolist() == [False, False, True]
    nothing = convert_series("nothing", pd.Series([None, None, None], dtype="Int64"))
    assert nothing.missing.all()
