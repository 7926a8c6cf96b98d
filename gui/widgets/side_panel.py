"""The panel right of the controls: the effect of the choices, in rows that are always there."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from gui import theme
from gui.dressing import Dressed
from gui.widgets.parts import OneLine, label, plain, restyle, row, rule

NOTHING = "–"
WIDER = 80  # pixels a panel gains in a wide window
NARROW = 260  # pixels in a narrow one


class PanelRow(Dressed, QWidget):
    """A label, a value, and two lines of help that keep their room when there is nothing to say."""

    def __init__(self, key: str, title: str) -> None:
        super().__init__()
        self.setObjectName(f"panel_{key}")
        self.title = plain(title, "label")
        self.value = OneLine("number", f"panelValue_{key}")
        self.value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.help = label("", "help", f"panelHelp_{key}")
        self.help.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.help.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        first = row(self.title, self.value)
        first.setStretch(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(first)
        self._below = row(self.help)
        self._below.setStretch(0, 1)
        layout.addLayout(self._below)
        layout.addSpacing(6)
        layout.addWidget(rule())
        self.redress()

    def redress(self) -> None:
        self.title.setFixedHeight(theme.scaled(theme.LINES["number"]))
        self.value.setFixedHeight(theme.scaled(theme.LINES["number"]))
        self.help.setFixedHeight(theme.scaled(2 * theme.LINES["caption"]))

    def add_action(self, made: QPushButton) -> None:
        """A button beside the help lines; what cannot be done now is disabled there."""
        self._below.addWidget(made, 0, Qt.AlignmentFlag.AlignTop)

    def say(self, value: str, help_text: str = "", mood: str = "") -> None:
        """`mood` is "yes", "unclear" or nothing."""
        self.value.setText(value or NOTHING)
        self.value.setToolTip(value)
        self.setAccessibleName(f"{self.title.text()}: {value or NOTHING}. {help_text}")
        restyle(self.value, mood=mood)
        self.help.setText(help_text)
        self.help.setToolTip(help_text)


class SidePanel(QFrame):
    """A card with fixed rows, by key."""

    def __init__(self, title: str, width: int, rows: Sequence[tuple[str, str]] = (), name: str = "sidePanel") -> None:
        """`rows` are key and label of each; `width` in pixels of normal text at the design size."""
        super().__init__()
        self.setObjectName(name)
        self.setProperty("look", "card")
        self.setAccessibleName(title)
        self._width = width
        self.rows = {key: PanelRow(key, words) for key, words in rows}
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(16, 14, 16, 14)
        self.body.setSpacing(6)
        self.heading = plain(title.upper() if rows else title, "overline" if rows else "title")
        self.body.addWidget(self.heading)
        for made in self.rows.values():
            self.body.addWidget(made)
        if rows:
            self.body.addStretch(1)

    def fit(self) -> None:
        """Wider in a wide window, narrower in a narrow one; for panels that stand in no column of their own."""
        effective = self.window().width() / theme.scale()
        if effective < theme.NARROW_WINDOW:
            width = min(self._width, NARROW)
        else:
            width = self._width + (WIDER if effective >= theme.WIDE_WINDOW else 0)
        self.setFixedWidth(theme.scaled(width))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow window is a low one, too."""
        super().resizeEvent(event)
        is_narrow = self.window().width() / theme.scale() < theme.NARROW_WINDOW
        self.body.setSpacing(1 if is_narrow and self.rows else 6)

    def say(self, key: str, value: str, help_text: str = "", mood: str = "") -> None:
        self.rows[key].say(value, help_text, mood)
