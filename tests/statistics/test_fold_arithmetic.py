"""Fold arithmetic against counting, and what guessing scores under a scheme against simulation and enumeration."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.statistics import fold_arithmetic as arithmetic
from core.statistics.undefined import Undefined

often = settings(deadline=None, max_examples=60)


@often
@given(st.integers(2, 200), st.integers(2, 200))
def test_that_fold_sizes_add_up_and_differ_by_at_most_one(rows: int, folds: int) -> None:
    reading = arithmetic.fold_sizes(rows, folds)
    if folds > rows:
        assert reading.reason == "k_greater_than_n"
    else:
        assert sum(reading) == rows  # type: ignore[arg-type]
        assert max(reading) - min(reading) <= 1  # type: ignore[arg-type]
        assert len(reading) == folds  # type: ignore[arg-type]


def test_that_one_fold_is_an_error() -> None:
    assert arithmetic.fold_sizes(10, 1).reason == "k_less_than_2"
    assert isinstance(arithmetic.train_overlap(1), Undefined)
    assert isinstance(arithmetic.cv_test_train_ratio(1), Undefined)


def test_that_a_class_smaller_than_k_is_a_warning_with_its_empty_folds() -> None:
    reading = arithmetic.stratified_fold_bounds([50, 4, 12], 10)
    assert reading.folds_without == ((1, 6),)
    assert reading.low == (5, 0, 1)
    assert reading.high == (5, 1, 2)
    assert arithmetic.stratified_fold_bounds([50, 40], 10).folds_without == ()
    assert isinstance(arithmetic.stratified_fold_bounds([2, 2], 10), Undefined)


def test_that_complete_cross_validation_needs_equal_folds() -> None:
    assert arithmetic.complete_cv_count(6, 3) == 15
    assert arithmetic.complete_cv_count(7, 3).reason == "not_divisible"
    assert arithmetic.complete_cv_count(5, 5) == 5


def test_that_overlap_is_counted_right() -> None:
    """Ten folds of one row each: two training sets share 8 of 9 rows."""
    reading = arithmetic.train_overlap(10)
    first, second = set(range(10)) - {0}, set(range(10)) - {1}
    assert reading.of_training_set == len(first & second) / len(first)
    assert reading.of_all_rows == len(first & second) / 10


def test_that_pooling_and_averaging_differ_for_unequal_folds() -> None:
    reading = arithmetic.cv_accuracy([1, 0], [1, 9])
    assert (reading.pooled, reading.mean_of_folds) == (0.1, 0.5)
    assert isinstance(arithmetic.cv_accuracy([2], [1]), Undefined)
    assert arithmetic.cv_accuracy([0], [0]).reason == "empty_fold"
    assert arithmetic.cv_accuracy([], []).reason == "empty_fold"
    empty_among_others = arithmetic.cv_accuracy([0, 4], [0, 5])
    assert empty_among_others == Undefined("empty_fold", 0.8)


def test_that_expected_distinct_rows_are_those_of_all_samples() -> None:
    samples = [(a, b, c) for a in range(3) for b in range(3) for c in range(3)]
    share = np.mean([len(set(sample)) / 3 for sample in samples])
    assert arithmetic.bootstrap_expected_distinct(3) == pytest.approx(share)
    assert isinstance(arithmetic.bootstrap_expected_distinct(0), Undefined)


def answered(train: list[int], classes: int) -> list[int]:
    counts = [train.count(label) for label in range(classes)]
    return [label for label in range(classes) if counts[label] == max(counts)]


@pytest.mark.parametrize("counts", [[2, 2], [3, 2], [2, 2, 3], [1, 5], [4, 4, 1]])
def test_that_leave_one_out_of_guessing_is_the_mean_over_rows(counts: list[int]) -> None:
    rows = [label for label, count in enumerate(counts) for _ in range(count)]
    right = 0.0
    for left_out in range(len(rows)):
        winners = answered(rows[:left_out] + rows[left_out + 1 :], len(counts))
        right += (rows[left_out] in winners) / len(winners)
    found = arithmetic.cv_accuracy_majority(counts, len(rows))
    assert found == pytest.approx(right / len(rows))


def test_that_folds_that_cannot_change_the_commonest_class_give_its_share() -> None:
    assert arithmetic.cv_accuracy_majority([60, 40], 10) == 0.6
    assert arithmetic.cv_accuracy_majority([50, 50, 50], 10) == pytest.approx(1 / 3)


def test_that_guessing_on_close_classes_depends_on_the_folds() -> None:
    reading = arithmetic.cv_accuracy_majority([51, 49], 3)
    assert reading == Undefined("depends_on_folds")
    assert arithmetic.cv_accuracy_majority([1, 1], 3).reason == "k_greater_than_n"


@pytest.mark.parametrize(("counts", "train_rows"), [([3, 3], 4), ([2, 3, 3], 5), ([1, 2, 2, 2], 3), ([4, 1], 2)])
def test_that_holdout_of_guessing_is_the_mean_over_all_holdouts(counts: list[int], train_rows: int) -> None:
    rows = [label for label, count in enumerate(counts) for _ in range(count)]
    chances, accuracies = [], []
    for chosen in combinations(range(len(rows)), train_rows):
        test = [rows[row] for row in range(len(rows)) if row not in chosen]
        winners = answered([rows[row] for row in chosen], len(counts))
        for winner in winners:
            chances.append(1 / len(winners))
            accuracies.append(test.count(winner) / len(test))
    mean = np.average(accuracies, weights=chances)
    spread = np.sqrt(np.average((np.array(accuracies) - mean) ** 2, weights=chances))
    reading = arithmetic.holdout_accuracy_majority_exact(counts, train_rows)
    assert (reading.mean, reading.sd) == pytest.approx((mean, spread))


def test_that_holdouts_without_rows_on_a_side_are_errors() -> None:
    assert arithmetic.holdout_accuracy_majority_exact([3, 3], 0).reason == "empty_training_set"
    assert arithmetic.holdout_accuracy_majority_exact([3, 3], 6).reason == "empty_test_set"


def test_that_two_folds_share_nothing_and_test_as_many_as_they_train() -> None:
    assert arithmetic.train_overlap(2) == arithmetic.TrainingOverlap(0.0, 0.0)
    assert (arithmetic.cv_test_train_ratio(2), arithmetic.cv_test_train_ratio(10)) == (
        1.0,
        pytest.approx(1 / 9),
    )
    assert arithmetic.cv_test_train_ratio(1) == arithmetic.train_overlap(1) == Undefined("k_less_than_2")


def test_that_a_class_with_as_many_rows_as_folds_is_in_each() -> None:
    found = arithmetic.stratified_fold_bounds([5, 7], 5)
    assert found == arithmetic.StratifiedBounds((1, 1), (1, 2), ())


def test_that_one_row_is_always_drawn_and_no_row_never() -> None:
    assert arithmetic.bootstrap_expected_distinct(1) == 1.0
    assert arithmetic.bootstrap_expected_distinct(0).reason == "no_rows"


def test_that_an_empty_fold_leaves_the_pooled_share_alone() -> None:
    found = arithmetic.cv_accuracy([3, 0], [4, 0])
    assert found == Undefined("empty_fold", 0.75)
    assert arithmetic.cv_accuracy([3, 1], [4, 2]).mean_of_folds == pytest.approx((0.75 + 0.5) / 2)


def test_that_a_fold_that_may_draw_level_decides_nothing() -> None:
    assert arithmetic.cv_accuracy_majority([9, 4], 4) == pytest.approx(9 / 13)  # folds of at most 4: 5 are left
    assert isinstance(arithmetic.cv_accuracy_majority([8, 4], 3), Undefined)  # a fold of 4 may leave 4 against 4
    assert arithmetic.cv_accuracy_majority([6], 2) == 1.0


def test_that_one_row_on_a_side_is_enough_to_guess() -> None:
    assert arithmetic.holdout_accuracy_majority_exact([2, 1], 1).mean == pytest.approx((2 * 0.5 + 0) / 3)
    assert arithmetic.holdout_accuracy_majority_exact([2, 1], 2).mean == pytest.approx(1 / 3)
    assert arithmetic.holdout_accuracy_majority_exact([2, 1], 0).reason == "empty_training_set"
    assert arithmetic.holdout_accuracy_majority_exact([2, 1], 3).reason == "empty_test_set"
