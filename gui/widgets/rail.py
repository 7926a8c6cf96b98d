"""The rail on the left: the steps of a study, each with its state in a circle and what was decided there."""

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QVBoxLayout, QWidget

from gui import strings, theme
from gui.dressing import Dressed

CIRCLE = 22
SIGN = 14  # pixels of the sign inside a circle
LEFT = 16  # pixels from the edge to the circle
AFTER = 10  # pixels from the circle to the words
INSET = 8  # pixels from the edge to the ground of the current step
MOST_GROWTH = 1.5  # of the circles, so that they stay in their narrow column


class StepState(StrEnum):
    NOT_STARTED = "not done"
    DONE = "done"
    ATTENTION = "something is open"
    LOCKED = "locked"


@dataclass(frozen=True, slots=True)
class Mark:
    """How one step is shown; `summary` is what was decided there."""

    key: str
    title: str
    state: StepState
    current: bool
    summary: str = ""


class StepButton(Dressed, QAbstractButton):
    """One step: a circle with number or sign, its name, and below it the summary."""

    def __init__(self, number: int, mark: Mark) -> None:
        super().__init__()
        self.number, self.is_narrow = number, False
        self.setObjectName(f"step_{mark.key}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show_mark(mark)
        self.redress()

    def show_mark(self, mark: Mark) -> None:
        self.mark = mark
        state = strings.STEP_CURRENT if mark.current else str(mark.state)
        summary = f", {mark.summary}" if mark.summary else ""
        self.setText(mark.title.replace("&", "&&"))
        self.setAccessibleName(strings.STEP_NAME.format(number=self.number, title=mark.title, state=state) + summary)
        self.setToolTip(strings.STEP_TIP.format(title=mark.title, state=state + summary, number=self.number))
        self.update()

    def redress(self) -> None:
        self.setFixedHeight(max(theme.STEP, round(theme.STEP * min(MOST_GROWTH, theme.scale()))))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.RAIL_NARROW, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors = theme.current()
        ground = QRectF(self.rect()).adjusted(INSET, 0, -INSET, 0)
        if self.mark.current or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.accent_soft if self.mark.current else colors.hover))
            painter.drawRoundedRect(ground, 8, 8)
        size = round(CIRCLE * min(MOST_GROWTH, theme.scale()))
        left = (self.width() - size) / 2 if self.is_narrow else LEFT
        top = (self.height() - size) / 2 if self.is_narrow else 7
        circle = QRectF(left, top, size, size)
        self._paint_circle(painter, colors, circle)
        if not self.is_narrow:
            self._paint_words(painter, colors, circle)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.accent), 2))
            painter.drawRoundedRect(ground.adjusted(1, 1, -1, -1), 8, 8)

    def _paint_circle(self, painter: QPainter, colors: theme.Theme, circle: QRectF) -> None:
        """Number: not done; tick: done; filled: current; padlock: locked; exclamation mark: something open."""
        state, current = self.mark.state, self.mark.current
        inks = {StepState.DONE: colors.accent, StepState.ATTENTION: colors.unclear, StepState.LOCKED: colors.text2}
        ink = colors.accent if current else inks.get(state, colors.ctl)
        grounds = {StepState.LOCKED: colors.sunken, StepState.ATTENTION: colors.unclear_soft}
        locked = state is StepState.LOCKED and not current
        painter.setPen(Qt.PenStyle.NoPen if locked else QPen(QColor(ink), 1.4))
        painter.setBrush(QColor(colors.accent if current else grounds.get(state, colors.surface)))
        painter.drawEllipse(circle.adjusted(0.7, 0.7, -0.7, -0.7))
        signs = {StepState.DONE: "check", StepState.LOCKED: "lock"}
        if not current and state in signs:
            side = round(SIGN * circle.width() / CIRCLE)
            box = QRectF(0, 0, side, side)
            box.moveCenter(circle.center())
            theme.icon(signs[state], ink, side).paint(painter, box.toRect())
            return
        font = self.font()
        font.setBold(current or state is StepState.ATTENTION)
        font.setPixelSize(max(10, round(circle.height() * 0.55)))
        painter.setFont(font)
        painter.setPen(
            QColor(colors.accent_text if current else colors.text2 if state is StepState.NOT_STARTED else ink)
        )
        glyph = "!" if state is StepState.ATTENTION and not current else str(self.number)
        painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, glyph)

    def _paint_words(self, painter: QPainter, colors: theme.Theme, circle: QRectF) -> None:
        left = circle.right() + AFTER
        width = self.width() - left - INSET - 4
        font = self.font()
        font.setWeight(font.Weight.Medium if not self.mark.current else font.Weight.DemiBold)
        painter.setFont(font)
        waits = self.mark.state is StepState.NOT_STARTED and not self.mark.current
        painter.setPen(QColor(colors.text2 if waits else colors.text))
        line = theme.scaled(theme.LINES["body"])
        area = QRectF(left, circle.center().y() - line / 2, width, line)
        self._paint_line(painter, area, self.mark.title)
        font = self.font()
        font.setPixelSize(theme.scaled(theme.SIZES["caption"]))
        painter.setFont(font)
        painter.setPen(QColor(colors.text2))
        self._paint_line(painter, QRectF(left, area.bottom() - 2, width, theme.scaled(18)), self.mark.summary)

    @staticmethod
    def _paint_line(painter: QPainter, area: QRectF, text: str) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(area.width()))
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)


class Rail(QFrame):
    """All steps in order; `chosen` tells which one the person wants to see."""

    chosen = Signal(str)

    def __init__(self, marks: tuple[Mark, ...]) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setAccessibleName(strings.STEPS)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 10, 0, 8)
        self._layout.setSpacing(0)
        self.buttons = {mark.key: self._button(number, mark) for number, mark in enumerate(marks, 1)}
        self._layout.addStretch(1)
        self.fit(theme.RAIL)

    def _button(self, number: int, mark: Mark) -> StepButton:
        result = StepButton(number, mark)
        result.clicked.connect(lambda: self.chosen.emit(mark.key))
        self._layout.insertWidget(number - 1, result)
        return result

    def show_marks(self, marks: tuple[Mark, ...]) -> None:
        """Show these steps; another list of steps takes the place of the one before."""
        if tuple(self.buttons) != tuple(mark.key for mark in marks):
            for old in self.buttons.values():
                self._layout.removeWidget(old)
                old.hide()
                old.deleteLater()
            self.buttons = {mark.key: self._button(number, mark) for number, mark in enumerate(marks, 1)}
            self.fit(self.width())
        for mark in marks:
            self.buttons[mark.key].show_mark(mark)

    def fit(self, width: int) -> None:
        """Circles only where the width is that of the narrow form."""
        self.setFixedWidth(width)
        for step in self.buttons.values():
            step.is_narrow = width <= theme.RAIL_NARROW
            step.update()

    def focus_current(self) -> QWidget | None:
        current = next((step for step in self.buttons.values() if step.mark.current), None)
        if current is not None:
            current.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return current
