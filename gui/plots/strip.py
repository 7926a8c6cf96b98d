"""The difference strip: zone too small to matter, zero line, twenty dots, graded bars without end caps."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from core.figures.strip import Strip
from gui import strings, theme
from gui.plots.figure import Figure
from gui.plots.ink import thin, ticks
from gui.plots.spoken import Spoken
from gui.widgets.parts import as_tip

SIDE = 14
HIGHEST = 150
DOT = 4.0
BARS = (3.0, 7.0, 12.0)
"""Thickness of the full, the 80 % and the 50 % bar."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A strip with the words around it; `scale` turns its numbers into the unit shown."""

    strip: Strip
    scale: float
    unit: str
    first: str
    second: str


class DifferenceStrip(Spoken):
    """Paints one gap; dots that would overlap are piled up."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("differenceStrip")
        self.setAccessibleName(strings.verdict.STRIP)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMaximumHeight(HIGHEST)
        self._gap: Gap | None = None

    def show_gap(self, gap: Gap | None, sentence: str) -> None:
        self._gap = gap
        self.setVisible(gap is not None)
        self.setAccessibleDescription(sentence)
        self.setToolTip(as_tip(sentence))
        self.read_out(gap.strip.in_words(gap.first, gap.second, gap.scale, gap.unit) if gap else ())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        dots = 26 + self._levels * round(2 * DOT + 1) + 8
        return QSize(420, (2 + self._name_lines) * self._line + max(64, dots))

    @property
    def _levels(self) -> int:
        """How high the dots are piled up at this width."""
        if self._gap is None:
            return 1
        shown, reach = self._gap.strip, _reach(self._gap.strip)
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
        if self._gap is None:
            return ()
        left = strings.verdict.STRIP_LEFT.format(second=self._gap.second)
        return left, strings.verdict.STRIP_RIGHT.format(first=self._gap.first)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setMaximumHeight(max(HIGHEST, self.sizeHint().height()))
        self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._gap is None:
            return
        painter, colours = QPainter(self), theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(Figure.small_font())
        reach = _reach(self._gap.strip)
        top, bottom = float(self._line + 3), float(self.height() - (1 + self._name_lines) * self._line - 8)
        self._paint_zone(painter, colours, self._gap, reach, QRectF(0, top, self.width(), bottom - top))
        self._paint_bars(painter, colours, self._gap.strip, reach, bottom - 12)
        self._paint_dots(painter, colours, self._gap.strip, reach, bottom - 26)
        self._paint_axis(painter, colours, self._gap, reach, bottom)

    def _x(self, value: float, reach: float) -> float:
        return SIDE + (self.width() - 2 * SIDE) * (value + reach) / (2 * reach)

    def _paint_zone(self, painter: QPainter, colours: theme.Theme, gap: Gap, reach: float, area: QRectF) -> None:
        margin, zero = gap.strip.margin, self._x(0, reach)
        left, right = self._x(-margin, reach), self._x(margin, reach)
        painter.fillRect(QRectF(left, area.top(), right - left, area.height()), QColor(colours.zone))
        painter.setPen(thin(colours.text, 1.5))
        painter.drawLine(QPointF(zero, area.top()), QPointF(zero, area.bottom()))
        painter.setPen(QColor(colours.secondary))
        words = strings.verdict.STRIP_ZONE.format(margin=f"{margin * gap.scale:g}", unit=gap.unit).replace(" )", ")")
        painter.drawText(QRectF(0, 0, self.width(), area.top()), Qt.AlignmentFlag.AlignHCenter, words)

    def _paint_bars(self, painter: QPainter, colours: theme.Theme, strip: Strip, reach: float, y: float) -> None:
        for (low, high), thick, shade in zip(reversed(strip.bars), BARS, (0.55, 0.75, 1.0), strict=True):
            colour = QColor(colours.text)
            colour.setAlphaF(shade)
            area = QRectF(self._x(low, reach), y - thick / 2, self._x(high, reach) - self._x(low, reach), thick)
            painter.fillRect(area, colour)

    def _paint_dots(self, painter: QPainter, colours: theme.Theme, strip: Strip, reach: float, y: float) -> None:
        for dot, x, level in piles([(dot, self._x(dot, reach)) for dot in strip.dots], strip.margin):
            _paint_dot(painter, colours, QPointF(x, y - level * (2 * DOT + 1)), dot > 0)

    def _paint_axis(self, painter: QPainter, colours: theme.Theme, gap: Gap, reach: float, y: float) -> None:
        for value, text in ticks(-reach * gap.scale, reach * gap.scale):
            x = self._x(value / gap.scale, reach)
            painter.setPen(thin(colours.border))
            painter.drawLine(QPointF(x, y), QPointF(x, y + 4))
            painter.setPen(QColor(colours.secondary))
            sign = "+" if value > 0 else ""
            painter.drawText(QRectF(x - 40, y + 4, 80, self._line), Qt.AlignmentFlag.AlignHCenter, sign + text)
        painter.setPen(QColor(colours.text))
        below = QRectF(SIDE, y + 4 + self._line, self.width() - 2 * SIDE, self._line + 2)
        left, right = self._directions()
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, left)
        second = below.translated(0, (self._name_lines - 1) * self._line)
        painter.drawText(second, Qt.AlignmentFlag.AlignRight, right)


def _reach(strip: Strip) -> float:
    """The same distance to both sides, so that zero is in the middle."""
    return 1.12 * max(abs(end) for end in (*strip.dots, strip.margin, *strip.bars[-1])) or 1.0


def piles(dots: list[tuple[float, float]], margin: float) -> list[tuple[float, float, int]]:
    """Value, place and level of each dot: one that would overlap is put on the one before, if both mean the same."""
    placed: list[tuple[float, float, int]] = []
    for value, x in dots:
        before = placed[-1] if placed else None
        if before and x - before[1] < 2 * DOT + 1 and _side(before[0], margin) == _side(value, margin):
            placed.append((value, before[1], before[2] + 1))
        else:
            placed.append((value, max(x, before[1] + 2 * DOT) if before else x, 0))
    return placed


def _side(value: float, margin: float) -> tuple[bool, bool]:
    return value > 0, abs(value) > margin


def _paint_dot(painter: QPainter, colours: theme.Theme, middle: QPointF, for_first: bool) -> None:
    """Triangles for the candidate, circles for the reference: colour is never alone."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours.series_b if for_first else colours.series_a))
    if not for_first:
        painter.drawEllipse(middle, DOT, DOT)
        return
    x, y = middle.x(), middle.y()
    painter.drawPolygon(QPolygonF([QPointF(x, y - DOT), QPointF(x + DOT, y + DOT), QPointF(x - DOT, y + DOT)]))
