"""AUC against counting every pair, and its forms for several classes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.dataset import Floats, Integers
from core.statistics.auc_row_values import compute_auc_row_values, compute_pairwise_auc_row_values
from core.statistics.measures import Context, find_measure
from core.statistics.ranking_measures import (
    auc,
    auc_multiclass,
    average_precision,
    leave_rows_out_of_average_precision,
    pair_shares,
)
from core.statistics.undefined import Undefined

often = settings(deadline=None, max_examples=100)
ranked_cases = st.lists(st.tuples(st.integers(0, 1), st.integers(-3, 3)), min_size=2, max_size=30)


def by_pairs(truth: Integers, ranking: Floats) -> float:
    pairs = [(a > b) + (a == b) / 2 for a in ranking[truth == 1] for b in ranking[truth == 0]]
    return float(np.mean(pairs))


@often
@given(ranked_cases)
def test_that_auc_is_the_share_of_pairs_ranked_right_with_ties_as_halves(cases: list[tuple[int, int]]) -> None:
    truth, ranking = np.array([case[0] for case in cases]), np.array([case[1] for case in cases], float)
    reading = auc(truth, ranking)
    if len(set(truth.tolist())) == 1:
        assert reading == Undefined("single_class")
    else:
        assert reading == pytest.approx(by_pairs(truth, ranking), abs=1e-14)


@often
@given(ranked_cases)
def test_that_auc_turns_around_when_the_ranking_does(cases: list[tuple[int, int]]) -> None:
    truth, ranking = np.array([case[0] for case in cases]), np.array([case[1] for case in cases], float)
    there, back = auc(truth, ranking), auc(truth, -ranking)
    assert isinstance(there, Undefined) or there + back == pytest.approx(1.0)


def test_that_auc_below_one_half_is_not_flipped() -> None:
    assert auc(np.array([1, 0]), np.array([0.0, 1.0])) == 0.0


def test_that_constant_scores_have_auc_one_half() -> None:
    assert auc(np.array([1, 0, 0]), np.full(3, 0.7)) == 0.5


def test_that_a_missing_score_leaves_auc_undefined() -> None:
    reading = auc(np.array([1, 0]), np.array([np.nan, 1.0]))
    assert reading == Undefined("missing_score")


def test_that_hand_and_till_average_both_directions_of_every_pair() -> None:
    rng = np.random.default_rng(5)
    truth, scores = np.repeat([0, 1, 2], [5, 7, 9]), rng.integers(0, 5, (21, 3)).astype(float)
    expected = []
    for i, j in ((0, 1), (0, 2), (1, 2)):
        inside = (truth == i) | (truth == j)
        toward_i = by_pairs((truth[inside] == i).astype(int), scores[inside, i])
        toward_j = by_pairs((truth[inside] == j).astype(int), scores[inside, j])
        expected.append((toward_i + toward_j) / 2)
    assert auc_multiclass(truth, scores) == pytest.approx(np.mean(expected))
    found = find_measure("auc").value(truth.astype(float), truth.astype(float), scores, Context(classes=3))
    assert found == pytest.approx(np.mean(expected))


def test_that_all_forms_agree_for_two_classes_with_mirrored_scores() -> None:
    rng = np.random.default_rng(6)
    truth, positive = rng.integers(0, 2, 30), rng.random(30)
    scores = np.column_stack([1 - positive, positive])
    expected = auc(truth, positive)
    for method in ("hand-till", "ovr-macro", "ovr-weighted"):
        assert auc_multiclass(truth, scores, method) == pytest.approx(expected)


def test_that_a_class_without_rows_leaves_the_area_undefined() -> None:
    scores = np.full((2, 3), 1 / 3)
    assert auc_multiclass(np.array([0, 1]), scores).reason == "missing_class"
    assert find_measure("auc").value(np.array([0.0, 1.0]), np.zeros(2), scores, Context(classes=3)) is None


def test_that_an_unknown_form_is_an_error_not_an_exception() -> None:
    reading = auc_multiclass(np.array([0, 1]), np.eye(2), "micro")
    assert reading == Undefined("unknown_method")


def test_that_no_scores_or_one_class_give_no_area() -> None:
    truth = np.array([0.0, 1.0])
    assert find_measure("auc").value(truth, truth, None, Context()) is None
    assert find_measure("auc").value(np.zeros(2), np.zeros(2), np.eye(2), Context()) is None
    assert find_measure("auc").value(np.zeros(2), np.zeros(2), np.ones((2, 1)), Context(classes=1)) is None


def test_that_parts_beyond_two_bytes_are_still_told_apart() -> None:
    parts = np.repeat([0, 2**16], 2)
    found = pair_shares(np.array([True, False, False, True]), np.array([1.0, 0.0, 1.0, 0.0]), parts)
    assert (found[0], found[2**16]) == (1.0, 0.0)


def test_that_rows_of_one_class_have_no_area() -> None:
    for truth in (np.zeros(2, int), np.ones(2, int)):
        assert auc(truth, np.array([0.1, 0.2])).reason == "single_class"


@often
@given(ranked_cases)
def test_that_one_sort_leaves_out_every_row_of_average_precision(cases: list[tuple[int, int]]) -> None:
    positives, ranking = np.array([case[0] == 1 for case in cases]), np.array([case[1] for case in cases], float)
    if not positives.any():
        return
    one_by_one = [
        average_precision(np.delete(positives, row), np.delete(ranking, row)) for row in range(len(positives))
    ]
    expected = [np.nan if value is None else value for value in one_by_one]
    np.testing.assert_allclose(leave_rows_out_of_average_precision(positives, ranking), expected, atol=1e-12)


def test_that_row_values_of_several_classes_have_the_mean_of_hand_and_till() -> None:
    random = np.random.default_rng(3)
    labels, scores = np.arange(60) % 4, random.random((60, 4)).round(1)
    values = compute_pairwise_auc_row_values(labels, scores)
    assert values is not None
    assert np.mean(values) == pytest.approx(auc_multiclass(labels, scores))
    of_two = compute_pairwise_auc_row_values(labels % 2, scores[:, :1] * [[-1, 1]])
    np.testing.assert_allclose(np.asarray(of_two), np.asarray(compute_auc_row_values(labels % 2, scores[:, 0])))
    assert compute_pairwise_auc_row_values(labels % 2, scores) is None
