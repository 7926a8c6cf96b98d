"""Folds: classes and sizes in proportion, groups whole and balanced, distinct partitions only."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.dataset import Dataset
from core.domain.study import SchemeChoice, SchemeKind
from core.schemes import count_splits, make_splits
from core.schemes.assignment import compute_strata
from core.schemes.cross_validation import make_partitions
from core.support.errors import StudyError
from tests.schemes.datasets import classes, numbers, uneven_groups


def fold_table(data: Dataset, choice: SchemeChoice, seed: int = 1) -> np.ndarray:
    """Rows of each stratum (columns) in each fold (rows) of the first repeat."""
    layers = compute_strata(data)
    folds = [split.test for split in make_splits(data, choice, seed) if split.repeat == 0]
    return np.array([np.bincount(layers[test], minlength=layers.max() + 1) for test in folds])


@settings(max_examples=60, deadline=None)
@given(rows=st.integers(12, 90), folds=st.integers(2, 12), seed=st.integers(0, 1000), third=st.floats(0.02, 0.3))
def test_that_class_counts_and_fold_sizes_differ_by_at_most_one(rows: int, folds: int, seed: int, third: float) -> None:
    table = fold_table(classes(rows, (0.7 - third, 0.3, third), seed), SchemeChoice(folds=folds, repeats=1), seed)
    assert np.ptp(table.sum(axis=1)) <= 1
    assert (np.ptp(table, axis=0) <= 1).all()


def test_that_numbers_are_stratified_by_fifths_of_the_first_output() -> None:
    data = numbers(103, outputs=2)
    assert np.bincount(compute_strata(data)).tolist() in (
        [21, 20, 21, 20, 21],
        [21, 21, 20, 20, 21],
        [21, 20, 20, 21, 21],
    )
    assert (np.ptp(fold_table(data, SchemeChoice(folds=10)), axis=0) <= 1).all()


def test_that_many_equal_numbers_make_fewer_strata() -> None:
    data = numbers(50)
    data.targets[:45] = 0.0
    assert len(np.unique(compute_strata(data))) == 2


def test_that_plain_folds_need_not_hold_every_class() -> None:
    data = classes(40, (0.5, 0.5))
    tables = [fold_table(data, SchemeChoice(folds=10, repeats=1, stratified=False), seed) for seed in range(5)]
    assert all(np.ptp(table.sum(axis=1)) == 0 for table in tables)
    assert max(np.ptp(table[:, 0]) for table in tables) > 1


def test_that_folds_of_groups_are_balanced_within_the_largest_group() -> None:
    groups = uneven_groups(400, 40)
    largest = np.unique(groups, return_counts=True)[1].max()
    for stratified in (False, True):
        table = fold_table(classes(400, groups=groups), SchemeChoice(folds=8, repeats=1, stratified=stratified))
        assert np.ptp(table.sum(axis=1)) <= largest
        assert table.sum() == 400


def test_that_stratified_groups_spread_a_rare_class() -> None:
    """Twenty machines, four of them with faults: five folds can have no better than one faulty machine each."""
    groups = np.repeat(np.arange(20), 10).astype(np.int64)
    data = classes(200, groups=groups)
    data.targets[:, 0] = np.isin(groups, [2, 7, 11, 19])
    table = fold_table(data, SchemeChoice(folds=4, repeats=1))
    assert table[:, 1].tolist() == [10, 10, 10, 10]


def test_that_repeats_differ_also_when_all_groups_have_different_sizes() -> None:
    groups = np.repeat(np.arange(20), np.arange(10, 30)).astype(np.int64)
    data = classes(len(groups), groups=groups)
    assert count_splits(data, SchemeChoice(folds=5, repeats=10)) == 50


def test_that_as_many_folds_as_groups_give_one_partition_only() -> None:
    data = classes(60, groups=uneven_groups(60, 6))
    assert count_splits(data, SchemeChoice(folds=6, repeats=10)) == 6
    assert {split.repeat for split in make_splits(data, SchemeChoice(folds=6, repeats=10), 1)} == {0}


def test_that_four_equal_groups_in_two_folds_have_three_distinct_partitions() -> None:
    data = numbers(40, groups=np.repeat(np.arange(4), 10).astype(np.int64))
    choice = SchemeChoice(folds=2, repeats=10, stratified=False)
    assert count_splits(data, choice) == 6
    pairs = {frozenset((split.train.tobytes(), split.test.tobytes())) for split in make_splits(data, choice, 1)}
    assert len(pairs) == 3


def test_that_more_repeats_keep_the_earlier_ones() -> None:
    data = classes(50)
    few = list(make_splits(data, SchemeChoice(repeats=2), 3))
    many = list(make_splits(data, SchemeChoice(repeats=5), 3))
    assert [one.test.tobytes() for one in few] == [one.test.tobytes() for one in many[: len(few)]]


def test_that_leave_one_out_leaves_out_one_row_or_one_group() -> None:
    data = classes(15)
    assert [split.test.tolist() for split in make_splits(data, SchemeChoice(SchemeKind.LEAVE_ONE_OUT), 1)] == [
        [row] for row in range(15)
    ]
    grouped = classes(30, groups=uneven_groups(30, 5))
    assert count_splits(grouped, SchemeChoice(SchemeKind.LEAVE_ONE_OUT)) == 5


def test_that_leave_k_out_is_had_by_folds() -> None:
    sizes = [len(split.test) for split in make_splits(numbers(30), SchemeChoice(folds=10, repeats=1), 1)]
    assert sizes == [3] * 10


@pytest.mark.parametrize(
    ("choice", "words", "hint"),
    [
        (SchemeChoice(folds=1), "1 folds leave nothing", "at least 2"),
        (SchemeChoice(folds=21), "21 folds need at least 21 rows, and there are 20", "at most 20"),
        (SchemeChoice(folds=5, repeats=0), "At least one repeat", "10 repeats"),
    ],
)
def test_that_impossible_folds_are_refused_in_words(choice: SchemeChoice, words: str, hint: str) -> None:
    for ask in (lambda: count_splits(classes(20), choice), lambda: list(make_splits(classes(20), choice, 1))):
        with pytest.raises(StudyError, match=words) as caught:
            ask()
        assert hint in caught.value.hint


def test_that_more_folds_than_groups_are_refused_with_the_name_of_the_groups() -> None:
    with pytest.raises(StudyError, match="10 folds need at least 10 groups of machine, and there are 4"):
        count_splits(classes(40, groups=uneven_groups(40, 4)), SchemeChoice(folds=10))


@pytest.mark.parametrize("rows", [64, 65, 100])
def test_that_the_count_is_the_number_of_splits_for_few_and_many_rows(rows: int) -> None:
    choice = SchemeChoice(folds=4, repeats=3)
    made = list(make_splits(classes(rows), choice, 1))
    assert len(made) == count_splits(classes(rows), choice) == 12
    assert [(split.repeat, split.fold) for split in made] == [
        (repeat, fold) for repeat in range(3) for fold in range(4)
    ]


@pytest.mark.parametrize("seed", range(5))
def test_that_no_fold_is_empty_where_one_group_is_nearly_everything(seed: int) -> None:
    groups = np.array([0] * 50 + [1, 2, 3])
    (found,) = make_partitions(classes(53, groups=groups), SchemeChoice(folds=3, repeats=1), seed)
    assert set(found.tolist()) == {0, 1, 2}
