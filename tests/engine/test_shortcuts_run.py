"""Shortcuts inside a run: nobody can tell that they were taken, whoever works, and however often it is stopped."""

import pickle
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.application.run_study import run_study as procedure
from core.domain.dataset import Dataset, Kind
from core.domain.events import Ended
from core.domain.evidence import FitResult
from core.domain.findings import Findings
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Study
from core.engine import group as group_module
from core.engine import pool, worker
from core.engine import run as run_module
from core.engine.bench import LIBRARY, Bench, OneFold, Training, bench_of, read_bench, write_bench
from core.engine.group import by_shortcut, portions, together
from core.engine.limit import Result, Watchdog
from core.engine.plan import MOST_TOGETHER, trainings, units
from core.engine.run import Options, outcomes
from core.engine.shortcuts import SHORTCUTS, shortcut
from core.engine.work import carry_out
from tests.engine.studies import run, signature, simple, study_of
from tests.schemes.datasets import classes, numbers

CLASSES = study_of(
    simple("naive-bayes"), simple("knn"), simple("c45"), simple("majority"), scheme=SchemeChoice(folds=5, repeats=3)
)
NUMBERS = study_of(simple("ridge"), simple("linear"), simple("knn"), measure="rmse", scheme=SchemeChoice(folds=4))
INLINE = Options(executor="inline")


def no_shortcut(*_: object) -> None:
    return None


def findings(study: Study, data: Dataset) -> Findings:
    last = list(procedure(study, data, threading.Event(), threading.Event(), INLINE))[-1]
    assert isinstance(last, Ended)
    assert last.findings is not None
    return last.findings


@pytest.mark.parametrize(("study", "data"), [(CLASSES, classes(90)), (NUMBERS, numbers(80, outputs=2))])
def test_that_findings_are_the_same_without_shortcuts(
    study: Study, data: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    fast = findings(study, data)
    monkeypatch.setattr(group_module, "shortcut", no_shortcut)
    plain = findings(study, data)
    assert fast.verdict.outcome == plain.verdict.outcome
    assert fast.verdict.headline == plain.verdict.headline
    for one, other in zip(fast.estimates, plain.estimates, strict=True):
        assert (one.algorithm, one.measure, one.output) == (other.algorithm, other.measure, other.output)
        assert one.mean == pytest.approx(other.mean, abs=1e-9)
        assert one.values == pytest.approx(other.values, abs=1e-9)


def test_that_shortcuts_are_really_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this the other tests could pass with shortcuts that never apply."""
    plain: list[str] = []

    def told(training: Training, bench: Bench) -> FitResult:
        plain.append(training.job.candidate)
        return carry_out(training, bench)

    monkeypatch.setattr(pool, "carry_out", told)
    run(CLASSES, classes(90), INLINE)
    assert set(plain) == {"c45"}


@pytest.mark.parametrize("workers", [1, 2])
def test_that_worker_processes_give_the_same_bits(workers: int) -> None:
    alone = signature(run(CLASSES, classes(90), INLINE))
    assert signature(run(CLASSES, classes(90), Options(workers=workers))) == alone


def test_that_what_was_stopped_midway_is_continued_to_the_same_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any part of a shuffle may be done already: the rest comes out as if nothing had been."""
    monkeypatch.setattr(run_module, "UNWATCHED", 0.0)
    data, stop = classes(90), threading.Event()
    before: list[FitResult] = []
    for batch in outcomes(CLASSES, data, set(), INLINE, stop, threading.Event()):
        before += batch.outcomes[::2]
        if len(before) > 20:
            stop.set()
    after = run(CLASSES, data, INLINE, {outcome.job for outcome in before})
    assert signature(before + after) == signature(run(CLASSES, data, INLINE))


def test_that_units_hold_every_training_once() -> None:
    data = classes(90)
    portioned = [training for unit in units(CLASSES, data, frozenset(), together(data, LIBRARY)) for training in unit]
    rows = {training.job: (training.train.tolist(), training.test.tolist()) for training in portioned}
    assert len(rows) == len(portioned)
    assert rows == {t.job: (t.train.tolist(), t.test.tolist()) for t in trainings(CLASSES, data, frozenset())}


def test_that_a_long_shuffle_is_handed_out_in_portions() -> None:
    data = classes(MOST_TOGETHER + 10)
    study = study_of(simple("majority"), scheme=SchemeChoice(SchemeKind.LEAVE_ONE_OUT))
    sizes = [len(unit) for unit in units(study, data, frozenset(), together(data, LIBRARY))]
    assert sizes == [MOST_TOGETHER, 10] * 2  # the majority and the trivial model
    assert len(run(study, data, INLINE)) == 2 * data.size


def test_that_a_tuned_candidate_has_no_shortcut_over_folds() -> None:
    data = classes(60)
    tuned = study_of(Candidate("knn", "knn", {}, {"neighbours": (1, 3)}), scheme=SchemeChoice(folds=3, repeats=1))
    joined = {
        training.job.candidate
        for unit in units(tuned, data, frozenset(), together(data, LIBRARY))
        for training in unit
        if isinstance(training, OneFold)
    }
    assert joined == {"trivial"}


def test_that_settings_that_are_not_allowed_end_as_in_the_plain_way() -> None:
    study = study_of(simple("knn", neighbours=0), scheme=SchemeChoice(folds=3, repeats=1))
    data = classes(60)
    group = next(iter(units(study, data, frozenset(), together(data, LIBRARY))))
    assert by_shortcut(group, bench_of(study, data)) == [None] * 3
    assert {outcome.ending for outcome in run(study, data, INLINE) if outcome.job.candidate == "knn"} == {"failed"}


class Late(Watchdog):
    """Says of every shortcut that it took too long, and watches nothing else."""

    def __init__(self) -> None:
        self.asked: list[float | None] = []

    def limited(self, work: Callable[[], Result], seconds: float | None) -> Result | None:
        self.asked.append(seconds)
        return None if getattr(work, "func", None) is by_shortcut else work()


def test_that_a_shortcut_that_takes_too_long_leaves_the_work_to_the_plain_way(tmp_path: Path) -> None:
    """The limit of one training is the limit of the shortcut; no training is called late because of it."""
    data = classes(60)
    study = study_of(simple("naive-bayes"), scheme=SchemeChoice(folds=3, repeats=1))
    group = next(iter(units(study, data, frozenset(), together(data, LIBRARY))))
    write_bench(tmp_path, study, data, LIBRARY)
    late = Late()
    found = worker.answer_all(worker.Bundle(tmp_path, group, 5.0), [worker.IDLE, 0.0], late)
    expected = [carry_out(training, bench_of(study, data)) for training in group]
    assert signature([worker.with_rows(*pair) for pair in zip(found, group, strict=True)]) == signature(expected)
    assert late.asked == [5.0] * 4


@pytest.mark.parametrize(("large", "forgotten"), [(1, True), (2**22, False)])
def test_that_answers_for_many_rows_are_not_kept_longer_than_their_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, large: int, forgotten: bool
) -> None:
    monkeypatch.setattr(worker, "LARGE", large)
    data = classes(60)
    study = study_of(simple("naive-bayes"), scheme=SchemeChoice(folds=3, repeats=1))
    group = next(iter(units(study, data, frozenset(), together(data, LIBRARY))))
    write_bench(tmp_path, study, data, LIBRARY)
    bundle = worker.Bundle(tmp_path, group, None)
    first, second = (worker.answer_all(bundle, [worker.IDLE, 0.0], None) for _ in range(2))
    assert signature(first) == signature(second)
    assert "naive-bayes" in read_bench(tmp_path).kept  # what was found out about the data
    kept = [key for key in read_bench(tmp_path).kept if key != "naive-bayes"]
    assert (kept == []) is forgotten


def test_that_a_training_of_a_shuffle_travels_with_its_shuffle() -> None:
    fold_of = np.array([0, 1, 1, 0, 2])
    one = OneFold(next(iter(trainings(CLASSES, classes(90), frozenset()))).job, simple("knn"), CLASSES.tuning, fold_of)
    other = pickle.loads(pickle.dumps(one))
    assert (other.train.tolist(), other.test.tolist()) == ([1, 2, 4], [0, 3])
    assert isinstance(other, OneFold)
    alone = other.alone()
    assert type(alone) is Training
    assert [len(portion) for portion in portions([one, other, alone])] == [2, 1]


@pytest.mark.parametrize("row", SHORTCUTS, ids=lambda row: row.key)
def test_that_every_row_is_described(row: object) -> None:
    for name in ("key", "title", "note", "source"):
        assert getattr(row, name).strip()


def test_that_choosing_inputs_inside_the_fold_declines() -> None:
    assert shortcut("knn", classes(60), {"kept": 2}) is None
    assert shortcut("linear", numbers(60), {"kept": 2}) is None
    assert shortcut("c45", classes(60), {}) is None


def test_that_the_wrong_task_declines() -> None:
    assert shortcut("ridge", classes(60), {}) is None
    assert shortcut("naive-bayes", numbers(60), {}) is None


def test_that_too_many_names_decline() -> None:
    data = classes(60)
    levels = (tuple(map(str, range(101))), (), ())
    assert shortcut("knn", replace(data, kinds=(Kind.NAMES, *data.kinds[1:]), levels=levels), {}) is None
