"""A text in a card that scrolls inside it when it is long."""

from math import ceil

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QLabel, QScrollArea, QSizePolicy

from gui.dressing import Dressed

LOOK = "QScrollArea#scrolled, QScrollArea#scrolled > QWidget > QWidget { background: transparent; }"


class Scrolled(Dressed, QScrollArea):
    """Never higher than so many lines; `fits` makes it as low as its text allows."""

    def __init__(self, text: QLabel, lines: int, fits: bool = False) -> None:
        super().__init__()
        self._text, self._lines, self._fits = text, lines, fits
        self.setObjectName("scrolled")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setStyleSheet(LOOK)
        text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setWidget(text)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(fits)
        self.setSizePolicy(policy)

    @property
    def _highest(self) -> int:
        return self._lines * ceil(QFontMetricsF(self._text.font()).lineSpacing()) + 2

    def hasHeightForWidth(self) -> bool:
        return self._fits

    def heightForWidth(self, width: int) -> int:
        return min(self._highest, max(0, self._text.heightForWidth(width)))

    def sizeHint(self) -> QSize:
        return QSize(self._text.sizeHint().width(), self._highest)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0 if self._fits else self._highest)

    def fit(self) -> None:
        """The text is another one."""
        self.updateGeometry()
        self._show_bar()

    def _show_bar(self) -> None:
        """A text that is seen whole without a bar gets none, for it would take the room of a line."""
        wanted, bars = self._text.heightForWidth(self.contentsRect().width()), Qt.ScrollBarPolicy
        is_whole = wanted <= self.contentsRect().height()
        self.setVerticalScrollBarPolicy(bars.ScrollBarAlwaysOff if is_whole else bars.ScrollBarAsNeeded)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_bar()

    def redress(self) -> None:
        self.fit()
