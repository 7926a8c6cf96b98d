"""Rows are recognized from either side, in large tables by a sample, and strangers are not."""

from dataclasses import replace

import numpy as np
import pytest

from core.data.prepare import prepare_dataset
from core.data.sketch import sketch_dataset
from core.domain.dataset import Column, Dataset, Kind, Table
from core.domain.study import Columns
from core.history.history import SAME
from core.history.row_matching import MOST_CELLS, SharedRows, compare_rows, describe_cells, restore_cells, shrink_sketch
from tests.history.histories import data_of, table_of, taken


def wide_data(rows: int, columns: int, seed: int = 1, names: str = "c") -> Dataset:
    random = np.random.default_rng(seed)
    made = [Column(f"{names}{i}", Kind.NUMBER, random.normal(size=rows)) for i in range(columns)]
    target = Column("y", Kind.NAMES, random.integers(0, 2, rows).astype(np.int32), ("a", "b"))
    return prepare_dataset(Table("wide", "wide", (*made, target)), Columns(target=("y",)))


def part_of(data: Dataset, rows: np.ndarray[tuple[int], np.dtype[np.int64]], names: str = "") -> Dataset:
    features = tuple(f"{names}{name}" for name in data.features)
    return replace(
        data, inputs=data.inputs[rows], targets=data.targets[rows], features=features, groups=None, rows=None
    )


def shared(old: Dataset, new: Dataset) -> SharedRows:
    return compare_rows(restore_cells(shrink_sketch(sketch_dataset(old))), describe_cells(new))


@pytest.mark.parametrize("prefix", ["", "renamed "])
@pytest.mark.parametrize("share", [0.02, 0.2, 0.8])
def test_that_a_part_of_a_large_table_is_recognized_from_its_own_side(share: float, prefix: str) -> None:
    old = wide_data(12_000, 6)
    rows = np.sort(np.random.default_rng(2).permutation(12_000)[: int(12_000 * share)])
    found = shared(old, part_of(old, rows, prefix))
    assert found.of_old == pytest.approx(share, abs=0.03)
    assert found.of_new > 0.7


def test_that_a_table_that_grew_is_recognized_from_the_old_side() -> None:
    grown = wide_data(3000, 4)
    found = shared(part_of(grown, np.arange(300)), grown)
    assert found.of_old == 1.0
    assert found.of_new == pytest.approx(0.1, abs=0.02)


def test_that_strangers_share_nothing() -> None:
    assert shared(wide_data(2000, 5), wide_data(2000, 5, seed=9)) == SharedRows(0.0, 0.0)


def test_that_two_columns_in_common_are_too_few() -> None:
    table = table_of()
    short = replace(table, columns=(table.columns[0], table.column("fault")))
    assert shared(data_of(table), data_of(short)) == SharedRows(0.0, 0.0)


def test_that_rows_left_over_are_counted_exactly_in_small_tables() -> None:
    table = table_of()
    found = shared(data_of(table), data_of(taken(table, np.arange(140))))
    assert (found.of_old, found.of_new) == (pytest.approx(0.7), 1.0)


def test_that_little_is_remembered_of_wide_tables() -> None:
    kept = shrink_sketch(sketch_dataset(wide_data(3000, 300)))
    assert kept.cells.size <= MOST_CELLS
    assert kept.rows == 3000


def test_that_a_renamed_column_is_not_taken_for_one_whose_few_values_it_holds_too() -> None:
    """Halves from 0 to 9.5 hold every value of the counts 0 to 3, which stand behind them."""
    random = np.random.default_rng(4)
    made = [Column(f"n{i}", Kind.NUMBER, random.normal(size=300)) for i in range(2)]
    made.append(Column("halves", Kind.NUMBER, random.integers(0, 20, 300) / 2))
    made.append(Column("count", Kind.NUMBER, random.integers(0, 4, 300).astype(np.float64)))
    target = Column("y", Kind.NAMES, random.integers(0, 2, 300).astype(np.int32), ("a", "b"))
    old = prepare_dataset(Table("t", "t", (*made, target)), Columns(target=("y",)))
    found = shared(old, part_of(old, np.arange(240), "renamed "))
    assert found.of_old == pytest.approx(0.8)
    assert found.of_new == 1.0


def few_valued(rows: int, seed: int, names: str, levels: int = 6, columns: int = 6) -> Dataset:
    """Whole numbers that are alike everywhere, and often the same one."""
    random = np.random.default_rng(seed)
    cells = np.minimum(random.geometric(np.linspace(0.3, 0.9, columns), (rows, columns)), levels)
    made = [Column(f"{names}{i}", Kind.NUMBER, column.astype(np.float64)) for i, column in enumerate(cells.T)]
    target = Column("y", Kind.NAMES, random.integers(0, 2, rows).astype(np.int32), ("a", "b"))
    return prepare_dataset(Table("few", "few", (*made, target)), Columns(target=("y",)))


@pytest.mark.parametrize(("names", "columns"), [("c", 4), ("d", 4), ("d", 3)])
def test_that_strangers_with_few_different_values_are_not_taken_for_old_rows(names: str, columns: int) -> None:
    found = shared(few_valued(1000, 1, "c", columns=columns), few_valued(60, 2, names, columns=columns))
    assert max(found.of_old, found.of_new) < SAME


@pytest.mark.parametrize("prefix", ["", "renamed "])
def test_that_rows_of_few_different_values_are_recognized(prefix: str) -> None:
    old = few_valued(600, 1, "c")
    part = np.sort(np.random.default_rng(2).permutation(600)[:480])
    assert shared(old, part_of(old, np.arange(600), prefix)) == SharedRows(1.0, 1.0)
    assert shared(old, part_of(old, part, prefix)).of_new > SAME


def test_that_names_decide_where_every_combination_is_found() -> None:
    random = np.random.default_rng(3)
    made = [Column(f"c{i}", Kind.NUMBER, random.integers(0, 2, 500).astype(np.float64)) for i in range(2)]
    target = Column("y", Kind.NAMES, random.integers(0, 2, 500).astype(np.int32), ("a", "b"))
    old = prepare_dataset(Table("all", "all", (*made, target)), Columns(target=("y",)))
    everybody = np.arange(500)
    assert shared(old, part_of(old, everybody)) == SharedRows(1.0, 1.0)
    assert shared(old, part_of(old, everybody, "renamed ")) == SharedRows(0.0, 0.0)
