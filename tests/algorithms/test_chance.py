"""Inputs that tell nothing: whatever is selected and tuned inside the training sets, the error stays at chance."""

import threading
from dataclasses import replace

import numpy as np
import pytest

from core.algorithms.selection import strongest
from core.application.run_study import run_study
from core.domain.dataset import Dataset, Floats, Kind, Task
from core.domain.events import Ended
from core.domain.evidence import Run
from core.domain.study import Candidate, Columns, Question, SchemeChoice, SchemeKind, Study, Tuning, TuningKind
from core.engine.run import Options

ROWS, INPUTS = 80, 120
CANDIDATES = (
    Candidate("logistic", "logistic", {}, {"kept": (5, 15), "shrinkage": (10.0, 0.1)}),
    Candidate("lda", "lda", {"shrinkage": 0.5}, {"kept": (3, 10, 30)}),
    Candidate("knn", "knn", {}, {"kept": (5, 20), "neighbours": (9, 1)}),
    Candidate("bins", "naive-bayes-discretised", {}, {"added_count": (3.0, 1.0)}),
    Candidate("c45", "c45", {}, {"least_rows": (10, 2)}),
)


def noise(task: Task, width: int = INPUTS) -> Dataset:
    rng = np.random.default_rng(11)
    labels = rng.permutation(np.arange(ROWS) % 2).astype(np.float64)
    return Dataset(
        name="noise",
        task=task,
        inputs=rng.normal(size=(ROWS, width)),
        kinds=(Kind.NUMBER,) * width,
        features=tuple(f"x{number}" for number in range(width)),
        levels=((),) * width,
        targets=labels[:, None] if task is Task.CLASSES else rng.normal(size=(ROWS, 1)),
        outputs=("y",),
        classes=("no", "yes") if task is Task.CLASSES else (),
    )


def study_of(candidates: tuple[Candidate, ...], measure: str, tuning: TuningKind) -> Study:
    return Study(
        title="noise",
        source="",
        columns=Columns(target=("y",)),
        question=Question(measure=measure),
        candidates=candidates,
        baseline=candidates[0].key,
        scheme=SchemeChoice(SchemeKind.REPEATED_HOLDOUT, repeats=8, max_repeats=8, share=0.75),
        tuning=Tuning(tuning),
    )


def run_of(study: Study, data: Dataset) -> Run:
    *_, ended = run_study(study, data, threading.Event(), threading.Event(), Options(executor="inline"))
    assert isinstance(ended, Ended)
    assert ended.run.complete
    assert all(outcome.ok for outcome in ended.run.outcomes)
    return ended.run


def misses(run: Run, data: Dataset, key: str) -> Floats:
    """Predicted less true of every test row of every shuffle."""
    found = [(one.rows, one.predicted) for one in run.of(key) if one.predicted is not None]
    return np.concatenate([predicted[:, 0] - data.targets[rows, 0] for rows, predicted in found])


def test_that_classes_in_noise_are_guessed_at_chance_after_selection_and_tuning() -> None:
    """The standard error of a share of 80 rows is 5.6 per 100."""
    data = noise(Task.CLASSES)
    run = run_of(study_of(CANDIDATES, "error", TuningKind.HOLDOUT), data)
    errors = [float(np.mean(misses(run, data, candidate.key) != 0)) for candidate in CANDIDATES]
    assert min(errors) > 0.35
    assert np.mean(errors) == pytest.approx(0.5, abs=0.09)
    tried = {candidate.key: {one.tried for one in run.of(candidate.key)} for candidate in CANDIDATES}
    assert tried == {"logistic": {4}, "lda": {3}, "knn": {4}, "bins": {2}, "c45": {2}}


def test_that_inner_folds_do_not_find_anything_in_noise_either() -> None:
    data = noise(Task.CLASSES)
    run = run_of(study_of(CANDIDATES[1:3], "error", TuningKind.KFOLD), data)
    for candidate in CANDIDATES[1:3]:
        assert np.mean(misses(run, data, candidate.key) != 0) > 0.35


def test_that_selecting_before_the_folds_would_have_been_seen() -> None:
    """Noise whose inputs were selected with the test rows in sight: the error is far below chance."""
    data = noise(Task.CLASSES, 1000)
    columns = strongest(data.inputs, data.labels, 15)
    spoiled = replace(
        data,
        inputs=data.inputs[:, columns],
        kinds=data.kinds[:15],
        features=data.features[:15],
        levels=data.levels[:15],
    )
    candidate = Candidate("logistic", "logistic")
    run = run_of(study_of((candidate,), "error", TuningKind.NONE), spoiled)
    assert np.mean(misses(run, spoiled, "logistic") != 0) < 0.3


def test_that_numbers_in_noise_are_not_predicted_better_than_by_the_mean() -> None:
    data = noise(Task.NUMBERS)
    candidates = (
        Candidate("linear", "linear", {}, {"kept": (2, 10)}),
        Candidate("lasso", "lasso", {}, {"shrinkage": (0.3, 0.1)}),
        Candidate("knn", "knn", {}, {"kept": (2, 10), "neighbours": (15, 5)}),
    )
    run = run_of(study_of(candidates, "rmse", TuningKind.KFOLD), data)
    spread = float(data.targets.std())
    for candidate in candidates:
        assert np.sqrt(np.mean(misses(run, data, candidate.key) ** 2)) > 0.95 * spread
