"""Boxes for numbers that tell only what the person changed and show only the digits needed; scrolling changes none."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSpinBox

MARGIN = 6


class WholeBox(QSpinBox):
    """A whole number; `changed` is sent when the person ends typing or steps."""

    changed = Signal(int)

    def __init__(self, name: str, low: int, high: int) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setRange(low, high)
        self.setMinimumWidth(96)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setKeyboardTracking(False)
        self.lineEdit().setTextMargins(MARGIN, 0, 0, 0)
        self.valueChanged.connect(self.changed.emit)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel changes the number only while the box has the focus; otherwise the page is scrolled."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def setValue(self, value: int) -> None:
        """Shown without telling anybody: only the person's changes are told."""
        blocked = self.blockSignals(True)
        super().setValue(value)
        self.blockSignals(blocked)


class NumberBox(QDoubleSpinBox):
    """`changed` is sent when the person ends typing or steps, not at every key."""

    changed = Signal(float)

    def __init__(self, name: str, low: float, high: float, decimals: int = 6) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setDecimals(decimals)
        self.setRange(low, high)
        self.setMinimumWidth(96)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setKeyboardTracking(False)
        self.lineEdit().setTextMargins(MARGIN, 0, 0, 0)
        self.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)
        self.valueChanged.connect(self.changed.emit)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel changes the number only while the box has the focus; otherwise the page is scrolled."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._widen_editor()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._widen_editor()

    def _widen_editor(self) -> None:
        """Without its arrows a box with a style sheet leaves its text a width of one pixel."""
        if self.buttonSymbols() is QAbstractSpinBox.ButtonSymbols.NoButtons:
            self.lineEdit().setGeometry(self.rect().adjusted(1, 1, -1, -1))

    def textFromValue(self, value: float) -> str:
        return self.locale().toString(value, "g", 6)

    def setValue(self, value: float) -> None:
        """Shown without telling anybody: only the person's changes are told."""
        blocked = self.blockSignals(True)
        super().setValue(value)
        self.blockSignals(blocked)
