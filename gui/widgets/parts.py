"""Small parts every screen is made of: labels, buttons, cards and lines in the look of the style sheet."""

from collections.abc import Callable
from html import escape

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from core.support.text import in_one_piece
from core.support.typography import typeset
from gui import theme

HIGHEST = 16_777_215  # of a widget


class Words(QLabel):
    """A label that shows what is quoted in the marks of the window; `text` is what it was given."""

    def __init__(self, text: str = "") -> None:
        super().__init__(typeset(text))
        self._given = text

    def setText(self, text: str) -> None:
        self._given = text
        super().setText(typeset(text))

    def clear(self) -> None:
        self.setText("")

    def text(self) -> str:
        return self._given


def label(text: str = "", look: str = "", name: str = "") -> QLabel:
    """A wrapping label; text between ** is not interpreted, rich text is allowed."""
    result = Words(text)
    result.setWordWrap(True)
    result.setProperty("look", look)
    result.setObjectName(name)
    return result


def as_is(text: str = "", look: str = "", name: str = "") -> QLabel:
    """A wrapping label for words with names out of files, which are shown as they are even if they look like markup."""
    result = label(text, look, name)
    result.setTextFormat(Qt.TextFormat.PlainText)
    return result


def as_tip(text: str) -> str:
    """The words of a tip that show as they are; tips have no format of their own to choose."""
    text = typeset(text)
    return f"<span>{escape(text)}</span>".replace("\n", "<br>") if "<" in text else text


def plain(text: str = "", look: str = "", name: str = "") -> QLabel:
    """A label of one line that shows text as it is."""
    result = Words(text)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setProperty("look", look)
    result.setObjectName(name)
    return result


class Sentence(QLabel):
    """A wrapping label that shows text as it is and ends no line between a number and what belongs to it."""

    def __init__(self, look: str = "", name: str = "") -> None:
        super().__init__()
        self._words = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setProperty("look", look)
        self.setObjectName(name)

    def setText(self, text: str) -> None:
        self._words = text
        super().setText(in_one_piece(typeset(text)))

    def text(self) -> str:
        """As it was given, with ordinary blanks."""
        return self._words


class OneLine(Words):
    """A label of one line that ends in dots where there is no room for all of it; its text stays whole."""

    def __init__(self, look: str = "", name: str = "", dots: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> None:
        super().__init__()
        self._dots = dots
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("look", look)
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        shown = self.fontMetrics().elidedText(typeset(self.text()), self._dots, self.width())
        self.style().drawItemText(
            painter, self.rect(), self.alignment(), self.palette(), self.isEnabled(), shown, self.foregroundRole()
        )


class Heading(QLabel):
    """As wide as there is room and as many lines as its text takes there; a name without spaces is broken, too.

    It has no height for its width to tell, for then a scroll area would give all around it the height it likes best."""

    def __init__(self, text: str) -> None:
        super().__init__(typeset(text))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("look", "strong")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """What was fitted out of sight, in another room, is laid out anew."""
        super().showEvent(event)
        self._fit()
        self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        """Another size of text takes other lines in the same room."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _fit(self) -> None:
        room = QRect(0, 0, self.width(), HIGHEST)
        self.setMinimumHeight(self.fontMetrics().boundingRect(room, self._flags, self.text()).height())

    @property
    def _flags(self) -> int:
        """Lines end between words; only a word that is wider than all the room is broken."""
        widest = max(map(self.fontMetrics().horizontalAdvance, self.text().split()), default=0)
        wraps = Qt.TextFlag.TextWordWrap if widest <= self.width() else Qt.TextFlag.TextWrapAnywhere
        return self.alignment().value | wraps.value

    def paintEvent(self, _event: QPaintEvent) -> None:
        self.style().drawItemText(
            QPainter(self),
            self.rect(),
            self._flags,
            self.palette(),
            self.isEnabled(),
            self.text(),
            self.foregroundRole(),
        )


def button(text: str, pressed: Callable[[], None], name: str, look: str = "") -> QPushButton:
    result = QPushButton(typeset(text))
    result.setObjectName(name)
    result.setProperty("look", look)
    result.setAccessibleName(text.replace("&", "").strip("◄► \u2002"))
    result.clicked.connect(lambda: pressed())
    return result


def restyle(widget: QWidget, **properties: object) -> None:
    """Set properties the style sheet looks at, and let it look again."""
    for key, value in properties.items():
        widget.setProperty(key, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def fill(layout: QBoxLayout, *items: QWidget | QLayout | int) -> None:
    """Add widgets and layouts in order; 0 is a stretch, another number a space in pixels."""
    for item in items:
        if isinstance(item, QWidget):
            layout.addWidget(item)
        elif isinstance(item, QLayout):
            layout.addLayout(item)
        elif item == 0:
            layout.addStretch(1)
        else:
            layout.addSpacing(item)


def row(*items: QWidget | QLayout | int, spacing: int = theme.GRID) -> QHBoxLayout:
    result = QHBoxLayout()
    result.setContentsMargins(0, 0, 0, 0)
    result.setSpacing(spacing)
    fill(result, *items)
    return result


def column(*items: QWidget | QLayout | int, spacing: int = theme.GRID) -> QVBoxLayout:
    result = QVBoxLayout()
    result.setContentsMargins(0, 0, 0, 0)
    result.setSpacing(spacing)
    fill(result, *items)
    return result


BY_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
COMES_BACK = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)


def is_ringed(reason: Qt.FocusReason, before: bool) -> bool:
    """Whether what takes the focus to be read shows a ring: when the keyboard led there, or it had one before."""
    return before if reason in COMES_BACK else reason in BY_KEYBOARD


def focus_first(region: QWidget, reason: Qt.FocusReason = Qt.FocusReason.ShortcutFocusReason) -> bool:
    """Put the focus on the first thing in a region that takes it; False where nothing does."""
    found = [
        widget
        for widget in (region, *region.findChildren(QWidget))
        if _takes_focus(widget) and widget.isVisibleTo(region)
    ]
    if found:
        found[0].setFocus(reason)
    return bool(found)


def reveal(widget: QWidget) -> None:
    """Scroll to where it can be seen."""
    area = _area_of(widget)
    if area is not None:
        area.ensureWidgetVisible(widget)


def show_from_top(widget: QWidget) -> None:
    """Scroll to the beginning of the page it is on."""
    area = _area_of(widget)
    if area is not None:
        area.verticalScrollBar().setValue(0)


def _area_of(widget: QWidget) -> QScrollArea | None:
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above


def _takes_focus(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.isEnabled()


def rule() -> QFrame:
    """A thin line between two things."""
    result = QFrame()
    result.setProperty("look", "line")
    return result


def empty(layout: QLayout) -> None:
    """Take everything out of a layout and throw it away."""
    while (item := layout.takeAt(0)) is not None:
        if (inner := item.layout()) is not None:
            empty(inner)
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()


class Card(QFrame):
    """A framed part of a page with a title."""

    def __init__(self, title: str = "", name: str = "") -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("look", "card")
        self.setAccessibleName(title)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(12, 10, 12, 10)
        self.body.setSpacing(theme.GRID)
        self.heading = plain(title, "title")
        self.body.addWidget(self.heading)
        self.heading.setVisible(bool(title))

    def add(self, *items: QWidget | QLayout | int) -> "Card":
        fill(self.body, *items)
        return self
