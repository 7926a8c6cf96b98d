"""A cloud of misses: one dot per row against a quantity, with the line of no miss."""

from typing import Any

import numpy as np
import pyqtgraph
from PySide6.QtGui import QColor

from core.application.inspect_predictions import Residuals
from gui import theme
from gui.plots.figure import Figure
from gui.plots.ink import thin
from gui.strings import explore as words

SIZE = 5
SHADE = 0.8


class CloudPlot(Figure):
    """Dots above the line are answers that are too high."""

    def __init__(self) -> None:
        super().__init__("missesPlot", words.ERRORS_CLOUD)
        self._zero: Any = pyqtgraph.InfiniteLine(0, angle=0)
        self._dots: Any = pyqtgraph.ScatterPlotItem(size=SIZE, symbol="o", pen=None)
        self._second = False
        for item in (self._zero, self._dots):
            self.plot.addItem(item, ignoreBounds=True)
        self.dress()

    def show_cloud(self, cloud: Residuals, is_candidate: bool, output: str) -> None:
        self._second = is_candidate
        self._dots.setData(cloud.x, cloud.y)
        self.label_axes(cloud.across, words.ERRORS_MISS.format(output=output))
        reach = 1.05 * float(np.abs(cloud.y).max()) or 1.0
        low, high = float(cloud.x.min()), float(cloud.x.max())
        air = 0.03 * (high - low) or 0.5
        self.show_range((low - air, high + air), (-reach, reach))
        self.dress()

    def dress(self) -> None:
        super().dress()
        if not hasattr(self, "_second"):
            return
        colors = theme.current()
        self._zero.setPen(thin(colors.text))
        color = QColor(colors.series_b if self._second else colors.series_a)
        color.setAlphaF(SHADE)
        self._dots.setBrush(pyqtgraph.mkBrush(color))
        self._dots.setSymbol("t1" if self._second else "o")
