"""Whole groups are drawn anew: the spread is that of groups, not of rows."""

import numpy as np
import pytest

from core.domain.dataset import Floats, Integers
from core.routes.methods import METHODS, method
from core.routes.resample import area_figure, area_gap_figure, mean_figure, spread_of, units_of
from core.statistics.auc_intervals import placements


def area(truth: Integers, ranking: Floats) -> float:
    return float(placements(ranking[truth == 1], ranking[truth != 1])[0].mean())


def test_that_rows_without_groups_are_units_of_their_own() -> None:
    assert units_of(None, 3).tolist() == [0, 1, 2]
    assert units_of(np.array([7, 3, 7]), 3).tolist() == [1, 0, 1]


def test_that_the_spread_of_a_mean_over_rows_is_its_standard_error() -> None:
    values = np.random.default_rng(1).normal(3, 2, 400)
    spread = spread_of(mean_figure(values, units_of(None, 400)), 400, np.random.default_rng(2))
    assert spread.value == pytest.approx(values.mean())
    assert spread.se == pytest.approx(values.std(ddof=1) / 20, rel=0.06)
    assert spread.df == 399


def test_that_rows_of_a_group_that_are_copies_count_once() -> None:
    values = np.random.default_rng(1).normal(0, 1, 30)
    alone = spread_of(mean_figure(values, units_of(None, 30)), 30, np.random.default_rng(3))
    copied = np.repeat(np.arange(30), 50)
    together = spread_of(mean_figure(np.repeat(values, 50), copied), 30, np.random.default_rng(3))
    assert (together.value, together.se) == (pytest.approx(alone.value), pytest.approx(alone.se))


def test_that_the_same_generator_gives_the_same_range() -> None:
    values = np.random.default_rng(1).normal(0, 1, 50)
    figure = mean_figure(values, units_of(None, 50))
    first, second = (spread_of(figure, 50, np.random.default_rng(9)).interval(0.95) for _ in range(2))
    assert first == second


def test_that_nothing_that_varies_has_no_range() -> None:
    spread = spread_of(mean_figure(np.full(20, 0.1), units_of(None, 20)), 20, np.random.default_rng(1))
    assert spread.is_flat
    assert (spread.interval(0.95), spread.p) == (None, None)


def test_that_the_area_taken_apart_spreads_like_the_area_drawn_row_by_row() -> None:
    random = np.random.default_rng(4)
    groups = np.repeat(np.arange(40), 10)
    truth = random.integers(0, 2, 400)
    ranking = truth + random.normal(0, 1, 400) + np.repeat(random.normal(0, 0.7, 40), 10)
    found = spread_of(area_figure(truth, ranking, groups), 40, np.random.default_rng(5))
    drawn = []
    for _ in range(400):
        rows = np.concatenate([np.arange(10) + 10 * group for group in random.integers(0, 40, 40)])
        drawn.append(area(truth[rows], ranking[rows]))
    assert found.value == pytest.approx(area(truth, ranking))
    assert found.se == pytest.approx(np.std(drawn, ddof=1), rel=0.15)


def test_that_a_model_has_no_gap_to_itself() -> None:
    random = np.random.default_rng(6)
    truth, ranking = random.integers(0, 2, 100), random.normal(0, 1, 100)
    spread = spread_of(area_gap_figure(truth, ranking, ranking, units_of(None, 100)), 100, random)
    assert (spread.value, spread.is_flat) == (0.0, True)


def test_that_every_method_has_its_words() -> None:
    assert [method(row.key) for row in METHODS] == list(METHODS)
    assert all(row.title and row.note.endswith(".") and row.source for row in METHODS)


def test_that_few_units_spread_as_much_as_their_standard_error() -> None:
    values = np.array([0.0, 1.0, 5.0])
    spread = spread_of(mean_figure(values, units_of(None, 3)), 3, np.random.default_rng(2))
    assert spread.se == pytest.approx(values.std(ddof=1) / np.sqrt(3), rel=0.06)
    two = spread_of(mean_figure(values[:2], units_of(None, 2)), 2, np.random.default_rng(2))
    assert (two.is_flat, two.df) == (False, 1)
    assert spread_of(mean_figure(values[:1], units_of(None, 1)), 1, np.random.default_rng(2)).is_flat
