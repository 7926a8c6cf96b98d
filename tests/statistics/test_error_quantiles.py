"""Quantiles of the error and their ranges."""

import numpy as np
import pytest

from core.statistics.error_quantiles import (
    QuantileDifference,
    QuantileRange,
    estimate_error_quantile,
    estimate_quantile_difference,
)
from core.statistics.undefined import Undefined


def test_that_the_ends_are_order_statistics() -> None:
    errors = np.arange(1.0, 101.0)[np.newaxis]
    found = estimate_error_quantile(errors, 0.5, 10)
    half = 1.959964 * np.sqrt(100 * 0.25 * (10 / 9 + 1))
    assert isinstance(found, QuantileRange)
    assert (found.estimate, found.low, found.high) == (50.0, np.floor(50 - half), np.ceil(50 + half) + 1)


def test_that_a_high_quantile_of_few_rows_has_no_upper_end() -> None:
    rng = np.random.default_rng(1)
    few, many = (estimate_error_quantile(rng.random((5, rows)), 0.95, 10) for rows in (100, 400))
    assert isinstance(few, QuantileRange)
    assert isinstance(many, QuantileRange)
    assert few.high is None
    assert many.high is not None
    assert estimate_error_quantile(rng.random((1, 6)), 0.1, 10) == Undefined("too_few_rows")


def test_that_ranges_hold_the_true_median() -> None:
    rng, held = np.random.default_rng(2), 0
    for _ in range(200):
        found = estimate_error_quantile(np.abs(rng.normal(size=(1, 80))), 0.5, 10)
        assert isinstance(found, QuantileRange)
        assert found.high is not None
        held += found.low <= 0.67449 <= found.high
    assert held >= 186


def test_that_the_better_of_two_models_is_on_the_positive_side() -> None:
    rng = np.random.default_rng(3)
    first = np.abs(rng.normal(size=(3, 200)))
    found = estimate_quantile_difference(first, 3 * first, 0.5, 10)
    assert isinstance(found, QuantileDifference)
    assert found.low > 0
    assert found.estimate == pytest.approx(2 * np.mean(np.sort(first, axis=1)[:, 99]))
    back = estimate_quantile_difference(3 * first, first, 0.5, 10)
    assert isinstance(back, QuantileDifference)
    assert (back.low, back.high) == pytest.approx((-found.high, -found.low))


def test_that_material_without_an_answer_says_why() -> None:
    errors = np.random.default_rng(4).random((2, 60))
    assert estimate_quantile_difference(errors, errors, 0.5, 10) == Undefined("identical_scores", 0.0)
    assert estimate_quantile_difference(errors, errors + 1, 0.99, 10) == Undefined("too_few_rows")
    assert estimate_quantile_difference(errors, errors[:, 1:], 0.5, 10) == Undefined("unequal_lengths")
    assert estimate_error_quantile(np.full((1, 50), np.nan), 0.5, 10) == Undefined("undefined_values")
    assert estimate_error_quantile(errors, 1.0, 10) == Undefined("impossible_level")
