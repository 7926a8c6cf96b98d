"""Which column is probably what, with the reason for each suggestion."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.data.looks import (
    ALIKE,
    alikeness,
    can_group,
    distinct,
    has_group_name,
    has_no_information,
    is_constant,
    is_empty,
    is_label,
    is_nearly_empty,
    is_surely_label,
    is_whole,
    may_be_groups,
    scaled,
    stands_in_blocks,
    words_of,
)
from core.domain.dataset import Column, Floats, Kind, Role, Table
from core.domain.study import Columns

_TARGET_WORDS = frozenset(
    {
        "target", "class", "label", "fault", "faults", "y", "outcome", "response", "failure", "defect", "result",
        "output", "klasse", "ziel", "fehler", "species", "diagnosis", "rul",
    }
)  # fmt: skip
SUGGESTED = "Suggested:"  # so begins why a column is predicted
_NUMBERED_OUTPUT = re.compile(r"(y|output|target|out)[ _]?\d+", re.IGNORECASE)
_MOST_CLASSES_OF_NUMBERS = 10
_ROWS_LOOKED_AT = 20_000
_NUMBERS_LOOKED_AT = 50


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The suggested roles, and per column name the reason shown beside it."""

    columns: Columns
    reasons: Mapping[str, str]


def suggest(table: Table) -> Suggestion:
    targets, why = _declared_targets(table) or _targets(table)
    reasons = dict.fromkeys((column.name for column in targets), why)
    names = {column.name for column in targets}
    rest = [column for column in table.columns if column.name not in names]
    group = _group(rest)
    if group is not None:
        reasons[group.name] = f"Rows of one '{group.name}' belong together: they are kept on one side of every split."
    roles = declared_roles(table)
    ignore = {
        column.name: reason
        for column in rest
        if column is not group and (reason := _why_ignored(column, roles.get(column.name, "")))
    }
    nominal = tuple(column.name for column in targets if _is_code_of_classes(column, len(targets)))
    reasons.update(ignore)
    columns = Columns(
        target=tuple(column.name for column in targets),
        group=group.name if group else None,
        ignore=tuple(ignore),
        nominal=nominal,
        reading=table.settled,
    )
    return Suggestion(columns, reasons)


def declared_roles(table: Table) -> Mapping[str, str]:
    """Roles the file itself states, by column name."""
    roles = table.reading.get("roles", {})
    return roles if isinstance(roles, dict) else {}


def _declared_targets(table: Table) -> tuple[list[Column], str] | None:
    roles = declared_roles(table)
    stated = [column for column in table.columns if roles.get(column.name) == Role.TARGET.value]
    return (stated, "The file itself says so.") if stated else None


def _targets(table: Table) -> tuple[list[Column], str]:
    """Numbered outputs, or a column named like an answer, or the last of yes/no or names, or the last number."""
    fit = [column for column in table.columns if column.kind not in (Kind.TEXT, Kind.DATE)]
    possible = [column for column in fit if not has_no_information(column) and not is_nearly_empty(column)]
    numbered = [column for column in possible if _NUMBERED_OUTPUT.fullmatch(column.name) and column.kind is Kind.NUMBER]
    if len(numbered) > 1:
        return (
            numbered,
            f"{len(numbered)} outputs, judged together first, then one by one: they depend on each other.",
        )
    named = [column for column in fit if set(words_of(column.name)) & _TARGET_WORDS]
    if named:
        return [named[-1]], f"{SUGGESTED} named like an answer."
    return _last_target(table, possible)


def _last_target(table: Table, possible: list[Column]) -> tuple[list[Column], str]:
    coded = [column for column in possible if column.kind.is_coded and not has_group_name(column)]
    if coded and (table.columns[-1] in coded or not _ends_in_numbers(table)):
        return [coded[-1]], f"{SUGGESTED} the last column of names or yes/no."
    numbers = [column for column in possible if column.kind is Kind.NUMBER and not is_label(column)]
    if numbers:
        return [numbers[-1]], f"{SUGGESTED} the last column of numbers."
    return possible[-1:], f"{SUGGESTED} the last column."


def _ends_in_numbers(table: Table) -> bool:
    """Names first and a measured number last: the number is the more likely answer."""
    last = table.columns[-1]
    return last.kind is Kind.NUMBER and not is_label(last) and not has_no_information(last)


def _is_code_of_classes(column: Column, targets: int) -> bool:
    """Few whole numbers in a column named like a class are codes, not amounts."""
    few = is_whole(column) and distinct(column) <= _MOST_CLASSES_OF_NUMBERS
    return targets == 1 and few and bool(set(words_of(column.name)) & {"class", "label", "fault", "klasse", "species"})


def _group(columns: list[Column]) -> Column | None:
    """A column named like a machine or a batch whose rows stand together or look alike."""
    for column in columns:
        possible = has_group_name(column) and can_group(column) and not is_label(column)
        if possible and (stands_in_blocks(column) or rows_look_alike(column, columns)):
            return column
    return None


def rows_look_alike(column: Column, columns: list[Column]) -> bool:
    """Whether rows with the same value in this column look alike in the other ones."""
    short = shortened(column)
    return (
        may_be_groups(short)
        and alikeness(short, numbers_of([other for other in columns if other is not column])) >= ALIKE
    )


def shortened(column: Column) -> Column:
    """The rows looked at, spread over the table."""
    step = max(len(column.values) // _ROWS_LOOKED_AT, 1)
    return Column(column.name, column.kind, column.values[::step], column.levels)


def numbers_of(columns: list[Column]) -> Floats:
    """Up to 50 columns of measured numbers, gaps filled by the mean, for looking at the inputs only."""
    used = [
        column
        for column in columns
        if column.kind is Kind.NUMBER and not is_label(column) and not has_no_information(column)
    ]
    filled = [_filled(scaled(shortened(column).values.astype(np.float64))) for column in used[:_NUMBERS_LOOKED_AT]]
    return np.column_stack(filled) if filled else np.empty((len(shortened(columns[0]).values) if columns else 0, 0))


def _filled(values: Floats) -> Floats:
    present = values[~np.isnan(values)]
    return np.where(np.isnan(values), present.mean() if len(present) else 0.0, values)


_IGNORED_KINDS = {
    Kind.TEXT: "Free text: no model here reads it. Declare it as names if its values repeat.",
    Kind.DATE: "A date: used only to order the rows in time, if you say so.",
}


def _why_ignored(column: Column, stated: str) -> str:
    if stated == Role.IGNORE.value:
        return "The file itself says so."
    if is_empty(column):
        return "Every value is missing."
    if is_constant(column):
        return "The same value in every row: nothing can be learned from it."
    if is_nearly_empty(column):
        return "Filled in a few rows only."
    if is_surely_label(column):
        return f"'{column.name}' looks like a label for the row. It cannot help on new parts."
    return _IGNORED_KINDS.get(column.kind, "")
