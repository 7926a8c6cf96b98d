"""A chart is drawn the same way on any canvas: ticks at round numbers, marks at their places, SVG that is whole."""

from xml.etree import ElementTree

import numpy as np
import pytest

from core.figures.chart import Axis, Bar, Block, Chart, Curve, Dots, Ink, Panel, Points, Rule, Shape, Text, as_floats
from core.figures.chart_drawing import Frame, choose_ticks, draw_chart, format_tick
from core.figures.chart_svg import SvgCanvas, write_chart
from core.figures.precision_recall import RECALLS, precision_curve
from core.figures.roc import Fold


def chart() -> Chart:
    layers = (
        Block(-2.0, 2.0, None, None, Ink.ZONE),
        Rule(x=0.0),
        Bar(0.0, 1.0, 3.0, 5.0, Ink.SELECTED),
        Points(as_floats([2.0, np.nan]), as_floats([0.0, 0.0]), Ink.SELECTED, Shape.TRIANGLE),
        Curve(as_floats([-5, 5]), as_floats([-1, 1]), Ink.BASELINE),
        Block(3.0, 4.0, -1.0, 1.0, Ink.SELECTED, is_hatched=True),
        Dots((1.0, 1.1, 1.2, -0.5), 0.2),
        Text(0.0, None, "too small < to matter & so"),
    )
    return Chart("test", "A < B", (Panel(Axis(-5.0, 5.0, "x"), Axis(-1.0, 1.0, "y", has_grid=True), layers),), "said")


def test_that_values_and_pixels_lead_to_each_other() -> None:
    (drawn,) = draw_chart(chart(), SvgCanvas(), Frame(0, 0, 400, 300))
    x, y = float(drawn.x(2.0)), float(drawn.y(-0.5))
    assert drawn.frame.holds(x, y)
    assert drawn.value_at(x, y) == pytest.approx((2.0, -0.5))


def test_that_a_zoomed_view_moves_the_marks() -> None:
    (drawn,) = draw_chart(chart(), SvgCanvas(), Frame(0, 0, 400, 300), views={0: (0.0, 4.0, -1.0, 1.0)})
    assert float(drawn.x(2.0)) == pytest.approx(drawn.frame.left + drawn.frame.width / 2)


def test_that_the_svg_is_well_formed_and_says_what_it_shows() -> None:
    text = write_chart(chart(), 400, 300)
    root = ElementTree.fromstring(text)
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert {"title", "desc", "rect", "path", "polyline", "text"} <= names
    assert "nan" not in text


def test_that_panels_share_the_area() -> None:
    panel = chart().panels[0]
    both = Chart("two", "two", (panel, panel), is_side_by_side=True)
    first, second = draw_chart(both, SvgCanvas(), Frame(0, 0, 600, 300))
    assert first.frame.right < second.frame.left
    first, second = draw_chart(Chart("two", "two", (panel, panel)), SvgCanvas(), Frame(0, 0, 600, 300))
    assert first.frame.bottom < second.frame.top


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-3.7, 12.0), (1e-6, 3e-6), (0.0, 98765.0)])
def test_that_ticks_are_round_and_inside(low: float, high: float) -> None:
    ticks = choose_ticks(low, high, 6)
    assert 2 <= len(ticks) <= 7
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in ticks)
    assert len(set(np.round(np.diff(ticks), 12))) == 1


def test_that_ticks_have_a_true_minus_and_no_minus_zero() -> None:
    assert format_tick(-1500.0) == "−1,500"
    assert format_tick(-0.0) == "0"


def test_that_precision_of_perfect_scores_is_one_and_of_equal_scores_the_share() -> None:
    truth = np.array([1, 1, 0, 0, 0])
    perfect = precision_curve([Fold(truth, np.array([0.9, 0.8, 0.3, 0.2, 0.1]))])
    assert perfect is not None
    assert perfect.precision == pytest.approx(np.ones(len(RECALLS)))
    equal = precision_curve([Fold(truth, np.full(5, 0.5))])
    assert equal is not None
    assert equal.precision == pytest.approx(np.full(len(RECALLS), 0.4))
    assert equal.share == pytest.approx(0.4)
    assert precision_curve([Fold(np.zeros(3, dtype=np.int64), np.array([0.1, 0.2, 0.3]))]) is None
