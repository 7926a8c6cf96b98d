"""Boosting: library and twin agree to the last bit, and both agree with scikit-learn where bins are the same."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

from core.domain.dataset import Floats
from core.native import tree_boosting
from core.native.boosting_records import BinnedTable, BoostingOptions, Loss, bin_inputs, find_edges
from core.native.library import compiled_library
from core.native.tree_boosting import boost_trees, scores_after
from core.native.tree_boosting_twin import exponential
from core.native.tree_records import Trees

needs_library = pytest.mark.skipif(compiled_library() is None, reason="nothing could be compiled here")


@contextmanager
def without_library() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree_boosting, "compiled_library", lambda: None)
        yield


def table_of(inputs: Floats, targets: Any, loss: Loss, start: list[float]) -> tuple[BinnedTable, list[Floats]]:
    edges = find_edges(inputs)
    bins = np.empty(inputs.shape[::-1], dtype=np.uint8)
    bin_inputs(inputs, edges, bins)
    count = np.array([len(of_column) + 1 for of_column in edges], dtype=np.int32)
    return BinnedTable(bins, count, np.asarray(targets, dtype=np.float64), loss, np.array(start)), edges


def case(number: int) -> tuple[BinnedTable, list[Floats], BoostingOptions, Floats]:
    rng = np.random.default_rng(number)
    rows, width = int(rng.integers(2, 80)), int(rng.integers(1, 5))
    inputs = rng.normal(size=(rows, width)).round(number % 3)
    if number % 2:
        inputs[rng.random(inputs.shape) < 0.25] = np.nan
    loss = Loss(number % 3)
    classes = 2 if loss is Loss.TWO_CLASSES else 4
    targets = rng.normal(size=rows) if loss is Loss.SQUARED else rng.integers(0, classes, rows)
    start = rng.normal(size=4 if loss is Loss.SEVERAL_CLASSES else 1).tolist()
    table, edges = table_of(inputs, targets, loss, start)
    if number % 5 == 0:
        table = replace(table, weights=rng.exponential(size=rows) + 0.01)
    depth = int(rng.integers(1, 5))
    options = BoostingOptions(4, depth, int(rng.integers(2, 10)), int(rng.integers(1, 6)), float(rng.random()))
    return table, edges, options, np.where(rng.random((15, width)) < 0.1, np.nan, rng.normal(size=(15, width)))


@needs_library
@pytest.mark.parametrize("number", range(60))
def test_that_library_and_twin_agree_to_the_last_bit(number: int) -> None:
    table, edges, options, new = case(number)
    found = boost_trees(table, options, edges)
    scores = scores_after(found, table.start, (1, 4, 2), new)
    with without_library():
        wanted = boost_trees(table, options, edges)
        others = scores_after(wanted, table.start, (1, 4, 2), new)
    assert all(np.array_equal(getattr(found, one.name), getattr(wanted, one.name)) for one in fields(Trees))
    assert all(np.array_equal(mine, their) for mine, their in zip(scores, others, strict=True))


@needs_library
@pytest.mark.parametrize("rows", [65_535, 65_536, 140_000])
def test_that_library_and_twin_agree_where_sums_share_their_bits_with_many_rows(rows: int) -> None:
    """From 65,536 rows on hessians have fewer bits; one bin holds nearly all rows here."""
    rng = np.random.default_rng(rows)
    inputs = np.where(rng.random((rows, 2)) < 0.01, 1.0, 0.0)
    table, edges = table_of(inputs, rng.integers(0, 2, rows), Loss.TWO_CLASSES, [0.1])
    options = BoostingOptions(3, 2, 4, 20, 0.5)
    found = boost_trees(table, options, edges)
    with without_library():
        wanted = boost_trees(table, options, edges)
    assert all(np.array_equal(getattr(found, one.name), getattr(wanted, one.name)) for one in fields(Trees))


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("classes", [0, 2, 3])
def test_that_chains_are_those_of_scikit_learn_where_bins_are_the_same(
    classes: int, missing: bool, weighted: bool
) -> None:
    rng = np.random.default_rng(1)
    inputs = rng.normal(size=(300, 4)).round(2)
    signal = inputs[:, 0] + inputs[:, 1] ** 2 + rng.normal(size=300)
    inputs[rng.random(inputs.shape) < (0.1 if missing else 0.0)] = np.nan
    weights = rng.exponential(size=300) + 0.1 if weighted else None
    options = BoostingOptions(20, 3, 8, 15, 0.1)
    known: dict[str, Any] = {"max_iter": 20, "max_depth": 3, "min_samples_leaf": 15, "early_stopping": False}
    if classes:
        labels = np.digitize(signal, np.quantile(signal, np.arange(1, classes) / classes))
        other = HistGradientBoostingClassifier(**known).fit(inputs, labels, weights)
        loss = Loss.TWO_CLASSES if classes == 2 else Loss.SEVERAL_CLASSES
        table, edges = table_of(inputs, labels, loss, other._baseline_prediction.ravel().tolist())
        wanted = other.decision_function(inputs).reshape(300, -1)
    else:
        regressor = HistGradientBoostingRegressor(**known).fit(inputs, signal, weights)
        table, edges = table_of(inputs, signal, Loss.SQUARED, [float(np.average(signal, weights=weights))])
        wanted = regressor.predict(inputs)[:, None]
    table = replace(table, weights=weights)
    (found,) = scores_after(boost_trees(table, options, edges), table.start, (20,), inputs)
    np.testing.assert_allclose(found, wanted, atol=1e-5)


def test_that_the_exponential_is_that_of_numpy_to_the_last_digits() -> None:
    x = np.concatenate([np.linspace(-700, 700, 4001), np.random.default_rng(1).normal(size=1000)])
    np.testing.assert_allclose(exponential(x), np.exp(x), rtol=4e-16 * 4)


def test_that_bins_hold_about_equally_many_rows_and_respect_their_edges() -> None:
    inputs = np.random.default_rng(2).normal(size=(5000, 1)) ** 3
    (edges,) = find_edges(inputs)
    bins = np.empty((1, 5000), dtype=np.uint8)
    bin_inputs(inputs, [edges], bins)
    counts = np.bincount(bins[0])
    assert len(edges) + 1 == len(counts) == 255
    assert counts.min() >= 15
    assert counts.max() <= 25
    for last_bin in (0, 100, 253):
        np.testing.assert_array_equal(inputs[:, 0] <= edges[last_bin], bins[0] <= last_bin)


def test_that_a_table_which_contradicts_itself_is_refused() -> None:
    table, edges, options, new = case(1)
    for broken in (
        replace(table, bins=table.bins[:, :-1]),
        replace(table, bin_count=table.bin_count * 0 + 1),
        replace(table, targets=table.targets * np.nan),
        replace(table, weights=np.ones(table.rows + 1)),
    ):
        with pytest.raises(ValueError, match="contradicts"):
            boost_trees(broken, options, edges)
    with pytest.raises(ValueError, match="fewer than"):
        scores_after(boost_trees(table, options, edges), table.start, (5,), new)
