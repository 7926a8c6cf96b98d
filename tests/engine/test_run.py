"""The run as its listener sees it: every outcome once, continuing, stopping, words for nonsense."""

import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType

import pytest

from core.domain.evidence import FitResult
from core.domain.study import Candidate, SchemeChoice, SchemeKind
from core.engine import pool
from core.engine import run as run_module
from core.engine.fit_context import make_fit_context
from core.engine.plan import count_jobs, list_fit_jobs, list_jobs
from core.engine.run import Batch, Options, run_remaining_fits
from core.engine.training import run_fit
from core.support.errors import EngineError, StudyError
from tests.engine.processes import stop_once_started
from tests.engine.studies import LIBRARY, inline, run, signature, simple, study_of
from tests.schemes.datasets import classes

DATA = classes(60)
STUDY = study_of(
    Candidate("knn", "knn", {}, {"neighbours": (1, 3)}), simple("majority"), scheme=SchemeChoice(folds=3, repeats=4)
)
INLINE = Options(executor="inline")


def batches_of(stop: threading.Event) -> list[Batch]:
    return list(run_remaining_fits(STUDY, DATA, set(), INLINE, stop, threading.Event()))


def test_that_every_job_has_one_outcome() -> None:
    found = inline(STUDY, DATA)
    assert [outcome.job for outcome in found] == sorted(list_jobs(STUDY, DATA))
    assert len(found) == count_jobs(STUDY, DATA)


def test_that_what_is_done_is_not_done_again_and_the_rest_is_the_same() -> None:
    everything = inline(STUDY, DATA)
    before, after = everything[:20], everything[20:]
    assert signature(inline(STUDY, DATA, {outcome.job for outcome in before})) == signature(after)
    assert inline(STUDY, DATA, set(list_jobs(STUDY, DATA))) == []


def test_that_more_repeats_and_candidates_keep_what_was_there() -> None:
    larger = replace(
        STUDY, candidates=(*STUDY.candidates, simple("memoriser")), scheme=replace(STUDY.scheme, repeats=6)
    )
    old = {outcome.job: signature([outcome]) for outcome in inline(STUDY, DATA)}
    new = {outcome.job: signature([outcome]) for outcome in inline(larger, DATA)}
    assert old.items() <= new.items()


def test_that_the_last_batch_leaves_no_time() -> None:
    assert batches_of(threading.Event())[-1].seconds_left == 0.0


def test_that_a_stop_before_the_start_does_nothing() -> None:
    stop = threading.Event()
    stop.set()
    assert batches_of(stop) == []


def test_that_a_stop_keeps_what_was_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "UNWATCHED", 0.0)
    stop = threading.Event()
    found: list[FitResult] = []
    for batch in run_remaining_fits(STUDY, DATA, set(), INLINE, stop, threading.Event()):
        found += batch.outcomes
        stop.set()
    assert 0 < len(found) < count_jobs(STUDY, DATA)
    rest = inline(STUDY, DATA, {outcome.job for outcome in found})
    assert signature(found + rest) == signature(inline(STUDY, DATA))


def test_that_a_thread_gives_the_same_and_can_be_left_in_the_middle_of_a_training(tmp_path: Path) -> None:
    aside = Options(executor="thread", library=LIBRARY)
    assert signature(run(STUDY, DATA, aside)) == signature(inline(STUDY, DATA))
    marker, gate, stop = tmp_path / "pid", tmp_path / "gate", threading.Event()
    waiting = study_of(simple("waits", gate=str(gate), marker=str(marker)))
    watcher = stop_once_started(marker, stop)
    found = list(run_remaining_fits(waiting, DATA, set(), aside, stop, threading.Event()))
    watcher.join()
    assert found == []
    assert any(thread.daemon and "_work" in thread.name for thread in threading.enumerate())
    gate.touch()


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals are sent to a thread")
def test_that_a_signal_that_is_answered_slowly_makes_nobody_wait_for_the_training(tmp_path: Path) -> None:
    """As Ctrl+C on a busy computer: by the time it was answered, the time to wait is over."""
    waited, over, is_answered, are_enough = 0.2, 0.0, threading.Event(), threading.Event()
    main, answered = threading.main_thread().ident or 0, 0

    def slowly(_signal: int, frame: FrameType | None) -> None:
        nonlocal answered
        if is_inside(frame, pool.ThreadExecutor.collect):
            while time.monotonic() <= over:
                time.sleep(0.01)
            answered += 1
        is_answered.set()

    def send() -> None:
        while not are_enough.is_set():
            if is_inside(sys._current_frames().get(main), pool.ThreadExecutor.collect):
                is_answered.clear()
                signal.pthread_kill(main, signal.SIGALRM)
                is_answered.wait()

    before = signal.signal(signal.SIGALRM, slowly)
    gate = tmp_path / "gate"
    waiting = study_of(simple("waits", gate=str(gate)))
    executor = pool.ThreadExecutor(waiting, DATA, LIBRARY)
    executor.submit([next(list_fit_jobs(waiting, DATA, frozenset()))])
    sender = threading.Thread(target=send)
    sender.start()
    try:
        while answered < 5:
            over = time.monotonic() + waited
            assert executor.collect(waited) == []
        assert executor.is_busy()
    finally:
        are_enough.set()
        sender.join()
        gate.touch()
        executor.close()
        signal.signal(signal.SIGALRM, before)


def is_inside(frame: FrameType | None, function: Callable[..., object]) -> bool:
    """Whether this is what is being carried out there, directly or further up."""
    while frame is not None and frame.f_code is not function.__code__:
        frame = frame.f_back
    return frame is not None


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_that_nobody_waits_for_a_thread_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(pool, "run_fit", broken)
    with pytest.raises(EngineError, match="thread that trains has ended"):
        run(STUDY, DATA, Options(executor="thread"))


def test_that_an_unknown_way_to_run_is_refused_in_words() -> None:
    with pytest.raises(EngineError, match='no way "cloud"') as caught:
        next(run_remaining_fits(STUDY, DATA, set(), Options(executor="cloud"), threading.Event(), threading.Event()))
    assert "processes or inline" in caught.value.hint


def test_that_an_impossible_scheme_is_refused_before_anything_starts() -> None:
    study = replace(STUDY, scheme=SchemeChoice(folds=99))
    with pytest.raises(StudyError, match="99 folds need"):
        next(run_remaining_fits(study, DATA, set(), Options(), threading.Event(), threading.Event()))


def test_that_leave_one_out_and_folds_come_from_the_same_trainings_as_one_by_one() -> None:
    """No candidate has a way of its own through a scheme: each outcome is that of its training alone."""
    data = classes(40)
    for scheme in (SchemeChoice(SchemeKind.LEAVE_ONE_OUT), SchemeChoice(folds=4, repeats=2)):
        study = study_of(Candidate("naive-bayes", "naive-bayes"), Candidate("lda", "lda"), scheme=scheme)
        bench = make_fit_context(study, data)
        alone = [run_fit(training, bench) for training in list_fit_jobs(study, data, frozenset())]
        assert signature(run(study, data, INLINE)) == signature(alone)


def test_that_the_log_has_the_first_failures_of_a_run_and_no_more(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(run_module, "MOST_LOGGED_FAILURES", 2)
    with caplog.at_level("INFO", logger="core.engine.run"):
        inline(study_of(simple("raises"), scheme=SchemeChoice(folds=3, repeats=2)), DATA)
    texts = [record.getMessage() for record in caplog.records]
    assert sum("LinAlgError" in text for text in texts) == 2
    assert texts[0].startswith("run begins: ")
    assert texts[-1] == "run ends"
