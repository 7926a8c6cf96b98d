"""Grows a rule: the condition with the greatest FOIL gain is added until no wrong row is covered."""

from dataclasses import dataclass

import numpy as np

from core.algorithms.learner import Schema
from core.algorithms.levels import Levels, numbers_of
from core.algorithms.ripper.rule import Condition, Mask, Relation, Rule
from core.domain.dataset import Floats, Integers

_NO_GAIN = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The training rows: numbers sorted once (`orders`: numbers x rows, missing last), names as level positions."""

    inputs: Floats
    numbers: Integers
    number_columns: Floats
    orders: Integers
    levels: Levels
    level_positions: Integers

    @classmethod
    def of(cls, inputs: Floats, schema: Schema) -> "Table":
        numbers, levels = numbers_of(schema), Levels.of(schema)
        columns = np.ascontiguousarray(inputs[:, numbers].T)
        orders = np.argsort(columns, axis=1, kind="stable").astype(np.int64)
        return cls(np.asfortranarray(inputs), numbers, columns, orders, levels, levels.positions(inputs))

    def possible_conditions(self) -> int:
        """Two per distinct number and one per level that occurs."""
        distinct = sum(len(np.unique(column[~np.isnan(column)])) for column in self.number_columns)
        levels = len(np.unique(self.level_positions[self.level_positions < self.levels.total]))
        return 2 * distinct + levels


@dataclass(frozen=True, slots=True)
class Found:
    """The best condition of some inputs, and its gain."""

    gain: float
    condition: Condition | None = None


def grow(table: Table, rule: Rule, rows: Mask, positive: Mask) -> Rule:
    """The rule with conditions added, judged on `rows` (Cohen 1995, section 2.2)."""
    covered = rows & rule.covers(table.inputs)
    orders = table.orders
    while (covered & ~positive).any() and (covered & positive).any():
        orders = orders[covered[orders]].reshape(len(orders), int(covered.sum()))
        found = _best(table, covered, orders, positive)
        if found.condition is None or found.gain <= _NO_GAIN:
            break
        rule = rule.extended(found.condition)
        covered &= found.condition.holds(table.inputs)
    return rule


def _best(table: Table, covered: Mask, orders: Integers, positive: Mask) -> Found:
    before = _share_bits(positive[covered].sum(), covered.sum())
    found = [Found(0.0)]
    if len(table.numbers):
        found += [_best_number(table, orders, positive, float(before))]
    if len(table.levels.names):
        found += [_best_name(table, covered, positive, float(before))]
    return max(found, key=lambda one: one.gain)


def _best_number(table: Table, orders: Integers, positive: Mask, before: float) -> Found:
    """The best comparison with a value that occurs, over all numbers at once."""
    values = table.number_columns[np.arange(len(orders))[:, None], orders]
    known = ~np.isnan(values)
    rights = np.cumsum(positive[orders] & known, axis=1, dtype=np.int64)
    sizes = np.cumsum(known, axis=1, dtype=np.int64)
    turns = values[:, :-1] < values[:, 1:]
    up_to = np.where(turns, foil_gain(rights[:, :-1], sizes[:, :-1], before), 0.0)
    after = np.where(turns, foil_gain((rights[:, -1:] - rights)[:, :-1], (sizes[:, -1:] - sizes)[:, :-1], before), 0.0)
    low, high = (np.unravel_index(np.argmax(gains), gains.shape) for gains in (up_to, after))
    if up_to[low] >= after[high]:
        return Found(float(up_to[low]), _condition(table, low[0], Relation.AT_MOST, values[low]))
    return Found(float(after[high]), _condition(table, high[0], Relation.AT_LEAST, values[high[0], high[1] + 1]))


def _condition(table: Table, column: np.intp, relation: Relation, value: float) -> Condition:
    return Condition(int(table.numbers[column]), relation, float(value))


def _best_name(table: Table, covered: Mask, positive: Mask, before: float) -> Found:
    places = table.level_positions[covered]
    sizes = np.bincount(places.ravel(), minlength=table.levels.total + 1)[:-1]
    rights = np.bincount(table.level_positions[covered & positive].ravel(), minlength=table.levels.total + 1)[:-1]
    gains = foil_gain(rights, sizes, before)
    best = int(np.argmax(gains))
    name = int(np.searchsorted(table.levels.starts, best, side="right") - 1)
    level = float(best - table.levels.starts[name])
    return Found(float(gains[best]), Condition(int(table.levels.names[name]), Relation.IS, level))


def foil_gain(rights: Integers, sizes: Integers, before: float) -> Floats:
    """Right rows kept times the bits saved in saying that one is right (Quinlan 1990, FOIL, section 3)."""
    return np.where(rights > 0, rights * (_share_bits(rights, sizes) - before), 0.0)


def _share_bits(rights: Integers, sizes: Integers) -> Floats:
    """log2 of the share of right rows, 0 where there is none."""
    return np.log2(np.where(rights > 0, rights, 1) / np.where(rights > 0, sizes, 1))
