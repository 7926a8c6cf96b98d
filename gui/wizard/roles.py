"""Which column is what: reading and changing one role or type in the form."""

from dataclasses import replace

from core.domain.dataset import Column, Kind, Role
from core.domain.study import Columns


def with_role(columns: Columns, column: Column, role: Role, targets_are_numbers: bool) -> Columns:
    """Several columns may be predicted only if all are numbers; otherwise the new one takes the place of the old."""
    bare = _without(columns, column.name)
    if role is Role.TARGET:
        together = targets_are_numbers and kind_of(columns, column) is Kind.NUMBER
        return replace(bare, target=(*bare.target, column.name) if together else (column.name,), positive=None)
    if role is Role.GROUP:
        return replace(bare, group=column.name)
    if role is Role.TIME:
        return replace(bare, time=column.name)
    return replace(bare, ignore=(*bare.ignore, column.name)) if role is Role.IGNORE else bare


def _without(columns: Columns, name: str) -> Columns:
    """The columns with this one an input."""
    return replace(
        columns,
        target=tuple(target for target in columns.target if target != name),
        group=None if columns.group == name else columns.group,
        time=None if columns.time == name else columns.time,
        ignore=tuple(ignored for ignored in columns.ignore if ignored != name),
    )


def kind_of(columns: Columns, column: Column) -> Kind:
    if column.name in columns.nominal:
        return Kind.NAMES
    return Kind.NUMBER if column.name in columns.numeric else column.kind


def kinds_for(column: Column) -> tuple[Kind, ...]:
    """How the column may be read: as found, as names, and as numbers where it is not a date."""
    others = (Kind.NAMES,) if column.kind is Kind.DATE else (Kind.NUMBER, Kind.NAMES)
    return tuple(dict.fromkeys((column.kind, *others)))


def with_kind(columns: Columns, column: Column, kind: Kind) -> Columns:
    nominal = tuple(name for name in columns.nominal if name != column.name)
    numeric = tuple(name for name in columns.numeric if name != column.name)
    if kind is not column.kind:
        nominal = (*nominal, column.name) if kind is Kind.NAMES else nominal
        numeric = (*numeric, column.name) if kind is Kind.NUMBER else numeric
    return replace(columns, nominal=nominal, numeric=numeric)
