"""Limits of the error of one prediction."""

import numpy as np
import pytest

from core.prediction.error_limits import (
    ExpectedCoverage,
    compute_class_limits,
    compute_error_limit,
    compute_expected_coverage,
    compute_grouped_error_limit,
    compute_scaled_error_limit,
    describe_coverage_by_part,
    flag_possible_classes,
)
from core.statistics.undefined import Undefined


@pytest.mark.parametrize(("level", "fewest"), [(0.8, 4), (0.9, 9), (0.95, 19), (0.99, 99)])
def test_that_a_level_needs_its_number_of_rows(level: float, fewest: int) -> None:
    rng = np.random.default_rng(1)
    assert compute_error_limit(rng.random((3, fewest - 1)), level) == Undefined("too_few_rows")
    errors = rng.random((1, fewest))
    assert compute_error_limit(errors, level) == errors.max()


def test_that_new_rows_stay_below_the_limit_as_often_as_promised() -> None:
    rng, inside = np.random.default_rng(2), []
    for _ in range(400):
        errors = np.abs(rng.normal(size=(1, 40)))
        limit = compute_error_limit(errors, 0.9)
        assert isinstance(limit, float)
        inside.append(np.mean(np.abs(rng.normal(size=200)) <= limit))
    assert np.mean(inside) == pytest.approx(37 / 41, abs=0.01)  # the 37th of 41 places
    expected = compute_expected_coverage(40, 0.9)
    assert isinstance(expected, ExpectedCoverage)
    assert np.mean([expected.low <= one <= expected.high for one in inside]) >= 0.85


def test_that_a_large_group_does_not_outvote_the_others() -> None:
    groups = np.repeat(np.arange(20), [81, *([1] * 19)])
    errors = np.where(groups == 0, 0.1, 5.0)[np.newaxis]
    assert compute_error_limit(errors, 0.8) == 0.1
    assert compute_grouped_error_limit(errors, groups, 0.8) == 5.0
    assert compute_grouped_error_limit(errors[:, :81], groups[:81], 0.8) == Undefined("too_few_groups")


def test_that_equal_groups_of_one_row_are_rows() -> None:
    errors = np.random.default_rng(3).random((4, 30))
    assert compute_grouped_error_limit(errors, np.arange(30), 0.9) == compute_error_limit(errors, 0.9)


def test_that_a_scaled_limit_is_that_of_errors_in_units_of_their_size() -> None:
    rng = np.random.default_rng(4)
    sizes, relative = rng.uniform(0.5, 3.0, 50), np.abs(rng.normal(size=(2, 50)))
    assert compute_scaled_error_limit(relative * sizes, sizes, 0.9) == pytest.approx(compute_error_limit(relative, 0.9))
    assert compute_scaled_error_limit(relative, 0 * sizes, 0.9) == Undefined("zero_size")


def test_that_a_class_with_few_rows_is_never_excluded() -> None:
    truth = np.repeat([0, 1], [30, 5])
    scores = np.full((2, 35), 0.9)
    limits = compute_class_limits(scores, truth, 2, 0.9)
    assert limits == (pytest.approx(0.1), None)
    assert flag_possible_classes(np.array([0.99, 0.01]), limits).tolist() == [True, True]
    assert flag_possible_classes(np.array([0.5, 0.5]), limits).tolist() == [False, True]


def test_that_coverage_by_part_counts_the_rows_of_the_part() -> None:
    errors = np.array([[0.1, 0.2, 0.9, 0.8], [0.1, 0.7, 0.9, 0.1]])
    parts = {"low": np.array([0, 1]), "high": np.array([2, 3]), "none": np.array([], dtype=np.int64)}
    assert describe_coverage_by_part(errors, 0.5, parts) == {"low": 0.75, "high": 0.25}
