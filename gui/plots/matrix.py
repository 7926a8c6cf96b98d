"""The table of confusions as a picture: truth downward, answers across, darker where more rows are."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from core.application.inspect_predictions import Confusion
from gui import theme
from gui.plots.figure import Figure
from gui.plots.ink import ink_on, laid_over, thin
from gui.plots.spoken import Spoken
from gui.strings import explore as words

WIDEST = 200.0
HIGHEST = 96.0
DARKEST = 0.75


class ConfusionPlot(Spoken):
    """Wrong answers are shaded, right ones framed; the number in a cell is per 100 rows."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("confusionPlot")
        self.setAccessibleName(words.ERRORS_CONFUSION)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._found: Confusion | None = None

    def show_confusion(self, found: Confusion, sentence: str) -> None:
        self._found = found
        self.setAccessibleDescription(sentence)
        self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 120)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._found is None:
            return
        painter, found = QPainter(self), self._found
        painter.setFont(Figure.small_font())
        line, names = float(QFontMetrics(Figure.small_font()).height()), found.classes
        left = min(
            0.3 * self.width(), 12.0 + max(QFontMetrics(Figure.small_font()).horizontalAdvance(n) for n in names)
        )
        wide = min(WIDEST, (self.width() - left) / len(names))
        high = min(HIGHEST, (self.height() - 2 * line - 4) / len(names))
        worst = max([found.per_100[i][j] for i in range(len(names)) for j in range(len(names)) if i != j] + [1e-9])
        self._paint_names(painter, left, wide, high, line)
        for i, shares in enumerate(found.per_100):
            for j, share in enumerate(shares):
                area = QRectF(left + j * wide, 2 * line + 4 + i * high, wide, high).adjusted(1, 1, -1, -1)
                self._paint_cell(painter, area, share, share / worst if i != j else None)

    def _paint_names(self, painter: QPainter, left: float, wide: float, high: float, line: float) -> None:
        assert self._found is not None
        colors, metrics = theme.current(), QFontMetrics(Figure.small_font())
        painter.setPen(QColor(colors.secondary))
        painter.drawText(QRectF(left, 0, self.width() - left, line), Qt.AlignmentFlag.AlignLeft, words.ERRORS_ANSWERS)
        painter.setPen(QColor(colors.text))
        for place, name in enumerate(self._found.classes):
            short = metrics.elidedText(name, Qt.TextElideMode.ElideRight, int(wide - 4))
            painter.drawText(QRectF(left + place * wide, line, wide, line), Qt.AlignmentFlag.AlignHCenter, short)
            beside = metrics.elidedText(name, Qt.TextElideMode.ElideRight, int(left - 8))
            area = QRectF(0, 2 * line + 4 + place * high, left - 6, high)
            painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, beside)

    @staticmethod
    def _paint_cell(painter: QPainter, area: QRectF, share: float, weight: float | None) -> None:
        """`weight` is the darkness of a wrong answer; None for a right one."""
        colors = theme.current()
        shade = laid_over(QColor(colors.surface), QColor(colors.series_b), DARKEST * (weight or 0.0))
        painter.fillRect(area, shade)
        painter.setPen(thin(colors.border))
        painter.drawRect(area)
        painter.setPen(ink_on(shade))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, f"{share:.1f}")
