"""A small sum: what the smallest difference that matters is worth in a year."""

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from gui.strings import question as words
from gui.widgets.numbers import NumberBox
from gui.widgets.parts import label, plain, row


class WorthDialog(QDialog):
    """Changes nothing of the study."""

    def __init__(self, margin: float, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("worthDialog")
        self.setWindowTitle(words.WORTH_TITLE)
        self.setMinimumWidth(440)
        self._margin = margin
        self.cost, self.parts = NumberBox("errorCost", 0, 1e12), NumberBox("casesPerYear", 0, 1e12)
        self.cost.setAccessibleName(words.WORTH_COST)
        self.parts.setAccessibleName(words.WORTH_PARTS)
        self.text = label("", "", "worthText")
        self.text.setMinimumHeight(3 * self.fontMetrics().height())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addLayout(row(plain(words.WORTH_COST), self.cost, plain(words.WORTH_PARTS), self.parts, 0))
        layout.addWidget(self.text)
        layout.addWidget(buttons)
        for box in (self.cost, self.parts):
            box.changed.connect(self._tell)

    def _tell(self) -> None:
        cost, parts = self.cost.value(), self.parts.value()
        told = words.WORTH_TEXT.format(
            cost=f"{cost:,g}", parts=f"{parts:,g}", margin=self._margin, worth=self._margin / 100 * parts * cost
        )
        self.text.setText(told if cost > 0 and parts > 0 else "")
