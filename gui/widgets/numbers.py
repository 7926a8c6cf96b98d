"""A box for a number that shows only the digits it needs."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox


class NumberBox(QDoubleSpinBox):
    """`changed` is sent when the person ends typing or steps, not at every key."""

    changed = Signal(float)

    def __init__(self, name: str, low: float, high: float, decimals: int = 6) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setDecimals(decimals)
        self.setRange(low, high)
        self.setMinimumWidth(96)
        self.setKeyboardTracking(False)
        self.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)
        self.valueChanged.connect(self.changed.emit)

    def textFromValue(self, value: float) -> str:
        return self.locale().toString(value, "g", 6)

    def setValue(self, value: float) -> None:
        """Shown without telling anybody: only the person's changes are told."""
        blocked = self.blockSignals(True)
        super().setValue(value)
        self.blockSignals(blocked)
