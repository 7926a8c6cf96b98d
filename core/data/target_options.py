"""Which columns could be meant as the target, the likeliest first: what cannot be known from a table is asked."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.data.column_heuristics import (
    count_distinct,
    has_group_name,
    has_no_information,
    is_label,
    is_nearly_empty,
    is_surely_label,
    is_whole,
    split_words,
)
from core.domain.dataset import Column, Kind, Role, Table

_TARGET_WORDS = frozenset(
    {
        "target", "class", "label", "fault", "faults", "outcome", "response", "failure", "defect", "result", "output",
        "klasse", "ziel", "fehler", "species", "diagnosis", "rul",
    }
)  # fmt: skip
_CLASS_WORDS = frozenset(
    {
        "class", "label", "fault", "faults", "klasse", "species", "type", "typ", "status", "category", "kind", "defect",
        "failure", "diagnosis", "fehler",
    }
)  # fmt: skip
_GRADE_WORDS = frozenset({"grade", "quality", "rating", "level", "severity", "risk", "state", "condition", "zustand"})
_NUMBERED_OUTPUT = re.compile(r"(y|output|target|out)[ _]?\d+", re.IGNORECASE)
_COORDINATES = ("x", "z")
_MOST_CODES = 12  # different whole numbers that may be codes of classes
_MOST_OPTIONS = 4


class TargetReason(StrEnum):
    """Why a column could be the target."""

    DECLARED = "declared"
    OUTPUTS = "outputs"
    NAME = "name"
    LAST_CATEGORY = "last category"
    LAST_NUMBER = "last number"
    LAST = "last"
    CLASS_NAME = "class name"


@dataclass(frozen=True, slots=True)
class TargetOption:
    """Columns that could be predicted, together if several; `as_classes`: whole numbers taken as codes of classes."""

    names: tuple[str, ...]
    reason: TargetReason
    as_classes: bool = False


def list_target_options(table: Table) -> tuple[TargetOption, ...]:
    """Return the possible targets, the suggested one first; empty if no column can be one.

    One option only: the file declares it, or a column named like a target stands first or last and no other column is
    named so, or nothing but the last column offers itself.
    """
    declared = _list_declared(table)
    if declared:
        return (TargetOption(tuple(column.name for column in declared), TargetReason.DECLARED),)
    fit = [column for column in table.columns if column.kind not in (Kind.TEXT, Kind.DATE)]
    possible = [column for column in fit if not has_no_information(column) and not is_nearly_empty(column)]
    outputs = [column for column in possible if _NUMBERED_OUTPUT.fullmatch(column.name) and column.kind is Kind.NUMBER]
    if len(outputs) > 1:
        return (TargetOption(tuple(column.name for column in outputs), TargetReason.OUTPUTS),)
    named = [column for column in fit if _is_named_target(column, table)]
    ends = [column for column in (table.columns[-1], table.columns[0]) if column in named]
    if len(named) == 1 and ends:
        return tuple(_with_codes(named[0], TargetReason.NAME))
    first = [(column, TargetReason.NAME) for column in [*ends, *(one for one in named[::-1] if one not in ends)]]
    last = _find_last_target(table, possible)
    classes = [column for column in possible[::-1] if _is_class_like(column)]
    others = [*([last] if last else []), *((column, TargetReason.CLASS_NAME) for column in classes)]
    options: dict[tuple[tuple[str, ...], bool], TargetOption] = {}
    for column, reason in [*first, *others]:
        for option in _with_codes(column, reason):
            options.setdefault((option.names, option.as_classes), option)
    return tuple(options.values())[:_MOST_OPTIONS]


def find_declared_roles(table: Table) -> Mapping[str, str]:
    """Return the roles that the file itself states, by column name."""
    roles = table.reading.get("roles", {})
    return roles if isinstance(roles, dict) else {}


def _list_declared(table: Table) -> list[Column]:
    roles = find_declared_roles(table)
    return [column for column in table.columns if roles.get(column.name) == Role.TARGET.value]


def _is_named_target(column: Column, table: Table) -> bool:
    """Numbers named "y" beside others named "x" or "z" may be coordinates: then the name alone says nothing."""
    words = split_words(column.name)
    if words == ("y",) and column.kind is Kind.NUMBER:
        return not any(name.lower() in _COORDINATES for name in table.names)
    if words == ("y",):
        return True
    return bool(set(words) & _TARGET_WORDS)


def _is_class_like(column: Column) -> bool:
    """Named like a class or a grade, with few values, and no name of a machine or a batch."""
    words = set(split_words(column.name))
    return bool(words & (_CLASS_WORDS | _GRADE_WORDS)) and _has_few_values(column) and not has_group_name(column)


def _has_few_values(column: Column) -> bool:
    return (column.kind.is_coded or is_whole(column)) and 2 <= count_distinct(column) <= _MOST_CODES


def _with_codes(column: Column, reason: TargetReason) -> list[TargetOption]:
    """The column as it was read, as codes of classes, or both in the order of likelihood."""
    plain, codes = TargetOption((column.name,), reason), TargetOption((column.name,), reason, as_classes=True)
    if column.kind is not Kind.NUMBER or not _has_few_values(column):
        return [plain]
    words = set(split_words(column.name))
    if words & _CLASS_WORDS:
        return [codes]
    return [codes, plain] if words & _GRADE_WORDS else [plain, codes]


def _find_last_target(table: Table, possible: Sequence[Column]) -> tuple[Column, TargetReason] | None:
    """The last column of categories, unless the table ends with a measured number; else the last number."""
    coded = [column for column in possible if column.kind.is_coded and not has_group_name(column)]
    if coded and (table.columns[-1] in coded or not _ends_in_numbers(table)):
        return coded[-1], TargetReason.LAST_CATEGORY
    numbers = [column for column in possible if column.kind is Kind.NUMBER and not is_label(column)]
    if numbers:
        return numbers[-1], TargetReason.LAST_NUMBER
    others = [column for column in possible if not is_surely_label(column)] or list(possible)
    return (others[-1], TargetReason.LAST) if others else None


def _ends_in_numbers(table: Table) -> bool:
    """Categories first and a measured number last: the number is the likelier target."""
    last = table.columns[-1]
    return last.kind is Kind.NUMBER and not is_label(last) and not has_no_information(last)
