"""Ctrl+C, a request to end (SIGTERM), a closed terminal (SIGHUP) and Ctrl+Break of Windows: all mean stop."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # which of them there are depends on the system


@contextmanager
def handle_stop_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Let each of them call `stop` on the main thread until the end; elsewhere than on the main thread it does nothing.

    A closed terminal that the person chose to ignore (nohup) stays ignored.
    """
    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in (getattr(signal, name) for name in NAMES if hasattr(signal, name)):
            if number == signal.SIGINT or signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, lambda *_: stop())
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def raise_on_stop_signals() -> Iterator[None]:
    """Let each of them end the work as Ctrl+C does, so that nothing it started is left behind."""

    def stop() -> None:
        raise KeyboardInterrupt

    with handle_stop_signals(stop):
        yield
