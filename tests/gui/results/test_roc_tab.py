"""The tab ROC: the slider names who costs less, classes can be chosen, and curves stand where their numbers say."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from core.figures.roc import GRID, Crossing
from core.figures.thresholds import RATIOS
from gui import theme
from gui.plots.save import FINER, image_of
from gui.results.roc_tab import RocTab
from gui.strings import explore as words
from gui.window import Window
from tests.gui.results.test_tab_kinds import opened
from tests.gui.waiting import settle


def roc_tab(qtbot: QtBot, window: Window, kind: str = "two classes") -> RocTab:
    tab = opened(qtbot, window, kind, "roc")
    assert isinstance(tab, RocTab)
    return tab


def test_that_the_slider_starts_at_the_cost_of_the_study_and_moves_by_keys(qtbot: QtBot, window: Window) -> None:
    tab = roc_tab(qtbot, window)
    assert tab.ratio == pytest.approx(1.0)
    assert tab.threshold == pytest.approx(0.5)
    before = tab.sentence.text()
    for _ in range(30):
        qtbot.keyClick(tab.slider.bar, Qt.Key.Key_Right)
    assert tab.ratio == pytest.approx(RATIOS[70])
    assert tab.sentence.text() != before
    assert "costs less" in tab.sentence.text() or "both cost the same" in tab.sentence.text()
    assert f"cut at {tab.threshold:.2g}" in tab.slider.value.text()


def test_that_the_table_twin_follows_the_picture(qtbot: QtBot, window: Window) -> None:
    tab = roc_tab(qtbot, window)
    assert len(tab.model.rows) == len(GRID)
    tab.shown.choose("thresholds")
    assert len(tab.model.headings) == 1 + 2 * len(words.ROC_QUANTITIES)
    tab.quantity.choose("hits")
    assert "hits per 100" in tab.sentence.text().lower()
    tab.shown.choose("reliability")
    assert len(tab.model.headings) == 4
    assert {row[0] for row in tab.model.rows} == {"Linear discriminant analysis", "Naive Bayes"}


def test_that_any_class_can_be_the_one_to_find(qtbot: QtBot, window: Window) -> None:
    tab = roc_tab(qtbot, window, "three classes")
    assert tab.positive.isVisible()
    seen = set()
    for key in "012":
        tab.positive.choose(key)
        qtbot.waitUntil(lambda: not tab.background.busy)
        seen.add(tab.curves.accessibleDescription())
    assert len(seen) == 3
    assert any("“mid”" in text for text in seen)


def test_that_numbers_at_one_threshold_stand_there_once(qtbot: QtBot, window: Window) -> None:
    tab = roc_tab(qtbot, window)
    assert tab.readout.text().count(">at 0.5<") == tab.readout.text().count(">&nbsp;●<") == 1
    tab.slider.bar.setValue(90)
    assert tab.readout.text().count(">&nbsp;●<") == 2


def test_that_each_area_bears_the_sign_of_its_model(qtbot: QtBot, window: Window) -> None:
    tab = roc_tab(qtbot, window)
    assert tab._roc is not None
    for sign, side in zip("●▲", tab._roc.sides, strict=True):
        assert f"{sign} {side.bundle.auc:.3f}" in tab.readout.text()


def test_that_the_band_is_explained_only_where_the_curves_cross(qtbot: QtBot, window: Window) -> None:
    tab = roc_tab(qtbot, window)
    assert tab._roc is not None
    for crossing in (None, Crossing(0.2, 0.3, 1)):
        tab._take(replace(tab._roc, crossing=crossing))
        assert (words.ROC_CROSSING_CAPTION in tab.caption.text()) == (crossing is not None)


def test_that_two_classes_need_no_choice_of_class(qtbot: QtBot, window: Window) -> None:
    assert not roc_tab(qtbot, window).positive.isVisible()


def test_that_one_model_is_drawn_alone(qtbot: QtBot, window: Window) -> None:
    tab = roc_tab(qtbot, window, "one model")
    assert len(tab.model.headings) == 2
    for shown in words.ROC_VIEWS:
        tab.shown.choose(shown)
        assert tab.model.rowCount() > 0


def test_that_the_square_of_a_saved_picture_stands_where_screen_and_numbers_have_it(
    qtbot: QtBot, window: Window
) -> None:
    tab = roc_tab(qtbot, window)
    tab.slider.bar.setValue(90)
    settle(window)
    assert tab._roc is not None
    middle = tab._roc.baseline.middle(tab.threshold)
    assert middle is not None
    plot = tab.curves.plot
    spot = plot.mapFromScene(plot.getViewBox().mapViewToScene(QPointF(*middle)))
    saved = image_of(tab.curves)
    wanted, near = QColor(theme.current().series_a), range(-3 * FINER, 3 * FINER + 1, FINER)
    colors = {
        saved.pixelColor(FINER * spot.x() + across, FINER * spot.y() + down).name() for across in near for down in near
    }
    assert wanted.name() in colors


def test_that_ticks_of_the_saved_picture_stand_at_their_rates(qtbot: QtBot, window: Window) -> None:
    tab = roc_tab(qtbot, window)
    plot = tab.curves.plot
    saved = image_of(tab.curves)
    bottom = plot.mapFromScene(plot.getViewBox().sceneBoundingRect().bottomLeft()).y()
    row, background = FINER * (bottom - 2), saved.pixelColor(saved.width() - 2, 2)
    marks = [x for x in range(saved.width()) if _distance(saved.pixelColor(x, row), background) > 60]
    for rate in (0.2, 0.4, 0.6, 0.8):
        place = FINER * plot.mapFromScene(plot.getViewBox().mapViewToScene(QPointF(rate, 0.0))).x()
        assert min(abs(place - mark) for mark in marks) <= FINER


def _distance(one: QColor, other: QColor) -> int:
    return abs(one.red() - other.red()) + abs(one.green() - other.green()) + abs(one.blue() - other.blue())
