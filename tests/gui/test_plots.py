"""Plots: what is drawn stands where its numbers say, follows the theme, and is saved as it is seen."""

import csv
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QColor, QFontMetrics, QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.domain.conclusion import DifferenceInterval
from core.figures.difference_picture import DOT, DifferencePicture, piles
from core.figures.histogram import back_to_back
from core.figures.strip import strip
from core.support.errors import StoreError
from gui import theme
from gui.plots.back_to_back import BackToBackPlot
from gui.plots.gaps import GapHistogram
from gui.plots.ink import hatch, ink_on, laid_over
from gui.plots.save import FINER, image_of, save_picture, save_table
from gui.plots.strip import DifferenceStrip
from tests.gui.test_theme import contrast
from tests.gui.waiting import settle


@pytest.fixture(autouse=True)
def _light(qapp: object) -> None:
    theme.apply("light")


def shown(qtbot: QtBot, widget: QWidget) -> QWidget:
    qtbot.addWidget(widget)
    widget.resize(420, 220)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def histogram(qtbot: QtBot) -> BackToBackPlot:
    plot = BackToBackPlot("test", "Errors", "errors per 100")
    shown(qtbot, plot)
    plot.show_bins(back_to_back([10.0, 10.0, 20.0, 30.0], [20.0, 20.0, 30.0, 30.0]))
    settle(plot)
    return plot


def columns_of(image: QImage, color: str, rows: range) -> list[int]:
    wanted = QColor(color).rgb()
    return sorted({x for x in range(image.width()) for y in rows if image.pixel(x, y) == wanted})


def pixel_of(plot: BackToBackPlot, x: float, y: float) -> QPoint:
    view = plot.plot.getViewBox()
    return plot.plot.mapFromScene(view.mapViewToScene(QRectF(x, y, 0, 0).topLeft()))  # type: ignore[no-any-return]


def test_that_the_axis_shows_the_numbers_and_not_their_thousandths(qtbot: QtBot) -> None:
    plot = BackToBackPlot("test", "AUC", "AUC")
    shown(qtbot, plot)
    plot.show_bins(back_to_back([0.61, 0.72], [0.65, 0.7], within=(0.0, 1.0)))
    plot.dress()
    axis = plot.plot.getAxis("bottom")
    assert axis.autoSIPrefixScale == 1.0
    assert axis.tickStrings([0.6, 0.7], axis.autoSIPrefixScale * axis.scale, 0.1) == ["0.6", "0.7"]


def test_that_the_reference_is_above_and_the_candidate_below_the_line(qtbot: QtBot) -> None:
    plot = histogram(qtbot)
    image = plot.grab().toImage()
    zero = pixel_of(plot, 20.0, 0.0).y()
    colors = theme.current()
    assert columns_of(image, colors.series_a, range(zero))
    assert not columns_of(image, colors.series_a, range(zero + 2, image.height()))
    assert columns_of(image, colors.series_b, range(zero + 2, image.height()))
    assert not columns_of(image, colors.series_b, range(zero - 1))


def test_that_counts_downward_have_no_sign(qtbot: QtBot) -> None:
    plot = histogram(qtbot)
    assert plot.plot.getAxis("left").tickStrings([-2.0, 0.0, 1.5, 2.0], 1, 1) == ["2", "0", "", "2"]


@pytest.mark.parametrize("gray", range(0, 256, 5))
def test_that_text_on_any_color_can_be_read(gray: int) -> None:
    for paper in (QColor(gray, gray, gray), QColor(gray, gray // 2, 0), QColor(0, gray, 255 - gray)):
        assert contrast(ink_on(paper).name(), paper.name()) >= 4.5


def test_that_a_color_over_paper_is_seen_in_part() -> None:
    assert laid_over(QColor("white"), QColor("black"), 0.0) == QColor("white")
    assert laid_over(QColor("white"), QColor("black"), 0.75).name() == "#404040"


def test_that_a_plot_says_in_words_what_it_shows(qtbot: QtBot) -> None:
    plot = histogram(qtbot)
    assert "baseline mean 17.5, candidate mean 25" in plot.accessibleDescription()


def test_that_plots_follow_the_theme(qtbot: QtBot) -> None:
    plot = histogram(qtbot)
    theme.apply("dark")
    settle(plot)
    image = plot.grab().toImage()
    dark = theme.load("dark")
    assert image.pixelColor(image.width() - 6, 6).name().upper() == dark.surface
    assert columns_of(image, dark.series_a, range(image.height()))


def test_that_a_saved_picture_has_its_bars_where_the_screen_has_them(qtbot: QtBot) -> None:
    plot = histogram(qtbot)
    on_screen, saved = plot.grab().toImage(), image_of(plot)
    color, zero = theme.current().series_a, pixel_of(plot, 20.0, 0.0).y()
    seen = columns_of(on_screen, color, range(zero - 10, zero - 4))
    kept = columns_of(saved, color, range(FINER * (zero - 10), FINER * (zero - 4)))
    assert saved.width() == FINER * on_screen.width()
    assert abs(kept[0] / FINER - seen[0]) < 1.5
    assert abs(kept[-1] / FINER - seen[-1]) < 1.5


def test_that_ticks_of_a_saved_picture_stand_under_their_bars(qtbot: QtBot) -> None:
    """The axis is drawn from a cache of its own; at a wrong resolution it is torn from the data."""
    plot = histogram(qtbot)
    saved = image_of(plot)
    bottom = plot.plot.mapFromScene(plot.plot.getViewBox().sceneBoundingRect().bottomLeft()).y()
    row, background = FINER * (bottom - 2), saved.pixelColor(saved.width() - 2, 2)
    marks = [x for x in range(saved.width()) if _distance(saved.pixelColor(x, row), background) > 60]
    for value in (10.0, 20.0, 30.0):
        place = FINER * pixel_of(plot, value, 0.0).x()
        assert min(abs(place - mark) for mark in marks) <= FINER


def _distance(one: QColor, other: QColor) -> int:
    return abs(one.red() - other.red()) + abs(one.green() - other.green()) + abs(one.blue() - other.blue())


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_that_pictures_are_written(qtbot: QtBot, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"picture.{ending}"
    save_picture(histogram(qtbot), path)
    assert path.read_bytes()[:5] in (b"<?xml", b"\x89PNG\r")


def test_that_a_picture_that_cannot_be_written_is_told_in_words(qtbot: QtBot, tmp_path: Path) -> None:
    plot = histogram(qtbot)
    for name in ("a.svg", "a.png"):
        with pytest.raises(StoreError, match="could not be written"):
            save_picture(plot, tmp_path / "nowhere" / name)
    with pytest.raises(StoreError, match="could not be written"):
        save_table(("a",), (("1",),), tmp_path / "nowhere" / "a.csv")


def test_that_numbers_are_written_with_their_headings(tmp_path: Path) -> None:
    path = tmp_path / "numbers.csv"
    save_table(("fold", "gap"), (("1", "2.5"), ("2", "a, b")), path)
    with path.open(newline="", encoding="utf-8") as file:
        assert list(csv.reader(file)) == [["fold", "gap"], ["1", "2.5"], ["2", "a, b"]]


def test_that_hatches_stay_inside_their_bar() -> None:
    area = QRectF(3, 7, 40, 25)
    lines = hatch(area)
    assert lines
    for line in lines:
        assert area.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(line.p1())
        assert area.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(line.p2())


def test_that_dots_that_would_overlap_are_piled_up_on_their_own_side() -> None:
    placed = piles([(-0.1, 100.0), (-0.05, 102.0), (0.05, 104.0), (3.0, 140.0)], margin=2.0)
    assert [level for _, _, level in placed] == [0, 1, 0, 0]
    assert placed[2][1] >= placed[1][1] + 2 * DOT


def gap_of(effect: float, low: float, high: float) -> DifferencePicture:
    drawn = strip(effect, DifferenceInterval(low, high, 0.95, "test", low, high, df=99.0), 0.02)
    return DifferencePicture(drawn, 100.0, "per 100", "Forest", "Logistic")


@pytest.mark.parametrize(
    ("low", "high", "sides"), [(0.01, 0.06, {"b"}), (-0.06, -0.01, {"a"}), (-0.04, 0.05, {"a", "b"})]
)
def test_that_the_strip_shows_dots_only_on_sides_the_range_reaches(
    qtbot: QtBot, low: float, high: float, sides: set[str]
) -> None:
    widget = DifferenceStrip()
    shown(qtbot, widget)
    widget.show_gap(gap_of((low + high) / 2, low, high), "words")
    settle(widget)
    image, colors = widget.grab().toImage(), theme.current()
    everywhere = range(image.height())
    found = {side for side in ("a", "b") if columns_of(image, getattr(colors, f"series_{side}"), everywhere)}
    assert found == sides


def test_that_the_bars_of_the_strip_end_where_the_range_ends(qtbot: QtBot) -> None:
    widget = DifferenceStrip()
    shown(qtbot, widget)
    widget.show_gap(gap_of(0.02, -0.03, 0.07), "words")
    reach = 1.12 * 0.07
    expected = [widget._x(-0.03, reach), widget._x(0.07, reach)]
    image, row = widget.grab().toImage(), widget.height() - 2 * widget._line - 8 - 12
    background = image.pixelColor(2, 2)
    inked = [x for x in range(image.width()) if _distance(image.pixelColor(x, row), background) > 60]
    assert np.allclose([inked[0], inked[-1]], expected, atol=2)


def test_that_both_directions_of_a_narrow_strip_can_be_read(qtbot: QtBot) -> None:
    widget = DifferenceStrip()
    shown(qtbot, widget)
    widget.show_gap(replace(gap_of(0.02, -0.03, 0.07), first="Random forest", second="Logistic regression"), "words")
    one_line = widget.sizeHint().height()
    widget.resize(260, 150)
    assert widget.sizeHint().height() == one_line + widget._line
    assert widget.maximumHeight() >= widget.sizeHint().height()


def test_that_piled_dots_stay_below_the_words_of_the_zone(qtbot: QtBot) -> None:
    widget = DifferenceStrip()
    shown(qtbot, widget)
    widget.show_gap(gap_of(-0.2, -0.202, -0.198), "words")
    widget.resize(260, 150)
    top = widget.sizeHint().height() - (1 + widget._name_lines) * widget._line - 8 - 26
    assert widget._levels > 5
    assert top - (widget._levels - 1) * (2 * DOT + 1) - DOT >= widget._line


def test_that_without_a_range_there_is_no_strip(qtbot: QtBot) -> None:
    widget = DifferenceStrip()
    shown(qtbot, widget)
    widget.show_gap(None, "")
    assert not widget.isVisible()


def test_that_a_saved_table_holds_no_formulas_and_numbers_that_every_program_reads(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    save_table(("=class", "gap"), (("=1+1", "-2.5"), ("@SUM(A1)", "−0.3"), ("+cmd|x", "1,250")), path)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows == [["'=class", "gap"], ["'=1+1", "-2.5"], ["'@SUM(A1)", "-0.3"], ["'+cmd|x", "1250"]]


def test_that_a_saved_picture_names_a_font_that_every_program_has(qtbot: QtBot, tmp_path: Path) -> None:
    save_picture(histogram(qtbot), tmp_path / "a.svg")
    families = re.findall('font-family="([^"]*)"', (tmp_path / "a.svg").read_text(encoding="utf-8"))
    assert families
    assert all(family.endswith(", sans-serif") for family in families)


def test_that_a_missing_number_is_an_empty_cell(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    save_table(("p", "t"), (("1.9e−06", "–"),), path)
    assert path.read_text(encoding="utf-8").split() == ["p,t", "1.9e-06,"]


def test_that_a_number_at_the_top_of_the_axis_is_not_cut(qtbot: QtBot) -> None:
    plot = histogram(qtbot)
    half = QFontMetrics(plot.small_font()).height() / 2
    qtbot.waitUntil(lambda: plot.plot.getPlotItem().getViewBox().sceneBoundingRect().top() >= half)


def test_that_folds_of_a_gap_are_counted_in_whole_numbers(qtbot: QtBot) -> None:
    plot = GapHistogram()
    qtbot.addWidget(plot)
    assert plot.plot.getAxis("left").tickStrings([0.0, 0.5, 1.0], 1, 0.5) == ["0", "", "1"]
