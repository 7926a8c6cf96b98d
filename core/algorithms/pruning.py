"""How far a grown tree is cut back: cost-complexity pruning, its strength chosen by folds inside the training rows."""

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.algorithms.growing import grow
from core.algorithms.rows import pieces_of
from core.domain.dataset import Floats, Integers

FOLDS = 10
CANDIDATES = 40  # strengths tried at most


@dataclass(frozen=True, slots=True, eq=False)
class Grown:
    """A grown tree: the children of each node (-1: leaf), and its cost were it a leaf.

    Every node stands before its left subtree, and that before its right one.
    """

    left: Integers
    right: Integers
    cost: Floats  # impurity x share of rows


def fit_tree(estimator: Any, inputs: Floats, targets: Floats | Integers) -> Any:
    """Grow the tree; what scikit-learn would check and convert every time is done here once."""
    narrow = _narrowed(inputs)
    if np.isfinite(narrow).all():
        return grow(estimator, narrow, targets)
    return estimator.fit(inputs, targets)


def leaves_of(estimator: Any, inputs: Floats) -> Integers:
    """The leaf at which each row arrives; missing cells go where the tree sends them."""
    narrow = _narrowed(inputs)
    if np.isinf(narrow).any():
        return np.asarray(estimator.apply(inputs), dtype=np.int64)  # which says what is wrong
    return np.asarray(estimator.tree_.apply(narrow), dtype=np.int64)


def _narrowed(inputs: Floats) -> NDArray[np.float32]:
    """As the trees of scikit-learn see numbers; those that are too large become infinite."""
    with np.errstate(over="ignore"):
        return inputs.astype(np.float32, copy=False)


def grown(estimator: Any) -> Grown:
    tree = estimator.tree_
    cost = tree.impurity * tree.weighted_n_node_samples / tree.weighted_n_node_samples[0]
    return Grown(tree.children_left, tree.children_right, cost)


def _answers(estimator: Any) -> Floats:
    """Nodes x outputs: the label or the numbers each node would answer."""
    values = np.asarray(estimator.tree_.value)
    if hasattr(estimator, "classes_"):
        return np.asarray(estimator.classes_[np.argmax(values[:, 0, :], axis=1)], dtype=np.float64)[:, None]
    return values[:, :, 0]


def strengths_to_try(tree: Grown) -> Floats:
    """No pruning, the middles between successive collapses, and the bare root (Breiman et al. 1984, section 3.4.2)."""
    points = np.array([0.0, *collapse_points(tree)])
    distinct = np.unique(np.maximum.accumulate(points))
    middles = np.sqrt(distinct[:-1] * distinct[1:])
    tried = np.unique(np.concatenate([[0.0], middles, [2 * distinct[-1]]]))
    kept = np.unique(np.linspace(0, len(tried) - 1, min(CANDIDATES, len(tried))).round().astype(np.int64))
    return tried[kept]


def collapse_points(tree: Grown) -> list[float]:
    """The strengths at which one node after another becomes a leaf, the weakest link first, down to the root."""
    cost, parents = tree.cost.tolist(), _parents(tree).tolist()
    leaves, leaf_costs = _subtree_sums(tree)
    sizes = [2 * count - 1 for count in leaves]
    links = np.full(len(cost), np.inf)
    for node in np.flatnonzero(tree.left >= 0).tolist():
        links[node] = (cost[node] - leaf_costs[node]) / (leaves[node] - 1)
    points: list[float] = []
    while leaves[0] > 1:
        weakest = int(links.argmin())
        points.append(float(links[weakest]))
        links[weakest : weakest + sizes[weakest]] = np.inf
        fewer, dearer = leaves[weakest] - 1, cost[weakest] - leaf_costs[weakest]
        leaves[weakest] = 1
        above = parents[weakest]
        while above >= 0:
            leaves[above] -= fewer
            leaf_costs[above] += dearer
            links[above] = (cost[above] - leaf_costs[above]) / (leaves[above] - 1)
            above = parents[above]
    return points


def _parents(tree: Grown) -> Integers:
    parents = np.full(len(tree.left), -1, dtype=np.int64)
    inner = np.flatnonzero(tree.left >= 0)
    parents[tree.left[inner]] = inner
    parents[tree.right[inner]] = inner
    return parents


def _subtree_sums(tree: Grown) -> tuple[list[int], list[float]]:
    """Leaves below each node and what they cost together."""
    leaves, costs = [1] * len(tree.left), tree.cost.tolist()
    children = list(zip(tree.left.tolist(), tree.right.tolist(), strict=True))
    for node in np.flatnonzero(tree.left >= 0)[::-1].tolist():
        left, right = children[node]
        leaves[node] = leaves[left] + leaves[right]
        costs[node] = costs[left] + costs[right]
    return leaves, costs


def resting_nodes(tree: Grown, strengths: Floats) -> Integers:
    """Nodes x strengths: where a row of that node stops in the tree pruned with that strength."""
    if not strengths.any() and _every_question_helps(tree):
        return np.tile(np.arange(len(tree.left))[:, None], (1, len(strengths)))
    closed = closed_nodes(tree, strengths)
    resting = np.tile(np.arange(len(closed))[:, None], (1, len(strengths)))
    for level in _levels(tree):
        for below in (tree.left[level], tree.right[level]):
            resting[below] = np.where(closed[level], resting[level], below[:, None])
            closed[below] |= closed[level]
    return resting


def _every_question_helps(tree: Grown) -> bool:
    """Whether each node costs more than its two children; then nothing is cut off for free."""
    inner = tree.left >= 0
    below = tree.cost[tree.left[inner]] + tree.cost[tree.right[inner]]
    return bool((tree.cost[inner] > below).all())


def closed_nodes(tree: Grown, strengths: Floats) -> NDArray[np.bool_]:
    """Nodes x strengths: whether a node costs no more as a leaf than its cheapest subtree, each leaf priced extra.

    The smallest subtree of least cost-complexity (Breiman et al. 1984, section 3.3), found from the leaves up.
    """
    cheapest = tree.cost[:, None] + strengths
    closed = np.ones(cheapest.shape, dtype=bool)
    for level in reversed(_levels(tree)):
        below = cheapest[tree.left[level]] + cheapest[tree.right[level]]
        closed[level] = cheapest[level] <= below
        cheapest[level] = np.minimum(cheapest[level], below)
    return closed


def _levels(tree: Grown) -> list[Integers]:
    """The nodes that ask a question, by depth."""
    levels: list[Integers] = []
    level = np.zeros(1, dtype=np.int64)
    while len(level := level[tree.left[level] >= 0]):
        levels.append(level)
        level = np.concatenate([tree.left[level], tree.right[level]])
    return levels


def losses(estimator: Any, inputs: Floats, targets: Floats | Integers, strengths: Floats) -> Iterator[Floats]:
    """Rows x strengths: error (labels) or squared error (numbers) of each row, for some strengths after another."""
    tree, leaves = grown(estimator), leaves_of(estimator, inputs)
    wanted, of_nodes = targets.reshape(len(inputs), 1, -1), _answers(estimator)
    for some in pieces_of(len(strengths), len(tree.left)):
        answers = of_nodes[resting_nodes(tree, strengths[some])[leaves]]
        if hasattr(estimator, "classes_"):
            yield np.asarray((answers != wanted)[:, :, 0], dtype=np.float64)
        else:
            yield np.asarray(((answers - wanted) ** 2).mean(axis=2))


def chosen_strength(
    estimator: Any, inputs: Floats, targets: Floats | Integers, cautious: bool, rng: np.random.Generator
) -> float:
    """The strength with least loss over folds of the rows, the strongest of equals.

    Cautious: the strongest within one standard error of the least loss. `estimator` was grown on all these rows.
    """
    strengths, rows = strengths_to_try(grown(estimator)), len(targets)
    folds = _folds(targets, rng)
    sums, squares = np.zeros((2, len(strengths)))
    for fold in range(folds.max() + 1):
        test = folds == fold
        other = fit_tree(copy(estimator), inputs[~test], targets[~test])
        lost = list(losses(other, inputs[test], targets[test], strengths))
        sums += np.concatenate([some.sum(axis=0) for some in lost])
        squares += np.concatenate([(some**2).sum(axis=0) for some in lost])
    means = sums / rows
    least = int(np.argmin(means))
    variance = max(float(squares[least] / rows - means[least] ** 2), 0.0)
    slack = float(np.sqrt(variance / rows)) if cautious else 0.0
    return float(strengths[np.flatnonzero(means <= means[least] + slack)[-1]])


def _folds(targets: Floats | Integers, rng: np.random.Generator) -> Integers:
    """A fold for each row; labels (one whole number per row) are spread evenly."""
    shuffled = rng.permutation(len(targets))
    if targets.ndim == 1 and np.issubdtype(targets.dtype, np.integer):
        shuffled = shuffled[np.argsort(targets[shuffled], kind="stable")]
    folds = np.empty(len(targets), dtype=np.int64)
    folds[shuffled] = np.arange(len(targets)) % min(FOLDS, len(targets))
    return folds
