"""An own table with everything as suggested: few clicks and two typed fields to the lock."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from gui.widgets.parts import reveal
from gui.window import Window
from gui.wizard.pages.run import RunPage
from tests.journeys.steps import Clicks, press, primary

MOST_CLICKS = 12


def answer_questions(qtbot: QtBot, window: Window) -> None:
    """The first answer to every question the page asks."""
    page = window.shell.page(window.shell.current)
    for problem in [problem for problem in page.problems() if window.shell.state.is_open(problem)]:
        labels = [fix.label for fix in problem.fixes]
        buttons = [b for b in page.findChildren(QAbstractButton) if b.isVisible() and b.text() in labels]
        if buttons:
            reveal(buttons[0])
            on_the_mark = QPoint(8, buttons[0].height() // 2)
            qtbot.mouseClick(buttons[0], Qt.MouseButton.LeftButton, pos=on_the_mark)


def test_that_an_own_table_is_locked_within_twelve_clicks_and_two_typed_fields(
    qapp: QApplication, qtbot: QtBot, window: Window, parts_table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args, **_more: (str(parts_table), ""))
    monkeypatch.setattr(RunPage, "start", lambda _page: None)
    clicks, shell = Clicks(qapp), window.shell
    press(qtbot, window, "doorCompare")
    opening = next(
        b for b in window.findChildren(QAbstractButton) if b.isVisible() and "Open a file" in b.text().replace("&", "")
    )
    press(qtbot, window, opening.objectName())
    qtbot.waitUntil(lambda: shell.state.data is not None, timeout=20_000)
    for name, words in (("row_meaning", "one casting"), ("use", "castings of line 2")):
        field = window.findChild(QLineEdit, name)
        qtbot.mouseClick(field, Qt.MouseButton.LeftButton)
        qtbot.keyClicks(field, words)
    answer_questions(qtbot, window)
    for then in ("question", "candidates", "plan", "review"):
        primary(qtbot, window, then)
        answer_questions(qtbot, window)
    anyway = window.findChild(QAbstractButton, "runAnyway")
    if anyway.isVisible() and not anyway.isChecked():
        press(qtbot, window, "runAnyway")
    for name in ("unseen_yes", "alone_yes"):
        press(qtbot, window, name)
    press(qtbot, window, "primary")
    qtbot.waitUntil(lambda: shell.state.locked, timeout=20_000)
    clicks.stop()
    assert clicks.count <= MOST_CLICKS
    assert shell.state.study.row_meaning == "one casting"
