"""Undefined values, unequal lengths and impossible levels: a reason and no number, never NaN or infinity."""

from dataclasses import astuple, replace

import numpy as np
import pytest

from core.statistics.auc_intervals import agarwal, delong, hanley_mcneil
from core.statistics.bootstrap_intervals import bca, bootstrap_optimism, no_information_error, percentile, variability
from core.statistics.cortes_mohri import auc_range
from core.statistics.nested_interval import nested_cv_mse
from core.statistics.power import (
    pairs_for_paired_t,
    power_mcnemar,
    power_paired_t,
    rows_for_accuracy,
    rows_for_mcnemar,
)
from core.statistics.share_intervals import bonett_price, clopper_pearson, tango, wilson
from core.statistics.t_tests import SampleSummary, corrected_resampled_t, one_sample_t, one_sample_t_from_summary
from core.statistics.undefined import Undefined

VALUES = np.random.default_rng(6).normal(size=40)
TRUTH, RANKING = np.array([0, 1, 0, 1, 1]), np.array([0.1, 0.4, 0.5, 0.6, 0.9])


def at(level: float) -> tuple[object, ...]:
    return (
        wilson(3, 10, level),
        clopper_pearson(3, 10, level),
        bonett_price(3, 1, 10, level),
        tango(3, 1, 10, level),
        one_sample_t(VALUES, level),
        one_sample_t_from_summary(SampleSummary(1.0, 2.0, 5), level),
        corrected_resampled_t(VALUES, 0.1, level),
        percentile(VALUES, level),
        bca(0.0, VALUES, VALUES[:5], level),
        delong(TRUTH, RANKING, level),
        hanley_mcneil(TRUTH, RANKING, level),
        agarwal(TRUTH, RANKING, level),
        auc_range(5, 5, 2, level),
    )


@pytest.mark.parametrize("level", [0.0, 1.0, -0.5, 2.0])
def test_that_no_range_has_an_impossible_level(level: float) -> None:
    for reading in at(level):
        assert isinstance(reading, Undefined)
        assert reading.reason == "impossible_level"


@pytest.mark.parametrize("alpha", [0.0, 1.0, -0.5])
def test_that_planning_refuses_an_impossible_alpha(alpha: float) -> None:
    assert power_mcnemar(50, 0.2, 0.1, alpha).reason == "impossible_level"
    assert power_paired_t(0.5, 10, alpha).reason == "impossible_level"
    assert rows_for_mcnemar(0.2, 0.1, alpha, 0.8).reason == "impossible_level"
    assert rows_for_mcnemar(0.2, 0.1, 0.05, alpha).reason == "impossible_level"
    assert rows_for_accuracy(0.9, 0.03, 1 - alpha).reason == "impossible_level"
    assert isinstance(pairs_for_paired_t(0.5, alpha, 0.8), Undefined)


def test_that_half_a_row_has_no_power() -> None:
    assert isinstance(power_mcnemar(0.5, 0.0, 1.0, 0.05), Undefined)  # type: ignore[arg-type]


def test_that_diverged_fits_are_left_out_with_a_visible_count() -> None:
    some = np.append(VALUES, [np.nan, np.nan])
    for formula in (variability, lambda values: percentile(values, 0.9), lambda values: bca(0.1, values, VALUES, 0.9)):
        with_gaps, whole = formula(some), formula(VALUES)
        assert with_gaps.left_out == 2
        assert astuple(replace(with_gaps, left_out=0)) == pytest.approx(astuple(whole))  # type: ignore[arg-type]
    optimism = bootstrap_optimism(0.1, np.array([0.3, np.nan]), np.array([0.1, 0.2]))
    assert (optimism.estimate, optimism.left_out) == (pytest.approx(0.3), 1)
    assert bootstrap_optimism(0.1, np.array([np.nan]), np.array([0.1])).reason == "no_samples"


def test_that_a_jackknife_with_differences_gives_no_range() -> None:
    assert bca(0.1, VALUES, np.append(VALUES, np.nan), 0.9).reason == "undefined_values"


def test_that_missing_answers_give_no_information_error() -> None:
    missing = np.array([1.0, np.nan])
    assert no_information_error(missing, np.ones(2), "squared").reason == "undefined_values"
    assert no_information_error(np.ones(2), missing, "zero-one").reason == "undefined_values"
    assert no_information_error(np.ones(2), np.zeros(0), "squared").reason == "no_rows"


def test_that_unequal_lengths_are_told() -> None:
    for formula in (delong, hanley_mcneil, agarwal):
        assert formula(TRUTH, RANKING[:3], 0.95).reason == "unequal_lengths"


def test_that_nested_losses_must_be_whole() -> None:
    fold = tuple(np.array([0.0, 1.0]) for _ in range(3))
    broken = (fold, fold, (fold[0], fold[1], np.array([np.nan, 1.0])))
    assert nested_cv_mse(broken).reason == nested_cv_mse((fold, fold, fold[:2])).reason == "undefined_values"
    assert not isinstance(nested_cv_mse((fold, fold, fold)), Undefined)


def test_that_a_mean_counts_the_splits_it_left_out() -> None:
    reading = one_sample_t(np.append(VALUES, [np.nan, np.inf]), 0.95)
    assert (reading.undefined, reading.df) == (2, len(VALUES) - 1)
    assert reading.mean == pytest.approx(float(VALUES.mean()))
    assert one_sample_t(np.full(3, np.nan), 0.95) == Undefined("too_few_defined_folds")
