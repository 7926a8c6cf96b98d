"""Waiting for what must be so, never for a time that should be enough."""

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QRect, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

LONGEST = 300.0  # seconds; only what never comes is a failure
BETWEEN = 5  # milliseconds between two looks, in which the event loop and other threads work
SOON = 60
"""Milliseconds: what waits no longer than this is work put off for a moment, such as fitting a column to its table."""
ROUNDS = 2  # a new size makes a new layout, which makes new sizes inside it


def wait_until(is_so: Callable[[], bool]) -> None:
    """Let the event loop work until it is so."""
    until = monotonic() + LONGEST
    while not is_so():
        assert monotonic() < until, "what was waited for never came"
        QTest.qWait(BETWEEN)


def settle(root: QWidget) -> None:
    """Wait until nothing below `root` has work put off, and all that was due has left every place as it was."""
    places = None
    while (found := _places_of(root)) != places or _is_put_off(root):
        places = found
        for _ in range(ROUNDS):
            _let_idle()


def _let_idle() -> None:
    """Timers of 0 ms, by which widgets fit themselves to a new text size, run only when no other event waits."""
    idle: list[bool] = []
    QTimer.singleShot(0, lambda: idle.append(True))
    while not idle:
        QApplication.processEvents()


def _places_of(root: QWidget) -> list[tuple[int, QRect]]:
    return [(id(one), one.geometry()) for one in root.findChildren(QWidget) if one.isVisible()]


def _is_put_off(root: QWidget) -> bool:
    timers = root.findChildren(QTimer)
    return any(timer.isActive() and timer.isSingleShot() and timer.interval() <= SOON for timer in timers)
