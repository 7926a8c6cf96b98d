"""Work that would hold up the window, done on a thread; of several requests only the latest is answered."""

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QThread

from core.support.errors import EvenfoldError

Result = TypeVar("Result")


class Work(QThread, Generic[Result]):
    """One piece of work; afterwards it has a result, or the expected error that stopped it."""

    def __init__(self, work: Callable[[], Result], parent: QObject) -> None:
        super().__init__(parent)
        self._work = work
        self.result: Result | None = None
        self.error: EvenfoldError | None = None

    def run(self) -> None:
        try:
            self.result = self._work()
        except EvenfoldError as error:
            self.error = error


class Background(QObject):
    """Runs work off the window's thread and hands the result back on it."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._running: list[QThread] = []
        self._latest: QThread | None = None

    def start(
        self,
        work: Callable[[], Result],
        done: Callable[[Result], None],
        failed: Callable[[EvenfoldError], None],
    ) -> None:
        """A result that arrives after a later request was made is dropped."""
        thread: Work[Result] = Work(work, self)
        self._running.append(thread)
        self._latest = thread
        thread.finished.connect(lambda: self._ended(thread, done, failed))
        thread.start()

    def _ended(
        self, thread: Work[Result], done: Callable[[Result], None], failed: Callable[[EvenfoldError], None]
    ) -> None:
        if thread not in self._running:
            return
        self._running.remove(thread)
        thread.deleteLater()
        if thread is not self._latest:
            return
        if thread.error is not None:
            failed(thread.error)
        elif thread.result is not None:
            done(thread.result)

    @property
    def busy(self) -> bool:
        return bool(self._running)

    def forget(self) -> None:
        """Nobody waits any more for what is under way; it ends on its own."""
        self._latest = None

    def wait(self) -> None:
        """Let everything under way end; nothing is handed back afterwards."""
        running, self._running = self._running, []
        for thread in running:
            thread.wait()
