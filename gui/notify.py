"""Tells somebody who looks elsewhere that a run has ended: from the tray where there is one, else at the taskbar."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from gui import strings, theme


class Notifier(QObject):
    """The tray icon exists only while there is something to tell."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._tray: QSystemTrayIcon | None = None
        self.told: tuple[str, str] | None = None

    def tell(self, window: QWidget, title: str, text: str) -> None:
        """Nothing more than a mark at the taskbar while the window is looked at."""
        QApplication.alert(window)
        if window.isActiveWindow() and not window.isMinimized():
            return
        self.told = (title, text)
        if QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            self._from_tray(window, title, text)

    def _from_tray(self, window: QWidget, title: str, text: str) -> None:
        self.end()
        self._tray = QSystemTrayIcon(theme.icon("evenfold", pixels=64), self)
        self._tray.setToolTip(strings.APPLICATION)
        for wanted in (self._tray.messageClicked, self._tray.activated):
            wanted.connect(lambda *_: self._show(window))
        self._tray.show()
        self._tray.showMessage(title, text)

    def _show(self, window: QWidget) -> None:
        window.showNormal()
        window.raise_()
        window.activateWindow()
        self.end()

    def end(self) -> None:
        if self._tray is not None:
            self._tray.hide()
            self._tray.deleteLater()
            self._tray = None
