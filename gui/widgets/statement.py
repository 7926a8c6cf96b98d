"""A statement the person makes before the lock: true, or not."""

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QButtonGroup, QFrame, QRadioButton

from gui import theme
from gui.dressing import Dressed
from gui.strings import review as words
from gui.widgets.parts import as_is, restyle, row

HEIGHT = 40


class Statement(Dressed, QFrame):
    """One statement that is true or not; its answer goes into the report. An open one has an amber bar when asked."""

    def __init__(self, key: str, answered: Callable[[str, str], None]) -> None:
        super().__init__()
        self.setProperty("look", "plainRow")
        self.text = as_is("", "", f"statement_{key}")
        self.true, self.not_true = QRadioButton(words.TRUE), QRadioButton(words.NOT_TRUE)
        self._group = QButtonGroup(self)
        for choice, answer in ((self.true, "yes"), (self.not_true, "no")):
            choice.setObjectName(f"{key}_{answer}")
            choice.clicked.connect(partial(answered, key, answer))
            self._group.addButton(choice)
        line = row(self.text, self.true, self.not_true)
        line.setStretch(0, 1)
        line.setContentsMargins(11, 0, 14, 0)
        self.setLayout(line)
        self.redress()

    def redress(self) -> None:
        self.setMinimumHeight(theme.scaled(HEIGHT))

    def show_answer(self, text: str, answer: str) -> None:
        self.text.setText(text)
        self._group.setExclusive(False)
        self.true.setChecked(answer == "yes")
        self.not_true.setChecked(answer == "no")
        self._group.setExclusive(True)
        for choice in (self.true, self.not_true):
            choice.setAccessibleDescription(text)

    def mark_open(self, is_open: bool) -> None:
        look = "openRow" if is_open else "plainRow"
        if self.property("look") != look:
            restyle(self, look=look)
