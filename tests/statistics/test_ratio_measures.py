"""Ranges of measures that are no mean over rows."""

import math

import numpy as np
import pytest
from sklearn import metrics

from core.statistics.difference_rule import confirm_with_halves
from core.statistics.ratio_measures import RatioEstimate, compute_pseudo_values, estimate_ratio_measure
from core.statistics.undefined import Undefined

ROWS, REPEATS = 80, 4
TRUTH = (np.arange(ROWS) % 3 == 0).astype(np.float64)


def answers(seed: int, share: float = 0.8) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.where(rng.random((REPEATS, ROWS)) < share, TRUTH, 1 - TRUTH)  # type: ignore[no-any-return]


def estimate(measure: str, *args: object, **more: object) -> RatioEstimate:
    found = estimate_ratio_measure(measure, *args, **more)  # type: ignore[arg-type]
    assert isinstance(found, RatioEstimate), found
    return found


def test_that_leaving_out_rows_one_by_one_gives_the_standard_error() -> None:
    predicted = answers(1)
    variances = []
    for repeat in predicted:
        whole = metrics.f1_score(TRUTH, repeat)
        left = [metrics.f1_score(np.delete(TRUTH, row), np.delete(repeat, row)) for row in range(ROWS)]
        variances.append(np.var((ROWS - 1) * (whole - np.array(left)), ddof=1))
    found = estimate("f1", TRUTH, predicted, 10)
    assert found.estimate == pytest.approx(np.mean([metrics.f1_score(TRUTH, repeat) for repeat in predicted]))
    assert found.standard_error == pytest.approx(math.sqrt((10 / 9 + 1 / REPEATS) * np.mean(variances) / ROWS))


@pytest.mark.parametrize("measure", ["r2", "rmse"])
def test_that_sums_give_what_leaving_out_rows_gives(measure: str) -> None:
    rng = np.random.default_rng(2)
    truth = 1e3 + rng.normal(size=50)
    predicted = truth + 0.5 * rng.normal(size=(2, 50))
    score = metrics.r2_score if measure == "r2" else metrics.root_mean_squared_error
    variances = []
    for repeat in predicted:
        left = np.array([score(np.delete(truth, row), np.delete(repeat, row)) for row in range(50)])
        variances.append(np.var(49 * (score(truth, repeat) - left), ddof=1))
    found = estimate(measure, truth, predicted, 10)
    assert found.standard_error == pytest.approx(math.sqrt((10 / 9 + 1 / 2) * np.mean(variances) / 50))


@pytest.mark.parametrize("measure", ["f1", "mcc", "kappa", "balanced-accuracy", "precision", "recall", "specificity"])
def test_that_ranges_stay_inside_the_scale_and_hold_the_estimate(measure: str) -> None:
    found = estimate(measure, TRUTH, answers(3), 10)
    assert -1 <= found.low < found.estimate < found.high <= 1
    assert found.df <= np.sum(TRUTH) - 1


def test_that_a_difference_turns_with_the_two_and_equal_models_have_none() -> None:
    good, poor = answers(4, 0.9), answers(5, 0.6)
    there = estimate("mcc", TRUTH, good, 10, second=poor)
    back = estimate("mcc", TRUTH, poor, 10, second=good)
    assert there.low > 0
    assert (there.low, there.high) == pytest.approx((-back.high, -back.low))
    assert estimate_ratio_measure("mcc", TRUTH, good, 10, second=good) == Undefined("identical_scores", 0.0)


def test_that_groups_are_left_out_whole() -> None:
    groups = np.arange(ROWS) // 4
    found = estimate("f1", TRUTH, answers(6), 10, groups=groups)
    assert (found.units, found.is_narrow) == (20, False)
    assert estimate("f1", TRUTH, answers(6), 10, groups=np.arange(ROWS) // 6).is_narrow


@pytest.mark.parametrize(
    ("measure", "more", "reason"),
    [
        ("gini", {}, "unknown_method"),
        ("f1", {"level": 1.0}, "impossible_level"),
        ("f1", {"groups": np.arange(ROWS) // 10}, "too_few_groups"),
    ],
)
def test_that_refusals_have_a_reason(measure: str, more: dict[str, object], reason: str) -> None:
    assert estimate_ratio_measure(measure, TRUTH, answers(7), 10, **more) == Undefined(reason)  # type: ignore[arg-type]


def test_that_material_without_an_answer_says_why() -> None:
    rare = np.zeros(ROWS)
    rare[:9] = 1
    assert estimate_ratio_measure("f1", rare, answers(8), 10) == Undefined("too_few_of_a_class")
    few = np.zeros((REPEATS, ROWS))
    few[:, :14] = 1
    assert estimate_ratio_measure("precision", TRUTH, few, 10) == Undefined("too_few_alarms")
    differences = answers(9)
    differences[0, 0] = np.nan
    assert estimate_ratio_measure("f1", TRUTH, differences, 10) == Undefined("unequal_testing")
    assert estimate_ratio_measure("r2", np.ones(50), np.ones((2, 50)), 10) == Undefined("constant_truth")
    perfect = np.tile(TRUTH, (REPEATS, 1))
    assert estimate_ratio_measure("f1", TRUTH, perfect, 10) == Undefined("zero_variance", 1.0)


def test_that_macro_measures_of_several_classes_have_ranges() -> None:
    rng = np.random.default_rng(10)
    truth = rng.integers(0, 3, 120).astype(np.float64)
    predicted = np.where(rng.random((3, 120)) < 0.7, truth, rng.integers(0, 3, (3, 120)))
    found = estimate("f1", truth, predicted, 10)
    expected = np.mean([metrics.f1_score(truth, repeat, average="macro") for repeat in predicted])
    assert found.estimate == pytest.approx(expected)
    assert found.low < expected < found.high


def test_that_large_tables_are_left_out_in_blocks() -> None:
    rng = np.random.default_rng(11)
    truth = (rng.random(3000) < 0.3).astype(np.float64)
    predicted = np.where(rng.random((1, 3000)) < 0.8, truth, 1 - truth)
    found = estimate("f1", truth, predicted, 10)
    assert found.units == 200
    assert found.low < found.estimate < found.high
    by_rows = estimate("pr-auc", truth, truth + rng.normal(size=(1, 3000)), 10)
    assert by_rows.units == 3000  # one sort leaves out every row


def test_that_average_precision_of_several_classes_is_their_mean_with_a_range() -> None:
    rng = np.random.default_rng(16)
    truth = (np.arange(90) % 3).astype(np.float64)
    scores = np.eye(3)[truth.astype(int)] + rng.normal(size=(2, 90, 3))
    found = estimate("pr-auc", truth, scores, 10, classes=3)
    expected = np.mean([metrics.average_precision_score(np.eye(3)[truth.astype(int)], one) for one in scores])
    assert found.estimate == pytest.approx(expected)
    assert found.low < expected < found.high


@pytest.mark.parametrize("measure", ["f1", "mcc", "pr-auc", "r2"])
def test_that_whole_weights_count_as_copies_of_rows(measure: str) -> None:
    rng = np.random.default_rng(17)
    weights = rng.integers(1, 4, ROWS).astype(np.float64)
    copied = np.repeat(np.arange(ROWS), weights.astype(int))
    given = answers(18)[:1] if measure in ("f1", "mcc") else TRUTH + rng.normal(size=(1, ROWS))
    weighted = estimate(measure, TRUTH, given, None, weights=weights)
    groups = estimate(measure, TRUTH[copied], given[:, copied], None, groups=copied)
    assert weighted.estimate == pytest.approx(groups.estimate)
    assert weighted.standard_error == pytest.approx(groups.standard_error)


def test_that_one_test_set_shares_no_training_rows() -> None:
    fixed, crossed = (estimate("mcc", TRUTH, answers(12)[:1], folds) for folds in (None, 10))
    assert fixed.estimate == crossed.estimate
    assert crossed.standard_error / fixed.standard_error == pytest.approx(math.sqrt(10 / 9 + 1))
    groups = np.arange(ROWS) // 16
    assert estimate("mcc", TRUTH, answers(12)[:1], None, groups=groups).units == 5
    too_few = estimate_ratio_measure("mcc", TRUTH, answers(12)[:1], None, groups=np.arange(ROWS) // 30)
    assert too_few == Undefined("too_few_groups")


def test_that_pseudo_values_have_the_spread_of_the_difference_and_can_be_confirmed() -> None:
    good, poor = answers(13, 0.95), answers(14, 0.6)
    pseudo = compute_pseudo_values("mcc", TRUTH, good, poor)
    assert not isinstance(pseudo, Undefined)
    found = estimate("mcc", TRUTH, good, 10, second=poor)
    assert pseudo.mean() == pytest.approx(found.estimate, abs=0.02)
    spread = math.sqrt((10 / 9 + 1 / REPEATS) * np.mean(np.var(pseudo, axis=1, ddof=1)) / ROWS)
    assert found.standard_error == pytest.approx(spread)
    halves = np.array([np.random.default_rng(seed).permutation(ROWS) % 2 for seed in range(REPEATS)])
    check, against = (confirm_with_halves(sign * found.estimate, pseudo, halves, 0.95) for sign in (1, -1))
    assert check is not None
    assert against is not None
    assert check.confirmed
    assert not against.confirmed
    assert compute_pseudo_values("gini", TRUTH, good, poor) == Undefined("unknown_method")


def test_that_pseudo_values_of_a_mean_are_its_rows() -> None:
    """Balanced accuracy with as many rows of each class is a mean over rows."""
    truth = np.repeat([0.0, 1.0], 20)
    rng = np.random.default_rng(15)
    first, second = (np.where(rng.random((1, 40)) < 0.8, truth, 1 - truth) for _ in range(2))
    pseudo = compute_pseudo_values("balanced-accuracy", truth, first, second)
    assert not isinstance(pseudo, Undefined)
    right = (first == truth).astype(float) - (second == truth)
    assert np.corrcoef(pseudo[0], right[0])[0, 1] == pytest.approx(1.0, abs=0.02)
