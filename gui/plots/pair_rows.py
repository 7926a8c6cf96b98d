"""Two models on many named things: one row each, circle and triangle joined, names on the axis, worst on top."""

from collections.abc import Sequence
from typing import Any

import pyqtgraph
from PySide6.QtGui import QFontMetrics, QResizeEvent

from gui import theme
from gui.plots.figure import Figure
from gui.plots.ink import thin

LARGEST, SMALLEST = 11.0, 4.0
APART = 0.75
"""Names may come this near to each other, in terms of their height, before some are left out."""
LONGEST = 22
"""Letters of a name that are shown."""


class PairRows(Figure):
    """The circle is a ring, so that a triangle at the same place is seen inside it."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__(name, title)
        self._joints: Any = pyqtgraph.PlotDataItem(connect="pairs")
        self._signs: Any = tuple(pyqtgraph.ScatterPlotItem(symbol=symbol) for symbol in ("o", "t1"))
        for item in (self._joints, *self._signs):
            self.plot.addItem(item, ignoreBounds=True)
        self.plot.getAxis("left").setStyle(hideOverlappingLabels=False)
        self._names: tuple[str, ...] = ()
        self.dress()

    def show_rows(self, names: Sequence[str], values: Sequence[Sequence[float]], axis: str) -> None:
        """`values` has one or two numbers for every name: of the reference, and of the candidate."""
        self._names = tuple(name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…" for name in names)
        heights = [float(len(names) - place) for place in range(len(names))]
        for place, item in enumerate(self._signs):
            shown = [(row[place], y) for row, y in zip(values, heights, strict=True) if place < len(row)]
            item.setData([x for x, _ in shown], [y for _, y in shown])
        self._joints.setData(
            [end for row in values for end in (row[0], row[-1])], [y for y in heights for _ in range(2)]
        )
        highest = max((value for row in values for value in row), default=0.0)
        self.label_axes(axis, "")
        self.show_range((0.0, 1.04 * highest or 1.0), (0.4, len(names) + 0.6))

    def _fit(self) -> None:
        """Signs as large as the rows are high, and as many names as can be read below each other."""
        count, line = max(1, len(self._names)), QFontMetrics(self.small_font()).height()
        pitch = max(1.0, self.height() - 3.0 * line) / count
        size = min(LARGEST, max(SMALLEST, 0.95 * pitch))
        every = max(1, round(APART * line / pitch + 0.499))
        ticks = [(float(count - place), name) for place, name in enumerate(self._names) if place % every == 0]
        self.plot.getAxis("left").setTicks([ticks])
        for item, share in zip(self._signs, (1.0, 0.7), strict=True):
            item.setSize(share * size)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def dress(self) -> None:
        super().dress()
        if not hasattr(self, "_names"):
            return
        self._fit()
        metrics, colors = QFontMetrics(self.small_font()), theme.current()
        self.plot.getAxis("left").setWidth(max((metrics.horizontalAdvance(n) for n in self._names), default=0) + 14)
        self._joints.setPen(thin(colors.border, 1))
        self._signs[0].setPen(thin(colors.series_a, 2))
        self._signs[0].setBrush(None)
        self._signs[1].setPen(thin(colors.series_b))
        self._signs[1].setBrush(pyqtgraph.mkBrush(colors.series_b))
