"""One field of a page: label, control, question mark, and a help line that is always there."""

from enum import StrEnum

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gui import strings, theme
from gui.dressing import Dressed
from gui.widgets.parts import OneLine, as_tip, button, restyle, row

LABEL_WIDTH = 168
TALL = 45  # pixels of normal text from which on a control has several lines
MOST_GROWTH = 1.1  # of the label with the text, so that room is left for the control
MARK = 24
BAR = 3


class HelpState(StrEnum):
    """What the help line tells: what the field is, what is suggested, what needs a look, what is missing or wrong."""

    HELP = "help"
    SUGGESTED = "suggested"
    ATTENTION = "attention"
    REQUIRED = "required"


LOOKS = {
    HelpState.HELP: "help",
    HelpState.SUGGESTED: "help",
    HelpState.ATTENTION: "attention",
    HelpState.REQUIRED: "required",
}


class FieldRow(Dressed, QWidget):
    """58 pixels high. `focused` is sent when the field gets the focus, `asked` by its question mark.

    The help line keeps its room when there is nothing to say, so that nothing below the field ever moves.
    """

    focused = Signal(str)
    asked = Signal(str)

    def __init__(
        self, key: str, title: str, note: str, control: QWidget, behind: QWidget | None = None, width: int = LABEL_WIDTH
    ) -> None:
        """`note` is what the field is, for tips and assistive technology; `behind` stands right of the control."""
        super().__init__()
        name = key.replace(".", "_")
        self.key, self.control, self._width = key, control, width
        self.setObjectName(f"row_{name}")
        self.bar = QFrame()
        self.bar.setFixedWidth(BAR)
        self.caption = QLabel(title)
        self.caption.setProperty("look", "label")
        self.caption.setWordWrap(True)
        self.caption.setBuddy(control)
        self.mark = button("", lambda: self.asked.emit(key), f"ask_{name}", "flat")
        self.mark.setAccessibleName(strings.ASK_ABOUT.format(title=title.replace("&", "")))
        self.mark.setToolTip(strings.ASK_TIP)
        self.message = OneLine("help", f"message_{name}")
        self._describe(control, title, note, name)
        self._line = row(control, *([behind] if behind else []), self.mark, 0)
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(2)
        right.addLayout(self._line)
        right.addWidget(self.message)
        right.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID)
        layout.addWidget(self.bar)
        layout.addSpacing(BAR - theme.GRID)
        layout.addWidget(self.caption, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(right, 1)
        self.redress()

    def _describe(self, control: QWidget, title: str, note: str, name: str) -> None:
        if not control.objectName():
            control.setObjectName(name)
        control.setAccessibleName(title.replace("&", ""))
        control.setAccessibleDescription(note)
        for widget in (control, *control.findChildren(QWidget)):
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.focused.emit(self.key)
        return super().eventFilter(watched, event)

    # --- Sizes -------------------------------------------------------------------------------------------------------

    def redress(self) -> None:
        """The label grows with the text, but leaves room for the control; the help line has its height at any time."""
        scale = theme.scale()
        self.caption.setFixedWidth(round(self._width * min(MOST_GROWTH, scale)))
        self.message.setFixedHeight(theme.scaled(theme.HELP_LINE))
        pixels = theme.scaled(16)
        self.mark.setIcon(theme.icon("help", theme.current().text3, pixels))
        self.mark.setIconSize(QSize(pixels, pixels))
        self.mark.setFixedSize(max(MARK, pixels + 8), max(MARK, pixels + 8))
        self.setMinimumHeight(self._least_height())
        self._show_bar(bool(self.bar.property("open")))
        self._align()

    def _align(self) -> None:
        """Beside a control of several lines everything stands at its first line."""
        is_tall = self.control.sizeHint().height() > TALL * theme.scale()
        side = Qt.AlignmentFlag.AlignTop if is_tall else Qt.AlignmentFlag.AlignVCenter
        for place in range(self._line.count() - 1):
            item = self._line.itemAt(place)
            if item is not None and item.widget() is not self.control:
                item.setAlignment(side)
        line = self._first_line() if is_tall else self.control.sizeHint().height()
        self.caption.setContentsMargins(0, max(0, line - self.fontMetrics().height()) // 2, 0, 0)
        if not is_tall:
            self.setFixedHeight(max(self._least_height(), self.minimumSizeHint().height()))

    def _least_height(self) -> int:
        """A narrow window is a low one, too."""
        is_narrow = self.window().width() / theme.scale() < theme.NARROW_WINDOW
        return theme.scaled(theme.FIELD_ROW_LOW if is_narrow else theme.FIELD_ROW)

    def _first_line(self) -> int:
        """How high the first line of a tall control is."""
        first = self.control.findChild(QAbstractSpinBox) or self.control.findChild(QAbstractButton) or self.mark
        return first.sizeHint().height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._align()

    # --- What it says ------------------------------------------------------------------------------------------------

    def tell(self, text: str, state: HelpState = HelpState.HELP) -> None:
        """Put the text into the help line; at most 75 characters, for it is never cut."""
        self.message.setText(text)
        self.message.setToolTip(as_tip(text))
        if self.message.property("look") != LOOKS[state]:
            restyle(self.message, look=LOOKS[state])

    def mark_open(self, is_open: bool) -> None:
        """An amber bar beside the field, in room that is kept for it."""
        self.bar.setProperty("open", is_open)
        self._show_bar(is_open)

    def _show_bar(self, is_open: bool) -> None:
        self.bar.setStyleSheet(f"background: {theme.current().unclear};" if is_open else "background: transparent;")

    def mark_wrong(self, wrong: bool) -> None:
        for part in (self.control, *self.control.findChildren(QAbstractSpinBox)):
            if part.property("wrong") != ("true" if wrong else "false"):
                restyle(part, wrong="true" if wrong else "false")
