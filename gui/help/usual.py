"""The card under a sample: what the usual way would have claimed, worked out when asked, off the window's thread."""

import threading
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTextBrowser, QWidget

from core.application.paper_studies import work_out_usual_way
from core.application.prepare_run import Options
from core.support.errors import EvenfoldError
from gui.strings import help as strings
from gui.tasks import Background
from gui.widgets.parts import Card, button, label, row


class UsualCard(Card):
    """Nothing is shown that was not computed here; going to another page stops it."""

    sample_wanted = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(strings.USUAL_TITLE, "usualCard")
        self.setParent(parent)
        self._sample = ""
        self._stop = threading.Event()
        self._background = Background(self)
        self.note = label(strings.USUAL_NOTE, "secondary", "usualNote")
        self.ask = button(strings.USUAL_ASK, self._work, "usualAsk")
        self.open = button(strings.USUAL_OPEN, lambda: self.sample_wanted.emit(self._sample), "usualOpen")
        self.told = QTextBrowser()
        self.told.setObjectName("usualTold")
        self.told.setAccessibleName(strings.USUAL_TITLE)
        self.told.setMinimumHeight(220)
        self.told.setVisible(False)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.add(self.note, self.told, row(self.ask, self.open, 0))

    def show_sample(self, key: str) -> None:
        """Ready for that sample; hidden where the page is about none."""
        if key != self._sample:
            self._stop.set()
            self._sample = key
            self._ready()
        self.setVisible(bool(key))

    def _ready(self) -> None:
        self.note.setText(strings.USUAL_NOTE)
        self.note.setVisible(True)
        self.told.setVisible(False)
        self.ask.setVisible(True)
        self.ask.setEnabled(True)

    def _work(self) -> None:
        self.ask.setEnabled(False)
        self.note.setText(strings.USUAL_WORKING)
        self._stop = threading.Event()
        work = partial(work_out_usual_way, self._sample, Options(executor="processes"), self._stop)
        self._background.start(work, partial(self._tell, self._sample), partial(self._failed, self._sample))

    def _tell(self, sample: str, text: str) -> None:
        if sample == self._sample:
            self.note.setVisible(False)
            self.ask.setVisible(False)
            self.told.setMarkdown(text)
            self.told.setVisible(True)

    def _failed(self, sample: str, error: EvenfoldError) -> None:
        if sample == self._sample:
            self._ready()
            self.note.setText(str(error))

    def close_down(self) -> None:
        self._stop.set()
        self._background.wait()
