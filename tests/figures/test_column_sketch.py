"""Small drawings of single columns: every present value is counted, and nothing is drawn where nothing is."""

import numpy as np
import pytest

from core.domain.dataset import Column, Kind
from core.figures.column_sketch import MOST_BARS, MOST_ROWS, choose_sketched_rows, sketch_column


def test_that_every_number_that_is_there_is_counted_once() -> None:
    values = np.concatenate([np.random.default_rng(1).normal(5, 2, 999), [np.nan] * 7])
    found = sketch_column(Column("x", Kind.NUMBER, values))
    assert (len(found.bars), sum(found.bars)) == (MOST_BARS, 999)
    assert float(found.low) < float(found.middle) < float(found.high)


def test_that_a_few_whole_numbers_have_a_bar_each() -> None:
    found = sketch_column(Column("grade", Kind.NUMBER, np.array([1.0, 2, 2, 3, 3, 3])))
    assert found.bars == (1, 2, 3)


@pytest.mark.parametrize("values", [np.full(4, np.nan), np.array([np.inf, -np.inf])])
def test_that_a_column_without_a_value_has_no_bars(values: np.ndarray) -> None:
    assert sketch_column(Column("x", Kind.NUMBER, values)).bars == ()


def test_that_the_rarer_of_two_categories_is_told() -> None:
    found = sketch_column(Column("fault", Kind.YES_NO, np.array([0, 0, 0, 1, -1]), ("no", "yes")))
    assert (found.bars, found.levels) == ((3, 1), ("no", "yes"))
    assert found.words == "yes 25.0 %"


def test_that_many_categories_are_drawn_by_their_most_frequent_ones() -> None:
    levels = tuple(f"P{number}" for number in range(40))
    values = np.concatenate([np.arange(40), np.full(5, 33)])
    found = sketch_column(Column("pump", Kind.NAMES, values.astype(np.int32), levels))
    assert (len(found.bars), max(found.bars)) == (MOST_BARS, 6)
    assert "P33" in found.levels
    assert found.words.startswith("40 ")


def test_that_dates_are_told_by_their_days() -> None:
    values = np.array(["2024-03-12", "2024-09-30", "NaT"], dtype="datetime64[ms]")
    found = sketch_column(Column("taken", Kind.DATE, values))
    assert (found.low, found.high, sum(found.bars)) == ("2024-03-12", "2024-09-30", 2)


def test_that_a_large_table_is_sketched_from_the_same_rows_every_time() -> None:
    assert choose_sketched_rows(MOST_ROWS) is None
    first, second = choose_sketched_rows(200_000), choose_sketched_rows(200_000)
    assert first is not None
    assert second is not None
    assert np.array_equal(first, second)
    assert len(np.unique(first)) == MOST_ROWS
