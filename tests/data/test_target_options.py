"""The suggested target is right, or the question names the right one."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.data.prepare import prepare_dataset
from core.data.read import read_table
from core.data.samples import SAMPLES
from core.data.screen import screen_table
from core.data.suggest import suggest_roles
from core.data.target_options import list_target_options
from core.domain.dataset import Table, Task
from core.domain.problem import Problem
from core.domain.study import Columns
from core.terminal.new_plan import plan_text
from tests.data.tables import names, numbers, table, written

RANDOM = np.random.default_rng(5)


def _homes() -> Table:
    """A price last, and a status that may be what is asked for."""
    rooms, area, price = RANDOM.normal(size=(3, 60))
    status = names("Status", [("sold", "open", "rented")[place % 3] for place in range(60)])
    return table(numbers("Rooms", rooms), status, numbers("Area", area), numbers("Price", price))


def _asked(rows: Table, columns: Columns) -> Problem | None:
    return next((problem for problem in screen_table(rows, columns) if problem.id == "TARGET"), None)


def _codes(name: str, count: int) -> Table:
    return table(numbers("a", RANDOM.normal(size=90)), numbers(name, np.arange(90) % count + 1))


def test_that_a_price_and_a_status_are_asked_about() -> None:
    rows = _homes()
    suggestion = suggest_roles(rows)
    asked = _asked(rows, suggestion.columns)
    assert asked is not None
    assert {*asked.facts["suggested"], *asked.facts["others"]} == {"Price", "Status"}  # type: ignore[misc]
    assert asked.fixes[0].change == "answers.TARGET"


def test_that_choosing_another_target_changes_the_roles_and_ends_the_question() -> None:
    rows = _homes()
    before = replace(suggest_roles(rows).columns, excluded=(("rows 3", "broken"),))
    asked = _asked(rows, before)
    assert asked is not None
    chosen = asked.fixes[1].value
    assert isinstance(chosen, Columns)
    assert chosen.target == ("Status",)
    assert chosen.excluded == before.excluded
    assert prepare_dataset(rows, chosen).task is Task.CLASSES
    assert _asked(rows, chosen) is None


def test_that_a_coordinate_is_no_target() -> None:
    x, y, depth = RANDOM.normal(size=(3, 40))
    ore = names("Class", ["ore" if value > 0 else "rock" for value in depth])
    rows = table(ore, numbers("depth", depth), numbers("x", x), numbers("y", y))
    assert suggest_roles(rows).columns.target == ("Class",)
    alone = table(numbers("depth", depth), numbers("speed", x), numbers("y", y))
    assert [option.names for option in list_target_options(alone)] == [("y",)]


@pytest.mark.parametrize("name", ["Type", "glass type", "class", "Status", "fault", "label"])
def test_that_codes_of_classes_are_classes(name: str) -> None:
    suggestion = suggest_roles(_codes(name, 7))
    assert (suggestion.columns.target, suggestion.columns.nominal) == ((name,), (name,))
    assert not suggestion.other_targets


@pytest.mark.parametrize(("name", "as_classes"), [("grade", True), ("quality", True), ("cylinders", False)])
def test_that_few_whole_numbers_are_offered_both_ways(name: str, as_classes: bool) -> None:
    rows = _codes(name, 6)
    suggestion = suggest_roles(rows)
    assert (name in suggestion.columns.nominal) is as_classes
    assert [(option.names, option.as_classes) for option in suggestion.other_targets] == [((name,), not as_classes)]
    asked = _asked(rows, suggestion.columns)
    assert asked is not None
    other = asked.fixes[1].value
    assert isinstance(other, Columns)
    assert prepare_dataset(rows, other).task is (Task.NUMBERS if as_classes else Task.CLASSES)


def test_that_many_whole_numbers_are_numbers() -> None:
    assert not suggest_roles(_codes("rings", 25)).columns.nominal


def test_that_one_clear_target_is_not_asked_about() -> None:
    x = RANDOM.normal(size=40)
    for rows in (
        table(numbers("x1", x), names("type", ["a", "b"] * 20), names("class", ["u", "v"] * 20)),
        table(names("class", ["u", "v"] * 20), numbers("x1", x), numbers("x2", x**2)),
        table(numbers("x1", x), numbers("strength", x**3)),
        table(numbers("x1", x), numbers("Y1", x**3), numbers("Y2", x**2)),
    ):
        assert len(list_target_options(rows)) == 1
    assert all(_asked(sample.make(), sample.columns) is None for sample in SAMPLES)


def test_that_a_target_named_by_a_person_is_not_asked_about() -> None:
    rows = _homes()
    found = screen_table(rows, suggest_roles(rows).columns, target_is_chosen=True)
    assert "TARGET" not in [problem.id for problem in found]


def test_that_a_new_plan_lists_the_other_targets_as_comments(tmp_path: Path) -> None:
    lines = [f"{place / 7:.3f},{('sold', 'open')[place % 2]},{place * place % 31}.5" for place in range(60)]
    path = written(tmp_path, "rooms,Status,price\n" + "\n".join(lines))
    assert suggest_roles(read_table(path)).columns.target == ("price",)
    written_plan = plan_text(path, tmp_path / "plan.toml").splitlines()
    assert 'target = ["price"]' in written_plan
    assert '# target = ["Status"]' in written_plan
    codes = written(
        tmp_path, "a,cylinders\n" + "".join(f"{place / 7:.3f},{place % 5}\n" for place in range(60)), "c.csv"
    )
    text = plan_text(codes, tmp_path / "plan.toml")
    assert '# target = ["cylinders"]  # with nominal = ["cylinders"]' in text
