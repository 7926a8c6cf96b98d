"""Numbers printed in Kohavi 1995, "A study of cross-validation and bootstrap", recomputed."""

import math

import numpy as np
import pytest

from core.statistics.bootstrap_intervals import bootstrap_632, bootstrap_632_plus, no_information_error
from core.statistics.distributions import normal_quantile
from core.statistics.fold_arithmetic import (
    bootstrap_expected_distinct,
    complete_cv_count,
    cv_accuracy,
    cv_accuracy_majority,
    fold_sizes,
    holdout_accuracy_majority_exact,
    stratified_fold_bounds,
)
from core.statistics.share_intervals import wilson

IRIS = [50, 50, 50]


@pytest.mark.parametrize(("share", "rows"), [(0.85, 100), (0.0, 20), (1.0, 1), (0.9137, 649)])
def test_that_eq_3_is_wilsons_range(share: float, rows: int) -> None:
    z = normal_quantile(0.95)
    root = z * math.sqrt(4 * rows * share + z**2 - 4 * rows * share**2)
    ends = [(2 * rows * share + z**2 + sign * root) / (2 * (rows + z**2)) for sign in (-1, 1)]
    reading = wilson(share * rows, rows, 0.95)
    assert (reading.low, reading.high) == pytest.approx(tuple(ends), abs=1e-12)


def test_that_section_2_1_guessing_scores_27_71_on_iris_holdouts_where_27_68_was_simulated() -> None:
    """The printed 27.68 % comes from 500 holdouts; the exact mean lies within its standard error."""
    reading = holdout_accuracy_majority_exact(IRIS, 100)
    assert 100 * reading.mean == pytest.approx(27.713, abs=5e-4)
    assert abs(100 * reading.mean - 27.68) < 0.13


def test_that_section_2_1_the_printed_spread_of_0_13_is_that_of_the_mean_of_500() -> None:
    """One holdout varies by 3.14 points, the mean of 500 by 0.140; the paper prints 0.13 as "standard deviation"."""
    spread = 100 * holdout_accuracy_majority_exact(IRIS, 100).sd
    assert spread == pytest.approx(3.14, abs=5e-3)
    assert spread / math.sqrt(500) == pytest.approx(0.140, abs=5e-4)


def test_that_section_2_1_a_simulation_of_500_holdouts_agrees() -> None:
    rng, labels = np.random.default_rng(500), np.repeat([0, 1, 2], 50)
    scores = []
    for _ in range(500):
        order = rng.permutation(150)
        commonest = np.bincount(labels[order[:100]]).argmax()
        scores.append(np.mean(labels[order[100:]] == commonest))
    exact = holdout_accuracy_majority_exact(IRIS, 100)
    assert abs(np.mean(scores) - exact.mean) < 3 * exact.sd / math.sqrt(500)


def test_that_eq_4_pools_right_answers_over_folds() -> None:
    reading = cv_accuracy([9, 8, 5], [10, 10, 5])
    assert reading.pooled == pytest.approx(0.88)
    assert reading.mean_of_folds == pytest.approx(0.90)


def test_that_section_2_2_complete_cross_validation_averages_all_choices_of_a_fold() -> None:
    assert complete_cv_count(150, 150) == 150
    assert complete_cv_count(20, 10) == math.comb(20, 2)


def test_that_section_2_2_stratified_folds_of_iris_have_five_of_each_class() -> None:
    reading = stratified_fold_bounds(IRIS, 10)
    assert (reading.low, reading.high) == ((5, 5, 5), (5, 5, 5))


def test_that_section_2_2_leave_one_out_has_as_many_folds_as_rows() -> None:
    """Salzberg's note 3 prints k = n - 1."""
    assert fold_sizes(150, 150) == (1,) * 150


def test_that_example_1_guessing_scores_nothing_on_iris_with_leave_one_out() -> None:
    assert cv_accuracy_majority(IRIS, 150) == 0.0


def test_that_example_1_random_labels_half_and_half_score_nothing_either() -> None:
    assert cv_accuracy_majority([50, 50], 100) == 0.0


def test_that_section_2_3_a_row_is_missed_with_chance_368() -> None:
    assert pytest.approx(0.368, abs=5e-4) == (1 - 1 / 1000) ** 1000
    assert math.exp(-1) == pytest.approx(0.368, abs=5e-4)


def test_that_section_2_3_632_of_the_rows_are_in_the_training_sample_where_test_set_is_printed() -> None:
    rng = np.random.default_rng(632)
    trained = np.mean([len(set(rng.integers(0, 200, 200).tolist())) / 200 for _ in range(300)])
    assert trained == pytest.approx(bootstrap_expected_distinct(200), abs=0.01)
    assert bootstrap_expected_distinct(10_000) == pytest.approx(0.632, abs=5e-4)


def test_that_eq_5_gives_68_4_per_cent_for_a_memorizer_of_random_labels() -> None:
    accuracy = 1 - bootstrap_632(np.array([0.5]), 0.0).estimate
    assert accuracy == pytest.approx(0.684)


def test_that_the_later_632_plus_sees_through_the_memorizer() -> None:
    labels = np.repeat([0.0, 1.0], 50)
    guess = no_information_error(labels, labels, "zero-one")
    assert bootstrap_632_plus(0.5, 0.0, guess).estimate == pytest.approx(0.5)  # type: ignore[arg-type]


def test_that_section_5_1_bias_is_expected_estimate_minus_truth() -> None:
    """Printed: "the expected value minus the estimated value". Guessing on iris holdouts: 27.7 % against 33.3 %."""
    bias = holdout_accuracy_majority_exact(IRIS, 100).mean - 1 / 3
    assert bias == pytest.approx(-0.0562, abs=5e-5)


def test_that_section_5_2_one_run_varies_root_50_times_more_than_the_mean_of_50() -> None:
    rng = np.random.default_rng(50)
    means = rng.normal(size=(4000, 50)).mean(axis=1)
    assert 1 / means.std() == pytest.approx(math.sqrt(50), rel=0.05)


def test_that_table_1_prints_standard_errors_of_500_holdouts() -> None:
    """Breast cancer, 649 rows tested, 91.37 +- 0.10: less than the luck of one test set, more than that of 500."""
    one = 100 * math.sqrt(0.9137 * 0.0863 / 649)
    assert one / math.sqrt(500) < 0.10 < one
