"""How long a study takes, in words; the measuring itself is tested with the engine."""

from collections.abc import Iterator
from dataclasses import replace
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from core.domain.dataset import Dataset
from core.domain.forecast import FitTiming
from core.domain.study import Study
from core.engine import memory_shortage
from core.engine.run import Options
from gui.window import Window
from gui.wizard import opening, study_clock
from gui.wizard.words import short_time


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(3, "3 s"), (60, "1 min"), (200, "3 min"), (3600, "1 h"), (4900, "1 h 20 min"), (7300, "2 h")],
)
def test_that_times_are_said_as_people_say_them(seconds: float, words: str) -> None:
    assert short_time(seconds) == words


def test_that_a_model_that_cannot_be_trained_is_named() -> None:
    state = opening.open_sample("bearing").state
    assert state.data is not None
    said = study_clock.trouble_words(state.study, (FitTiming("forest", 0.0, message="no memory"),))
    assert said == "Random forest could not be trained: no memory"


def test_that_only_a_change_of_the_work_is_measured_again() -> None:
    study = opening.open_sample("bearing").state.study
    assert study_clock.same_work(study, replace(study, earlier_comparisons=3, title="other"))
    assert not study_clock.same_work(study, replace(study, baseline="forest", candidates=study.candidates[:1]))


def test_that_review_tells_the_measured_time(window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(study: Study, data: Dataset, options: Options, stop: Event) -> Iterator[FitTiming]:
        yield from (FitTiming(candidate.key, 2.0) for candidate in study.candidates)

    monkeypatch.setattr(study_clock, "time_candidates", measured)
    monkeypatch.setattr(study_clock, "PATIENCE", 60_000)
    window.shell.open_sample("bearing")
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=60_000)
    page = window.shell.page("review")
    window.shell.clock.measure()
    qtbot.waitUntil(lambda: window.shell.clock.seconds() is not None)
    assert page.time.text() == short_time(window.shell.clock.seconds())  # type: ignore[arg-type, attr-defined]
    assert "330 training runs" in page.time_note.text()  # type: ignore[attr-defined]
    assert set(window.shell.clock.by_model()) == {"logistic", "forest"}


def test_that_a_plan_that_cannot_be_carried_out_has_no_time(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More folds than rows, typed after the models were timed: the page tells what to change, the clock nothing."""

    def measured(study: Study, data: Dataset, options: Options, stop: Event) -> Iterator[FitTiming]:
        yield from (FitTiming(candidate.key, 2.0) for candidate in study.candidates)

    monkeypatch.setattr(study_clock, "time_candidates", measured)
    monkeypatch.setattr(study_clock, "PATIENCE", 60_000)
    window.shell.open_sample("bearing")
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=60_000)
    clock, state = window.shell.clock, window.shell.state
    clock.measure()
    qtbot.waitUntil(lambda: clock.seconds() is not None)
    state.change_study(replace(state.study, scheme=replace(state.study.scheme, folds=100_000)), "scheme")
    assert clock.timings is not None
    assert clock.seconds() is None
    assert clock.by_model() == {}


@pytest.mark.parametrize(("free", "said"), [(150 * 2**20, "are free here"), (2**40, "")])
def test_that_review_tells_of_too_little_memory_before_the_lock(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, free: float, said: str
) -> None:
    monkeypatch.setattr(memory_shortage, "read_free_memory", lambda: free)
    window.shell.settings.workers = 2
    window.shell.open_sample("bearing")
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=60_000)
    words = window.shell.page("review").time_note.text()  # type: ignore[attr-defined]
    assert said in words
    assert ("are free here" in words) is bool(said)
