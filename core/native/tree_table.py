"""What trees are grown from: ranked columns, whole-number answers and weights, and the units a sample draws."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats, Integers

MISSING = 0xFFFFFFFF  # rank of a missing cell
MOST_WEIGHT = 2**31 - 1  # of all rows of a sample together; its square is still a whole number of 64 bits
MOST_TARGET_BITS = 61  # of the sum of all targets of a sample
CELLS_AT_ONCE = 2**18  # that are ranked together


@dataclass(frozen=True, slots=True, eq=False)
class RankedColumns:
    """`ranks` (columns x rows) are positions in the distinct `values` of a column, which begin at `starts`."""

    ranks: NDArray[np.uint32]
    values: Floats
    starts: Integers


@dataclass(frozen=True, slots=True, eq=False)
class TreeTable:
    """Training rows as whole numbers, so that every sum over rows is exact, in whatever order it is taken.

    `labels` (classes) or `targets` (numbers: rows x outputs, each in units of `target_unit`); the other is empty.
    `answers` counts the classes or the outputs. `unit_of` says which of the `units` of a sample a row belongs to.
    """

    columns: RankedColumns
    labels: NDArray[np.int32]
    targets: Integers
    target_unit: float
    answers: int
    weights: NDArray[np.int32]
    unit_of: NDArray[np.int32]
    units: int

    @property
    def rows(self) -> int:
        return len(self.weights)

    @property
    def width(self) -> int:
        return len(self.columns.ranks)

    @property
    def is_classes(self) -> bool:
        return len(self.labels) > 0


def rank_columns(inputs: Floats) -> RankedColumns:
    """Rank each column of the inputs (rows x columns); missing cells are NaN, infinite ones are values like others."""
    rows, width = inputs.shape
    ranks = np.empty((width, rows), dtype=np.uint32)
    step = max(CELLS_AT_ONCE // max(rows, 1), 1)
    found = [_rank_some(inputs[:, some : some + step], ranks[some : some + step]) for some in range(0, width, step)]
    values = np.concatenate([np.empty(0), *(values for values, _ in found)])
    starts = np.cumsum(np.concatenate([[0], *(counts for _, counts in found)]), dtype=np.int64)
    return RankedColumns(ranks, values, starts)


def _rank_some(inputs: Floats, ranks: NDArray[np.uint32]) -> tuple[Floats, Integers]:
    """Write the ranks of some columns; give their distinct values and how many each column has."""
    by_column = np.ascontiguousarray(inputs.T, dtype=np.float64)
    order = np.argsort(by_column, axis=1, kind="stable")  # missing cells come last
    ascending = np.take_along_axis(by_column, order, axis=1)
    known = ~np.isnan(ascending)
    is_new = known.copy()
    is_new[:, 1:] &= ascending[:, 1:] != ascending[:, :-1]
    places = np.where(known, np.cumsum(is_new, axis=1) - 1, MISSING).astype(np.uint32)
    np.put_along_axis(ranks, order, places, axis=1)
    return ascending[is_new], is_new.sum(axis=1)


def table_of_classes(
    columns: RankedColumns,
    labels: Integers,
    classes: int,
    weights: Floats | None = None,
    groups: Integers | None = None,
) -> TreeTable:
    """Labels are 0 to `classes` - 1. `groups`: rows of one group are drawn together."""
    rows = columns.ranks.shape[1]
    if len(labels) != rows or rows == 0 or labels.min() < 0 or labels.max() >= classes:
        raise ValueError(f"{len(labels)} labels do not fit {rows} rows and {classes} classes")
    unit_of, units = _units(groups, rows)
    whole = _whole_weights(weights, unit_of, units)
    none = np.empty((0, classes), dtype=np.int64)
    return TreeTable(columns, labels.astype(np.int32), none, 1.0, classes, whole, unit_of, units)


def table_of_numbers(
    columns: RankedColumns,
    targets: Floats,
    weights: Floats | None = None,
    groups: Integers | None = None,
) -> TreeTable:
    """Targets are rows x outputs and finite; they are rounded to the finest unit whose sums stay exact."""
    rows = columns.ranks.shape[1]
    if targets.ndim != 2 or len(targets) != rows or targets.size == 0 or not np.isfinite(targets).all():
        raise ValueError(f"targets of shape {targets.shape} do not fit {rows} rows, or some are not finite")
    unit_of, units = _units(groups, rows)
    whole = _whole_weights(weights, unit_of, units)
    largest = units * max(
        float(np.bincount(unit_of, whole * np.abs(column), minlength=units).max()) for column in targets.T
    )
    scale = 2.0 ** np.floor(MOST_TARGET_BITS - np.log2(largest)) if largest > 0 else 1.0
    in_units = np.rint(np.ascontiguousarray(targets, dtype=np.float64) * scale).astype(np.int64)
    no_labels = np.empty(0, dtype=np.int32)
    return TreeTable(columns, no_labels, in_units, 1 / scale, targets.shape[1], whole, unit_of, units)


def _units(groups: Integers | None, rows: int) -> tuple[NDArray[np.int32], int]:
    if groups is None:
        return np.arange(rows, dtype=np.int32), rows
    if len(groups) != rows:
        raise ValueError(f"{len(groups)} group numbers do not fit {rows} rows")
    names, unit_of = np.unique(groups, return_inverse=True)
    return unit_of.astype(np.int32), len(names)


def _whole_weights(weights: Floats | None, unit_of: NDArray[np.int32], units: int) -> NDArray[np.int32]:
    """Weights as whole numbers: themselves where they are whole, else in the finest unit that leaves room for sums."""
    rows = len(unit_of)
    given = np.ones(rows) if weights is None else np.asarray(weights, dtype=np.float64)
    if len(given) != rows or not np.isfinite(given).all() or (given <= 0).any():
        raise ValueError(f"{len(given)} weights do not fit {rows} rows, or some are not positive")
    heaviest = units * float(np.bincount(unit_of, given, minlength=units).max())
    if heaviest <= MOST_WEIGHT and np.array_equal(given, np.rint(given)):
        return given.astype(np.int32)
    scale = 2.0 ** np.floor(np.log2((MOST_WEIGHT - units * float(np.bincount(unit_of).max())) / heaviest))
    if weights is None or not np.isfinite(scale):
        raise ValueError(f"{rows} rows in {units} units are too many for exact sums")
    return np.asarray(np.maximum(np.rint(given * scale), 1), dtype=np.int32)
