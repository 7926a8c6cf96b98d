"""The time limit of one training inside a worker: a standing watchdog interrupts Python code that takes too long."""

import _thread
import signal
import threading
from collections.abc import Callable
from math import inf
from time import monotonic, sleep
from types import FrameType
from typing import TypeVar

from core.native.library import stop_compiled_work

Result = TypeVar("Result")
TICK = 0.05


class TimeLimitReached(BaseException):
    """Raised inside a training that took longer than allowed; no `except Exception` of an algorithm swallows it."""


class Watchdog:
    """One thread for all trainings of a worker; time in which the whole computer slept does not count.

    It must be made in the main thread, which is the one that is interrupted.
    """

    def __init__(self) -> None:
        self._armed = False
        self._left = inf
        signal.signal(signal.SIGINT, self._on_interrupt)
        threading.Thread(target=self._watch, daemon=True).start()

    def run_limited(self, work: Callable[[], Result], seconds: float | None) -> Result | None:
        """Return what the work gives, or None if it took longer than allowed."""
        self._left = inf if seconds is None else seconds
        try:
            self._armed = True
            result = work()
            self._armed = False
        except TimeLimitReached:
            self._armed = False
            return None
        return result

    def _on_interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        """Runs in the main thread, so it sees exactly whether a training is under way; Ctrl+C is left to the parent."""
        if self._armed and self._left <= 0:
            self._left = inf
            raise TimeLimitReached

    def _watch(self) -> None:
        before = monotonic()
        while True:
            sleep(TICK)
            now = monotonic()
            if self._armed:
                self._left -= min(now - before, 4 * TICK)
                if self._left <= 0:
                    _thread.interrupt_main(signal.SIGINT)
                    stop_compiled_work()  # in compiled code the main thread would not notice the signal
            before = now
