"""Scores that can be ranked and cut: every classifier gives a ROC, for two classes and for more."""

import numpy as np
import pytest

from core.algorithms import find_algorithm
from core.algorithms.row import Algorithm
from core.domain.dataset import Floats, Task
from core.statistics.measures import Context, find_measure
from tests.algorithms.examples import numbers_only
from tests.algorithms.test_contract import REAL

CLASSIFIERS = [row for row in REAL if Task.CLASSES in row.tasks]
CHANCES = ("logistic", "lda", "naive-bayes", "naive-bayes-discretised", "c45", "ripper", "forest", "knn", "perceptron")


def scored(row: Algorithm, classes: int, rows: int = 300) -> tuple[Floats, Floats, Floats]:
    """Truth, answers and scores of rows not trained on."""
    example = numbers_only(Task.CLASSES, features=2, rows=rows, classes=classes)
    half = rows // 2
    learner = row.build({}, 1)
    learner.fit(example.inputs[:half], example.targets[:half], example.schema)
    found = learner.predict(example.inputs[half:])
    assert found.scores is not None
    return example.targets[half:, 0], found.predicted[:, 0], found.scores


@pytest.mark.parametrize("row", CLASSIFIERS, ids=lambda row: row.key)
@pytest.mark.parametrize("classes", [2, 3])
def test_that_scores_rank_rows_far_better_than_chance(row: Algorithm, classes: int) -> None:
    """With three classes this is the mean over all pairs (Hand & Till 2001)."""
    truth, predicted, scores = scored(row, classes)
    area = find_measure("auc").value(truth, predicted, scores, Context(classes))
    assert area is not None
    assert area > 0.75


@pytest.mark.parametrize("row", CLASSIFIERS, ids=lambda row: row.key)
def test_that_dear_misses_are_avoided_by_the_threshold_of_their_ratio(row: Algorithm) -> None:
    """With misses ten times as dear, answers at the ratio's threshold cost no more than those at one half."""
    truth, predicted, scores = scored(row, 2)
    dear = Context(2, 1, 10.0)
    cost = find_measure("cost").value(truth, predicted, scores, dear)
    positive, said = truth == 1, scores[:, 1] > 0.5
    at_half = float(np.mean(10 * (positive & ~said) + (~positive & said)))
    assert cost is not None
    assert cost <= at_half + 0.15
    assert dear.threshold == pytest.approx(1 / 11)


@pytest.mark.parametrize("key", CHANCES)
def test_that_chances_are_about_as_often_true_as_they_say(key: str) -> None:
    """Rows with a score above and below one half: the mean score is near the share that came true."""
    truth, _, scores = scored(find_algorithm(key), 2, 600)
    for side in (scores[:, 1] > 0.5, scores[:, 1] <= 0.5):
        assert float(scores[side, 1].mean()) == pytest.approx(float(truth[side].mean()), abs=0.15)
