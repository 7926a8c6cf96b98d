"""Two charts of a model in use: its mean error so far beside the promise, and the evidence against the promise."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyqtgraph
from PySide6.QtGui import QColor

from core.domain.dataset import Floats
from gui import theme
from gui.plots.figure import Figure
from gui.plots.ink import thin

MOST_POINTS = 400  # of a line; more cannot be told apart
DOT = 7
LINE = 2.0
LEAST_EVIDENCE, MOST_EVIDENCE = -2.0, 6.0  # powers of ten that the axis shows
POWERS = (-2, -1, 0, 2, 3, 4, 5, 6)  # 10 would stand too near to the alarm


@dataclass(frozen=True, slots=True, eq=False)
class WatchedCurve:
    """After every row: mean so far and the range no look has ruled out (NaN: none), in the unit that is shown.

    `batches` are rows so far and mean of every batch; `promise` is what is not to be exceeded.
    """

    mean: Floats
    low: Floats
    high: Floats
    batches: tuple[Sequence[float], Sequence[float]]
    promise: float


class ErrorSoFar(Figure):
    """A line with its band; the promise is dashed, every batch a dot."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__(name, title)
        self._low: Any = pyqtgraph.PlotDataItem()
        self._high: Any = pyqtgraph.PlotDataItem()
        self._band: Any = pyqtgraph.FillBetweenItem(self._low, self._high)
        self._mean: Any = pyqtgraph.PlotDataItem()
        self._dots: Any = pyqtgraph.ScatterPlotItem(size=DOT, symbol="o")
        self._promise: Any = pyqtgraph.InfiniteLine(0, angle=0)
        for item in (self._band, self._promise, self._mean, self._dots):
            self.plot.addItem(item, ignoreBounds=True)
        self.dress()

    def show_curve(self, curve: WatchedCurve) -> None:
        rows = len(curve.mean)
        shown = choose_points(rows)
        known = shown[np.isfinite(curve.low[shown])] if curve.low.size else shown[:0]
        self._low.setData(known + 1, curve.low[known])
        self._high.setData(known + 1, curve.high[known])
        self._mean.setData(shown + 1, curve.mean[shown])
        self._dots.setData(list(curve.batches[0]), list(curve.batches[1]))
        self._promise.setValue(curve.promise)
        settled = curve.high[known][known >= min(rows, 10) - 1]  # the first rows say next to nothing
        top = max(curve.promise, *curve.mean[shown], *curve.batches[1], *settled)
        self.show_range((0.0, float(max(rows, 2))), (0.0, 1.08 * float(top)))

    def dress(self) -> None:
        super().dress()
        if not hasattr(self, "_promise"):
            return
        colors = theme.current()
        for edge in (self._low, self._high):
            edge.setPen(None)
        self._band.setBrush(QColor(colors.sel_soft))
        self._mean.setPen(thin(colors.sel, LINE))
        self._dots.setPen(thin(colors.surface))
        self._dots.setBrush(pyqtgraph.mkBrush(colors.other))
        self._promise.setPen(thin(colors.text2, 1.5, dashed=True))


class Evidence(Figure):
    """The evidence after every row on an axis of powers of ten, and the line at which it counts."""

    def __init__(self, name: str, title: str, alarm: float) -> None:
        super().__init__(name, title)
        self._line: Any = pyqtgraph.PlotDataItem()
        self._alarm: Any = pyqtgraph.InfiniteLine(math.log10(alarm), angle=0)
        for item in (self._alarm, self._line):
            self.plot.addItem(item, ignoreBounds=True)
        axis = self.plot.getAxis("left")
        powers = [(power, f"{10.0**power:,.0f}" if power >= 0 else f"{10.0**power:g}") for power in POWERS]
        axis.setTicks([[*powers, (math.log10(alarm), f"{alarm:g}")]])
        self.dress()

    def show_evidence(self, log_evidence: Floats) -> None:
        """Natural logarithms, one per row; beyond what the axis shows they stay at its end."""
        shown = choose_points(len(log_evidence))
        powers = np.clip(log_evidence[shown] / math.log(10.0), LEAST_EVIDENCE, MOST_EVIDENCE)
        self._line.setData(shown + 1, powers)
        lowest, highest = (float(powers.min()), float(powers.max())) if powers.size else (0.0, 0.0)
        self.show_range(
            (0.0, float(max(len(log_evidence), 2))), (math.floor(min(lowest, -0.5)), max(2.0, math.ceil(highest)))
        )

    def dress(self) -> None:
        super().dress()
        if not hasattr(self, "_alarm"):
            return
        colors = theme.current()
        self._line.setPen(thin(colors.sel, LINE))
        self._alarm.setPen(thin(colors.blocked, 1.5, dashed=True))


def choose_points(rows: int) -> Any:
    """Places of at most so many rows, with the first and the last."""
    return (
        np.unique(np.linspace(0, rows - 1, min(rows, MOST_POINTS)).round().astype(np.int64)) if rows else np.arange(0)
    )
