"""Ranges of many variants of one verdict below each other, with the zone too small to matter and the line of no gap."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import Any

import pyqtgraph

from core.application.judge_again import agrees
from core.domain.laboratory_results import Variant
from gui import theme
from gui.plots.ink import thin
from gui.plots.interval_rows import IntervalRows, RangeRow

BEYOND = 4
"""Ranges that are so many times as long as usual run off the picture; the table has their ends."""


class VariantRows(IntervalRows):
    """Variants whose verdict differs from the first are triangles."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__(name, title)
        self._zone: Any = pyqtgraph.LinearRegionItem(movable=False)
        self._zone.setZValue(-10)
        self._zero: Any = pyqtgraph.InfiniteLine(0, angle=90)
        for item in (self._zone, self._zero):
            self.plot.addItem(item, ignoreBounds=True)
        self.dress()

    def show_variants(self, variants: Sequence[Variant], margin: float, axis: str) -> None:
        """Only those that have a gap; margin and gaps in the unit shown."""
        known = [one for one in variants if one.difference is not None]
        rows = [
            RangeRow(one.label, one.difference or 0.0, one.low, one.high, not agrees(variants[0], one)) for one in known
        ]
        self._zone.setRegion((-margin, margin))
        ends = [max(map(abs, row.ends)) for row in rows]
        middle = median(ends) if ends else 0.0
        reach = 1.1 * max(min(max(ends, default=0.0), BEYOND * middle), 1.2 * margin, 1e-9)
        self.show_rows([_within(row, reach) for row in rows], axis, from_zero=False)
        self.show_range((-reach, reach), (-0.6, len(rows) - 0.4))

    def dress(self) -> None:
        super().dress()
        if not hasattr(self, "_zero"):
            return
        colors = theme.current()
        self._zone.setBrush(pyqtgraph.mkBrush(colors.zone))
        for line in self._zone.lines:
            line.setPen(None)
        self._zero.setPen(thin(colors.text))


def _within(row: RangeRow, reach: float) -> RangeRow:
    """Its range cut where the picture ends: a saved one would go on drawing beyond it."""
    low, high = (None if end is None else max(-reach, min(reach, end)) for end in (row.low, row.high))
    return replace(row, low=low, high=high)
