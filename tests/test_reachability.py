"""What no user can reach does not exist: every public name of these rooms is on a path from window or terminal."""

import ast

import pytest

from tests import reachability
from tests.reachability import find_reached, list_definitions, list_unreached


@pytest.mark.parametrize("room", ["core.statistics", "core.judge", "core.laboratory"])
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
