"""A row of numbers with what each of them counts, in places that stay."""

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QFrame, QHBoxLayout

from gui import theme
from gui.dressing import Dressed
from gui.widgets.parts import OneLine, as_tip, column, plain

KEY_HEIGHT = 60  # pixels of normal text
Shown = tuple[str, str]
"""A number in words, and what it counts."""


class KeyNumbers(Dressed, QFrame):
    def __init__(self, name: str, keys: Sequence[str]) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("look", "card")
        self.values = {key: plain("", "keyNumber", f"{name}_{key}") for key in keys}
        self.titles = {key: OneLine("caption") for key in keys}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 6, 14, 6)
        layout.setSpacing(theme.SPACE["m"])
        for key in keys:
            layout.addLayout(column(self.values[key], self.titles[key], spacing=0), 1)
        self._moods: Mapping[str, str] = {}
        self.redress()

    def redress(self) -> None:
        self.setFixedHeight(theme.scaled(KEY_HEIGHT))
        colors = theme.current()
        for key, value in self.values.items():
            word = self._moods.get(key, "")
            value.setStyleSheet(f"color: {colors.answer(word)[0]};" if word else "")

    def show_numbers(self, shown: Mapping[str, Shown], moods: Mapping[str, str]) -> None:
        """`moods` are words of answers, in whose colors some numbers stand."""
        for key, (value, title) in shown.items():
            self.values[key].setText(value)
            self.titles[key].setText(title)
            self.titles[key].setToolTip(as_tip(title))
            self.values[key].setAccessibleName(f"{value} {title}")
        self._moods = dict(moods)
        self.redress()
