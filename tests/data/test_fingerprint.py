"""Data sets recognized by their content."""

from collections.abc import Sequence

import numpy as np
import pytest

from core.data.fingerprint import compute_fingerprint, compute_row_keys, hash_numbers
from core.data.prepare import prepare_dataset
from core.data.sketch import Sketch, sketch_dataset
from core.domain.dataset import Column, Dataset, Table
from core.domain.study import Columns
from core.history.row_matching import SharedRows, compare_rows, describe_cells, restore_cells
from tests.data.tables import names, numbers, table


def _columns(rows: int = 200, seed: int = 3) -> list[Column]:
    random = np.random.default_rng(seed)
    kinds = [["red", "blue", "green"][place] for place in random.integers(0, 3, rows)]
    fault = [["yes", "no"][place] for place in random.integers(0, 2, rows)]
    values = random.normal(size=(3, rows)) * np.array([[1], [1000], [1e-5]])
    return [
        *(numbers(f"x{place}", row) for place, row in enumerate(values)),
        names("kind", kinds),
        names("fault", fault),
    ]


def _data(columns: Sequence[Column], target: str = "fault") -> Dataset:
    return prepare_dataset(Table("t", "", tuple(columns)), Columns(target=(target,)))


def _taken(columns: Sequence[Column], rows: object) -> list[Column]:
    return [Column(column.name, column.kind, column.values[rows], column.levels) for column in columns]  # type: ignore[call-overload]


def _rounded(columns: Sequence[Column]) -> list[Column]:
    return [
        numbers(column.name, [float(f"{value:.5e}") for value in column.values]) if not column.levels else column
        for column in columns
    ]


def _renamed(columns: Sequence[Column]) -> list[Column]:
    return [Column(f"{column.name} new", column.kind, column.values, column.levels) for column in columns]


def test_that_order_of_rows_and_columns_names_and_rounding_do_not_matter() -> None:
    columns = _columns()
    shuffled = np.random.default_rng(1).permutation(200)
    first = _data(columns).fingerprint
    assert _data(_taken(columns, shuffled)).fingerprint == first
    assert _data([columns[2], columns[4], columns[0], columns[3], columns[1]]).fingerprint == first
    assert _data(_rounded(columns)).fingerprint == first
    assert _data(_renamed(columns), "fault new").fingerprint == first
    assert compute_fingerprint(_data(columns)) == first


def test_that_the_order_of_levels_and_numbers_as_names_do_not_matter() -> None:
    grade = [1.0, 2.0, 3.0] * 20
    x = np.arange(60) + 0.5
    y = names("y", ["a", "b"] * 30)
    as_number = table(numbers("x", x), numbers("grade", grade), y)
    as_names = table(numbers("x", x), names("grade", [str(int(value)) for value in grade]), y)
    assert (
        prepare_dataset(as_number, Columns(target=("y",))).fingerprint
        == prepare_dataset(as_names, Columns(target=("y",))).fingerprint
    )


@pytest.mark.parametrize("change", ["cell", "row", "answer", "column"])
def test_that_any_change_shows(change: str) -> None:
    columns = _columns()
    first = _data(columns).fingerprint
    if change == "cell":
        values = columns[0].values.copy()
        values[7] *= 1.001
        columns[0] = numbers("x0", values)
    elif change == "row":
        columns = _taken(columns, slice(0, 199))
    elif change == "answer":
        values = columns[4].values.copy()
        values[0] = 1 - values[0]
        columns[4] = Column("fault", columns[4].kind, values, columns[4].levels)
    else:
        columns = columns[1:]
    assert _data(columns).fingerprint != first


def test_that_row_keys_find_old_rows_among_new_ones() -> None:
    columns = _columns()
    old = compute_row_keys(_data(_taken(columns, slice(0, 120))))
    new = compute_row_keys(_data(_taken(columns, slice(100, 200))))
    assert np.isin(new, old).sum() == 20


def _shared(old: Sketch, new: Dataset) -> SharedRows:
    return compare_rows(restore_cells(old), describe_cells(new))


def test_that_changed_data_are_told_from_new_data() -> None:
    columns = _columns()
    kept = Sketch.from_bytes(sketch_dataset(_data(columns)).to_bytes())
    same = _shared(kept, _data(_rounded(columns)))
    assert (same.of_old, same.of_new) == (1.0, 1.0)
    half = _shared(kept, _data(_taken(columns, slice(0, 100))))
    assert half.of_old == pytest.approx(0.5, abs=0.02)
    assert half.of_new == 1.0
    new = _shared(kept, _data(_columns(seed=4)))
    assert new.of_old == 0.0


def test_that_renamed_dropped_and_added_columns_do_not_hide_a_data_set() -> None:
    columns = _columns()
    kept = sketch_dataset(_data(columns))
    added = [*_renamed(columns)[1:], numbers("extra", np.arange(200) + 0.25)]
    found = _shared(kept, _data(added, "fault new"))
    assert found.of_old > 0.95


def test_that_two_columns_in_common_are_not_enough() -> None:
    columns = _columns()
    found = _shared(sketch_dataset(_data(columns)), _data([columns[0], columns[4]]))
    assert (found.of_old, found.of_new) == (0.0, 0.0)


def test_that_values_on_a_grid_have_the_same_fingerprint_as_any_others() -> None:
    """Columns of few decimals are looked up by their steps; one value off the grid takes the long way."""
    grid = np.random.default_rng(2).integers(-400, 400, 4000) / 100
    fault = names("fault", ["yes", "no"] * 2000)
    plain = _data([numbers("x", grid), fault])
    shifted = grid.copy()
    shifted[7] += 1e-13  # the same in six digits
    assert _data([numbers("x", shifted), fault]).fingerprint == plain.fingerprint
    shifted[7] += 0.01
    assert _data([numbers("x", shifted), fault]).fingerprint != plain.fingerprint


def test_that_powers_of_ten_and_their_neighbors_share_a_key() -> None:
    tens = 10.0 ** np.arange(-280, 300)
    assert np.array_equal(hash_numbers(tens), hash_numbers(np.nextafter(tens, 0)))  # type: ignore[arg-type]
    assert np.array_equal(hash_numbers(tens), hash_numbers(np.nextafter(tens, np.inf)))  # type: ignore[arg-type]
    assert len(np.unique(hash_numbers(np.concatenate([tens, -tens])))) == 2 * len(tens)


def test_that_many_equal_huge_numbers_have_a_fingerprint() -> None:
    fault = names("fault", ["yes", "no"] * 1500)
    same = _data([numbers("x", np.full(3000, 1e20)), fault]).fingerprint
    assert _data([numbers("x", np.full(3000, 1e20 * (1 + 1e-9))), fault]).fingerprint == same
    assert _data([numbers("x", np.full(3000, 2e20)), fault]).fingerprint != same
