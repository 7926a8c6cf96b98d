"""Numbers printed in Aslan, Yildiz & Alpaydin 2009, "Statistical comparison of classifiers using AUC", recomputed."""

import math

import numpy as np
import pytest

from core.statistics.auc_intervals import agarwal, delong, hanley_mcneil_terms
from core.statistics.auc_tests import delong_paired
from core.statistics.class_measures import confusion_metrics, loss_ratio_threshold
from core.statistics.cortes_mohri import auc_range
from core.statistics.count_tests import most_confused_pair
from core.statistics.fold_arithmetic import train_overlap
from core.statistics.measures import Context, find_measure
from core.statistics.multiplicity import familywise_error
from core.statistics.ranking_measures import auc
from core.statistics.t_tests import paired_t

CASES = {"both accept": 1, "error accepts, AUC rejects": 10, "error rejects, AUC accepts": 9, "both reject": 130}


def test_that_section_2_a_defines_hits_false_alarms_and_error() -> None:
    truth = np.array([1] * 5 + [0] * 10)
    ranking = np.array([0.9, 0.8, 0.7, 0.2, 0.1] + [0.6] + [0.3] * 9)
    reading = confusion_metrics(truth, ranking, 0.5)
    assert (reading.hit_rate, reading.false_alarm_rate, reading.error) == (3 / 5, 1 / 10, 3 / 15)


@pytest.mark.parametrize(("ratio", "threshold"), [(0.5, 1 / 3), (1, 1 / 2), (2, 2 / 3), (10, 10 / 11)])
def test_that_section_2_b_sets_the_printed_thresholds(ratio: float, threshold: float) -> None:
    assert loss_ratio_threshold(ratio) == pytest.approx(threshold, rel=1e-15)
    assert Context(cost_ratio=1 / ratio).threshold == pytest.approx(threshold, rel=1e-15)


def test_that_section_2_b_chooses_the_class_with_the_smaller_risk() -> None:
    """Risk of calling it positive: lambda P(C2); of calling it negative: P(C1). The threshold is where they meet."""
    for ratio in (0.5, 1.0, 2.0, 10.0):
        theta = loss_ratio_threshold(ratio)
        assert ratio * (1 - theta) == pytest.approx(theta)


def test_that_section_2_b_cost_in_false_alarms_is_the_printed_loss_in_another_unit() -> None:
    """(ratio FN + FP) / n with ratio = 1 / lambda is (lambda FP + FN) / n divided by lambda."""
    truth, positive = np.array([1, 1, 0, 0, 0]), np.array([0.9, 0.2, 0.7, 0.1, 0.1])
    ratio = 0.5
    printed = confusion_metrics(truth, positive, ratio / (1 + ratio)).expected_loss
    scores = np.column_stack([1 - positive, positive])
    shown = find_measure("cost").value(truth.astype(float), truth.astype(float), scores, Context(cost_ratio=1 / ratio))
    assert shown == pytest.approx(printed / ratio)


def test_that_section_2_b_area_is_the_rank_sum_statistic_and_not_the_signed_rank() -> None:
    """Printed: "Wilcoxon statistic"; of the two tests of that name it is the one for two samples (Mann-Whitney)."""
    rng = np.random.default_rng(1)
    truth, ranking = np.tile([0, 1], 15), rng.normal(size=30)
    ranks = np.argsort(np.argsort(ranking)) + 1
    statistic = ranks[truth == 1].sum() - 15 * 16 / 2
    assert auc(truth, ranking) == pytest.approx(statistic / (15 * 15))


def test_that_figure_1_random_prediction_has_area_one_half() -> None:
    assert auc(np.array([0, 1, 1]), np.zeros(3)) == 0.5


def test_that_section_3_the_statistic_is_root_k_m_over_s() -> None:
    rng = np.random.default_rng(2)
    first, second = rng.normal(0.9, 0.02, 30), rng.normal(0.89, 0.02, 30)
    gaps = first - second
    expected = math.sqrt(30) * gaps.mean() / gaps.std(ddof=1)
    reading = paired_t(first, second)
    assert (reading.t, reading.df) == (pytest.approx(expected), 29)


def test_that_section_4_a_thirty_folds_share_28_of_29_parts_of_the_training_set() -> None:
    assert train_overlap(30).of_training_set == pytest.approx(28 / 29)


def test_that_section_4_a_picks_the_two_most_confused_classes() -> None:
    confusion = np.array([[50.0, 2.0, 1.0], [3.0, 40.0, 7.0], [0.0, 9.0, 41.0]])
    found = most_confused_pair(confusion)
    assert (found.first, found.second) == (1, 2)


def test_that_section_4_b_makes_150_comparisons_in_four_cases() -> None:
    assert math.comb(5, 2) * 15 == 150
    assert sum(CASES.values()) == 150


def test_that_section_4_b_the_two_tests_disagree_in_19_of_150() -> None:
    assert CASES["error accepts, AUC rejects"] + CASES["error rejects, AUC accepts"] == 19


def test_that_section_4_b_expects_7_5_false_claims_that_the_paper_does_not_mention() -> None:
    reading = familywise_error(0.05, 150)
    assert reading.expected_false == pytest.approx(7.5)
    assert round(reading.any_false, 4) == 0.9995


def test_that_section_4_a_a_fixed_test_set_hides_the_luck_of_the_test_rows() -> None:
    """Two rankings equally good in truth; thirty nearly equal training sets make the luck of the rows look sure."""
    rng, truth = np.random.default_rng(3), np.tile([0, 1], 50)
    jittered_claims = row_claims = 0
    for _ in range(60):
        pair = [truth + rng.normal(size=100) for _ in range(2)]
        areas = [[auc(truth, ranking + rng.normal(0, 0.1, 100)) for _ in range(30)] for ranking in pair]
        jittered_claims += paired_t(np.array(areas[0]), np.array(areas[1])).p < 0.05
        row_claims += delong_paired(truth, pair[0], pair[1]).p < 0.05
    assert jittered_claims > 45
    assert row_claims < 9


def test_that_section_5_the_two_chances_of_hanley_and_mcneil_are_those_of_exponential_scores() -> None:
    rng, area = np.random.default_rng(4), 0.8
    above, below = rng.exponential(area / (1 - area), (200_000, 2)), rng.exponential(1.0, (200_000, 2))
    two_above_one = np.mean((above[:, 0] > below[:, 0]) & (above[:, 1] > below[:, 0]))
    one_above_two = np.mean((above[:, 0] > below[:, 0]) & (above[:, 0] > below[:, 1]))
    assert hanley_mcneil_terms(area) == pytest.approx((two_above_one, one_above_two), abs=5e-3)


def test_that_section_5_cortes_and_mohri_give_one_range_for_one_error_count() -> None:
    """The paper's first objection: the range cannot tell two rankings with equal errors apart."""
    truth, good, bad = np.array([0, 0, 0, 1, 1, 1]), np.arange(6.0), np.array([0.0, 1.0, 5.0, 3.0, 4.0, 2.0])
    swapped = np.array([0.0, 1.0, 3.0, 2.0, 4.0, 5.0])
    errors = [int(np.sum((ranking > 2.5) != truth)) for ranking in (good, swapped, bad)]
    assert errors == [0, 2, 2]
    assert auc(truth, swapped) != auc(truth, bad)
    assert auc_range(3, 3, errors[1], 0.95) == auc_range(3, 3, errors[2], 0.95)


def test_that_section_5_ranges_without_assumptions_are_wide() -> None:
    rng, truth = np.random.default_rng(5), np.tile([0, 1], 50)
    ranking = rng.normal(size=100) + 2 * truth
    errors = int(np.sum((ranking > 1) != (truth == 1)))
    plain, free = delong(truth, ranking, 0.95), agarwal(truth, ranking, 0.95)
    by_errors = auc_range(50, 50, errors, 0.95)
    assert plain.high - plain.low < free.high - free.low
    assert plain.high - plain.low < by_errors.high - by_errors.low
