"""A forest is tuned on rows that are outside the samples of its trees: one growing, and no test row is touched."""

from dataclasses import replace

import numpy as np
import pytest

from core.algorithms.forest import FOREST, build_forest_for_choices
from core.algorithms.learner import schema_of
from core.algorithms.rows import Rows
from core.domain.dataset import Dataset
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Tuning, TuningKind
from core.engine import training as engine_training
from core.engine.fit_context import derive_learner_seed, derive_tuning_seed, make_fit_context
from core.engine.plan import list_fit_jobs
from core.engine.training import run_fit
from core.schemes import make_inner_splits
from tests.engine.studies import study_of
from tests.schemes.datasets import classes, numbers

GRID = {"leaf": (40, 10, 1), "trees": (10, 20)}
TUNED = Candidate("forest", "forest", {}, GRID)
CHOICES = [{"leaf": leaf, "trees": trees} for leaf in GRID["leaf"] for trees in GRID["trees"]]


@pytest.mark.parametrize("data", [classes(120), numbers(120), numbers(120, outputs=2)])
def test_that_the_chosen_forest_is_the_one_of_its_settings(data: Dataset) -> None:
    """The one growing for all settings gives, bit by bit, what the chosen settings alone would have given."""
    study = study_of(TUNED, measure="error" if data.classes else "rmse")
    training, bench = next(list_fit_jobs(study, data, frozenset())), make_fit_context(study, data)
    found = run_fit(training, bench)
    assert found.tried == len(found.tuning) == len(CHOICES)
    fixed = replace(training, candidate=Candidate("forest", "forest", found.settings))
    alone = run_fit(fixed, bench)
    assert found.predicted is not None
    assert alone.predicted is not None
    assert found.predicted.tobytes() == alone.predicted.tobytes()


def test_that_values_are_those_of_left_out_rows_alone() -> None:
    data, study = classes(90), study_of(TUNED)
    training, bench = next(list_fit_jobs(study, data, frozenset())), make_fit_context(study, data)
    found = run_fit(training, bench)
    learner = build_forest_for_choices(CHOICES, derive_learner_seed(study.seed, training.job))
    learner.fit_rows(Rows(data.inputs, training.train), data.targets[training.train], schema_of(data))
    left_out = learner.predict_left_out()
    assert left_out is not None
    labels = data.labels[training.train[left_out[0]]]
    assert found.tuning == tuple(float(np.mean(one.predicted[:, 0] != labels)) for one in left_out[1])


def test_that_test_rows_never_reach_the_choice() -> None:
    data, study = classes(90), study_of(TUNED)
    training, bench = next(list_fit_jobs(study, data, frozenset())), make_fit_context(study, data)
    targets = data.targets.copy()
    targets[training.test] = 1 - targets[training.test]
    other = run_fit(training, replace(bench, data=replace(bench.data, targets=targets)))
    assert run_fit(training, bench).tuning == other.tuning


def test_that_groups_are_left_out_whole() -> None:
    """Each group has an input of its own and an answer by chance: only a forest that saw the group knows it."""
    rng = np.random.default_rng(3)
    groups = np.repeat(np.arange(30), 6)
    answers = rng.permutation(np.arange(30) % 2).astype(np.float64)[groups]
    data = replace(classes(180), inputs=groups[:, None] + rng.normal(size=(180, 1)) / 50, targets=answers[:, None])
    study = study_of(TUNED, scheme=SchemeChoice(folds=3, repeats=1))
    for wanted, is_high in ((groups, True), (None, False)):
        grouped = replace(data, groups=wanted, group_name="machine" if is_high else "")
        training = next(list_fit_jobs(study, grouped, frozenset()))
        error = run_fit(training, make_fit_context(study, grouped)).tuning[-1]
        assert (error > 0.3) is is_high


def test_that_with_time_order_settings_are_compared_on_t2_after_one_growing_on_t1() -> None:
    data = replace(classes(120), order=np.arange(120.0))
    scheme = SchemeChoice(kind=SchemeKind.TIME, folds=3, repeats=1, max_repeats=1, stratified=False)
    study = replace(study_of(TUNED, scheme=scheme), tuning=Tuning(TuningKind.HOLDOUT))
    training, bench = next(list_fit_jobs(study, data, frozenset())), make_fit_context(study, data)
    found = run_fit(training, bench)
    ((t1, t2),) = make_inner_splits(training.train, data, study.tuning, derive_tuning_seed(study.seed, training.job))
    learner = build_forest_for_choices(CHOICES, derive_learner_seed(study.seed, training.job))
    learner.fit_rows(Rows(data.inputs, t1), data.targets[t1], bench.schema)
    wanted = [np.mean(one.predicted[:, 0] != data.labels[t2]) for one in learner.predict_each(Rows(data.inputs, t2))]
    assert data.order is not None
    assert data.order[t1].max() < data.order[t2].min()
    assert found.tuning == tuple(float(value) for value in wanted)


def test_that_nothing_is_trained_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(engine_training, "fit_learner", lambda *given: asked.append(given))
    data, study = classes(90), study_of(Candidate("forest", "forest", {}, FOREST.grid))
    assert run_fit(next(list_fit_jobs(study, data, frozenset())), make_fit_context(study, data)).ok
    assert asked == []


def test_that_one_group_alone_still_gets_a_forest() -> None:
    """Nothing can be left out of a sample of one group."""
    data = replace(classes(60), groups=np.zeros(60, dtype=np.int64), group_name="machine")
    study = study_of(TUNED, scheme=SchemeChoice(folds=2, repeats=1, grouped=False))
    training, bench = next(list_fit_jobs(study, data, frozenset())), make_fit_context(study, data)
    found = run_fit(training, replace(bench, data=data))
    assert found.ok
    assert found.tuning == ()
