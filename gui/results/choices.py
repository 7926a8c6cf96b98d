"""Small choices above the pictures of Explore: a named list, and a named slider."""

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QSlider, QWidget

from core.support.typography import typeset
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.parts import column, row

NARROWEST = 8
"""Letters that a list shows at least."""


class Choice(QWidget):
    """A list with its name in front; says when another entry is chosen, not when it is filled."""

    def __init__(self, name: str, caption: str, chosen: Callable[[], None]) -> None:
        super().__init__()
        self.box, self.label = ChoiceBox(), QLabel(caption)
        self.box.setObjectName(name)
        self.box.setAccessibleName(caption.replace("&", ""))
        self.box.currentIndexChanged.connect(lambda _index: chosen())
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.box.setMinimumContentsLength(NARROWEST)
        self.label.setBuddy(self.box)
        layout = row(self.label, self.box)
        layout.setStretch(1, 1)
        self.setLayout(layout)

    def fill(self, entries: Mapping[str, str], current: str = "") -> None:
        """Key -> title; what was chosen stays chosen where it still exists, else `current` is."""
        before = self.key
        self.box.blockSignals(True)
        self.box.clear()
        for key, title in entries.items():
            self.box.addItem(typeset(title), key)
        wanted = before if before in entries else current
        self.box.setCurrentIndex(max(0, self.box.findData(wanted)))
        self.box.blockSignals(False)

    @property
    def key(self) -> str:
        return str(self.box.currentData() or "")

    def choose(self, key: str) -> None:
        self.box.setCurrentIndex(self.box.findData(key))


def align(parts: Iterable[object], wanted: bool = True) -> None:
    """Lists that stand below each other begin at the same place; `wanted` is False where they are in one line."""
    labels = [part.label for part in parts if isinstance(part, Choice)]
    widest = max((label.sizeHint().width() for label in labels), default=0) if wanted else 0
    for label in labels:
        label.setMinimumWidth(widest)


class Slider(QWidget):
    """A slider with its name in front and its value in words below."""

    def __init__(self, name: str, caption: str, tip: str, steps: int, moved: Callable[[int], None]) -> None:
        super().__init__()
        self.bar, label, self.value = QSlider(Qt.Orientation.Horizontal), QLabel(caption), QLabel()
        self.bar.setObjectName(name)
        self.bar.setAccessibleName(caption.replace("&", ""))
        self.bar.setToolTip(tip)
        self.bar.setRange(0, steps)
        self.bar.setMinimumWidth(90)
        self.bar.valueChanged.connect(moved)
        label.setBuddy(self.bar)
        self.value.setWordWrap(True)
        first = row(label, self.bar)
        first.setStretch(1, 1)
        self.setLayout(column(first, self.value, spacing=2))

    def say(self, text: str) -> None:
        self.value.setText(text)
        self.bar.setAccessibleDescription(text)
