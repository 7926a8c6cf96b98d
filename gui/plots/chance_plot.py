"""A histogram of what chance gives, with an upright line for what was seen and a dashed one to compare with."""

from collections.abc import Sequence
from typing import Any

import pyqtgraph

from core.figures.histogram import back_to_back
from gui import theme
from gui.plots.figure import Figure
from gui.plots.ink import thin


class ChancePlot(Figure):
    """Gray bars, so that the two lines stand out."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__(name, title)
        self._bars: Any = pyqtgraph.BarGraphItem(x0=[0], x1=[1], height=[0])
        self._seen: Any = pyqtgraph.InfiniteLine(0, angle=90)
        self._other: Any = pyqtgraph.InfiniteLine(0, angle=90)
        for item in (self._bars, self._other, self._seen):
            self.plot.addItem(item, ignoreBounds=True)
        self.dress()

    def show_values(self, values: Sequence[float], seen: float, other: float | None, axis: str, times: str) -> None:
        self.label_axes(axis, times)
        bins = back_to_back(values, ())
        self._bars.setOpts(x0=list(bins.edges[:-1]), x1=list(bins.edges[1:]), height=list(bins.baseline))
        self._seen.setValue(seen)
        self._other.setVisible(other is not None)
        if other is not None:
            self._other.setValue(other)
        ends = [*bins.edges, seen, *([] if other is None else [other])]
        air = 0.04 * (max(ends) - min(ends))
        self.show_range((min(ends) - air, max(ends) + air), (0, 1.08 * max(1, bins.highest)))

    def dress(self) -> None:
        super().dress()
        if not hasattr(self, "_other"):
            return
        colors = theme.current()
        self._bars.setOpts(brush=pyqtgraph.mkBrush(colors.border), pen=thin(colors.surface))
        self._seen.setPen(thin(colors.series_b, 3))
        self._other.setPen(thin(colors.text, 2, dashed=True))
