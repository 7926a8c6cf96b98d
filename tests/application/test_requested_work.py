"""What a person asks for after the answer: sizes in between, what two inputs do together; and work that was killed."""

import os
import subprocess
import sys
import threading
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from core.application.charts.map_charts import MAP
from core.application.charts.more_rows_chart import SIZES
from core.application.explain_models import list_extra_fits, run_extra_work
from core.application.measured_sizes import list_smaller_fits, measure_sizes
from core.application.pairs_of_inputs import list_pair_fits, trace_joint_effects
from core.application.requested_work import list_requested_fits
from core.domain.dataset import Dataset, Kind
from core.domain.evidence import EXPLAINED, FEWER_ROWS, MAIN, PAIRS, FitResult, Run
from core.domain.findings import Findings
from core.domain.study import Candidate, SchemeChoice, Study
from core.engine.fit_context import FitJob
from core.engine.run import Options
from core.store.study_file import StudyFile
from core.wording.insight_text import word_joint_effect
from tests.application.test_explain_models import (
    INLINE,
    carry_out,
    fingerprint,
    make_data,
    make_finished,
    make_study,
)
from tests.engine.processes import left_behind

ROOT = Path(__file__).parents[2]


def do(study: Study, data: Dataset, fits: tuple[FitJob, ...], options: Options = INLINE) -> tuple[FitResult, ...]:
    events = run_extra_work(study, data, fits, threading.Event(), options)
    return tuple(one for event in events for one in event.outcomes)


# --- sizes in between ---


def test_that_sizes_in_between_train_on_fewer_rows_and_test_the_same_rows() -> None:
    study, data, run, _, _ = make_finished()
    fits = list_smaller_fits(study, data, run, ("linear", "tree"))
    assert len(fits) == 3 * 15 * 2
    main = {(one.job.repeat, one.job.fold): one.rows for one in run.outcomes if one.job.part == MAIN}
    for fit in fits:
        assert np.array_equal(fit.test, main[fit.job.repeat, fit.job.fold])
        assert not np.intersect1d(fit.train, fit.test).size
        assert len(np.unique(fit.train)) == len(fit.train)
    sizes = [np.mean([len(fit.train) for fit in fits if fit.job.part == name]) for name in FEWER_ROWS]
    assert all(60 < size < 96 for size in sizes)  # between half of 120 rows and a fold's training rows
    assert all(second - first == pytest.approx(9, abs=1.5) for first, second in pairwise(sizes))
    both = {(fit.job.part, fit.job.repeat, fit.job.fold): fit.train for fit in fits if fit.job.candidate == "tree"}
    linear = (fit for fit in fits if fit.job.candidate == "linear")
    assert all(np.array_equal(fit.train, both[fit.job[:3]]) for fit in linear)


def test_that_groups_stay_whole_and_designs_without_halves_have_no_sizes() -> None:
    data = replace(make_data(), groups=np.arange(120) // 4, group_name="machine")
    scheme = SchemeChoice(folds=5, repeats=2, max_repeats=2, grouped=True)
    study = make_study(scheme=scheme)
    run = Run((), complete=True)
    fits = list_smaller_fits(study, data, run, ("linear",))
    assert fits
    assert data.groups is not None
    for fit in fits:
        taken = data.groups[fit.train]
        assert all(np.sum(taken == group) == 4 for group in np.unique(taken))
    assert list_smaller_fits(study, data, Run((), complete=False), ("linear",)) == ()
    halves = replace(study, scheme=SchemeChoice(folds=2, repeats=5, max_repeats=5))
    assert list_smaller_fits(halves, make_data(), run, ("linear",)) == ()


def test_that_a_measured_size_is_the_mean_loss_of_its_held_out_rows() -> None:
    study, data, run, _, _ = make_finished()
    fits = list_smaller_fits(study, data, run, ("linear",))
    beside = do(study, data, fits)
    found = measure_sizes(study, data, run, beside, "linear")
    assert len(found) == 3
    mine = [one for one in beside if one.job.part == FEWER_ROWS[0] and one.predicted is not None]
    losses = [np.abs(one.predicted - data.targets[one.rows]) for one in mine if one.predicted is not None]
    assert found[0].loss == pytest.approx(float(np.mean(np.concatenate(losses))))
    assert found[0].rows == pytest.approx(float(np.mean([one.train_size for one in mine])))
    assert measure_sizes(study, data, run, beside[:-1], "linear") == found[:2]  # one fold is missing at the last size
    assert measure_sizes(study, data, run, (), "linear") == ()
    assert fingerprint(do(study, data, fits, Options(workers=2))) == fingerprint(beside)


# --- two inputs together ---


@cache
def make_product() -> tuple[Study, Dataset, Run, Findings, tuple[FitResult, ...]]:
    """y = a + b + 2ab; c is useless; a model of squares and products can follow it, a straight one cannot."""
    random = np.random.default_rng(3)
    inputs = random.uniform(-1, 1, size=(200, 3))
    targets = inputs[:, 0] + inputs[:, 1] + 2 * inputs[:, 0] * inputs[:, 1] + 0.1 * random.normal(size=200)
    data = replace(
        make_data(200),
        inputs=inputs,
        kinds=(Kind.NUMBER,) * 3,
        features=("a", "b", "c"),
        levels=((),) * 3,
        targets=targets[:, None],
    )
    candidates = (Candidate("linear", "linear"), Candidate("response-surface", "response-surface"))
    study = make_study(candidates=candidates, strong_default=False)
    run, findings = carry_out(study, data)
    beside = do(study, data, list_extra_fits(study, data, run, findings, ("linear", "response-surface")))
    for model in ("linear", "response-surface"):
        beside += do(study, data, list_pair_fits(study, data, run, findings, beside, model))
    return study, data, run, findings, beside


def test_that_what_two_inputs_do_together_is_the_known_product() -> None:
    study, data, run, _, beside = make_product()
    effects = {one.inputs: one for one in trace_joint_effects(study, data, run, beside, "response-surface")}
    assert {frozenset(pair) for pair in effects} == {frozenset("ab"), frozenset("ac"), frozenset("bc")}
    both = effects.get(("a", "b")) or effects["b", "a"]
    first, second = (data.inputs[:, data.features.index(name)] for name in both.inputs)
    middles = np.array([(np.mean(cell.first), np.mean(cell.second)) for cell in both.cells])
    beyond = 2 * (middles[:, 0] - first.mean()) * (middles[:, 1] - second.mean()) - 2 * np.cov(first, second)[0, 1]
    assert np.allclose([cell.beyond for cell in both.cells], beyond, atol=0.15)
    whole = middles.sum(axis=1) + 2 * middles.prod(axis=1) - np.mean(first + second + 2 * first * second)
    assert np.allclose([cell.effect for cell in both.cells], whole, atol=0.1)
    assert both.strongest.is_seen
    assert "most at" in word_joint_effect(both).text
    assert sum(cell.rows for cell in both.cells) == data.size
    useless = effects.get(("a", "c")) or effects["c", "a"]
    assert max(abs(cell.beyond) for cell in useless.cells) < 0.2


def test_that_a_model_without_products_does_nothing_beyond_its_inputs_alone() -> None:
    study, data, run, _, beside = make_product()
    for one in trace_joint_effects(study, data, run, beside, "linear"):
        assert max(abs(cell.beyond) for cell in one.cells) < 1e-9


def test_that_pairs_are_asked_of_ten_fold_models_after_importance_is_known() -> None:
    study, data, run, findings, beside = make_product()
    fits = list_pair_fits(study, data, run, findings, beside, "linear")
    assert len(fits) == 10
    assert {fit.job.part for fit in fits} == {PAIRS}
    explained = [one for one in beside if one.job.part == EXPLAINED]
    assert list_pair_fits(study, data, run, findings, explained[:-20], "linear") == ()
    assert trace_joint_effects(study, data, run, explained, "linear") == ()
    again = do(study, data, fits, Options(workers=2))
    mine = [one for one in beside if one.job.part == PAIRS and one.job.candidate == "linear"]
    assert fingerprint(again) == fingerprint(tuple(mine))


def test_that_each_offer_of_a_plot_leads_to_its_work() -> None:
    facts = make_product()
    parts = {
        offer: {fit.job.part for fit in list_requested_fits(*facts, "linear", offer)}
        for offer in ("explain", SIZES, MAP)
    }
    assert parts == {"explain": {EXPLAINED}, SIZES: set(FEWER_ROWS), MAP: {PAIRS}}
    assert {fit.job.candidate for fit in list_requested_fits(*facts, "response-surface", SIZES)} == {
        "linear",
        "response-surface",
    }


# --- killed in the middle ---

KILLED = """
import os, signal, sys, threading
from pathlib import Path
from core.engine.run import Options
from core.application.explain_models import run_extra_work
from core.store.study_file import StudyFile
from tests.application.test_requested_work import list_all_work

if __name__ == "__main__":
    with StudyFile.open(Path(sys.argv[1])) as file:
        study, data, fits = list_all_work(file)
        for event in run_extra_work(study, data, fits, threading.Event(), Options(workers=2), file):
            for one in event.outcomes:
                print(*one.job, flush=True)
            if event.outcomes:
                os.kill(os.getpid(), signal.SIGKILL)
"""


def list_all_work(file: StudyFile) -> tuple[Study, Dataset, tuple[FitJob, ...]]:
    """What the plan asks for of both models, and sizes in between."""
    study, data, run, findings, _ = make_finished()
    assert file.study.candidates == study.candidates
    extra = list_extra_fits(study, data, run, findings, ("linear", "tree"))
    return study, data, (*extra, *list_smaller_fits(study, data, run, ("linear", "tree")))


def test_that_work_killed_in_the_middle_goes_on_and_gives_the_same_numbers(tmp_path: Path) -> None:
    """The program dies while two workers train; what it had told is kept, no worker stays, and nothing is different."""
    path = tmp_path / "killed.evenfold"
    study, data, _, _, _ = make_finished()
    with StudyFile.create(path, study, data) as file:
        file.lock(study)
        carry_out(study, data, file)
        fits = list_all_work(file)[2]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)],
        cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True,
    ) as program:  # fmt: skip
        assert program.stdout is not None
        told = {tuple(line.split()) for line in program.stdout}
    assert told
    assert not left_behind(program.pid)
    with StudyFile.open(path) as file:
        stored = {tuple(map(str, one.job)) for one in file.beside()}
        assert told <= stored
        assert len(stored) < len(fits)
        first, *_, last = run_extra_work(study, data, fits, threading.Event(), Options(workers=2), file)
        assert first.done == len(stored)
        assert (last.done, last.total) == (len(fits), len(fits))
        assert fingerprint(file.beside()) == fingerprint(do(study, data, fits))
        assert file.is_unchanged
