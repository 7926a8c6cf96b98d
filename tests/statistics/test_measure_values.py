"""Confusions, thresholds and errors of predicted numbers."""

import numpy as np
import pytest

from core.statistics.class_measures import Confusions, confusion_metrics, loss_ratio_threshold
from core.statistics.number_measures import r2, regression_errors
from core.statistics.undefined import Undefined


def test_that_confusions_are_counted_strictly_above_the_threshold() -> None:
    reading = confusion_metrics(np.array([1, 1, 1, 0, 0]), np.array([0.9, 0.5, 0.4, 0.6, 0.5]), 0.5)
    assert reading.counts == Confusions(hits=1, misses=2, false_alarms=1, quiet=1)
    assert reading.error == 0.6
    assert reading.expected_loss == 0.6  # lambda = 1 at one half


def test_that_the_loss_weighs_false_alarms_with_the_papers_lambda() -> None:
    reading = confusion_metrics(np.array([1, 0, 0]), np.array([0.1, 0.9, 0.9]), 2 / 3)
    assert reading.expected_loss == pytest.approx((2 * 2 + 1) / 3)


def test_that_an_absent_class_leaves_its_rate_undefined() -> None:
    reading = confusion_metrics(np.array([0, 0]), np.array([0.1, 0.9]), 0.5)
    assert reading.hit_rate is None
    assert reading.false_alarm_rate == 0.5


def test_that_no_rows_have_no_confusions() -> None:
    reading = confusion_metrics(np.zeros(0, int), np.zeros(0), 0.5)
    assert reading.error is None
    assert reading.counts.rows == 0


def test_that_a_threshold_of_one_has_no_finite_loss_ratio() -> None:
    assert confusion_metrics(np.array([0, 1]), np.array([0.1, 0.9]), 1.0).expected_loss is None


@pytest.mark.parametrize(
    ("ratio", "reason"),
    [(-1.0, "negative_ratio"), (float("inf"), "infinite_ratio"), (float("nan"), "infinite_ratio")],
)
def test_that_impossible_ratios_are_errors(ratio: float, reason: str) -> None:
    assert loss_ratio_threshold(ratio) == Undefined(reason)


def test_that_the_threshold_is_lambda_over_one_plus_lambda_from_nought() -> None:
    assert [loss_ratio_threshold(ratio) for ratio in (0.0, 1.0, 4.0)] == [0.0, 0.5, 0.8]
    assert confusion_metrics(np.array([0, 1]), np.array([0.1, 0.0]), 0.0).expected_loss == 0.5


def test_that_true_zeros_are_counted() -> None:
    reading = regression_errors(np.array([0.0, 0.0, 2.0]), np.array([1.0, 0.0, 2.0]))
    assert reading.zero_truths == 2
    assert reading.mae == pytest.approx(1 / 3)
    assert reading.relative is None


def test_that_no_rows_have_no_misses() -> None:
    assert regression_errors(np.zeros(0), np.zeros(0)) == Undefined("no_rows")
    assert r2(np.zeros(0), np.zeros(0)).reason == "no_rows"
