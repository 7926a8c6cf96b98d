"""Shares per model as bars that begin at zero: the reference and the candidate looked at in color, others gray."""

from collections.abc import Sequence
from typing import Any

import pyqtgraph

from gui import theme
from gui.plots.figure import Figure
from gui.plots.ink import thin


class SharesPlot(Figure):
    """Bars lie; the first named stands on top."""

    def __init__(self, name: str, title: str, unit: str) -> None:
        super().__init__(name, title)
        self._bars: Any = [pyqtgraph.BarGraphItem(x0=[0], y=[0], height=0.6, width=[0]) for _ in range(3)]
        for bars in self._bars:
            self.plot.addItem(bars, ignoreBounds=True)
        self.label_axes(unit, "")
        self.dress()

    def show_shares(self, names: Sequence[str], values: Sequence[float], kinds: Sequence[int]) -> None:
        """`kinds`: 0 the reference, 1 the candidate looked at, 2 any other."""
        heights = list(range(len(names), 0, -1))
        for kind, bars in enumerate(self._bars):
            mine = [place for place, one in enumerate(kinds) if one == kind]
            bars.setOpts(
                x0=[0.0] * len(mine),
                y=[heights[place] for place in mine],
                width=[values[place] for place in mine],
                height=0.6,
            )
        self.plot.getAxis("left").setTicks([list(zip(heights, names, strict=True))])
        self.show_range((0.0, 1.08 * max([*values, 1.0])), (0.4, len(names) + 0.6))

    def dress(self) -> None:
        super().dress()
        if not hasattr(self, "_bars"):
            return
        colors = theme.current()
        for bars, color in zip(self._bars, (colors.series_a, colors.series_b, colors.border), strict=True):
            bars.setOpts(brush=pyqtgraph.mkBrush(color), pen=thin(colors.surface))
