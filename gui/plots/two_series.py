"""Two series of points with bars over named places, and a gray band for what is true."""

from collections.abc import Sequence
from typing import Any

import pyqtgraph

from gui import theme
from gui.plots.figure import Figure
from gui.plots.ink import thin

SIZE = 10
APART = 0.12
Points = Sequence[tuple[float, float]]  # value and half the length of its bar


class TwoSeries(Figure):
    """The first series has circles and a solid line, the second triangles and a dashed one.

    Places without an order are not `joined` by lines.
    """

    def __init__(self, name: str, title: str, joined: bool = True) -> None:
        super().__init__(name, title)
        self._joined = joined
        self._band: Any = pyqtgraph.LinearRegionItem(orientation="horizontal", movable=False)
        self._band.setZValue(-10)
        self._lines: Any = (pyqtgraph.PlotDataItem(), pyqtgraph.PlotDataItem())
        self._bars: Any = (pyqtgraph.PlotDataItem(connect="pairs"), pyqtgraph.PlotDataItem(connect="pairs"))
        self._signs: Any = tuple(pyqtgraph.ScatterPlotItem(size=SIZE, symbol=symbol) for symbol in ("o", "t1"))
        for item in (self._band, *self._bars, *self._lines, *self._signs):
            self.plot.addItem(item, ignoreBounds=True)
        self.dress()

    def show_series(
        self,
        places: Sequence[str],
        first: Points,
        second: Points = (),
        band: tuple[float, float] | None = None,
        from_zero: bool = False,
    ) -> None:
        """Both series have a point for every place, or none."""
        self.plot.getAxis("bottom").setTicks([list(enumerate(places))])
        self._band.setVisible(band is not None)
        if band is not None:
            self._band.setRegion(band)
        shift = APART if second else 0.0
        for place, (points, step) in enumerate(((first, -shift), (second, shift))):
            x = [position + step for position in range(len(points))]
            self._lines[place].setData(*((x, [value for value, _ in points]) if self._joined else ([], [])))
            self._signs[place].setData(x, [value for value, _ in points])
            ends = [end for value, half in points for end in (value - half, value + half)]
            self._bars[place].setData([at for at in x for _ in range(2)], ends, connect="pairs")
        values = [end for value, half in (*first, *second) for end in (value - half, value + half)]
        low, high = min([*values, *(band or ())], default=0.0), max([*values, *(band or ())], default=1.0)
        air = 0.08 * (high - low) or 1.0
        low = 0.0 if from_zero else low - air
        self.show_range((-0.5, max(len(places), 1) - 0.5), (low, high + air))

    def dress(self) -> None:
        super().dress()
        if not hasattr(self, "_signs"):
            return
        colors = theme.current()
        self._band.setBrush(pyqtgraph.mkBrush(colors.zone))
        for line in self._band.lines:
            line.setPen(None)
        for place, color in enumerate((colors.series_a, colors.series_b)):
            self._lines[place].setPen(thin(color, 1.5, dashed=place == 1))
            self._bars[place].setPen(thin(color, 1.5))
            self._signs[place].setPen(thin(colors.surface))
            self._signs[place].setBrush(pyqtgraph.mkBrush(color))
