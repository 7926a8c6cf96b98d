"""Suggested roles and their reasons."""

import numpy as np
import pytest

from core.data.suggest import suggest_roles
from core.domain.dataset import Table
from core.terminal.look import seen as look
from tests.data.tables import measured, names, numbers, pasted, table


def _machines(name: str = "machine") -> Table:
    random = np.random.default_rng(0)
    machine = np.repeat(np.arange(12), 10)
    offsets = random.normal(size=(12, 3)) * 3
    values = offsets[machine] + random.normal(size=(120, 3))
    fault = ["yes" if value else "no" for value in random.integers(0, 2, 120)]
    return table(
        names(name, [f"M{place}" for place in machine]),
        *(numbers(f"x{place}", values[:, place]) for place in range(3)),
        names("state", fault),
    )


@pytest.mark.parametrize(
    ("header", "target"),
    [
        ("fault,b,c", ("fault",)),
        ("a,Class,c", ("Class",)),
        ("a,b,kind", ("kind",)),
        ("y1,y2,x", ("y1", "y2")),
        ("x1,machine failure,b", ("machine failure",)),
    ],
)
def test_that_the_target_is_found_by_name_or_place(header: str, target: tuple[str, ...]) -> None:
    last = ["s", "t"] if header.endswith("kind") else ["1.5", "2.25"]
    rows = "".join(f"{place}.5,{place % 4}.25,{last[place % 2]}\n" for place in range(20))
    suggestion = suggest_roles(pasted(header + "\n" + rows))
    assert suggestion.columns.target == target
    assert all(suggestion.reasons[name] for name in target)


def test_that_labels_constants_texts_and_dates_are_ignored_with_a_reason() -> None:
    rows = "".join(
        f"{1000 + place},{place % 7}.5,Delft,note {place},2024-01-{place + 1:02d},{'ab'[place % 2]}\n"
        for place in range(25)
    )
    suggestion = suggest_roles(pasted("serial,x,site,note,when,class\n" + rows))
    assert set(suggestion.columns.ignore) == {"serial", "site", "note", "when"}
    assert "label for the row" in suggestion.reasons["serial"]
    assert "same value" in suggestion.reasons["site"]


def test_that_measured_whole_numbers_are_not_taken_for_labels() -> None:
    random = np.random.default_rng(0)
    area = random.integers(10_000, 900_000, 80).astype(float)
    suggestion = suggest_roles(table(numbers("area", area), *measured(80).columns))
    assert "area" not in suggestion.columns.ignore


def test_that_machines_are_kept_whole_when_their_rows_stand_together_or_look_alike() -> None:
    assert suggest_roles(_machines()).columns.group == "machine"
    assert suggest_roles(_machines("color")).columns.group is None


def test_that_whole_numbers_named_like_a_class_are_read_as_names() -> None:
    rows = "".join(f"{place}.5,{place % 3 + 1}\n" for place in range(20))
    assert suggest_roles(pasted("x,class\n" + rows)).columns.nominal == ("class",)
    assert suggest_roles(pasted("x,strength\n" + rows)).columns.nominal == ()


def test_that_what_is_looked_at_can_be_written_as_json() -> None:
    rows = (
        "".join(f"{place}.5,{'ab'[place % 2]},2024-01-{place + 1:02d},{place % 2}\n" for place in range(20))
        + "3a,a,,1\n"
    )
    facts = look(pasted("x,kind,when,flag\n" + rows))
    assert facts["rows"] == 21
    columns = facts["columns"]
    assert isinstance(columns, list)
    first, second, third, _ = columns
    assert first["range"] == ["0.5", "19.5"]
    assert first["strays"] == [{"row": 21, "text": "3a"}]
    assert second["levels"] == {"a": 11, "b": 10}
    assert third["missing"] == 1
    problems = facts["problems"]
    assert isinstance(problems, list)
    assert {"STRAY", "TIME", "PREP"} <= {problem["id"] for problem in problems}
