"""The one way to work beside the window: a thread for each piece of work, whose result comes back on the window's."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QThread, Signal

from core.support.errors import EvenfoldError

Result = TypeVar("Result")


class Task(QThread, Generic[Result]):
    """One piece of work; afterwards it has a result, or the expected error that ended it, or neither.

    Work that takes long looks at `stop`, and reports on the way through `told`.
    """

    told = Signal(object)

    def __init__(self, work: Callable[[], Result | None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self.stop = threading.Event()
        self.result: Result | None = None
        self.error: EvenfoldError | None = None

    def run(self) -> None:
        try:
            self.result = self._work()
        except EvenfoldError as error:
            self.error = error

    def tell(self, report: object) -> None:
        """Report how far the work is; heard on the window's thread."""
        self.told.emit(report)

    def call_off(self) -> None:
        """Ends within a moment; training runs under way are given up."""
        self.stop.set()

    @property
    def is_called_off(self) -> bool:
        return self.stop.is_set()


class Background(QObject):
    """Runs work off the window's thread and hands the result back on it; of several requests the latest is answered."""

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
        task: Task[Result] = Task(work, self)
        self._running.append(task)
        self._latest = task
        task.finished.connect(lambda: self._ended(task, done, failed))
        task.start()

    def _ended(
        self, task: Task[Result], done: Callable[[Result], None], failed: Callable[[EvenfoldError], None]
    ) -> None:
        if task not in self._running:
            return
        self._running.remove(task)
        task.deleteLater()
        if task is not self._latest:
            return
        if task.error is not None:
            failed(task.error)
        elif task.result is not None:
            done(task.result)

    @property
    def busy(self) -> bool:
        return bool(self._running)

    def forget(self) -> None:
        """Nobody waits any more for what is under way; it ends on its own."""
        self._latest = None

    def wait(self) -> None:
        """Let everything under way end; nothing is handed back afterwards."""
        running, self._running = self._running, []
        for task in running:
            task.wait()
