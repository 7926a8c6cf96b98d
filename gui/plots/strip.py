"""The difference strip: zone too small to matter, zero line, twenty dots, graded bars without end caps."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from core.figures.difference_picture import BARS_UP, DOT, DOTS_UP, DifferencePicture, piles, room_for
from core.wording.strip_text import list_strip_values
from gui import strings, theme
from gui.plots.figure import Figure
from gui.plots.ink import thin
from gui.plots.spoken import Spoken
from gui.widgets.parts import as_tip

SIDE = 14
HIGHEST = 150


class DifferenceStrip(Spoken):
    """Paints one gap; dots that would overlap are piled up."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("differenceStrip")
        self.setAccessibleName(strings.verdict.STRIP)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMaximumHeight(HIGHEST)
        self._gap: DifferencePicture | None = None

    def show_gap(self, difference: DifferencePicture | None, sentence: str) -> None:
        self._gap = difference
        self.setVisible(difference is not None)
        self.setAccessibleDescription(sentence)
        self.setToolTip(as_tip(sentence))
        self.read_out(list_strip_values(difference) if difference else ())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(420, (2 + self._name_lines) * self._line + round(room_for(self._levels)))

    @property
    def _levels(self) -> int:
        """How high the dots are piled up at this width."""
        if self._gap is None:
            return 1
        shown, reach = self._gap.strip, self._gap.reach
        placed = piles([(dot, self._x(dot, reach)) for dot in shown.dots], shown.margin)
        return 1 + max((level for _, _, level in placed), default=0)

    def minimumSizeHint(self) -> QSize:
        return QSize(260, self.sizeHint().height())

    @property
    def _line(self) -> int:
        return QFontMetrics(Figure.small_font()).height()

    @property
    def _name_lines(self) -> int:
        """The names of both directions stand in one line where there is room."""
        metrics, room = QFontMetrics(Figure.small_font()), self.width() - 2 * SIDE
        return 1 if sum(metrics.horizontalAdvance(name + "  ") for name in self._directions()) <= room else 2

    def _directions(self) -> tuple[str, ...]:
        return () if self._gap is None else self._gap.directions

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setMaximumHeight(max(HIGHEST, self.sizeHint().height()))
        self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._gap is None:
            return
        painter, colors = QPainter(self), theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(Figure.small_font())
        reach = self._gap.reach
        top, bottom = float(self._line + 3), float(self.height() - (1 + self._name_lines) * self._line - 8)
        self._paint_zone(painter, colors, self._gap, reach, QRectF(0, top, self.width(), bottom - top))
        self._paint_bars(painter, colors, self._gap, reach, bottom - BARS_UP)
        self._paint_dots(painter, colors, self._gap, reach, bottom - DOTS_UP)
        self._paint_axis(painter, colors, self._gap, reach, bottom)

    def _x(self, value: float, reach: float) -> float:
        return SIDE + (self.width() - 2 * SIDE) * (value + reach) / (2 * reach)

    def _paint_zone(
        self, painter: QPainter, colors: theme.Theme, difference: DifferencePicture, reach: float, area: QRectF
    ) -> None:
        margin, zero = difference.strip.margin, self._x(0, reach)
        left, right = self._x(-margin, reach), self._x(margin, reach)
        painter.fillRect(QRectF(left, area.top(), right - left, area.height()), QColor(colors.zone))
        painter.setPen(thin(colors.text, 1.5))
        painter.drawLine(QPointF(zero, area.top()), QPointF(zero, area.bottom()))
        painter.setPen(QColor(colors.secondary))
        painter.drawText(QRectF(0, 0, self.width(), area.top()), Qt.AlignmentFlag.AlignHCenter, difference.zone)

    def _paint_bars(
        self, painter: QPainter, colors: theme.Theme, difference: DifferencePicture, reach: float, y: float
    ) -> None:
        for low, high, thick, shade in difference.grades:
            color = QColor(colors.text)
            color.setAlphaF(shade)
            area = QRectF(self._x(low, reach), y - thick / 2, self._x(high, reach) - self._x(low, reach), thick)
            painter.fillRect(area, color)

    def _paint_dots(
        self, painter: QPainter, colors: theme.Theme, difference: DifferencePicture, reach: float, y: float
    ) -> None:
        for dot, x, level in piles(
            [(dot, self._x(dot, reach)) for dot in difference.strip.dots], difference.strip.margin
        ):
            _paint_dot(painter, colors, QPointF(x, y - level * (2 * DOT + 1)), dot > 0)

    def _paint_axis(
        self, painter: QPainter, colors: theme.Theme, difference: DifferencePicture, reach: float, y: float
    ) -> None:
        for value, text in difference.ticks:
            x = self._x(value, reach)
            painter.setPen(thin(colors.border))
            painter.drawLine(QPointF(x, y), QPointF(x, y + 4))
            painter.setPen(QColor(colors.secondary))
            painter.drawText(QRectF(x - 40, y + 4, 80, self._line), Qt.AlignmentFlag.AlignHCenter, text)
        painter.setPen(QColor(colors.text))
        below = QRectF(SIDE, y + 4 + self._line, self.width() - 2 * SIDE, self._line + 2)
        left, right = self._directions()
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, left)
        second = below.translated(0, (self._name_lines - 1) * self._line)
        painter.drawText(second, Qt.AlignmentFlag.AlignRight, right)


def _paint_dot(painter: QPainter, colors: theme.Theme, middle: QPointF, for_first: bool) -> None:
    """Triangles for the candidate, circles for the reference: color is never alone."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colors.series_b if for_first else colors.series_a))
    if not for_first:
        painter.drawEllipse(middle, DOT, DOT)
        return
    x, y = middle.x(), middle.y()
    painter.drawPolygon(QPolygonF([QPointF(x, y - DOT), QPointF(x + DOT, y + DOT), QPointF(x - DOT, y + DOT)]))
