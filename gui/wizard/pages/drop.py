"""The empty Data page: a place to drop a table, with the other ways to get one."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout

from gui import strings, theme
from gui.dressing import Dressed
from gui.widgets.parts import button, label, row


class DropZone(Dressed, QFrame):
    def __init__(self, open_file: Callable[[], None], paste: Callable[[], None], sample: Callable[[], None]) -> None:
        super().__init__()
        self.setObjectName("dropZone")
        self.setProperty("look", "drop")
        self._icon = QLabel()
        texts = [
            label(strings.DATA_EMPTY, "title"),
            label(strings.DATA_EMPTY_NOTE),
            label(strings.DATA_FORMATS, "caption"),
        ]
        buttons = row(
            0,
            button(strings.DATA_OPEN, open_file, "openFile"),
            button(strings.DATA_PASTE, paste, "pasteTable"),
            button(strings.DATA_SAMPLE, sample, "useSample"),
            0,
        )
        layout = QVBoxLayout(self)
        layout.setSpacing(theme.GRID)
        layout.addStretch(1)
        for part in (self._icon, *texts):
            part.setAlignment(Qt.AlignmentFlag.AlignCenter)
            layout.addWidget(part)
        layout.addSpacing(theme.GRID)
        layout.addLayout(buttons)
        layout.addStretch(2)
        self._restyle()

    def _restyle(self) -> None:
        self._icon.setPixmap(theme.icon("drop", theme.current().secondary, 40).pixmap(40, 40))

    def redress(self) -> None:
        self._restyle()
