"""One row per thing: a dot with its range, in order from top to bottom; marked rows are triangles in another color."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import pyqtgraph
from PySide6.QtGui import QFontMetrics, QResizeEvent

from gui import theme
from gui.plots.figure import Figure
from gui.plots.ink import thin

SIZE = 10
AIR = 0.06
SNUG = 0.75
"""Names may come this near to each other, in terms of their height, before some are left out."""


@dataclass(frozen=True, slots=True)
class RangeRow:
    """`low` and `high` are None where there is no range; `marked` rows stand out by shape and color."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    marked: bool = False

    @property
    def ends(self) -> tuple[float, float]:
        return (self.value if self.low is None else self.low, self.value if self.high is None else self.high)


class IntervalRows(Figure):
    """`path` joins the dots of some rows with a gray line; `spans` are gray bars below the rows."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__(name, title)
        self._path: Any = pyqtgraph.PlotDataItem()
        self._ranges: Any = pyqtgraph.PlotDataItem(connect="pairs")
        self._spans: Any = pyqtgraph.PlotDataItem(connect="pairs")
        self._dots: Any = pyqtgraph.ScatterPlotItem(size=SIZE, symbol="o")
        self._marks: Any = pyqtgraph.ScatterPlotItem(size=SIZE + 2, symbol="t1")
        for item in (self._path, self._spans, self._ranges, self._dots, self._marks):
            self.plot.addItem(item, ignoreBounds=True)
        self.plot.getAxis("left").setStyle(hideOverlappingLabels=False)
        self._names: tuple[str, ...] = ()
        self.dress()

    def show_rows(
        self,
        rows: Sequence[RangeRow],
        axis: str,
        path: Sequence[int] = (),
        spans: Sequence[tuple[float, float]] = (),
        from_zero: bool = True,
    ) -> None:
        self._names = tuple(row.name for row in rows)
        self.label_axes(axis, "")
        last = len(rows) - 1
        heights = [float(last - place) for place in range(len(rows))]
        self._name_rows()
        self._path.setData([rows[place].value for place in path], [heights[place] for place in path])
        self._ranges.setData(
            [end for row in rows for end in row.ends], [y for y in heights for _ in range(2)], connect="pairs"
        )
        below = [-0.6 - 0.35 * place for place in range(len(spans))]
        self._spans.setData([end for span in spans for end in span], [y for y in below for _ in range(2)])
        for item, wanted in ((self._dots, False), (self._marks, True)):
            shown = [(row.value, y) for row, y in zip(rows, heights, strict=True) if row.marked is wanted]
            item.setData([x for x, _ in shown], [y for _, y in shown])
        self.show_range(_reach(rows, from_zero), (min([-0.6, *(y - 0.4 for y in below)]), last + 0.6))

    def _name_rows(self) -> None:
        """All names, or as many as can be read below each other: every second, every third ..."""
        needed, last = len(self._names) * QFontMetrics(self.small_font()).height(), len(self._names) - 1
        every = max(1, ceil(SNUG * needed / max(1, self.height())))
        ticks = [(float(last - place), name) for place, name in enumerate(self._names) if place % every == 0]
        self.plot.getAxis("left").setTicks([ticks])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_rows()

    def dress(self) -> None:
        super().dress()
        if not hasattr(self, "_names"):
            return
        self._name_rows()
        metrics = QFontMetrics(self.small_font())
        self.plot.getAxis("left").setWidth(
            max((metrics.horizontalAdvance(name) for name in self._names), default=0) + 14
        )
        colors = theme.current()
        self._path.setPen(thin(colors.border, 3))
        self._spans.setPen(thin(colors.secondary, 5))
        self._ranges.setPen(thin(colors.text, 1.5))
        for item, color in ((self._dots, colors.series_a), (self._marks, colors.series_b)):
            item.setPen(thin(colors.surface))
            item.setBrush(pyqtgraph.mkBrush(color))


def _reach(rows: Sequence[RangeRow], from_zero: bool) -> tuple[float, float]:
    ends = [end for row in rows for end in (*row.ends, row.value)] or [0.0, 1.0]
    low, high = min(ends), max(ends)
    low = min(0.0, low) if from_zero else low
    air = AIR * (high - low) or 1.0
    return (low if from_zero and low == 0 else low - air), high + air
