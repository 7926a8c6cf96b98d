"""One of the five answers as a chip: glyph and word on its own soft ground, alike in banner, table and lists."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.domain.conclusion import Answer
from core.wording.conclusion_text import ANSWER_WORDS
from gui import theme
from gui.dressing import Dressed

HEIGHT = 22
GLYPH = 10.0
PADDING = 9.0
UNUSED = 0.4  # opacity of an answer that cannot be given


def answer_color(answer: Answer) -> str:
    return theme.token(answer.value) if answer is not Answer.NONE else theme.token("text2")


def answer_ground(answer: Answer) -> str:
    return theme.token(f"{answer.value}_soft") if answer is not Answer.NONE else theme.token("surface")


def paint_glyph(painter: QPainter, answer: Answer, middle: QPointF, size: float, color: QColor) -> None:
    """Paint the sign of an answer into a square of this size; drawn, because fonts do not all have these signs."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(color, max(1.6, size * 0.16))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    x, y, half = middle.x(), middle.y(), size / 2
    path = QPainterPath()
    if answer is Answer.YES:
        path.moveTo(x - 0.8 * half, y + 0.05 * half)
        path.lineTo(x - 0.2 * half, y + 0.65 * half)
        path.lineTo(x + 0.85 * half, y - 0.6 * half)
    elif answer is Answer.NO:
        path.moveTo(x - 0.65 * half, y - 0.65 * half)
        path.lineTo(x + 0.65 * half, y + 0.65 * half)
        path.moveTo(x + 0.65 * half, y - 0.65 * half)
        path.lineTo(x - 0.65 * half, y + 0.65 * half)
    elif answer is Answer.SAME:
        for down in (-0.35, 0.35):
            path.moveTo(x - 0.85 * half, y + (down + 0.15) * half)
            path.cubicTo(
                x - 0.3 * half,
                y + (down - 0.55) * half,
                x + 0.3 * half,
                y + (down + 0.55) * half,
                x + 0.85 * half,
                y + (down - 0.15) * half,
            )
    elif answer is Answer.UNCLEAR:
        path.moveTo(x - 0.45 * half, y - 0.45 * half)
        path.cubicTo(x - 0.4 * half, y - 1.1 * half, x + 0.6 * half, y - 1.0 * half, x + 0.5 * half, y - 0.35 * half)
        path.cubicTo(x + 0.45 * half, y + 0.0 * half, x, y, x, y + 0.4 * half)
        path.moveTo(x, y + 0.85 * half)
        path.lineTo(x, y + 0.86 * half)
    elif answer is Answer.BLOCKED:
        path.addEllipse(middle, 0.8 * half, 0.8 * half)
        path.moveTo(x - 0.55 * half, y - 0.55 * half)
        path.lineTo(x + 0.55 * half, y + 0.55 * half)
    painter.drawPath(path)
    painter.restore()


def chip_font() -> QFont:
    font = theme.application_font()
    font.setPixelSize(round(12 * theme.scale()))
    font.setWeight(QFont.Weight.DemiBold)
    return font


def chip_width(answer: Answer) -> float:
    words = ANSWER_WORDS.get(answer, "")
    return QFontMetricsF(chip_font()).horizontalAdvance(words) + theme.scale() * (2 * PADDING + GLYPH + 6)


def paint_chip(painter: QPainter, answer: Answer, left: float, middle: float) -> None:
    """Paint the chip with its left edge and its middle at these places."""
    scale, height = theme.scale(), HEIGHT * theme.scale()
    box = QRectF(left, middle - height / 2, chip_width(answer), height)
    color = QColor(answer_color(answer))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(answer_ground(answer)))
    painter.drawRoundedRect(box, height / 2, height / 2)
    paint_glyph(painter, answer, QPointF(left + scale * (PADDING + GLYPH / 2), middle), GLYPH * scale, color)
    painter.setFont(chip_font())
    painter.setPen(color)
    words = QRectF(box).adjusted(scale * (PADDING + GLYPH + 6), 0, 0, 0)
    painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, ANSWER_WORDS.get(answer, ""))
    painter.restore()


class AnswerChip(Dressed, QWidget):
    """Shows an answer; the accessible name is the question with its answer ("Better? Yes")."""

    def __init__(self, answer: Answer = Answer.NONE, question: str = "") -> None:
        super().__init__()
        self._answer, self._question = answer, question
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_answer(answer)

    @property
    def answer(self) -> Answer:
        return self._answer

    def show_answer(self, answer: Answer) -> None:
        self._answer = answer
        self.setAccessibleName(f"{self._question} {ANSWER_WORDS.get(answer, '')}".strip())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(chip_width(self._answer)), round(HEIGHT * theme.scale()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._answer is not Answer.NONE:
            painter = QPainter(self)
            painter.setOpacity(1.0 if self.isEnabled() else UNUSED)
            paint_chip(painter, self._answer, 0, self.height() / 2)
            painter.end()

    def redress(self) -> None:
        self.updateGeometry()
        self.update()
