"""Quick ways to the nearest rows find what all distances tell, or leave a row to others."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from core.algorithms import nearest
from core.algorithms.nearest import Nearest, by_products, by_tree, nearest_rows, tree_of
from core.algorithms.neighbors import COLUMNS_FOR_TREE, EQUAL, MANY_ROWS, Neighbors
from core.domain.dataset import Floats

WAYS = ("tree", "products")


def _found(way: str, tested: Floats, trained: Floats, count: int) -> Nearest:
    return by_tree(tested, tree_of(trained), count) if way == "tree" else by_products(tested, trained, count)


def _agrees(way: str, tested: Floats, trained: Floats, count: int) -> np.typing.NDArray[np.int64]:
    """The rows that are left to others; all others must have the nearest there are."""
    distances = np.asarray(cdist(tested, trained, "sqeuclidean"))
    expected = nearest_rows(distances, count)
    squared, found, left = _found(way, tested, trained, count)
    sure = np.setdiff1d(np.arange(len(tested)), left)
    np.testing.assert_array_equal(found[sure], expected[sure])
    np.testing.assert_allclose(squared[sure], np.take_along_axis(distances, expected, axis=1)[sure], rtol=1e-9)
    return left


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("columns", [1, 4, 9, 30])
@pytest.mark.parametrize("levels", [0, 3, 40])
def test_that_they_find_what_all_distances_tell(way: str, columns: int, levels: int) -> None:
    """With few levels nearly all rows have equally distant neighbors, with some a few, with real numbers none."""
    chance = np.random.default_rng(levels)
    values = chance.normal(size=(MANY_ROWS + 300, columns))
    values = np.rint(values * levels / 3) if levels else values
    left = _agrees(way, values[MANY_ROWS:], values[:MANY_ROWS], 5)
    assert len(left) == 0 or levels > 0
    assert len(left) > 0 or levels != 3 or columns > 9


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("count", [1, 2, 50])
def test_that_any_number_of_neighbors_copies_and_far_away_rows_are_found(way: str, count: int) -> None:
    chance = np.random.default_rng(count)
    trained = chance.normal(size=(900, 8)) * np.logspace(-6, 6, 8)
    trained[100:130] = trained[7]
    trained[500] *= 1e6
    tested = np.vstack([trained[:50], trained[500:501] + 1.0, chance.normal(size=(40, 8)) * 1e3])
    _agrees(way, tested, trained, count)


def test_that_rows_beyond_half_the_width_are_left_to_others() -> None:
    trained = np.random.default_rng(0).normal(size=(500, 8))
    tested = trained[:20].copy()
    tested[3] = 1e60
    assert 3 in _agrees("products", tested, trained, 4)


def test_that_most_rows_need_a_close_look_at_a_few_only(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(1).normal(size=(3000, 9))
    monkeypatch.setattr(nearest, "MOST_EACH", 12)
    assert len(_agrees("products", values[2000:], values[:2000], 5)) == 0


@pytest.mark.parametrize("columns", [COLUMNS_FOR_TREE, COLUMNS_FOR_TREE + 1])
@pytest.mark.parametrize("levels", [0, 3])
def test_that_answers_from_many_rows_are_those_of_all_distances(columns: int, levels: int) -> None:
    values = np.random.default_rng(columns).normal(size=(MANY_ROWS + 200, columns))
    values = np.rint(values * levels / 3) if levels else values
    trained, tested = values[:MANY_ROWS], values[MANY_ROWS:]
    expected = nearest_rows(np.asarray(cdist(tested, trained, "sqeuclidean")), 5)
    ours = Neighbors(5, EQUAL)
    ours.fit(trained, trained[:, :1])
    np.testing.assert_allclose(ours.numbers(tested), trained[expected, 0].mean(axis=1)[:, None], atol=1e-12)
