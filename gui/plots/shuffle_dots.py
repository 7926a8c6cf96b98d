"""The small picture of all shuffles: one mark each, sorted by their evidence, filled where one is clear."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy

from core.figures.repeat_marks import Mark, Ranks
from gui import strings, theme
from gui.plots.figure import Figure
from gui.plots.spoken import Spoken

RADIUS = 4.5


class ShuffleDots(Spoken):
    """Marks above the band are clear for the candidate, below it for the reference."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("shuffleDots")
        self.setAccessibleName(strings.verdict.CARDS["repeats"])
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._ranks: Ranks | None = None
        self._names = ("", "")

    def show_ranks(self, ranks: Ranks | None, first: str, second: str) -> None:
        self._ranks, self._names = ranks, (first, second)
        self.setVisible(ranks is not None)
        self.setAccessibleDescription(ranks.counts(first, second) if ranks else "")
        self.read_out(ranks.in_words(first, second) if ranks else ())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(260, 2 * self._line + 58)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 2 * self._line + 40)

    @property
    def _line(self) -> int:
        return QFontMetrics(Figure.small_font()).height()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._ranks is None:
            return
        painter, colors, ranks = QPainter(self), theme.current(), self._ranks
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(Figure.small_font())
        whole = QRectF(self.contentsRect())
        area = whole.adjusted(0, self._line + 2, 0, -self._line - 2)
        unit = area.height() / (2 * ranks.reach)
        middle = area.center().y()
        band = QRectF(area.left(), middle - ranks.band * unit, area.width(), 2 * ranks.band * unit)
        painter.fillRect(band, QColor(colors.zone))
        painter.setPen(QPen(QColor(colors.secondary), 1))
        painter.drawLine(QPointF(area.left(), middle), QPointF(area.right(), middle))
        above, below = (strings.verdict.CLEAR.format(name=name) for name in self._names)
        painter.drawText(whole, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, above)
        painter.drawText(whole, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, below)
        start, step = area.left() + 2 * RADIUS, (area.width() - 4 * RADIUS) / max(1, len(ranks.marks) - 1)
        for place, mark in enumerate(ranks.marks):
            paint_mark(painter, colors, QPointF(start + place * step, middle - mark.t * unit), mark)


def paint_mark(painter: QPainter, colors: theme.Theme, middle: QPointF, mark: Mark) -> None:
    """Triangle for the candidate, circle for the reference; filled where the shuffle is clear."""
    color = QColor(colors.series_b if mark.t > 0 else colors.series_a)
    painter.setPen(QPen(color, 1.8))
    painter.setBrush(color if mark.side else QColor(colors.surface))
    x, y, r = middle.x(), middle.y(), RADIUS
    if mark.t > 0:
        painter.drawPolygon(QPolygonF([QPointF(x, y - r), QPointF(x + r, y + r), QPointF(x - r, y + r)]))
    else:
        painter.drawEllipse(middle, r, r)
