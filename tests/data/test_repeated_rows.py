"""Exact duplicates and repeated measurements are two things."""

import numpy as np

from core.data.exclusion_rules import DUPLICATES_RULE
from core.data.prepare import prepare_dataset
from core.data.repeated_rows import find_first_rows, find_repeated_rows, number_equal_rows
from core.data.screen import screen_table
from core.data.suggest import suggest_roles
from core.domain.dataset import Table
from core.domain.problem import Problem
from core.domain.study import Columns
from tests.data.tables import names, numbers, table

STRENGTH = Columns(target=("strength",))


def _mixes(duplicates: int, replicates: int, rows: int = 300) -> Table:
    """Rows of a test plan, some recorded twice, some measured again."""
    random = np.random.default_rng(4)
    cement, water, strength = random.uniform(1, 9, (3, rows))
    first, again = np.arange(duplicates), np.arange(duplicates, duplicates + replicates)
    of = np.concatenate([np.arange(rows), first, again])
    strength = np.concatenate([strength, strength[first], strength[again] + 0.5])
    return table(numbers("cement", cement[of]), numbers("water", water[of]), numbers("strength", strength))


def _problem(rows: Table, known_as: str, columns: Columns = STRENGTH) -> Problem | None:
    return next((problem for problem in screen_table(rows, columns) if problem.id == known_as), None)


def test_that_rows_which_differ_early_have_numbers_of_their_own() -> None:
    inputs = np.random.default_rng(0).normal(size=(500, 30))
    assert np.array_equal(number_equal_rows(inputs), np.arange(500))
    inputs[7] = inputs[3]
    assert number_equal_rows(inputs)[7] == 3
    assert find_first_rows(np.array([0, 1, 0, 2, 1])).tolist() == [0, 1, 3]


def test_that_a_row_is_a_duplicate_only_if_its_output_occurred_before() -> None:
    inputs = np.array([[1.0], [1.0], [1.0], [2.0], [1.0], [np.nan], [np.nan]])
    outputs = np.array([[5.0], [6.0], [5.0], [5.0], [6.0], [7.0], [7.0]])
    found = find_repeated_rows(inputs, outputs)
    assert found.duplicates.tolist() == [2, 4, 6]
    assert found.replicates.tolist() == [1]
    assert found.concerned.tolist() == [0, 1, 2, 4, 5, 6]


def test_that_duplicates_and_repeated_measurements_are_counted_apart() -> None:
    rows = _mixes(duplicates=25, replicates=13)
    duplicate, replicate = _problem(rows, "DUP"), _problem(rows, "REPLICATES")
    assert duplicate is not None
    assert duplicate.facts["duplicates"] == 25
    assert replicate is not None
    assert replicate.facts["replicates"] == 13


def test_that_repeated_measurements_alone_are_no_duplicates_and_never_offered_for_removal() -> None:
    rows = _mixes(duplicates=0, replicates=12)
    assert _problem(rows, "DUP") is None
    replicate = _problem(rows, "REPLICATES")
    assert replicate is not None
    assert replicate.facts["replicates"] == 12
    assert not [fix for fix in replicate.fixes if fix.change == "columns.excluded"]


def test_that_removing_duplicates_keeps_every_repeated_measurement() -> None:
    rows = _mixes(duplicates=25, replicates=13)
    columns = Columns(target=("strength",), excluded=((DUPLICATES_RULE, "joined twice"),))
    data = prepare_dataset(rows, columns)
    assert data.size == 313
    assert _problem(rows, "DUP", columns) is None
    left = _problem(rows, "REPLICATES", columns)
    assert left is not None
    assert left.facts["replicates"] == 13


def test_that_repeated_measurements_stay_on_one_side_however_many_they_are() -> None:
    rows = _mixes(duplicates=0, replicates=300)
    data = prepare_dataset(rows, STRENGTH)
    assert data.groups is not None
    assert np.array_equal(data.groups[:300], data.groups[300:])


def test_that_few_settings_measured_often_are_not_kept_apart_by_themselves() -> None:
    """With nine settings, keeping them together would ask for predictions of settings never seen."""
    random = np.random.default_rng(0)
    rows = table(numbers("speed", np.arange(180) % 9), numbers("strength", random.normal(size=180)))
    assert prepare_dataset(rows, STRENGTH).groups is None
    replicate = _problem(rows, "REPLICATES")
    assert replicate is not None
    assert [fix.change for fix in replicate.fixes] == ["columns.group"]


def test_that_an_empty_column_has_no_value_rather_than_one() -> None:
    random = np.random.default_rng(0)
    x, y = random.normal(size=(2, 80))
    rows = table(
        numbers("x", x), numbers("gone", np.full(80, np.nan)), numbers("fixed", np.ones(80)),
        names("k", ["a" if value > 0 else "b" for value in x + y]),
    )  # fmt: skip
    columns = Columns(target=("k",))
    assert [problem.place for problem in screen_table(rows, columns) if problem.id == "EMPTY"] == ["columns.gone"]
    assert [problem.place for problem in screen_table(rows, columns) if problem.id == "CONST"] == ["columns.fixed"]
    reasons = suggest_roles(rows).reasons
    assert "missing" in reasons["gone"]
    assert "missing" not in reasons["fixed"]
