"""What is odd about single columns: labels, constants, stray cells, codes for missing, texts."""

from collections.abc import Iterator, Sequence

import numpy as np

from core.data.column_heuristics import is_constant, is_empty, is_label
from core.data.read.cell_spelling import is_infinite
from core.data.read.column_conversion import format_number
from core.data.roles import apply_kind, list_roles, list_unusable_inputs
from core.domain.dataset import Column, Floats, Kind, Role, Table
from core.domain.problem import SHOW, Fix, Problem, Severity, not_sure
from core.domain.study import Columns

_MANY_INPUTS = 10  # times the rows
_FEWEST_OTHERS = 10  # distinct values beside a suspected code


def list_column_problems(table: Table, columns: Columns) -> Iterator[Problem]:
    roles = list_roles(table, columns)
    used = [column for column in table.columns if roles[column.name] is not Role.IGNORE]
    yield from _codes([column for column in used if column.name not in columns.nominal], columns)
    inputs = [column for column in used if roles[column.name] is Role.INPUT]
    for column in inputs:
        yield from _about_input(column, columns)
    for column in list_unusable_inputs(table, columns):
        if column.kind is Kind.TEXT and not is_label(column):
            yield _text(column, columns)
    if len(inputs) > _MANY_INPUTS * table.rows:
        yield _wide(len(inputs), table.rows)


def list_stray_problems(table: Table, columns: Columns) -> Iterator[Problem]:
    """Cells that became missing because they did not fit; asked of the whole file, as it is about reading it."""
    roles = list_roles(table, columns)
    for column in table.columns:
        if column.strays and column.name not in columns.nominal and roles[column.name] is not Role.IGNORE:
            yield _stray(column, columns)


def _about_input(column: Column, columns: Columns) -> Iterator[Problem]:
    if is_empty(column):
        text = f"Every value of '{column.name}' is missing."
        yield Problem("EMPTY", Severity.NOTE, text, f"columns.{column.name}", (ignore_column(column.name, columns),))
    elif is_constant(column):
        text = f"'{column.name}' has the same value in every row: nothing can be learned from it."
        yield Problem("CONST", Severity.NOTE, text, f"columns.{column.name}", (ignore_column(column.name, columns),))
    elif is_label(apply_kind(column, columns)):
        text = f"'{column.name}' looks like a label for the row. It cannot help on new parts."
        fixes = (ignore_column(column.name, columns), Fix("Keep it as input", f"answers.ID:{column.name}", "keep"))
        yield Problem("ID", Severity.ASKS, text, f"columns.{column.name}", fixes)


def ignore_column(name: str, columns: Columns) -> Fix:
    return Fix("Ignore it", "columns.ignore", (*columns.ignore, name))


def _stray(column: Column, columns: Columns) -> Problem:
    shown = ", ".join(f"'{text}'" for text in list(dict.fromkeys(text for _, text in column.strays))[:3])
    count = len(column.strays)
    first = column.strays[0][0] + 1
    infinite = sum(is_infinite(text) for _, text in column.strays)
    if infinite == count:
        cells = "1 value is infinite" if count == 1 else f"{count:,} values are infinite"
        text = f"'{column.name}': {cells} ({shown}; first in row {first}). Treat as missing?"
    else:
        cells = "1 cell reads" if count == 1 else f"{count:,} cells read"
        text = f"'{column.name}': {cells} {shown} (first in row {first}). Treat as missing?"
    fixes = (
        Fix("Yes, as missing", f"answers.STRAY:{column.name}", "missing"),
        Fix("No, read the column as names", "columns.nominal", (*columns.nominal, column.name)),
        *_without_row(column, columns),
        Fix("Show", f"answers.STRAY:{column.name}", SHOW),
    )
    facts = {"cells": count, "infinite": infinite, "row": first}
    return Problem("STRAY", Severity.ASKS, text, f"columns.{column.name}", fixes, facts)


def _without_row(column: Column, columns: Columns) -> Iterator[Fix]:
    """One stray cell, in the last row: a total or a remark below the table."""
    if len(column.strays) == 1 and column.strays[0][0] == len(column.values) - 1:
        row, text = column.strays[0]
        rule = (f"rows {row + 1}", f"no case: it reads '{text[:40]}'")
        yield Fix(f"Leave row {row + 1} out, it is no case", "columns.excluded", (*columns.excluded, rule))


def _codes(used: Sequence[Column], columns: Columns) -> Iterator[Problem]:
    """One question per suspected code, for all the columns that have it."""
    found: dict[float, list[Column]] = {}
    for column in used:
        if column.kind is Kind.NUMBER:
            for code in find_missing_codes(column.values[~column.missing].astype(np.float64)):
                found.setdefault(code, []).append(column)
    for code, having in found.items():
        yield _code(code, having, columns)


def _code(code: float, having: Sequence[Column], columns: Columns) -> Problem:
    names = [column.name for column in having]
    cells = sum(int(np.sum(column.values == code)) for column in having)
    shown = ", ".join(f"'{name}'" for name in names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    where = "1 cell" if cells == 1 else f"{cells:,} cells"
    text = f"{shown}: the value {format_number(code)} stands in {where}, far from all others. Is it a code for missing?"
    fixes = (
        Fix("Yes, as missing", "columns.reading", add_missing_code(columns, names, code)),
        Fix("No, it was measured", f"answers.CODE:{format_number(code)}", "measured"),
        not_sure(f"CODE:{format_number(code)}"),
    )
    return Problem("CODE", Severity.ASKS, text, f"columns.{names[0]}", fixes)


def add_missing_code(columns: Columns, names: Sequence[str], code: float) -> dict[str, object]:
    """How the file is read, with one more value of these columns standing for missing."""
    known = columns.reading.get("codes", {})
    codes = dict(known) if isinstance(known, dict) else {}
    added = {name: [*codes.get(name, []), format_number(code)] for name in names}
    return {**columns.reading, "codes": {**codes, **added}}


def find_missing_codes(values: Floats) -> list[float]:
    """The lowest or highest value when it repeats and lies far outside the rest, or is the only negative one."""
    levels, counts = np.unique(values, return_counts=True)
    if len(levels) <= _FEWEST_OTHERS:
        return []
    low = _is_code(float(levels[0]), int(counts[0]), levels[1:])
    high = _is_code(float(levels[-1]), int(counts[-1]), levels[:-1])
    return [float(level) for level, found in ((levels[0], low), (levels[-1], high)) if found]


def _is_code(value: float, count: int, rest: Floats) -> bool:
    if value != round(value):
        return False
    lowest, highest = float(rest[0]), float(rest[-1])
    spread = highest - lowest
    gap = min(abs(value - lowest), abs(value - highest))
    nines = set(format_number(abs(value))) == {"9"} and abs(value) > 90
    only_negative = value <= -9 and lowest >= 0 and count >= 3
    return only_negative or (nines and gap > (0.5 if count > 1 else 5) * spread) or (count >= 3 and gap > spread)


def _text(column: Column, columns: Columns) -> Problem:
    text = f"'{column.name}' is free text, which no model here reads: it is left out of the inputs."
    fixes = (
        ignore_column(column.name, columns),
        Fix("Read it as names", "columns.nominal", (*columns.nominal, column.name)),
    )
    return Problem("TEXT", Severity.NOTE, text, f"columns.{column.name}", fixes)


def _wide(inputs: int, rows: int) -> Problem:
    text = f"{inputs:,} inputs for {rows:,} rows: with so many, some fit the answer by chance. Choose fewer if you can."
    return Problem("WIDE", Severity.NOTE, text, "columns")


def list_unanswered(columns: Sequence[Column]) -> Iterator[Problem]:
    """Rows without an answer, per column to predict."""
    for column in columns:
        rows = int(column.missing.sum())
        if 0 < rows < len(column.values):
            have, they = ("1 row has", "it") if rows == 1 else (f"{rows:,} rows have", "they")
            text = f"{have} no answer in *{column.name}*; {they} will be left out and counted."
            yield Problem("NO-ANSWER", Severity.NOTE, text, f"columns.{column.name}")
