"""The end of a run told to somebody who looks elsewhere, and workers that wait for the run."""

import pytest
from PySide6.QtWidgets import QSystemTrayIcon
from pytestqt.qtbot import QtBot

from gui import notify, warm
from gui.notify import Notifier
from gui.settings import Settings
from gui.warm import WarmWorkers
from gui.window import Window


def test_that_nothing_pops_up_while_the_window_is_looked_at(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "isActiveWindow", lambda: True)
    notifier = Notifier(window)
    notifier.tell(window, "Study", "Use it.")
    assert notifier.told is None


def test_that_the_tray_tells_it_where_there_is_one(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, str]] = []
    monkeypatch.setattr(notify.QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: True))  # type: ignore[attr-defined]
    monkeypatch.setattr(notify.QSystemTrayIcon, "supportsMessages", staticmethod(lambda: True))  # type: ignore[attr-defined]
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda _tray, title, text: shown.append((title, text)))
    window.showMinimized()
    notifier = Notifier(window)
    notifier.tell(window, "Study", "Use it.")
    assert shown == [("Study", "Use it.")]
    notifier._show(window)
    assert not window.isMinimized()
    assert notifier._tray is None


class FakeSlot:
    def __init__(self) -> None:
        self.ended = False

    def stop(self) -> None:
        self.ended = True


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[FakeSlot]:
    slots: list[FakeSlot] = []

    def start(workers: int, niceness: int) -> list[FakeSlot]:
        slots.extend(FakeSlot() for _ in range(workers))
        return list(slots)

    monkeypatch.setattr(warm, "start_workers", start)
    monkeypatch.setattr(warm, "PATIENCE", 1)
    return slots


def test_that_workers_start_a_moment_after_the_data_are_there(
    window: Window, settings: Settings, made: list[FakeSlot], qtbot: QtBot
) -> None:
    settings.workers, settings.start_early = 2, True
    workers = WarmWorkers(settings, window)
    workers.prepare()
    qtbot.waitUntil(lambda: len(made) == 2, timeout=5000)
    workers.prepare()
    assert workers.take() == made
    assert workers.take() == []
    assert not any(slot.ended for slot in made)


def test_that_workers_made_for_other_wishes_are_ended(
    window: Window, settings: Settings, made: list[FakeSlot], qtbot: QtBot
) -> None:
    settings.workers, settings.start_early = 1, True
    workers = WarmWorkers(settings, window)
    workers.prepare()
    qtbot.waitUntil(lambda: bool(made), timeout=5000)
    settings.niceness = 9
    assert workers.take() == []
    assert made[0].ended


def test_that_closing_ends_them(window: Window, settings: Settings, made: list[FakeSlot], qtbot: QtBot) -> None:
    settings.workers, settings.start_early = 1, True
    workers = WarmWorkers(settings, window)
    workers.prepare()
    qtbot.waitUntil(lambda: bool(made), timeout=5000)
    workers.end()
    assert made[0].ended
