"""A text with figures that can be asked about: by click, by Enter, or in its menu."""

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextDocumentFragment,
)
from PySide6.QtWidgets import QLabel, QMenu, QWidget

from core.support.text import in_one_piece
from core.support.typography import typeset
from core.wording.sentence import EMPTY, Sentence, join_sentences
from gui import strings, theme
from gui.widgets.parts import Card, is_ringed

INSET = 4
"""Pixels between a text and its focus ring; what stands in line with it is inset by as much."""
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FigureLabel(QLabel):
    """`asked` is sent when the person wants the figures in it explained.

    The ring shows when the keyboard is used: a page that opens here does not look as if something was chosen.
    """

    asked = Signal()

    def __init__(self, look: str = "", name: str = "") -> None:
        super().__init__()
        self._ringed, self._told = False, ""
        self.sentence = EMPTY  # the spans behind the text, where its figures can be explained
        self.setWordWrap(True)
        self.setContentsMargins(INSET, 1, INSET, 1)
        self.setProperty("look", look)
        self.setObjectName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(strings.verdict.EXPLAIN_TIP)
        self.setAccessibleDescription(strings.verdict.EXPLAIN_TIP)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)  # by keyboard would show a caret

    def setText(self, text: str) -> None:
        """A label forgets that it can be reached by Tab whenever its text changes."""
        self._told = text
        super().setText(in_one_piece(typeset(text)))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_sentences(self, *sentences: Sentence, markup: str = "") -> None:
        """Show sentences, or mark-up that says the same; their figures can then be explained."""
        self.sentence = join_sentences(*sentences)
        is_plain = self.textFormat() is Qt.TextFormat.PlainText
        self.setText(markup or (self.sentence.text if is_plain else escape(self.sentence.text, quote=False)))

    def show_short(self, text: str) -> None:
        """Show a shorter text where there is no room; what was told stays."""
        super().setText(in_one_piece(typeset(text)))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def text(self) -> str:
        """As it was told, with every space an ordinary one."""
        return self._told

    @property
    def words(self) -> str:
        """The text without its mark-up."""
        is_plain = self.textFormat() is Qt.TextFormat.PlainText
        return self.text() if is_plain else QTextDocumentFragment.fromHtml(self.text()).toPlainText()

    @property
    def is_ringed(self) -> bool:
        return self.hasFocus() and self._ringed

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.is_ringed:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(theme.current().focus), 2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 4, 4)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ringed = is_ringed(event.reason(), self._ringed)
        super().focusInEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and not self.hasSelectedText():
            self.asked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._ringed = True
        self.update()
        if event.key() in ENTER and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.asked.emit()
        else:
            super().keyPressEvent(event)

    def menu(self) -> QMenu:
        menu = QMenu(self)
        explain, copy = QAction(strings.verdict.EXPLAIN, menu), QAction(strings.verdict.COPY_TEXT, menu)
        explain.triggered.connect(lambda _on=False: self.asked.emit())
        copy.triggered.connect(lambda _on=False: QGuiApplication.clipboard().setText(self.words))
        menu.addActions([explain, copy])
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())


def inset(*widgets: QWidget) -> None:
    """In line with figure labels above or below."""
    for widget in widgets:
        widget.setContentsMargins(INSET, 0, INSET, 0)


def make_room(card: Card) -> None:
    """A card whose figure labels may wear rings, with its text where other cards have it."""
    around = card.body.contentsMargins()
    card.body.setContentsMargins(around.left() - INSET, around.top(), around.right() - INSET, around.bottom())
    inset(card.heading)
