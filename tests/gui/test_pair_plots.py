"""Plots of pairs: gaps of folds, two models on named things, bundles of curves."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.domain.findings import Estimate
from core.figures.split_differences import SplitDifferences, differences
from gui import theme
from gui.plots.figure import Axis
from gui.plots.gaps import LARGEST, SMALLEST, GapPoints
from gui.plots.pair_rows import LONGEST, PairRows
from gui.plots.two_series import TwoSeries
from tests.gui.test_exhibit_plots import color_at, near, put


def made(baseline: tuple[float, ...], candidate: tuple[float, ...]) -> SplitDifferences:
    sides = [Estimate("key", "error", "y", None, None, None, values) for values in (baseline, candidate)]
    found = differences(sides[0], sides[1], 100.0, True, 0.02)
    assert found is not None
    return found


def joint(plot: GapPoints) -> tuple[list[float], list[float]]:
    x, y = plot._joint.getData()
    return ([], []) if x is None else (list(x), list(y))


def test_that_folds_on_one_spot_are_one_larger_sign(qtbot: QtBot) -> None:
    plot = GapPoints()
    plot.show_gaps(made((0.1, 0.1, 0.1, 0.1, 0.2), (0.3, 0.3, 0.3, 0.3, 0.3)), "B", "A", "")
    put(qtbot, plot)
    sizes = [point.size() for point in plot._behind.points()]
    assert sizes == [LARGEST, max(SMALLEST, LARGEST / 2)]
    assert plot._ahead.points().size == 0


def test_that_the_fold_that_is_pointed_at_is_joined_to_the_diagonal(qtbot: QtBot) -> None:
    plot = GapPoints()
    plot.show_gaps(made((0.1, 0.2, 0.3), (0.3, 0.25, 0.1)), "B", "A", "")
    put(qtbot, plot)
    assert joint(plot) == ([], [])
    view = plot.plot.getPlotItem().vb
    plot.plot.scene().sigMouseMoved.emit(view.mapViewToScene(QPointF(30.0, 10.0)))
    assert joint(plot) == ([30.0, 30.0], [30.0, 10.0])
    assert "difference 20" in plot.plot.toolTip()
    plot.plot.scene().sigMouseMoved.emit(view.mapViewToScene(QPointF(12.0, 12.0)))
    assert joint(plot) == ([], [])
    plot.setFocus()
    QTest.keyClick(plot, Qt.Key.Key_Home)
    assert plot.said.endswith("difference −20")
    assert joint(plot) == ([10.0, 10.0], [10.0, 30.0])


def test_that_two_models_on_named_things_are_both_seen_even_on_one_spot(qtbot: QtBot) -> None:
    plot = PairRows("rows", "Groups")
    plot.show_rows(["machine <M1>", "x" * 60], [[4.0, 8.0], [6.0, 6.0]], "errors")
    put(qtbot, plot)
    colors = theme.current()
    assert near(color_at(plot, 8.0, 2.0), colors.series_b)
    assert near(color_at(plot, 6.0, 1.0), colors.series_b)
    assert not near(color_at(plot, 4.0, 2.0), colors.series_a)  # a ring
    (ticks,) = plot.plot.getAxis("left")._tickLevels
    assert [name for _, name in ticks] == ["machine <M1>", "x" * (LONGEST - 1) + "…"]


def test_that_many_things_have_smaller_signs_and_fewer_names(qtbot: QtBot) -> None:
    plot = PairRows("rows", "Groups")
    plot.show_rows([f"machine {place}" for place in range(64)], [[float(place)] for place in range(64)], "errors")
    put(qtbot, plot)
    (ticks,) = plot.plot.getAxis("left")._tickLevels
    assert ticks[0] == (64.0, "machine 0")
    assert 8 < len(ticks) < 32
    small = plot._signs[0].opts["size"]
    plot.resize(500, 1600)
    (ticks,) = plot.plot.getAxis("left")._tickLevels
    assert len(ticks) == 64
    assert plot._signs[0].opts["size"] > small


def test_that_nothing_to_show_does_no_harm(qtbot: QtBot) -> None:
    plot = PairRows("rows", "Groups")
    plot.show_rows([], [], "errors")
    put(qtbot, plot)


def test_that_series_without_an_order_are_not_joined(qtbot: QtBot) -> None:
    plot = TwoSeries("halves", "Halves", joined=False)
    plot.show_series(["1", "2"], [(1.0, 0.0), (2.0, 0.0)], [(2.0, 0.0), (1.0, 0.0)])
    put(qtbot, plot)
    assert all(line.getData()[0] is None or not len(line.getData()[0]) for line in plot._lines)
    assert len(plot._signs[0].points()) == 2


def test_that_numbers_below_zero_have_a_minus_sign(qtbot: QtBot) -> None:
    assert Axis("bottom").tickStrings([-10.0, 0.0, 10.0], 1.0, 10.0) == ["−10", "0", "10"]
