"""Gaps: one dot per fold against the diagonal, and the histogram of the gaps with the zone too small to matter."""

from typing import Any

import pyqtgraph

from core.figures.gaps import Gaps, Pair
from gui import strings, theme
from gui.plots.figure import Figure
from gui.plots.ink import thin

SIZE = 8


class GapPoints(Figure):
    """Reference across, candidate upward; a triangle where the candidate did better, a circle where it did worse."""

    def __init__(self) -> None:
        super().__init__("gapPoints", strings.EXPLORE_GAPS_POINTS)
        self._diagonal: Any = pyqtgraph.PlotDataItem()
        self._ahead: Any = pyqtgraph.ScatterPlotItem(size=SIZE, symbol="t1")
        self._behind: Any = pyqtgraph.ScatterPlotItem(size=SIZE, symbol="o")
        self._ties: Any = pyqtgraph.ScatterPlotItem(size=SIZE, symbol="s")
        for item in (self._diagonal, self._ties, self._behind, self._ahead):
            self.plot.addItem(item, ignoreBounds=True)
        self.dress()

    def show_gaps(self, gaps: Gaps, first: str, second: str, unit: str) -> None:
        self.label_axes(*(f"{name}, {unit}".rstrip(" ,") for name in (second, first)))
        self.read_out(gaps.in_words(first, second))
        low, high = gaps.span
        self._diagonal.setData([low, high], [low, high])
        _place(self._ahead, [pair for pair in gaps.pairs if pair.gap > 0])
        _place(self._behind, [pair for pair in gaps.pairs if pair.gap < 0])
        _place(self._ties, [pair for pair in gaps.pairs if pair.gap == 0])
        self.show_range((low, high), (low, high))

    def dress(self) -> None:
        super().dress()
        if not hasattr(self, "_ties"):
            return
        colours = theme.current()
        self._diagonal.setPen(thin(colours.secondary, dashed=True))
        for item, colour in ((self._ahead, colours.series_b), (self._behind, colours.series_a)):
            item.setPen(thin(colours.surface))
            item.setBrush(pyqtgraph.mkBrush(colour))
        self._ties.setPen(thin(colours.secondary, 1.5))
        self._ties.setBrush(pyqtgraph.mkBrush(colours.surface))


def _place(item: Any, pairs: list[Pair]) -> None:
    item.setData([pair.reference for pair in pairs], [pair.candidate for pair in pairs])


class GapHistogram(Figure):
    """How often each size of gap was seen; zone and zero as in the difference strip."""

    def __init__(self) -> None:
        super().__init__("gapHistogram", strings.EXPLORE_GAPS_HISTOGRAM)
        self._zone: Any = pyqtgraph.LinearRegionItem(movable=False)
        self._zone.setZValue(-10)
        self._bars: Any = pyqtgraph.BarGraphItem(x0=[0], x1=[1], height=[0])
        self._zero: Any = pyqtgraph.InfiniteLine(0, angle=90)
        self._mean: Any = pyqtgraph.InfiniteLine(0, angle=90)
        for item in (self._zone, self._bars, self._zero, self._mean):
            self.plot.addItem(item, ignoreBounds=True)
        self.dress()

    def show_gaps(self, gaps: Gaps, first: str, unit: str) -> None:
        self.label_axes(
            strings.EXPLORE_GAPS_AXIS.format(unit=f", {unit}" if unit else "", first=first), strings.run.FOLDS_AXIS
        )
        self._zone.setRegion((-gaps.margin, gaps.margin))
        self._bars.setOpts(x0=list(gaps.edges[:-1]), x1=list(gaps.edges[1:]), height=list(gaps.counts))
        self._mean.setValue(gaps.mean)
        self.show_range((-gaps.reach, gaps.reach), (0, 1.08 * max(1, *gaps.counts)))

    def dress(self) -> None:
        super().dress()
        if not hasattr(self, "_mean"):
            return
        colours = theme.current()
        self._zone.setBrush(pyqtgraph.mkBrush(colours.zone))
        for line in self._zone.lines:
            line.setPen(None)
        self._bars.setOpts(brush=pyqtgraph.mkBrush(colours.border), pen=thin(colours.surface))
        self._zero.setPen(thin(colours.text, 1.5))
        self._mean.setPen(thin(colours.text, 2, dashed=True))
