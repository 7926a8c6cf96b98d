"""Splits inside a training set: T1 and T2."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.study import Tuning, TuningKind
from core.schemes import make_inner_splits
from tests.schemes.datasets import classes, numbers, uneven_groups

ROWS = np.arange(5, 85, dtype=np.int64)
KINDS = pytest.mark.parametrize("tuning", [Tuning(), Tuning(TuningKind.KFOLD)], ids=["holdout", "folds"])


@KINDS
def test_that_t1_and_t2_make_up_the_training_set(tuning: Tuning) -> None:
    for t1, t2 in make_inner_splits(ROWS, classes(100), tuning, 1):
        assert np.array_equal(np.sort(np.concatenate([t1, t2])), ROWS)


def test_that_a_quarter_is_set_aside_in_every_class() -> None:
    data = classes(100)
    ((_, t2),) = make_inner_splits(ROWS, data, Tuning(), 1)
    assert len(t2) == 20
    assert abs(data.labels[t2].mean() - data.labels[ROWS].mean()) < 0.05


def test_that_inner_folds_test_each_row_once() -> None:
    pairs = make_inner_splits(ROWS, classes(100), Tuning(TuningKind.KFOLD, folds=4), 1)
    assert np.array_equal(np.sort(np.concatenate([t2 for _, t2 in pairs])), ROWS)
    assert len(pairs) == 4


@KINDS
def test_that_groups_stay_whole_inside_too(tuning: Tuning) -> None:
    groups = uneven_groups(100, 15)
    for t1, t2 in make_inner_splits(ROWS, classes(100, groups=groups), tuning, 1):
        assert not set(groups[t1]) & set(groups[t2])


@KINDS
def test_that_rows_drawn_twice_stay_on_one_side(tuning: Tuning) -> None:
    drawn = np.sort(np.random.default_rng(0).integers(100, size=100))
    for t1, t2 in make_inner_splits(drawn, classes(100), tuning, 1):
        assert not set(t1) & set(t2)
        assert len(t1) + len(t2) == 100


@KINDS
def test_that_t2_follows_t1_in_time(tuning: Tuning) -> None:
    moments = np.random.default_rng(0).permutation(100).astype(float)
    pairs = make_inner_splits(ROWS, classes(100, order=moments), tuning, 1)
    assert pairs
    for t1, t2 in pairs:
        assert moments[t1].max() < moments[t2].min()


def test_that_groups_and_time_hold_together() -> None:
    groups = (np.arange(100) // 9).astype(np.int64)
    data = classes(100, groups=groups, order=np.arange(100.0))
    ((t1, t2),) = make_inner_splits(ROWS, data, Tuning(), 1)
    assert not set(groups[t1]) & set(groups[t2])
    assert t1.max() < t2.min()


@KINDS
def test_that_the_seed_decides(tuning: Tuning) -> None:
    first, again, other = (make_inner_splits(ROWS, classes(100), tuning, seed)[0][1].tobytes() for seed in (1, 1, 2))
    assert first == again != other


@KINDS
def test_that_nothing_is_split_where_nothing_can_be(tuning: Tuning) -> None:
    one_group = classes(100, groups=np.zeros(100, dtype=np.int64))
    assert make_inner_splits(ROWS, one_group, tuning, 1) == []
    assert make_inner_splits(ROWS[:1], classes(100), tuning, 1) == []
    assert make_inner_splits(ROWS, classes(100, order=np.zeros(100)), tuning, 1) == []
    assert make_inner_splits(ROWS, classes(100), replace(tuning, kind=TuningKind.NONE), 1) == []


@KINDS
def test_that_answers_outside_the_training_set_do_not_decide_its_division(tuning: Tuning) -> None:
    data = numbers(90)
    rows = np.arange(60)
    targets = data.targets.copy()
    targets[60:] = 1e9
    mine = make_inner_splits(rows, data, tuning, 1)
    others = make_inner_splits(rows, replace(data, targets=targets), tuning, 1)
    assert [pair[1].tolist() for pair in mine] == [pair[1].tolist() for pair in others]


def test_that_in_time_the_last_share_is_set_aside_or_each_block_in_turn() -> None:
    data, rows = classes(100, order=np.arange(100.0)), np.arange(80)
    ((t1, t2),) = make_inner_splits(rows, data, Tuning(share=0.25), 1)
    assert (t1.tolist(), t2.tolist()) == (list(range(60)), list(range(60, 80)))
    ((half, other),) = make_inner_splits(rows, data, Tuning(share=0.9), 1)
    assert (len(half), len(other)) == (40, 40)  # never less than half is trained on
    folds = make_inner_splits(rows, data, Tuning(TuningKind.KFOLD, folds=3), 1)
    assert [(len(t1), t2[0], len(t2)) for t1, t2 in folds] == [(20, 20, 20), (40, 40, 20), (60, 60, 20)]


def test_that_a_block_without_a_past_of_other_groups_is_passed_over() -> None:
    groups = np.repeat([0, 0, 1, 2], 10)
    data = classes(40, order=np.arange(40.0), groups=groups)
    folds = make_inner_splits(np.arange(40), data, Tuning(TuningKind.KFOLD, folds=3), 1)
    assert [(t1.tolist(), t2[0]) for t1, t2 in folds] == [(list(range(20)), 20), (list(range(30)), 30)]


def test_that_two_rows_can_be_divided_and_rows_drawn_once_are_dealt_one_by_one() -> None:
    ((t1, t2),) = make_inner_splits(np.array([3, 8]), classes(100), Tuning(), 1)
    assert sorted([*t1, *t2]) == [3, 8]
    once = make_inner_splits(np.arange(60), classes(100), Tuning(), 1)
    assert len(once[0][1]) == 15
