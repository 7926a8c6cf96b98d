"""Forgotten widgets are destroyed on the window's thread, between two events."""

import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gui.collector import Collector, collect_due


@pytest.fixture
def collector(qapp: QApplication) -> Iterator[Collector]:
    made = Collector(qapp)
    with made:
        yield made
    made.deleteLater()


def forget_widget(destroyed_on: list[threading.Thread]) -> None:
    """A widget that only refers to itself, as only the collector can find it."""
    widget = QWidget()
    widget.itself = widget  # type: ignore[attr-defined]
    widget.destroyed.connect(
        lambda _gone: destroyed_on.append(threading.current_thread()), Qt.ConnectionType.DirectConnection
    )


def test_that_a_busy_thread_destroys_no_widget(collector: Collector, qtbot: QtBot) -> None:
    destroyed_on: list[threading.Thread] = []
    forget_widget(destroyed_on)
    kept: list[list[int]] = []
    busy = threading.Thread(target=lambda: kept.extend([number] for number in range(20_000)))
    busy.start()
    busy.join()
    assert not destroyed_on
    qtbot.waitUntil(lambda: bool(destroyed_on), timeout=5000)
    assert destroyed_on == [threading.main_thread()]


def test_that_python_collects_by_itself_again_afterwards(qapp: QApplication) -> None:
    made = Collector(qapp)
    with made:
        assert not gc.isenabled()
    made.deleteLater()
    assert gc.isenabled()


def test_that_little_is_looked_through_when_little_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10))
    monkeypatch.setattr(gc, "collect", asked.append)
    for counts in ((3, 0, 0), (701, 10, 0), (5, 11, 0), (9, 3, 11)):
        monkeypatch.setattr(gc, "get_count", lambda counts=counts: counts)
        collect_due()
    assert asked == [0, 1, 2]
