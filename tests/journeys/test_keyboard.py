"""A whole study without the mouse."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QFileDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from gui import strings
from gui.widgets.numbers import WholeBox
from gui.window import Window
from gui.wizard.pages.run import RunPage
from tests.journeys.steps import to_verdict

CONTROL, NONE = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
MOST_TABS = 80


def key(window: Window, which: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(QApplication.focusWidget() or window, which, modifier)
    QApplication.processEvents()


def tab_to(window: Window, wanted: QWidget) -> None:
    """From field to field until this one has the focus."""
    for _ in range(MOST_TABS):
        if QApplication.focusWidget() is wanted:
            return
        key(window, Qt.Key.Key_Tab)
    raise AssertionError(f"{wanted.objectName()} is not reached by Tab")


def go_on(window: Window, qtbot: QtBot, then: str) -> None:
    key(window, Qt.Key.Key_Return, CONTROL)
    qtbot.waitUntil(lambda: window.shell.current == then, timeout=20_000)


def choose_open_answers(window: Window) -> None:
    """The first answer to each question that is asked, with the space bar."""
    page = window.shell.page(window.shell.current)
    for problem in [problem for problem in page.problems() if window.shell.state.is_open(problem)]:
        labels = [fix.label for fix in problem.fixes]
        found = [b for b in page.findChildren(QAbstractButton) if b.isVisible() and b.text() in labels]
        if found:
            tab_to(window, found[0])
            key(window, Qt.Key.Key_Space)


def other_models(window: Window) -> None:
    """Naive Bayes instead of the forest and the support vector machine."""
    for name in ("tick_naive-bayes", "tick_forest", "tick_svm"):
        tab_to(window, window.findChild(QCheckBox, name))  # type: ignore[arg-type]
        key(window, Qt.Key.Key_Space)


def fewer_folds(window: Window) -> None:
    for name, number in (("folds", "3"), ("mostRepeats", "2")):
        tab_to(window, window.findChild(WholeBox, name))  # type: ignore[arg-type]
        key(window, Qt.Key.Key_A, CONTROL)
        QTest.keyClicks(QApplication.focusWidget(), number)  # type: ignore[arg-type]
        key(window, Qt.Key.Key_Tab)


CHANGES = {"candidates": other_models, "plan": fewer_folds}


def test_that_a_study_is_done_by_keyboard_alone(
    qtbot: QtBot, window: Window, parts_table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args, **_more: (str(parts_table), ""))
    window.settings.workers = 1
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=5000)
    shell = window.shell
    key(window, Qt.Key.Key_O, CONTROL)
    qtbot.waitUntil(lambda: shell.state.data is not None and shell.current == "data", timeout=20_000)
    for name, words in (("row_meaning", "one casting"), ("use", "line 2")):
        tab_to(window, window.findChild(QLineEdit, name))  # type: ignore[arg-type]
        QTest.keyClicks(QApplication.focusWidget(), words)  # type: ignore[arg-type]
    choose_open_answers(window)
    for then in ("question", "candidates", "plan", "review"):
        go_on(window, qtbot, then)
        choose_open_answers(window)
        CHANGES.get(then, lambda _window: None)(window)
    for name in ("runAnyway", "unseen_yes", "alone_yes"):
        choice = window.findChild(QAbstractButton, name)
        if choice.isVisible() and not choice.isChecked():
            tab_to(window, choice)  # type: ignore[arg-type]
            key(window, Qt.Key.Key_Space)
    go_on(window, qtbot, "run")
    assert [candidate.key for candidate in shell.state.study.candidates] == ["logistic", "naive-bayes"]
    assert (shell.state.study.scheme.folds, shell.state.study.scheme.max_repeats) == (3, 2)
    page = shell.page("run")
    assert isinstance(page, RunPage)
    assert page.primary()[0] in (strings.run.PAUSE, strings.run.SEE_RESULT) or shell.current == "verdict"
    to_verdict(qtbot, window)
    go_on(window, qtbot, "report")
