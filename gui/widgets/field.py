"""One field of a page: label, control, suggestion chip, and the message that belongs to it."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from gui import strings
from gui.dressing import Dressed
from gui.theme import BASE_PIXELS
from gui.widgets.parts import fill, label, restyle, row

LABEL_WIDTH = 180
TALL = 45
WHOLE = 16_777_215  # no limit to a height
MOST_GROWTH = 1.3
LARGE_TEXT = 1.5  # from here on the chip stands below the control


class Chip(QPushButton):
    """Says whether a value is suggested or the person's own."""

    def __init__(self, name: str) -> None:
        super().__init__(strings.CHIP_SUGGESTED)
        self.setObjectName(name)
        self.setProperty("look", "chip")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def say(self, assumed: bool, changed: bool) -> None:
        text = strings.CHIP_CHANGED if changed else strings.CHIP_SUGGESTED if assumed else strings.CHIP_CONFIRMED
        self.setText(text)
        self.setToolTip(strings.CHIP_TIP_CHANGED if changed else strings.CHIP_TIP_SUGGESTED)
        restyle(self, changed="true" if changed else "false")


class FieldRow(Dressed, QWidget):
    """`explained` is sent when the field gets the focus or its chip is asked; `reset` when the chip shall undo."""

    explained = Signal(str)
    reset = Signal(str)

    def __init__(
        self, key: str, title: str, note: str, control: QWidget, behind: QWidget | None = None, width: int = LABEL_WIDTH
    ) -> None:
        super().__init__()
        name = key.replace(".", "_")
        self.key, self.control = key, control
        self.setObjectName(f"row_{name}")
        self.caption = QLabel(title)
        self.caption.setWordWrap(True)
        self.caption.setBuddy(control)
        self.chip = Chip(f"chip_{name}")
        self.chip.clicked.connect(self._pressed)
        self.message = label("", "caption", f"message_{name}")
        self.message.hide()
        self._describe(control, title, note, name)
        grows = control.sizePolicy().horizontalPolicy() is QSizePolicy.Policy.Expanding
        self._line = line = row(self.caption)
        line.addWidget(control, 1 if grows else 0)
        self._behind = behind
        self._beside, self._beside_line = QWidget(), row(*([behind] if behind else []), self.chip)
        self._beside.setLayout(self._beside_line)
        fill(line, self._beside, *([] if grows else [0]))
        self._below, self._width = row(self.message), width
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(line)
        layout.addLayout(self._below)
        self._fit()

    def _fit(self) -> None:
        """The label grows with the text, but leaves room for the control."""
        width = round(self._width * min(MOST_GROWTH, self.fontInfo().pixelSize() / BASE_PIXELS))
        self.caption.setFixedWidth(width)
        self._below.setContentsMargins(width + 8, 0, 0, 0)
        self._place_chip(self.fontInfo().pixelSize() / BASE_PIXELS >= LARGE_TEXT)
        self._align()

    def _align(self) -> None:
        """Beside a control of several lines everything stands at its first line."""
        is_tall = self.control.sizeHint().height() > TALL * self.fontInfo().pixelSize() / BASE_PIXELS
        side = Qt.AlignmentFlag.AlignTop if is_tall else Qt.AlignmentFlag.AlignVCenter
        line = self._first_line() if is_tall else 0
        self.caption.setContentsMargins(0, max(0, line - self.fontMetrics().height()) // 2, 0, 0)
        self._beside.setMinimumHeight(line)
        self._beside.setMaximumHeight(line or WHOLE)
        for part in (self.caption, self._beside):
            self._line.setAlignment(part, side)

    def _first_line(self) -> int:
        """How high the first line of a tall control is."""
        first = self.control.findChild(QAbstractSpinBox) or self.control.findChild(QAbstractButton) or self.chip
        return max(first.sizeHint().height(), self.chip.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._align()

    def _place_chip(self, below: bool) -> None:
        if below == (self._below.indexOf(self.chip) >= 0):
            return
        self._below.setDirection(QBoxLayout.Direction.TopToBottom if below else QBoxLayout.Direction.LeftToRight)
        if below:
            self._below.insertWidget(0, self.chip, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            self._beside_line.addWidget(self.chip)
        self._show_beside()

    def _show_beside(self) -> None:
        """Nothing beside the control takes no room."""
        has_chip = self._beside_line.indexOf(self.chip) >= 0 and not self.chip.isHidden()
        self._beside.setVisible(has_chip or self._behind is not None)

    def redress(self) -> None:
        self._fit()

    def _describe(self, control: QWidget, title: str, note: str, name: str) -> None:
        if not control.objectName():
            control.setObjectName(name)
        plain = title.replace("&", "")
        control.setAccessibleName(plain)
        control.setAccessibleDescription(note)
        control.setToolTip(note)
        self.chip.setAccessibleName(f"{plain}: {self.chip.text()}")
        for widget in (control, *control.findChildren(QWidget)):
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.explained.emit(self.key)
        return super().eventFilter(watched, event)

    def _pressed(self) -> None:
        (self.reset if self.chip.property("changed") == "true" else self.explained).emit(self.key)

    def say(self, assumed: bool, changed: bool, chip: bool = True) -> None:
        self.chip.setVisible(chip)
        self._show_beside()
        self.chip.say(assumed, changed)
        self.chip.setAccessibleName(f"{self.caption.text().replace('&', '')}: {self.chip.text()}")

    def tell(self, text: str, look: str = "caption") -> None:
        """A line under the field; an empty one takes it away."""
        self.message.setText(text)
        self.message.setVisible(bool(text))
        restyle(self.message, look=look)

    def mark_wrong(self, wrong: bool) -> None:
        for part in (self.control, *self.control.findChildren(QAbstractSpinBox)):
            restyle(part, wrong="true" if wrong else "false")
