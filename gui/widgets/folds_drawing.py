"""The one picture that explains the plan: strips of rows, hatched by what they are for in each fold."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.domain.drawn_folds import Folds, Use
from core.support.text import pluralize
from gui import strings, theme

LEGEND = (
    (Use.TRAINING, strings.plan.T1),
    (Use.TUNING, strings.plan.T2),
    (Use.TEST, strings.plan.TEST),
    (Use.UNUSED, strings.plan.UNUSED),
)
HATCHES = {
    Use.TRAINING: Qt.BrushStyle.NoBrush,
    Use.TUNING: Qt.BrushStyle.Dense6Pattern,
    Use.TEST: Qt.BrushStyle.BDiagPattern,
    Use.UNUSED: Qt.BrushStyle.NoBrush,
}
FEWEST, LEAST_STEP, MOST_STEP = 5, 20, 40  # folds that are drawn in little room; pixels from one fold to the next


class FoldsDrawing(QWidget):
    """Shows one repeat; color, hatch and words say the same."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("foldsDrawing")
        self.setAccessibleName(strings.plan.DRAWING)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._folds: Folds | None = None
        self._trouble = ""

    def show_folds(self, folds: Folds, sentence: str) -> None:
        self._folds, self._trouble = folds, ""
        self.setAccessibleDescription(sentence)
        self.update()

    def show_trouble(self, trouble: str) -> None:
        self._folds, self._trouble = None, trouble
        self.setAccessibleDescription(trouble)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(420, 220)

    def minimumSizeHint(self) -> QSize:
        return QSize(224, FEWEST * LEAST_STEP + 2 * (self.fontMetrics().height() + 8))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors, metrics = theme.current(), self.fontMetrics()
        if self._folds is None:
            painter.setPen(QColor(colors.secondary))
            wrap = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(16, 0, -16, 0), wrap, self._trouble)
            return
        legend = self._paint_legend(painter, colors, metrics)
        self._paint_strips(painter, colors, metrics, self._folds, legend)

    def _paint_legend(self, painter: QPainter, colors: theme.Theme, metrics: QFontMetrics) -> float:
        """Key on top; gives the height it used."""
        x, y, height = 0.0, 2.0, float(metrics.height())
        used = {use for strip in self._folds.strips for use in strip} if self._folds else set()
        for use, text in LEGEND:
            if use not in used:
                continue
            shown = strings.plan.TRAINING if use is Use.TRAINING and Use.TUNING not in used else text
            width = 18 + 6 + metrics.horizontalAdvance(shown) + 16
            if x + width > self.width() and x:
                x, y = 0.0, y + height + 4
            self._paint_block(painter, colors, QRectF(x, y + (height - 13) / 2, 18, 13), use)
            painter.setPen(QColor(colors.text))
            painter.drawText(QRectF(x + 24, y, width, height), Qt.AlignmentFlag.AlignVCenter, shown)
            x += width
        return y + height + 8

    def _paint_strips(
        self, painter: QPainter, colors: theme.Theme, metrics: QFontMetrics, folds: Folds, top: float
    ) -> None:
        left = metrics.horizontalAdvance(strings.plan.FOLD.format(number=10)) + 10
        below = metrics.height() + 4
        strips, more = folds.strips, folds.more
        if len(strips) > FEWEST and len(strips) * LEAST_STEP > self.height() - top - (below if more else 2):
            strips, more = strips[:FEWEST], more + len(strips) - FEWEST
        step = min(MOST_STEP, int((self.height() - top - (below if more else 2)) / max(1, len(strips))))
        for place, strip in enumerate(strips):
            y = top + place * step
            painter.setPen(QColor(colors.secondary))
            name = strings.plan.FOLD.format(number=place + 1)
            painter.drawText(QRectF(0, y, left, step - 3), Qt.AlignmentFlag.AlignVCenter, name)
            self._paint_strip(painter, colors, QRectF(left, y, self.width() - left - 1, step - 3), strip)
        if more:
            painter.setPen(QColor(colors.secondary))
            text = strings.plan.MORE_FOLDS.format(folds=pluralize(more, strings.plan.MORE_FOLD))
            painter.drawText(round(left), round(top + len(strips) * step + metrics.ascent()), text)

    def _paint_strip(self, painter: QPainter, colors: theme.Theme, area: QRectF, strip: tuple[Use, ...]) -> None:
        width = area.width() / len(strip)
        gap = 1.0 if width > 4 else 0.0
        for place, use in enumerate(strip):
            left, right = (round(area.left() + number * width) for number in (place, place + 1))
            block = QRectF(left, round(area.top()), max(1.0, right - left - gap), round(area.height()))
            self._paint_block(painter, colors, block, use)

    def _paint_block(self, painter: QPainter, colors: theme.Theme, block: QRectF, use: Use) -> None:
        fills = {
            Use.TRAINING: colors.base,
            Use.TUNING: colors.base_soft,
            Use.TEST: colors.sel_soft,
            Use.UNUSED: colors.surface,
        }
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(fills[use]))
        painter.drawRect(block)
        if use is Use.UNUSED:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.line), 1))
            painter.drawRect(block.adjusted(0.5, 0.5, -0.5, -0.5))
        elif HATCHES[use] is not Qt.BrushStyle.NoBrush:
            ink = colors.base if use is Use.TUNING else colors.sel
            painter.setBrush(QBrush(QColor(ink), HATCHES[use]))
            painter.drawRect(block)
