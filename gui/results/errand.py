"""An exhibit at work on a thread of its own: tells how far it is, can be called off, hands its result back."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QThread, Signal

from core.engine.run import Options
from core.laboratory.demo_runner import DemoRunner, Progress, Working, run_to_end
from core.support.errors import EvenfoldError

Result = TypeVar("Result")
Order = Callable[[DemoRunner], Working[Result]]


class Errand(QThread, Generic[Result]):
    """Afterwards it has a result, or the expected error that ended it, or neither when it was called off."""

    progressed = Signal(object)

    def __init__(self, order: Order[Result], options: Options, parent: QObject) -> None:
        super().__init__(parent)
        self._order, self._stop = order, threading.Event()
        self._shop = DemoRunner(options, self._stop)
        self.result: Result | None = None
        self.error: EvenfoldError | None = None

    def run(self) -> None:
        try:
            self.result = run_to_end(self._order(self._shop), self._tell)
        except EvenfoldError as error:
            self.error = error

    def _tell(self, progress: Progress) -> None:
        self.progressed.emit(progress)

    def call_off(self) -> None:
        """Ends within a moment; trainings under way are given up."""
        self._stop.set()

    @property
    def is_called_off(self) -> bool:
        return self._stop.is_set()
