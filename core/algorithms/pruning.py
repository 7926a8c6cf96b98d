"""How far a grown tree is cut back: cost-complexity pruning, its strength chosen by folds inside the training rows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.domain.dataset import Floats, Integers

FOLDS = 10
CANDIDATES = 60  # strengths tried at most


@dataclass(frozen=True, slots=True, eq=False)
class Grown:
    """A grown tree, its nodes numbered so that every node comes right before its left subtree, then its right one."""

    left: Integers
    right: Integers
    cost: Floats  # of each node were it a leaf: impurity x share of rows
    answers: Floats  # nodes x outputs: label or numbers


def grown(estimator: Any) -> Grown:
    tree = estimator.tree_
    cost = tree.impurity * tree.weighted_n_node_samples / tree.weighted_n_node_samples[0]
    return Grown(tree.children_left, tree.children_right, cost, _answers(estimator))


def _answers(estimator: Any) -> Floats:
    values = np.asarray(estimator.tree_.value)
    if hasattr(estimator, "classes_"):
        return np.asarray(estimator.classes_[np.argmax(values[:, 0, :], axis=1)], dtype=np.float64)[:, None]
    return values[:, :, 0]


def collapse_points(tree: Grown) -> Floats:
    """The strength from which each node is a leaf, weakest link first (Breiman et al. 1984, section 3.3).

    Infinite for a node that vanishes with a node above it.
    """
    cost, parents = tree.cost.tolist(), _parents(tree).tolist()
    leaves, leaf_costs = _subtree_sums(tree)
    sizes = [2 * int(count) - 1 for count in leaves]
    points = np.where(tree.left >= 0, np.inf, 0.0)
    strengths = np.full(len(points), np.inf)
    for node in np.flatnonzero(tree.left >= 0):
        strengths[node] = (cost[node] - leaf_costs[node]) / (leaves[node] - 1)
    reached = 0.0
    while np.isinf(points[0]):
        weakest = int(strengths.argmin())
        reached = max(reached, float(strengths[weakest]))
        points[weakest] = reached
        strengths[weakest : weakest + sizes[weakest]] = np.inf
        fewer, dearer = leaves[weakest] - 1, cost[weakest] - leaf_costs[weakest]
        above = parents[weakest]
        while above >= 0:
            leaves[above] -= fewer
            leaf_costs[above] += dearer
            strengths[above] = (cost[above] - leaf_costs[above]) / (leaves[above] - 1)
            above = parents[above]
    return points


def _parents(tree: Grown) -> Integers:
    parents = np.full(len(tree.left), -1, dtype=np.int64)
    inner = np.flatnonzero(tree.left >= 0)
    parents[tree.left[inner]] = inner
    parents[tree.right[inner]] = inner
    return parents


def _subtree_sums(tree: Grown) -> tuple[list[float], list[float]]:
    """Leaves and cost of the leaves below each node."""
    leaves, costs = [1.0] * len(tree.left), tree.cost.tolist()
    children = list(zip(tree.left.tolist(), tree.right.tolist(), strict=True))
    for node in np.flatnonzero(tree.left >= 0)[::-1].tolist():
        left, right = children[node]
        leaves[node] = leaves[left] + leaves[right]
        costs[node] = costs[left] + costs[right]
    return leaves, costs


def strengths_to_try(points: Floats) -> Floats:
    """No pruning, the middles between successive collapses, and the bare root (Breiman et al. 1984, section 3.4.2)."""
    distinct = np.unique(points[np.isfinite(points)])
    middles = np.sqrt(distinct[:-1] * distinct[1:])
    tried = np.unique(np.concatenate([[0.0], middles, [2 * distinct[-1]]]))
    kept = np.unique(np.linspace(0, len(tried) - 1, min(CANDIDATES, len(tried))).round().astype(np.int64))
    return tried[kept]


def resting_nodes(tree: Grown, points: Floats, strengths: Floats) -> Integers:
    """Nodes x strengths: where a row of that node stops in the tree pruned with that strength."""
    closed = points[:, None] <= strengths
    resting = np.tile(np.arange(len(points))[:, None], (1, len(strengths)))
    level = np.zeros(1, dtype=np.int64)
    while len(level := level[tree.left[level] >= 0]):
        for below in (tree.left[level], tree.right[level]):
            resting[below] = np.where(closed[level], resting[level], below[:, None])
            closed[below] |= closed[level]
        level = np.concatenate([tree.left[level], tree.right[level]])
    return resting


def losses(estimator: Any, inputs: Floats, targets: Floats | Integers, strengths: Floats) -> Floats:
    """Rows x strengths: error (labels) or squared error (numbers) of each row under each strength."""
    tree = grown(estimator)
    resting = resting_nodes(tree, collapse_points(tree), strengths)
    answers = tree.answers[resting[estimator.apply(inputs)]]
    wanted = targets.reshape(len(inputs), 1, -1)
    if hasattr(estimator, "classes_"):
        return np.asarray((answers != wanted)[:, :, 0], dtype=np.float64)
    return np.asarray(((answers - wanted) ** 2).mean(axis=2))


def chosen_strength(
    make: Callable[[], Any], inputs: Floats, targets: Floats | Integers, cautious: bool, rng: np.random.Generator
) -> float:
    """The strength with least loss over the folds, the strongest of equals; cautious: within one standard error."""
    strengths = strengths_to_try(collapse_points(grown(make().fit(inputs, targets))))
    folds = _folds(targets, rng)
    lost = np.empty((len(targets), len(strengths)))
    for fold in range(folds.max() + 1):
        test = folds == fold
        estimator = make().fit(inputs[~test], targets[~test])
        lost[test] = losses(estimator, inputs[test], targets[test], strengths)
    means = lost.mean(axis=0)
    least = int(np.argmin(means))
    slack = float(lost[:, least].std() / np.sqrt(len(lost))) if cautious else 0.0
    return float(strengths[np.flatnonzero(means <= means[least] + slack)[-1]])


def _folds(targets: Floats | Integers, rng: np.random.Generator) -> Integers:
    """A fold for each row; labels (one whole number per row) are spread evenly."""
    shuffled = rng.permutation(len(targets))
    if targets.ndim == 1 and np.issubdtype(targets.dtype, np.integer):
        shuffled = shuffled[np.argsort(targets[shuffled], kind="stable")]
    folds = np.empty(len(targets), dtype=np.int64)
    folds[shuffled] = np.arange(len(targets)) % min(FOLDS, len(targets))
    return folds
