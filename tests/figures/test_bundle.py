"""Bundles of ROC curves: nothing visible is lost by thinning, means lie between the curves, crossings are found."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.figures.calibration import reliability
from core.figures.roc import FINEST, GRID, Fold, bundle, corners, crossing, roc_points, thinned
from core.figures.thresholds import RATIOS, Stretch, cheaper, costs_in_words, ratio_of, stretches, tally, threshold_of


def random_fold(seed: int, rows: int = 400, shift: float = 1.0) -> Fold:
    random = np.random.default_rng(seed)
    truth = random.integers(0, 2, rows)
    return Fold(truth, 1 / (1 + np.exp(-(random.normal(0, 1, rows) + shift * truth))))


def test_that_unequal_lengths_are_told_and_not_raised() -> None:
    reading = roc_points(np.array([0, 1, 1]), np.array([0.1, 0.2]))
    assert reading.reason == "unequal_lengths"
    assert reading["fpr"] is None


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 6)), min_size=2, max_size=60))
def test_that_corners_are_the_same_line_with_fewer_points(cases: list[tuple[int, int]]) -> None:
    truth, ranking = np.array([case[0] for case in cases]), np.array([case[1] for case in cases], float)
    points = roc_points(truth, ranking)
    if not points.is_ok:
        return
    x, y = corners(points["fpr"], points["tpr"])
    assert len(x) <= len(points["fpr"])
    assert np.trapezoid(y, x) == pytest.approx(np.trapezoid(points["tpr"], points["fpr"]))
    assert np.allclose(np.interp(GRID, x, y), np.interp(GRID, points["fpr"], points["tpr"]))


def test_that_thinning_moves_no_point_by_more_than_can_be_seen() -> None:
    points = roc_points(random_fold(1, 20_000).truth, random_fold(1, 20_000).ranking)
    x, y = thinned(points["fpr"], points["tpr"])
    assert len(x) < len(points["fpr"]) / 2
    assert (x[0], y[0], x[-1], y[-1]) == (0, 0, 1, 1)
    nearest = np.minimum(np.searchsorted(x + y, points["fpr"] + points["tpr"]), len(x) - 1)
    away = np.maximum(np.abs(x[nearest] - points["fpr"]), np.abs(y[nearest] - points["tpr"]))
    assert away.max() <= 2 * FINEST


def test_that_the_mean_curve_is_the_mean_at_every_false_alarm_rate() -> None:
    perfect, useless = Fold(np.array([1, 0]), np.array([0.9, 0.1])), Fold(np.array([1, 0]), np.array([0.5, 0.5]))
    found = bundle((perfect, useless))
    assert found is not None
    assert np.allclose(found.mean, (1 + GRID) / 2)
    assert found.area == pytest.approx(0.75)


def test_that_folds_with_one_class_are_counted_and_not_drawn() -> None:
    lonely = Fold(np.array([1, 1]), np.array([0.2, 0.3]))
    found = bundle((random_fold(2), lonely))
    assert found is not None
    assert (len(found.curves), found.absent) == (1, 1)
    assert bundle((lonely,)) is None


def test_that_a_crossing_is_found_where_the_leader_changes() -> None:
    steep, late = np.minimum(1, 0.4 + 0.6 * GRID), np.minimum(1, 2 * GRID)
    found = crossing(late, steep)
    assert found is not None
    assert found.left == 1
    assert found.low <= 2 / 7 <= found.high
    assert found.high - found.low < 0.05
    assert crossing(steep, late) is not None
    assert crossing(GRID, steep) is None
    assert crossing(GRID, GRID) is None


@pytest.mark.parametrize("threshold", [0.0, 0.2, 0.5, 0.9, 1.0])
def test_that_performance_counts_what_is_flagged(threshold: float) -> None:
    fold = random_fold(3)
    found = tally((fold, fold)).at(threshold, 4.0)
    flagged, positive = fold.ranking > threshold, fold.truth == 1
    assert found.hits == pytest.approx(100 * flagged[positive].mean())
    assert found.alarms == pytest.approx(100 * flagged[~positive].mean())
    assert found.errors == pytest.approx(100 * np.mean(flagged != positive))
    assert found.cost == pytest.approx(100 * np.mean(4 * (positive & ~flagged) + (~positive & flagged)))
    assert tally((fold,)).rates(threshold) == pytest.approx((flagged[~positive].mean(), flagged[positive].mean()))


def test_that_rates_need_both_classes() -> None:
    assert tally((Fold(np.array([1]), np.array([0.4])),)).rates(0.5) is None


def test_that_thresholds_and_cost_ratios_are_one_another() -> None:
    assert threshold_of(1.0) == 0.5
    assert ratio_of(threshold_of(7.0)) == pytest.approx(7.0)
    assert ratio_of(0.0) is None


def test_that_stretches_cover_all_ratios_and_name_who_costs_less() -> None:
    better, worse = tally((random_fold(4, shift=3.0),)), tally((random_fold(4, shift=0.2),))
    found = stretches(worse, better)
    assert (found[0].low, found[-1].high) == (pytest.approx(RATIOS[0]), pytest.approx(RATIOS[-1]))
    assert cheaper(worse, better, 1.0) == 1
    assert cheaper(better, worse, 1.0) == -1
    assert cheaper(better, better, 1.0) == 0


def test_that_costs_are_said_in_words() -> None:
    assert "0.1 to 100 false alarms A costs less" in costs_in_words((Stretch(0.1, 100, 1),), "A", "B")
    two = costs_in_words((Stretch(0.1, 2, 1), Stretch(2.2, 100, -1)), "A", "B")
    assert "A from 0.1 to 2; B from 2.2 to 100" in two
    many = tuple(Stretch(place + 0.0, place + 1.0, (-1) ** place) for place in range(8))
    assert "changes 7 times" in costs_in_words(many, "A", "B")


def test_that_scores_that_mean_what_they_say_are_reliable() -> None:
    random = np.random.default_rng(5)
    scores = random.uniform(0, 1, 20_000)
    truth = (random.uniform(0, 1, 20_000) < scores).astype(np.int64)
    honest, boastful = reliability(Fold(truth, scores)), reliability(Fold(truth, np.sqrt(scores)))
    assert honest is not None
    assert boastful is not None
    assert len(honest.bins) == 10
    assert honest.off < 0.02 < boastful.off
    assert honest.brier < boastful.brier
    assert "too high" in boastful.sentence("A")


def test_that_rows_with_the_same_score_stay_together_and_odd_scores_have_no_reliability() -> None:
    constant = reliability(Fold(np.array([0, 1] * 20), np.full(40, 0.5)))
    assert constant is not None
    assert [one.rows for one in constant.bins] == [40]
    assert constant.off == 0
    assert reliability(Fold(np.array([0, 1]), np.array([-2.0, 1.5]))) is None
