"""Cost-complexity pruning: library and twin agree to the last bit, and both agree with scikit-learn."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from core.algorithms.pruning import prunable_tree, strengths_to_try
from core.domain.dataset import Task
from core.native import tree_pruning
from core.native.library import compiled_library
from core.native.tree_growing import grow_trees
from core.native.tree_pruning import find_collapse_points, find_resting_nodes
from core.native.tree_records import GrowingOptions, PrunableTree
from tests.algorithms.examples import numbers_only
from tests.native.tables import case

needs_library = pytest.mark.skipif(compiled_library() is None, reason="nothing could be compiled here")


@contextmanager
def without_library() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree_pruning, "compiled_library", lambda: None)
        yield


def of_scikit_learn(estimator: Any) -> PrunableTree:
    tree = estimator.tree_
    cost = tree.impurity * tree.weighted_n_node_samples / tree.weighted_n_node_samples[0]
    return PrunableTree(tree.feature.astype(np.int32), tree.children_right.astype(np.int32), cost)


def examples() -> list[tuple[Any, Any, Any]]:
    classes, numbers = numbers_only(Task.CLASSES, rows=120), numbers_only(Task.NUMBERS, rows=80)
    return [
        (DecisionTreeClassifier, classes.inputs, classes.targets[:, 0].astype(np.int64)),
        (DecisionTreeRegressor, numbers.inputs, numbers.targets / numbers.targets.std(axis=0)),
    ]


@needs_library
@pytest.mark.parametrize("number", range(40))
def test_that_library_and_twin_agree_to_the_last_bit(number: int) -> None:
    one = case(number)
    trees = grow_trees(one.table, GrowingOptions(1, one.table.width, with_cost=True), 1)
    tree = prunable_tree(trees, 0)
    points = find_collapse_points(tree)
    strengths = np.sort(np.concatenate([[0.0], points, points * 1.01]))
    resting = find_resting_nodes(tree, strengths)
    with without_library():
        np.testing.assert_array_equal(find_collapse_points(tree), points)
        np.testing.assert_array_equal(find_resting_nodes(tree, strengths), resting)


def test_that_nodes_collapse_at_the_strengths_scikit_learn_finds() -> None:
    for estimator, inputs, targets in examples():
        tree = estimator(random_state=0)
        path = tree.cost_complexity_pruning_path(inputs, targets).ccp_alphas
        points = np.unique(find_collapse_points(of_scikit_learn(tree.fit(inputs, targets))))
        assert all(np.abs(path - point).min() < 1e-12 for point in points)
        assert points[-1] == pytest.approx(path[-1])


def test_that_the_trees_left_have_as_many_leaves_as_those_of_scikit_learn() -> None:
    for estimator, inputs, targets in examples():
        make = partial(estimator, random_state=0)
        full = make().fit(inputs, targets)
        strengths = strengths_to_try(of_scikit_learn(full))
        resting = find_resting_nodes(of_scikit_learn(full), strengths)[:, full.apply(inputs)]
        ours = [len(np.unique(row)) for row in resting]
        theirs = [make(ccp_alpha=strength).fit(inputs, targets).get_n_leaves() for strength in strengths]
        assert ours == theirs
        assert ours[-1] == 1


@pytest.mark.parametrize("right", [[0, 0, 0], [1, 0, 0], [3, 0, 0], [2, 0]])
def test_that_nodes_which_contradict_each_other_are_refused(right: list[int]) -> None:
    tree = PrunableTree(np.array([0, -1, -1], np.int32), np.array(right, np.int32), np.ones(3))
    with pytest.raises(ValueError, match="contradict"):
        find_collapse_points(tree)
