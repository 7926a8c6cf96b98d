"""The definition of cost-complexity pruning: the same as tree_pruning.c, in numpy and plain lists."""

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats
from core.native.tree_records import PrunableTree


def find_resting_nodes(tree: PrunableTree, strengths: Floats) -> NDArray[np.int32]:
    """Strengths x nodes: where a row that arrives at a node stops in the tree pruned with that strength.

    A node is closed if it costs no more as a leaf than its cheapest subtree, each leaf priced with the strength: the
    smallest subtree of least cost-complexity (Breiman et al. 1984, section 3.3).
    """
    cheapest = tree.cost[:, None] + strengths
    is_closed = np.ones(cheapest.shape, dtype=bool)
    asking = np.flatnonzero(tree.column >= 0).tolist()
    for node in reversed(asking):
        below = cheapest[node + 1] + cheapest[tree.right[node]]
        is_closed[node] = cheapest[node] <= below
        cheapest[node] = np.minimum(cheapest[node], below)
    resting = np.zeros(cheapest.shape, dtype=np.int32)
    for node in asking:
        stops = is_closed[node] | (resting[node] != node)
        for child in (node + 1, int(tree.right[node])):
            resting[child] = np.where(stops, resting[node], child)
    return np.ascontiguousarray(resting.T)


def find_collapse_points(tree: PrunableTree) -> Floats:
    """The strengths at which one node after another becomes a leaf, the weakest link first, down to the root."""
    nodes = len(tree.column)
    cost, parent, leaves, end = tree.cost.tolist(), [-1] * nodes, [1] * nodes, list(range(1, nodes + 1))
    below, links = tree.cost.tolist(), np.full(nodes, np.inf)
    for node in np.flatnonzero(tree.column >= 0)[::-1].tolist():
        left, right = node + 1, int(tree.right[node])
        parent[left] = parent[right] = node
        leaves[node], end[node], below[node] = leaves[left] + leaves[right], end[right], below[left] + below[right]
        links[node] = (cost[node] - below[node]) / (leaves[node] - 1)
    points: list[float] = []
    while leaves[0] > 1:
        weakest = int(links.argmin())
        points.append(float(links[weakest]))
        links[weakest : end[weakest]] = np.inf
        fewer, dearer = leaves[weakest] - 1, cost[weakest] - below[weakest]
        leaves[weakest] = 1
        above = parent[weakest]
        while above >= 0:
            leaves[above] -= fewer
            below[above] += dearer
            links[above] = (cost[above] - below[above]) / (leaves[above] - 1)
            above = parent[above]
    return np.array(points)
