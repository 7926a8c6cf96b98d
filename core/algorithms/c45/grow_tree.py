"""Grows the full tree: the best test at each node until a node is pure, too small or no test tells anything."""

from core.algorithms.c45.merit import NOTHING, Merits, merits
from core.algorithms.c45.table import LeafRule, NodeRows, Table
from core.algorithms.c45.tree import Cases, Fork, Node, parts_of

DEEPEST = 200  # levels; a tree this deep follows single rows


def grow(table: Table, node: NodeRows, rule: LeafRule, depth: int = 0) -> Node:
    counts = Cases(node.rows, node.weights).counts(table.labels, table.classes)
    fork = None if _must_end(Node(counts), rule, depth) else _best_fork(table, merits(table, node, rule))
    if fork is None:
        return Node(counts)
    values = table.inputs[node.rows, fork.feature]
    parts = [node.part(goes, weights) for goes, weights in parts_of(fork, values, node.weights)]
    return Node(counts, fork, tuple(grow(table, part, rule, depth + 1) for part in parts))


def _must_end(leaf: Node, rule: LeafRule, depth: int) -> bool:
    return leaf.errors < NOTHING or leaf.weight < 2 * rule.least_rows - NOTHING or depth >= DEEPEST


def _best_fork(table: Table, found: Merits) -> Fork | None:
    feature = found.best()
    if feature is None:
        return None
    column = table.inputs[:, feature]
    if feature in table.numbers:
        return Fork(feature, 2, float(column[column <= found.thresholds[feature]].max()))
    return Fork(feature, int(table.levels.counts[table.levels.names == feature][0]))
