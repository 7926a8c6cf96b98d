"""A run of the window writes locally and is complete in the documents when it ends."""

import threading
from pathlib import Path

import pytest

from core.application import local_run
from core.application.local_run import run_from_local_copy
from core.domain.events import Cause, Ended, Event, Progressed
from core.store.study_file import StudyFile
from core.support import paths
from tests.gui.finished import INLINE, parts_data, parts_study


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StudyFile:
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path / "home"))
    study = parts_study(1)
    made = StudyFile.create(paths.study_path(paths.studies(), "Parts"), study, parts_data(120))
    made.lock(study)
    return made


def carried_out(file: StudyFile, told: list[str], pause: threading.Event | None = None) -> list[Event]:
    events = run_from_local_copy(
        file.study, file.data, threading.Event(), pause or threading.Event(), INLINE, file, told.append
    )
    return list(events)


def test_that_the_study_is_at_home_when_the_run_has_ended(file: StudyFile) -> None:
    told: list[str] = []
    with file:
        ended = carried_out(file, told)[-1]
        assert isinstance(ended, Ended)
        assert ended.findings is not None
        with StudyFile.open(file.path, only_read=True) as seen:
            assert seen.findings() == ended.findings
            assert len(seen.done()) == len(ended.run.outcomes)
    assert told == [""]  # the run was shorter than a minute: brought home once, at its end
    assert not list(paths.local_copies().iterdir())


def test_that_it_is_brought_home_again_when_the_time_has_come(file: StudyFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_run, "COPY_EVERY", 0.0)
    monkeypatch.setattr(local_run, "COPY_SHARE", 0.0)
    told: list[str] = []
    with file:
        events = carried_out(file, told)
    assert len(told) == sum(isinstance(event, Progressed) for event in events) + 1


def test_that_a_study_that_cannot_be_brought_home_ends_for_want_of_a_place(file: StudyFile, tmp_path: Path) -> None:
    told: list[str] = []
    events = run_from_local_copy(file.study, file.data, threading.Event(), threading.Event(), INLINE, file, told.append)
    next(events)
    file.path.unlink()
    ended = list(events)[-1]
    assert isinstance(ended, Ended)
    assert (ended.cause, ended.findings) == (Cause.DISK, None)
    assert told[-1] == ended.failure != ""
    file.go_on_at(tmp_path / "rescued.evenfold")
    assert file.findings() is not None
    file.close()
