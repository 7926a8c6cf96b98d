"""Bundles of ROC curves: nothing visible is lost by thinning, means lie between the curves, crossings are found."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.figures.calibration import Bin, Reliability, reliability
from core.figures.roc import (
    FINEST,
    GRID,
    Crossing,
    Fold,
    bundle,
    corners,
    crossing,
    roc_points,
    thinned,
    turning_point,
)
from core.figures.thresholds import RATIOS, Stretch, cheaper, costs_in_words, ratio_of, stretches, tally, threshold_of
from core.statistics.undefined import Undefined


def random_fold(seed: int, rows: int = 400, shift: float = 1.0) -> Fold:
    random = np.random.default_rng(seed)
    truth = random.integers(0, 2, rows)
    return Fold(truth, 1 / (1 + np.exp(-(random.normal(0, 1, rows) + shift * truth))))


def test_that_unequal_lengths_are_told_and_not_raised() -> None:
    reading = roc_points(np.array([0, 1, 1]), np.array([0.1, 0.2]))
    assert reading.reason == "unequal_lengths"


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 6)), min_size=2, max_size=60))
def test_that_corners_are_the_same_line_with_fewer_points(cases: list[tuple[int, int]]) -> None:
    truth, ranking = np.array([case[0] for case in cases]), np.array([case[1] for case in cases], float)
    points = roc_points(truth, ranking)
    if isinstance(points, Undefined):
        return
    x, y = corners(points.false_alarms, points.hits)
    assert len(x) <= len(points.false_alarms)
    assert np.trapezoid(y, x) == pytest.approx(np.trapezoid(points.hits, points.false_alarms))
    assert np.allclose(np.interp(GRID, x, y), np.interp(GRID, points.false_alarms, points.hits))


def test_that_thinning_moves_no_point_by_more_than_can_be_seen() -> None:
    points = roc_points(random_fold(1, 20_000).truth, random_fold(1, 20_000).ranking)
    x, y = thinned(points.false_alarms, points.hits)
    assert len(x) < len(points.false_alarms) / 2
    assert (x[0], y[0], x[-1], y[-1]) == (0, 0, 1, 1)
    nearest = np.minimum(np.searchsorted(x + y, points.false_alarms + points.hits), len(x) - 1)
    away = np.maximum(np.abs(x[nearest] - points.false_alarms), np.abs(y[nearest] - points.hits))
    assert away.max() <= 2 * FINEST


def test_that_the_mean_curve_is_the_mean_at_every_false_alarm_rate() -> None:
    perfect, useless = Fold(np.array([1, 0]), np.array([0.9, 0.1])), Fold(np.array([1, 0]), np.array([0.5, 0.5]))
    found = bundle((perfect, useless))
    assert found is not None
    assert np.allclose(found.mean, (1 + GRID) / 2)
    assert found.auc == pytest.approx(0.75)


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


def test_that_only_points_on_a_straight_line_are_left_out() -> None:
    x, y = np.array([0.0, 0.25, 0.5, 0.75, 1.0]), np.array([0.0, 0.5, 1.0, 1.0, 1.0])
    kept_x, kept_y = corners(x, y)
    assert (kept_x.tolist(), kept_y.tolist()) == ([0.0, 0.5, 1.0], [0.0, 1.0, 1.0])
    assert [line.tolist() for line in corners(x[:3], y[:3])] == [[0.0, 0.5], [0.0, 1.0]]
    assert [line.tolist() for line in corners(x[:2], y[:2])] == [[0.0, 0.25], [0.0, 0.5]]


def test_that_one_point_is_kept_in_each_cell_and_the_last_one_always() -> None:
    x, y = np.array([0.0, 0.01, 0.02, 0.3, 0.31, 1.0, 1.0]), np.array([0.0, 0.01, 0.6, 0.6, 0.61, 0.9, 0.95])
    kept_x, kept_y = thinned(x, y, 0.5)
    assert kept_x.tolist() == [0.0, 0.02, 1.0, 1.0]
    assert kept_y.tolist() == [0.0, 0.6, 0.9, 0.95]


def test_that_a_crossing_reaches_from_the_last_clear_lead_to_the_first_of_the_other() -> None:
    differences = np.concatenate([np.full(80, 0.1), np.full(20, 0.004), np.full(20, -0.005), np.full(81, -0.1)])
    differences[[40, 150]] = -0.02, 0.02  # leads of a moment on the wrong side
    assert crossing(np.zeros(201), differences) == Crossing(pytest.approx(GRID[79]), pytest.approx(GRID[120]), 1)  # type: ignore[arg-type]
    assert crossing(differences, np.zeros(201)) == Crossing(pytest.approx(GRID[79]), pytest.approx(GRID[120]), -1)  # type: ignore[arg-type]
    assert turning_point(differences) == (99, 1)


def test_that_a_crossing_needs_an_area_that_matters_on_both_sides() -> None:
    wide, narrow = np.full(201, 0.1), np.full(201, 0.1)
    wide[160:], narrow[192:] = -0.1, -0.1  # areas of 0.02 and of 0.0045 behind the crossing
    assert turning_point(wide) is not None
    assert turning_point(narrow) is None
    assert turning_point(np.full(201, 0.1)) is None


def test_that_one_row_of_a_class_is_hit_or_missed() -> None:
    found = tally((Fold(np.array([1, 0]), np.array([0.7, 0.6])),)).at(0.5, 4.0)
    assert (found.hits, found.alarms, found.errors, found.cost) == (100, 100, 50, 50)
    empty = tally((Fold(np.array([1]), np.array([0.4])),)).at(0.5, 4.0)
    assert (empty.hits, empty.alarms, empty.errors, empty.cost) == (0, 0, 100, 400)


def test_that_ratios_with_the_same_leader_are_one_stretch() -> None:
    right, wrong = Fold(np.array([1, 0]), np.array([1.0, 0.0])), Fold(np.array([1, 0]), np.array([0.0, 1.0]))
    found = stretches(tally((wrong,)), tally((right,)))
    assert [(part.low, part.high, part.side) for part in found] == [(RATIOS[0], RATIOS[-1], 1)]
    four = tuple(Stretch(place + 0.0, place + 1.0, (-1) ** place) for place in range(4))
    assert "A from 0 to 1; B from 1 to 2" in costs_in_words(four, "A", "B")


@pytest.mark.parametrize(
    ("shares", "told"),
    [
        ((0.6, 0.2), "scores are off by 12.5 in 100 on average, too high."),
        ((1.0, 0.4), "scores are off by 12.5 in 100 on average, too low."),
        ((0.5, 0.4), "scores are off by 12.5 in 100 on average, neither high nor low on the whole."),
    ],
)
def test_that_scores_are_told_to_be_too_high_or_too_low(shares: tuple[float, float], told: str) -> None:
    found = Reliability((Bin(10, 0.8, shares[0]), Bin(30, 0.3, shares[1])), 0.125, 0.2)
    assert found.sentence("A") == f"A: {told}"


def test_that_a_bin_has_five_rows_and_scores_end_at_nought_and_one() -> None:
    found = reliability(Fold(np.array([0, 0, 0, 0, 1, 0, 1, 1, 1, 1]), np.linspace(0, 1, 10)))
    assert found is not None
    assert [(one.rows, one.share) for one in found.bins] == [(5, 0.2), (5, 0.8)]
    assert [one.score for one in found.bins] == pytest.approx([2 / 9, 7 / 9])
    few = reliability(Fold(np.array([0, 1, 1]), np.array([0.0, 0.5, 1.0])))
    assert few is not None
    assert ([one.rows for one in few.bins], few.brier) == ([3], pytest.approx(0.25 / 3))
    assert reliability(Fold(np.array([0, 1]), np.array([0.5, 1.5]))) is None
    assert reliability(Fold(np.array([0, 1]), np.array([-0.1, 0.5]))) is None
