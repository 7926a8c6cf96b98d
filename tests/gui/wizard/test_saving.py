"""Saving a study as another file, in which it goes on, before the lock, at rest and while it runs."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from core.store.study_file import StudyFile
from gui import strings
from gui.strings import review
from gui.window import Window
from gui.wizard import shell as shell_module
from gui.wizard.bars import Action
from gui.wizard.pages.run import RunPage
from gui.wizard.pages.ways_on import WaysOn
from tests.gui.finished import INLINE, locked_state, parts_study


@pytest.fixture(autouse=True)
def _inline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WaysOn, "options", lambda _ways: INLINE)


def choose(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(path), ""))


def test_that_a_running_study_goes_on_in_the_file_it_is_saved_as(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = locked_state(tmp_path, parts_study(60))
    before, other = tmp_path / "parts.evenfold", tmp_path / "elsewhere" / "mine.evenfold"
    other.parent.mkdir()
    window.shell.replace_state(state)
    window.shell.go("run")
    page = window.shell.page("run")
    assert isinstance(page, RunPage)
    qtbot.waitUntil(lambda: page.folds_seen > 0, timeout=10_000)
    choose(monkeypatch, other.with_suffix(""))
    window.shell.save_as()
    qtbot.waitUntil(lambda: state.file is not None and state.file.path == other, timeout=10_000)
    qtbot.waitUntil(lambda: str(other) in window.settings.recent, timeout=10_000)
    qtbot.waitUntil(lambda: state.findings is not None, timeout=60_000)
    with StudyFile.open(other, only_read=True) as file, StudyFile.open(before) as left:
        assert file.findings() is not None
        assert state.run is not None
        assert len(file.done()) == len(state.run.outcomes) > len(left.done()) > 0
        assert not left.read_only


def test_that_a_file_that_is_there_is_not_written_over(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = locked_state(tmp_path)
    window.shell.replace_state(state)
    window.shell.go("review")
    other = tmp_path / "other.evenfold"
    other.write_text("something of mine")
    choose(monkeypatch, other)
    shown: list[str] = []
    monkeypatch.setattr(shell_module.messages, "show_error", lambda _parent, error: shown.append(str(error)))  # type: ignore[attr-defined]
    window.shell.save_as()
    qtbot.waitUntil(lambda: bool(shown), timeout=10_000)
    assert "There is a file other.evenfold already." in shown[0]
    assert other.read_text() == "something of mine"
    assert state.file is not None
    assert state.file.path == tmp_path / "parts.evenfold"
    assert not window.findChildren(QMessageBox)


def test_that_a_copy_is_saved_and_the_study_goes_on_in_its_own_file(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not window.actions_by_name["saveCopy"].isEnabled()
    state = locked_state(tmp_path)
    window.shell.replace_state(state)
    window.shell.go("review")
    choose(monkeypatch, tmp_path / "copy")
    window.actions_by_name["saveCopy"].trigger()
    qtbot.waitUntil(lambda: window.shell.footer.said.text().startswith("Copy saved"))
    assert state.file is not None
    assert state.file.path == tmp_path / "parts.evenfold"
    with StudyFile.open(tmp_path / "copy.evenfold") as copy:
        assert copy.plan_hash == state.file.plan_hash


def test_that_the_plan_is_exported_before_the_lock(
    window: Window, tmp_path: Path, machines: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not window.actions_by_name["savePlan"].isEnabled()
    window.shell.open_path(machines)
    qtbot.waitUntil(lambda: window.shell.state.data is not None, timeout=20_000)
    choose(monkeypatch, tmp_path / "plan.toml")
    window.actions_by_name["savePlan"].trigger()
    assert "machines.csv" in (tmp_path / "plan.toml").read_text()


def test_that_the_plan_is_saved_on_paper_from_review(
    window: Window, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.shell.open_sample("vendor")
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=60_000)
    choose(monkeypatch, tmp_path / "to register")
    page = window.shell.page("review")
    offered = [action for action in page.secondary() if isinstance(action, Action)]
    save = next(action for action in offered if action.text == review.SAVE_PLAN)
    assert "PDF" in save.text
    save.act()
    path = tmp_path / "to register.pdf"
    assert path.read_bytes().startswith(b"%PDF")
    assert window.shell.footer.said.text() == strings.PLAN_SAVED.format(path=path)
