"""How strongly a grown tree is cut back: the strength with least loss over folds inside the training rows."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats, Integers
from core.native.tree_growing import find_leaves, grow_trees
from core.native.tree_pruning import find_collapse_points, find_resting_nodes
from core.native.tree_records import GrowingOptions, PrunableTree, Trees
from core.native.tree_table import TreeTable

FOLDS = 10
CANDIDATES = 40  # strengths tried at most


@dataclass(frozen=True, slots=True, eq=False)
class PruningLosses:
    """What strengths cost on rows that did not grow the tree: sums of the losses and of their squares over rows."""

    strengths: Floats
    sums: Floats
    squares: Floats
    rows: int

    def best_strength(self, is_cautious: bool) -> float:
        """The strength with least loss, the strongest of equals; cautious: the strongest within one standard error."""
        means = self.sums / self.rows
        least = int(np.argmin(means))
        variance = max(float(self.squares[least] / self.rows - means[least] ** 2), 0.0)
        slack = float(np.sqrt(variance / self.rows)) if is_cautious else 0.0
        return float(self.strengths[np.flatnonzero(means <= means[least] + slack)[-1]])


def prunable_tree(trees: Trees, tree: int) -> PrunableTree:
    """One of several grown trees, its costs as shares of the rows it was grown on."""
    nodes = slice(int(trees.starts[tree]), int(trees.starts[tree + 1]))
    return PrunableTree(trees.column[nodes], trees.right[nodes], trees.cost[nodes] / trees.size[nodes.start])


def grow_and_test(
    table: TreeTable,
    inputs: Floats,
    targets: Floats | Integers,
    options: GrowingOptions,
    fold_of: Integers,
    row_weights: Floats | None = None,
) -> tuple[Trees, PruningLosses]:
    """The tree of all rows, and the losses of its pruning strengths over folds; rows count by weights of mean 1.

    All trees are grown in one go: the first on all rows, the others on all rows but those of one fold each.
    """
    folds = int(fold_of.max()) + 1
    samples = np.ones((1 + folds, table.rows), dtype=np.int32)
    samples[1 + fold_of, np.arange(table.rows)] = 0
    trees = grow_trees(table, options, 1 + folds, samples)
    strengths = strengths_to_try(prunable_tree(trees, 0))
    sums, squares = np.zeros((2, len(strengths)))
    for fold in range(folds):
        test = np.flatnonzero(fold_of == fold)
        lost = losses(trees, 1 + fold, inputs[test], targets[test], strengths)
        if row_weights is not None:
            lost = lost * row_weights[test]
        sums += lost.sum(axis=1)
        squares += (lost**2).sum(axis=1)
    return trees, PruningLosses(strengths, sums, squares, table.rows)


def strengths_to_try(tree: PrunableTree) -> Floats:
    """No pruning, the middles between successive collapses, and the bare root (Breiman et al. 1984, section 3.4.2)."""
    points = np.concatenate([[0.0], find_collapse_points(tree)])
    distinct = np.unique(np.maximum.accumulate(points))
    middles = np.sqrt(distinct[:-1] * distinct[1:])
    tried = np.unique(np.concatenate([[0.0], middles, [2 * distinct[-1]]]))
    kept = np.unique(np.linspace(0, len(tried) - 1, min(CANDIDATES, len(tried))).round().astype(np.int64))
    return tried[kept]


def losses(trees: Trees, tree: int, inputs: Floats, targets: Floats | Integers, strengths: Floats) -> Floats:
    """Strengths x rows: error (labels, one whole number per row) or squared error (numbers) of each row."""
    nodes = slice(int(trees.starts[tree]), int(trees.starts[tree + 1]))
    rest = find_resting_nodes(prunable_tree(trees, tree), strengths)[:, find_leaves(trees, tree, inputs)]
    if targets.ndim == 1:
        answers = np.argmax(trees.value[nodes], axis=1)[rest]
        return np.asarray(answers != targets, dtype=np.float64)
    return np.asarray(((trees.value[nodes][rest] - targets) ** 2).mean(axis=2))


def deal_folds(targets: Floats | Integers, groups: Integers | None, rng: np.random.Generator) -> Integers:
    """A fold for each row; rows of a group share one, labels (one whole number per row) are spread evenly."""
    if groups is not None:
        _, group_of = np.unique(groups, return_inverse=True)
        return _deal(int(group_of.max()) + 1, rng)[group_of]
    return _deal(len(targets), rng, targets if targets.ndim == 1 else None)


def _deal(count: int, rng: np.random.Generator, labels: NDArray[np.generic] | None = None) -> Integers:
    shuffled = rng.permutation(count)
    if labels is not None:
        shuffled = shuffled[np.argsort(labels[shuffled], kind="stable")]
    folds = np.empty(count, dtype=np.int64)
    folds[shuffled] = np.arange(count) % min(FOLDS, count)
    return folds
