"""What two inputs do together, where it can be written down: products, and sums in which nothing is left beyond."""

import numpy as np

from core.domain.dataset import Floats
from core.insight.joint_effects import accumulate_joint_effect, choose_map_edges, count_rows_in_cells, list_cell_ends

EDGES = np.array([0.0, 1.0, 2.0, 4.0]), np.array([-1.0, 0.0, 3.0])
COUNTS = np.full((3, 2), 5)


def measure_cells(models: list[float]) -> Floats:
    """Second differences of slope x first x second, one slope for each model."""
    cell = np.outer(np.diff(EDGES[0]), np.diff(EDGES[1]))
    return np.array([slope * cell for slope in models])


def test_that_a_product_is_what_lies_beyond_its_middle() -> None:
    beyond, low, high = accumulate_joint_effect(measure_cells([2.0] * 10), COUNTS, 10)
    first, second = ((ends[1:] + ends[:-1]) / 2 for ends in EDGES)
    assert np.allclose(beyond, 2 * np.outer(first - first.mean(), second - second.mean()))
    assert np.allclose(low, beyond)
    assert np.allclose(high, beyond)
    assert np.isclose((beyond * COUNTS).sum(), 0)


def test_that_nothing_lies_beyond_a_sum_and_models_that_differ_widen_the_band() -> None:
    beyond, low, high = accumulate_joint_effect(np.zeros((10, 3, 2)), COUNTS, 10)
    assert not beyond.any()
    assert np.array_equal(low, high)
    _, low, high = accumulate_joint_effect(measure_cells([1.0, 3.0] * 5), COUNTS, 10)
    assert np.all(high > low)


def test_that_cells_have_few_edges_at_values_that_occur_and_count_known_rows() -> None:
    values = np.array([1.0, 2.0, np.nan, 2.0, 3.0])
    assert choose_map_edges(values).tolist() == [1.0, 1.5, 2.5, 3.0]
    assert list_cell_ends(values, choose_map_edges(values)).tolist() == [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]
    many = np.random.default_rng(1).normal(size=500)
    edges = choose_map_edges(many)
    assert len(edges) == 7
    assert np.isin(edges, many).all()
    counts = count_rows_in_cells(
        values, np.array([0.0, 1.0, 1.0, np.nan, 1.0]), (choose_map_edges(values), np.array([0.0, 1.0]))
    )
    assert counts.sum() == 3
