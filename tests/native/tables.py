"""Tables of every awkward kind for the tests of the compiled core, from one number each."""

from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.native.tree_records import GrowingOptions
from core.native.tree_table import TreeTable, rank_columns, table_of_classes, table_of_numbers


@dataclass(frozen=True, eq=False)
class Case:
    """Training rows, new rows, and a way to grow trees."""

    inputs: Floats
    new: Floats
    table: TreeTable
    options: GrowingOptions


def case(number: int, most_rows: int = 90) -> Case:
    """Few and many rows; ties; missing cells; weights; groups; classes, one output and several; every option."""
    rng = np.random.default_rng(number)
    rows, width = int(rng.integers(2, most_rows)), int(rng.integers(1, 6))
    inputs = rng.normal(size=(rows, width)) * 10.0 ** rng.integers(-3, 4, width)
    new = rng.normal(size=(20, width))
    if number % 2:
        inputs, new = inputs.round(int(rng.integers(0, 2))), new.round(1)
    if number % 3 == 0:
        inputs[rng.random(inputs.shape) < rng.random() / 2] = np.nan
    new[rng.random(new.shape) < 0.1] = np.nan
    weights = rng.random(rows) * 3 + 0.01 if number % 4 == 0 else None
    groups = rng.integers(0, 6, rows) if number % 5 == 0 else None
    columns = rank_columns(inputs)
    if rng.random() < 0.5:
        classes = int(rng.integers(2, 6))
        table = table_of_classes(columns, rng.integers(0, classes, rows), classes, weights, groups)
    else:
        targets = rng.normal(size=(rows, int(rng.integers(1, 4)))).round(int(rng.integers(0, 9)))
        table = table_of_numbers(columns, targets, weights, groups)
    options = GrowingOptions(
        seed=int(rng.integers(0, 2**63)) * 2 + 1,
        columns_tried=int(rng.integers(1, width + 1)),
        smallest_child=int(rng.integers(1, 5)),
        smallest_parent=int(rng.integers(1, 12)),
        draws_sample=bool(number % 3),
        random_cuts=number % 7 == 0,
        with_cost=bool(number % 2),
    )
    return Case(inputs, new, table, options)
