"""Review & lock: the bar, and what can be done about a forecast that is too coarse."""

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QHeaderView, QLabel, QPushButton, QTableWidget
from pytestqt.qtbot import QtBot

from core.store.study_file import StudyFile
from gui import strings
from gui.widgets.word_table import BESIDE_TEXT
from gui.window import Window
from gui.wizard.form import RESOLUTION
from gui.wizard.pages.review import ReviewPage
from gui.wizard.pages.run import RunPage
from gui.wizard.pages.tested_table import TestedTable
from gui.wizard.state import State
from tests.gui.wizard.test_pages import on_page, open_sample, press


def test_that_one_comparison_has_a_bar_that_is_not_divided(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    assert on_page(window, QLabel, "ledgerText").text().endswith("Claims must pass 0.05.")


def test_that_a_coarse_forecast_offers_what_can_be_done(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    offers = on_page(window, QPushButton, "remedies")
    assert offers.isVisible()
    state = window.shell.state
    coarse = next(problem for problem in state.problems() if problem.id == RESOLUTION)
    *remedies, _run_anyway = coarse.fixes
    actions = offers.menu().actions()
    assert [action.text() for action in actions] == [fix.label for fix in remedies]
    asked, wanted = state.study.question.margin, remedies[0].value
    assert isinstance(wanted, float)
    assert wanted > asked
    actions[0].trigger()
    assert state.study.question.margin == wanted
    assert not offers.isVisible()


def test_that_with_several_candidates_the_forecast_offers_to_let_fewer_compete(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="candidates")
    press(window, qtbot, "tick_tree")
    window.shell.go("review")
    last = on_page(window, QPushButton, "remedies").menu().actions()[-1]
    assert last.text() == strings.review.FEWER
    last.trigger()
    assert window.shell.current == "candidates"


def test_that_running_anyway_can_be_taken_back(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    anyway = on_page(window, QAbstractButton, "runAnyway")
    assert anyway.isChecked()
    anyway.click()
    assert "RES" not in window.shell.state.study.answers
    press(window, qtbot, "primary")
    assert not window.shell.state.locked
    anyway.click()
    assert window.shell.state.study.answers["RES"] == "run"


def test_that_the_plan_is_sealed_off_the_window_s_thread(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RunPage, "start", lambda page: None)
    open_sample(window, qtbot)
    threads = note_threads(monkeypatch)
    window.shell.act()
    qtbot.waitUntil(lambda: window.shell.current == "run", timeout=10_000)
    assert window.shell.state.locked
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()


def note_threads(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """On which threads study files are made from now on."""
    made, noted = State.sealed_file, list[threading.Thread]()

    def sealed_file(state: State, folder: Path) -> StudyFile:
        noted.append(threading.current_thread())
        return made(state, folder)

    monkeypatch.setattr(State, "sealed_file", sealed_file)
    return noted


def test_that_a_study_changed_while_it_is_sealed_is_not_locked(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    page = window.shell.page("review")
    assert isinstance(page, ReviewPage)
    page._lock()
    page._lock()  # pressed twice
    window.shell.state.change("title", "Another name")
    qtbot.waitUntil(lambda: not page._locking.busy, timeout=10_000)
    assert not window.shell.state.locked
    assert window.shell.current == "review"
    assert list(window.settings.studies.glob("*.evenfold")) == []


@pytest.mark.parametrize("width", [300, 340, 380, 420])
def test_that_no_word_of_what_will_be_tested_is_cut(window: Window, qtbot: QtBot, width: int) -> None:
    open_sample(window, qtbot)
    table = on_page(window, QTableWidget, "tested")
    table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
    text = "10 shuffles of all rows into 10 folds each, and each machine kept whole in every one of them"
    table.item(2, 0).setText(text)
    table.setColumnWidth(0, width)
    room = QRect(0, 0, width - BESIDE_TEXT, 1000)
    needed = table.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, text).height()
    qtbot.waitUntil(lambda: table.rowHeight(2) >= needed)


def test_that_the_table_shows_its_ring_only_to_the_keyboard(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    table = on_page(window, TestedTable, "tested")
    table.clearFocus()
    table.setFocus(Qt.FocusReason.OtherFocusReason)
    assert not table.is_ringed
    table.clearFocus()
    table.setFocus(Qt.FocusReason.TabFocusReason)
    assert table.is_ringed
    table.clearFocus()
    table.setFocus(Qt.FocusReason.OtherFocusReason)
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert table.is_ringed
