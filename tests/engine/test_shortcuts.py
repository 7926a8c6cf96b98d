"""The contract of every shortcut: the outcome the plain way gives, or none at all."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.algorithms import neighbours as plain_neighbours
from core.domain.dataset import Dataset, Floats, Integers, Task
from core.domain.evidence import MAIN, TRIVIAL, FitResult
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Study
from core.engine.bench import LIBRARY, Training, bench_of
from core.engine.group import by_shortcut, together
from core.engine.permuted import permuted_values
from core.engine.plan import units
from core.engine.shortcuts import linear, naive_bayes, neighbours, sums
from core.engine.shortcuts.row import Answers
from core.engine.work import carry_out
from tests.engine.odd_data import Odd, dataset, odd
from tests.engine.studies import signature, study_of
from tests.schemes.datasets import classes

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


def assert_equal(fast: FitResult, plain: FitResult, spread: Floats) -> None:
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


@pytest.mark.parametrize("columns", [0, 100])
@pytest.mark.parametrize("options", [{}, {"neighbours": 3, "weights": "closer"}])
@MANY
@given(one=odd(), scheme=SCHEMES)
def test_that_neighbours_among_many_rows_are_those_of_the_shortcut(
    columns: int, options: dict[str, object], one: Odd, scheme: SchemeChoice
) -> None:
    """The plain way looks for neighbours otherwise where rows are many: by products, or in a tree of rows."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain_neighbours, "MANY_ROWS", 1)
        patch.setattr(plain_neighbours, "COLUMNS_FOR_TREE", columns)
        for task in Task:
            if _number_of_folds(scheme, one):
                compare(study("knn", options, scheme, task), dataset(one, task))


SHUFFLED = st.sampled_from(
    [
        SchemeChoice(folds=2, repeats=5),
        SchemeChoice(folds=3, repeats=4, stratified=False),
        SchemeChoice(folds=10, repeats=3),
    ]
)


@pytest.mark.parametrize("large_fold", [naive_bayes.LARGE_FOLD, 1])
@MANY
@given(one=odd(), scheme=SHUFFLED)
def test_that_shuffles_answered_together_give_the_bits_of_each_alone(
    large_fold: int, one: Odd, scheme: SchemeChoice
) -> None:
    """So it does not matter which shuffles a worker happens to be given."""
    if not _number_of_folds(scheme, one):
        return
    plan, data = study("naive-bayes", {}, scheme, Task.CLASSES), dataset(one, Task.CLASSES)
    groups = list(groups_of(plan, data, "one"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(naive_bayes, "LARGE_FOLD", large_fold)
        bench = bench_of(plan, data)
        together = [by_shortcut(group, bench, groups[place:]) for place, group in enumerate(groups)]
        alone = [by_shortcut(group, bench_of(plan, data)) for group in groups]
    assert len(groups) > 1 or data.groups is not None  # few groups may allow one shuffle only
    for first, second in zip(chain(*together), chain(*alone), strict=True):
        assert (first is None) == (second is None)
        if first is not None and second is not None:
            assert signature([first]) == signature([second])


def test_that_shuffles_are_really_answered_together(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, data = study("naive-bayes", {}, SchemeChoice(folds=3, repeats=4), Task.CLASSES), classes(60)
    asked: list[int] = []
    several = naive_bayes.FoldsOfNaiveBayes.several

    def counted(self: naive_bayes.FoldsOfNaiveBayes, shuffles: list[Integers]) -> list[Answers]:
        asked.append(len(shuffles))
        return several(self, shuffles)

    monkeypatch.setattr(naive_bayes.FoldsOfNaiveBayes, "several", counted)
    groups = [group for group in groups_of(plan, data, "one") if group[0].job.part == MAIN]
    bench = bench_of(plan, data)
    for place, group in enumerate(groups):
        by_shortcut(group, bench, groups[place + 1 :])
    assert asked == [4]


@MANY
@given(one=odd())
def test_that_permuted_answers_measure_what_the_plain_way_measures(one: Odd) -> None:
    data = dataset(one, Task.CLASSES)
    plan = study("naive-bayes", {}, SchemeChoice(folds=3, repeats=1), Task.CLASSES)
    orders = [np.random.default_rng(seed).permutation(data.size) for seed in range(3)]
    expected = []
    for order in orders:
        bench = bench_of(plan, replace(data, targets=data.targets[order]))
        first = next(groups_of(plan, bench.data, "one"))
        found = [carry_out(training, bench) for training in first]
        wrong = [np.asarray(one.predicted != bench.data.targets[one.rows]).ravel() for one in found]
        expected.append(float(np.concatenate(wrong).mean()))
    assert list(permuted_values(plan, data, plan.candidates[0], orders)) == pytest.approx(expected)
