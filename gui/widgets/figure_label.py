"""A text with figures that can be asked about: by click, by Enter, or in its menu."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextDocumentFragment,
)
from PySide6.QtWidgets import QLabel, QMenu

from gui import strings, theme

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FigureLabel(QLabel):
    """`asked` is sent when the person wants the figures in it explained."""

    asked = Signal()

    def __init__(self, look: str = "", name: str = "") -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setProperty("look", look)
        self.setObjectName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(strings.verdict.EXPLAIN_TIP)
        self.setAccessibleDescription(strings.verdict.EXPLAIN_TIP)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)  # by keyboard would show a caret

    def setText(self, text: str) -> None:
        """A label forgets that it can be reached by Tab whenever its text changes."""
        super().setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def words(self) -> str:
        """The text without its mark-up."""
        is_plain = self.textFormat() is Qt.TextFormat.PlainText
        return self.text() if is_plain else QTextDocumentFragment.fromHtml(self.text()).toPlainText()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(theme.current().focus), 2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 4, 4)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and not self.hasSelectedText():
            self.asked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
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
