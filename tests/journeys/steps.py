"""What a person does in a journey, counted."""

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gui.window import Window


class Clicks(QObject):
    """Counts what the person presses."""

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self.count = 0
        self._application = application
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = isinstance(event, QMouseEvent) and event.type() is QEvent.Type.MouseButtonPress
        self.count += pressed and isinstance(watched, QAbstractButton | QComboBox)
        return False

    def stop(self) -> None:
        self._application.removeEventFilter(self)


def press(qtbot: QtBot, window: QWidget, name: str) -> None:
    """A click on a button that can be seen."""
    found = [button for button in window.findChildren(QAbstractButton, name) if button.isVisible()]
    assert found, name
    assert found[0].isEnabled(), name
    qtbot.mouseClick(found[0], Qt.MouseButton.LeftButton, pos=QPoint(8, found[0].height() // 2))


def primary(qtbot: QtBot, window: Window, then: str) -> None:
    press(qtbot, window, "primary")
    said = window.shell.footer.said.text
    qtbot.waitUntil(lambda: window.shell.current == then or "settle" in said(), timeout=20_000)
    assert window.shell.current == then, said()


def texts(window: Window) -> str:
    return "\n".join(label.text() for label in window.findChildren(QLabel) if label.isVisible())


def to_verdict(qtbot: QtBot, window: Window, seconds: int = 90) -> None:
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=1000 * seconds)


def push_buttons(window: Window) -> list[QPushButton]:
    return [button for button in window.findChildren(QPushButton) if button.isVisible()]
