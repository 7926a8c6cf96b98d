"""The figures behind the coded checks."""

import numpy as np
import pytest

from core.insight.coded_checks import (
    GridEdge,
    OneSidedTest,
    OutlyingRows,
    UnlikeFold,
    check_grid_edge,
    compute_disagreement,
    compute_one_sided_p,
    find_outlying_rows,
    find_unlike_fold,
    judge_checks,
)
from core.statistics.t_tests import TTest, corrected_resampled_t
from core.statistics.undefined import Undefined

FOLDS = np.array([np.random.default_rng(seed).permutation(100) % 10 for seed in range(3)])


def test_that_a_hard_fold_is_found_and_named() -> None:
    losses = np.abs(np.random.default_rng(1).normal(size=(3, 100)))
    losses[1][FOLDS[1] == 4] += 3.0
    found = find_unlike_fold(losses, FOLDS, permutations=199)
    assert isinstance(found, UnlikeFold)
    assert (found.repeat, found.fold) == (1, 4)
    assert found.p <= 0.01


def test_that_ordinary_folds_rarely_ring() -> None:
    rung = 0
    for seed in range(40):
        losses = np.abs(np.random.default_rng(seed).normal(size=(3, 100)))
        found = find_unlike_fold(losses, FOLDS, permutations=99, seed=seed)
        assert isinstance(found, UnlikeFold)
        rung += found.p <= 0.05
    assert rung <= 40 * 0.05 + 2 * np.sqrt(40 * 0.05 * 0.95)


def test_that_alike_rows_of_groups_do_not_make_a_fold_unlike() -> None:
    groups = np.repeat(np.arange(20), 5)
    folds = np.array([np.random.default_rng(seed).permutation(20)[groups] % 10 for seed in range(2)])
    rows_ring = groups_ring = 0
    for seed in range(20):
        losses = np.tile(np.random.default_rng(seed).normal(size=20)[groups], (2, 1))
        alone = find_unlike_fold(losses, folds, permutations=99)
        whole = find_unlike_fold(losses, folds, groups, permutations=99)
        assert isinstance(alone, UnlikeFold)
        assert isinstance(whole, UnlikeFold)
        rows_ring, groups_ring = rows_ring + (alone.p <= 0.05), groups_ring + (whole.p <= 0.05)
    assert groups_ring <= 4 < rows_ring


def test_that_folds_without_spread_or_too_few_have_no_answer() -> None:
    assert find_unlike_fold(np.ones((3, 100)), FOLDS) == Undefined("identical_scores")
    assert find_unlike_fold(np.random.default_rng(2).random((1, 100)), FOLDS[:1] % 5) == Undefined("too_few_rows")


def test_that_the_one_sided_p_is_half_of_the_corrected_ts() -> None:
    differences = np.random.default_rng(3).normal(0.02, 0.1, 100)
    one, both = compute_one_sided_p(differences, 10), corrected_resampled_t(differences, 1 / 9)
    assert isinstance(one, OneSidedTest)
    assert isinstance(both, TTest)
    assert one.t == pytest.approx(both.t)
    assert one.p == pytest.approx(both.p / 2 if both.t > 0 else 1 - both.p / 2)
    assert compute_one_sided_p(differences[:9], 10) == Undefined("too_few_rows")
    assert compute_one_sided_p(np.ones(20), 10) == Undefined("identical_scores")


def test_that_only_a_gain_that_matters_at_the_end_of_a_grid_rings() -> None:
    noise = np.random.default_rng(4).normal(0, 0.01, 50)
    large, small = (check_grid_edge(np.ones(50), 1.0 + gain + noise, 5, 0.1) for gain in (0.2, 0.02))
    assert isinstance(large, GridEdge)
    assert isinstance(small, GridEdge)
    assert large.rings
    assert not small.rings
    assert small.p <= 0.05


def test_that_a_row_every_model_misses_is_outlying_and_one_model_alone_is_not_enough() -> None:
    errors = np.abs(np.random.default_rng(5).normal(size=(2, 100)))
    errors[:, 7] = 12.0
    errors[0, 30] = 12.0
    found = find_outlying_rows(errors)
    assert isinstance(found, OutlyingRows)
    assert found.rows == (7,)
    assert find_outlying_rows(errors[:, :39]) == Undefined("too_few_rows")
    assert find_outlying_rows(np.ones((2, 50))) == Undefined("identical_scores")


def test_that_disagreement_is_averaged_over_pairs_of_repeats() -> None:
    labels = np.array([[0, 0, 1, 1], [0, 0, 1, 1], [1, 1, 1, 1]])
    assert compute_disagreement(labels) == pytest.approx((0 + 0.5 + 0.5) / 3)
    assert compute_disagreement(labels[:1]) == Undefined("too_few_partitions")


def test_that_the_corrected_t_enters_the_family_four_times() -> None:
    found = judge_checks([0.03], [0.01])
    assert found.adjusted == (pytest.approx(0.06), pytest.approx(0.06))
    assert found.rings == (False, False)
    assert judge_checks([None], [0.001]).rings == (False, True)
    with pytest.raises(ValueError, match="between 0 and 1"):
        judge_checks([1.5], [])
