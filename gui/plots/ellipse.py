"""Two outputs at once: gaps of all splits, the ellipse of the true pair, and the box of separate ranges."""

from typing import Any

import numpy as np
import pyqtgraph

from core.application.inspect_predictions import Ellipse, compute_axis_limits
from core.domain.dataset import Floats
from gui import theme
from gui.plots.figure import Figure
from gui.plots.ink import thin
from gui.strings import explore as words


class EllipsePlot(Figure):
    """The cross is the point of no gap at all; what holds it shows no gap."""

    def __init__(self) -> None:
        super().__init__("ellipsePlot", words.OUTPUTS_TITLE)
        self._zero: Any = (pyqtgraph.InfiniteLine(0, angle=0), pyqtgraph.InfiniteLine(0, angle=90))
        self._splits: Any = pyqtgraph.ScatterPlotItem(size=5, symbol="o")
        self._box, self._edge = pyqtgraph.PlotDataItem(), pyqtgraph.PlotDataItem()
        self._middle: Any = pyqtgraph.ScatterPlotItem(size=10, symbol="t1")
        self._cross: Any = pyqtgraph.ScatterPlotItem([0], [0], size=14, symbol="+")
        for item in (*self._zero, self._splits, self._box, self._edge, self._middle, self._cross):
            self.plot.addItem(item, ignoreBounds=True)
        self.dress()

    def show_ellipse(self, found: Ellipse, differences: Floats, labels: tuple[str, str]) -> None:
        """`gaps` are splits x the two outputs."""
        left, right, bottom, top = found.box
        self._splits.setData(differences[:, 0], differences[:, 1])
        self._box.setData([left, right, right, left, left], [bottom, bottom, top, top, bottom])
        self._edge.setData(found.x, found.y)
        self._middle.setData([found.middle[0]], [found.middle[1]])
        self.label_axes(*labels)
        inner = np.quantile(differences, (0.02, 0.98), axis=0)
        self.show_range(compute_axis_limits((found.x, inner[:, 0])), compute_axis_limits((found.y, inner[:, 1])))

    def dress(self) -> None:
        super().dress()
        if not hasattr(self, "_cross"):
            return
        colors = theme.current()
        for line in self._zero:
            line.setPen(thin(colors.secondary))
        self._splits.setPen(None)
        self._splits.setBrush(pyqtgraph.mkBrush(colors.border))
        self._box.setPen(thin(colors.series_a, 1.8, dashed=True))
        self._edge.setPen(thin(colors.series_b, 2.2))
        self._middle.setPen(thin(colors.surface))
        self._middle.setBrush(pyqtgraph.mkBrush(colors.series_b))
        self._cross.setPen(thin(colors.text, 2))
        self._cross.setBrush(pyqtgraph.mkBrush(colors.text))
