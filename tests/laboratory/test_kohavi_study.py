"""Kohavi's study: samples, truth from the other rows, bias and spread; and the learning curve."""

from dataclasses import replace

import numpy as np
import pytest

from core.data.prepare import prepare_dataset
from core.data.sample.literature_tables import make_no_information
from core.domain.dataset import Dataset
from core.domain.study import Columns
from core.laboratory.demo_runner import Progress, run_to_end
from core.laboratory.kohavi_results import HEADINGS, SERIES, Curve, CurvePoint, KohaviResult
from core.laboratory.kohavi_study import (
    KohaviPlan,
    choose_curve_sizes,
    draw_sample,
    measure_learning_curve,
    run_kohavi_study,
    run_kohavi_study_with_curve,
)
from core.support.errors import StudyError
from tests.laboratory.inline import shop, study_of
from tests.schemes.datasets import classes, numbers, uneven_groups

DATA = classes(300)
PLAN = KohaviPlan(40, draws=8, folds=(2, 5), bootstraps=(1, 5))


def found_on(data: Dataset, key: str, plan: KohaviPlan = PLAN, measure: str = "error") -> KohaviResult:
    study = study_of(data, key, measure=measure)
    found = run_to_end(run_kohavi_study(shop(), study, data, study.candidates[0], plan, 1))
    assert found is not None
    return found


def test_that_every_series_has_its_points() -> None:
    found = found_on(DATA, "lda")
    assert {(point.series, point.x) for point in found.points} == {
        *((series, k) for series in ("folds", "stratified") for k in (2, 5)),
        *((series, b) for series in ("632", "e0") for b in (1, 5)),
    }
    assert {series.key for series in SERIES} == {point.series for point in found.points}
    assert all(len(row) == len(HEADINGS) for row in found.table())
    assert found.failed == 0


def test_that_the_truth_is_near_that_of_a_large_test_set() -> None:
    found = found_on(DATA, "lda")
    assert found.truth is not None
    assert 0.1 < found.truth < 0.3
    assert found.truth_spread is not None


def test_that_the_bias_is_the_mean_estimate_minus_the_truth() -> None:
    found = found_on(DATA, "lda")
    assert found.truth is not None
    for point in found.points:
        assert point.bias == pytest.approx(point.mean - found.truth)
        assert point.bias_error > 0


def test_that_a_memoriser_on_coins_makes_the_bootstrap_optimistic() -> None:
    coins = prepare_dataset(make_no_information(300, np.random.default_rng(2)), Columns(target=("class",)))
    found = found_on(coins, "memoriser", KohaviPlan(60, draws=10, folds=(10,), bootstraps=(10,)))
    mixed, folds = found.point("632", 10), found.point("folds", 10)
    assert mixed is not None
    assert folds is not None
    assert mixed.bias == pytest.approx(-0.184, abs=0.04)
    assert abs(folds.bias) < 0.08
    assert "−1" in found.sentence("Memoriser")


def test_that_leaving_one_out_is_as_many_folds_as_rows() -> None:
    plan = KohaviPlan(20, draws=2, folds=(2, 50), bootstraps=(), leave_one_out=True)
    assert plan.all_folds == (2, 20)
    assert found_on(DATA, "majority", plan).point("folds", 20) is not None


def test_that_two_rows_left_out_are_as_many_folds_as_half_the_rows() -> None:
    """His figures call it -2: of 20 rows ten folds, of 21 rows also ten; -5 leaves four folds."""
    left_out = KohaviPlan(20, draws=3, folds=(-2, -5), bootstraps=())
    counted = KohaviPlan(20, draws=3, folds=(10, 4), bootstraps=())
    assert [left_out.count_folds(k) for k in left_out.all_folds] == [10, 4]
    assert left_out.trainings == counted.trainings
    ours, theirs = found_on(DATA, "lda", left_out), found_on(DATA, "lda", counted)
    for series in ("folds", "stratified"):
        for k, folds in ((-2, 10), (-5, 4)):
            mine, same = ours.point(series, k), theirs.point(series, folds)
            assert mine is not None
            assert same is not None
            assert (mine.mean, mine.spread) == (same.mean, same.spread)


def test_that_the_truth_is_the_mean_error_on_the_rows_outside_of_many_samples() -> None:
    """Of guessing the most frequent class, counted with numpy: 30 samples although estimates are made on 4."""
    plan = KohaviPlan(40, draws=4, folds=(2,), bootstraps=(), truths=30)
    labels = DATA.labels.astype(int)
    wrong = []
    for draw in range(30):
        rows = draw_sample(DATA.size, 40, 1, draw)
        others = np.setdiff1d(np.arange(DATA.size), rows)
        guess = np.bincount(labels[rows]).argmax()
        wrong.append(np.mean(labels[others] != guess))
    assert plan.more_truths == 26
    assert found_on(DATA, "majority", plan).truth == pytest.approx(np.mean(wrong))


def test_that_the_trainings_are_foretold() -> None:
    study, seen = study_of(DATA, "majority"), list[Progress]()
    run_to_end(run_kohavi_study(shop(), study, DATA, study.candidates[0], PLAN, 1), seen.append)
    assert seen[-1].done == seen[-1].total == PLAN.trainings


def test_that_numbers_and_groups_can_be_studied_too() -> None:
    data = numbers(120, groups=uneven_groups(120, 20))
    found = found_on(data, "linear", KohaviPlan(30, 4, (2,), (2,)), measure="mae")
    assert found.measure == "mae"
    assert len(found.points) == 4


def test_that_impossible_sizes_are_told() -> None:
    for size in (10, 290):
        with pytest.raises(StudyError, match="cannot be drawn"):
            found_on(DATA, "lda", replace(PLAN, size=size))
    with pytest.raises(StudyError, match="waveform"):
        found_on(classes(30), "lda", replace(PLAN, size=20))


def test_that_the_same_seed_gives_the_same_points() -> None:
    assert found_on(DATA, "lda") == found_on(DATA, "lda")


def test_that_the_learning_curve_falls() -> None:
    study = study_of(DATA, "naive-bayes")
    curve = run_to_end(measure_learning_curve(shop(), study, DATA, study.candidates[0], 1, draws=6))
    assert curve is not None
    assert [size for size, *_ in curve.known] == list(choose_curve_sizes(300))
    assert curve.known[-1][1] <= curve.known[0][1]
    assert len(curve.table()) == len(curve.known)
    assert "with 20 rows" in curve.sentence("NB")


def test_that_sizes_rise_and_leave_rows_for_the_truth() -> None:
    sizes = choose_curve_sizes(90)
    assert list(sizes) == sorted(set(sizes))
    assert sizes[0] == 20
    assert sizes[-1] <= 70
    with pytest.raises(StudyError):
        choose_curve_sizes(30)


def test_that_a_curve_without_points_says_so() -> None:
    assert "too few" in Curve("error", (CurvePoint(20, None, None),)).sentence("A")
    empty = KohaviResult("d", "error", 20, 100, 5, None, None, (), 5)
    assert "no training" in empty.sentence("A")


def test_that_progress_of_study_and_curve_runs_once_to_its_end() -> None:
    study, told = study_of(DATA, "lda"), list[Progress]()
    found = run_to_end(run_kohavi_study_with_curve(shop(), study, DATA, study.candidates[0], PLAN, 1), told.append)
    assert found is not None
    done = [progress.done for progress in told]
    assert done == sorted(done)
    assert {progress.total for progress in told} == {done[-1]}
