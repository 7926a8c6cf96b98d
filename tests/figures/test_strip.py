"""The difference strip: range, bars and twenty dots."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from core.domain.conclusion import DifferenceInterval
from core.figures.strip import DOTS, Strip, dots_of, strip

RANGE = DifferenceInterval(-0.01, 0.05, 0.95, "t", -0.01, 0.05)


def with_df(df: float | None) -> DifferenceInterval:
    return replace(RANGE, df=df)


def test_that_twenty_dots_fill_the_adjusted_range_evenly_around_the_difference() -> None:
    dots = dots_of(0.02, with_df(99.0))
    assert len(dots) == DOTS
    assert dots == tuple(sorted(dots))
    assert (dots[0], dots[-1]) == pytest.approx((RANGE.low, RANGE.high))
    assert sum(dots) / DOTS == pytest.approx(0.02)


def test_that_bars_are_nested_and_the_last_is_the_range() -> None:
    drawn = strip(0.02, with_df(99.0), 0.02)
    (half_low, half_high), (wide_low, wide_high), full = drawn.bars
    assert full == (RANGE.low, RANGE.high)
    assert full[0] < wide_low < half_low < 0.02 < half_high < wide_high < full[1]


def test_that_dots_are_counted_by_side_and_beyond_the_margin() -> None:
    drawn = strip(0.02, RANGE, 0.02)
    assert drawn.dots_for_first == sum(dot > 0 for dot in drawn.dots)
    assert drawn.dots_beyond_margin == 10


@given(low=st.floats(-1, 1), width=st.floats(1e-6, 1), place=st.floats(0, 1), df=st.none() | st.floats(1, 500))
def test_that_dots_never_leave_a_range_whatever_its_shape(
    low: float, width: float, place: float, df: float | None
) -> None:
    interval = DifferenceInterval(low, low + width, 0.99, "t", low, low + width, df)
    dots = dots_of(low + place * width, interval)
    assert all(interval.low <= dot <= interval.high for dot in dots)


def test_that_one_test_set_without_degrees_of_freedom_still_has_its_dots() -> None:
    assert dots_of(0.02, with_df(0.0)) == dots_of(0.02, RANGE)


def test_that_dots_are_quantiles_scaled_to_each_end_of_a_lopsided_range() -> None:
    dots = dots_of(0.0, RANGE)
    outermost = special.ndtri(0.975)
    assert dots[1] == pytest.approx(0.01 * special.ndtri(0.075) / outermost)
    assert dots[12] == pytest.approx(0.05 * special.ndtri(0.625) / outermost)
    assert dots[18] == pytest.approx(0.05 * special.ndtri(0.925) / outermost)


def test_that_bars_hold_their_share_of_the_distribution() -> None:
    (half, _), (wide, _), _ = strip(0.02, with_df(9.0), 0.02).bars
    outermost = special.stdtrit(9.0, 0.975)
    assert 0.02 - half == pytest.approx(0.03 * special.stdtrit(9.0, 0.75) / outermost)
    assert 0.02 - wide == pytest.approx(0.03 * special.stdtrit(9.0, 0.9) / outermost)


def test_that_a_dot_on_zero_or_on_the_margin_counts_for_nobody() -> None:
    drawn = Strip(0.01, 0.02, (-0.01, 0.0, 0.02, 0.03), ((-0.01, 0.03),))
    assert (drawn.dots_for_first, drawn.dots_beyond_margin) == (2, 1)
