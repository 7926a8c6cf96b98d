"""The definition of gradient boosting: the same as tree_boosting.c, in numpy; it serves where nothing is compiled.

Gradients and hessians are rounded to whole numbers of 30 bits (hessians of 65,536 rows and more to fewer), so that
every sum over rows is exact. Leaves are divided best first; a question's gain is
G_left² / H_left + G_right² / H_right - G² / H.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats, Integers
from core.native.boosting_records import BinnedTable, BoostingOptions, Loss
from core.native.tree_growing_twin import find_leaves
from core.native.tree_records import Trees

MISSING_BIN = 255
GRADIENT_BITS = 30
PAIR_BITS = 62
LEAST_HESSIAN = 1e-3
TINY = 1e-15
BY_FACTORIAL = (
    *(1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0, 1.0 / 40320.0),
    *(1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0),
)


def exponential(x: Floats) -> Floats:
    """exp by reduction to |r| <= ln 2 / 2 and its series, the same operations as in C; beyond ±700 as at ±700."""
    x = np.clip(x, -700.0, 700.0)
    k = np.floor(x * 1.4426950408889634 + 0.5)
    r = x - k * 0.693147180369123816490
    r = r - k * 1.90821492927058770002e-10
    total = np.full_like(x, BY_FACTORIAL[0])
    for factor in BY_FACTORIAL[1:]:
        total = total * r + factor
    return np.asarray(np.ldexp(total, k.astype(np.int64)))


@dataclass(slots=True, eq=False)
class Leaf:
    """Rows of a leaf with their sums, and its best question so far (`gain` at most 0: none)."""

    rows: Integers
    gradient: int
    hessian: int
    depth: int
    node: int
    gain: float = 0.0
    column: int = -1
    bin: int = 0
    missing_left: bool = False


@dataclass(slots=True, eq=False)
class Node:
    """A node while its tree grows; `column` is -1 at leaves."""

    rows: int
    left: int = -1
    right: int = -1
    column: int = -1
    bin: int = 0
    missing_left: bool = False
    value: float = 0.0


def boost_trees(table: BinnedTable, options: BoostingOptions) -> Trees:
    raw = np.tile(table.start, (table.rows, 1))
    hessian_bits = min(GRADIENT_BITS, PAIR_BITS - 2 * table.rows.bit_length())  # a sum and a count share 62 bits in C
    written: list[list[list[object]]] = []
    for _ in range(options.rounds):
        gradient, hessian = _gradients(table, raw)
        if table.weights is not None:
            gradient, hessian = gradient * table.weights, hessian * table.weights
        whole_gradient, gradient_unit = _round_to_whole(gradient, GRADIENT_BITS)
        whole_hessian, hessian_unit = _round_to_whole(hessian, hessian_bits)
        for score in range(table.scores):
            tree = _Growing(table, options, whole_gradient[score], whole_hessian[score], gradient_unit, hessian_unit)
            written.append(tree.grow(raw[:, score]))
    column, threshold, right, size, missing_left, value = zip(*(node for tree in written for node in tree), strict=True)
    return Trees(
        starts=np.cumsum([0, *(len(tree) for tree in written)], dtype=np.int64),
        column=np.array(column, dtype=np.int32),
        threshold=np.array(threshold, dtype=np.float64),
        right=np.array(right, dtype=np.int32),
        size=np.array(size, dtype=np.int32),
        missing_left=np.array(missing_left, dtype=np.uint8),
        value=np.array(value)[:, None],
        cost=np.empty(0),
    )


def _gradients(table: BinnedTable, raw: Floats) -> tuple[Floats, Floats]:
    """Scores x rows."""
    if table.loss is Loss.SQUARED:
        return (raw[:, 0] - table.targets)[None], np.ones((1, table.rows))
    if table.loss is Loss.TWO_CLASSES:
        chance = 1.0 / (1.0 + exponential(-raw[:, 0]))
        return (chance - table.targets)[None], (chance * (1.0 - chance))[None]
    parts = exponential(raw - raw.max(axis=1, keepdims=True))
    chances = (parts / np.cumsum(parts, axis=1)[:, -1:]).T
    is_label = table.targets == np.arange(table.scores)[:, None]
    return chances - is_label, chances * (1.0 - chances)


def _round_to_whole(exact: Floats, bits: int) -> tuple[Integers, float]:
    """Whole numbers of so many bits, and what 1 stands for."""
    exponent = int(np.frexp(np.abs(exact).max())[1])
    return np.rint(exact * 2.0 ** (bits - exponent)).astype(np.int64), 2.0 ** (exponent - bits)


class _Growing:
    """One tree while it grows."""

    def __init__(
        self,
        table: BinnedTable,
        options: BoostingOptions,
        gradient: Integers,
        hessian: Integers,
        gradient_unit: float,
        hessian_unit: float,
    ) -> None:
        self.table, self.options = table, options
        self.gradient, self.hessian = gradient, hessian
        self.gradient_unit, self.hessian_unit = gradient_unit, hessian_unit
        self.nodes: list[Node] = []

    def grow(self, raw: Floats) -> list[list[object]]:
        """Grow, add to the scores of the training rows, and give the nodes in the order of `Trees`."""
        leaves = [self._leaf(np.arange(self.table.rows), 0)]
        while len(leaves) < self.options.most_leaves:
            best = max(leaves, key=lambda leaf: leaf.gain)  # the first of equals
            if not best.gain > 0:
                break
            left, right = self._divide(best)
            leaves[leaves.index(best)] = left
            leaves.append(right)
        for leaf in leaves:
            total = leaf.hessian * self.hessian_unit + TINY
            value = -self.options.rate * (leaf.gradient * self.gradient_unit) / total
            self.nodes[leaf.node].value = value
            raw[leaf.rows] += value
        written: list[list[object]] = []
        self._write(0, written)
        return written

    def _leaf(self, rows: Integers, depth: int) -> Leaf:
        leaf = Leaf(rows, int(self.gradient[rows].sum()), int(self.hessian[rows].sum()), depth, len(self.nodes))
        self.nodes.append(Node(len(rows)))
        if depth < self.options.depth and len(rows) >= 2 * self.options.smallest_leaf:
            for gain, column, last_bin, missing_left in self._questions(leaf):
                if gain > leaf.gain:
                    leaf.gain, leaf.column, leaf.bin, leaf.missing_left = gain, column, last_bin, missing_left
        return leaf

    def _questions(self, leaf: Leaf) -> Iterator[tuple[float, int, int, bool]]:
        alone = self._strength(np.array(leaf.gradient), np.array(leaf.hessian))
        for column in range(len(self.table.bins)):
            bins, known = self.table.bins[column, leaf.rows], int(self.table.bin_count[column])
            gradient, hessian, rows = (
                np.bincount(bins, weights, minlength=256).astype(np.int64)  # exact: below 2**53
                for weights in (self.gradient[leaf.rows], self.hessian[leaf.rows], None)
            )
            has_missing = bool(rows[MISSING_BIN])
            for missing_left in (False, True)[: 1 + has_missing]:
                end = known - 1 if missing_left or not has_missing else known
                added = [sums[MISSING_BIN] if missing_left else 0 for sums in (gradient, hessian, rows)]
                left_gradient, left_hessian, left_rows = (
                    np.cumsum(sums[:end]) + more for sums, more in zip((gradient, hessian, rows), added, strict=True)
                )
                gains = (
                    self._strength(left_gradient, left_hessian)
                    + self._strength(leaf.gradient - left_gradient, leaf.hessian - left_hessian)
                    - alone
                )
                fewest, least = self.options.smallest_leaf, LEAST_HESSIAN
                is_allowed = (
                    (rows[:end] > 0)
                    & (left_rows >= fewest)
                    & (len(leaf.rows) - left_rows >= fewest)
                    & (left_hessian * self.hessian_unit >= least)
                    & ((leaf.hessian - left_hessian) * self.hessian_unit >= least)
                )
                for last_bin in np.flatnonzero(is_allowed).tolist():
                    yield float(gains[last_bin]), column, last_bin, missing_left

    def _strength(self, gradient: Integers, hessian: Integers) -> Floats:
        exact = gradient * self.gradient_unit
        return np.asarray(exact * exact / (hessian * self.hessian_unit + TINY))

    def _divide(self, leaf: Leaf) -> tuple[Leaf, Leaf]:
        bins = self.table.bins[leaf.column, leaf.rows]
        is_missing = bins == MISSING_BIN
        left = np.where(is_missing, leaf.missing_left, bins <= leaf.bin)
        node = self.nodes[leaf.node]
        node.column, node.bin = leaf.column, leaf.bin
        node.missing_left = leaf.missing_left if is_missing.any() else int(left.sum()) > int((~left).sum())
        children = self._leaf(leaf.rows[left], leaf.depth + 1), self._leaf(leaf.rows[~left], leaf.depth + 1)
        node.left, node.right = children[0].node, children[1].node
        return children

    def _write(self, place: int, written: list[list[object]]) -> None:
        node = self.nodes[place]
        here: list[object] = [node.column, node.bin, 0, node.rows, node.missing_left, node.value]
        written.append(here)
        if node.column >= 0:
            self._write(node.left, written)
            here[2] = len(written)
            self._write(node.right, written)


def add_rounds(trees: Trees, scores: int, first: int, end: int, inputs: Floats, sums: Floats) -> None:
    """Add what the trees of these rounds say (rows x scores)."""
    for tree in range(first * scores, end * scores):
        leaves = find_leaves(trees, tree, inputs)
        sums[:, tree % scores] += trees.value[trees.starts[tree] + leaves, 0]
