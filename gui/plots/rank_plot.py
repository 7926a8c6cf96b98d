"""The rank plot: one mark per shuffle, sorted by its t; the band holds those that are not clear on their own."""

from typing import Any

import pyqtgraph

from core.figures.shuffles import Mark, Ranks
from gui import strings, theme
from gui.plots.figure import Figure
from gui.plots.ink import thin

SIZE = 11


class RankPlot(Figure):
    """Triangles lean to the candidate, circles to the reference; filled marks are clear; the wide tick is the mean."""

    def __init__(self) -> None:
        super().__init__("rankPlot", strings.EXPLORE_SHUFFLES)
        self._band: Any = pyqtgraph.LinearRegionItem(orientation="horizontal", movable=False)
        self._band.setZValue(-10)
        self._zero: Any = pyqtgraph.InfiniteLine(0, angle=0)
        self._ahead: Any = pyqtgraph.ScatterPlotItem(size=SIZE, symbol="t1")
        self._behind: Any = pyqtgraph.ScatterPlotItem(size=SIZE, symbol="o")
        self._average: Any = pyqtgraph.PlotDataItem()
        for item in (self._band, self._zero, self._behind, self._ahead, self._average):
            self.plot.addItem(item, ignoreBounds=True)
        self._ranks: Ranks | None = None
        self.dress()

    def show_ranks(self, ranks: Ranks, first: str) -> None:
        self._ranks = ranks
        self.read_out(ranks.in_words(first, strings.EXPLORE_SHUFFLES_OTHER))
        axis = strings.EXPLORE_SHUFFLES_AXIS.format(first=first)
        self.label_axes(strings.EXPLORE_SHUFFLES_BOTTOM, axis)
        self._band.setRegion((-ranks.band, ranks.band))
        last = len(ranks.marks) + 1.0
        known = [] if ranks.averaged is None else [ranks.averaged] * 2
        self._average.setData([last - 0.4, last + 0.4][: len(known)], known)
        self.plot.getAxis("bottom").setTicks([[(last, strings.EXPLORE_SHUFFLES_AVERAGED)] if known else []])
        self.show_range((0.2, last + 0.8), (-ranks.reach, ranks.reach))
        self.dress()

    def dress(self) -> None:
        super().dress()
        if getattr(self, "_ranks", None) is None:
            return
        colours = theme.current()
        self._band.setBrush(pyqtgraph.mkBrush(colours.zone))
        for line in self._band.lines:
            line.setPen(None)
        self._zero.setPen(thin(colours.secondary))
        self._average.setPen(thin(colours.text, 5))
        marks = list(enumerate(self._ranks.marks, 1)) if self._ranks else []
        self._draw(self._ahead, [entry for entry in marks if entry[1].t > 0], colours.series_b, colours)
        self._draw(self._behind, [entry for entry in marks if entry[1].t <= 0], colours.series_a, colours)

    @staticmethod
    def _draw(item: Any, marks: list[tuple[int, Mark]], colour: str, colours: theme.Theme) -> None:
        fills = [pyqtgraph.mkBrush(colour if mark.side else colours.surface) for _, mark in marks]
        item.setData([place for place, _ in marks], [mark.t for _, mark in marks], pen=thin(colour, 2), brush=fills)
