"""Two to six choices side by side, of which one holds."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from gui.dressing import Dressed
from gui.widgets.parts import button, restyle

PADDING = 14


class Segments(Dressed, QWidget):
    """`chosen` carries the key the person chose; arrows move, one stop for Tab."""

    chosen = Signal(str)

    def __init__(self, choices: Sequence[tuple[str, str]], name: str) -> None:
        """`choices` are key and words of each."""
        super().__init__()
        self.setObjectName(name)
        self.buttons: dict[str, QPushButton] = {}
        self._compact: tuple[QFont, int] | None = None
        self._group = QButtonGroup(self)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        for place, (key, words) in enumerate(choices):
            made = button(words, lambda key=key: self._choose(key), f"{name}_{key}", "segment")  # type: ignore[misc]
            made.setCheckable(True)
            end = "only" if len(choices) == 1 else "first" if not place else "last" if place == len(choices) - 1 else ""
            made.setProperty("end", end)
            self._group.addButton(made)
            self._layout.addWidget(made)
            self.buttons[key] = made
        if choices:
            self.choose(choices[0][0])
        self.redress()

    def make_compact(self, font: QFont, padding: int) -> None:
        """For rows with little room: letters and padding of its own, which hold after a change of look too."""
        self._compact = font, padding
        self.setStyleSheet(
            f"QPushButton {{ padding: 4px {padding}px; font-size: {font.pixelSize()}px; }}"
            f"QPushButton:focus {{ padding: 3px {padding - 1}px; }}"  # its border is one pixel thicker
        )
        self.redress()

    def redress(self) -> None:
        """Room for the strong letters of what is chosen, so that choosing moves nothing."""
        for made in self.buttons.values():
            font, room = QFont(made.font()), 2 * PADDING
            font.setWeight(QFont.Weight.DemiBold)
            if self._compact is not None:
                font, room = self._compact[0], 2 * self._compact[1] + 6
            made.setFixedWidth(QFontMetrics(font).horizontalAdvance(made.text().replace("&", "")) + room)

    @property
    def current(self) -> str:
        return next((key for key, made in self.buttons.items() if made.isChecked()), "")

    def choose(self, key: str) -> None:
        """Show a choice without telling anybody."""
        if key in self.buttons:
            self.buttons[key].setChecked(True)
            for other, made in self.buttons.items():
                made.setFocusPolicy(Qt.FocusPolicy.StrongFocus if other == key else Qt.FocusPolicy.ClickFocus)
                restyle(made)

    def _choose(self, key: str) -> None:
        self.choose(key)
        self.chosen.emit(key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() not in steps or not self.current:
            super().keyPressEvent(event)
            return
        keys = [key for key, made in self.buttons.items() if made.isEnabled()]
        place = keys.index(self.current) + steps[Qt.Key(event.key())]
        if 0 <= place < len(keys):
            self.buttons[keys[place]].setFocus(Qt.FocusReason.OtherFocusReason)
            self._choose(keys[place])
