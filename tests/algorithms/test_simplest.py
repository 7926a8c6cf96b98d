"""The simplest of settings that did equally well."""

import pytest

from core.algorithms import ALGORITHMS, find_algorithm
from core.algorithms.row import Algorithm, Simpler, combinations
from core.algorithms.simplest import simplest_first
from core.domain.study import Grid


def ordered(key: str, grid: Grid) -> list[object]:
    choices = combinations(grid)
    return [choices[place] for place in simplest_first(find_algorithm(key), choices)]


def test_that_more_neighbors_are_simpler_in_whatever_order_they_are_given() -> None:
    assert ordered("knn", {"neighbours": (1, 15, 5)}) == [{"neighbours": 15}, {"neighbours": 5}, {"neighbours": 1}]


def test_that_choices_are_as_simple_as_they_are_listed() -> None:
    found = ordered("tree", {"pruning": ("off", "least error", "cautious")})
    assert found == [{"pruning": "cautious"}, {"pruning": "least error"}, {"pruning": "off"}]


def test_that_hidden_layers_count_by_all_their_units() -> None:
    found = ordered("mlp", {"hidden": ([30], [5, 5], (8,))})
    assert found == [{"hidden": (8,)}, {"hidden": [5, 5]}, {"hidden": [30]}]


def test_that_several_settings_add_up_and_equal_sums_stay_in_order() -> None:
    found = ordered("c45", {"least_rows": (2, 20), "pruning": (0.25, 0.01)})
    assert found[0] == {"least_rows": 20, "pruning": 0.01}
    assert found[1:3] == [{"least_rows": 2, "pruning": 0.01}, {"least_rows": 20, "pruning": 0.25}]
    assert found[3] == {"least_rows": 2, "pruning": 0.25}


def test_that_settings_which_are_the_same_everywhere_decide_nothing() -> None:
    choices = [{"neighbours": count, "weights": "closer"} for count in (3, 9)]
    assert simplest_first(find_algorithm("knn"), choices) == [1, 0]


def test_that_settings_without_an_order_stay_as_given() -> None:
    assert ordered("formula", {"formula": ("2", "1")}) == [{"formula": "2"}, {"formula": "1"}]
    assert simplest_first(find_algorithm("mean"), [{"other": 2}, {"other": 1}]) == [0, 1]


def test_that_a_value_outside_the_choices_does_not_hurt() -> None:
    assert len(ordered("tree", {"pruning": ("strange", "off")})) == 2


@pytest.mark.parametrize("row", ALGORITHMS, ids=lambda row: row.key)
def test_that_the_grid_of_every_row_starts_with_its_simplest_setting(row: Algorithm) -> None:
    for key, values in row.grid.items():
        choices = combinations({key: values})
        assert simplest_first(row, choices) == list(range(len(choices)))


@pytest.mark.parametrize("row", ALGORITHMS, ids=lambda row: row.key)
def test_that_every_number_to_be_tuned_says_which_side_is_simpler(row: Algorithm) -> None:
    for setting in row.settings:
        if setting.key in row.grid and not setting.choices:
            assert setting.simpler is not Simpler.AS_LISTED
