"""A row for one file of a page: label, name of the file, button, and a help line that is always there."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from gui import theme
from gui.dressing import Dressed
from gui.strings.predict import CHOOSE
from gui.widgets.parts import OneLine, as_tip, button, column, plain, restyle, row


class FileRow(Dressed, QWidget):
    """Label, name of the file, button, and a help line of fixed height: choosing one never moves the other."""

    def __init__(
        self, name: str, title: str, choose: Callable[[], None], help_text: str, *behind: QWidget, words: str = CHOOSE
    ) -> None:
        """`behind` stands right of the button."""
        super().__init__()
        self.setObjectName(name)
        self.shown = QLineEdit()
        self.shown.setReadOnly(True)
        self.shown.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.shown.setObjectName(f"{name}Shown")
        self.shown.setAccessibleName(title)
        self.choose = button(words, choose, f"{name}Choose")
        self.choose.setAccessibleName(f"{title}: {words}")
        self.message = OneLine("help", f"{name}Help")
        line = row(self.shown, self.choose, *behind)
        line.setStretch(0, 1)
        self.setLayout(column(plain(title, "label"), line, self.message, spacing=2))
        self.tell(help_text)
        self.redress()

    def redress(self) -> None:
        self.message.setFixedHeight(theme.scaled(theme.HELP_LINE))

    def tell(self, text: str, look: str = "help") -> None:
        self.message.setText(text)
        self.message.setToolTip(as_tip(text))
        restyle(self.message, look=look)
