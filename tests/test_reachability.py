"""What no user can reach does not exist: every public name of these rooms is on a path from window or terminal."""

import ast

import pytest

from tests import reachability
from tests.reachability import (
    find_reached,
    list_definitions,
    list_names_passed_on_for_nobody,
    list_unreached,
    list_unused_methods,
)

ROOMS = ("core.statistics", "core.judge", "core.laboratory", "core.application")


@pytest.mark.parametrize("room", ROOMS)
def test_that_every_public_function_can_be_reached(room: str) -> None:
    assert list_unreached(room) == []


def test_that_a_function_nobody_calls_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    reached = find_reached()
    alone = ast.parse("def count_nothing():\n    return compute_nothing()\n\n\ndef compute_nothing():\n    return 0\n")
    monkeypatch.setattr(reachability, "list_modules", lambda: {"core.judge.alone": alone})
    assert ("core.judge.alone", "count_nothing") not in reached
    assert list_unreached("core.judge") == ["core.judge.alone.count_nothing", "core.judge.alone.compute_nothing"]


def test_that_the_walk_follows_tables_classes_and_modules() -> None:
    reached = find_reached()
    assert ("core.statistics.score_tests", "anova") in reached  # through a table of rows
    assert ("core.judge.conclude", "conclude_study") in reached
    assert "anova" in list_definitions("core.statistics.score_tests")


@pytest.mark.parametrize("room", ROOMS)
def test_that_every_public_method_is_asked_for(room: str) -> None:
    assert list_unused_methods(room) == []


def test_that_the_front_door_passes_on_only_what_somebody_takes() -> None:
    assert list_names_passed_on_for_nobody("core.application") == []


def test_that_a_method_and_a_name_that_nobody_asks_for_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "from core.judge.conclude import conclude_study\n\n__all__ = ['conclude_study']\n\n\n"
    alone = ast.parse(f"{text}class Table:\n    def count_rows(self):\n        return self.rows\n")
    monkeypatch.setattr(reachability, "list_modules", lambda: {"core.application.alone": alone})
    assert list_unused_methods("core.application") == ["core.application.alone.Table.count_rows"]
    assert list_names_passed_on_for_nobody("core.application") == ["core.application.alone.conclude_study"]
