"""How far a long piece of work is, with a button that stops it; shown only when it takes a while."""

import threading

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QProgressDialog, QWidget

from gui.strings import data as strings

SHOWN_AFTER = 700  # milliseconds
STEPS = 1000
EVERY = 50  # milliseconds


class Progress(QProgressDialog):
    """`watch` is called on the thread that works, with the share done, and answers whether to go on.

    Work that was overtaken may still call it after the bar is gone, so it touches nothing of Qt.
    """

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(text, strings.READING_CANCEL, 0, STEPS, parent)
        self.setObjectName("readingProgress")
        self.setAccessibleName(text)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAutoClose(False)
        self.setAutoReset(False)
        self.setMinimumDuration(SHOWN_AFTER)
        self._before, self._stop = parent, threading.Event()
        self.canceled.connect(self._stop.set)
        self._share, self._clock = 0.0, QTimer(self)
        self._clock.timeout.connect(self._advance)
        self._clock.start(EVERY)
        self.setValue(0)

    def watch(self, share: float) -> bool:
        self._share = share
        return not self._stop.is_set()

    def _advance(self) -> None:
        if not self._stop.is_set():
            self.setValue(min(int(STEPS * self._share), STEPS - 1))

    def end(self) -> None:
        """Close it; the window it stood before is the active one again."""
        self._stop.set()
        self._clock.stop()
        was_shown = self.isVisible()
        self.reset()
        self.hide()
        if was_shown:
            self._before.window().activateWindow()
        self.deleteLater()
