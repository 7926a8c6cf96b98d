"""Widths go with one over the square root of the rows, and the margin says how many are enough."""

import pytest

from core.advice.more_rows import rows_factor, widths


@pytest.mark.parametrize(
    ("half", "margin", "times"), [(0.04, 0.02, 4.0), (0.06, 0.02, 9.0), (0.02, 0.02, 0.0), (0.01, 0.02, 0.0), (1, 0, 0)]
)
def test_how_many_times_the_rows_are_needed(half: float, margin: float, times: float) -> None:
    assert rows_factor(half, margin) == pytest.approx(times)


def test_that_four_times_the_rows_halve_the_range() -> None:
    found = widths(0.06, 0.02, 100, groups=10)
    assert [width.rows for width in found] == pytest.approx([100, 200, 400, 900])
    assert [width.groups for width in found] == pytest.approx([10, 20, 40, 90])
    assert found[2].half == pytest.approx(0.03)
    assert [width.is_enough for width in found] == [False, False, False, True]


def test_that_rows_nobody_will_ever_have_are_left_out() -> None:
    assert [width.rows for width in widths(1.0, 0.0001, 1000)] == [1000, 2000, 4000]
    assert all(width.groups is None for width in widths(1.0, 0.5, 100))
