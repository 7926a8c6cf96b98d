"""The compiled grower and its twin agree to the last bit, and what they give is what it should be."""

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from core.native import library, tree_growing
from core.native.library import STOP, compiled_library, stop_compiled_work
from core.native.tree_growing import average_answers, average_left_out_answers, find_leaves, grow_trees
from core.native.tree_growing_twin import draw_units, seed_of_tree
from core.native.tree_records import GrowingOptions, Trees, View
from core.native.tree_table import MISSING, rank_columns, table_of_classes, table_of_numbers
from core.support.errors import EngineError
from tests.native.tables import Case, case

VIEWS = (View(3, 1), View(2, 5), View(3, 20))
needs_library = pytest.mark.skipif(compiled_library() is None, reason="nothing could be compiled here")


@contextmanager
def without_library() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree_growing, "compiled_library", lambda: None)
        yield


def same(first: Trees, second: Trees) -> bool:
    return all(np.array_equal(getattr(first, one.name), getattr(second, one.name)) for one in fields(Trees))


def everything(one: Case) -> tuple[Trees, list[Any]]:
    trees = grow_trees(one.table, one.options, 3)
    left_out = average_left_out_answers(trees, one.table, one.options.seed, one.inputs, VIEWS)
    return trees, [
        average_answers(trees, one.new, VIEWS),
        *left_out,
        *(find_leaves(trees, tree, one.new) for tree in range(3)),
    ]


@needs_library
@pytest.mark.parametrize("number", range(105))
def test_that_library_and_twin_agree_to_the_last_bit(number: int) -> None:
    one = case(number)
    trees, answers = everything(one)
    with without_library():
        others, wanted = everything(one)
    assert same(trees, others)
    assert all(np.array_equal(mine, their) for mine, their in zip(answers, wanted, strict=True))


@needs_library
@pytest.mark.parametrize("number", [1, 2])
def test_that_they_agree_where_columns_are_sorted_by_digits(number: int) -> None:
    one = case(number, most_rows=3)
    rng = np.random.default_rng(number)
    inputs = rng.normal(size=(1500, 2))
    table = table_of_classes(rank_columns(inputs), rng.integers(0, 3, 1500), 3)
    large = replace(one, inputs=inputs, table=table, options=GrowingOptions(5, 2, 300, 600), new=inputs[:5])
    trees, answers = everything(large)
    with without_library():
        others, wanted = everything(large)
    assert same(trees, others)
    assert np.array_equal(answers[0], wanted[0])


@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("is_classes", [True, False])
def test_that_one_tree_of_all_inputs_is_that_of_scikit_learn(is_classes: bool, missing: bool) -> None:
    """Leaves of 30 rows, so that no two questions are equally good."""
    rng = np.random.default_rng(3)
    inputs = rng.normal(size=(300, 4)).astype(np.float32).astype(np.float64)
    signal = inputs[:, 0] + np.abs(inputs[:, 1]) + rng.normal(size=300)
    inputs[rng.random(inputs.shape) < (0.15 if missing else 0.0)] = np.nan
    columns, options = rank_columns(inputs), GrowingOptions(1, 4, smallest_child=30, smallest_parent=60, with_cost=True)
    if is_classes:
        labels = (signal > np.median(signal)).astype(np.int64) + (signal > 2)
        trees = grow_trees(table_of_classes(columns, labels, 3), options, 1)
        other = DecisionTreeClassifier(min_samples_leaf=30, random_state=0).fit(inputs, labels)
        wanted = other.predict_proba(inputs)
    else:
        trees = grow_trees(table_of_numbers(columns, signal[:, None]), options, 1)
        other = DecisionTreeRegressor(min_samples_leaf=30, random_state=0).fit(inputs, signal)
        wanted = other.predict(inputs)[:, None]
    assert np.array_equal(trees.column, np.where(other.tree_.feature < 0, -1, other.tree_.feature))
    np.testing.assert_array_equal(trees.size, other.tree_.n_node_samples)
    np.testing.assert_allclose(average_answers(trees, inputs, (View(1, 1),))[0], wanted, rtol=1e-12)
    np.testing.assert_allclose(trees.cost, other.tree_.impurity * other.tree_.n_node_samples, atol=1e-9)


def test_that_rows_drawn_twice_count_as_two_and_weights_as_rows() -> None:
    rng = np.random.default_rng(4)
    inputs, labels = rng.normal(size=(60, 3)), rng.integers(0, 2, 60)
    often = rng.integers(1, 4, 60)
    options = GrowingOptions(1, 3, smallest_child=1, smallest_parent=10**6)
    weighted = grow_trees(table_of_classes(rank_columns(inputs), labels, 2, often.astype(float)), options, 1)
    repeated = np.repeat(np.arange(60), often)
    plain = grow_trees(table_of_classes(rank_columns(inputs[repeated]), labels[repeated], 2), options, 1)
    np.testing.assert_array_equal(weighted.value[0], plain.value[0])


def test_that_a_left_out_row_is_answered_only_by_trees_that_did_not_see_it() -> None:
    """With answers that are all different, a tree to the last row repeats every row it saw."""
    rng = np.random.default_rng(5)
    inputs = rng.normal(size=(40, 2))
    table = table_of_numbers(rank_columns(inputs), np.arange(40.0)[:, None])
    trees = grow_trees(table, GrowingOptions(9, 2, draws_sample=True), 1)
    seen = draw_units(seed_of_tree(9, 0), 40) > 0
    found, answered = average_left_out_answers(trees, table, 9, inputs, (View(1, 1),))
    assert np.array_equal(answered, ~seen)
    mine = average_answers(trees, inputs, (View(1, 1),))[0, :, 0]
    np.testing.assert_allclose(mine[seen], np.arange(40.0)[seen], rtol=1e-9)
    np.testing.assert_array_equal(found[0, :, 0], mine[~seen])


def test_that_rows_of_a_group_are_drawn_together() -> None:
    rng = np.random.default_rng(6)
    inputs, groups = rng.normal(size=(60, 3)), np.repeat(np.arange(12), 5)
    table = table_of_classes(rank_columns(inputs), rng.integers(0, 2, 60), 2, groups=groups)
    trees = grow_trees(table, GrowingOptions(3, 1, draws_sample=True), 1)
    _, answered = average_left_out_answers(trees, table, 3, inputs, (View(1, 1),))
    assert 0 < answered.sum() < 60
    assert all(len(set(answered[groups == group])) == 1 for group in range(12))
    assert trees.size[0] == (~answered).sum()


def test_that_a_row_rests_at_the_deepest_node_with_enough_rows() -> None:
    rng = np.random.default_rng(7)
    inputs, labels = rng.normal(size=(120, 2)), rng.integers(0, 2, 120)
    table = table_of_classes(rank_columns(inputs), labels, 2)
    whole = grow_trees(table, GrowingOptions(1, 2), 1)
    for leaf in (1, 7, 30, 121):
        found = average_answers(whole, inputs, (View(1, leaf),))[0]
        stopped = grow_trees(table, GrowingOptions(1, 2, smallest_parent=leaf), 1)
        np.testing.assert_array_equal(found, average_answers(stopped, inputs, (View(1, leaf),))[0])
        assert all(_rests_well(whole, inputs[row], found[row], leaf) for row in range(0, 120, 7))


def _rests_well(trees: Trees, row: Any, answer: Any, leaf: int) -> bool:
    """Walks by hand from the root."""
    node = rest = 0
    while trees.column[node] >= 0:
        node = node + 1 if row[trees.column[node]] <= trees.threshold[node] else int(trees.right[node])
        rest = node if trees.size[node] >= leaf else rest
    return np.array_equal(trees.value[rest], answer)


def test_that_more_trees_do_not_change_the_first_ones() -> None:
    one = case(2)
    few, many = grow_trees(one.table, one.options, 2), grow_trees(one.table, one.options, 5)
    assert np.array_equal(few.threshold, many.threshold[: len(few.threshold)])
    assert np.array_equal(
        average_answers(few, one.new, (View(2, 3),)), average_answers(many, one.new, (View(2, 3), View(5, 3)))[:1]
    )


@pytest.mark.parametrize("number", [1, 2, 6])
def test_that_given_samples_are_used_as_they_are(number: int) -> None:
    one = case(number)
    options = replace(one.options, draws_sample=True)
    drawn = [draw_units(seed_of_tree(options.seed, tree), one.table.units) for tree in range(3)]
    samples = np.array(drawn, dtype=np.int32)
    given = replace(options, draws_sample=False)
    assert same(grow_trees(one.table, given, 3, samples), grow_trees(one.table, options, 3))
    with without_library():
        assert same(grow_trees(one.table, given, 3, samples), grow_trees(one.table, options, 3))
    for wrong in (samples[:2], samples * 0, samples - 1, samples * 2):
        with pytest.raises(ValueError, match="do not fit"):
            grow_trees(one.table, given, 3, wrong)


def test_that_random_cuts_lie_between_the_values_of_the_node() -> None:
    rng = np.random.default_rng(8)
    inputs = rng.normal(size=(80, 3))
    table = table_of_classes(rank_columns(inputs), rng.integers(0, 2, 80), 2)
    trees = grow_trees(table, GrowingOptions(2, 2, random_cuts=True), 5)
    asked = trees.column >= 0
    low, high = inputs.min(axis=0)[trees.column[asked]], inputs.max(axis=0)[trees.column[asked]]
    assert ((trees.threshold[asked] >= low) & (trees.threshold[asked] < high)).all()
    assert not np.isin(trees.threshold[asked], inputs).all()


def test_that_missing_cells_alone_can_be_the_answer() -> None:
    inputs = np.array([[1.0], [np.nan], [1.0], [np.nan]])
    table = table_of_classes(rank_columns(inputs), np.array([0, 1, 0, 1]), 2)
    trees = grow_trees(table, GrowingOptions(1, 1), 1)
    assert np.array_equal(average_answers(trees, inputs, (View(1, 1),))[0, :, 1], [0, 1, 0, 1])
    assert trees.threshold[0] == np.inf


def test_that_ranks_follow_the_values_and_name_missing_cells() -> None:
    found = rank_columns(np.array([[3.0, np.nan], [1.0, -0.0], [3.0, 0.0], [np.inf, np.nan]]))
    assert found.ranks.tolist() == [[1, 0, 1, 2], [MISSING, 0, 0, MISSING]]
    assert found.values.tolist() == [1.0, 3.0, np.inf, 0.0]
    assert found.starts.tolist() == [0, 3, 4]


@pytest.mark.parametrize(
    ("labels", "classes"), [(np.array([0, 1]), 2), (np.array([0, 1, 2]), 2), (np.array([0, -1, 1]), 2)]
)
def test_that_labels_which_do_not_fit_are_refused(labels: Any, classes: int) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        table_of_classes(rank_columns(np.zeros((3, 1))), labels, classes)


def test_that_a_table_which_contradicts_itself_never_reaches_compiled_code() -> None:
    table = case(1).table
    columns = table.columns
    broken = (
        replace(table, columns=replace(columns, ranks=columns.ranks + np.uint32(500))),
        replace(table, columns=replace(columns, starts=columns.starts[:-1])),
        replace(table, unit_of=table.unit_of[:-1]),
        replace(table, units=1),
        replace(table, weights=table.weights * 0),
        replace(table, answers=table.answers + 1),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree_growing, "compiled_library", lambda: ctypes.CDLL(None))
        for one in broken:
            with pytest.raises(ValueError):
                grow_trees(one, GrowingOptions(1, 1), 1)


def test_that_inputs_without_a_column_the_trees_ask_about_are_refused() -> None:
    one = case(4)
    trees = grow_trees(one.table, one.options, 1)
    if trees.column.max() < 0:
        pytest.fail("the case must ask a question")
    with pytest.raises(ValueError, match="lack columns"):
        average_answers(trees, one.new[:, : int(trees.column.max())], (View(1, 1),))
    with pytest.raises(ValueError, match="cannot be read"):
        average_answers(trees, one.new, (View(2, 1),))


def test_that_trees_grown_in_several_portions_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    one = case(8)
    whole = grow_trees(one.table, one.options, 6)
    monkeypatch.setattr(tree_growing, "MOST_NODES_AT_ONCE", 1)
    assert same(whole, grow_trees(one.table, one.options, 6))


@needs_library
def test_that_running_work_can_be_stopped_from_another_thread() -> None:
    """The growing could last for hours; the flag is raised as soon as it has been lowered for it."""
    rng = np.random.default_rng(1)
    table = table_of_numbers(rank_columns(rng.normal(size=(20_000, 30))), rng.normal(size=(20_000, 1)))
    lowered = threading.Event()

    def raise_flag() -> None:
        lowered.wait()
        stop_compiled_work()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree_growing, "allow_compiled_work", lambda: (library.allow_compiled_work(), lowered.set()))  # type: ignore[func-returns-value]
        thread = threading.Thread(target=raise_flag)
        thread.start()
        with pytest.raises(EngineError, match="stopped"):
            grow_trees(table, GrowingOptions(1, 30, draws_sample=True), 5000)
        thread.join()
    assert STOP[0] == 1
    assert grow_trees(case(1).table, GrowingOptions(1, 1), 1).count == 1
