"""Shows one chart: hover tells the nearest mark, the wheel zooms, dragging pans, a double click shows all again."""

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy

from core.figures.chart import Block, Chart, Curve, Lines, Points
from core.figures.chart_drawing import DrawnPanel, Frame, View, draw_chart, whole_view
from gui import theme
from gui.dressing import Dressed
from gui.plots.painter_canvas import PainterCanvas
from gui.plots.spoken import Spoken

NEAR = 12.0
"""Pixels from the pointer to a mark that is meant."""

STEP = 1.25
"""How much one notch of the wheel zooms."""

CLOSEST = 1e-4
"""Smallest share of a panel that can be looked at."""


class ChartView(Dressed, Spoken):
    """Paints a chart in the size it has; the numbers are read out with the arrow keys."""

    picked = Signal(float, float, int)
    """A place was clicked: x and y in the unit of the axes, and the panel."""

    def __init__(self, name: str = "chart") -> None:
        super().__init__()
        self.setObjectName(name)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._chart: Chart | None = None
        self._views: dict[int, View] = {}
        self._drawn: tuple[DrawnPanel, ...] = ()
        self._hovered: tuple[QPointF, Lines] | None = None
        self._pressed: tuple[QPointF, int, View] | None = None
        self._moved = False

    @property
    def chart(self) -> Chart | None:
        return self._chart

    @property
    def hovered(self) -> Lines:
        """The lines of the card that is shown; empty for none."""
        return self._hovered[1] if self._hovered else ()

    @property
    def drawn(self) -> tuple[DrawnPanel, ...]:
        return self._drawn

    def show_chart(self, chart: Chart | None) -> None:
        """Show a chart; what was zoomed stays so only while it is the same kind of chart on the same axes."""
        if chart is None or self._chart is None or not _has_same_axes(chart, self._chart):
            self._views = {}
        self._chart, self._hovered = chart, None
        self.setAccessibleName(chart.title if chart else "")
        self.setAccessibleDescription(chart.caption if chart else "")
        self.read_rows(chart.headings if chart else (), chart.rows if chart else ())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(420, 300)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 90)

    # --- painting ---

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint(painter, QRectF(self.rect()))
        if self._hovered is not None:
            self._paint_card(painter, *self._hovered)
        painter.end()

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Paint the chart as it is looked at now, without the card of a mark."""
        if self._chart is None:
            return
        room = Frame(area.left(), area.top(), area.width(), area.height())
        self._drawn = draw_chart(self._chart, PainterCanvas(painter), room, theme.scale(), self._views)

    def image(self, finer: int = 2) -> QImage:
        """The picture on the ground of the card, drawn finer for documents."""
        image = QImage(self.size() * finer, QImage.Format.Format_RGB32)
        image.fill(QColor(theme.token("surface")))
        painter = QPainter(image)
        painter.scale(finer, finer)
        self.paint(painter, QRectF(self.rect()))
        painter.end()
        return image

    def _paint_card(self, painter: QPainter, place: QPointF, lines: Lines) -> None:
        painter.setPen(QPen(QColor(theme.token("text")), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(place, 6.0, 6.0)
        font = theme.application_font()
        font.setPixelSize(max(9, round(11 * theme.scale())))
        painter.setFont(font)
        metrics = painter.fontMetrics()
        width = max(metrics.horizontalAdvance(line) for line in lines) + 20
        height = len(lines) * metrics.height() + 12
        left = place.x() + 12 if place.x() + 12 + width < self.width() else place.x() - 12 - width
        top = min(max(2.0, place.y() + 12), self.height() - height - 2.0)
        card = QRectF(max(2.0, left), top, width, height)
        painter.setPen(QPen(QColor(theme.token("ctl")), 1))
        painter.setBrush(QColor(theme.token("surface")))
        painter.drawRoundedRect(card, 6, 6)
        for number, line in enumerate(lines):
            font.setBold(number == 0)
            painter.setFont(font)
            painter.setPen(QColor(theme.token("text" if number == 0 else "text2")))
            painter.drawText(
                QPointF(card.left() + 10, card.top() + 6 + number * metrics.height() + metrics.ascent()), line
            )

    def redress(self) -> None:
        self.update()

    # --- the pointer ---

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._pan(event.position())
            return
        self._hover(event.position())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hovered = None
        self.update()

    def _hover(self, place: QPointF) -> None:
        found = self._find_mark(place)
        if (found is None) != (self._hovered is None) or (found and self._hovered and found[1] != self._hovered[1]):
            self._hovered = found
            self.update()

    def _find_mark(self, place: QPointF) -> tuple[QPointF, Lines] | None:
        """Find the nearest mark within reach, else the block under the pointer that has something to say."""
        best, least = None, NEAR * theme.scale()
        for drawn in self._drawn:
            if not drawn.frame.holds(place.x(), place.y()):
                continue
            for layer in drawn.panel.layers:
                if not isinstance(layer, Points | Curve) or layer.describe is None or not len(layer.x):
                    continue
                x, y = drawn.x(layer.x), drawn.y(layer.y)
                far = np.hypot(x - place.x(), y - place.y())
                if np.isnan(far).all():
                    continue
                at = int(np.nanargmin(far))
                if far[at] < least:
                    best, least = (QPointF(float(x[at]), float(y[at])), layer.describe(at)), float(far[at])
            if best is None:
                best = _find_block(drawn, place)
        return best

    def wheelEvent(self, event: QWheelEvent) -> None:
        at = self._panel_at(event.position())
        notches = event.angleDelta().y() / 120
        if at is None or not notches:
            super().wheelEvent(event)
            return
        self.zoom(at, event.position(), STEP**-notches)
        event.accept()

    def zoom(self, panel: int, around: QPointF, factor: float) -> None:
        """Look at more (factor above 1) or less of a panel; the value under the pointer keeps its place."""
        drawn = self._drawn[panel]
        x, y = drawn.value_at(around.x(), around.y())
        low, high, bottom, top = drawn.view
        whole = whole_view(drawn.panel)
        new = (x + (low - x) * factor, x + (high - x) * factor, y + (bottom - y) * factor, y + (top - y) * factor)
        if (new[1] - new[0]) < CLOSEST * (whole[1] - whole[0]):
            return
        self._look(panel, drawn, new)

    def _look(self, panel: int, drawn: DrawnPanel, view: View) -> None:
        """Named places are never zoomed, and nothing outside the whole is looked at."""
        whole = whole_view(drawn.panel)
        x = whole[:2] if drawn.panel.x.ticks is not None else _keep_inside(view[:2], whole[:2])
        y = whole[2:] if drawn.panel.y.ticks is not None else _keep_inside(view[2:], whole[2:])
        self._views[panel] = (*x, *y)
        self._hovered = None
        self.update()

    def _panel_at(self, place: QPointF) -> int | None:
        found = (number for number, drawn in enumerate(self._drawn) if drawn.frame.holds(place.x(), place.y()))
        return next(found, None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        at = self._panel_at(event.position())
        self._moved = False
        if event.button() is Qt.MouseButton.LeftButton and at is not None:
            self._pressed = event.position(), at, self._drawn[at].view

    def _pan(self, place: QPointF) -> None:
        if self._pressed is None:
            return
        start, at, view = self._pressed
        if (place - start).manhattanLength() > 4:
            self._moved = True
        if at not in self._views or at >= len(self._drawn):
            return
        drawn = self._drawn[at]
        across = (view[1] - view[0]) * (place.x() - start.x()) / drawn.frame.width
        up = (view[3] - view[2]) * (place.y() - start.y()) / drawn.frame.height
        self._look(at, drawn, (view[0] - across, view[1] - across, view[2] + up, view[3] + up))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self._pressed is not None and not self._moved:
            at = self._pressed[1]
            if at < len(self._drawn):
                x, y = self._drawn[at].value_at(event.position().x(), event.position().y())
                self.picked.emit(x, y, at)
        self._pressed = None

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        self.reset()

    def reset(self) -> None:
        """Show the whole chart again."""
        self._views = {}
        self.update()

    @property
    def is_zoomed(self) -> bool:
        return bool(self._views)


def _has_same_axes(one: Chart, other: Chart) -> bool:
    return one.key == other.key and [whole_view(p) for p in one.panels] == [whole_view(p) for p in other.panels]


def _keep_inside(wanted: tuple[float, float], whole: tuple[float, float]) -> tuple[float, float]:
    """Move a range into the whole one; one that is longer becomes the whole."""
    low, high = wanted
    if high - low >= whole[1] - whole[0]:
        return whole
    shift = max(0.0, whole[0] - low) - max(0.0, high - whole[1])
    return low + shift, high + shift


def _find_block(drawn: DrawnPanel, place: QPointF) -> tuple[QPointF, Lines] | None:
    x, y = drawn.value_at(place.x(), place.y())
    for block in _blocks(drawn):
        ends = (block.left, block.right, block.bottom, block.top)
        low_x, high_x, low_y, high_y = (
            whole if end is None else end for end, whole in zip(ends, whole_view(drawn.panel), strict=True)
        )
        if min(low_x, high_x) <= x <= max(low_x, high_x) and min(low_y, high_y) <= y <= max(low_y, high_y):
            return place, block.tip
    return None


def _blocks(drawn: DrawnPanel) -> Iterator[Block]:
    return (layer for layer in reversed(drawn.panel.layers) if isinstance(layer, Block) and layer.tip)
