"""How long a study takes, in words; the measuring itself is tested with the engine."""

from collections.abc import Iterator
from dataclasses import replace
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from core.domain.dataset import Dataset
from core.domain.study import Study
from core.engine import memory_shortage
from core.engine.run import Options
from core.engine.time_probe import FitTiming
from gui.window import Window
from gui.wizard import opening
from gui.wizard.pages import clock
from gui.wizard.words import duration


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(3, "a minute or less"), (60, "1 min"), (200, "3 min"), (3600, "1 h"), (4900, "1 h 20 min"), (7300, "2 h")],
)
def test_that_times_are_said_as_people_say_them(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_that_timings_become_an_expectation() -> None:
    state = opening.open_sample("bearing").state
    assert state.data is not None
    timings = (FitTiming("logistic", 0.1), FitTiming("forest", 3.0))
    assert "min" in clock.time_words(state.study, state.data, timings, 2)


def test_that_a_model_that_cannot_be_trained_is_named() -> None:
    state = opening.open_sample("bearing").state
    assert state.data is not None
    said = clock.time_words(state.study, state.data, (FitTiming("forest", 0.0, message="no memory"),), 2)
    assert said == "Random forest could not be trained: no memory"


def test_that_only_a_change_of_the_work_is_measured_again() -> None:
    study = opening.open_sample("bearing").state.study
    assert clock.same_work(study, replace(study, looks=3, title="other"))
    assert not clock.same_work(study, replace(study, reference="forest", candidates=study.candidates[:1]))


def test_that_review_tells_the_measured_time(window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(study: Study, data: Dataset, options: Options, stop: Event) -> Iterator[FitTiming]:
        yield from (FitTiming(candidate.key, 2.0) for candidate in study.candidates)

    monkeypatch.setattr(clock, "time_candidates", measured)
    monkeypatch.setattr(clock, "PATIENCE", 1)
    window.shell.open_sample("bearing")
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=60_000)
    page = window.shell.page("review")
    page.clock._measure()  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: "About" in page.time.text())  # type: ignore[attr-defined]
    assert "330 trainings" in page.time.text()  # type: ignore[attr-defined]


@pytest.mark.parametrize(("free", "said"), [(150 * 2**20, "are free here"), (2**40, "")])
def test_that_review_tells_of_too_little_memory_before_the_lock(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, free: float, said: str
) -> None:
    monkeypatch.setattr(memory_shortage, "read_free_memory", lambda: free)
    window.shell.settings.workers = 2
    window.shell.open_sample("bearing")
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=60_000)
    words = window.shell.page("review").memory  # type: ignore[attr-defined]
    assert said in words.text()
    assert words.isVisibleTo(window) is bool(said)
