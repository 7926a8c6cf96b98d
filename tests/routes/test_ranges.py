"""Ranges on one set of rows: the formula of each measure, and why there is none."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.dataset import Floats
from core.domain.evidence import MAIN, FitResult, Job
from core.routes.ranges import Range, Rows, gap_range, level_range
from core.statistics.auc_intervals import delong
from core.statistics.measures import Context
from core.statistics.share_intervals import wilson
from core.statistics.t_tests import one_sample_t, paired_t
from tests.judge.worlds import class_data, number_data, wrong_on

CLASSES, NUMBERS = class_data(40), number_data(40)
RANDOM = np.random.default_rng(3)


def answered(predicted: Floats, scores: Floats | None = None) -> FitResult:
    return FitResult(Job(MAIN, 0, 0, "model"), np.arange(len(predicted)), predicted, scores)


def scored(ranking: Floats) -> FitResult:
    return answered(CLASSES.targets, np.column_stack([1 - ranking, ranking]))


def rows_of(numbers: bool = False, groups: int = 0) -> Rows:
    data = NUMBERS if numbers else CLASSES
    return Rows(data, Context(2, 1), np.arange(40) % groups if groups else None)


def gap(rows: Rows, first: FitResult, second: FitResult, measure: str) -> Range:
    return gap_range(rows, first, second, measure, 0, 0.95, np.random.default_rng(1))


def test_that_misses_are_compared_row_by_row() -> None:
    first, second = (answered(NUMBERS.targets + RANDOM.normal(0, size, (40, 1))) for size in (0.5, 1.0))
    found = gap(rows_of(numbers=True), first, second, "mae")
    ours, theirs = (np.abs(one.predicted - NUMBERS.targets)[:, 0] for one in (first, second))
    expected = paired_t(-ours, -theirs, 0.95)
    assert found.interval is not None
    assert (found.effect, found.p, found.df) == (
        pytest.approx(float(np.mean(theirs - ours))),
        pytest.approx(expected.p),
        39,
    )
    assert (found.interval.low, found.interval.high) == pytest.approx((expected.low, expected.high))


def test_that_rows_that_all_show_the_same_gap_have_no_range() -> None:
    first, second = answered(NUMBERS.targets + 1.0), answered(NUMBERS.targets + 2.0)
    found = gap(rows_of(numbers=True), first, second, "mae")
    assert (found.effect, found.interval, found.reason) == (pytest.approx(1.0), None, "all rows show the same gap")
    grouped = gap(rows_of(numbers=True, groups=8), first, second, "mae")
    assert (grouped.interval, grouped.reason) == (None, "all groups show the same gap")
    one = gap(rows_of(numbers=True, groups=1), first, second, "mae")
    assert (one.interval, one.reason) == (None, "there is one group only")


def test_that_a_measure_without_values_and_an_area_without_scores_say_so() -> None:
    zero = Rows(replace(NUMBERS, targets=np.zeros((40, 1))), Context(2, 1), None)
    nothing = gap(zero, answered(np.ones((40, 1))), answered(np.ones((40, 1))), "relative")
    assert (nothing.effect, nothing.reason) == (None, "this measure has no value on these rows")
    half = gap(rows_of(), answered(CLASSES.targets), scored(RANDOM.random(40)), "auc")
    assert half.reason == "AUC needs scores of both models and two classes"
    perfect = scored(CLASSES.targets[:, 0])
    level = gap(rows_of(), perfect, perfect, "auc")
    assert (level.effect, level.reason) == (0.0, "the AUCs have no spread on these rows")


def test_that_one_model_has_the_range_of_its_measure() -> None:
    wrong, ranking = answered(wrong_on(CLASSES, range(6))), RANDOM.random(40)
    missed = answered(NUMBERS.targets + RANDOM.normal(0, 1, (40, 1)))

    def level(rows: Rows, outcome: FitResult, measure: str) -> tuple[float, float, str]:
        found = level_range(rows, outcome, measure, 0, 0.95, np.random.default_rng(1))
        assert found is not None
        return found.low, found.high, found.method

    share, area = wilson(6, 40, 0.95), delong((CLASSES.targets[:, 0] == 1).astype(np.int64), ranking, 0.95)
    mean = one_sample_t(np.abs(missed.predicted - NUMBERS.targets)[:, 0], 0.95)
    assert level(rows_of(), wrong, "error") == (share.low, share.high, "wilson")
    assert level(rows_of(), scored(ranking), "auc") == (area.low, area.high, "delong")
    assert level(rows_of(numbers=True), missed, "mae") == (mean.low, mean.high, "t-mean")
    assert level_range(rows_of(), wrong, "auc", 0, 0.95, RANDOM) is None
    assert level_range(rows_of(), scored(CLASSES.targets[:, 0]), "auc", 0, 0.95, RANDOM) is None


def test_that_groups_never_narrow_the_range_of_one_model() -> None:
    wrong = answered(wrong_on(CLASSES, list(range(0, 40, 8)) + list(range(1, 40, 8))))  # all in two groups of eight
    plain = level_range(rows_of(), wrong, "error", 0, 0.95, np.random.default_rng(1))
    grouped = level_range(rows_of(groups=8), wrong, "error", 0, 0.95, np.random.default_rng(1))
    assert plain is not None
    assert grouped is not None
    assert 0 <= grouped.low <= plain.low
    assert plain.high <= grouped.high <= 1
    assert grouped.high - grouped.low > plain.high - plain.low
