"""Small helpers for painting: hatches as plain lines, pens that stay thin, round ticks."""

import math
from collections.abc import Iterator

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPen

from core.figures.histogram import round_step

HATCH = 5.0


def hatch(area: QRectF) -> list[QLineF]:
    """Diagonals over a rectangle in pixels, cut at its edges; lines survive where brush patterns do not."""
    first = math.ceil((area.left() + area.top()) / HATCH)
    last = math.floor((area.right() + area.bottom()) / HATCH)
    return [_diagonal(area, HATCH * step) for step in range(first, last + 1)]


def _diagonal(area: QRectF, total: float) -> QLineF:
    """The part of x + y = total inside the rectangle."""
    low = max(area.left(), total - area.bottom())
    high = min(area.right(), total - area.top())
    return QLineF(low, total - low, high, total - high)


def thin(colour: str, width: float = 1.0, dashed: bool = False) -> QPen:
    """A pen of so many pixels, whatever the scale of the picture."""
    pen = QPen(QColor(colour), width)
    pen.setCosmetic(True)
    if dashed:
        pen.setStyle(Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([4.0, 3.0])
    return pen


def ticks(low: float, high: float, most: int = 6) -> Iterator[tuple[float, str]]:
    """Round numbers between two ends with their texts."""
    if not high > low:
        return
    step = round_step((high - low) / most)
    for place in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1):
        text = f"{place * step:.6g}"
        yield place * step, text.replace("-", "−")
