"""The front door: events in order, `Ended` always, stop and continue."""

import gc
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.application.report_input import subject_of
from core.application.run_study import run_study
from core.data.prepare import prepare_dataset
from core.domain.dataset import Column, Dataset, Kind, Table
from core.domain.events import Ended, Event, Extended, Progressed, Started
from core.domain.evidence import MAIN
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Study, Tuning, TuningKind
from core.engine import outcome_cache, run
from core.engine.run import Options
from core.engine.versions import read_environment
from core.judge import extension
from core.store.study_file import StudyFile
from core.support.memory import SELDOM
from core.verification.stored_findings import judge_study_file
from core.version import VERSION

INLINE = Options(executor="inline")


def data() -> Dataset:
    random = np.random.default_rng(1)
    truth = (np.arange(90) % 2).astype(np.int32)
    columns = (
        Column("force", Kind.NUMBER, truth + random.normal(0, 0.8, 90)),
        Column("quality", Kind.YES_NO, truth, ("no", "yes")),
    )
    return prepare_dataset(Table("parts", "here", columns), Columns(target=("quality",)))


def study() -> Study:
    return Study(
        title="Parts",
        source="here",
        columns=Columns(target=("quality",)),
        question=Question(cross_check="auc"),
        candidates=(Candidate("lda", "lda"), Candidate("naive-bayes", "naive-bayes")),
        baseline="lda",
        scheme=SchemeChoice(folds=5, repeats=2, max_repeats=2),
        tuning=Tuning(TuningKind.NONE),
    )


def events(file: StudyFile | None = None, stop: threading.Event | None = None) -> list[Event]:
    return list(run_study(study(), data(), stop or threading.Event(), threading.Event(), INLINE, file))


def test_that_a_run_starts_progresses_and_ends_with_findings() -> None:
    found = events()
    assert isinstance(found[0], Started)
    assert all(isinstance(event, Progressed) for event in found[1:-1])
    ended = found[-1]
    assert isinstance(ended, Ended)
    assert ended.findings is not None
    assert ended.run.complete
    assert len(ended.run.outcomes) == found[0].total
    assert sum(len(e.outcomes) for e in found if isinstance(e, Progressed)) == found[0].total


@pytest.fixture
def own_search() -> Iterator[None]:
    """Python looks for garbage itself, as in the terminal."""
    was_enabled = gc.isenabled()
    gc.enable()
    yield
    gc.unfreeze()
    (gc.enable if was_enabled else gc.disable)()


@pytest.mark.usefixtures("own_search")
def test_that_what_was_there_before_a_run_is_not_searched_for_garbage_meanwhile() -> None:
    gc.unfreeze()
    before = gc.get_threshold()
    running = run_study(study(), data(), threading.Event(), threading.Event(), INLINE)
    next(running)
    assert gc.get_freeze_count() > 1000
    assert gc.get_threshold() == (SELDOM, *before[1:])
    running.close()  # type: ignore[attr-defined]
    assert gc.get_freeze_count() == 0
    assert gc.get_threshold() == before


@pytest.mark.usefixtures("own_search")
def test_that_a_window_that_has_taken_over_the_search_is_left_alone() -> None:
    gc.disable()
    gc.freeze()
    kept = gc.get_freeze_count()
    events()
    assert gc.get_freeze_count() >= 0.9 * kept


def test_that_values_for_the_histograms_come_with_every_main_outcome_where_somebody_looks_on() -> None:
    watched = replace(INLINE, watched=True)
    found = run_study(study(), data(), threading.Event(), threading.Event(), watched)
    values = [value for event in found if isinstance(event, Progressed) for value in event.values]
    assert {value.measure for value in values} == {"error", "auc"}
    assert len(values) == 2 * 3 * 10


def test_that_nothing_is_measured_for_the_histograms_where_nobody_looks_on() -> None:
    assert not any(event.values for event in events() if isinstance(event, Progressed))


def test_that_a_stopped_run_ends_without_findings_and_is_continued(tmp_path: Path) -> None:
    stop = threading.Event()
    with StudyFile.create(tmp_path / "s.evenfold", study(), data()) as file:
        file.lock(study())
        half = tuple(events()[-1].run.outcomes[::2])  # type: ignore[union-attr]
        file.append(half)
        stop.set()
        stopped = list(run_study(study(), data(), stop, threading.Event(), INLINE, file))[-1]
        assert isinstance(stopped, Ended)
        assert stopped.findings is None
        assert stopped.stopped
        before = len(file.done())
        assert before >= len(half)
        again = events(file)
        assert isinstance(again[0], Started)
        assert again[0].done == before
        ended, whole = again[-1], events()[-1]
        assert isinstance(ended, Ended)
        assert isinstance(whole, Ended)
        assert ended.findings == whole.findings


@pytest.mark.parametrize("watched", [True, False])
def test_that_nothing_is_told_to_be_done_before_it_is_in_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, watched: bool
) -> None:
    for name in ("WATCHED", "UNWATCHED"):
        monkeypatch.setattr(run, name, 0.0)  # so that it is told often
    path, options = tmp_path / "s.evenfold", replace(INLINE, watched=watched)
    told = []
    with StudyFile.create(path, study(), data()) as file:
        file.lock(study())
        for event in run_study(study(), data(), threading.Event(), threading.Event(), options, file):
            if isinstance(event, Progressed):
                with StudyFile.open(path) as other:  # sees what would be left if we were killed now
                    assert len(other.done()) >= event.done
                told.append(event.done)
    assert len(told) > 2
    assert told[-1] == len(events()[-1].run.outcomes)  # type: ignore[union-attr]


def test_that_outcomes_laid_aside_are_told_as_they_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who keeps what was told does not keep a second copy."""
    monkeypatch.setattr(outcome_cache, "LARGE", 1)
    found = events()
    told = {id(one.predicted) for event in found if isinstance(event, Progressed) for one in event.outcomes}
    assert told == {id(one.predicted) for one in found[-1].run.outcomes}  # type: ignore[union-attr]


def test_that_the_file_keeps_how_long_the_study_ran_and_with_what(tmp_path: Path) -> None:
    with StudyFile.create(tmp_path / "s.evenfold", study(), data()) as file:
        file.lock(study())
        half = tuple(events()[-1].run.outcomes[::2])  # type: ignore[union-attr]
        file.begin({**read_environment(), "numpy": "1.0"})
        file.append(half, seconds=100.0)
        ended = events(file)[-1]
        assert isinstance(ended, Ended)
        assert 100.0 < file.seconds() == ended.run.seconds < 200.0
        assert file.versions() == dict(read_environment())
        assert f"continued with numpy {read_environment()['numpy']} instead of 1.0" in [
            text for _, text in file.log_lines()
        ]
        assert subject_of(file).run.seconds == file.seconds()


def test_that_a_reopened_study_gives_the_same_findings(tmp_path: Path) -> None:
    path = tmp_path / "s.evenfold"
    with StudyFile.create(path, study(), data()) as file:
        file.lock(study())
        ended = events(file)[-1]
    with StudyFile.open(path) as file:
        assert isinstance(ended, Ended)
        assert judge_study_file(file) == ended.findings
        assert file.findings() == ended.findings


def test_that_an_unfinished_study_has_no_findings(tmp_path: Path) -> None:
    with StudyFile.create(tmp_path / "s.evenfold", study(), data()) as file:
        assert judge_study_file(file) is None


def test_that_another_seed_gives_other_splits() -> None:
    changed = replace(study(), seed=2)
    ours, theirs = (
        list(run_study(s, data(), threading.Event(), threading.Event(), INLINE, None))[-1] for s in (study(), changed)
    )
    assert isinstance(ours, Ended)
    assert isinstance(theirs, Ended)
    assert not np.array_equal(ours.run.outcomes[0].rows, theirs.run.outcomes[0].rows)


def test_that_the_version_is_the_one_of_the_project() -> None:
    project = Path(__file__).resolve().parents[2] / "pyproject.toml"
    assert f'version = "{VERSION}"' in project.read_text()
    assert read_environment()["evenfold"] == VERSION


def test_that_borderline_studies_get_more_repeats_within_the_plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extension, "STEP", 1)
    monkeypatch.setattr(extension, "is_borderline", lambda _study, _findings: True)
    planned = replace(study(), scheme=SchemeChoice(folds=5, repeats=2, max_repeats=4))
    with StudyFile.create(tmp_path / "s.evenfold", planned, data()) as file:
        file.lock(planned)
        found = list(run_study(planned, data(), threading.Event(), threading.Event(), INLINE, file))
        longer = [event.study.scheme.repeats for event in found if isinstance(event, Extended)]
        assert longer == [3, 4]
        ended = found[-1]
        assert isinstance(ended, Ended)
        assert ended.study is not None
        assert ended.study.scheme.repeats == file.study.scheme.repeats == 4
        assert len(ended.run.outcomes) == len(file.done())
        assert {outcome.job.repeat for outcome in ended.run.outcomes if outcome.job.part == MAIN} == {0, 1, 2, 3}
        assert judge_study_file(file) == ended.findings


def test_that_enough_repeats_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extension, "is_borderline", lambda _study, _findings: False)
    planned = replace(study(), scheme=SchemeChoice(folds=5, repeats=2, max_repeats=55))
    found = list(run_study(planned, data(), threading.Event(), threading.Event(), INLINE))
    assert not any(isinstance(event, Extended) for event in found)
