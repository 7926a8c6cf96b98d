"""The worker: every event arrives on the window's thread, stop and pause are heard, the end always comes."""

from pathlib import Path

import pytest
from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

from core.domain.events import Ended, Event, Progressed, Started
from gui import worker as worker_module
from gui.worker import Order, Worker
from tests.gui.finished import INLINE, locked_state, parts_data, parts_study


def listen(worker: Worker) -> list[Event]:
    heard: list[Event] = []
    worker.arrived.connect(heard.extend)
    return heard


def note_idle_moments(worker: Worker) -> list[float | None]:
    """Grows by one each time a paused run looks whether it may go on; by then everything begun is told."""
    idle: list[float | None] = []
    wait = worker.stop.wait

    def note(timeout: float | None = None) -> bool:
        idle.append(timeout)
        return wait(timeout)

    worker.stop.wait = note  # type: ignore[method-assign]
    return idle


def order(repeats: int = 1) -> Order:
    return Order(parts_study(repeats), parts_data(), INLINE)


def test_that_all_events_arrive_and_the_last_one_is_the_end(qtbot: QtBot) -> None:
    worker = Worker(order())
    heard = listen(worker)
    with qtbot.waitSignal(worker.finished, timeout=20_000):
        worker.start()
    qtbot.waitUntil(lambda: bool(heard) and isinstance(heard[-1], Ended))
    assert isinstance(heard[0], Started)
    assert all(isinstance(event, Progressed) for event in heard[1:-1])
    last = heard[-1]
    assert isinstance(last, Ended)
    assert last.findings is not None


def test_that_events_are_heard_on_the_thread_of_the_window(qtbot: QtBot) -> None:
    worker = Worker(order())
    threads: list[QThread] = []
    worker.arrived.connect(lambda _events: threads.append(QThread.currentThread()))
    with qtbot.waitSignal(worker.finished, timeout=20_000):
        worker.start()
    qtbot.waitUntil(lambda: len(threads) > 2)
    assert set(threads) == {QThread.currentThread()}


def test_that_a_stopped_worker_ends_without_findings_and_keeps_what_was_done(qtbot: QtBot, tmp_path: Path) -> None:
    state = locked_state(tmp_path, parts_study(400))
    assert state.data is not None
    assert state.file is not None
    worker = Worker(Order(state.study, state.data, INLINE, state.file))
    heard = listen(worker)
    worker.start()
    qtbot.waitUntil(lambda: any(isinstance(event, Progressed) for event in heard), timeout=10_000)
    worker.call_off()
    qtbot.waitUntil(lambda: isinstance(heard[-1], Ended), timeout=10_000)
    worker.wait()
    last = heard[-1]
    assert isinstance(last, Ended)
    assert last.stopped
    assert last.findings is None
    assert 0 < len(state.file.done()) < 400 * 5 * 4
    state.close()


def test_that_a_paused_worker_goes_on_only_when_told(qtbot: QtBot) -> None:
    worker = Worker(order(2))
    worker.pause()
    heard = listen(worker)
    idle = note_idle_moments(worker)
    worker.start()
    qtbot.waitUntil(lambda: len(idle) > 2)
    assert worker.is_paused
    assert not any(isinstance(event, Progressed) for event in heard)
    worker.resume()
    qtbot.waitUntil(lambda: bool(heard) and isinstance(heard[-1], Ended), timeout=20_000)
    worker.wait()
    assert not worker.is_paused


def test_that_something_unexpected_ends_the_run_in_words(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object) -> object:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(worker_module, "run_from_local_copy", broken)
    worker = Worker(order())
    heard = listen(worker)
    with qtbot.waitSignal(worker.finished, timeout=5_000):
        worker.start()
    qtbot.waitUntil(lambda: bool(heard))
    last = heard[-1]
    assert isinstance(last, Ended)
    assert "division by zero" in last.failure
    assert last.findings is None
