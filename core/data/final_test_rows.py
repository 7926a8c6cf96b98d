"""The final test rows: a third set aside before anything looks at their answers, the same rows in every study."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.data.fingerprint import compute_fingerprint, mix_keys
from core.domain.dataset import Dataset, Floats, Integers, Table, Task
from core.support.errors import DataError

FEWEST_ROWS, FEWEST_GROUPS = 60, 6
WORTH_IT = 3000  # rows from which a third makes a firm holdout (Reich & Barai 1999, section 2.2.2)
EVERY = 3
LAYERS = 5
_SALT = np.uint64(0x5EA1ED)


@dataclass(frozen=True, slots=True, eq=False)
class FinalTestSplit:
    """The rows a study works on, and those that stay unopened until its result."""

    data: Dataset
    final_rows: Dataset


def split_final_test(data: Dataset) -> FinalTestSplit:
    """Groups stay whole, every answer keeps its share; in an order in time the latest third is set aside."""
    units = _units(data)
    if not can_split_final_test(data):
        raise DataError(
            f"A third of {data.size} rows is too little for final test rows.",
            hint=f"Leave the final test rows off, or collect at least {FEWEST_ROWS} rows and {FEWEST_GROUPS} groups.",
        )
    is_final = np.isin(units, _chosen(data, units))
    return FinalTestSplit(select_rows(data, np.flatnonzero(~is_final)), select_rows(data, np.flatnonzero(is_final)))


def can_split_final_test(data: Dataset) -> bool:
    return data.size >= FEWEST_ROWS and int(_units(data).max()) + 1 >= FEWEST_GROUPS


def select_rows(data: Dataset, kept: Integers) -> Dataset:
    """The dataset of some of its rows."""
    reduced = replace(
        data,
        inputs=data.inputs[kept],
        targets=data.targets[kept],
        groups=None if data.groups is None else data.groups[kept],
        order=None if data.order is None else data.order[kept],
        weights=None if data.weights is None else data.weights[kept],
        rows=kept if data.rows is None else data.rows[kept],
        given={name: values[kept] for name, values in data.given.items()},
    )
    for array in (reduced.inputs, reduced.targets, reduced.rows):
        if array is not None:
            array.flags.writeable = False
    return replace(reduced, fingerprint=compute_fingerprint(reduced))


def join_rows(data: Dataset, final_rows: Dataset) -> Dataset:
    """Both parts as one dataset again, in the order of the table."""
    first, second = _numbers(data), _numbers(final_rows)
    order = np.argsort(np.concatenate([first, second]), kind="stable")
    stacked = replace(
        data,
        inputs=np.concatenate([data.inputs, final_rows.inputs])[order],
        targets=np.concatenate([data.targets, final_rows.targets])[order],
        groups=_both(data.groups, final_rows.groups, order),
        order=_both(data.order, final_rows.order, order),
        weights=_both(data.weights, final_rows.weights, order),
        rows=np.concatenate([first, second])[order],
        given={name: np.concatenate([data.given[name], final_rows.given[name]])[order] for name in data.given},
    )
    return replace(stacked, fingerprint=compute_fingerprint(stacked))


def remove_rows(table: Table, final_rows: Dataset) -> Table:
    """The table without the final test rows, for everything that is looked up before the lock."""
    kept = np.setdiff1d(np.arange(table.rows), _numbers(final_rows))
    columns = tuple(replace(column, values=column.values[kept], strays=()) for column in table.columns)
    return replace(table, columns=columns)


def _both(first: Floats | Integers | None, second: Floats | Integers | None, order: Integers) -> Any:
    return None if first is None or second is None else np.concatenate([first, second])[order]


def _numbers(data: Dataset) -> Integers:
    """Row numbers of the table."""
    return np.arange(data.size) if data.rows is None else data.rows


def _units(data: Dataset) -> Integers:
    """The number of the group of every row; each row for itself where there are none."""
    if data.groups is None:
        return np.arange(data.size)
    return np.asarray(np.unique(data.groups, return_inverse=True)[1].ravel(), dtype=np.int64)


def _chosen(data: Dataset, units: Integers) -> Integers:
    """Every third unit in the order of layer and lot; of an order in time the last third of the units."""
    count = int(units.max()) + 1
    if data.order is not None:
        latest = np.full(count, -np.inf)
        np.maximum.at(latest, units, data.order)
        return np.argsort(latest, kind="stable")[count - count // EVERY :]
    lots = np.full(count, np.iinfo(np.uint64).max, dtype=np.uint64)
    np.minimum.at(lots, units, mix_keys(_numbers(data).astype(np.uint64) + _SALT))
    return np.lexsort((lots, _layers(data, units, count)))[EVERY - 1 :: EVERY]


def _layers(data: Dataset, units: Integers, count: int) -> Integers:
    """The commonest answer of a unit, or the fifth of the answers in which its mean lies."""
    if data.task is Task.CLASSES:
        counts = np.zeros((count, len(data.classes)))
        np.add.at(counts, (units, data.labels), 1)
        return np.asarray(np.argmax(counts, axis=1), dtype=np.int64)
    means = np.bincount(units, weights=data.targets[:, 0]) / np.bincount(units)
    ranks = np.argsort(np.argsort(means, kind="stable"), kind="stable")
    return np.asarray(ranks * LAYERS // count, dtype=np.int64)
