"""Parts of a page beside each other where there is room, below each other in small windows and with large text."""

from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QLayout, QScrollArea, QWidget

from gui import theme
from gui.dressing import Dressed

LEAST_WIDTH = 740  # of what the page is seen through, in pixels of normal text


def room_of(widget: QWidget) -> int:
    """The width that can be seen at once: that of the scroll area around it, or of the window."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above.viewport().width() if above is not None else widget.window().width()


class SideBySide(Dressed, QWidget):
    """Each part with its share of the width, where the page is at least so wide."""

    def __init__(self, *parts: tuple[QWidget | QLayout, int], least: int = LEAST_WIDTH) -> None:
        super().__init__()
        self._least = least
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(theme.GRID)
        for part, share in parts:
            if isinstance(part, QWidget):
                self._layout.addWidget(part, share)
            else:
                self._layout.addLayout(part, share)

    @property
    def is_stacked(self) -> bool:
        return self._layout.direction() is QBoxLayout.Direction.TopToBottom

    def fit(self) -> None:
        scale = self.fontInfo().pixelSize() / theme.BASE_PIXELS
        stacked = room_of(self) / scale < self._least
        if stacked != self.is_stacked:
            directions = QBoxLayout.Direction
            self._layout.setDirection(directions.TopToBottom if stacked else directions.LeftToRight)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()

    def redress(self) -> None:
        self.fit()
