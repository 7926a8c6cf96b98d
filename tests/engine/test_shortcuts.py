"""The contract of every shortcut: the outcome the plain way gives, or none at all."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.domain.dataset import Dataset, Floats, Task
from core.domain.evidence import TRIVIAL, Outcome
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Study
from core.engine.bench import LIBRARY, Training, bench_of
from core.engine.group import by_shortcut, together
from core.engine.plan import units
from core.engine.shortcuts import linear, naive_bayes, neighbours, sums
from core.engine.work import carry_out
from tests.engine.odd_data import Odd, dataset, odd
from tests.engine.studies import study_of

SCHEMES = st.sampled_from(
    [
        SchemeChoice(folds=10, repeats=1),
        SchemeChoice(folds=2, repeats=2),
        SchemeChoice(folds=3, repeats=1, stratified=False),
        SchemeChoice(SchemeKind.LEAVE_ONE_OUT),
    ]
)
MANY = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
CLASSIFIERS: tuple[tuple[str, dict[str, object]], ...] = (
    ("naive-bayes", {}),
    ("naive-bayes", {"spread_floor": 0.0}),
    ("naive-bayes", {"spread_floor": 1e-9, "added_count": 0.1}),
    ("naive-bayes", {"spread_floor": 1.0}),
    ("majority", {}),
    ("knn", {}),
    ("knn", {"neighbours": 3, "weights": "closer"}),
    ("memoriser", {}),
    ("lda", {}),
    ("lda", {"shrinkage": 0.5}),
    ("qda", {}),
    ("qda", {"sharing": 0.0}),
)
REGRESSORS: tuple[tuple[str, dict[str, object]], ...] = (
    ("mean", {}),
    ("median", {}),
    ("linear", {}),
    ("ridge", {}),
    ("ridge", {"shrinkage": 0.01}),
    ("ridge", {"shrinkage": 1e-6}),
    ("knn", {}),
    ("knn", {"neighbours": 2, "weights": "closer"}),
    ("memoriser", {}),
)
ALLOWED = 1e-9


def study(algorithm: str, settings: dict[str, object], scheme: SchemeChoice, task: Task) -> Study:
    measure = "error" if task is Task.CLASSES else "rmse"
    return study_of(Candidate("one", algorithm, settings), measure=measure, scheme=scheme)


def groups_of(plan: Study, data: Dataset, candidate: str) -> Iterator[tuple[Training, ...]]:
    for unit in units(plan, data, frozenset(), together(data, LIBRARY)):
        if unit[0].job.candidate == candidate:
            yield unit


def assert_equal(fast: Outcome, plain: Outcome, spread: Floats) -> None:
    """Everything but the time; numbers in units of the spread of their column."""
    for name in ("job", "settings", "tried", "tuning", "warnings", "ending", "message", "train_size"):
        assert getattr(fast, name) == getattr(plain, name), name
    assert np.array_equal(fast.rows, plain.rows)
    assert fast.predicted is not None
    assert plain.predicted is not None
    if plain.scores is None:
        assert fast.scores is None
        assert np.abs((fast.predicted - plain.predicted) / spread).max(initial=0) < ALLOWED
    else:
        assert fast.scores is not None
        assert np.array_equal(fast.predicted, plain.predicted)
        assert np.abs(fast.scores - plain.scores).max(initial=0) < ALLOWED


def compare(plan: Study, data: Dataset, candidate: str = "one") -> tuple[int, int]:
    """How many folds the shortcut did, and of how many."""
    bench = bench_of(plan, data)
    done = wanted = 0
    spread = np.where(np.ptp(data.targets, axis=0) > 0, data.targets.std(axis=0), 1.0)
    for group in groups_of(plan, data, candidate):
        for training, fast in zip(group, by_shortcut(group, bench), strict=True):
            wanted += 1
            if fast is not None:
                done += 1
                assert_equal(fast, carry_out(training, bench), spread)
    return done, wanted


def _number_of_folds(scheme: SchemeChoice, one: Odd) -> bool:
    return not one.groups or scheme.folds <= 3 or scheme.kind is SchemeKind.LEAVE_ONE_OUT


@pytest.mark.parametrize(("algorithm", "options"), CLASSIFIERS)
@MANY
@given(one=odd(), scheme=SCHEMES)
def test_that_a_shortcut_for_classes_gives_the_outcome_of_the_plain_way(
    algorithm: str, options: dict[str, object], one: Odd, scheme: SchemeChoice
) -> None:
    if _number_of_folds(scheme, one):
        compare(study(algorithm, options, scheme, Task.CLASSES), dataset(one, Task.CLASSES))


@pytest.mark.parametrize(("algorithm", "options"), REGRESSORS)
@MANY
@given(one=odd(), scheme=SCHEMES)
def test_that_a_shortcut_for_numbers_gives_the_outcome_of_the_plain_way(
    algorithm: str, options: dict[str, object], one: Odd, scheme: SchemeChoice
) -> None:
    if _number_of_folds(scheme, one):
        compare(study(algorithm, options, scheme, Task.NUMBERS), dataset(one, Task.NUMBERS))


@pytest.mark.parametrize("measure", ["error", "cost", "rmse", "mae", "relative"])
@MANY
@given(one=odd(), scheme=SCHEMES)
def test_that_the_trivial_model_by_shortcut_is_the_trivial_model(measure: str, one: Odd, scheme: SchemeChoice) -> None:
    task = Task.CLASSES if measure in ("error", "cost") else Task.NUMBERS
    if _number_of_folds(scheme, one):
        plan = study_of(Candidate("other", "c45"), measure=measure, scheme=scheme)
        compare(replace(plan, question=replace(plan.question, cost_ratio=3.0)), dataset(one, task), TRIVIAL)


@pytest.mark.parametrize("algorithm", ["naive-bayes", "knn", "ridge"])
@MANY
@given(one=odd(), scheme=SCHEMES)
def test_that_large_data_in_small_pieces_gives_the_same(algorithm: str, one: Odd, scheme: SchemeChoice) -> None:
    """What is done differently with large data is done here with small data."""
    task = Task.NUMBERS if algorithm == "ridge" else Task.CLASSES
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sums, "CELLS_AT_ONCE", 64)
        patch.setattr(naive_bayes, "LARGE_FOLD", 1)
        patch.setattr(naive_bayes, "ROWS_FOR_CENTRES", 10)
        patch.setattr(neighbours, "KEPT_CELLS", 0)
        patch.setattr(linear, "CELLS_AT_ONCE", 64)
        if _number_of_folds(scheme, one):
            compare(study(algorithm, {}, scheme, task), dataset(one, task))
