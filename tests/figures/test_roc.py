"""ROC points: monotone, from corner to corner, with the AUC as the area below."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.figures.roc import roc_points
from core.statistics.ranking_measures import auc
from core.statistics.undefined import Undefined


@settings(deadline=None, max_examples=80)
@given(st.lists(st.tuples(st.integers(0, 1), st.integers(-4, 4)), min_size=2, max_size=40))
def test_that_the_area_below_the_points_is_the_auc(cases: list[tuple[int, int]]) -> None:
    truth, ranking = np.array([case[0] for case in cases]), np.array([case[1] for case in cases], float)
    points, area = roc_points(truth, ranking), auc(truth, ranking)
    if isinstance(area, Undefined):
        assert points == Undefined("single_class")
    else:
        assert np.trapezoid(points.hits, points.false_alarms) == pytest.approx(area)
        assert (points.false_alarms[0], points.hits[0], points.false_alarms[-1], points.hits[-1]) == (0, 0, 1, 1)
        assert (np.diff(points.false_alarms) >= 0).all()
        assert (np.diff(points.hits) >= 0).all()
        assert len(points.thresholds) == len(points.false_alarms) - 1 == len(set(ranking.tolist()))


def test_that_each_point_is_the_rates_at_its_threshold() -> None:
    truth, ranking = np.array([1, 0, 1, 0, 0]), np.array([0.9, 0.9, 0.5, 0.4, 0.1])
    points = roc_points(truth, ranking)
    for threshold, hits, alarms in zip(points.thresholds, points.hits[1:], points.false_alarms[1:], strict=True):
        assert hits == np.mean(ranking[truth == 1] >= threshold)
        assert alarms == np.mean(ranking[truth == 0] >= threshold)


def test_that_a_missing_score_leaves_no_curve() -> None:
    assert roc_points(np.array([0, 1]), np.array([np.nan, 1.0])).reason == "missing_score"
