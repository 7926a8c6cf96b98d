"""Parts of a page beside each other where there is room, below each other in small windows and with large text."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QLayout, QScrollArea, QWidget

from gui import theme
from gui.dressing import Dressed

LEAST_WIDTH = 740  # of what the page is seen through, in pixels of normal text
AROUND = 4 * theme.GRID  # between the edges of a page and what is on it, on both sides together


def seen_through(widget: QWidget) -> QWidget:
    """What shows the widget: the opening of the scroll area around it, or the window."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above.viewport() if above is not None else widget.window()


class SideBySide(Dressed, QWidget):
    """Each part with its share of the width, where the page is at least so wide, and no part would be cut."""

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
        stacked = seen_through(self).width() < max(self._least * scale, self._needed())
        if stacked != self.is_stacked:
            directions = QBoxLayout.Direction
            self._layout.setDirection(directions.TopToBottom if stacked else directions.LeftToRight)

    def _needed(self) -> int:
        """The width below which something beside something else is cut."""
        items = (self._layout.itemAt(place) for place in range(self._layout.count()))
        parts = [item.minimumSize().width() for item in items if item is not None]
        return sum(parts) + (len(parts) - 1) * theme.GRID + AROUND

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        seen_through(self).installEventFilter(self)
        self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Parts that cannot become narrower are not resized with the page: they must hear of it all the same."""
        if event.type() is QEvent.Type.Resize:
            self.fit()
        return super().eventFilter(watched, event)

    def redress(self) -> None:
        self.fit()
