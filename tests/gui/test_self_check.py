"""The check of the installation in the window: silent when all is well, and on request in full."""

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from core.application.check_installation import Check
from core.version import VERSION
from gui import self_check
from gui.window import Window


def checked(monkeypatch: pytest.MonkeyPatch, ok: bool) -> None:
    monkeypatch.setattr(self_check, "installation", lambda: (Check("Folder", ok, "a <b>place</b>"),))


def box(window: Window) -> QMessageBox | None:
    return window.findChild(QMessageBox, "selfCheckBox")


def test_that_the_first_start_is_silent_when_all_is_well_and_happens_once(
    qtbot: QtBot, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked(monkeypatch, True)
    window.self_check.at_first_start()
    qtbot.waitUntil(lambda: window.settings.checked == VERSION, timeout=10_000)
    assert box(window) is None
    window.self_check.at_first_start()
    assert not window.self_check.busy


def test_that_a_problem_is_told_at_the_first_start(
    qtbot: QtBot, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked(monkeypatch, False)
    window.self_check.at_first_start()
    qtbot.waitUntil(lambda: box(window) is not None, timeout=10_000)
    shown = box(window)
    assert shown is not None
    assert "✘ <b>Folder</b>: a &lt;b&gt;place" in shown.informativeText()
    shown.close()


def test_that_the_whole_list_is_shown_on_request(qtbot: QtBot, window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    checked(monkeypatch, True)
    window.actions_by_name["selfCheck"].trigger()
    qtbot.waitUntil(lambda: box(window) is not None, timeout=10_000)
    shown = box(window)
    assert shown is not None
    assert "families" in shown.informativeText()
    shown.close()
