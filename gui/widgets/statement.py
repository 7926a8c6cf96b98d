"""A statement the person makes before the lock: true, or not."""

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QButtonGroup, QRadioButton, QWidget

from gui import strings
from gui.widgets.parts import as_is, row


class Statement(QWidget):
    """One statement that is true or not; its answer goes into the report."""

    def __init__(self, key: str, answered: Callable[[str, str], None]) -> None:
        super().__init__()
        self.text = as_is("", "", f"statement_{key}")
        self.true, self.not_true = QRadioButton(strings.review.TRUE), QRadioButton(strings.review.NOT_TRUE)
        self._group = QButtonGroup(self)
        for choice, answer in ((self.true, "yes"), (self.not_true, "no")):
            choice.setObjectName(f"{key}_{answer}")
            choice.clicked.connect(partial(answered, key, answer))
            self._group.addButton(choice)
        line = row(self.true, self.not_true, self.text)
        line.setStretch(2, 1)
        self.setLayout(line)

    def show_answer(self, text: str, answer: str) -> None:
        self.text.setText(text)
        self._group.setExclusive(False)
        self.true.setChecked(answer == "yes")
        self.not_true.setChecked(answer == "no")
        self._group.setExclusive(True)
        for choice in (self.true, self.not_true):
            choice.setAccessibleDescription(text)
