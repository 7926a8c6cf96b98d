"""Rounding that never crosses what matters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.wording.numbers_text import (
    choose_decimals,
    estimate_times_needed,
    fit_end_decimals,
    format_number,
    format_typed,
    format_visible,
    round_count_up,
    round_outward,
)


@pytest.mark.parametrize(("half", "decimals"), [(12.0, 0), (1.9, 1), (0.35, 2), (0.021, 3), (1e-9, 6), (0.0, 2)])
def test_that_two_digits_of_the_half_width_decide(half: float, decimals: int) -> None:
    assert choose_decimals(half) == decimals


@given(st.floats(-20, 20), st.floats(0.01, 20), st.floats(0, 5))
def test_that_rounding_outward_never_crosses_zero_or_the_margin(low: float, width: float, margin: float) -> None:
    low, high, margin = round(low, 4), round(low + width, 4), round(margin, 4)
    marks = (0.0, margin, -margin)
    for exact, up in ((low, False), (high, True)):
        rounded = round_outward(exact, fit_end_decimals(1, exact, up, marks), up)
        assert all((exact > mark) == (rounded > mark) and (exact < mark) == (rounded < mark) for mark in marks)
        assert rounded >= exact - 1e-9 if up else rounded <= exact + 1e-9


def test_that_ranges_are_rounded_outward_but_not_by_floating_point_noise() -> None:
    assert round_outward(2.31, 1, up=True) == 2.4
    assert round_outward(2.31, 1, up=False) == 2.3
    assert round_outward(100 * 0.07, 1, up=True) == 7.0


def test_that_numbers_have_thousands_a_true_minus_and_no_minus_zero() -> None:
    assert format_number(12345.6, 1) == "12,345.6"
    assert format_number(-0.04, 1) == "0.0"
    assert format_number(-1.5, 1) == "−1.5"
    assert format_visible(0.004, 1) == "0.004"
    assert format_visible(0.0, 1) == "0.0"
    assert [format_typed(value) for value in (2.0, 0.02 * 100, 0.25, 1234.5)] == ["2", "2", "0.25", "1,234.5"]


def test_that_row_counts_are_rounded_up_to_two_digits() -> None:
    assert [round_count_up(number) for number in (3.2, 12.5, 1287, 99.5)] == [4, 13, 1300, 100]


def test_that_rows_are_needed_only_where_the_range_is_too_wide() -> None:
    assert estimate_times_needed(4.0, 2.0) == 4.0
    assert estimate_times_needed(1.0, 2.0) == 0.0
    assert estimate_times_needed(1.0, 0.0) == 0.0
