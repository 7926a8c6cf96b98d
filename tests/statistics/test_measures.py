"""Contracts that every row of the table of measures keeps, and the values of each."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics

from core.domain.dataset import Floats, Task
from core.statistics.measures import MEASURES, Context, Measure, find_measure
from core.support.errors import StudyError
from core.wording.method_tables import MEASURE_ENTRIES

by_row = pytest.mark.parametrize("row", MEASURES, ids=lambda row: row.key)
CONTEXT = Context(classes=2, positive=1, cost_ratio=4.0, tolerance=0.5)


def two_class_scores(positive: list[float]) -> Floats:
    scores = np.array(positive)
    return np.column_stack([1 - scores, scores])


def value(key: str, truth: Sequence[float], predicted: Sequence[float], scores: Floats | None = None) -> float | None:
    return find_measure(key).value(np.array(truth, float), np.array(predicted, float), scores, CONTEXT)


def test_that_keys_and_titles_are_unique() -> None:
    assert len({row.key for row in MEASURES}) == len(MEASURES)
    assert len({MEASURE_ENTRIES[row.key].title for row in MEASURES}) == len(MEASURES)


@by_row
def test_that_every_row_explains_itself(row: Measure) -> None:
    assert MEASURE_ENTRIES[row.key].title
    assert MEASURE_ENTRIES[row.key].unit
    assert MEASURE_ENTRIES[row.key].note.endswith(".")
    assert MEASURE_ENTRIES[row.key].source


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


def test_that_cost_needs_exactly_two_classes() -> None:
    truth = np.array([0.0, 1.0, 2.0])
    assert find_measure("cost").value(truth, truth, None, Context(classes=3)) is None


def test_that_hits_and_false_alarms_are_shares_of_their_own_class() -> None:
    truth, predicted = [1, 1, 1, 0, 0], [1, 1, 0, 1, 0]
    assert value("recall", truth, predicted) == pytest.approx(2 / 3)
    assert value("specificity", truth, predicted) == 0.5


def test_that_rates_of_an_absent_class_are_undefined() -> None:
    assert value("recall", [0, 0], [0, 1]) is None
    assert value("specificity", [1, 1], [0, 1]) is None


def test_that_the_positive_class_can_be_the_first() -> None:
    context = Context(classes=2, positive=0, cost_ratio=1.0)
    scores = two_class_scores([0.1, 0.9])
    assert find_measure("auc").value(np.array([0.0, 1.0]), np.array([0.0, 1.0]), scores, context) == 1.0
    assert find_measure("recall").value(np.array([0.0, 1.0]), np.array([0.0, 1.0]), scores, context) == 1.0


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


TABLES = range(20)


def class_table(seed: int, classes: int) -> tuple[Floats, Floats, Floats]:
    """Truth, answers and probabilities with ties; some tables lack a class."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes if seed % 3 else max(2, classes - 1), 40)
    chances = np.round(rng.dirichlet(np.ones(classes), 40) + np.eye(classes)[truth] * 0.4, 1) + 0.01
    chances /= chances.sum(axis=1, keepdims=True)
    return truth.astype(np.float64), chances.argmax(axis=1).astype(np.float64), chances


def by_scikit_learn(key: str, truth: Floats, predicted: Floats, chances: Floats) -> float:
    """NaN where a class that is absent makes the measure undefined."""
    classes = chances.shape[1]
    many = {"labels": range(classes), "average": None, "zero_division": np.nan}
    if key in ("f1", "precision", "recall"):
        score = {"f1": metrics.f1_score, "precision": metrics.precision_score, "recall": metrics.recall_score}[key]
        by_class = score(truth, predicted, **many)
        return float(by_class[1] if classes == 2 else np.mean(by_class))
    if key == "pr-auc":
        found = [metrics.average_precision_score(truth == place, chances[:, place]) for place in range(classes)]
        absent = len(np.unique(truth)) < classes
        return float("nan") if classes > 2 and absent else float(found[1] if classes == 2 else np.mean(found))
    return {  # type: ignore[no-any-return]
        "error": lambda: 1 - metrics.accuracy_score(truth, predicted),
        "balanced-accuracy": lambda: metrics.balanced_accuracy_score(truth, predicted),
        "mcc": lambda: metrics.matthews_corrcoef(truth, predicted),
        "kappa": lambda: metrics.cohen_kappa_score(truth, predicted),
        "log-loss": lambda: metrics.log_loss(truth, chances, labels=range(classes)),
        "brier": lambda: (
            metrics.brier_score_loss(truth == 1, chances[:, 1])
            if classes == 2
            else np.mean(np.sum((chances - np.eye(classes)[truth.astype(int)]) ** 2, axis=1))
        ),
    }[key]()


@pytest.mark.parametrize("seed", TABLES)
@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize(
    "key",
    ["error", "balanced-accuracy", "f1", "mcc", "kappa", "precision", "recall", "log-loss", "brier", "pr-auc"],
)
@pytest.mark.filterwarnings("ignore")
def test_that_measures_of_classes_are_those_of_scikit_learn(key: str, classes: int, seed: int) -> None:
    truth, predicted, chances = class_table(seed, classes)
    found = find_measure(key).value(truth, predicted, chances, Context(classes=classes))
    expected = by_scikit_learn(key, truth, predicted, chances)
    assert (found is None) == math.isnan(expected)
    assert found is None or found == pytest.approx(expected)


@pytest.mark.parametrize("seed", TABLES)
def test_that_measures_of_numbers_are_those_of_scikit_learn_or_by_hand(seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth = np.round(rng.normal(5, 2, 41), 1) + 0.05
    predicted = np.round(truth + rng.normal(0, 1, 41), 1)
    context = Context(tolerance=0.8, over_cost=3.0)
    errors = np.sort(np.abs(truth - predicted))
    over, under = np.maximum(predicted - truth, 0), np.maximum(truth - predicted, 0)
    expected = {
        "mae": metrics.mean_absolute_error(truth, predicted),
        "mse": metrics.mean_squared_error(truth, predicted),
        "rmse": metrics.root_mean_squared_error(truth, predicted),
        "r2": metrics.r2_score(truth, predicted),
        "relative": metrics.mean_absolute_percentage_error(truth, predicted),
        "median-error": metrics.median_absolute_error(truth, predicted),  # 41 rows: one in the middle
        "p95-error": errors[38],  # the 39th of 41: 0.95 x 41 = 38.95
        "max-error": metrics.max_error(truth, predicted),
        "within-tolerance": np.mean(errors <= 0.8),
        "asymmetric": np.mean(3 * over + under),
    }
    assert set(expected) == {row.key for row in MEASURES if row.task is Task.NUMBERS}
    for key, baseline in expected.items():
        assert find_measure(key).value(truth, predicted, None, context) == pytest.approx(baseline), key


@by_row
def test_that_row_losses_average_to_the_measure(row: Measure) -> None:
    if row.losses is None:
        assert row.key in (
            *("auc", "pr-auc", "balanced-accuracy", "f1", "mcc", "kappa", "precision", "recall", "specificity"),
            *("r2", "median-error", "p95-error", "max-error"),
        )
        return
    truth, predicted, chances = class_table(1, 2)
    if row.task is Task.NUMBERS:
        truth, predicted = truth + 1.3, predicted + 1.1
    found, losses = row.value(truth, predicted, chances, CONTEXT), row.losses(truth, predicted, chances, CONTEXT)
    assert found is not None
    assert losses is not None
    assert np.mean(losses) == pytest.approx(found if row.lower_is_better else -found)


@by_row
def test_that_values_lie_on_their_scale(row: Measure) -> None:
    for seed in TABLES:
        truth, predicted, chances = class_table(seed, 2)
        found = row.value(truth, predicted, chances, CONTEXT)
        assert found is None or row.low <= found <= row.high


def test_that_scores_that_are_no_probabilities_have_no_log_loss() -> None:
    truth, decisions = np.array([0.0, 1.0]), np.array([[1.5, -1.5], [-0.2, 0.2]])
    for key in ("log-loss", "brier"):
        assert find_measure(key).value(truth, truth, decisions, CONTEXT) is None
        assert find_measure(key).value(truth, truth, None, CONTEXT) is None


def test_that_without_a_tolerance_nothing_is_within_it() -> None:
    assert find_measure("within-tolerance").value(np.ones(3), np.ones(3), None, Context()) is None


def test_that_unequal_costs_move_the_threshold_of_rates() -> None:
    scores = two_class_scores([0.3, 0.3, 0.1])
    truth, predicted = np.array([1.0, 0.0, 0.0]), np.zeros(3)
    assert find_measure("recall").value(truth, predicted, scores, Context(cost_ratio=4.0)) == 1.0
    assert find_measure("recall").value(truth, predicted, scores, Context()) == 0.0
