"""Small helpers for painting: hatches as plain lines, pens that stay thin, texts on colors."""

import math

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPen

HATCH = 5.0
AS_DARK_AS_LIGHT = 0.179
"""Luminance on which black and white are read equally well."""


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


def thin(color: str, width: float = 1.0, dashed: bool = False) -> QPen:
    """A pen of so many pixels, whatever the scale of the picture."""
    pen = QPen(QColor(color), width)
    pen.setCosmetic(True)
    if dashed:
        pen.setStyle(Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([4.0, 3.0])
    return pen


def counts(values: list[float], _scale: float, _spacing: float) -> list[str]:
    """The texts of an axis that counts: whole numbers without sign, for downward counts are counts too."""
    return [f"{abs(value):.0f}" if value == round(value) else "" for value in values]


def ink_on(paper: QColor) -> QColor:
    """Black or white, whichever is read better there; one of them always is by 4.5 to 1 (WCAG 2)."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _parts(paper)]
    luminance = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return QColor("black" if luminance > AS_DARK_AS_LIGHT else "white")


def laid_over(paper: QColor, color: QColor, share: float) -> QColor:
    """What is seen of a color of which only a share covers the paper."""
    mixed = [(1 - share) * under + share * over for under, over in zip(_parts(paper), _parts(color), strict=True)]
    return QColor.fromRgbF(*mixed)


def _parts(color: QColor) -> tuple[float, float, float]:
    """Red, green and blue."""
    return color.redF(), color.greenF(), color.blueF()
