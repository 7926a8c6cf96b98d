"""How strongly a tree is cut back."""

from typing import Any

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from core.algorithms import find_algorithm
from core.algorithms.pruning import (
    CANDIDATES,
    deal_folds,
    grow_and_test,
    losses,
    prunable_tree,
    strengths_to_try,
)
from core.domain.dataset import Floats, Integers, Task
from core.native.tree_growing import grow_trees
from core.native.tree_pruning import find_collapse_points, find_resting_nodes
from core.native.tree_records import GrowingOptions
from core.native.tree_table import rank_columns, table_of_classes, table_of_numbers
from tests.algorithms.examples import numbers_only


def grown_and_tested(inputs: Floats, labels: Integers, seed: int = 1) -> Any:
    table = table_of_classes(rank_columns(inputs), labels, int(labels.max()) + 1)
    options = GrowingOptions(1, inputs.shape[1], with_cost=True)
    folds = deal_folds(labels, None, np.random.default_rng(seed))
    return grow_and_test(table, inputs, labels, options, folds)


def test_that_a_large_tree_is_tried_at_some_of_its_strengths_from_none_to_the_root() -> None:
    rng = np.random.default_rng(5)
    table = table_of_numbers(rank_columns(rng.normal(size=(300, 2))), rng.normal(size=(300, 1)))
    tree = prunable_tree(grow_trees(table, GrowingOptions(1, 2, with_cost=True), 1), 0)
    tried = strengths_to_try(tree)
    assert len(tried) == CANDIDATES
    assert tried[0] == 0
    assert tried[-1] == pytest.approx(2 * max(find_collapse_points(tree)))


def test_that_losses_are_those_of_trees_pruned_by_scikit_learn() -> None:
    """Leaves of 10 rows, so that no two questions are equally good."""
    example = numbers_only(Task.CLASSES, rows=160)
    labels = example.targets[:, 0].astype(np.int64)
    train, test = slice(0, 110), slice(110, None)
    table = table_of_classes(rank_columns(example.inputs[train]), labels[train], 3)
    trees = grow_trees(table, GrowingOptions(1, 4, smallest_child=10, with_cost=True), 1)
    strengths = strengths_to_try(prunable_tree(trees, 0))
    found = losses(trees, 0, example.inputs[test], labels[test], strengths)
    for strength, lost in zip(strengths, found, strict=True):
        other = DecisionTreeClassifier(min_samples_leaf=10, random_state=0, ccp_alpha=strength)
        wanted = other.fit(example.inputs[train], labels[train]).predict(example.inputs[test]) != labels[test]
        np.testing.assert_array_equal(lost, wanted)


def test_that_a_tree_on_noise_is_cut_to_its_root() -> None:
    rng = np.random.default_rng(3)
    trees, tested = grown_and_tested(rng.normal(size=(200, 4)), rng.integers(0, 2, 200))
    strength = tested.best_strength(is_cautious=True)
    assert (find_resting_nodes(prunable_tree(trees, 0), np.array([strength])) == 0).all()


def test_that_caution_never_gives_a_larger_tree() -> None:
    example = numbers_only(Task.CLASSES, rows=120)
    _, tested = grown_and_tested(example.inputs, example.targets[:, 0].astype(np.int64))
    assert tested.best_strength(is_cautious=True) >= tested.best_strength(is_cautious=False)


def test_that_no_fold_is_tested_by_a_tree_that_saw_it() -> None:
    """With labels by chance, a whole tree is right about rows it saw and no better than chance about others."""
    rng = np.random.default_rng(7)
    _, tested = grown_and_tested(rng.normal(size=(200, 3)), rng.integers(0, 2, 200))
    assert 0.35 < tested.sums[0] / 200 < 0.65


def test_that_rows_of_a_group_share_a_fold_and_labels_are_spread() -> None:
    rng, groups = np.random.default_rng(2), np.repeat(np.arange(30), 4)
    labels = rng.integers(0, 2, 120)
    folds = deal_folds(labels, groups, rng)
    assert all(len(set(folds[groups == group])) == 1 for group in range(30))
    assert len(set(folds)) == 10
    spread = deal_folds(labels, None, rng)
    shares = [int(labels[spread == fold].sum()) for fold in range(10)]
    assert max(shares) - min(shares) <= 1


def test_that_a_clean_rule_is_kept_whole() -> None:
    rng = np.random.default_rng(4)
    inputs = rng.integers(0, 2, (120, 5)).astype(float)
    targets = np.logical_xor(inputs[:, 0], inputs[:, 1]).astype(float)[:, None]
    example = numbers_only(Task.CLASSES, features=5, classes=2)
    learner = find_algorithm("tree").build({}, 1)
    learner.fit(inputs, targets, example.schema)
    np.testing.assert_array_equal(learner.predict(inputs).predicted, targets)


def test_that_pruning_can_be_switched_off() -> None:
    example = numbers_only(Task.CLASSES)
    learner = find_algorithm("tree").build({"pruning": "off"}, 1)
    learner.fit(example.inputs, example.targets, example.schema)
    np.testing.assert_array_equal(learner.predict(example.inputs).predicted, example.targets)
