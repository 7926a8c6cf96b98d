"""What a test on each input is worth at a node: gain, split information, and the threshold for numbers."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.algorithms.c45.table import LeafRule, NodeRows, Table
from core.algorithms.counts import bits, times_log
from core.domain.dataset import Floats, Integers

NOTHING = 1e-10  # smaller differences are rounding
_CELLS_AT_ONCE = 4_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Merits:
    """One entry per input: information gain, split information (bits), threshold; without a valid test gain is -inf."""

    gains: Floats
    costs: Floats
    thresholds: Floats

    @classmethod
    def none(cls, inputs: int) -> "Merits":
        return cls(np.full(inputs, -np.inf), np.zeros(inputs), np.full(inputs, np.nan))

    def put(self, places: Integers, found: "Merits") -> None:
        self.gains[places] = found.gains
        self.costs[places] = found.costs
        self.thresholds[places] = found.thresholds

    def best(self) -> int | None:
        """The greatest gain ratio among the tests with at least average gain (Quinlan 1993, section 2.2)."""
        possible = (self.gains > NOTHING) & (self.costs > NOTHING)
        if not possible.any():
            return None
        contends = possible & (self.gains >= self.gains[possible].mean() - NOTHING)
        ratios = np.where(contends, self.gains, 0.0) / np.where(contends, self.costs, 1.0)
        return int(np.argmax(ratios))


def merits(table: Table, node: NodeRows, rule: LeafRule) -> Merits:
    found = Merits.none(table.inputs.shape[1])
    if len(table.levels.names):
        found.put(table.levels.names, merits_of_names(table, node, rule))
    step = max(1, _CELLS_AT_ONCE // (len(node.rows) * table.classes))
    for start in range(0, len(table.numbers), step):
        found.put(table.numbers[start : start + step], merits_of_numbers(table, node, rule, start, start + step))
    return found


def merits_of_names(table: Table, node: NodeRows, rule: LeafRule) -> Merits:
    """One branch per level; valid when at least two levels have the least number of rows."""
    starts = table.levels.starts
    counts = _counts_by_level(table, node)
    sizes = counts.sum(axis=1)
    enough = np.add.reduceat((sizes >= rule.least_rows - NOTHING).astype(np.int64), starts) >= 2
    known = np.add.reduceat(counts, starts)
    total = float(node.weights.sum())
    gains = (bits(known) - np.add.reduceat(bits(counts), starts)) / total
    costs = split_information(np.add.reduceat(times_log(sizes), starts), known.sum(axis=1), total)
    return Merits(np.where(enough, gains, -np.inf), costs, np.full(len(starts), np.nan))


def _counts_by_level(table: Table, node: NodeRows) -> Floats:
    cells = table.level_positions[node.rows] * table.classes + table.labels[node.rows][:, None]
    weights = np.repeat(node.weights, cells.shape[1])
    levels = table.levels.total
    counts = np.bincount(cells.ravel(), weights, (levels + 1) * table.classes)
    return counts[: levels * table.classes].reshape(levels, table.classes).astype(np.float64)


def merits_of_numbers(table: Table, node: NodeRows, rule: LeafRule, start: int, end: int) -> Merits:
    """The threshold with most gain for each of the numbers `start` to `end`.

    Choosing it costs log2(distinct values - 1)/n bits, taken off its gain (Quinlan 1996, section 3).
    """
    order = node.orders[start:end]
    values = table.number_columns[start:end][np.arange(len(order))[:, None], node.rows[order]]
    left = _counts_up_to(table, node, order, values)
    total = float(node.weights.sum())
    changes = values[:, :-1] < values[:, 1:]
    gains = _gains(left, _allowed(left, changes, rule, table.classes)) / total
    columns, places = np.arange(len(gains)), np.argmax(gains, axis=1)
    sizes = left[columns, places].sum(axis=1)
    known = left[:, -1].sum(axis=1)
    costs = split_information(times_log(sizes) + times_log(np.maximum(known - sizes, 0.0)), known, total)
    penalties = np.log2(np.maximum(changes.sum(axis=1), 1)) / total
    low, high = values[columns, places], values[columns, places + 1]
    return Merits(gains[columns, places] - penalties, costs, low + (high - low) / 2)


def _counts_up_to(table: Table, node: NodeRows, order: Integers, values: Floats) -> Floats:
    """Weight of each class among the rows up to each place in the order: numbers x rows x classes."""
    single = np.zeros((*order.shape, table.classes))
    weights = np.where(np.isnan(values), 0.0, node.weights[order])
    np.put_along_axis(single, table.labels[node.rows][order][:, :, None], weights[:, :, None], axis=2)
    return np.cumsum(single, axis=1, out=single)


def _allowed(left: Floats, changes: NDArray[np.bool_], rule: LeafRule, classes: int) -> NDArray[np.bool_]:
    """Where a threshold may stand: between different values, with enough rows on both sides."""
    sizes = left.sum(axis=2)
    known = sizes[:, -1]
    least = rule.on_numbers(known, classes)[:, None] - NOTHING
    return np.asarray(changes & (sizes[:, :-1] >= least) & (known[:, None] - sizes[:, :-1] >= least))


def _gains(left: Floats, allowed: NDArray[np.bool_]) -> Floats:
    """Rows times information gain of each threshold, -inf where none may stand."""
    column, place = np.nonzero(allowed)
    known = left[:, -1]
    below = left[column, place]
    above = np.maximum(known[column] - below, 0.0)
    gains = np.full(allowed.shape, -np.inf)
    gains[column, place] = bits(known)[column] - bits(below) - bits(above)
    return gains


def split_information(within: Floats, known: Floats, total: float) -> Floats:
    """Bits per row to say which branch; missing values count as a branch of their own. `within`: sum of n log2 n."""
    missing = np.maximum(total - known, 0.0)
    return np.asarray((total * np.log2(total) - within - times_log(missing)) / total)
