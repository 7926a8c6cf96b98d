"""Two lines over a common axis: the reference solid with circles, the candidate dashed with triangles."""

from collections.abc import Sequence
from typing import Any

import pyqtgraph

from gui import theme
from gui.plots.figure import Figure
from gui.plots.ink import thin

SIZE = 9
Points = tuple[Sequence[float], Sequence[float]]
Bar = tuple[float, tuple[float, float] | None]
NOTHING: Points = ((), ())


class TwoLines(Figure):
    """`marked` puts a sign on every point; guides are thin upright lines; the diagonal is where x equals y.

    Points that are not `joined` have no line between them.
    """

    def __init__(
        self, name: str, title: str, marked: bool = False, diagonal: bool = False, joined: bool = True
    ) -> None:
        super().__init__(name, title)
        self._marked, self._joined = marked, joined
        self._diagonal: Any = pyqtgraph.PlotDataItem([0, 1] if diagonal else [], [0, 1] if diagonal else [])
        self._lines: Any = (pyqtgraph.PlotDataItem(), pyqtgraph.PlotDataItem())
        self._signs: Any = tuple(pyqtgraph.ScatterPlotItem(size=SIZE, symbol=symbol) for symbol in ("o", "t1"))
        self._guides: Any = (pyqtgraph.InfiniteLine(0, angle=90), pyqtgraph.InfiniteLine(0, angle=90))
        self._floor: Any = pyqtgraph.PlotDataItem()
        self._bars: Any = (pyqtgraph.PlotDataItem(connect="pairs"), pyqtgraph.PlotDataItem(connect="pairs"))
        for item in (self._diagonal, self._floor, *self._bars, *self._guides, *self._lines, *self._signs):
            self.plot.addItem(item, ignoreBounds=True)
        self.show_guides(())
        self.dress()

    def show_lines(self, baseline: Points, candidate: Points = NOTHING) -> None:
        for line, signs, (x, y) in zip(self._lines, self._signs, (baseline, candidate), strict=True):
            line.setData(list(x) if self._joined else [], list(y) if self._joined else [])
            signs.setData(list(x) if self._marked else [], list(y) if self._marked else [])

    def show_bars(self, baseline: Sequence[Bar], candidate: Sequence[Bar]) -> None:
        """Upright ranges at the points of both lines; a place without one has None."""
        for item, bars in zip(self._bars, (baseline, candidate), strict=True):
            known = [(at, span) for at, span in bars if span is not None]
            item.setData([at for at, _ in known for _ in range(2)], [end for _, span in known for end in span])

    def show_floor(self, points: Points) -> None:
        """A gray line that neither can pass."""
        self._floor.setData(list(points[0]), list(points[1]))

    def show_guides(self, places: Sequence[float]) -> None:
        for position, guide in enumerate(self._guides):
            guide.setVisible(position < len(places))
            if position < len(places):
                guide.setValue(places[position])

    def dress(self) -> None:
        super().dress()
        if not hasattr(self, "_guides"):
            return
        colors = theme.current()
        self._diagonal.setPen(thin(colors.secondary, dashed=True))
        self._floor.setPen(thin(colors.border, 2))
        for guide in self._guides:
            guide.setPen(thin(colors.secondary))
        for place, color in enumerate((colors.series_a, colors.series_b)):
            self._lines[place].setPen(thin(color, 2.0, dashed=place == 1))
            self._bars[place].setPen(thin(color, 1.5))
            self._signs[place].setPen(thin(colors.surface))
            self._signs[place].setBrush(pyqtgraph.mkBrush(color))
