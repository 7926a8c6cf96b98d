"""The definition of the trees: the same as tree_growing.c in few lines of numpy; it serves where nothing is compiled.

A node asks the question with the largest gain Q_left / W_left + Q_right / W_right, where Q is the sum of the squared
sums of the answers on that side and W its weight; among equals the first one that was looked at. Columns are drawn one
after another without replacement until enough were tried that vary in the node. The random numbers of a node follow
from its place in the tree alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, isnan

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats, Integers
from core.native.tree_records import GrowingOptions, Trees, View
from core.native.tree_table import MISSING, TreeTable

GOLDEN = 0x9E3779B97F4A7C15
LEFT, RIGHT = 0x5555555555555555, 0xAAAAAAAAAAAAAAAA
MASK = 2**64 - 1


def mix(z: int) -> int:
    """The finalizer of splitmix64 (Steele, Lea and Flood 2014)."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


class RandomStream:
    """Random numbers that are the same everywhere."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def draw(self) -> int:
        self.state = (self.state + GOLDEN) & MASK
        return mix(self.state)

    def draw_below(self, limit: int) -> int:
        return (self.draw() >> 32) * limit >> 32


def seed_of_tree(seed: int, tree: int) -> int:
    return mix(seed ^ mix(tree + 1))


def draw_units(tree_seed: int, units: int) -> Integers:
    """How often each unit is drawn."""
    stream = RandomStream(tree_seed)
    return np.bincount([stream.draw_below(units) for _ in range(units)], minlength=units)


@dataclass(frozen=True, slots=True)
class Question:
    """Known cells with a rank up to `cut` go left."""

    gain: float
    column: int
    cut: int
    threshold: float
    missing_left: bool


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """Training rows of a node, their weights in the sample, and weight times answer (rows x answers)."""

    rows: Integers
    weights: Integers
    sums: Integers

    def ranks(self, table: TreeTable, column: int) -> Integers:
        return np.asarray(table.columns.ranks[column, self.rows], dtype=np.int64)


def grow_trees(
    table: TreeTable, options: GrowingOptions, first: int, end: int, samples: NDArray[np.int32] | None = None
) -> Trees:
    """Trees number `first` up to `end` (not included); `samples` (trees x units) stand for what would be drawn."""
    grown = [_grow_tree(table, options, tree, samples) for tree in range(first, end)]
    starts = np.cumsum([0, *(len(tree) for tree in grown)])
    column, threshold, right, size, missing_left, value, cost = zip(
        *(node for tree in grown for node in tree), strict=True
    )
    return Trees(
        starts=np.asarray(starts, dtype=np.int64),
        column=np.array(column, dtype=np.int32),
        threshold=np.array(threshold),
        right=np.array(right, dtype=np.int32),
        size=np.array(size, dtype=np.int32),
        missing_left=np.array(missing_left, dtype=np.uint8),
        value=np.array(value),
        cost=np.array(cost) if options.with_cost else np.empty(0),
    )


def _grow_tree(
    table: TreeTable, options: GrowingOptions, tree: int, samples: NDArray[np.int32] | None
) -> list[list[object]]:
    seed = seed_of_tree(options.seed, tree)
    counts = draw_units(seed, table.units) if options.draws_sample else np.ones(table.units, dtype=np.int64)
    counts = counts if samples is None else samples[tree].astype(np.int64)
    in_sample = counts[table.unit_of]
    nodes: list[list[object]] = []
    waiting = [(np.flatnonzero(in_sample), mix(seed ^ GOLDEN), -1)]
    while waiting:
        rows, node_seed, parent = waiting.pop()
        if parent >= 0:
            nodes[parent][2] = len(nodes)  # only right children say whose they are; a left one is the next node
        node = _node(table, rows, table.weights[rows] * in_sample[rows])
        is_pure, value, cost = _describe(table, node)
        here: list[object] = [-1, 0.0, 0, len(rows), 0, value, cost]
        nodes.append(here)
        if is_pure or len(rows) < max(2, options.smallest_parent):
            continue
        best = _best_question(table, options, node, RandomStream(node_seed))
        if best is None:
            continue
        ranks = node.ranks(table, best.column)
        is_missing = ranks == MISSING
        left = np.where(is_missing, best.missing_left, ranks <= best.cut)
        missing_left = best.missing_left if is_missing.any() else int(left.sum()) > int((~left).sum())
        here[0], here[1], here[4] = best.column, best.threshold, missing_left
        waiting.append((rows[~left], mix(node_seed ^ RIGHT), len(nodes) - 1))
        waiting.append((rows[left], mix(node_seed ^ LEFT), -1))
    return nodes


def _node(table: TreeTable, rows: Integers, weights: Integers) -> Node:
    answers = table.labels[rows, None] == np.arange(table.answers) if table.is_classes else table.targets[rows]
    return Node(rows, weights.astype(np.int64), weights[:, None] * answers.astype(np.int64))


def _describe(table: TreeTable, node: Node) -> tuple[bool, Floats, float]:
    """Whether all answers are equal; shares or means; the squared error, or weight times Gini index."""
    answers = (table.labels[:, None] if table.is_classes else table.targets)[node.rows]
    is_pure = bool((answers == answers[0]).all())
    weight = float(node.weights.sum())
    value = node.sums.sum(axis=0).astype(np.float64) / weight * table.target_unit
    if is_pure:
        return True, value, 0.0
    if table.is_classes:
        return False, value, weight * (1.0 - _add(value * value))
    squares = (answers.astype(np.float64) * table.target_unit - value) ** 2
    return False, value, _add((node.weights[:, None] * squares).ravel())


def _add(values: Floats) -> float:
    """One after another, as C adds; numpy's sum adds in pairs."""
    return float(np.cumsum(values)[-1])


def _best_question(table: TreeTable, options: GrowingOptions, node: Node, stream: RandomStream) -> Question | None:
    order, left, tried = list(range(table.width)), table.width, 0
    best: Question | None = None
    while left and tried < options.columns_tried:
        drawn = stream.draw_below(left)
        column, left = order[drawn], left - 1
        order[drawn] = order[left]
        ranks = node.ranks(table, column)
        known = ranks[ranks != MISSING]
        if len(known) == 0 or (known.min() == known.max() and len(known) == len(ranks)):
            continue
        tried += 1
        ask = _random_question(table, node, column, stream) if options.random_cuts else _questions(table, node, column)
        for question, rows in ask:
            is_large_enough = min(rows, len(ranks) - rows) >= options.smallest_child
            if is_large_enough and (best is None or question.gain > best.gain):
                best = question
    return best


def _questions(table: TreeTable, node: Node, column: int) -> Iterator[tuple[Question, int]]:
    """Every question about a column with the number of rows it sends left, missing cells first right, then left."""
    ranks = node.ranks(table, column)
    known = np.flatnonzero(ranks != MISSING)
    known = known[np.argsort(ranks[known], kind="stable")]
    values, ascending = _values(table, column), ranks[known]
    last = np.flatnonzero(ascending[1:] != ascending[:-1])  # last place of each value but the highest
    sums, weights = np.cumsum(node.sums[known], axis=0), np.cumsum(node.weights[known])
    missing = len(ranks) - len(known)
    missing_sums = node.sums.sum(axis=0) - sums[-1]
    missing_weight = int(node.weights.sum() - weights[-1])
    for missing_left in (False, True)[: 2 if missing else 1]:
        added, added_weight, added_rows = (missing_sums, missing_weight, missing) if missing_left else (0, 0, 0)
        gains = _gains(table, node, sums[last] + added, weights[last] + added_weight)
        for place, gain in zip(last.tolist(), gains.tolist(), strict=True):
            cut, next_rank = int(ascending[place]), int(ascending[place + 1])
            threshold = _middle(float(values[cut]), float(values[next_rank]))
            yield Question(gain, column, cut, threshold, missing_left), place + 1 + added_rows
        if missing and not missing_left:
            gain = float(_gains(table, node, sums[-1:], weights[-1:])[0])
            yield Question(gain, column, MISSING - 1, inf, False), len(known)


def _random_question(table: TreeTable, node: Node, column: int, stream: RandomStream) -> Iterator[tuple[Question, int]]:
    """One question with a random threshold and a random side for missing cells."""
    ranks = node.ranks(table, column)
    is_known, values = ranks != MISSING, _values(table, column)
    lowest, highest = int(ranks[is_known].min()), int(ranks[is_known].max())
    cut, threshold, missing_left = MISSING - 1, inf, False
    if lowest < highest:
        low, high = float(values[lowest]), float(values[highest])
        threshold = low + (stream.draw() >> 11) * 2.0**-53 * (high - low)
        threshold = threshold if threshold < high else low
        cut = int(np.searchsorted(values, threshold, side="right")) - 1
        missing_left = not is_known.all() and bool(stream.draw() >> 63)
    left = np.where(is_known, ranks <= cut, missing_left)
    gain = _gains(table, node, node.sums[left].sum(axis=0)[None], node.weights[left].sum()[None])
    yield Question(float(gain[0]), column, cut, threshold, missing_left), int(left.sum())


def _values(table: TreeTable, column: int) -> Floats:
    return table.columns.values[table.columns.starts[column] : table.columns.starts[column + 1]]


def _middle(low: float, high: float) -> float:
    middle = low / 2 + high / 2
    return middle if low <= middle < high else low


def _gains(table: TreeTable, node: Node, left: Integers, left_weight: Integers) -> Floats:
    """Of questions that leave these sums (questions x answers) and weights on the left."""
    right, right_weight = node.sums.sum(axis=0) - left, node.weights.sum() - left_weight
    with np.errstate(invalid="ignore", divide="ignore"):  # sides without a row, which nobody asks for
        numerator = _squares(table, left) * right_weight + _squares(table, right) * left_weight
        return np.asarray(numerator / (left_weight.astype(np.float64) * right_weight))


def _squares(table: TreeTable, sums: Integers) -> Floats:
    if table.is_classes:
        return np.asarray((sums * sums).sum(axis=1), dtype=np.float64)
    squares = sums.astype(np.float64) ** 2
    return np.asarray(np.cumsum(squares, axis=1)[:, -1])


# --- using trees ---


def find_leaves(trees: Trees, tree: int, inputs: Floats) -> NDArray[np.int32]:
    start = int(trees.starts[tree])
    return np.array([_leaf_of_row(trees, start, row) for row in inputs.tolist()], dtype=np.int32)


def _leaf_of_row(trees: Trees, start: int, row: list[float]) -> int:
    node = 0
    while (column := int(trees.column[start + node])) >= 0:
        cell, at = row[column], start + node
        goes_left = bool(trees.missing_left[at]) if isnan(cell) else cell <= float(trees.threshold[at])
        node = node + 1 if goes_left else int(trees.right[at])
    return node


def resting_nodes(trees: Trees, tree: int, leaf: int) -> Integers:
    """For each node the deepest one on its path that holds at least `leaf` training rows."""
    nodes = slice(int(trees.starts[tree]), int(trees.starts[tree + 1]))
    rest = np.zeros(nodes.stop - nodes.start, dtype=np.int64)
    for node in np.flatnonzero(trees.column[nodes] >= 0).tolist():
        for child in (node + 1, int(trees.right[nodes.start + node])):
            rest[child] = child if trees.size[nodes.start + child] >= leaf else rest[node]
    return rest


def add_answers(
    trees: Trees, inputs: Floats, views: tuple[View, ...], unit_of: Integers | None, units: int, seed: int
) -> tuple[Floats, NDArray[np.int32]]:
    """Sums over trees (views x rows x answers) and how many trees they are over (views x rows)."""
    sums = np.zeros((len(views), len(inputs), trees.value.shape[1]))
    times = np.zeros((len(views), len(inputs)), dtype=np.int32)
    for tree in range(trees.count):
        asked = np.ones(len(inputs), dtype=bool)
        if unit_of is not None:
            asked = draw_units(seed_of_tree(seed, tree), units)[unit_of] == 0
        leaves = find_leaves(trees, tree, inputs[asked])
        for place, view in enumerate(views):
            if tree < view.trees:
                rest = resting_nodes(trees, tree, view.leaf)[leaves]
                sums[place, asked] += trees.value[trees.starts[tree] + rest]
                times[place, asked] += 1
    return sums, times
