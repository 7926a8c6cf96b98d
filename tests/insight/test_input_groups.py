"""Inputs that move together form groups; chains of them are one group."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.dataset import Dataset, Floats, Kind
from core.insight.input_groups import compute_cramers_v, group_inputs
from tests.judge.worlds import number_data


def make_data(inputs: Floats, kinds: tuple[Kind, ...] | None = None) -> Dataset:
    columns = inputs.shape[1]
    return replace(
        number_data(len(inputs)),
        inputs=inputs,
        kinds=kinds or (Kind.NUMBER,) * columns,
        features=tuple("abcdefgh"[:columns]),
        levels=((),) * columns,
    )


def test_that_copies_are_grouped_whatever_their_scale_and_direction() -> None:
    random = np.random.default_rng(1)
    a, b = random.normal(size=(2, 200))
    found = group_inputs(make_data(np.column_stack([a, b, -np.exp(a)])))
    assert found.groups == ((0, 2), (1,))
    assert found.joined == ((0, 2),)
    assert found.related[0].strength == pytest.approx(1.0)


def test_that_a_chain_of_close_inputs_is_one_group_and_looser_pairs_are_only_named() -> None:
    random = np.random.default_rng(2)
    a = random.normal(size=2000)
    b, c = a + 0.35 * random.normal(size=2000), a + 0.7 * random.normal(size=2000)
    d = b + 0.35 * random.normal(size=2000)
    found = group_inputs(make_data(np.column_stack([a, b, c, d])))
    assert found.groups == ((0, 1, 3), (2,))
    assert {(pair.first, pair.second) for pair in found.related if 2 in (pair.first, pair.second)} >= {(0, 2)}


def test_that_categories_are_compared_by_cramers_v() -> None:
    random = np.random.default_rng(3)
    codes = random.integers(0, 3, 300)
    assert compute_cramers_v(codes, (codes + 1) % 3) == pytest.approx(1.0)
    assert compute_cramers_v(codes, random.integers(0, 3, 300)) < 0.2
    assert compute_cramers_v(codes, np.zeros(300, dtype=np.int64)) == 0.0
    inputs = np.column_stack([codes, (codes + 1) % 3, random.integers(0, 3, 300)]).astype(np.float64)
    assert group_inputs(make_data(inputs, (Kind.NAMES,) * 3)).groups == ((0, 1), (2,))


def test_that_missing_values_and_constant_columns_join_nothing() -> None:
    random = np.random.default_rng(4)
    a = random.normal(size=100)
    holes = np.where(random.random(100) < 0.9, np.nan, a)
    assert group_inputs(make_data(np.column_stack([a, holes, np.ones(100)]))).groups == ((0,), (1,), (2,))
