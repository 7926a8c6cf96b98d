"""Plots of two series, and the signs of their axes."""

from pytestqt.qtbot import QtBot

from gui.plots.figure import Axis
from gui.plots.two_series import TwoSeries
from tests.gui.test_exhibit_plots import put


def test_that_series_without_an_order_are_not_joined(qtbot: QtBot) -> None:
    plot = TwoSeries("halves", "Halves", joined=False)
    plot.show_series(["1", "2"], [(1.0, 0.0), (2.0, 0.0)], [(2.0, 0.0), (1.0, 0.0)])
    put(qtbot, plot)
    assert all(line.getData()[0] is None or not len(line.getData()[0]) for line in plot._lines)
    assert len(plot._signs[0].points()) == 2


def test_that_numbers_below_zero_have_a_minus_sign(qtbot: QtBot) -> None:
    assert Axis("bottom").tickStrings([-10.0, 0.0, 10.0], 1.0, 10.0) == ["−10", "0", "10"]
