"""Gaps: one dot per fold against the diagonal, and the histogram of the gaps with the zone too small to matter."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyqtgraph
from PySide6.QtCore import QPointF

from core.figures.split_differences import Pair, SplitDifferences
from gui import strings, theme
from gui.plots.figure import Figure
from gui.plots.ink import counts, thin
from gui.widgets.parts import as_tip

SIZE, SMALLEST, LARGEST = 8, 5, 17
REACH = 10.0
"""Pixels from the mouse to a fold that is meant."""


class GapPoints(Figure):
    """Reference across, candidate upward; a triangle where the candidate did better, a circle where it did worse.

    The fold under the mouse, or read out by arrow keys, is joined to the diagonal: that line is its gap.
    """

    def __init__(self) -> None:
        super().__init__("gapPoints", strings.EXPLORE_GAPS_POINTS)
        self._diagonal: Any = pyqtgraph.PlotDataItem()
        self._ahead: Any = pyqtgraph.ScatterPlotItem(size=SIZE, symbol="t1")
        self._behind: Any = pyqtgraph.ScatterPlotItem(size=SIZE, symbol="o")
        self._ties: Any = pyqtgraph.ScatterPlotItem(size=SIZE, symbol="s")
        self._joint: Any = pyqtgraph.PlotDataItem()
        for item in (self._diagonal, self._joint, self._ties, self._behind, self._ahead):
            self.plot.addItem(item, ignoreBounds=True)
        self._gaps: SplitDifferences | None = None
        self.plot.scene().sigMouseMoved.connect(self._hover)
        self.dress()

    def show_gaps(self, differences: SplitDifferences, first: str, second: str, unit: str) -> None:
        self.label_axes(*(f"{name}, {unit}".rstrip(" ,") for name in (second, first)))
        self.read_out(differences.in_words(first, second))
        self._gaps = differences
        self._joint.setData([], [])
        low, high = differences.span
        self._diagonal.setData([low, high], [low, high])
        folds = differences.places
        _place(self._ahead, [pair for pair in differences.pairs if pair.difference > 0], folds)
        _place(self._behind, [pair for pair in differences.pairs if pair.difference < 0], folds)
        _place(self._ties, [pair for pair in differences.pairs if pair.difference == 0], folds)
        self.show_range((low, high), (low, high))

    def point_at(self, place: int) -> None:
        if self._gaps is not None:
            pair = self._gaps.ordered[place]
            self._joint.setData([pair.baseline] * 2, [pair.baseline, pair.candidate])

    def _hover(self, where: QPointF) -> None:
        """The nearest fold within reach of the mouse."""
        if self._gaps is None:
            return
        box = self.plot.getPlotItem().vb
        at, (across, upward) = box.mapSceneToView(where), box.viewPixelSize()
        x, y = (np.array([getattr(pair, side) for pair in self._gaps.ordered]) for side in ("baseline", "candidate"))
        away = np.hypot((x - at.x()) / across, (y - at.y()) / upward)
        nearest = int(away.argmin())
        if away[nearest] > REACH:
            self._joint.setData([], [])
            self.plot.setToolTip("")
            return
        self.point_at(nearest)
        self.plot.setToolTip(as_tip(self._values[nearest]))

    def dress(self) -> None:
        super().dress()
        if not hasattr(self, "_joint"):
            return
        self._joint.setPen(thin(theme.current().text, 2))
        colors = theme.current()
        self._diagonal.setPen(thin(colors.secondary, dashed=True))
        for item, color in ((self._ahead, colors.series_b), (self._behind, colors.series_a)):
            item.setPen(thin(colors.surface))
            item.setBrush(pyqtgraph.mkBrush(color))
        self._ties.setPen(thin(colors.secondary, 1.5))
        self._ties.setBrush(pyqtgraph.mkBrush(colors.surface))


def _place(item: Any, pairs: list[Pair], folds: Mapping[tuple[float, float], int]) -> None:
    """One sign for all folds on the same spot, larger in area the more they are."""
    spots = list(dict.fromkeys((pair.baseline, pair.candidate) for pair in pairs))
    most = max(folds.values())
    sizes = [SIZE if most == 1 else max(SMALLEST, LARGEST * (folds[spot] / most) ** 0.5) for spot in spots]
    item.setData([x for x, _ in spots], [y for _, y in spots], size=sizes)


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
        self.plot.getAxis("left").tickStrings = counts
        self.dress()

    def show_gaps(self, differences: SplitDifferences, first: str, unit: str) -> None:
        self.label_axes(
            strings.EXPLORE_GAPS_AXIS.format(unit=f", {unit}" if unit else "", first=first), strings.run.FOLDS_AXIS
        )
        self._zone.setRegion((-differences.margin, differences.margin))
        self._bars.setOpts(
            x0=list(differences.edges[:-1]), x1=list(differences.edges[1:]), height=list(differences.counts)
        )
        self._mean.setValue(differences.mean)
        self.show_range((-differences.reach, differences.reach), (0, 1.08 * max(1, *differences.counts)))

    def dress(self) -> None:
        super().dress()
        if not hasattr(self, "_mean"):
            return
        colors = theme.current()
        self._zone.setBrush(pyqtgraph.mkBrush(colors.zone))
        for line in self._zone.lines:
            line.setPen(None)
        self._bars.setOpts(brush=pyqtgraph.mkBrush(colors.border), pen=thin(colors.surface))
        self._zero.setPen(thin(colors.text, 1.5))
        self._mean.setPen(thin(colors.text, 2, dashed=True))
