"""The range of a difference over repeated cross-validation, and on one test set with groups."""

import math
from dataclasses import fields

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from core.domain.dataset import Floats, Integers
from core.statistics.difference_rule import (
    CrossValidatedDifference,
    CrossValidatedMean,
    GroupedAucDifference,
    GroupedDifference,
    compute_fold_means,
    estimate_cross_validated_difference,
    estimate_cross_validated_mean,
    grouped_auc_difference,
    grouped_difference_on_test_set,
)
from core.statistics.split_tests import compare_corrected_t
from core.statistics.undefined import Undefined
from tests.statistics.pairings import pairing_of

ROWS, FOLDS, REPEATS, HALVINGS = 60, 10, 10, 5


def deal(rows: int, parts: int, repeats: int, rng: np.random.Generator) -> Integers:
    return np.array([rng.permutation(rows) % parts for _ in range(repeats)], dtype=np.int64)


def simulate(seed: int, shift: float, half_shift: float | None = None) -> tuple[Floats, Integers, Floats, Integers]:
    """Differences whose rows and repeats vary, around `shift` with all rows and `half_shift` with half of them."""
    rng = np.random.default_rng(seed)
    of_row = rng.normal(size=ROWS)
    full = of_row + shift + 0.3 * rng.normal(size=(REPEATS, ROWS))
    halves = of_row + (shift if half_shift is None else half_shift) + 0.3 * rng.normal(size=(HALVINGS, ROWS))
    return full, deal(ROWS, FOLDS, REPEATS, rng), halves, deal(ROWS, 2, HALVINGS, rng)


def estimate(
    parts: tuple[Floats, Integers, Floats, Integers], level: float = 0.95, groups: Integers | None = None
) -> CrossValidatedDifference:
    found = estimate_cross_validated_difference(*parts, level, groups)
    assert isinstance(found, CrossValidatedDifference)
    return found


def test_that_the_corrected_part_is_the_corrected_t_over_the_fold_means() -> None:
    parts = simulate(1, 0.2)
    found = estimate(parts)
    scores = compute_fold_means(parts[0], parts[1]).reshape(REPEATS, FOLDS)
    old = compare_corrected_t(pairing_of(scores, np.zeros_like(scores)), 0.95)
    assert old.interval is not None
    half_width = (old.interval.high - old.interval.low) / 2
    assert found.mean == pytest.approx(old.effect)
    assert (found.raw_high - found.raw_low) / 2 >= half_width * (1 - 1e-9)
    if not found.floor_decides:
        assert (found.raw_high - found.raw_low) / 2 == pytest.approx(half_width)


def test_that_a_difference_seen_by_the_halves_keeps_its_range() -> None:
    found = estimate(simulate(2, 2.0))
    assert found.confirmed is True
    assert (found.low, found.high) == (found.raw_low, found.raw_high)
    assert found.low > 0


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_that_a_difference_the_halves_do_not_show_is_stretched_to_hold_zero(sign: float) -> None:
    found = estimate(simulate(3, sign * 2.0, half_shift=0.0))
    assert found.confirmed is False
    assert found.low <= 0 <= found.high
    assert sign * (found.raw_low if sign > 0 else found.raw_high) > 0


def test_that_a_difference_without_halves_is_never_settled() -> None:
    full, folds, halves, half_ids = simulate(4, 2.0)
    found = estimate_cross_validated_difference(full, folds, None, None, 0.95)
    assert isinstance(found, CrossValidatedDifference)
    assert found.confirmed is None
    assert found.half_mean is None
    assert found.training_variance is None
    assert found.low == 0.0 < found.raw_low
    assert found.variance == max(found.corrected_variance, found.row_variance)
    with_halves = estimate_cross_validated_difference(full, folds, halves, half_ids, 0.95)
    assert isinstance(with_halves, CrossValidatedDifference)
    assert with_halves.low > 0


def test_that_models_hanging_on_their_training_rows_widen_the_range() -> None:
    full, folds, halves, half_ids = simulate(5, 0.5)
    found_rule = np.array([3.0, -3.0])[half_ids] * np.array([1, -1, 1, -1, 1])[:, np.newaxis]
    shaky = estimate((full, folds, halves + found_rule, half_ids))
    calm = estimate((full, folds, halves, half_ids))
    assert shaky.floor_decides
    assert shaky.training_dominates
    assert shaky.raw_high - shaky.raw_low > 2 * (calm.raw_high - calm.raw_low)


def test_that_failed_folds_are_left_out_up_to_a_fifth() -> None:
    full, folds, halves, half_ids = simulate(6, 1.0)
    some = full.copy()
    some[:2][folds[:2] < 5] = np.nan  # 10 of 100 folds
    found = estimate((some, folds, halves, half_ids))
    assert found.df == 89
    assert math.isfinite(found.low + found.high)
    many = full.copy()
    many[:3][folds[:3] < 7] = np.nan  # 21 of 100 folds
    assert estimate_cross_validated_difference(many, folds, halves, half_ids, 0.95) == Undefined(
        "too_few_defined_folds"
    )


def test_that_too_many_failed_half_size_models_count_as_no_halves() -> None:
    full, folds, halves, half_ids = simulate(7, 2.0)
    broken = halves.copy()
    broken[:3][half_ids[:3] == 0] = np.nan
    found = estimate((full, folds, broken, half_ids))
    assert found.confirmed is None
    assert found.training_variance is None


def test_that_equal_models_and_differences_without_spread_have_no_range() -> None:
    _, folds, halves, half_ids = simulate(8, 1.0)
    flat = np.zeros((REPEATS, ROWS))
    assert estimate_cross_validated_difference(flat, folds, 0 * halves, half_ids, 0.95) == Undefined(
        "identical_scores", 0.0
    )
    assert estimate_cross_validated_difference(flat + 0.5, folds, 0 * halves + 0.5, half_ids, 0.95) == Undefined(
        "zero_variance", 0.5
    )


def test_that_rounding_is_judged_against_the_losses() -> None:
    _, folds, halves, half_ids = simulate(9, 1.0)
    rng = np.random.default_rng(0)
    noise = 1e-16 * rng.normal(size=(REPEATS, ROWS))
    found = estimate_cross_validated_difference(noise, folds, 0 * halves, half_ids, 0.95, scale=1.0)
    assert found == Undefined("identical_scores", 0.0)


def test_that_groups_count_as_groups() -> None:
    parts = simulate(10, 1.0)
    groups = np.arange(ROWS) // 5
    rows, grouped = estimate(parts), estimate(parts, groups=groups)
    assert rows.df == 99
    assert grouped.df == 11
    assert grouped.raw_high - grouped.raw_low > rows.raw_high - rows.raw_low
    one = estimate_cross_validated_difference(*parts, 0.95, np.zeros(ROWS, dtype=np.int64))
    assert isinstance(one, Undefined)
    assert one.reason == "too_few_groups"


def test_that_the_names_of_groups_do_not_matter() -> None:
    parts = simulate(11, 1.0)
    groups = np.arange(ROWS) // 5
    plain, renamed = estimate(parts, groups=groups), estimate(parts, groups=1000 - 7 * groups)
    assert (renamed.low, renamed.high, renamed.df) == pytest.approx((plain.low, plain.high, plain.df))


def test_that_repeated_holdout_uses_tested_rows_per_training_row() -> None:
    rng = np.random.default_rng(12)
    full = rng.normal(size=(20, ROWS)) + 1.0
    folds = np.full((20, ROWS), -1, dtype=np.int64)
    for repeat in folds:
        repeat[rng.permutation(ROWS)[:20]] = 0
    full[folds < 0] = np.nan
    found = estimate_cross_validated_difference(full, folds, None, None, 0.95)
    assert isinstance(found, CrossValidatedDifference)
    means = np.nanmean(full, axis=1)
    assert found.corrected_variance == pytest.approx((1 / 20 + 20 / 40) * np.var(means, ddof=1))
    assert found.low == 0.0


@pytest.mark.parametrize("level", [0.0, 1.0])
def test_that_all_or_nothing_cannot_be_promised(level: float) -> None:
    found = estimate_cross_validated_difference(*simulate(13, 1.0), level)
    assert isinstance(found, Undefined)
    assert found.reason == "impossible_level"


def test_that_one_model_has_the_same_parts_and_no_confirmation() -> None:
    parts = simulate(14, 2.0, half_shift=0.0)
    pair, alone = estimate(parts), estimate_cross_validated_mean(*parts, 0.95)
    assert isinstance(alone, CrossValidatedMean)
    shared = {field.name for field in fields(alone)} - {"low", "high"}
    assert all(getattr(alone, name) == getattr(pair, name) for name in shared)
    assert (alone.low, alone.high) == (pair.raw_low, pair.raw_high)


def test_that_a_grouped_mean_is_the_paired_t_over_equal_groups() -> None:
    rng = np.random.default_rng(15)
    values, groups = rng.normal(size=(8, 6)), np.repeat(np.arange(8), 6)
    found = grouped_difference_on_test_set(values.ravel(), groups, 0.95)
    assert isinstance(found, GroupedDifference)
    means = values.mean(axis=1)
    assert found.mean == pytest.approx(means.mean())
    assert found.standard_error == pytest.approx(means.std(ddof=1) / math.sqrt(8))
    assert found.df == 7


def test_that_three_groups_are_too_few_for_an_answer() -> None:
    rng = np.random.default_rng(16)
    values, groups = rng.normal(size=12), np.repeat(np.arange(3), 4)
    found = grouped_difference_on_test_set(values, groups, 0.95)
    assert found == Undefined("too_few_groups", float(values.mean()))
    positives = np.tile([0, 1], 6)
    areas = grouped_auc_difference(positives, values, -values, groups, 0.95)
    assert isinstance(areas, Undefined)
    assert areas.reason == "too_few_groups"


def test_that_grouped_areas_are_those_of_leaving_out_one_group_at_a_time() -> None:
    rng = np.random.default_rng(17)
    groups, positives = np.repeat(np.arange(6), 10), np.tile([0, 1], 30)
    first, second = np.round(rng.normal(size=60) + positives, 1), np.round(rng.normal(size=60), 1)
    found = grouped_auc_difference(positives, first, second, groups, 0.95)
    assert isinstance(found, GroupedAucDifference)
    assert found.first_auc == pytest.approx(roc_auc_score(positives, first))
    assert found.second_auc == pytest.approx(roc_auc_score(positives, second))
    left = [
        roc_auc_score(positives[groups != g], first[groups != g])
        - roc_auc_score(positives[groups != g], second[groups != g])
        for g in range(6)
    ]
    assert found.standard_error == pytest.approx(math.sqrt(5 / 6 * np.sum((left - np.mean(left)) ** 2)))


def test_that_areas_without_an_answer_say_why() -> None:
    groups, positives = np.repeat(np.arange(5), 4), np.array([1] * 4 + [0] * 16)
    scores = np.linspace(0, 1, 20)
    held = grouped_auc_difference(positives, scores, -scores, groups, 0.95)
    assert isinstance(held, Undefined)
    assert held.reason == "one_group_holds_a_class"
    mixed = np.tile([0, 1], 10)
    assert grouped_auc_difference(mixed, scores, scores, groups, 0.95) == Undefined("identical_scores", 0.0)
    assert grouped_auc_difference(0 * mixed, scores, scores, groups, 0.95) == Undefined("single_class")
    missing = np.where(scores > 0.9, np.nan, scores)
    assert grouped_auc_difference(mixed, missing, scores, groups, 0.95) == Undefined("missing_score")


def test_that_equal_models_with_group_effects_are_rarely_told_apart() -> None:
    """The paired t over rows claims a difference in most of these test sets."""
    claims, rng = 0, np.random.default_rng(18)
    groups = np.repeat(np.arange(6), 50)
    for _ in range(300):
        values = rng.normal(size=6)[groups] + rng.normal(size=300)
        found = grouped_difference_on_test_set(values, groups, 0.95)
        assert isinstance(found, GroupedDifference)
        claims += not found.low <= 0 <= found.high
    assert claims <= 300 * 0.05 + 2 * math.sqrt(300 * 0.05 * 0.95)
