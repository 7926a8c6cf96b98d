"""A canvas for charts on a screen, on a picture or in a PDF: everything that QPainter can paint on."""

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from core.domain.dataset import Floats
from core.figures.chart import Ink, Shape, Stroke
from core.figures.chart_drawing import Frame
from gui import theme
from gui.plots.ink import hatch

DASHES = {Stroke.DASHED: [5.0, 3.0], Stroke.DOTTED: [2.0, 3.0]}
OUTLINED = (Shape.RING,)


class PainterCanvas:
    """Paints a chart in the colors of the theme the application wears."""

    def __init__(self, painter: QPainter) -> None:
        self._painter = painter
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def measure(self, text: str, size: float, is_strong: bool) -> float:
        return QFontMetricsF(_font(size, is_strong)).horizontalAdvance(text)

    def polyline(self, places: Floats, ink: Ink, width: float, stroke: Stroke, opacity: float) -> None:
        pen = QPen(_color(ink, opacity), width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if stroke in DASHES:
            pen.setDashPattern([length / max(1.0, width / 1.5) for length in DASHES[stroke]])
        self._painter.setPen(pen)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawPolyline(_polygon(places))

    def polygon(self, places: Floats, ink: Ink, opacity: float) -> None:
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(_color(ink, opacity))
        self._painter.drawPolygon(_polygon(places))

    def rectangle(self, frame: Frame, ink: Ink, opacity: float, is_hatched: bool) -> None:
        area = QRectF(frame.left, frame.top, frame.width, frame.height)
        if not is_hatched:
            self._painter.fillRect(area, _color(ink, opacity))
            return
        soft = _color(ink, 0.22 * opacity)
        self._painter.fillRect(area, soft)
        self._painter.setPen(QPen(_color(ink, opacity), 1.0))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawLines(hatch(area))
        self._painter.drawRect(area)

    def marks(self, places: Floats, shape: Shape, radius: float, ink: Ink, opacity: float, is_set_off: bool) -> None:
        """Paint all marks of a series as one path, which is many times as fast as one by one."""
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        for x, y in places.tolist():
            if math.isfinite(x) and math.isfinite(y):
                _add_mark(path, x, y, shape, radius)
        color = _color(ink, opacity)
        if shape in OUTLINED:
            self._painter.setPen(QPen(color, 2.0))
            self._painter.setBrush(Qt.BrushStyle.NoBrush)
        else:
            self._painter.setPen(QPen(QColor(theme.token("surface")), 1.2) if is_set_off else Qt.PenStyle.NoPen)
            self._painter.setBrush(color)
        self._painter.drawPath(path)

    def write(
        self, x: float, y: float, text: str, size: float, ink: Ink, align: int, is_strong: bool, is_upright: bool
    ) -> None:
        font = _font(size, is_strong)
        metrics = QFontMetricsF(font)
        width = metrics.horizontalAdvance(text)
        self._painter.setFont(font)
        self._painter.setPen(_color(ink, 1.0))
        down = (metrics.ascent() - metrics.descent()) / 2
        if is_upright:
            self._painter.save()
            self._painter.translate(x, y)
            self._painter.rotate(-90)
            self._painter.drawText(QPointF(-width / 2, down), text)
            self._painter.restore()
            return
        begins = x - width * (align + 1) / 2
        self._painter.drawText(QPointF(begins, y + down), text)

    def clip(self, frame: Frame | None) -> None:
        if frame is None:
            self._painter.setClipping(False)
        else:
            self._painter.setClipRect(QRectF(frame.left - 1, frame.top - 1, frame.width + 2, frame.height + 2))


def _font(size: float, is_strong: bool) -> QFont:
    font = theme.application_font()
    font.setPixelSize(max(7, round(size)))
    font.setWeight(QFont.Weight.DemiBold if is_strong else QFont.Weight.Normal)
    return font


def _color(ink: Ink, opacity: float) -> QColor:
    color = QColor(theme.token(ink.value))
    color.setAlphaF(opacity)
    return color


def _polygon(places: Floats) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in places.tolist()])


def _add_mark(path: QPainterPath, x: float, y: float, shape: Shape, radius: float) -> None:
    if shape in (Shape.CIRCLE, Shape.RING):
        path.addEllipse(QPointF(x, y), radius, radius)
    elif shape is Shape.SQUARE:
        path.addRect(QRectF(x - radius, y - radius, 2 * radius, 2 * radius))
    elif shape is Shape.DASH:
        path.addRect(QRectF(x - 1.2 * radius, y - 1, 2.4 * radius, 2))
    elif shape is Shape.TRIANGLE:
        path.addPolygon(
            QPolygonF([QPointF(x, y - radius), QPointF(x + radius, y + radius), QPointF(x - radius, y + radius)])
        )
        path.closeSubpath()
    else:
        corners = (QPointF(x, y - radius), QPointF(x + radius, y), QPointF(x, y + radius), QPointF(x - radius, y))
        path.addPolygon(QPolygonF(list(corners)))
        path.closeSubpath()
