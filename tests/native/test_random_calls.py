"""Random tables, odd cells and extreme options through every compiled function; `fuzz.sh` runs it under sanitizers."""

import os

import numpy as np
import pytest

from core.native.boosting_records import BoostingOptions
from core.native.library import compiled_library
from core.native.tree_boosting import boost_trees, scores_after
from core.native.tree_growing import average_answers, average_left_out_answers, find_leaves, grow_trees
from core.native.tree_pruning import find_collapse_points, find_resting_nodes
from core.native.tree_records import GrowingOptions, PrunableTree, View
from core.native.tree_table import rank_columns, table_of_classes, table_of_numbers
from tests.native.test_tree_boosting import case as boosting_case

ROUNDS = int(os.environ.get("EVENFOLD_FUZZ_ROUNDS", "40"))
ODD_CELLS = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1e308, -1e308, 5e-324, 1.0])


@pytest.mark.skipif(compiled_library() is None, reason="nothing could be compiled here")
@pytest.mark.parametrize("number", range(ROUNDS))
def test_that_no_table_makes_compiled_code_leave_its_memory(number: int) -> None:
    """Nothing is asserted but that all answers are of the right shape; the sanitizers watch the rest."""
    rng = np.random.default_rng(1000 + number)
    rows, width = int(rng.integers(1, 700)), int(rng.integers(1, 12))
    inputs = rng.normal(size=(rows, width)).round(int(rng.integers(0, 5)))
    odd = rng.random(inputs.shape) < rng.random() * 0.5
    inputs[odd] = rng.choice(ODD_CELLS, int(odd.sum()))
    inputs = np.asfortranarray(inputs) if number % 2 else inputs
    weights = rng.random(rows) * 10.0 ** rng.integers(-5, 6) + 1e-6 if number % 3 == 0 else None
    groups = rng.integers(0, max(rows // 5, 1), rows) if number % 4 == 0 else None
    columns = rank_columns(inputs)
    if rng.random() < 0.5:
        classes = int(rng.integers(1, 12))
        table = table_of_classes(columns, rng.integers(0, classes, rows), classes, weights, groups)
    else:
        scale = 10.0 ** rng.integers(-200, 200)
        table = table_of_numbers(columns, rng.normal(size=(rows, int(rng.integers(1, 4)))) * scale, weights, groups)
    options = GrowingOptions(
        seed=int(rng.integers(0, 2**63)),
        columns_tried=int(rng.integers(1, 2 * width + 1)),
        smallest_child=int(rng.integers(1, rows + 2)) if number % 5 == 0 else 1,
        draws_sample=bool(rng.integers(0, 2)),
        random_cuts=bool(rng.integers(0, 2)),
        with_cost=True,
    )
    trees = grow_trees(table, options, 4)
    views = (View(4, 1), View(1, 5), View(3, rows + 5))
    assert average_answers(trees, inputs, views).shape == (3, rows, table.answers)
    left_out, answered = average_left_out_answers(trees, table, options.seed, inputs, views)
    assert left_out.shape[1] == answered.sum()
    for tree in range(4):
        nodes = slice(int(trees.starts[tree]), int(trees.starts[tree + 1]))
        one = PrunableTree(trees.column[nodes], trees.right[nodes], trees.cost[nodes])
        points = find_collapse_points(one)
        assert find_resting_nodes(one, np.append(points, 0.0)).shape == (len(points) + 1, nodes.stop - nodes.start)
        assert find_leaves(trees, tree, inputs).max() < nodes.stop - nodes.start


@pytest.mark.skipif(compiled_library() is None, reason="nothing could be compiled here")
@pytest.mark.parametrize("number", range(ROUNDS))
def test_that_no_binned_table_makes_compiled_code_leave_its_memory(number: int) -> None:
    table, edges, _, new = boosting_case(5000 + number)
    rng = np.random.default_rng(number)
    options = BoostingOptions(6, int(rng.integers(1, 21)), int(rng.integers(1, 32)), int(rng.integers(1, 30)), 1.0)
    trees = boost_trees(table, options, edges)
    assert np.isfinite(scores_after(trees, table.start, (6, 1), new)[0]).all()
