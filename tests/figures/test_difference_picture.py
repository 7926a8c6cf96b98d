"""The picture of a difference: one record for window and report, and no picture where no range decided."""

from dataclasses import replace
from itertools import pairwise

import pytest

from core.domain.conclusion import Answer, Difference, DifferenceInterval, ModelAnswer, Reason
from core.figures.difference_picture import DOT, UNDECIDED, DifferencePicture, piles, room_for, strip_of
from core.figures.strip import strip
from core.report.pictures import strip_picture
from core.report.svg import Axis

RANGE = DifferenceInterval(-0.01, 0.05, 0.95, "cross-validated", -0.01, 0.05, 99.0)


def difference(low: float = -0.01, high: float = 0.05) -> DifferencePicture:
    drawn = strip((low + high) / 2, DifferenceInterval(low, high, 0.95, "t", low, high, 99.0), 0.02)
    return DifferencePicture(drawn, 100.0, "per 100", "random forest", "logistic regression")


def test_that_zero_is_in_the_middle_and_every_mark_inside() -> None:
    shown = difference()
    assert all(abs(mark) < shown.reach for mark in (*shown.strip.dots, shown.strip.margin, *shown.strip.bars[-1]))
    values = [value for value, _ in shown.ticks]
    assert values == pytest.approx([-value for value in reversed(values)])


def test_that_ticks_are_signed_numbers_of_the_unit_shown() -> None:
    assert [text for _, text in difference().ticks] == ["−4", "−2", "0", "+2", "+4"]


def test_that_the_words_name_both_sides_and_the_margin() -> None:
    shown = difference()
    assert shown.directions == ("◄ Logistic regression better", "Random forest better ►")
    assert shown.zone == "too small to matter (±2 per 100)"
    assert replace(shown, unit="").zone == "too small to matter (±2)"


def test_that_a_dot_on_another_has_the_same_meaning_and_none_overlap() -> None:
    placed = piles([(dot, 3000 * dot) for dot in difference().strip.dots], 0.02)
    places = [(x, level) for _, x, level in placed]
    assert len(set(places)) == len(places)
    columns = sorted({x for x, _ in places})
    assert all(right - left >= 2 * DOT for left, right in pairwise(columns))


def test_that_more_levels_take_more_room() -> None:
    assert room_for(1) == room_for(3) < room_for(9)


def test_that_the_report_draws_what_the_window_draws() -> None:
    """Triangles, circles, grades and words come from the one record, in its order."""
    shown = difference()
    drawn = strip_picture(shown).svg
    ahead = shown.strip.dots_for_first
    assert (drawn.count("<polygon"), drawn.count("<circle")) == (ahead, 20 - ahead)
    for text in (shown.zone, *shown.directions, *(said for _, said in shown.ticks)):
        assert f">{text}</text>" in drawn
    axis = Axis(-shown.reach, shown.reach)
    ends = [f'x1="{axis.x(low):.1f}" x2="{axis.x(high):.1f}"' for low, high, _, _ in shown.grades]
    places = [drawn.index(end) for end in ends]
    assert places == sorted(places)


@pytest.mark.parametrize("reason", list(Reason))
def test_that_only_a_range_that_decided_has_a_picture(reason: Reason) -> None:
    difference = Difference("b", "a", "error", "fault", 0.02, RANGE)
    row = ModelAnswer("b", "a", "fault", Answer.YES, reason, difference, margin=0.02)
    assert (strip_of(row) is None) == (reason in UNDECIDED)
    assert strip_of(None) is None
    assert strip_of(replace(row, difference=replace(difference, interval=None))) is None
    point = DifferenceInterval(0.0, 0.0, 1.0, "identical", 0.0, 0.0)
    assert strip_of(replace(row, difference=replace(difference, interval=point))) is None
