"""The rank plot on the paper's axis."""

from pytestqt.qtbot import QtBot

from core.figures.repeat_marks import Mark, Ranks, paper_ticks
from gui import theme
from gui.plots.rank_plot import RankPlot

RANKS = Ranks(tuple(Mark(place, 1.0, 0.8 * place, 0.1, 0) for place in range(8)), 2.26, 2.0, 0.05, "", 0)


def named(plot: RankPlot) -> set[str]:
    return {text for _, text in plot.plot.getAxis("left")._tickLevels[0]}


def test_that_values_of_p_that_would_cover_each_other_are_left_out_when_the_picture_gets_smaller(qtbot: QtBot) -> None:
    theme.apply("light")
    plot = RankPlot()
    qtbot.addWidget(plot)
    plot.resize(600, 600)
    plot.show()
    plot.show_ranks(RANKS, "forest", paper_ticks(9, RANKS.reach))
    large = named(plot)
    plot.resize(600, 140)
    qtbot.waitUntil(lambda: named(plot) < large)
    assert "0.5" in named(plot)
