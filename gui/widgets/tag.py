"""A small neutral tag: Baseline, In use, your value, suggested, Exploratory, Claim."""

from PySide6.QtWidgets import QLabel, QSizePolicy

from gui import theme
from gui.dressing import Dressed

HEIGHT = 18


class Tag(Dressed, QLabel):
    """Keeps its place where it says nothing, so that what stands beside it does not move."""

    def __init__(self, text: str = "", name: str = "", look: str = "tag") -> None:
        super().__init__(text)
        self.setObjectName(name)
        self.setProperty("look", look)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.redress()

    def redress(self) -> None:
        self.setFixedHeight(theme.scaled(HEIGHT))

    def say(self, text: str) -> None:
        """An empty text leaves nothing to see."""
        self.setText(text)
        self.setVisible(bool(text))
