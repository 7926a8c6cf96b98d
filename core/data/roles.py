"""Whether the columns a study names exist and can play their part."""

from collections.abc import Iterable
from difflib import get_close_matches

from core.data.read.column_conversion import to_categories, to_numbers
from core.domain.dataset import Column, Kind, Role, Table
from core.domain.study import Columns
from core.support.errors import DataError

EQUAL_INPUTS = "rows with equal inputs"  # as group: duplicates and repeated measurements stay together
BLOCKS = "blocks of neighboring rows"  # as group: rows that follow each other in the file are kept whole
MADE = (EQUAL_INPUTS, BLOCKS)  # groups that are no column
ROW_ORDER = "order of the rows"  # as time: earlier rows stand first in the file


def check_names(table: Table, columns: Columns) -> None:
    """Raise for the first name that is no column, with the names that come near."""
    known = set(table.names)
    for name in _named(columns):
        if name not in known:
            raise DataError(f"There is no column '{name}' in {table.name}.", hint=_near(name, table.names))


def _named(columns: Columns) -> Iterable[str]:
    group = [columns.group] if columns.group and columns.group not in MADE else []
    time = [columns.time] if columns.time and columns.time != ROW_ORDER else []
    counts = [name for name in (columns.weight, columns.uncertainty) if name]
    return [
        *columns.target,
        *group,
        *time,
        *counts,
        *columns.ignore,
        *columns.nominal,
        *columns.numeric,
        *columns.given,
    ]


def _near(name: str, names: Iterable[str]) -> str:
    by_lower = {known.lower(): known for known in names}
    near = get_close_matches(name.lower(), list(by_lower), n=3, cutoff=0.6)
    if near:
        return "Did you mean " + " or ".join(f"'{by_lower[found]}'" for found in near) + "?"
    shown = [f"'{known}'" for known in list(names)[:8]]
    return "Its columns are " + ", ".join(shown) + ("." if len(by_lower) <= 8 else " and others.")


def apply_kind(column: Column, columns: Columns) -> Column:
    """The column with the person's change of kind applied."""
    if column.name in columns.nominal:
        return to_categories(column)
    return to_numbers(column) if column.name in columns.numeric else column


def find_role(name: str, columns: Columns) -> Role:
    if name in columns.target:
        return Role.TARGET
    if name == columns.group:
        return Role.GROUP
    if name == columns.time:
        return Role.TIME
    if name == columns.weight:
        return Role.WEIGHT
    if name == columns.uncertainty:
        return Role.UNCERTAINTY
    return Role.IGNORE if name in columns.ignore or name in columns.given else Role.INPUT


def list_roles(table: Table, columns: Columns) -> dict[str, Role]:
    """The role of every column at once; asking one by one takes long where thousands are ignored."""
    roles = dict.fromkeys(table.names, Role.INPUT)
    roles |= dict.fromkeys((*columns.ignore, *columns.given), Role.IGNORE)
    single = (
        (columns.uncertainty, Role.UNCERTAINTY),
        (columns.weight, Role.WEIGHT),
        (columns.time, Role.TIME),
        (columns.group, Role.GROUP),
    )
    roles |= {name: role for name, role in single if name is not None}
    return roles | dict.fromkeys(columns.target, Role.TARGET)


def _inputs(table: Table, columns: Columns) -> list[Column]:
    roles = list_roles(table, columns)
    return [apply_kind(column, columns) for column in table.columns if roles[column.name] is Role.INPUT]


def list_inputs(table: Table, columns: Columns) -> list[Column]:
    """The columns models may look at: inputs that are numbers or names. Texts and dates need a change of kind first."""
    return [column for column in _inputs(table, columns) if column.kind not in (Kind.TEXT, Kind.DATE)]


def list_unusable_inputs(table: Table, columns: Columns) -> list[Column]:
    """Columns that would be inputs but are texts or dates, so no model sees them."""
    return [column for column in _inputs(table, columns) if column.kind in (Kind.TEXT, Kind.DATE)]


def list_targets(table: Table, columns: Columns) -> list[Column]:
    """The columns to predict: one of names, or one or more of numbers."""
    if not columns.target:
        raise DataError("No column to predict was chosen.", hint="Give one column the role 'to predict'.")
    targets = [apply_kind(table.column(name), columns) for name in columns.target]
    for column in targets:
        _check_target(column, alone=len(targets) == 1)
    return targets


def _check_target(column: Column, alone: bool) -> None:
    if column.kind is Kind.TEXT:
        raise DataError(
            f"'{column.name}' is free text with nearly as many values as rows: it cannot be predicted.",
            hint="Choose another column, or declare it as names if the values repeat.",
        )
    if column.kind is Kind.DATE:
        raise DataError(
            f"'{column.name}' is a date: it cannot be predicted as it is.", hint="Choose another column to predict."
        )
    if column.kind.is_coded and not alone:
        raise DataError(
            f"'{column.name}' is a column of names: several columns can be predicted together only if all are numbers.",
            hint="Choose one column of names, or only columns of numbers.",
        )
