"""Timing trainings for the review: nothing is predicted, everything can be stopped."""

import sys
import threading
from dataclasses import replace

import numpy as np
import pytest

from core.domain.evidence import Ending, FitResult
from core.domain.forecast import FitTiming
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Tuning, TuningKind
from core.engine import worker
from core.engine.fit_context import make_fit_context
from core.engine.plan import count_jobs_by_group, list_fit_jobs
from core.engine.run import Options
from core.engine.time_probe import estimate_study_seconds, time_candidates
from core.engine.training import time_fit
from core.engine.tuning import count_trainings
from core.engine.worker import start_workers
from tests.engine.loading_worker import LOADING, serve_by_own_clock
from tests.engine.studies import LIBRARY, run, simple, study_of
from tests.schemes.datasets import classes

DATA = classes(60)
STUDY = study_of(
    simple("knn"),
    replace(simple("sleeps", seconds=0.1), key="slow", grid={"x": (1, 2, 3, 4)}),
    simple("raises"),
    Candidate("old", "given", {"column": "m"}),
    scheme=SchemeChoice(folds=3, repeats=2),
)


def test_that_each_candidate_that_is_trained_is_timed_once() -> None:
    options = Options(1, library=LIBRARY, started_workers=start_workers(1))
    found = {timing.candidate: timing for timing in time_candidates(STUDY, DATA, options, threading.Event())}
    assert set(found) == {"knn", "slow", "raises"}
    assert found["slow"].seconds > 4 * 0.1
    assert found["knn"].ending is Ending.OK
    assert (found["raises"].ending, found["raises"].message) == (
        Ending.FAILED,
        "LinAlgError: singular matrix in two lines",
    )


def test_that_nothing_is_predicted() -> None:
    """Predictions that fail go unnoticed, and no outcome carries any."""
    study = study_of(simple("diverges"))
    found: FitResult = time_fit(next(list_fit_jobs(study, DATA, frozenset())), make_fit_context(study, DATA, LIBRARY))
    assert found.ok
    assert found.predicted is None
    assert found.scores is None


@pytest.mark.parametrize(("seconds", "told"), [((2.0, 0.1), 0.1), ((4.0,), 4.0)])
def test_that_what_a_first_training_loads_is_not_part_of_its_time(
    seconds: tuple[float, ...], told: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A training of 0.1 s that loads libraries for 1.9 s before is no training of 2 s; a long one is not repeated."""
    clock, costs = [0.0], iter(seconds)

    def fit(*_arguments: object) -> None:
        clock[0] += next(costs)

    monkeypatch.setattr("core.engine.training.fit_learner", fit)
    monkeypatch.setattr("core.engine.training.perf_counter", lambda: clock[0])
    study = study_of(simple("knn"))
    found = time_fit(next(list_fit_jobs(study, DATA, frozenset())), make_fit_context(study, DATA, LIBRARY))
    assert found.seconds == pytest.approx(told)
    assert next(costs, None) is None


def test_that_a_long_training_is_timed_again_if_it_loaded_something(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, costs = [0.0], iter((9.0, 0.1))

    def fit(*_arguments: object) -> None:
        clock[0] += next(costs)
        monkeypatch.setitem(sys.modules, "loaded_by_the_first_fit", sys)

    monkeypatch.setattr("core.engine.training.fit_learner", fit)
    monkeypatch.setattr("core.engine.training.perf_counter", lambda: clock[0])
    study = study_of(simple("knn"))
    found = time_fit(next(list_fit_jobs(study, DATA, frozenset())), make_fit_context(study, DATA, LIBRARY))
    assert found.seconds == pytest.approx(0.1)


def test_that_it_stops_at_once() -> None:
    study = study_of(simple("sleeps", seconds=600))
    stop = threading.Event()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    assert list(time_candidates(study, DATA, Options(1, library=LIBRARY, started_workers=start_workers(1)), stop)) == []
    timer.join()


@pytest.mark.parametrize(
    ("tuning", "factor"),
    [(Tuning(), 1 + 4 * 0.75), (Tuning(TuningKind.KFOLD), 1 + 4 * 4), (Tuning(TuningKind.NONE), 1)],
)
def test_that_tuning_is_counted_in(tuning: Tuning, factor: float) -> None:
    study = study_of(replace(simple("sleeps", seconds=0.05), grid={"x": (1, 2, 3, 4)}))
    options = Options(1, library=LIBRARY, started_workers=start_workers(1))
    (found,) = time_candidates(replace(study, tuning=tuning), DATA, options, threading.Event())
    assert found.seconds >= 0.05 * factor


def test_that_the_whole_time_adds_up() -> None:
    timings = [FitTiming("knn", 2.0), FitTiming("slow", 4.0), FitTiming("raises", 0.0)]
    number = count_jobs_by_group(STUDY, DATA)
    main = 2.0 * number["main", "knn"] + 4.0 * number["main", "slow"]
    halves = 1.0 * number["5x2", "knn"] + 2.0 * number["5x2", "slow"]  # half as many rows to train on
    assert estimate_study_seconds(STUDY, DATA, timings, workers=2) == (main + halves) / 2


@pytest.mark.parametrize("tuning", [TuningKind.NONE, TuningKind.HOLDOUT])
def test_that_the_estimate_is_right_where_every_process_loads_its_libraries_anew(
    monkeypatch: pytest.MonkeyPatch, tuning: TuningKind
) -> None:
    """Processes are spawned as on Windows; loading takes ten fits, by a clock that nobody waits for."""
    monkeypatch.setattr(worker, "use_short_socket_folder", lambda: False)
    monkeypatch.setattr(worker, "serve_parent", serve_by_own_clock)
    grid = {"x": (1, 2, 3)}
    study = replace(
        study_of(replace(simple("loads"), grid=grid), scheme=SchemeChoice(folds=5, repeats=10)), tuning=Tuning(tuning)
    )
    options = Options(1, library="tests.engine.loading_worker")
    timings = list(time_candidates(study, DATA, options, threading.Event()))
    expected = estimate_study_seconds(study, DATA, timings, workers=1)
    outcomes = [outcome for outcome in run(study, DATA, options) if outcome.job.candidate == "loads"]
    really = sum(outcome.seconds for outcome in outcomes)
    assert max(outcome.seconds for outcome in outcomes) > LOADING  # the clock was used, and loading was part of it
    assert expected == pytest.approx(really, rel=0.3)


def test_that_one_training_that_serves_all_settings_counts_once() -> None:
    """A forest compares leaf sizes on rows its trees did not see; with time order it trains on T1 too."""
    forest = Candidate("forest", "forest", {}, {"leaf": (1, 3, 5, 10, 20)})
    knn = Candidate("knn", "knn", {}, {"neighbours": (1, 3, 5)})
    study = study_of(forest, knn)
    in_time = replace(study, scheme=SchemeChoice(SchemeKind.TIME, folds=3))
    ordered = replace(DATA, order=np.arange(60.0))
    counts = {
        (fit_job.candidate.key, asked is in_time): count_trainings(fit_job, make_fit_context(asked, data))
        for asked, data in ((study, DATA), (in_time, ordered))
        for fit_job in list_fit_jobs(asked, data, frozenset())
    }
    assert counts["forest", False] == 1.0
    assert counts["forest", True] == pytest.approx(1.75)
    assert counts["knn", False] == counts["knn", True] == pytest.approx(1 + 3 * 0.75)
