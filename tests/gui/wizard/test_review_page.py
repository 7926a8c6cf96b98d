"""Review & lock: the bar, and what can be done about a forecast that is too coarse."""

import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from core.domain.problem import Problem, Severity
from core.store.study_file import StudyFile
from gui import strings
from gui.window import Window
from gui.wizard.form import RESOLUTION
from gui.wizard.pages.review import ReviewPage
from gui.wizard.pages.run import RunPage
from gui.wizard.state import State
from tests.gui.wizard.test_pages import on_page, open_sample, press


def test_that_new_and_earlier_comparisons_are_counted(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    assert on_page(window, QLabel, "comparisonsText").text() == "1 new, 0 before"


def test_that_a_coarse_forecast_offers_what_can_be_done(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    offers = on_page(window, QPushButton, "remedies")
    assert offers.isVisible()
    state = window.shell.state
    coarse = next(problem for problem in state.problems() if problem.id == RESOLUTION)
    *remedies, _run_anyway = coarse.fixes
    actions = offers.menu().actions()
    assert [action.text() for action in actions][-len(remedies) :] == [fix.label for fix in remedies]
    asked, wanted = state.study.question.margin, remedies[0].value
    assert isinstance(wanted, float)
    assert wanted > asked
    actions[-len(remedies)].trigger()
    assert state.study.question.margin == wanted
    assert not offers.isVisible()


def test_that_with_several_candidates_the_forecast_offers_to_let_fewer_compete(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="candidates")
    press(window, qtbot, "tick_tree")
    window.shell.go("review")
    offered = {action.text(): action for action in on_page(window, QPushButton, "remedies").menu().actions()}
    offered[strings.review.FEWER].trigger()
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


def test_that_columns_screened_while_it_is_sealed_change_nothing(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    page = window.shell.page("review")
    assert isinstance(page, ReviewPage)
    page._lock()
    window.shell.state.add_screening(())
    qtbot.waitUntil(lambda: window.shell.current == "run", timeout=10_000)
    assert window.shell.state.locked


def test_that_a_question_found_while_it_is_sealed_is_asked_first(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    page = window.shell.page("review")
    assert isinstance(page, ReviewPage)
    page._lock()
    assert window.shell.state.table is not None
    place = f"columns.{window.shell.state.table.names[0]}"
    window.shell.state.add_screening((Problem("LEAK", Severity.ASKS, "It knows the answer.", place),))
    qtbot.waitUntil(lambda: not page._locking.busy, timeout=10_000)
    assert not window.shell.state.locked
    assert list(window.settings.studies.glob("*.evenfold")) == []


def test_that_an_open_statement_is_named_and_marked_only_after_it_was_missed(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    window.shell.state.withdraw("alone")
    window.shell.go("plan")
    window.shell.go("review")
    page = window.shell.page("review")
    assert isinstance(page, ReviewPage)
    assert page.alone.property("look") == "plainRow"
    press(window, qtbot, "primary")
    assert not window.shell.state.locked
    assert page.alone.property("look") == "openRow"
    assert window.shell.footer.said.text() == "1 of 2 statements is open."
    assert page.alone.true.hasFocus()


def test_that_no_forecast_promises_nothing(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, "propeller")
    page = window.shell.page("review")
    assert isinstance(page, ReviewPage)
    assert page.bars.accessibleDescription() == strings.review.SHOWS_NONE
    assert page.verdict.text() == ""
