"""A choice among few, shown as a card: a radio button, its words, and one line below them."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QRadioButton, QSizePolicy

from gui import theme
from gui.dressing import Dressed

HEIGHT, LOW, LEAST_WIDTH = 56, 36, 220
DISC = 16


class ChoiceCard(Dressed, QRadioButton):
    """Of fixed height; takes the width it is given."""

    def __init__(self, title: str, note: str, name: str) -> None:
        super().__init__(title)
        self.note = note
        self._is_low = False
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setAccessibleDescription(note)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.redress()

    def fit(self, is_low: bool) -> None:
        """A low card has its line in the tip."""
        if is_low != self._is_low:
            self._is_low = is_low
            self.setToolTip(self.note if is_low else "")
            self.redress()
            self.updateGeometry()

    @property
    def _height(self) -> int:
        return theme.scaled(LOW if self._is_low else HEIGHT)

    def redress(self) -> None:
        self.setFixedHeight(self._height)
        self.setMinimumWidth(theme.scaled(LEAST_WIDTH))

    def sizeHint(self) -> QSize:
        return QSize(theme.scaled(322), self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.scaled(LEAST_WIDTH), self._height)

    def hitButton(self, _pos: object) -> bool:
        return True

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen, focused = self.isChecked(), self.hasFocus()
        edge = colors.accent if chosen or focused else colors.line
        painter.setPen(QPen(QColor(edge), 2 if chosen or focused else 1))
        painter.setBrush(QColor(colors.accent_soft if chosen else colors.surface))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 10, 10)
        self._paint_disc(painter, colors)
        self._paint_words(painter, colors)

    def _paint_disc(self, painter: QPainter, colors: theme.Theme) -> None:
        size = theme.scaled(DISC)
        disc = QRectF(theme.scaled(13), theme.scaled(10 if self._is_low else 12), size, size)
        painter.setPen(QPen(QColor(colors.accent if self.isChecked() else colors.ctl), 1.2))
        painter.setBrush(QColor(colors.surface))
        painter.drawEllipse(disc)
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.accent if self.isEnabled() else colors.text3))
            painter.drawEllipse(disc.adjusted(3, 3, -3, -3))

    def _paint_words(self, painter: QPainter, colors: theme.Theme) -> None:
        left, width = theme.scaled(40), self.width() - theme.scaled(40) - 8
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(colors.text if self.isEnabled() else colors.text2))
        self._paint_line(
            painter, QRectF(left, theme.scaled(8 if self._is_low else 9), width, theme.scaled(20)), self.text()
        )
        if self._is_low:
            return
        font = QFont(self.font())
        font.setPixelSize(theme.scaled(theme.SIZES["caption"]))
        painter.setFont(font)
        painter.setPen(QColor(colors.text2))
        self._paint_line(painter, QRectF(left, theme.scaled(29), width, theme.scaled(18)), self.note)

    def _paint_line(self, painter: QPainter, area: QRectF, text: str) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(area.width()))
        if shown != text:
            self.setToolTip(f"{self.text()} {self.note}")
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
