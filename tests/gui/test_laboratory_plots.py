"""The further plots of the Laboratory: all stands where its numbers say, on the screen and in the saved picture."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QTransform
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.domain.laboratory_results import Variant
from core.figures.histogram import back_to_back
from core.laboratory.output_ellipse import compute_ellipse
from core.laboratory.residuals import Confusion, Residuals
from gui import theme
from gui.plots.back_to_back import STEP, BackToBackPlot, RangeLine
from gui.plots.dots import CloudPlot
from gui.plots.ellipse import EllipsePlot
from gui.plots.figure import Figure
from gui.plots.matrix import ConfusionPlot
from gui.plots.save import FINER, image_of
from gui.plots.shares import SharesPlot
from gui.plots.two_lines import TwoLines
from gui.plots.variants import VariantRows
from tests.gui.waiting import settle
from tests.laboratory.test_output_ellipse import made, related

NEAR = 2


@pytest.fixture(autouse=True)
def _light(qapp: object) -> None:
    theme.apply("light")


def shown(qtbot: QtBot, widget: QWidget) -> None:
    qtbot.addWidget(widget)
    widget.resize(460, 260)
    with qtbot.waitExposed(widget):
        widget.show()
    settle(widget)


def spot(figure: Figure, x: float, y: float) -> tuple[int, int]:
    """Pixel of the saved picture at which a point must be."""
    plot = figure.plot
    found = plot.mapFromScene(plot.getViewBox().mapViewToScene(QPointF(x, y)))
    return FINER * found.x(), FINER * found.y()


def colors_near(image: QImage, x: int, y: int, reach: int = NEAR) -> set[str]:
    steps = range(-reach * FINER, reach * FINER + 1)
    return {image.pixelColor(x + dx, y + dy).name().upper() for dx in steps for dy in steps}


def test_that_dots_of_misses_stand_at_their_place_in_the_saved_picture(qtbot: QtBot) -> None:
    plot = CloudPlot()
    plot.show_cloud(Residuals("load", np.array([1.0, 5.0]), np.array([2.0, -1.0]), 0), False, "wear")
    shown(qtbot, plot)
    saved, paper = image_of(plot), theme.current().surface.upper()
    for x, y in ((1.0, 2.0), (5.0, -1.0)):
        middle = saved.pixelColor(*spot(plot, x, y))
        assert middle.blue() > middle.red() + 60
    assert colors_near(saved, *spot(plot, 3.0, 1.0)) == {paper}


def test_that_bars_of_shares_end_at_their_value(qtbot: QtBot) -> None:
    plot = SharesPlot("test", "Shares", "rows in 100")
    plot.show_shares(("A", "B", "C"), (10.0, 40.0, 25.0), (0, 1, 2))
    shown(qtbot, plot)
    saved, colors = image_of(plot), theme.current()
    for height, value, color in ((3, 10.0, colors.series_a), (2, 40.0, colors.series_b), (1, 25.0, colors.border)):
        assert colors_near(saved, *spot(plot, value - 2, height)) == {color.upper()}
        assert color.upper() not in colors_near(saved, *spot(plot, value + 2, height))


def test_that_the_ellipse_is_drawn_round_the_mean_and_the_box_inside_its_ends(qtbot: QtBot) -> None:
    found = made(related((0.5, 0.2)))
    drawn = compute_ellipse(found, 0, 1)
    plot = EllipsePlot()
    plot.show_ellipse(drawn, found.differences, ("a", "b"))
    shown(qtbot, plot)
    saved, colors = image_of(plot), theme.current()
    assert colors.series_b.upper() in colors_near(saved, *spot(plot, *drawn.middle))
    right = int(np.argmax(drawn.x))
    assert colors.series_b.upper() in colors_near(saved, *spot(plot, float(drawn.x[right]), float(drawn.y[right])))
    corner = spot(plot, drawn.box[0], drawn.box[2])
    assert colors.series_a.upper() in colors_near(saved, *corner, reach=4)


def test_that_variants_stand_below_each_other_and_those_that_differ_are_marked(qtbot: QtBot) -> None:
    plot = VariantRows("test", "Variants")
    plot.show_variants(
        (
            Variant("own", 1.0, -1.0, 3.0, "same"),
            Variant("other", -2.0, -4.0, -0.5, "worse"),
            Variant("none", None, None, None, ""),
        ),
        0.5,
        "gap",
    )
    shown(qtbot, plot)
    saved, colors = image_of(plot), theme.current()
    assert colors.series_a.upper() in colors_near(saved, *spot(plot, 1.0, 1.0))
    assert colors.series_b.upper() in colors_near(saved, *spot(plot, -2.0, 0.0))
    assert colors.zone.upper() in colors_near(saved, *spot(plot, 0.3, 0.5))


def test_that_a_range_beyond_all_others_does_not_shrink_them(qtbot: QtBot) -> None:
    plot = VariantRows("test", "Variants")
    near = [Variant(str(place), 1.0, -1.0, 3.0, "same") for place in range(4)]
    plot.show_variants((*near, Variant("far", 0.0, -900.0, 900.0, "same")), 0.5, "gap")
    shown(qtbot, plot)
    assert plot.plot.getViewBox().viewRange()[0][1] < 20


def test_that_lines_pass_through_their_points(qtbot: QtBot) -> None:
    plot = TwoLines("test", "Lines", marked=True)
    plot.show_lines(([0.0, 1.0], [0.2, 0.8]), ([0.0, 1.0], [0.9, 0.1]))
    plot.show_floor(([0.0, 1.0], [0.05, 0.05]))
    plot.show_range((0.0, 1.0), (0.0, 1.0))
    shown(qtbot, plot)
    saved, colors = image_of(plot), theme.current()
    assert colors.series_a.upper() in colors_near(saved, *spot(plot, 0.25, 0.35))
    assert colors.border.upper() in colors_near(saved, *spot(plot, 0.6, 0.05))
    assert colors.series_b.upper() in colors_near(saved, *spot(plot, 0.98, 0.116), reach=5)


def test_that_ranges_are_drawn_outside_the_bars_of_their_side(qtbot: QtBot) -> None:
    plot = BackToBackPlot("test", "AUC", "AUC")
    bins = back_to_back([0.7, 0.7, 0.8], [0.75, 0.75, 0.8], within=(0.0, 1.0))
    plot.show_bins(bins, ([RangeLine("D", 0.6, 0.9)], [RangeLine("D", 0.62, 0.88)]))
    shown(qtbot, plot)
    saved, colors = image_of(plot), theme.current()
    top, bottom = spot(plot, 0.62, bins.highest * 1.9), spot(plot, 0.64, -bins.highest * 1.9)
    assert colors.series_a.upper() in colors_near(saved, top[0], top[1] + 6 * FINER, reach=3)
    assert colors.series_b.upper() in colors_near(saved, bottom[0], bottom[1] - 6 * FINER, reach=3)


def test_that_lines_of_ranges_make_room_for_large_letters_but_stay_off_the_bars() -> None:
    plot = BackToBackPlot("test", "AUC", "AUC")
    lines = [RangeLine(letter, 0.6, 0.9) for letter in "CADH"]
    plot.show_bins(back_to_back([0.7, 0.7, 0.8], [0.75, 0.75, 0.8], within=(0.0, 1.0)), (lines, lines))
    high, low = QTransform.fromScale(1, 100), QTransform.fromScale(1, 30)
    assert plot._bars._step(18, high) == 18
    assert 4 * plot._bars._step(18, low) < 18 * 4
    assert plot._bars._step(9, high) == STEP


def test_that_wrong_answers_are_darker_the_more_there_are(qtbot: QtBot) -> None:
    plot = ConfusionPlot()
    plot.show_confusion(Confusion(("no", "yes"), ((40.0, 20.0), (5.0, 35.0)), ((40, 20), (5, 35)), 0.5), "words")
    shown(qtbot, plot)
    image = plot.grab().toImage()
    inked = [QColor(image.pixelColor(x, y)) for y in range(0, image.height(), 4) for x in range(0, image.width(), 4)]
    orange = sorted({color.saturation() for color in inked if 10 < color.hue() < 40 and color.saturation() > 15})
    assert orange[0] < 90 < orange[-1]
    assert plot.accessibleDescription() == "words"
