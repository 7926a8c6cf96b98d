"""Error of tested rows by distance, with the new row marked and what was never tested shaded."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.domain.prediction import ErrorByDistance
from core.figures.chart_drawing import choose_ticks, format_tick
from core.figures.column_summary import short
from gui import theme
from gui.strings import predict as words

LEFT, BELOW, ABOVE, MARK = 40, 36, 12, 5
ROOM = 1.15  # of the largest distance and error, so that nothing touches the frame
TICKS = 4


class DistancePlot(QWidget):
    """Steps of the mean error; beyond the last step nothing is drawn, for nothing was tested there."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("distancePlot")
        self._found: ErrorByDistance | None = None
        self._row, self._distance, self._error = 0, 0.0, 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(260, theme.scaled(180))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, theme.scaled(110))

    def show_row(self, found: ErrorByDistance | None, row: int, distance: float, error: float) -> None:
        """`row` counts from 1; `error` is NaN where none is expected."""
        self._found, self._row, self._distance, self._error = found, row, distance, error
        told = words.PLOT_NONE
        if found is not None:
            steps = ", ".join(f"{short(step.distance)}: {short(step.mean)}" for step in found.steps)
            told = words.PLOT_SPOKEN.format(steps=steps, row=row, distance=short(distance))
        self.setAccessibleName(told)
        self.setToolTip(told)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colors, found = QPainter(self), theme.current(), self._found
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = theme.application_font()
        font.setPixelSize(theme.scaled(theme.SIZES["micro"]))
        painter.setFont(font)
        if found is None or not found.steps:
            painter.setPen(QColor(colors.text3))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, words.PLOT_NONE)
            return
        area = QRectF(theme.scaled(LEFT), ABOVE, self.width() - theme.scaled(LEFT) - 8, 0)
        area.setBottom(self.height() - theme.scaled(BELOW))
        last = found.steps[-1].distance
        far = ROOM * max(last, self._distance)
        high = ROOM * max(step.mean for step in found.steps) or 1.0
        self._paint_ground(painter, area, last / far)
        self._paint_axes(painter, area, far, high)
        self._paint_steps(painter, area, found, far, high)
        self._paint_mark(painter, area, far, high)

    def _paint_ground(self, painter: QPainter, area: QRectF, tested: float) -> None:
        colors = theme.current()
        beyond = QRectF(area.left() + tested * area.width(), area.top(), (1 - tested) * area.width(), area.height())
        painter.fillRect(beyond, QColor(colors.blocked_soft))
        if beyond.width() < painter.fontMetrics().horizontalAdvance(words.PLOT_BEYOND) / 2:
            return  # it would be cut; the tip tells it
        painter.setPen(QColor(colors.text2))
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        painter.drawText(beyond.adjusted(2, 2, -2, 0), flags, words.PLOT_BEYOND)

    def _paint_axes(self, painter: QPainter, area: QRectF, far: float, high: float) -> None:
        colors, line = theme.current(), painter.fontMetrics().height()
        for value in choose_ticks(0.0, high, TICKS):
            y = area.bottom() - value / high * area.height()
            painter.setPen(QColor(colors.grid if value else colors.ctl))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(colors.text2))
            beside = QRectF(0, y - line / 2, area.left() - 6, line)
            painter.drawText(beside, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, format_tick(value))
        for value in choose_ticks(0.0, far, TICKS):
            x = area.left() + value / far * area.width()
            below = QRectF(x - 30, area.bottom() + 3, 60, line)
            painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, format_tick(value))
        title = QRectF(area.left(), area.bottom() + 3 + line, area.width(), line + 2)
        painter.drawText(title, Qt.AlignmentFlag.AlignHCenter, words.PLOT_AXIS)

    def _paint_steps(self, painter: QPainter, area: QRectF, found: ErrorByDistance, far: float, high: float) -> None:
        painter.setPen(QPen(QColor(theme.current().sel), 2))
        left = 0.0
        before: QPointF | None = None
        for step in found.steps:
            start, end = self._at(area, left, step.mean, far, high), self._at(area, step.distance, step.mean, far, high)
            if before is not None:
                painter.drawLine(before, start)
            painter.drawLine(start, end)
            left, before = step.distance, end

    def _paint_mark(self, painter: QPainter, area: QRectF, far: float, high: float) -> None:
        colors, size = theme.current(), MARK * theme.scale()
        error = self._error if self._error == self._error else 0.0
        point = self._at(area, self._distance, error, far, high)
        corners = [QPointF(0, -size), QPointF(size, size), QPointF(-size, size)]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.sel))
        painter.drawPolygon(QPolygonF([point + corner for corner in corners]))
        painter.setPen(QColor(colors.text))
        text = words.PLOT_ROW.format(row=self._row)
        width = painter.fontMetrics().horizontalAdvance(text)
        x = point.x() - width - size - 3
        painter.drawText(QPointF(x if x > area.left() else point.x() + size + 3, point.y() - size), text)

    @staticmethod
    def _at(area: QRectF, distance: float, error: float, far: float, high: float) -> QPointF:
        return QPointF(area.left() + distance / far * area.width(), area.bottom() - error / high * area.height())
