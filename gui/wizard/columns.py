"""Two columns of a page: controls left, side panel right; below each other where the window has no room for both."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gui import theme
from gui.dressing import Dressed

BETWEEN = 24
STACKED_BELOW = 900
"""Width in pixels of normal text of the room for both columns below which they are stacked."""


class TwoColumns(Dressed, QWidget):
    """`left` takes the room that is left; `right` has the width of its panel. Stacked, the page scrolls."""

    def __init__(self, right: QWidget, width: int, least: int = 240, between: int = BETWEEN) -> None:
        """`width` of the right column at the design size, `least` in a narrow window, in pixels of normal text."""
        super().__init__()
        self._width, self._least = width, least
        self.right = right
        self.left = QVBoxLayout()
        self.left.setContentsMargins(0, 0, 0, 0)
        self.left.setSpacing(0)
        holder = QWidget()
        holder.setLayout(self.left)
        holder.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(between)
        self._layout.addWidget(holder, 1)
        self._layout.addWidget(right, 0, Qt.AlignmentFlag(0))
        self._holder = holder

    @property
    def is_stacked(self) -> bool:
        return self._layout.direction() is QBoxLayout.Direction.TopToBottom

    def fit(self) -> None:
        effective = self.window().width() / theme.scale()
        stacked = effective < STACKED_BELOW
        directions = QBoxLayout.Direction
        self._layout.setDirection(directions.TopToBottom if stacked else directions.LeftToRight)
        policy = QSizePolicy.Policy.Preferred if stacked else QSizePolicy.Policy.Ignored
        self._holder.setSizePolicy(policy, QSizePolicy.Policy.Preferred)
        if stacked:
            self.right.setMinimumWidth(0)
            self.right.setMaximumWidth(16_777_215)
            return
        wide = effective >= theme.WIDE_WINDOW
        narrow = effective < theme.NARROW_WINDOW
        self.right.setFixedWidth(theme.scaled(self._least if narrow else self._width + (80 if wide else 0)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def redress(self) -> None:
        self.fit()
