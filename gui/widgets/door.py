"""A large button with an icon, a title and one sentence, as on Home."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout

from gui import theme
from gui.widgets.parts import label, plain


class Door(QPushButton):
    """A large button with an icon, a title and one sentence."""

    def __init__(self, name: str, icon: str, title: str, note: str, pressed: Callable[[], None]) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("look", "door")
        self.setAccessibleName(title.replace("&", ""))
        self.setAccessibleDescription(note)
        self._icon_name, self._colour = icon, ""
        self._icon = QLabel()
        self._title, self._note = plain("", "strong"), label(note, "secondary")
        self._title.setTextFormat(Qt.TextFormat.AutoText)
        self._title.setText(title)
        self._title.setBuddy(self)
        self._title.setWordWrap(True)
        for part in (self._icon, self._title, self._note):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._note.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._layout = layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.setSpacing(4)
        for part in (self._icon, self._title, self._note):
            layout.addWidget(part)
        layout.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self.clicked.connect(lambda: pressed())
        self.restyle()

    def restyle(self) -> None:
        colour = theme.current().accent
        if colour != self._colour:
            self._colour = colour
            self._icon.setPixmap(theme.icon(self._icon_name, colour, 22).pixmap(22, 22))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_icon"):
            self.restyle()

    def sizeHint(self) -> QSize:
        return self._layout.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._layout.minimumSize()
