"""What the data page shows of a table, as plain texts and numbers for a terminal or a JSON file."""

import re
from collections.abc import Sequence

import numpy as np

from core.data.column_heuristics import count_distinct
from core.data.read.column_conversion import format_number
from core.data.roles import apply_kind, list_roles
from core.data.suggest import Suggestion
from core.domain.dataset import Column, Kind, Table
from core.domain.problem import Problem

_MOST_LEVELS = 12
_MOST_STRAYS = 20
EMPHASIZED = re.compile(r"(?<!\S)\*([^*\s][^*]*)\*(?=[\s;:,.?]|$)")


def summarize_table(table: Table, suggestion: Suggestion, problems: Sequence[Problem]) -> dict[str, object]:
    """Rows, how the file was read, each column with its suggested role, and every problem with its id."""
    roles = list_roles(table, suggestion.columns)
    return {
        "name": table.name,
        "source": table.source,
        "rows": table.rows,
        "reading": dict(table.reading),
        "notes": list(table.notes),
        "columns": [
            {
                **summarize_column(apply_kind(column, suggestion.columns)),
                "role": roles[column.name].value,
                "reason": suggestion.reasons.get(column.name, ""),
            }
            for column in table.columns
        ],
        "problems": [_problem(problem) for problem in problems],
    }


def remove_emphasis(text: str) -> str:
    """Words that lean on the page, plain."""
    return EMPHASIZED.sub(r"\1", text)


def summarize_column(column: Column) -> dict[str, object]:
    """Kind, missing cells, range or levels, and the cells that did not fit."""
    facts: dict[str, object] = {
        "name": column.name,
        "kind": column.kind.value,
        "missing": int(column.missing.sum()),
        "distinct": count_distinct(column),
    }
    if column.kind.is_coded:
        facts["levels"] = _levels(column)
    elif column.kind in (Kind.NUMBER, Kind.DATE):
        facts["range"] = _range(column)
    if column.strays:
        facts["strays"] = [{"row": row + 1, "text": text} for row, text in column.strays[:_MOST_STRAYS]]
    return facts


def _levels(column: Column) -> dict[str, int]:
    """The commonest names with their counts, in the order of the levels."""
    counts = np.bincount(column.values[~column.missing].astype(np.int64), minlength=len(column.levels))
    shown = sorted(np.argsort(-counts, kind="stable")[:_MOST_LEVELS])
    return {column.levels[place]: int(counts[place]) for place in shown}


def _range(column: Column) -> list[str]:
    values = column.values[~column.missing]
    if not len(values):
        return []
    if column.kind is Kind.DATE:
        return [str(values.min()), str(values.max())]
    numbers = values.astype(np.float64)
    return [format_number(float(numbers.min())), format_number(float(numbers.max()))]


def _problem(problem: Problem) -> dict[str, object]:
    return {
        "id": problem.id,
        "level": problem.severity.value,
        "text": remove_emphasis(problem.text),
        "place": problem.place,
        "offers": [fix.label for fix in problem.fixes],
    }
