"""Accumulated effects: curves of linear steps, centered over the rows, with a band from the fold models."""

import numpy as np
import pytest

from core.insight.effect_grid import build_effect_edges, choose_effect_rows, find_empty_steps
from core.insight.local_effects import accumulate_effect, compare_levels
from tests.insight.test_input_groups import make_data


def test_that_steps_add_up_to_the_curve_and_its_mean_over_the_rows_is_0() -> None:
    edges, values = np.array([0.0, 1.0, 2.0]), np.array([0.5, 0.5, 0.5, 1.5])
    effect, low, high = accumulate_effect(np.array([[2.0, 4.0]] * 20), values, edges, 10)
    assert np.diff(effect) == pytest.approx([2.0, 4.0])
    assert (effect[0] + effect[1]) / 2 * 3 + (effect[1] + effect[2]) / 2 == pytest.approx(0.0)
    assert low == pytest.approx(effect)
    assert high == pytest.approx(effect)


def test_that_the_band_grows_with_the_spread_of_the_fold_models() -> None:
    random = np.random.default_rng(1)
    steps = 1.0 + random.normal(0, 0.1, (100, 3))
    edges, values = np.arange(4.0), np.array([0.5, 1.5, 2.5])
    effect, low, high = accumulate_effect(steps, values, edges, 10)
    assert np.all(low < effect)
    assert np.all(effect < high)
    _, narrow, wide = accumulate_effect(1.0 + (steps - 1.0) / 10, values, edges, 10)
    assert np.max(wide - narrow) == pytest.approx(np.max(high - low) / 10)


def test_that_levels_are_compared_with_the_mean_over_the_rows() -> None:
    effect, _, _ = compare_levels(np.array([[0.0, 4.0]] * 12), np.array([3.0, 1.0]), 10)
    assert effect == pytest.approx([-1.0, 3.0])


def test_that_few_values_are_their_own_edges_and_wide_gaps_are_marked() -> None:
    random = np.random.default_rng(2)
    apart = np.concatenate([random.random(100), 10 + random.random(100)])
    data = make_data(np.column_stack([np.tile([1.0, 2.0, 5.0, 9.0], 50), apart]))
    few, gap = build_effect_edges(data)
    assert few.tolist() == [1.0, 2.0, 5.0, 9.0]
    assert not any(find_empty_steps(few)[:1])
    empty = find_empty_steps(gap)
    assert sum(empty) == 1
    place = empty.index(True)
    assert gap[place] < 1.01
    assert gap[place + 1] >= 10


def test_that_effect_rows_are_few_and_spread_over_the_table() -> None:
    rows = choose_effect_rows(make_data(np.zeros((5000, 2))))
    assert (len(rows), rows[0], rows[-1]) == (200, 0, 4999)
    assert len(choose_effect_rows(make_data(np.zeros((50, 2))))) == 50
