"""The rank plot: one mark per shuffle, sorted by its t; the band holds those that are not clear on their own."""

from collections.abc import Sequence
from typing import Any

import pyqtgraph
from PySide6.QtGui import QFontMetrics, QResizeEvent

from core.figures.repeat_marks import Mark, Ranks
from gui import strings, theme
from gui.plots.figure import Figure
from gui.plots.ink import thin
from gui.strings import exhibits as words

SIZE = 11
ROOM = 0.12
"""Share of the width that the words under the mean have to its right."""
TELLING = ("0.5", "0.025", "0.0005", "0.1", "0.005")
WIDE = 15
"""Shuffles up to which the tick of the mean is as wide as one of them."""


class RankPlot(Figure):
    """Triangles lean to the candidate, circles to the reference; filled marks are clear; the wide tick is the mean."""

    def __init__(self) -> None:
        super().__init__("rankPlot", strings.EXPLORE_SHUFFLES)
        self._band: Any = pyqtgraph.LinearRegionItem(orientation="horizontal", movable=False)
        self._band.setZValue(-10)
        self._zero: Any = pyqtgraph.InfiniteLine(0, angle=0)
        self._marks: Any = {
            (ahead, clear): pyqtgraph.ScatterPlotItem(size=SIZE, symbol="t1" if ahead else "o")
            for ahead in (False, True)
            for clear in (False, True)
        }
        self._curve: Any = pyqtgraph.PlotDataItem()
        self._average: Any = pyqtgraph.PlotDataItem()
        for item in (self._band, self._zero, self._curve, *self._marks.values(), self._average):
            self.plot.addItem(item, ignoreBounds=True)
        self._ticks: Sequence[tuple[float, str]] | None = None
        self._span = 1.0
        self.dress()

    def show_ranks(self, ranks: Ranks, first: str, ticks: Sequence[tuple[float, str]] | None = None) -> None:
        """`ticks` name the paper's values of p in place of t, and its normal curve is drawn with them."""
        self._band.setRegion((-ranks.band, ranks.band))
        for kind, item in self._marks.items():
            shown = [(place, mark.t) for place, mark in enumerate(ranks.marks, 1) if _kind(mark) == kind]
            item.setData([place for place, _ in shown], [t for _, t in shown])
        reach = 0.4 * max(1.0, len(ranks.marks) / WIDE)
        last = len(ranks.marks) + 0.6 + reach
        known = [] if ranks.averaged is None else [ranks.averaged] * 2
        self._average.setData([last - reach, last + reach][: len(known)], known)
        self.plot.getAxis("bottom").setTicks([[(last, _averaged(ranks))] if known else []])
        self.show_range((0.2, last + max(2 * reach, ROOM * last)), (-ranks.reach, ranks.reach))
        curve = ranks.normal if ticks else ()
        self._curve.setData(list(range(1, len(curve) + 1)), list(curve))
        self._ticks, self._span = ticks, 2 * ranks.reach
        self._name_ticks()
        axis = strings.EXPLORE_SHUFFLES_AXIS if ticks is None else words.SHUFFLES_PAPER_AXIS
        self.label_axes(strings.EXPLORE_SHUFFLES_BOTTOM, axis.format(first=first))

    def _name_ticks(self) -> None:
        self.plot.getAxis("left").setTicks(None if self._ticks is None else [self._legible(self._ticks)])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_ticks()

    def _legible(self, ticks: Sequence[tuple[float, str]]) -> list[tuple[float, str]]:
        """Those that do not cover each other, the most telling first."""
        line = QFontMetrics(self.small_font()).height()
        apart = self._span * line / max(line, self.height() - 3 * line)
        kept: list[tuple[float, str]] = []
        for text in TELLING:
            new = [tick for tick in ticks if tick[1] == text]
            if all(abs(tick[0] - other[0]) >= apart for tick in new for other in kept):
                kept += new
        return kept

    def dress(self) -> None:
        super().dress()
        if not hasattr(self, "_average"):
            return
        colors = theme.current()
        self._band.setBrush(pyqtgraph.mkBrush(colors.zone))
        for line in self._band.lines:
            line.setPen(None)
        self._zero.setPen(thin(colors.secondary))
        self._average.setPen(thin(colors.text, 5))
        self._curve.setPen(thin(colors.secondary, 1.5))
        for (ahead, clear), item in self._marks.items():
            color = colors.series_b if ahead else colors.series_a
            item.setPen(thin(color, 2))
            item.setBrush(pyqtgraph.mkBrush(color if clear else colors.surface))


def _kind(mark: Mark) -> tuple[bool, bool]:
    """Whether it leans to the candidate, and whether it is clear."""
    return mark.t > 0, mark.side != 0


def _averaged(ranks: Ranks) -> str:
    if ranks.averaged_p is None:
        return strings.EXPLORE_SHUFFLES_AVERAGED
    return words.SHUFFLES_AVERAGED.format(averaged=strings.EXPLORE_SHUFFLES_AVERAGED, p=ranks.averaged_p)
