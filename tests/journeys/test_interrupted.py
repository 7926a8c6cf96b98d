"""Stopped, closed, opened again and continued; and another look in the middle of a run."""

import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from core.store.study_file import StudyFile
from gui import theme
from gui.window import Window
from gui.wizard.pages.run import RunPage
from tests.journeys.steps import press, texts, to_verdict

pytestmark = pytest.mark.usefixtures("small_sample")


@pytest.fixture
def repeats() -> int:
    return 12


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Until it is set, nothing more is written once something was: so the study cannot end before it is stopped."""
    event, append, written = threading.Event(), StudyFile.append, list[int]()

    def append_and_wait(file: StudyFile, *given: object) -> None:
        if written:
            event.wait()
        append(file, *given)  # type: ignore[arg-type]
        written.append(1)

    monkeypatch.setattr(StudyFile, "append", append_and_wait)
    yield event
    event.set()


def locked(qtbot: QtBot, window: Window) -> RunPage:
    press(qtbot, window, "sample_bearing")
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=20_000)
    press(qtbot, window, "primary")
    qtbot.waitUntil(lambda: window.shell.current == "run", timeout=10_000)
    page = window.shell.page("run")
    assert isinstance(page, RunPage)
    return page


def test_that_a_study_is_stopped_closed_opened_again_and_continued(
    qtbot: QtBot, open_window: Callable[[], Window], stopped: threading.Event
) -> None:
    first = open_window()
    page = locked(qtbot, first)
    qtbot.waitUntil(lambda: page._live.folds > 0, timeout=60_000)
    page.ask_to_stop()
    press(qtbot, first.findChild(QMessageBox, "stopBox"), "stopIt")  # type: ignore[arg-type]
    stopped.set()
    qtbot.waitUntil(lambda: not page._is_running, timeout=20_000)
    assert first.shell.current == "run"
    assert first.shell.state.findings is None
    done = page.status.done
    assert done > 0
    first.close()
    second = open_window()
    qtbot.waitUntil(lambda: "Stopped at" in texts(second), timeout=20_000)
    press(qtbot, second, "continueStudy")
    qtbot.waitUntil(lambda: second.shell.current in ("run", "verdict"), timeout=20_000)
    to_verdict(qtbot, second)
    again = second.shell.page("run")
    assert isinstance(again, RunPage)
    assert again.status.done == again.status.total
    second.close()


def test_that_the_look_can_be_changed_while_a_study_runs(qtbot: QtBot, window: Window) -> None:
    page = locked(qtbot, window)
    qtbot.waitUntil(lambda: page._live.folds > 0, timeout=60_000)
    for look in ("dark", "high-contrast", "light"):
        window.wear(look)
        assert theme.current().key == look
        color = window.grab().toImage().pixelColor(4, window.height() // 2)
        assert color.name().upper() in (theme.load(look).window.upper(), theme.load(look).surface.upper())
    to_verdict(qtbot, window)
    assert window.shell.state.findings is not None
