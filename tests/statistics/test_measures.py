"""Contracts that every row of the table of measures keeps, and the values of each."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.dataset import Floats, Task
from core.statistics.measures import MEASURES, Context, Measure, find_measure
from core.support.errors import StudyError

by_row = pytest.mark.parametrize("row", MEASURES, ids=lambda row: row.key)
CONTEXT = Context(classes=2, positive=1, cost_ratio=4.0)


def two_class_scores(positive: list[float]) -> Floats:
    scores = np.array(positive)
    return np.column_stack([1 - scores, scores])


def value(key: str, truth: Sequence[float], predicted: Sequence[float], scores: Floats | None = None) -> float | None:
    return find_measure(key).value(np.array(truth, float), np.array(predicted, float), scores, CONTEXT)


def test_that_keys_and_titles_are_unique() -> None:
    assert len({row.key for row in MEASURES}) == len(MEASURES)
    assert len({row.title for row in MEASURES}) == len(MEASURES)


@by_row
def test_that_every_row_explains_itself(row: Measure) -> None:
    assert row.title
    assert row.unit
    assert row.note.endswith(".")
    assert row.source


@by_row
def test_that_no_rows_have_no_value(row: Measure) -> None:
    assert row.value(np.zeros(0), np.zeros(0), np.zeros((0, 2)), CONTEXT) is None


@by_row
def test_that_a_missing_prediction_has_no_value(row: Measure) -> None:
    assert row.value(np.array([0.0, 1.0]), np.array([np.nan, 1.0]), two_class_scores([0.1, 0.9]), CONTEXT) is None


@by_row
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_that_a_value_is_a_finite_number_or_nothing(row: Measure, data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 8))
    cells = st.integers(0, 1).map(float) if row.task is Task.CLASSES else st.floats(-1e200, 1e200)
    truth, predicted = (np.array(data.draw(st.lists(cells, min_size=size, max_size=size))) for _ in range(2))
    chances = data.draw(st.lists(st.floats(0, 1), min_size=size, max_size=size))
    found = row.value(truth, predicted, two_class_scores(chances), CONTEXT)
    assert found is None or math.isfinite(found)


@by_row
def test_that_perfect_answers_are_as_good_as_it_gets(row: Measure) -> None:
    truth = np.array([1.0, 0.0, 1.0, 0.0]) if row.task is Task.CLASSES else np.array([1.0, 2.0, 4.0, 8.0])
    found = row.value(truth, truth, two_class_scores((truth == 1).tolist()), CONTEXT)
    assert found == pytest.approx(0.0 if row.lower_is_better else 1.0)


@by_row
def test_that_the_order_of_the_rows_does_not_matter(row: Measure) -> None:
    rng = np.random.default_rng(3)
    truth, predicted = rng.integers(0, 2, 40).astype(float) + 1, rng.integers(0, 2, 40).astype(float) + 1
    if row.task is Task.CLASSES:
        truth, predicted = truth - 1, predicted - 1
    scores = two_class_scores(rng.random(40).tolist())
    order = rng.permutation(40)
    shuffled = row.value(truth[order], predicted[order], scores[order], CONTEXT)
    assert shuffled == pytest.approx(row.value(truth, predicted, scores, CONTEXT), rel=1e-12)


def test_that_an_unknown_measure_is_refused_with_the_allowed_keys() -> None:
    with pytest.raises(StudyError) as refusal:
        find_measure("accuracy")
    assert "accuracy" in refusal.value.message
    assert all(row.key in refusal.value.hint for row in MEASURES)


def test_that_error_and_cost_are_shown_per_hundred_and_typical_miss_in_its_own_unit() -> None:
    assert find_measure("error").shown(0.125) == 12.5
    assert find_measure("cost").shown(0.5) == 50
    assert find_measure("mae").shown(0.125) == 0.125
    assert find_measure("auc").shown(0.9) == 0.9


def test_that_only_auc_averages_folds() -> None:
    assert [row.key for row in MEASURES if not row.pools] == ["auc"]


def test_that_error_is_the_share_of_wrong_answers() -> None:
    assert value("error", [0, 1, 2, 2], [0, 1, 1, 0]) == 0.5


def test_that_cost_counts_a_miss_as_many_false_alarms_at_the_threshold_the_ratio_sets() -> None:
    scores = two_class_scores([0.21, 0.19, 0.9, 0.3])  # threshold 1 / (1 + 4) = 0.2
    assert value("cost", [1, 1, 0, 0], [0, 0, 0, 0], scores) == (4 * 1 + 2) / 4


def test_that_a_score_at_the_threshold_is_not_positive() -> None:
    assert value("cost", [1, 0], [1, 1], two_class_scores([0.2, 0.2])) == 4 / 2


def test_that_cost_uses_the_labels_when_there_are_no_scores() -> None:
    assert value("cost", [1, 1, 0, 0], [1, 0, 1, 0]) == (4 * 1 + 1) / 4


def test_that_cost_uses_the_labels_when_scores_are_no_probabilities() -> None:
    decision_values = np.array([[-3.0, 3.0], [2.0, -2.0], [-0.5, 0.5], [1.0, -1.0]])
    assert value("cost", [1, 1, 0, 0], [1, 0, 1, 0], decision_values) == (4 * 1 + 1) / 4


def test_that_the_threshold_is_aslans_with_lambda_the_inverse_of_the_ratio() -> None:
    for ratio in (0.1, 1.0, 20.0):
        inverse = 1 / ratio
        assert Context(cost_ratio=ratio).threshold == pytest.approx(inverse / (1 + inverse), rel=1e-14)


def test_that_cost_and_rates_need_exactly_two_classes() -> None:
    truth = np.array([0.0, 1.0, 2.0])
    for key in ("cost", "hit-rate", "false-alarm-rate"):
        assert find_measure(key).value(truth, truth, None, Context(classes=3)) is None


def test_that_hits_and_false_alarms_are_shares_of_their_own_class() -> None:
    truth, predicted = [1, 1, 1, 0, 0], [1, 1, 0, 1, 0]
    assert value("hit-rate", truth, predicted) == pytest.approx(2 / 3)
    assert value("false-alarm-rate", truth, predicted) == 0.5


def test_that_rates_of_an_absent_class_are_undefined() -> None:
    assert value("hit-rate", [0, 0], [0, 1]) is None
    assert value("false-alarm-rate", [1, 1], [0, 1]) is None


def test_that_the_positive_class_can_be_the_first() -> None:
    context = Context(classes=2, positive=0, cost_ratio=1.0)
    scores = two_class_scores([0.1, 0.9])
    assert find_measure("auc").value(np.array([0.0, 1.0]), np.array([0.0, 1.0]), scores, context) == 1.0
    assert find_measure("hit-rate").value(np.array([0.0, 1.0]), np.array([0.0, 1.0]), scores, context) == 1.0


def test_that_misses_of_numbers_follow_their_formulas() -> None:
    truth, predicted = [1.0, 2.0, 4.0], [2.0, 2.0, 1.0]
    assert value("mae", truth, predicted) == pytest.approx(4 / 3)
    assert value("mse", truth, predicted) == pytest.approx(10 / 3)
    assert value("rmse", truth, predicted) == pytest.approx(math.sqrt(10 / 3))
    assert value("relative", truth, predicted) == pytest.approx((1 + 0 + 0.75) / 3)
    assert value("r2", truth, predicted) == pytest.approx(1 - 10 / (42 / 9))


def test_that_relative_miss_is_undefined_with_a_true_zero() -> None:
    assert value("relative", [0.0, 2.0], [0.1, 2.1]) is None


def test_that_explained_share_is_undefined_for_a_constant_truth() -> None:
    assert value("r2", [0.3, 0.1 + 0.2], [0.3, 0.4]) is None
    assert value("r2", [0.0, 5e-324], [0.0, 1.0]) is None


def test_that_scores_above_one_are_no_probabilities() -> None:
    scores = np.array([[0.0, 1.5], [1.5, 0.0]])  # by the scores, the first alone would be flagged
    assert value("cost", [1, 0], [0, 1], scores) == (4 * 1 + 1) / 2
    together = find_measure("cost").values(np.array([1.0, 0.0]), np.array([0.0, 1.0]), scores, np.array([0]), CONTEXT)
    assert together == (2.5,)


def test_that_an_area_of_three_classes_needs_rows_of_each() -> None:
    scores, context = np.eye(3)[[0, 1, 1]], Context(classes=3)
    assert find_measure("auc").value(np.array([0.0, 1.0, 1.0]), np.zeros(3), scores, context) is None
    assert find_measure("auc").value(np.array([0.0, 1.0, 2.0]), np.zeros(3), np.eye(3), context) == 1.0


def test_that_a_missing_answer_or_prediction_leaves_only_its_part_without_a_value() -> None:
    starts = np.array([0, 2, 4])
    truth, predicted = np.array([1.0, 2.0, np.nan, 4.0, 5.0, 6.0]), np.array([1.0, 3.0, 3.0, 4.0, 5.0, np.nan])
    assert find_measure("mae").values(truth, predicted, None, starts, CONTEXT) == (0.5, None, None)
    assert find_measure("relative").values(truth, predicted, None, starts, CONTEXT) == (0.25, None, None)


def test_that_a_large_constant_is_constant_and_a_large_number_is_not() -> None:
    assert value("r2", [1e9, 1e9 + 1e-5], [1e9, 1e9]) is None
    assert value("r2", [1e9, 1e9 + 1.0], [1e9, 1e9 + 1.0]) == 1.0
