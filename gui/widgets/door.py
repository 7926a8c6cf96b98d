"""A large button with an icon, a title and one sentence, as on Home."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout

from gui import theme
from gui.dressing import Dressed
from gui.widgets.parts import OneLine, label, plain

ICON = 22
SAMPLE_ROW = 50


class Door(Dressed, QPushButton):
    """A large button with an icon, a title and one sentence."""

    def __init__(self, name: str, icon: str, title: str, note: str, pressed: Callable[[], None]) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("look", "door")
        self.setAccessibleName(title.replace("&", ""))
        self.setAccessibleDescription(note)
        self._icon_name, self._worn = icon, ("", 0)
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

    def show_note(self, shown: bool) -> None:
        """The sentence below the title; where there is no room for it, it is the tip."""
        self._note.setVisible(shown)
        self.setToolTip("" if shown else self._note.text())

    def restyle(self) -> None:
        color, pixels = worn = theme.current().accent, round(ICON * theme.scale())
        if worn != self._worn:
            self._worn = worn
            self._icon.setPixmap(theme.icon(self._icon_name, color, pixels).pixmap(pixels, pixels))

    def redress(self) -> None:
        self.restyle()

    def sizeHint(self) -> QSize:
        return self._layout.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._layout.minimumSize()


class SampleRow(Dressed, QPushButton):
    """A row of a list that can be pressed: a name, and one line below it."""

    def __init__(self, key: str, title: str, note: str, story: str, pressed: Callable[[], None]) -> None:
        """`story` is told by the tip."""
        super().__init__()
        self.setObjectName(f"sample_{key}")
        self.setProperty("look", "flat")
        self.setAccessibleName(title)
        self.setAccessibleDescription(note)
        self.setToolTip(story)
        self._title, self._note = OneLine("strong"), OneLine("caption")
        self._title.setText(title)
        self._note.setText(note)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(12, 4, 12, 4)
        self._layout.setSpacing(0)
        for part in (self._title, self._note):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            part.setToolTip(story)
            self._layout.addWidget(part)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(lambda: pressed())
        self.redress()

    def redress(self) -> None:
        self.setFixedHeight(theme.scaled(SAMPLE_ROW))
