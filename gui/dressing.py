"""Widgets that fit themselves to a change of look: once, after it, and only those that are seen.

Qt goes through a list of all widgets when the look changes. Whatever is moved, made or thrown away meanwhile may be
the next in that list, and every widget would be asked several times.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from gui.page_area import find_page_area

if TYPE_CHECKING:
    Base = QWidget
else:
    Base = object  # a widget has one class of Qt among its ancestors

CHANGES = frozenset((QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.StyleChange))


class Dressed(Base):
    """Goes before the class of Qt; `redress` is called for a widget that is seen, or when it is shown next."""

    _is_stale = False

    def redress(self) -> None:
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in CHANGES and not self._is_stale:
            self._is_stale = True
            if self.isVisible():
                QTimer.singleShot(0, self, self._redress_if_seen)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._redress_if_seen()

    def dress_unseen(self) -> None:
        """What is about to be shown need not be dressed then."""
        if self._is_stale:
            self._is_stale = False
            self.redress()
            if (area := find_page_area(self)) is not None:
                area.ask_for_room()

    def _redress_if_seen(self) -> None:
        if self.isVisible():
            self.dress_unseen()
