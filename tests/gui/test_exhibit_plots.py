"""The plots of the exhibits: points stand where their numbers say, names are all there, themes are followed."""

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from gui import theme
from gui.plots.chance_plot import ChancePlot
from gui.plots.figure import Figure
from gui.plots.interval_rows import IntervalRows, RangeRow
from gui.plots.save import FINER, image_of
from gui.plots.two_series import TwoSeries
from tests.gui.waiting import settle

ROWS = [RangeRow("R", 0.0), RangeRow(".632", 4.0, 3.0, 5.0), RangeRow("⚠ K", 8.0, 6.0, 10.0, marked=True)]


@pytest.fixture(autouse=True)
def _light(qapp: object) -> None:
    theme.apply("light")


def put(qtbot: QtBot, plot: Figure) -> None:
    qtbot.addWidget(plot)
    plot.resize(500, 260)
    with qtbot.waitExposed(plot):
        plot.show()
    settle(plot)


def color_at(plot: Figure, x: float, y: float) -> QColor:
    """The color of the saved picture where these numbers belong."""
    view = plot.plot.getViewBox()
    place = plot.plot.mapFromScene(view.mapViewToScene(QPointF(x, y)))
    return image_of(plot).pixelColor(place.x() * FINER + 1, place.y() * FINER + 1)


def near(one: QColor, other: str) -> bool:
    wanted = QColor(other)
    parts = ((one.red(), wanted.red()), (one.green(), wanted.green()), (one.blue(), wanted.blue()))
    return all(abs(mine - theirs) < 40 for mine, theirs in parts)


def test_that_dots_of_a_saved_picture_stand_where_their_numbers_say(qtbot: QtBot) -> None:
    plot = IntervalRows("rows", "Estimates")
    plot.show_rows(ROWS, "errors", path=(0, 1, 2))
    put(qtbot, plot)
    colors = theme.current()
    assert near(color_at(plot, 4.0, 1.0), colors.series_a)
    assert near(color_at(plot, 8.0, 0.0), colors.series_b)
    assert near(color_at(plot, 1.5, 0.0), colors.surface)


def test_that_names_that_would_cover_each_other_are_thinned_out(qtbot: QtBot) -> None:
    plot = IntervalRows("rows", "Estimates")
    plot.show_rows([RangeRow(f"without machine {place}", float(place)) for place in range(60)], "errors")
    put(qtbot, plot)
    names = plot.plot.getAxis("left")._tickLevels[0]
    assert 5 < len(names) <= 30
    assert names[0] == (59.0, "without machine 0")
    plot.resize(500, 1600)
    qtbot.waitUntil(lambda: len(plot.plot.getAxis("left")._tickLevels[0]) == 60)


def test_that_every_row_keeps_its_name_in_little_room(qtbot: QtBot) -> None:
    plot = IntervalRows("rows", "Estimates")
    plot.show_rows([RangeRow(f"estimate {place}", float(place)) for place in range(12)], "errors")
    put(qtbot, plot)
    plot.resize(500, 120)
    settle(plot)
    axis = plot.plot.getAxis("left")
    assert [name for _, name in axis._tickLevels[0]] == [f"estimate {place}" for place in range(12)]
    assert axis.width() >= plot.fontMetrics().horizontalAdvance("estimate 1") * 0.8


def test_that_spans_lie_below_all_rows(qtbot: QtBot) -> None:
    plot = IntervalRows("ranks", "Ranks")
    plot.show_rows(ROWS, "mean rank", spans=((1.0, 2.0), (2.0, 3.0)), from_zero=False)
    put(qtbot, plot)
    low, high = plot.plot.getViewBox().viewRange()[1]
    assert low < -0.9
    assert high > 2.0


def test_that_points_of_both_series_are_drawn_with_the_band(qtbot: QtBot) -> None:
    plot = TwoSeries("series", "Bias")
    plot.show_series(["2", "5"], [(10.0, 1.0), (20.0, 1.0)], [(12.0, 0.0), (18.0, 0.0)], band=(14.0, 16.0))
    put(qtbot, plot)
    colors = theme.current()
    assert near(color_at(plot, 1 - 0.12, 20.0), colors.series_a)
    assert near(color_at(plot, 1.12, 18.0), colors.series_b)
    assert near(color_at(plot, -0.4, 15.0), colors.zone)
    assert near(color_at(plot, -0.4, 19.0), colors.surface)


def test_that_one_series_alone_stands_at_its_place(qtbot: QtBot) -> None:
    plot = TwoSeries("curve", "Curve")
    plot.show_series(["20", "40"], [(10.0, 0.0), (5.0, 0.0)])
    put(qtbot, plot)
    assert near(color_at(plot, 1.0, 5.0), theme.current().series_a)


def test_that_chance_is_gray_and_what_was_seen_stands_out(qtbot: QtBot) -> None:
    plot = ChancePlot("chance", "Chance")
    plot.show_values([10.0, 11.0, 11.0, 12.0], 4.0, 8.0, "errors", "times")
    put(qtbot, plot)
    assert near(color_at(plot, 4.0, 1.0), theme.current().series_b)
    low, high = plot.plot.getViewBox().viewRange()[0]
    assert low < 4.0
    assert high > 12.0


def test_that_plots_without_numbers_do_no_harm(qtbot: QtBot) -> None:
    for plot in (IntervalRows("a", "A"), TwoSeries("b", "B")):
        put(qtbot, plot)
    series = TwoSeries("c", "C")
    series.show_series([], [])
    rows = IntervalRows("d", "D")
    rows.show_rows([], "nothing")
    put(qtbot, series)
    put(qtbot, rows)


def test_that_plots_follow_the_theme(qtbot: QtBot) -> None:
    plot = IntervalRows("rows", "Estimates")
    plot.show_rows(ROWS, "errors")
    put(qtbot, plot)
    theme.apply("dark")
    settle(plot)
    assert near(color_at(plot, 1.5, 0.0), theme.current().surface)
    theme.apply("light")


def test_that_titles_longer_than_their_axis_are_not_cut_off(qtbot: QtBot) -> None:
    plot = IntervalRows("rows", "Rows")
    put(qtbot, plot)
    plot.resize(300, 200)
    plot.show_rows([RangeRow("a method with quite a long name", 1.0, 0.5, 1.5)], "gap, per 100 (above 0: better)")
    settle(plot)
    title = plot.plot.getAxis("bottom").label
    drawn = title.mapRectToScene(title.boundingRect())
    assert drawn.width() > plot.plot.getAxis("bottom").size().width()
    assert drawn.left() >= 0
    assert drawn.right() <= plot.plot.width()


def test_that_titles_longer_than_the_picture_get_smaller(qtbot: QtBot) -> None:
    plot = TwoSeries("series", "Series")
    put(qtbot, plot)
    plot.resize(300, 120)
    plot.label_axes("folds", "mean estimate of something, in errors per 100 rows")
    settle(plot)
    title = plot.plot.getAxis("left").label
    drawn = title.mapRectToScene(title.boundingRect())
    assert drawn.top() >= 0
    assert drawn.bottom() <= plot.plot.height()
