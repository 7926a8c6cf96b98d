"""Work off the window's thread: results come back on it, only the latest counts."""

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QThread
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import gui
from core.support.errors import DataError, EvenfoldError
from gui.tasks import Background


@pytest.fixture
def background(qapp: QApplication) -> Background:
    return Background(QObject(qapp))


def never(error: EvenfoldError) -> None:
    pytest.fail(f"unexpected: {error}")


def test_that_a_result_comes_back_on_the_window_thread(background: Background, qtbot: QtBot) -> None:
    got: list[tuple[int, bool]] = []
    here = QThread.currentThread()
    background.start(lambda: 42, lambda value: got.append((value, QThread.currentThread() is here)), never)
    qtbot.waitUntil(lambda: bool(got))
    assert got == [(42, True)]
    assert not background.busy


def test_that_the_work_itself_runs_elsewhere(background: Background, qtbot: QtBot) -> None:
    got: list[int] = []
    background.start(threading.get_ident, got.append, never)
    qtbot.waitUntil(lambda: bool(got))
    assert got[0] != threading.get_ident()


def test_that_an_expected_error_is_handed_over(background: Background, qtbot: QtBot) -> None:
    def fails() -> int:
        raise DataError("Row 3 is empty.", hint="Delete it.")

    errors: list[EvenfoldError] = []
    background.start(fails, lambda _value: pytest.fail("no result expected"), errors.append)
    qtbot.waitUntil(lambda: bool(errors))
    assert str(errors[0]) == "Row 3 is empty. Delete it."


def test_that_only_the_latest_request_is_answered(background: Background, qtbot: QtBot) -> None:
    gate, got = threading.Event(), list[str]()

    def slow() -> str:
        gate.wait(500)
        return "old"

    background.start(slow, got.append, never)
    background.start(lambda: "new", got.append, never)
    qtbot.waitUntil(lambda: got == ["new"])
    gate.set()
    qtbot.waitUntil(lambda: not background.busy)
    assert got == ["new"]


def test_that_waiting_ends_the_threads_and_hands_nothing_back(background: Background, qtbot: QtBot) -> None:
    got: list[int] = []
    background.start(lambda: 1, got.append, never)
    background.wait()
    QApplication.processEvents()
    assert got == []
    assert not background.busy


def test_that_what_is_forgotten_is_not_answered(background: Background, qtbot: QtBot) -> None:
    said: list[object] = []
    go_on = threading.Event()

    def slow() -> str:
        go_on.wait(500)
        raise DataError("too late", hint="none")

    background.start(slow, said.append, said.append)
    background.forget()
    go_on.set()
    qtbot.waitUntil(lambda: not background.busy, timeout=10_000)
    background.start(lambda: "next", said.append, said.append)
    qtbot.waitUntil(lambda: said == ["next"], timeout=10_000)


def test_that_nothing_but_tasks_makes_threads() -> None:
    """Threads made elsewhere would need their own rules for errors, stopping and the end of the window."""
    folder = Path(gui.__file__).parent
    makers = [path for path in folder.rglob("*.py") if "QThread" in path.read_text("utf-8")]
    pools = [path for path in folder.rglob("*.py") if "QThreadPool" in path.read_text("utf-8")]
    own = [path for path in folder.rglob("*.py") if "threading.Thread(" in path.read_text("utf-8")]
    assert [path.name for path in makers] == ["tasks.py"]
    assert pools == own == []
