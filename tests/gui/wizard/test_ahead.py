"""Pages made ready beforehand: nothing of them is seen before they are whole, and going elsewhere ends it."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.wording.conclusion_text import word_conclusion
from gui.window import Window
from gui.wizard.pages.result import ResultPage
from gui.wizard.pages.run import RunPage
from gui.wizard.state import Form, State
from tests.gui.finished import finished_state, parts_data, parts_study


def open_state() -> State:
    return State(form=Form(parts_study(), parts_data()))


def is_quiet(window: Window) -> bool:
    return not window.shell._pieces.busy


def test_that_the_pictures_of_a_run_are_made_while_the_plan_is_read(qtbot: QtBot, window: Window) -> None:
    window.shell.replace_state(open_state())
    window.shell.go("review")
    qtbot.waitUntil(lambda: is_quiet(window), timeout=20_000)
    page = window.shell.page("run")
    assert isinstance(page, RunPage)
    assert window.shell.current == "review"
    assert len(page.view._plots) == 2
    assert not page.isVisible()


def test_that_a_run_that_begins_keeps_the_pictures_made_for_it(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = open_state()
    window.shell.replace_state(state)
    window.shell.go("review")
    qtbot.waitUntil(lambda: is_quiet(window), timeout=20_000)
    page = window.shell.page("run")
    assert isinstance(page, RunPage)
    made = dict(page.view._plots)
    monkeypatch.setattr(page, "start", lambda: None)
    state.lock(tmp_path)
    window.shell.go("run")
    assert page.view._plots == made


def test_that_pictures_given_up_half_way_are_made_anew(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = open_state()
    window.shell.replace_state(state)
    page = window.shell.page("run")
    assert isinstance(page, RunPage)
    monkeypatch.setattr(page, "start", lambda: None)
    half = page.ahead(state)
    next(half)
    state.lock(tmp_path)
    window.shell.go("run")
    assert len(page.view._plots) == page.view._panels.count() == 2


def test_that_a_page_is_brought_when_it_is_whole(qtbot: QtBot, window: Window) -> None:
    state, told = finished_state(), list[str]()
    window.shell.replace_state(state)
    window.shell.go("run")
    window.shell.bring("verdict", lambda: told.append(window.shell.current))
    assert window.shell.current == "run"
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=20_000)
    page = window.shell.page("verdict")
    assert isinstance(page, ResultPage)
    assert state.findings is not None
    said = word_conclusion(parts_study(), parts_data(), state.findings)
    assert page.panel.banner.headline.words == said.headline.text
    assert told == ["verdict"]


def test_that_a_page_shows_the_same_whether_made_beforehand_or_not(qtbot: QtBot, window: Window) -> None:
    window.shell.replace_state(finished_state())
    window.shell.go("verdict")
    at_once = shown(window)
    window.shell.replace_state(finished_state())
    window.shell.bring("verdict")
    qtbot.waitUntil(lambda: is_quiet(window), timeout=20_000)
    assert shown(window) == at_once


def shown(window: Window) -> list[str]:
    page = window.shell.page("verdict")
    assert isinstance(page, ResultPage)
    banner, table = page.panel.banner, page.panel.table.lines.table
    return [banner.headline.words, banner.body.words, str(table)]


def test_that_somebody_who_goes_elsewhere_is_not_called_back(qtbot: QtBot, window: Window) -> None:
    window.shell.replace_state(finished_state())
    window.shell.go("run")
    window.shell.bring("verdict")
    window.shell.go("plan")
    qtbot.waitUntil(lambda: is_quiet(window))
    assert window.shell.current == "plan"


def test_that_another_study_ends_what_was_made_for_the_one_before(qtbot: QtBot, window: Window) -> None:
    window.shell.replace_state(finished_state())
    window.shell.go("run")
    window.shell.bring("verdict")
    window.shell.replace_state(State())
    assert is_quiet(window)
