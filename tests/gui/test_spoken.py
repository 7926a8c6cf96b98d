"""Pictures read with the arrow keys, and bars that mark what has just come in."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.figures.difference_picture import DifferencePicture
from core.figures.histogram import back_to_back
from core.figures.strip import Strip
from gui.plots.back_to_back import EMPTY, BackToBackPlot
from gui.plots.matrix import ConfusionPlot
from gui.plots.strip import DifferenceStrip
from gui.window import Window


@pytest.fixture
def plot(window: Window, qtbot: QtBot) -> BackToBackPlot:
    made = BackToBackPlot("p", "Errors", "errors per 100 parts")
    qtbot.addWidget(made)
    made.show()
    return made


def test_that_an_empty_picture_takes_no_focus(plot: BackToBackPlot) -> None:
    plot.show_bins(EMPTY)
    assert plot.focusPolicy() is Qt.FocusPolicy.NoFocus


def test_that_arrows_go_from_bin_to_bin_and_stay_at_the_ends(plot: BackToBackPlot, qtbot: QtBot) -> None:
    bins = back_to_back([10.0, 12.0, 30.0], [11.0, 28.0], within=(0.0, 100.0))
    plot.show_bins(bins)
    assert plot.focusPolicy() is Qt.FocusPolicy.StrongFocus
    spoken = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_End, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_Left):
        qtbot.keyClick(plot, key)
        spoken.append(plot.said)
    assert spoken[0] == bins.in_words[0] == spoken[4] == spoken[5]
    assert spoken[1] == bins.in_words[1]
    assert spoken[2] == spoken[3] == bins.in_words[-1]
    assert "baseline" in spoken[0]
    assert "candidate" in spoken[0]


def test_that_the_strip_tells_its_range_first_and_then_its_dots(window: Window, qtbot: QtBot) -> None:
    strip = DifferenceStrip()
    qtbot.addWidget(strip)
    drawn = Strip(0.02, 0.02, (-0.01, 0.03), ((0.01, 0.03), (0.0, 0.04), (-0.01, 0.05)))
    strip.show_gap(DifferencePicture(drawn, 100.0, "per 100", "Forest", "Logistic"), "a sentence")
    qtbot.keyClick(strip, Qt.Key.Key_Right)
    assert strip.said == "Range from −1 to 5 per 100; up to 2 is too small to matter"
    qtbot.keyClick(strip, Qt.Key.Key_Right)
    assert strip.said == "−1 per 100: Logistic better"


def test_that_new_folds_flash_only_where_motion_is_wanted(plot: BackToBackPlot, qtbot: QtBot) -> None:
    first, second = (
        back_to_back(values, [10.0, 30.0], within=(0.0, 100.0)) for values in ([10.0, 30.0], [10.0, 30.0, 11.0])
    )
    plot.flashes = True
    plot.show_bins(first)
    plot.show_bins(second)
    assert plot._bars.has_news
    qtbot.waitUntil(lambda: not plot._bars.has_news, timeout=5000)
    plot.flashes = False
    plot.show_bins(first)
    assert not plot._bars.has_news


def test_that_a_picture_without_words_of_its_own_reads_the_rows_of_its_table(window: Window, qtbot: QtBot) -> None:
    matrix = ConfusionPlot()
    qtbot.addWidget(matrix)
    matrix.read_rows(("Truth", "Answer", "Rows"), [("no", "no", "28"), ("no", "yes", "20")])
    assert matrix.focusPolicy() is Qt.FocusPolicy.StrongFocus
    qtbot.keyClick(matrix, Qt.Key.Key_End)
    assert matrix.said == "Truth: no, Answer: yes, Rows: 20"


def test_that_a_picture_keeps_its_own_words_beside_a_table(plot: BackToBackPlot, qtbot: QtBot) -> None:
    bins = back_to_back([10.0, 12.0, 30.0], [11.0, 28.0], within=(0.0, 100.0))
    plot.show_bins(bins)
    plot.read_rows(("Fold",), [("1",)])
    qtbot.keyClick(plot, Qt.Key.Key_Home)
    assert plot.said == bins.in_words[0]
