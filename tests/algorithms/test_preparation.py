"""Filling, scaling and encoding, learned from the training rows alone."""

import warnings
from typing import Literal

import numpy as np
import pytest

from core.algorithms import preparation as preparation_module
from core.algorithms import rows as rows_module
from core.algorithms.preparation import LEVEL_LIMIT, Preparation, Recipe, medians
from core.algorithms.rows import Rows
from core.domain.dataset import Floats, Kind, Task
from tests.algorithms.examples import schema

NUMBER, NAMES = Kind.NUMBER, Kind.NAMES


def rows_of(cells: list[list[float]]) -> Rows:
    return Rows(np.array(cells))


def fitted(inputs: Floats, *kinds: Kind, recipe: Recipe | None = None) -> Preparation:
    preparation = Preparation(recipe or Recipe())
    preparation.learn(Rows(inputs), schema(Task.CLASSES, kinds))
    return preparation


def test_that_numbers_are_scaled_by_the_training_rows() -> None:
    preparation = fitted(np.array([[1.0], [3.0]]), NUMBER)
    np.testing.assert_allclose(preparation.apply(rows_of([[2.0], [5.0]])), [[0.0], [3.0]])


def test_that_missing_numbers_get_the_median_of_the_training_rows() -> None:
    preparation = fitted(np.array([[1.0], [2.0], [9.0], [np.nan]]), NUMBER, recipe=Recipe(scale=False))
    np.testing.assert_allclose(preparation.apply(rows_of([[np.nan], [4.0]])), [[2.0], [4.0]])


def test_that_missing_numbers_stay_missing_when_the_recipe_wants_it() -> None:
    preparation = fitted(np.array([[1.0], [3.0]]), NUMBER, recipe=Recipe(fill=False, scale=False))
    assert np.isnan(preparation.apply(rows_of([[np.nan]]))).all()


def test_that_names_become_one_column_each_and_missing_ones_the_most_frequent() -> None:
    preparation = fitted(np.array([[0.0], [2.0], [2.0], [np.nan]]), NAMES)
    np.testing.assert_array_equal(preparation.apply(rows_of([[0.0], [2.0], [np.nan]])), [[1, 0], [0, 1], [0, 1]])


def test_that_a_name_not_seen_in_training_is_none_of_the_known_and_is_told() -> None:
    preparation = fitted(np.array([[0.0], [2.0]]), NAMES)
    with pytest.warns(UserWarning, match="1 cell holds a name not seen in training"):
        np.testing.assert_array_equal(preparation.apply(rows_of([[3.0], [0.0]])), [[0, 0], [1, 0]])


def test_that_columns_without_values_are_left_out_and_told() -> None:
    with pytest.warns(UserWarning, match="2 inputs have no value in the rows of the training part and are left out"):
        preparation = fitted(np.array([[1.0, np.nan, np.nan], [2.0, np.nan, np.nan]]), NUMBER, NUMBER, NAMES)
    assert preparation.width == 1
    assert preparation.apply(rows_of([[1.0, 7.0, 1.0]])).shape == (1, 1)


def test_that_constant_columns_are_left_out_and_told() -> None:
    with pytest.warns(UserWarning, match="1 input is the same in all rows of the training part and is left out"):
        preparation = fitted(np.array([[1.0, 0.1], [2.0, 0.1], [3.0, np.nan]]), NUMBER, NUMBER)
    assert preparation.width == 1


def test_that_only_the_most_frequent_of_very_many_names_get_a_column() -> None:
    names = np.concatenate([np.arange(LEVEL_LIMIT + 50), np.arange(40, LEVEL_LIMIT + 40)]).astype(float)[:, None]
    preparation = fitted(names, NAMES)
    assert preparation.width == LEVEL_LIMIT
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rare, frequent = preparation.apply(rows_of([[0.0], [50.0]]))
    assert rare.sum() == 0
    assert frequent.sum() == 1


def test_that_numbers_come_first_and_names_after() -> None:
    preparation = fitted(np.array([[0.0, 1.0], [1.0, 3.0]]), NAMES, NUMBER)
    np.testing.assert_allclose(preparation.apply(rows_of([[1.0, 3.0]])), [[1.0, 0.0, 1.0]])


@pytest.mark.parametrize("rows", [1, 2, 7, 40])
def test_that_medians_of_all_columns_are_those_of_each(rows: int) -> None:
    rng = np.random.default_rng(rows)
    numbers = rng.normal(size=(rows, 6)) * 10.0 ** rng.integers(-6, 6, 6)
    numbers[1:][rng.random((rows - 1, 6)) < 0.4] = np.nan
    expected = [np.median(column[~np.isnan(column)]) for column in numbers.T]
    assert np.array_equal(medians(numbers), expected)


@pytest.mark.parametrize("names", [False, True])
@pytest.mark.parametrize("cells", [7, 450, 2**20])
@pytest.mark.parametrize("order", ["C", "F"])
def test_that_pieces_give_the_same_bits_as_everything_at_once(
    order: Literal["C", "F"], cells: int, names: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = np.random.default_rng(5)
    numbers = chance.standard_normal((300, 6)) * [1, 1e6, 1e-6, 3, 5, 7] + [0, 1e5, 0, 9, -4, 1e9]
    numbers[chance.random((300, 6)) < 0.1] = np.nan
    coded = chance.integers(0, 3, (300, 1)).astype(np.float64) if names else np.empty((300, 0))
    monkeypatch.setattr(preparation_module, "CELLS_AT_ONCE", cells)
    monkeypatch.setattr(rows_module, "CELLS_AT_ONCE", cells)
    everything = np.hstack([numbers, coded])
    made = Preparation(Recipe(order=order))
    learned = made.learn(Rows(everything), schema(Task.CLASSES, (NUMBER,) * 6 + (NAMES,) * coded.shape[1]))
    picked = everything[:, list(range(6))]
    filled = np.where(np.isnan(picked), medians(picked), picked)
    spread_over = [(coded[:, 0][:, None] == np.arange(3.0)).astype(np.float64)] if names else []
    expected = np.hstack([(filled - filled.mean(axis=0)) / filled.std(axis=0), *spread_over])
    found = made.apply(Rows(everything))
    assert found.tobytes() == learned.tobytes() == expected.tobytes()
    assert found.flags.f_contiguous
    assert learned.flags[f"{order}_CONTIGUOUS"]  # type: ignore[index]


def test_that_rows_given_by_place_are_prepared_as_a_copy_of_them_would_be() -> None:
    chance = np.random.default_rng(6)
    inputs, places = chance.standard_normal((40, 3)), chance.permutation(40)[:25]
    before = inputs.copy()
    kinds = schema(Task.CLASSES, (NUMBER,) * 3)
    by_place = Preparation(Recipe()).learn(Rows(inputs, places), kinds)
    assert by_place.tobytes() == Preparation(Recipe()).learn(Rows(inputs[places]), kinds).tobytes()
    assert np.array_equal(inputs, before)


def test_that_narrow_numbers_are_those_of_half_the_width_but_vary_as_the_wide_ones_do() -> None:
    inputs = np.array([[0.1, 1e9, 1e300], [0.2, 1e9 + 1, -1e300], [np.nan, 1e9 + 2, 0.0]])
    made = Preparation(Recipe(fill=False, scale=False, narrow=True))
    found = made.learn(Rows(inputs), schema(Task.CLASSES, (NUMBER,) * 3))
    assert found.dtype == np.float32
    assert made.width == 3  # the second varies only beyond what the narrow ones can tell
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(found, inputs.astype(np.float32))
    np.testing.assert_array_equal(made.apply(Rows(inputs)), found)
