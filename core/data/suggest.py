"""Which column is probably what, with the reason for each suggestion."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.data.column_heuristics import (
    ALIKE,
    can_group,
    has_group_name,
    has_no_information,
    is_constant,
    is_empty,
    is_label,
    is_nearly_empty,
    is_surely_label,
    may_be_groups,
    measure_alikeness,
    scale_to_one,
    stands_in_blocks,
)
from core.data.target_options import TargetOption, TargetReason, find_declared_roles, list_target_options
from core.domain.dataset import Column, Floats, Kind, Role, Table
from core.domain.study import Columns

SUGGESTED = "Suggested:"  # so begins why a column is predicted
_TARGET_TEXTS = {
    TargetReason.DECLARED: "The file itself says so.",
    TargetReason.OUTPUTS: "{count} outputs, judged together first, then one by one: they depend on each other.",
    TargetReason.NAME: f"{SUGGESTED} named like a target.",
    TargetReason.CLASS_NAME: f"{SUGGESTED} named like a class.",
    TargetReason.LAST_CATEGORY: f"{SUGGESTED} the last column of categories or yes/no.",
    TargetReason.LAST_NUMBER: f"{SUGGESTED} the last column of numbers.",
    TargetReason.LAST: f"{SUGGESTED} the last column.",
}
_ROWS_LOOKED_AT = 20_000
_NUMBERS_LOOKED_AT = 50


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The suggested roles, per column name the reason shown beside it, and what else could be the target."""

    columns: Columns
    reasons: Mapping[str, str]
    other_targets: tuple[TargetOption, ...] = ()


def suggest_roles(table: Table) -> Suggestion:
    """Suggest what every column is for; other columns that could be the target are listed, likeliest first."""
    options = list_target_options(table)
    return _suggest_with(table, options[0] if options else TargetOption((), TargetReason.LAST), options[1:])


def suggest_roles_for(table: Table, option: TargetOption) -> Suggestion:
    """Suggest what the other columns are for when this is predicted."""
    return _suggest_with(table, option, ())


def _suggest_with(table: Table, option: TargetOption, others: tuple[TargetOption, ...]) -> Suggestion:
    reasons = dict.fromkeys(option.names, _TARGET_TEXTS[option.reason].format(count=len(option.names)))
    rest = [column for column in table.columns if column.name not in option.names]
    group = _group(rest)
    if group is not None:
        reasons[group.name] = f"Rows of one '{group.name}' belong together: they are kept on one side of every split."
    roles = find_declared_roles(table)
    ignore = {
        column.name: reason
        for column in rest
        if column is not group and (reason := _why_ignored(column, roles.get(column.name, "")))
    }
    reasons.update(ignore)
    columns = Columns(
        target=option.names,
        group=group.name if group else None,
        ignore=tuple(ignore),
        nominal=option.names if option.as_classes else (),
        reading=table.settled,
    )
    return Suggestion(columns, reasons, others)


def _group(columns: list[Column]) -> Column | None:
    """A column named like a machine or a batch whose rows stand together or look alike."""
    for column in columns:
        possible = has_group_name(column) and can_group(column) and not is_label(column)
        if possible and (stands_in_blocks(column) or rows_look_alike(column, columns)):
            return column
    return None


def rows_look_alike(column: Column, columns: list[Column]) -> bool:
    """Whether rows with the same value in this column look alike in the other ones."""
    short = thin_rows(column)
    return (
        may_be_groups(short)
        and measure_alikeness(short, stack_numbers([other for other in columns if other is not column])) >= ALIKE
    )


def thin_rows(column: Column) -> Column:
    """The rows looked at, spread over the table."""
    step = max(len(column.values) // _ROWS_LOOKED_AT, 1)
    return Column(column.name, column.kind, column.values[::step], column.levels)


def stack_numbers(columns: list[Column]) -> Floats:
    """Up to 50 columns of measured numbers, gaps filled by the mean, for looking at the inputs only."""
    used = [
        column
        for column in columns
        if column.kind is Kind.NUMBER and not is_label(column) and not has_no_information(column)
    ]
    filled = [
        _filled(scale_to_one(thin_rows(column).values.astype(np.float64))) for column in used[:_NUMBERS_LOOKED_AT]
    ]
    return np.column_stack(filled) if filled else np.empty((len(thin_rows(columns[0]).values) if columns else 0, 0))


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
