"""A field of a side panel: label above, control, and two lines of help that are always there."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gui import theme
from gui.dressing import Dressed
from gui.widgets.field import BAR, LOOKS, HelpState
from gui.widgets.parts import as_tip, label, plain, restyle


class AboutField(Dressed, QWidget):
    """The amber bar of an open field has its room at all times, like the help."""

    def __init__(self, key: str, title: str, box: QLineEdit) -> None:
        super().__init__()
        self.setObjectName(f"about_{key}")
        self.box = box
        box.setAccessibleName(title)
        self.caption = plain(title, "label")
        self.caption.setBuddy(box)
        self.message = label("", "help", f"message_{key}")
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.bar = QFrame()
        self.bar.setFixedWidth(BAR)
        inside = QVBoxLayout()
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(2)
        for part in (self.caption, box, self.message):
            inside.addWidget(part)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.bar)
        layout.addLayout(inside, 1)
        self._is_open = False
        self.redress()

    def redress(self) -> None:
        self.message.setFixedHeight(theme.scaled(2 * theme.HELP_LINE))
        self.mark_open(self._is_open)

    def tell(self, text: str, state: HelpState = HelpState.HELP) -> None:
        self.message.setText(text)
        self.message.setToolTip(as_tip(text))
        self.box.setAccessibleDescription(text)
        if self.message.property("look") != LOOKS[state]:
            restyle(self.message, look=LOOKS[state])

    def mark_open(self, is_open: bool) -> None:
        self._is_open = is_open
        self.bar.setStyleSheet(f"background: {theme.current().unclear};" if is_open else "background: transparent;")

    def lock(self, is_locked: bool) -> None:
        self.box.setReadOnly(is_locked)
        restyle(self.box, look="asText" if is_locked else "")
