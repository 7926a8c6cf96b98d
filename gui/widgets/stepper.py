"""The list of steps on the left: number, check mark or seal, each with its state in words."""

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QVBoxLayout, QWidget

from gui import strings, theme


class StepState(StrEnum):
    NOT_STARTED = "not started"
    CURRENT = "current"
    DONE = "done"
    ATTENTION = "needs attention"
    SEALED = "sealed"


GLYPHS = {StepState.DONE: "✓", StepState.ATTENTION: "!", StepState.SEALED: "✓"}
CIRCLE = 24
LOCK = 14  # pixels of the sign that a step is sealed
MOST_GROWTH = 1.25  # of the circles, so that numbers alone stay in their narrow column
WIDTH = 168


@dataclass(frozen=True, slots=True)
class Mark:
    """How one step is shown."""

    key: str
    title: str
    state: StepState
    current: bool


class StepButton(QAbstractButton):
    """One step: a circle with its number or glyph, a title, a seal where it is closed."""

    def __init__(self, number: int, mark: Mark, last: bool) -> None:
        super().__init__()
        self.number, self.last = number, last
        self.setObjectName(f"step_{mark.key}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show_mark(mark)

    def show_mark(self, mark: Mark) -> None:
        self.mark = mark
        state = strings.STEP_CURRENT if mark.current else str(mark.state)
        self.setText(mark.title)
        self.setAccessibleName(strings.STEP_NAME.format(number=self.number, title=mark.title, state=state))
        self.setToolTip(strings.STEP_TIP.format(title=mark.title, state=state, number=self.number))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, max(42, self.fontMetrics().height() + 20))

    def minimumSizeHint(self) -> QSize:
        return QSize(48, max(36, self.fontMetrics().height() + 12))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.current()
        if self.underMouse():
            painter.fillRect(self.rect(), QColor(colours.hover))
        size = round(CIRCLE * min(MOST_GROWTH, theme.scale()))
        circle = QRectF(26 - size / 2, (self.height() - size) / 2, size, size)
        self._paint_line(painter, colours, circle)
        self._paint_circle(painter, colours, circle)
        self._paint_title(painter, colours, circle)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.focus), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(3, 2, -3, -2), 5, 5)

    def _paint_line(self, painter: QPainter, colours: theme.Theme, circle: QRectF) -> None:
        painter.setPen(QPen(QColor(colours.line), 2))
        middle = circle.center().x()
        if self.number > 1:
            painter.drawLine(round(middle), 0, round(middle), round(circle.top()) - 3)
        if not self.last:
            painter.drawLine(round(middle), round(circle.bottom()) + 3, round(middle), self.height())

    def _paint_circle(self, painter: QPainter, colours: theme.Theme, circle: QRectF) -> None:
        colour = QColor(self._colour(colours))
        painter.setPen(QPen(colour, 2))
        painter.setBrush(colour if self.mark.current else QColor(colours.window))
        painter.drawEllipse(circle.adjusted(1, 1, -1, -1))
        font = self.font()
        font.setBold(True)
        font.setPixelSize(max(10, round(circle.height() * 0.46)))
        painter.setFont(font)
        painter.setPen(QColor(colours.on_accent) if self.mark.current else colour)
        glyph = str(self.number) if self.mark.current else GLYPHS.get(self.mark.state, str(self.number))
        painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, glyph)

    def _colour(self, colours: theme.Theme) -> str:
        if self.mark.state is StepState.ATTENTION and not self.mark.current:
            return colours.caution
        if self.mark.current or self.mark.state in (StepState.DONE, StepState.SEALED):
            return colours.accent
        return colours.border

    def _paint_title(self, painter: QPainter, colours: theme.Theme, circle: QRectF) -> None:
        font = self.font()
        font.setBold(self.mark.current)
        painter.setFont(font)
        waiting = self.mark.state is StepState.NOT_STARTED and not self.mark.current
        painter.setPen(QColor(colours.secondary if waiting else colours.text))
        left = circle.right() + 9
        seal = LOCK + 6 if self.mark.state is StepState.SEALED else 4
        area = QRectF(left, 0, max(0.0, self.width() - left - seal), self.height())
        text = painter.fontMetrics().elidedText(self.mark.title, Qt.TextElideMode.ElideRight, int(area.width()))
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        if self.mark.state is StepState.SEALED and self.width() > 60:
            box = QRectF(self.width() - LOCK - 5, (self.height() - LOCK) / 2, LOCK, LOCK)
            theme.icon("lock", colours.secondary, LOCK).paint(painter, box.toRect())


class Stepper(QFrame):
    """All steps in order; `chosen` tells which one the person wants to see."""

    chosen = Signal(str)

    def __init__(self, marks: tuple[Mark, ...]) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setAccessibleName(strings.STEPS)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 8, 0, 8)
        self._layout.setSpacing(0)
        self.buttons = {mark.key: self._button(number, mark, len(marks)) for number, mark in enumerate(marks, 1)}
        self._layout.addStretch(1)
        self.narrow(False)

    def _button(self, number: int, mark: Mark, count: int) -> StepButton:
        result = StepButton(number, mark, number == count)
        result.clicked.connect(lambda: self.chosen.emit(mark.key))
        self._layout.addWidget(result)
        return result

    def show_marks(self, marks: tuple[Mark, ...]) -> None:
        for mark in marks:
            self.buttons[mark.key].show_mark(mark)

    def narrow(self, narrow: bool) -> None:
        """Numbers only, where the window is small."""
        self.setFixedWidth(52 if narrow else max(WIDTH, self.fontMetrics().horizontalAdvance("Review & lock") + 84))

    def focus_current(self) -> QWidget | None:
        current = next((button for button in self.buttons.values() if button.mark.current), None)
        if current is not None:
            current.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return current
