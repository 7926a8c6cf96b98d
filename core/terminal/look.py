"""`look FILE`: what the Data page would show, in a terminal."""

import json
import os
import sys
from pathlib import Path
from textwrap import shorten
from typing import Any

from core.advice.first_study import first_study
from core.advice.plan_problems import ON_DATA_PAGE, problems
from core.data import read_table
from core.data.prepare import prepare_dataset
from core.data.screen import screen_table
from core.data.suggest import suggest_roles
from core.data.summarize_table import summarize_table as describe
from core.domain.dataset import Table
from core.domain.problem import Problem, Severity
from core.domain.study import Columns
from core.report.plain import as_json
from core.support.errors import EvenfoldError
from core.support.text import pluralize
from core.terminal.terminal_output import write_text

SEED = 1
LEVELS = tuple(Severity)


def look(path: Path, out: Path | None) -> int:
    found = seen(read_table(path))
    if out is None:
        _print(_worded(found))
    elif str(out) == "-":
        _print(json.dumps(found, indent=1))
    else:
        write_text(out, as_json(found))
    return 0


def seen(table: Table) -> dict[str, Any]:
    """What the Data page shows of a table with the suggested roles."""
    suggestion = suggest_roles(table)
    told = [*screen_table(table, suggestion.columns), *_of_the_study(table, suggestion.columns)]
    return describe(table, suggestion, sorted(told, key=lambda problem: LEVELS.index(problem.severity)))


def _of_the_study(table: Table, columns: Columns) -> list[Problem]:
    """What the suggested study runs into because of the data."""
    try:
        data = prepare_dataset(table, columns)
        study = first_study(table.name, table.source, columns, data, SEED).study
        return [problem for problem in problems(study, data) if problem.id in ON_DATA_PAGE]
    except EvenfoldError:  # screening has told that nothing can be studied here
        return []


def _print(text: str) -> None:
    """On terminals that cannot show every letter; a reader that stops early, like `head`, is no error."""
    encoding = sys.stdout.encoding or "utf-8"
    try:
        print(text.encode(encoding, errors="replace").decode(encoding), flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _worded(found: dict[str, Any]) -> str:
    lines = [f"{found['name']}: {found['rows']:,} rows, {pluralize(len(found['columns']), 'column')}", ""]
    width = min(32, max(len(column["name"]) for column in found["columns"]))
    lines += [_column_line(column, width) for column in found["columns"][:200]]
    if len(found["columns"]) > 200:
        lines.append(f"… and {len(found['columns']) - 200:,} more columns")
    lines += ["", *(f"{p['id']} ({p['level']}): {p['text']}" for p in found["problems"])]
    return "\n".join(lines).rstrip()


def _column_line(column: dict[str, Any], width: int) -> str:
    name = shorten(column["name"], width, placeholder="…") or column["name"][:width]
    missing = f", {column['missing']} missing" if column["missing"] else ""
    return f"  {name:<{width}}  {column['kind']:<7}  {column['role']:<11}  {_values(column)}{missing}"


def _values(column: dict[str, Any]) -> str:
    if "levels" in column:
        return shorten(
            ", ".join(f"{level}: {count}" for level, count in column["levels"].items()), 70, placeholder=" …"
        )
    if column.get("range"):
        return " to ".join(str(end) for end in column["range"])
    return f"{column['distinct']} different"
