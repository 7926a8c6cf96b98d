"""Cuts the tree back where its errors, seen pessimistically, do not pay for its size."""

from dataclasses import dataclass

import numpy as np

from core.algorithms.c45.tree import Cases, Node, divide
from core.domain.dataset import Floats, Integers
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

_SLACK = 0.1  # errors; a simpler tree wins up to this much (Quinlan 1993, program text of prune.c)


def upper_error_rate(errors: float, rows: float, level: float) -> float:
    """Quinlan's U_CF(E, N): the error rate at which so few errors are seen with probability `level` (1993, 4.2).

    The exact binomial limit, continued to fractions of rows by the incomplete beta function.
    """
    if errors >= rows:
        return 1.0
    return float(special.betaincinv(errors + 1.0, rows - errors, 1.0 - level))


def collapse(node: Node) -> tuple[Node, float]:
    """The tree without forks that save no error on the training rows, and its errors on them."""
    if node.fork is None:
        return node, node.errors
    below = [collapse(branch) for branch in node.branches]
    errors = sum(count for _, count in below)
    if errors >= node.errors - 1e-6:
        return Node(node.counts), node.errors
    return Node(node.counts, node.fork, tuple(branch for branch, _ in below)), errors


@dataclass(frozen=True, slots=True, eq=False)
class Pruner:
    """Replaces a node by a leaf or by its largest branch when the expected errors allow it (Quinlan 1993, 4.2)."""

    inputs: Floats
    labels: Integers
    classes: int
    level: float

    def prune(self, node: Node, cases: Cases) -> tuple[Node, float]:
        """The pruned tree, trained anew on the cases, and its expected errors."""
        leaf = Node(cases.counts(self.labels, self.classes))
        as_leaf = self._expected(leaf)
        if node.fork is None or not len(cases.rows):
            return leaf, as_leaf
        parts = divide(node.fork, cases, self.inputs)
        pruned = [self.prune(branch, part) for branch, part in zip(node.branches, parts, strict=True)]
        as_tree = sum(errors for _, errors in pruned)
        largest = pruned[int(np.argmax([branch.weight for branch, _ in pruned]))][0]
        as_branch = self._errors(largest, cases)
        if as_leaf <= min(as_tree, as_branch) + _SLACK:
            return leaf, as_leaf
        if as_branch <= as_tree + _SLACK:
            return self.prune(largest, cases)
        return Node(leaf.counts, node.fork, tuple(branch for branch, _ in pruned)), as_tree

    def _errors(self, node: Node, cases: Cases) -> float:
        """Expected errors of a tree whose leaves take the classes of these cases."""
        if node.fork is None or not len(cases.rows):
            return self._expected(Node(cases.counts(self.labels, self.classes)))
        parts = divide(node.fork, cases, self.inputs)
        return sum(self._errors(branch, part) for branch, part in zip(node.branches, parts, strict=True))

    def _expected(self, leaf: Node) -> float:
        return leaf.weight * upper_error_rate(leaf.errors, leaf.weight, self.level) if leaf.weight > 0 else 0.0
