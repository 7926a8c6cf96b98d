"""Pictures that are read with the arrow keys: one value after the other, shown and said aloud."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from gui import theme
from gui.widgets.parts import is_ringed

STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}


class Ring(QWidget):
    """Shows where the focus is, over the picture and without moving it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.current().focus), 2))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 4, 4)


class Spoken(QWidget):
    """Takes the focus where it has values; arrows go from one to the next, Home and End to the first and last."""

    def __init__(self) -> None:
        super().__init__()
        self._ring, self._ringed = Ring(self), False
        self._values: tuple[str, ...] = ()
        self._at = -1
        self._has_own_words = False
        self.said = ""

    @property
    def values(self) -> tuple[str, ...]:
        """What is read out, in its order."""
        return self._values

    def read_out(self, values: Sequence[str]) -> None:
        """The values in words, in the order they are drawn."""
        self._has_own_words = True
        self._take(values)

    def read_rows(self, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """The rows of the table of the same numbers, for a picture without words of its own for them."""
        if not self._has_own_words:
            self._take([", ".join(f"{h}: {cell}" for h, cell in zip(headings, row, strict=True)) for row in rows])

    def _take(self, values: Sequence[str]) -> None:
        self._values = tuple(values)
        self._at = min(self._at, len(self._values) - 1)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if self._values else Qt.FocusPolicy.NoFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._values) - 1
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
        key = Qt.Key(event.key())
        if not self._values or (key not in STEPS and key not in ends):
            super().keyPressEvent(event)
            return
        self._show_ring()
        self._at = ends[key] if key in ends else min(last, max(0, self._at + STEPS[key]))
        self._say(self._values[self._at])
        self.point_at(self._at)

    def point_at(self, place: int) -> None:
        """The value that is read out now, for pictures that can show where it is."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._ringed = is_ringed(event.reason(), self._ringed)
        if self._ringed:
            self._show_ring()

    def _show_ring(self) -> None:
        self._ring.setGeometry(self.rect())
        self._ring.raise_()
        self._ring.show()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._ring.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._ring.setGeometry(self.rect())

    def _say(self, text: str) -> None:
        self.said = text
        QToolTip.showText(self.mapToGlobal(QPoint(12, 4)), text, self)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
