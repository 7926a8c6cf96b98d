"""A text in a card that scrolls inside it when it is long."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QScrollArea

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
        self.fit()

    def fit(self) -> None:
        """The height for the text as it is now; a text that fits in without a bar gets none."""
        highest = self._lines * self._text.fontMetrics().lineSpacing() + 4
        wanted = max(0, self._text.heightForWidth(self.contentsRect().width())) if self._fits else highest
        bars = Qt.ScrollBarPolicy
        is_short = self._fits and wanted <= highest
        self.setVerticalScrollBarPolicy(bars.ScrollBarAlwaysOff if is_short else bars.ScrollBarAsNeeded)
        self.setFixedHeight(min(highest, wanted))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def redress(self) -> None:
        self.fit()
