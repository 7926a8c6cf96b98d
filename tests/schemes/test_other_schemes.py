"""Holdout, bootstrap, resubstitution and time order."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.study import SchemeChoice, SchemeKind
from core.schemes import count_splits, make_splits
from core.support.errors import StudyError
from tests.schemes.datasets import classes, numbers, uneven_groups


@pytest.mark.parametrize("share", [0.5, 2 / 3, 0.9])
def test_that_a_holdout_has_the_asked_share_in_every_class(share: float) -> None:
    data = classes(97, (0.5, 0.3, 0.2))
    (split,) = make_splits(data, SchemeChoice(SchemeKind.HOLDOUT, share=share), 1)
    assert len(split.test) == round(97 * (1 - share))
    expected = data.class_counts * len(split.test) / 97
    found = np.bincount(data.labels[split.test], minlength=3)
    assert (np.abs(found - expected) < 1).all()


def test_that_a_holdout_of_groups_comes_near_the_asked_share() -> None:
    data = classes(300, groups=uneven_groups(300, 30))
    (split,) = make_splits(data, SchemeChoice(SchemeKind.HOLDOUT), 1)
    assert 80 <= len(split.test) <= 120


def test_that_two_groups_make_one_group_each_side() -> None:
    data = classes(30, groups=np.repeat([0, 1], [3, 27]).astype(np.int64))
    (split,) = make_splits(data, SchemeChoice(SchemeKind.HOLDOUT), 1)
    assert sorted([len(split.train), len(split.test)]) == [3, 27]


def test_that_holdouts_of_few_groups_are_distinct_and_counted() -> None:
    data = numbers(30, groups=np.repeat([0, 1, 2], 10).astype(np.int64))
    choice = SchemeChoice(SchemeKind.REPEATED_HOLDOUT, repeats=20, stratified=False)
    assert count_splits(data, choice) == len(list(make_splits(data, choice, 1))) == 3


def test_that_the_first_of_repeated_holdouts_is_the_single_one() -> None:
    data = classes()
    (single,) = make_splits(data, SchemeChoice(SchemeKind.HOLDOUT), 4)
    first = next(make_splits(data, SchemeChoice(SchemeKind.REPEATED_HOLDOUT), 4))
    assert np.array_equal(single.test, first.test)


def test_that_bootstrap_samples_have_as_many_rows_as_the_data() -> None:
    data = classes(50)
    found = list(make_splits(data, SchemeChoice(SchemeKind.BOOTSTRAP, samples=40), 1))
    assert {len(split.train) for split in found} == {50}
    left_out = np.mean([len(split.test) / 50 for split in found])
    assert 0.32 < left_out < 0.42


def test_that_a_sample_that_leaves_nothing_out_is_drawn_again() -> None:
    found = list(make_splits(classes(2), SchemeChoice(SchemeKind.BOOTSTRAP, samples=30), 1))
    assert len(found) == 30
    assert {len(split.test) for split in found} == {1}


def test_that_bootstrap_draws_whole_groups() -> None:
    groups = uneven_groups(60, 8)
    for split in make_splits(classes(60, groups=groups), SchemeChoice(SchemeKind.BOOTSTRAP, samples=10), 1):
        times = np.bincount(split.train, minlength=60)
        for group in np.unique(groups):
            assert len(set(times[groups == group])) == 1


def test_that_the_past_is_trained_on_and_the_next_block_tested() -> None:
    moments = np.random.default_rng(0).permutation(60).astype(float)
    found = list(make_splits(classes(60, order=moments), SchemeChoice(SchemeKind.TIME, folds=4), 1))
    assert [len(split.test) for split in found] == [12] * 4
    for split in found:
        assert moments[split.train].max() < moments[split.test].min()
    assert len(found[-1].train) == 48


def test_that_rows_of_one_moment_are_not_divided() -> None:
    moments = np.repeat(np.arange(6), 10).astype(float)
    for split in make_splits(classes(60, order=moments), SchemeChoice(SchemeKind.TIME, folds=5), 1):
        assert moments[split.train].max() < moments[split.test].min()
        assert len(set(moments[split.test])) == 1


def test_that_groups_of_the_test_block_are_left_out_of_the_past() -> None:
    groups = (np.arange(60) // 8).astype(np.int64)
    data = classes(60, groups=groups, order=np.arange(60.0))
    found = list(make_splits(data, SchemeChoice(SchemeKind.TIME, folds=3), 1))
    assert any(len(split.train) < split.test.min() for split in found)
    for split in found:
        assert not set(groups[split.train]) & set(groups[split.test])


@pytest.mark.parametrize(
    ("kind", "change", "words"),
    [
        (SchemeKind.TIME, {}, "needs a column of times"),
        (SchemeKind.HOLDOUT, {"share": 1.0}, "leaves one side empty"),
        (SchemeKind.REPEATED_HOLDOUT, {"repeats": 0}, "At least one repeat"),
        (SchemeKind.BOOTSTRAP, {"samples": 0}, "At least one bootstrap sample"),
    ],
)
def test_that_impossible_choices_are_refused_in_words(kind: SchemeKind, change: dict[str, float], words: str) -> None:
    choice = replace(SchemeChoice(kind), **change)  # type: ignore[arg-type]
    for ask in (lambda: count_splits(classes(20), choice), lambda: list(make_splits(classes(20), choice, 1))):
        with pytest.raises(StudyError, match=words) as caught:
            ask()
        assert caught.value.hint


@pytest.mark.parametrize("kind", [SchemeKind.HOLDOUT, SchemeKind.BOOTSTRAP, SchemeKind.LEAVE_ONE_OUT])
def test_that_one_group_cannot_be_split(kind: SchemeKind) -> None:
    data = classes(20, groups=np.zeros(20, dtype=np.int64))
    with pytest.raises(StudyError, match="only one row or one group"):
        list(make_splits(data, SchemeChoice(kind), 1))


def test_that_too_few_moments_are_refused_with_what_is_possible() -> None:
    data = classes(20, order=np.repeat([1.0, 2.0], 10))
    with pytest.raises(StudyError, match="more different moments") as caught:
        count_splits(data, SchemeChoice(SchemeKind.TIME, folds=5))
    assert caught.value.hint == "Use at most 1 blocks."


def test_that_groups_that_live_for_ever_cannot_be_tested_in_time() -> None:
    data = classes(20, groups=np.arange(20, dtype=np.int64) % 2, order=np.arange(20.0))
    with pytest.raises(StudyError, match="no rows of other groups"):
        list(make_splits(data, SchemeChoice(SchemeKind.TIME, folds=3), 1))


def test_that_one_block_of_the_future_is_enough_and_none_is_not() -> None:
    data = classes(60, order=np.arange(60.0))
    (only,) = make_splits(data, SchemeChoice(kind=SchemeKind.TIME, folds=1), 1)
    assert (only.repeat, only.fold) == (0, 0)
    assert (only.train.tolist(), only.test.tolist()) == (list(range(30)), list(range(30, 60)))
    with pytest.raises(StudyError, match="0 test blocks test nothing"):
        list(make_splits(data, SchemeChoice(kind=SchemeKind.TIME, folds=0), 1))


def test_that_two_moments_allow_one_block_and_one_moment_none() -> None:
    two = classes(60, order=np.repeat([0.0, 1.0], 30))
    assert len(list(make_splits(two, SchemeChoice(kind=SchemeKind.TIME, folds=1), 1))) == 1
    with pytest.raises(StudyError, match="Use at most 1 blocks"):
        list(make_splits(two, SchemeChoice(kind=SchemeKind.TIME, folds=2), 1))
    with pytest.raises(StudyError, match="another time column"):
        list(make_splits(classes(60, order=np.zeros(60)), SchemeChoice(kind=SchemeKind.TIME, folds=1), 1))


def test_that_one_sample_or_two_rows_are_enough() -> None:
    (sample,) = make_splits(classes(60), SchemeChoice(kind=SchemeKind.BOOTSTRAP, samples=1), 1)
    assert (sample.repeat, len(sample.train)) == (0, 60)
    assert count_splits(classes(2), SchemeChoice(kind=SchemeKind.LEAVE_ONE_OUT)) == 2
    (all_rows,) = make_splits(classes(60), SchemeChoice(kind=SchemeKind.RESUBSTITUTION), 1)
    assert (all_rows.repeat, all_rows.fold, all_rows.train.tolist()) == (0, 0, all_rows.test.tolist())
    (held,) = make_splits(classes(60), SchemeChoice(kind=SchemeKind.HOLDOUT), 1)
    assert (held.repeat, held.fold, count_splits(classes(60), SchemeChoice(kind=SchemeKind.HOLDOUT))) == (0, 0, 1)


def test_that_no_share_and_the_whole_leave_one_side_empty() -> None:
    for share in (0.0, 1.0):
        with pytest.raises(StudyError):
            list(make_splits(classes(60), SchemeChoice(kind=SchemeKind.HOLDOUT, share=share), 1))
