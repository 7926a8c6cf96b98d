"""The start of the window, and what happens when something unexpected does."""

import logging
import signal
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from core.store.study_file import StudyFile
from core.support.errors import DataError
from core.support.stop_signals import handle_stop_signals
from gui import app, messages, strings
from gui.messages import Unexpected
from gui.settings import Settings
from gui.window import Window
from tests.store.test_study_file import DATA, STUDY


def test_that_start_shows_the_window_and_opens_a_file(
    qapp: QApplication, settings: Settings, machines: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    seen: list[str] = []

    def stay(_application: object = None) -> int:
        windows = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, Window)]
        window = next(window for window in windows if window.isVisible())
        qtbot.waitUntil(lambda: window.shell.state.table is not None, timeout=60_000)
        seen.append(window.shell.state.study.title)
        window.close()
        return 0

    monkeypatch.setattr(QApplication, "exec", stay)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    assert app.start([str(machines)]) == 0
    assert seen == ["machines"]


def test_that_a_double_click_on_macos_opens_the_file_in_the_window_that_is_there(
    qapp: QApplication, window: Window, machines: Path, qtbot: QtBot
) -> None:
    app.open_files_from_desktop(qapp, window)
    assert QApplication.sendEvent(qapp, QFileOpenEvent(QUrl.fromLocalFile(str(machines))))
    qtbot.waitUntil(lambda: window.shell.state.table is not None, timeout=60_000)
    assert window.shell.state.study.title == "machines"


def test_that_only_events_with_a_file_are_taken(qapp: QApplication) -> None:
    opened: list[Path] = []
    files = app.FilesFromDesktop(opened.append, qapp)
    try:
        assert not files.eventFilter(qapp, QEvent(QEvent.Type.ApplicationActivate))
        assert not files.eventFilter(qapp, QFileOpenEvent(QUrl("mailto:nobody")))
        assert files.eventFilter(qapp, QFileOpenEvent(QUrl.fromLocalFile("/data/pump é.evenfold")))
    finally:
        files.setParent(None)
    assert opened == [Path("/data/pump é.evenfold")]


def test_that_an_expected_error_is_shown_with_its_hint(qapp: QApplication, qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    messages.show_error(parent, DataError("Column 3 is empty.", hint="Ignore it."))
    box = parent.findChild(QMessageBox, "errorBox")
    assert box is not None
    assert (box.text(), box.informativeText()) == ("Column 3 is empty.", "Ignore it.")
    box.close()


def test_that_something_unexpected_is_logged_and_told(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: told.append(box.detailedText()))
    unexpected = Unexpected()
    error = ValueError("broken")
    with caplog.at_level(logging.ERROR):
        unexpected.handle(ValueError, error, None)
    assert "broken" in caplog.text
    assert "broken" in told[0]


@pytest.mark.usefixtures("heeded_hangup")
@pytest.mark.parametrize("how", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_that_a_signal_closes_the_window_and_says_what_was_kept(
    window: Window, qtbot: QtBot, tmp_path: Path, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl+C in the terminal the window was started from, the end of the session, a closed terminal."""
    if not hasattr(signal, how):
        pytest.skip("there is no such signal")
    study = replace(STUDY, candidates=STUDY.candidates[:1], baseline=STUDY.candidates[0].key)
    StudyFile.create(tmp_path / "kept.evenfold", study, DATA).close()
    window.show()
    window.shell.open_path(tmp_path / "kept.evenfold")
    qtbot.waitUntil(lambda: window.shell.state.file is not None, timeout=300_000)
    stop = app.StopOnSignal(window)
    with handle_stop_signals(stop.ask):
        signal.raise_signal(getattr(signal, how))
        signal.raise_signal(getattr(signal, how))  # impatience changes nothing
        qtbot.waitUntil(lambda: not window.isVisible(), timeout=300_000)
    assert stop.is_asked
    assert capsys.readouterr().err == f"Stopped. 0 trainings kept in {tmp_path / 'kept.evenfold'}.\n"


def test_that_stopping_by_keyboard_is_nothing_unexpected(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: told.append(box.text()))
    Unexpected().handle(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert told == []


def test_that_the_window_is_named_after_the_program(window: Window) -> None:
    assert window.windowTitle() == strings.APPLICATION
    assert not window.windowIcon().isNull()
