"""Weak places: parts with enough rows or none, and a part is named only when its whole range lies above all rows."""

from dataclasses import replace

import numpy as np

from core.insight.weak_places import find_weak_groups, find_weak_parts, list_unusual_inputs
from tests.insight.test_input_groups import make_data


def test_that_a_part_with_larger_losses_is_the_worst_and_others_are_not_named() -> None:
    random = np.random.default_rng(1)
    data = make_data(random.normal(size=(200, 2)))
    losses = np.abs(random.normal(size=200)) + 3.0 * (data.inputs[:, 0] > 1.2)
    found = find_weak_parts(losses, data, 0, "linear", "y", 10)
    assert found is not None
    assert found.worst is not None
    assert found.worst.high == data.inputs[:, 0].max()
    assert all(part.rows >= 20 for part in found.parts)
    other = find_weak_parts(np.abs(random.normal(size=200)), data, 1, "linear", "y", 10)
    assert other is not None
    assert other.worst is None


def test_that_few_rows_give_no_parts_and_equal_values_stay_together() -> None:
    random = np.random.default_rng(2)
    assert find_weak_parts(random.random(30), make_data(random.normal(size=(30, 1))), 0, "linear", "y", 10) is None
    data = make_data(np.repeat([1.0, 2.0], [150, 50])[:, None])
    found = find_weak_parts(random.random(200), data, 0, "linear", "y", 10)
    assert found is not None
    assert [(part.low, part.high, part.rows) for part in found.parts] == [(1.0, 1.0, 150), (2.0, 2.0, 50)]


def test_that_groups_are_compared_by_name() -> None:
    random = np.random.default_rng(3)
    data = replace(make_data(random.normal(size=(100, 1))), groups=np.repeat([0, 1], 50), group_name="machine")
    data = replace(data, group_names=("old", "new"))
    losses = random.random(100) + np.repeat([2.0, 0.0], 50)
    found = find_weak_groups(losses, data, "linear", "y", 10)
    assert found is not None
    assert found.worst is not None
    assert found.worst.name == "old"
    assert find_weak_groups(losses, make_data(random.normal(size=(100, 1))), "linear", "y", 10) is None


def test_that_the_most_unusual_inputs_of_a_row_are_named_with_their_side() -> None:
    inputs = np.random.default_rng(4).normal(size=(100, 3))
    inputs[7] = (0.0, -8.0, 4.0)
    unusual = list_unusual_inputs(make_data(inputs), 7)
    assert [name for name, _ in unusual] == ["b", "c"]
    assert unusual[0][1] < 0 < unusual[1][1]
