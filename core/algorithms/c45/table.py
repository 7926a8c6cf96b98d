"""The training rows in the shape that growing needs: numbers sorted once, names as positions in one list of levels."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.algorithms.learner import Schema
from core.algorithms.levels import Levels, numbers_of
from core.domain.dataset import Floats, Integers

_MOST_ON_NUMBERS = 25.0


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """`numbers` are positions of inputs, `number_columns` is numbers x rows, `level_positions` is rows x names."""

    inputs: Floats
    labels: Integers
    classes: int
    numbers: Integers
    number_columns: Floats
    levels: Levels
    level_positions: Integers

    @classmethod
    def of(cls, inputs: Floats, labels: Integers, schema: Schema) -> "Table":
        numbers, levels = numbers_of(schema), Levels.of(schema)
        columns = np.ascontiguousarray(inputs[:, numbers].T)
        inputs_by_column = np.asfortranarray(inputs)
        return cls(inputs_by_column, labels, schema.classes, numbers, columns, levels, levels.positions(inputs))


@dataclass(frozen=True, slots=True, eq=False)
class NodeRows:
    """Rows of a node, their weights, and for every number the order of these rows (missing values last)."""

    rows: Integers
    weights: Floats
    orders: Integers

    @classmethod
    def whole(cls, table: Table) -> "NodeRows":
        rows = len(table.labels)
        orders = np.argsort(table.number_columns, axis=1, kind="stable").astype(np.int64)
        return cls(np.arange(rows), np.ones(rows), orders)

    def part(self, goes: NDArray[np.bool_], weights: Floats) -> "NodeRows":
        """The rows that go down one branch, their orders kept without sorting again."""
        places = np.cumsum(goes) - 1
        orders = places[self.orders[goes[self.orders]]].reshape(len(self.orders), int(goes.sum()))
        return NodeRows(self.rows[goes], weights[goes], orders)


@dataclass(frozen=True, slots=True)
class LeafRule:
    """The least weight of rows in two branches of every test."""

    least_rows: float

    def on_numbers(self, known: Floats, classes: int) -> Floats:
        """A tenth of the average class, but at least `least_rows` and otherwise at most 25 (Quinlan 1993)."""
        return np.maximum(np.minimum(0.1 * known / classes, _MOST_ON_NUMBERS), self.least_rows)
