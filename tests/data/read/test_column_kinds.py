"""From texts to columns: numbers, names, yes/no, dates and text."""

import numpy as np
import pytest

from core.data.read.column_kinds import infer_column
from core.domain.dataset import Kind


def test_that_numbers_with_gaps_are_numbers() -> None:
    column = infer_column("x", ["1", "2.5", "", "NA", None, "-"])
    assert column.kind is Kind.NUMBER
    assert column.missing.tolist() == [False, False, True, True, True, True]
    assert column.strays == ()


@pytest.mark.parametrize(
    "token", ["", "?", "NA", "n/a", "NaN", "null", "-", "--", ".", "none", "#N/A", "missing", "#DIV/0!"]
)
def test_that_every_spelling_of_missing_is_missing_among_numbers(token: str) -> None:
    column = infer_column("x", ["1.5", "2.5", "3.25", token, "4"])
    assert column.kind is Kind.NUMBER
    assert np.isnan(column.values[3])
    assert column.strays == ()


def test_that_stray_cells_do_not_turn_a_column_of_numbers_into_text() -> None:
    column = infer_column("x", [*(str(value / 7) for value in range(20)), "3a", "<0.2"])
    assert column.kind is Kind.NUMBER
    assert column.strays == ((20, "3a"), (21, "<0.2"))
    assert np.isnan(column.values[20:]).all()


def test_that_infinite_numbers_are_stray_cells() -> None:
    column = infer_column("x", ["1.5", "inf", "2.5", "-inf", "1e308", "3", "4", "5", "6", "7", "8"])
    assert [row for row, _ in column.strays] == [1, 3]
    assert column.values[4] == 1e308


def test_that_repeated_letters_among_few_whole_numbers_make_names() -> None:
    column = infer_column("class", ["3"] * 30 + ["2"] * 10 + ["U"] * 4)
    assert column.kind is Kind.NAMES
    assert column.levels == ("3", "2", "U")


def test_that_a_dash_is_a_name_among_names_and_missing_among_numbers() -> None:
    assert infer_column("class", ["+", "-", "+", "-", "-"] * 3).levels == ("+", "-")
    assert infer_column("x", ["1.5", "-", "2.5", "0.5", "4"]).kind is Kind.NUMBER


def test_that_leading_zeros_and_huge_integers_are_kept_as_written() -> None:
    zeros = infer_column("code", ["007", "012", "007", "013"] * 5)
    assert zeros.kind is Kind.NAMES
    assert zeros.levels == ("007", "012", "013")
    huge = infer_column("id", [str(10**18 + place) for place in range(30)])
    assert huge.kind is Kind.TEXT
    assert huge.values[1] == "1000000000000000001"


@pytest.mark.parametrize(
    ("cells", "levels"),
    [
        (["yes", "no"], ("no", "yes")),
        (["0", "1"], ("0", "1")),
        (["T", "F"], ("F", "T")),
        (["nein", "ja"], ("nein", "ja")),
    ],
)
def test_that_pairs_of_yes_and_no_are_yes_no(cells: list[str], levels: tuple[str, str]) -> None:
    column = infer_column("flag", cells * 5)
    assert column.kind is Kind.YES_NO
    assert column.levels == levels


def test_that_mixed_spellings_of_yes_and_no_become_one() -> None:
    column = infer_column("flag", ["TRUE", "false", "Yes", "no", "1", "0", "Y", "N", "ja", "nein"])
    assert column.kind is Kind.YES_NO
    assert column.levels == ("no", "yes")
    assert column.values.tolist() == [1, 0] * 5


def test_that_blanks_around_names_do_not_make_new_names() -> None:
    assert infer_column("y", ["pass", "pass ", " pass"] * 4).levels == ("pass",)


def test_that_percent_currency_and_decimal_commas_are_numbers() -> None:
    assert infer_column("eta", ["71,3 %", "79,5 %", "80 %"]).values.tolist() == [71.3, 79.5, 80.0]
    assert infer_column("price", ["1.065,50 €", "1.623,50 €"]).values.tolist() == [1065.5, 1623.5]


def test_that_a_single_thousands_mark_is_a_stray_cell() -> None:
    column = infer_column("x", ["3.5", "3.1", "1,234.5", "3.6", "2.9", "3.3", "3.2"])
    assert column.strays == ((2, "1,234.5"),)


def test_that_dates_are_recognized_by_their_whole_column() -> None:
    european = infer_column("when", ["10/03/2004", "11/03/2004", "25/03/2004"])
    assert european.kind is Kind.DATE
    assert str(european.values[0]).startswith("2004-03-10")
    american = infer_column("when", ["03/10/2004", "03/25/2004"])
    assert str(american.values[0]).startswith("2004-03-10")
    stamped = infer_column("when", ["2024-01-31T10:00:00", "2024-02-01 00:00"])
    assert str(stamped.values[0]).startswith("2024-01-31T10:00")


def test_that_impossible_dates_are_stray_cells() -> None:
    column = infer_column("when", [*(f"2024-01-{day:02d}" for day in range(1, 21)), "2024-02-31"])
    assert column.kind is Kind.DATE
    assert column.strays == ((20, "2024-02-31"),)


@pytest.mark.parametrize("cells", [["12.05", "13.05", "1.06"], ["30-39", "40-49", "30-39"] * 5])
def test_that_what_only_looks_like_a_date_is_none(cells: list[str]) -> None:
    assert infer_column("x", cells).kind is not Kind.DATE


def test_that_texts_which_hardly_repeat_are_text() -> None:
    column = infer_column("note", [f"remark {place}" for place in range(40)])
    assert column.kind is Kind.TEXT
    assert infer_column("note", [*["a", "b"] * 20]).kind is Kind.NAMES


def test_that_an_empty_column_is_all_missing() -> None:
    column = infer_column("x", [None, "", " "])
    assert column.missing.all()
