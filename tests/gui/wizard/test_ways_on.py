"""A run that is held up: memory that does not suffice, a disk that is full, and the ways on from there."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.domain.evidence import Ending
from core.engine import training
from core.engine.run import Options
from core.store.study_file import StudyFile
from core.support.errors import NoPlaceError
from gui import strings
from gui.window import Window
from gui.wizard import shell as shell_module
from gui.wizard.pages import ways_on
from gui.wizard.pages.run import RunPage
from gui.wizard.pages.ways_on import WaysOn
from tests.gui.finished import INLINE, locked_state, parts_study


class Four(Options):
    """Works in this process, and says that four trainings run at the same time unless fewer are asked for."""

    @property
    def parallel_fits(self) -> int:
        return self.workers or 4


def started(window: Window, folder: Path) -> RunPage:
    window.shell.replace_state(locked_state(folder, parts_study()))
    window.shell.go("run")
    page = window.shell.page("run")
    assert isinstance(page, RunPage)
    return page


def test_that_a_run_without_memory_goes_on_with_half_the_workers(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train = training._train_and_predict
    run_page = window.shell.page("run")
    assert isinstance(run_page, RunPage)

    def short_of_memory(training: training.FitJob, bench: training.FitContext) -> training.FitResult:  # type: ignore[name-defined]
        if training.job.candidate == "knn" and run_page.ways.workers != 1:
            raise MemoryError
        return train(training, bench)

    monkeypatch.setattr(training, "_train_and_predict", short_of_memory)
    monkeypatch.setattr(ways_on, "options_from", lambda _settings, here=False: Four(executor="inline"))
    monkeypatch.setattr(WaysOn, "options", lambda ways: Four(executor="inline", workers=ways.workers or None))
    page = started(window, tmp_path)
    qtbot.waitUntil(lambda: bool(page._failure) and not page._is_running, timeout=20_000)
    assert page.status.overlay.words.text().startswith("Not enough memory for")
    assert "while 4 trainings run at the same time" in page.status.overlay.words.text()
    assert page.status.overlay.way.text() == strings.run.FEWER_WORKERS
    page.status.overlay.way.click()
    assert page.status.overlay.isHidden()
    assert page.ways.workers == 2
    qtbot.waitUntil(lambda: bool(page._failure) and not page._is_running, timeout=20_000)
    page.status.overlay.way.click()
    assert page.ways.workers == 1
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=20_000)
    run = window.shell.state.run
    assert run is not None
    assert {outcome.ending for outcome in run.outcomes} == {Ending.OK}


def test_that_a_full_disk_pauses_the_run_which_goes_on_in_another_place(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WaysOn, "options", lambda _ways: INLINE)
    write = StudyFile._set_fact

    def full(file: StudyFile, name: str, value: str) -> None:
        if name == "seconds" and file.path.name == "parts.evenfold" and file.done():
            raise NoPlaceError("The disk is full.")
        write(file, name, value)

    monkeypatch.setattr(StudyFile, "_set_fact", full)
    page = started(window, tmp_path)
    qtbot.waitUntil(lambda: bool(page._failure) and not page._is_running, timeout=20_000)
    file = window.shell.state.file
    assert file is not None
    waiting = {outcome.job for outcome in file.waiting}
    assert waiting
    assert not waiting & file.done()
    assert page.status.overlay.words.text() == "The disk is full."
    other = tmp_path / "other.evenfold"
    monkeypatch.setattr(shell_module, "ask_for_place", lambda *_: other)
    assert page.status.overlay.way.text() == strings.run.ANOTHER_PLACE
    page.status.overlay.way.click()
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=20_000)
    with StudyFile.open(other, only_read=True) as there:
        assert waiting <= there.done()
        assert there.findings() is not None


def test_that_a_run_that_ended_otherwise_can_only_be_continued(window: Window) -> None:
    ways = WaysOn(window.shell, lambda: None)
    assert ways.offered() is None
