"""Numbers as people read them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.wording.units import (
    decimals_for,
    fitting_decimals,
    format_difference,
    in_sentence,
    number,
    physical_unit,
    plural,
    round_outward,
    rounded_count,
    sentences,
    singularize,
    unit_of,
)
from tests.judge.worlds import class_data, number_data, study_of


@pytest.mark.parametrize(
    ("meaning", "expected"),
    [
        ("one bearing window of 1 s", "bearing windows"),
        ("a part", "parts"),
        ("row", "rows"),
        ("", "rows"),
        ("one assembly from line 2", "assemblies"),
        ("bolts", "bolts"),
        ("one day", "days"),
        ("one batch of steel", "batches"),
    ],
)
def test_that_what_a_row_stands_for_is_said_in_the_plural(meaning: str, expected: str) -> None:
    assert plural(meaning) == expected


def test_that_the_unit_behind_a_column_name_is_found() -> None:
    assert physical_unit("crack length (mm)") == "mm"
    assert physical_unit("UTS [MPa]") == "MPa"
    assert physical_unit("temperature") == ""


def test_that_errors_are_said_per_hundred_with_a_decimal_only_for_many_rows() -> None:
    few, many = class_data(200), class_data(300)
    assert unit_of("error", study_of(few), few).decimals == 0
    assert unit_of("error", study_of(many), many).decimals == 1
    assert unit_of("error", study_of(many), many).shown(0.041) == pytest.approx(4.1)


def test_that_misses_carry_the_unit_of_the_output() -> None:
    data = number_data()
    unit = unit_of("mae", study_of(data), data)
    assert unit.better.format("0.3") == "by 0.3 MPa less"
    assert "3 MPa" in unit.level.format("3")
    assert unit.gap("3") == "3 MPa"


def test_that_a_gap_between_percentages_is_not_said_as_a_percentage() -> None:
    data = number_data()
    unit = unit_of("relative", study_of(data), data)
    assert unit.level.format("28") == "a relative miss of 28 %"
    assert unit.worse.format("19") == "by 19 percentage points more"
    assert (unit.gap("19"), unit.gap("1")) == ("19 percentage points", "1 percentage point")
    assert format_difference(-1.0, 0, unit) == "1 percentage point more"


@given(st.floats(-20, 20), st.floats(0.001, 10), st.floats(0.1, 5))
def test_that_rounding_outward_never_crosses_zero_or_the_margin(low: float, width: float, margin: float) -> None:
    data = class_data(300)
    unit = unit_of("error", study_of(data), data)
    high, marks = low + width, (0.0, margin, -margin)
    decimals = fitting_decimals(unit, low, high, marks)
    if decimals < 5:
        rounded_low, rounded_high = round_outward(low, decimals, up=False), round_outward(high, decimals, up=True)
        assert all((low > mark) == (rounded_low > mark) for mark in marks)
        assert all((high < mark) == (rounded_high < mark) for mark in marks)


def test_that_ranges_are_rounded_outward_but_not_by_floating_point_noise() -> None:
    assert round_outward(2.31, 1, up=False) == 2.3
    assert round_outward(2.31, 1, up=True) == 2.4
    assert round_outward(0.1 + 0.2, 1, up=True) == 0.3
    assert round_outward(-1.61, 1, up=False) == -1.7


def test_that_numbers_have_thousands_and_no_minus_zero() -> None:
    assert number(1234.5, 1) == "1,234.5"
    assert number(-0.04, 1) == "0.0"
    assert number(-2.0, 1) == "−2.0"


def test_that_row_counts_are_rounded_up_to_two_digits() -> None:
    assert rounded_count(1287) == "1,300"
    assert rounded_count(7.2) == "8"
    assert rounded_count(101) == "110"


def test_that_widths_keep_two_digits() -> None:
    assert decimals_for(0.034) == 3
    assert decimals_for(12) == 0
    assert decimals_for(0) == 2


def test_that_titles_are_lowered_inside_a_sentence_but_not_proper_names() -> None:
    assert in_sentence("Random forest") == "random forest"
    assert in_sentence("C4.5 (after Quinlan)") == "C4.5 (after Quinlan)"
    assert in_sentence("Gaussian process") == "Gaussian process"
    assert in_sentence("k-nearest neighbours") == "k-nearest neighbours"


def test_that_every_sentence_begins_with_a_capital() -> None:
    assert sentences("use it. then rest: now.") == "Use it. Then rest: now."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 more errors per 100", "1 more error per 100"),
        ("at least 1 fewer errors per 100 rows", "at least 1 fewer error per 100 rows"),
        ("about 1 errors per 100", "about 1 error per 100"),
        ("a cost of 1 false alarms", "a cost of 1 false alarm"),
        ("1.1 more errors", "1.1 more errors"),
        ("1,001 errors", "1,001 errors"),
        ("1.0 errors", "1.0 errors"),
    ],
)
def test_that_one_error_is_no_plural(text: str, said: str) -> None:
    assert singularize(text) == said
