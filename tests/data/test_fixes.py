"""The changes the data page offers: after each of them the same question is not asked again."""

from dataclasses import replace

import pytest

from core.data.read import parse_pasted
from core.data.screen import screen_table
from core.data.suggest import suggest_roles
from core.domain.dataset import Table
from core.domain.problem import Problem
from core.domain.study import Columns


def _lines(head: str, rows: list[str]) -> Table:
    return parse_pasted("\n".join([head, *rows]))


def _changes(table: Table, columns: Columns, wanted: str) -> list[tuple[Problem, Columns]]:
    problems = [problem for problem in screen_table(table, columns) if problem.id == wanted]
    return [
        (problem, replace(columns, **{fix.change.removeprefix("columns."): fix.value}))  # type: ignore[arg-type]
        for problem in problems
        for fix in problem.fixes
        if fix.change.startswith("columns.")
    ]


def _stray() -> Table:
    return _lines(
        "x\tz\tk", [f"{'3a' if row == 4 else row * 1.37 % 5}\t{row * 2.1 % 7}\t{'ab'[row % 2]}" for row in range(60)]
    )


def _code() -> Table:
    return _lines(
        "x\tz\tk",
        [f"{-999 if row % 9 == 0 else row * 1.37 % 5}\t{row * 2.1 % 7}\t{'ab'[row % 2]}" for row in range(60)],
    )


def _with(cell: str) -> Table:
    return _lines(
        "x\tw\tk", [f"{row * 1.37 % 5}\t{cell.format(row=row % 47)}\t{'ab'[row * 7 % 3 % 2]}" for row in range(60)]
    )


def _rare(name: str, rare: str) -> Table:
    names = ["ab"[row % 2] if row != 7 else rare for row in range(60)]
    return _lines(f"x\tz\t{name}", [f"{row * 1.37 % 5}\t{row * 2.1 % 7}\t{level}" for row, level in enumerate(names)])


@pytest.mark.parametrize(
    ("wanted", "table"),
    [
        ("STRAY", _stray()),
        ("CODE", _code()),
        ("RARE", _rare("k", "odd one")),
        ("RARE", _rare("p<0.5", "c")),
        ("RARE", _rare("a = b", "x is missing")),
        ("RARE", _rare("k", "'quoted'")),
        ("TEXT", _with("remark {row} of the day")),
        ("CONST", _with("7")),
    ],
)
def test_that_a_change_offered_settles_its_question(wanted: str, table: Table) -> None:
    changes = _changes(table, replace(suggest_roles(table).columns, ignore=()), wanted)
    assert changes
    for problem, changed in changes:
        left = screen_table(table, changed)
        assert (problem.id, problem.place) not in [(other.id, other.place) for other in left]
        assert "DATA" not in [other.id for other in left]
