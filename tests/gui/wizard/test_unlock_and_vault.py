"""The vault on the page Plan and the way back from a lock, with real widgets."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from core.store.study_file import StudyFile
from gui.strings import honesty, review
from gui.strings import plan as words
from gui.window import Window
from gui.wizard.bars import Action
from gui.wizard.pages.plan import PlanPage
from gui.wizard.state import State
from gui.wizard.unlocking import unlock_study
from tests.gui.finished import locked_state
from tests.test_before_the_lock import written


@pytest.fixture
def plan(window: Window, qtbot: QtBot, tmp_path: Path) -> PlanPage:
    window.shell.open_path(written(tmp_path / "table.csv", 120))
    qtbot.waitUntil(lambda: window.shell.current == "data" and window.shell.state.data is not None, timeout=30_000)
    window.shell.go("plan")
    page = window.shell.page("plan")
    assert isinstance(page, PlanPage)
    return page


def choose_final_test(plan: PlanPage, kept: bool) -> None:
    """As a person does: the entry is chosen, and the box tells so."""
    place = plan.final_test.findData(kept)
    assert place >= 0
    plan.final_test.setCurrentIndex(place)
    plan.final_test.activated.emit(place)


def unlock_action(window: Window) -> Action:
    offered = [action for action in window.shell.page("review").secondary() if isinstance(action, Action)]
    return next(action for action in offered if action.text == review.UNLOCK)


def test_that_a_small_table_starts_without_a_vault_and_can_have_one(
    window: Window, plan: PlanPage, qtbot: QtBot, tmp_path: Path
) -> None:
    state = window.shell.state
    assert plan.final_test.currentData() is False
    choose_final_test(plan, True)
    qtbot.waitUntil(lambda: state.form.sealed is not None, timeout=20_000)
    assert state.study.final_test
    assert state.data is not None
    assert (state.data.size, state.form.sealed.size if state.form.sealed else 0) == (80, 40)
    assert plan.final_test.currentData() is True
    assert plan.final_test.currentText() == words.FINAL_TEST_THIRD.format(count=40)
    path = state.lock(tmp_path)
    state.close()
    with StudyFile.open(path, only_read=True) as file:
        assert (file.data.size, file.final_test_size, file.study.final_test) == (80, 40, True)


def test_that_the_vault_is_taken_back_and_undone(window: Window, plan: PlanPage, qtbot: QtBot) -> None:
    state = window.shell.state
    choose_final_test(plan, True)
    qtbot.waitUntil(lambda: state.form.sealed is not None, timeout=20_000)
    choose_final_test(plan, False)
    qtbot.waitUntil(lambda: state.form.sealed is None, timeout=20_000)
    assert state.data is not None
    assert state.data.size == 120
    window.shell.undo()
    assert state.form.sealed is not None
    assert plan.final_test.currentData() is True


def test_that_a_lock_without_a_scored_fold_can_be_opened(window: Window, tmp_path: Path) -> None:
    state = locked_state(tmp_path)
    path = tmp_path / "parts.evenfold"
    window.shell.replace_state(state)
    assert state.can_unlock
    unlock_study(window.shell)
    assert not state.locked
    assert not path.exists()
    assert window.shell.current == "review"
    assert window.shell.footer.said.text() == honesty.UNLOCKED
    assert not unlock_action(window).enabled


def test_that_a_running_or_scored_study_stays_locked(window: Window, tmp_path: Path) -> None:
    state = locked_state(tmp_path)
    window.shell.replace_state(state)
    state.running = True
    assert not state.can_unlock
    unlock_study(window.shell)
    assert state.locked
    assert "Stop the run first" in window.shell.footer.said.text()
    state.running = False


def test_that_a_new_study_from_one_opened_from_a_file_promises_no_vault(tmp_path: Path) -> None:
    state = locked_state(tmp_path)
    copied = State(form=state.form).copy()
    assert not copied.study.final_test
    state.close()


def test_that_review_offers_to_unlock(window: Window, tmp_path: Path) -> None:
    window.shell.replace_state(locked_state(tmp_path))
    assert unlock_action(window).enabled
    assert isinstance(window.findChild(QAbstractButton, "primary"), QAbstractButton)
