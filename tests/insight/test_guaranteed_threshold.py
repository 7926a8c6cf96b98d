"""Thresholds that keep a promise about missed faults."""

import numpy as np
import pytest
from scipy import stats

from core.insight.guaranteed_threshold import (
    GuaranteedThreshold,
    choose_threshold_over_repeats,
    compute_hoeffding_bentkus_p,
    count_needed_faults,
    find_guaranteed_threshold,
)
from core.statistics.undefined import Undefined


@pytest.mark.parametrize(("limit", "needed"), [(0.01, 299), (0.02, 149), (0.05, 59), (0.1, 29), (0.2, 14)])
def test_that_a_promise_needs_its_number_of_faults(limit: float, needed: int) -> None:
    assert count_needed_faults(limit) == needed
    scores = np.random.default_rng(1).random(needed)
    assert find_guaranteed_threshold(scores[1:], limit) == Undefined("too_few_faults")
    found = find_guaranteed_threshold(scores, limit)
    assert isinstance(found, GuaranteedThreshold)
    assert found.threshold == scores.min()


def test_that_the_upper_limit_of_the_missed_share_is_the_promise() -> None:
    scores = np.random.default_rng(2).random(120)
    found = find_guaranteed_threshold(scores, 0.1)
    assert isinstance(found, GuaranteedThreshold)
    upper = [stats.beta.ppf(0.95, missed + 1, 120 - missed) for missed in range(120)]
    most = max(missed for missed, limit in enumerate(upper) if limit <= 0.1)
    assert found.missed == most
    assert found.threshold == np.sort(scores)[most]


def test_that_the_promise_is_kept_in_95_of_100_studies() -> None:
    rng, broken = np.random.default_rng(3), 0
    for _ in range(400):
        found = find_guaranteed_threshold(rng.random(80), 0.1)
        assert isinstance(found, GuaranteedThreshold)
        broken += found.threshold > 0.1  # scores are uniform: the missed share of new faults is the threshold
    assert broken / 400 <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 400)


def test_that_a_constant_score_makes_every_row_an_alarm() -> None:
    found = find_guaranteed_threshold(np.full(40, 0.7), 0.1)
    assert isinstance(found, GuaranteedThreshold)
    assert (found.threshold, found.missed) == (0.7, 0)


def test_that_groups_count_as_groups() -> None:
    rng = np.random.default_rng(4)
    scores, groups = rng.random(120), np.repeat(np.arange(40), 3)
    rows, grouped = find_guaranteed_threshold(scores, 0.1), find_guaranteed_threshold(scores, 0.1, groups)
    assert isinstance(rows, GuaranteedThreshold)
    assert isinstance(grouped, GuaranteedThreshold)
    assert grouped.threshold <= rows.threshold
    assert find_guaranteed_threshold(scores, 0.1, np.repeat(np.arange(20), 6)) == Undefined("too_few_groups")


def test_that_bad_input_has_a_reason() -> None:
    assert find_guaranteed_threshold(np.array([0.5, np.nan]), 0.1) == Undefined("missing_score")
    assert find_guaranteed_threshold(np.ones(99), 0.0) == Undefined("impossible_limit")
    assert choose_threshold_over_repeats([]) == Undefined("no_thresholds")


def test_that_the_lower_median_is_taken() -> None:
    assert choose_threshold_over_repeats([0.4, 0.1, 0.3]) == 0.3
    assert choose_threshold_over_repeats([0.4, 0.1, 0.3, 0.2]) == 0.2


def test_that_the_bound_is_never_below_the_exact_p_of_zero_one_losses() -> None:
    for missed in range(0, 10):
        exact = stats.binom.cdf(missed, 100, 0.15)
        assert compute_hoeffding_bentkus_p(missed / 100, 100, 0.15) >= exact * (1 - 1e-9)
