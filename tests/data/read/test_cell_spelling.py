"""Single cells: numbers with marks and units, labels, decimal marks."""

import pytest

from core.data.read.cell_spelling import (
    Spelling,
    find_decimal_evidence,
    is_code,
    parse_number,
    parse_plain_number,
    split_unit,
)


@pytest.mark.parametrize(
    ("cell", "value"),
    [("12", 12), ("-3.5", -3.5), ("+.5", 0.5), ("1e-3", 0.001), ("1E5", 1e5), ("−4", -4), ("0", 0), ("0.0", 0)],
)
def test_that_plain_numbers_are_read(cell: str, value: float) -> None:
    assert parse_number(cell) == value


@pytest.mark.parametrize("cell", ["", "inf", "-inf", "nan", "1_000", "12a", "=1+1", "1e999", "٣", "0x10", "1.2.3"])
def test_that_everything_else_is_no_number(cell: str) -> None:
    assert parse_number(cell) is None
    assert parse_plain_number(cell) is None


def test_that_decimal_commas_and_thousands_marks_are_read_as_the_column_writes_them() -> None:
    german = Spelling(",", "€", True)
    assert parse_number("1.234,50 €", german) == 1234.5
    assert parse_number("0,5", german) == 0.5
    assert parse_number("1.234", german) == 1234
    english = Spelling(".", "", True)
    assert parse_number("1,234.5", english) == 1234.5
    assert parse_number("12 345.5", english) == 12345.5
    assert parse_number("1'234", english) == 1234
    assert parse_number("1,234.5") is None


@pytest.mark.parametrize(
    ("cell", "parts"),
    [
        ("83,1 %", ("83,1", "%")),
        ("5.4 mm", ("5.4", "mm")),
        ("$ 12", ("12", "$")),
        ("12A7", ("12A7", "")),
        ("x", ("x", "")),
    ],
)
def test_that_known_units_are_split_off(cell: str, parts: tuple[str, str]) -> None:
    assert split_unit(cell) == parts


@pytest.mark.parametrize("cell", ["007", "00", "12345678901234567", "9007199254740993"])
def test_that_labels_made_of_digits_are_recognized(cell: str) -> None:
    assert is_code(cell)
    assert parse_plain_number(cell) is None


@pytest.mark.parametrize("cell", ["0", "0.5", "7", "1234567890", "-1"])
def test_that_ordinary_numbers_are_no_labels(cell: str) -> None:
    assert not is_code(cell)
    assert parse_plain_number(cell) == float(cell)


@pytest.mark.parametrize(
    ("cell", "mark"),
    [("2,6", ","), ("2.6", "."), ("1,234", "?,"), ("1.234", "?."), ("1.234.567", ","), ("1.234,5", ","), ("12", "")],
)
def test_that_cells_tell_their_decimal_mark(cell: str, mark: str) -> None:
    assert find_decimal_evidence(cell) == mark
