"""Which column is what: reading and changing one role or type in the form."""

from collections.abc import Container, Sequence
from dataclasses import replace

from core.domain.dataset import Column, Kind, Role
from core.domain.study import Columns


def with_roles(columns: Columns, chosen: Sequence[Column], role: Role, targets_are_numbers: bool) -> Columns:
    """The role for all chosen columns at once; where only one can have it, the last of them.

    Several columns may be predicted only if all are numbers; otherwise the new one takes the place of the old.
    """
    names = tuple(column.name for column in chosen)
    bare = _without(columns, frozenset(names))
    if role is Role.TARGET:
        nominal, numeric = frozenset(columns.nominal), frozenset(columns.numeric)
        numbers = all(_kind(column, nominal, numeric) is Kind.NUMBER for column in chosen)
        target = (*bare.target, *names) if targets_are_numbers and numbers else names[-1:]
        return replace(bare, target=target, positive=None)
    if role is Role.GROUP:
        return replace(bare, group=names[-1])
    if role is Role.TIME:
        return replace(bare, time=names[-1])
    if role is Role.WEIGHT:
        return replace(bare, weight=names[-1], uncertainty=None)
    if role is Role.UNCERTAINTY:
        return replace(bare, uncertainty=names[-1], weight=None)
    return replace(bare, ignore=(*bare.ignore, *names)) if role is Role.IGNORE else bare


def _without(columns: Columns, names: frozenset[str]) -> Columns:
    """The columns with these ones inputs."""
    return replace(
        columns,
        target=tuple(target for target in columns.target if target not in names),
        group=None if columns.group in names else columns.group,
        time=None if columns.time in names else columns.time,
        weight=None if columns.weight in names else columns.weight,
        uncertainty=None if columns.uncertainty in names else columns.uncertainty,
        ignore=tuple(ignored for ignored in columns.ignore if ignored not in names),
    )


def kind_of(columns: Columns, column: Column) -> Kind:
    return _kind(column, columns.nominal, columns.numeric)


def _kind(column: Column, nominal: Container[str], numeric: Container[str]) -> Kind:
    if column.name in nominal:
        return Kind.NAMES
    return Kind.NUMBER if column.name in numeric else column.kind


def kinds_for(column: Column) -> tuple[Kind, ...]:
    """How the column may be read: as found, as names, and as numbers where it is not a date."""
    others = (Kind.NAMES,) if column.kind is Kind.DATE else (Kind.NUMBER, Kind.NAMES)
    return tuple(dict.fromkeys((column.kind, *others)))


def with_kinds(columns: Columns, chosen: Sequence[Column], kind: Kind) -> Columns:
    """The kind for all chosen columns that allow it."""
    fit = [column for column in chosen if kind in kinds_for(column)]
    names = {column.name for column in fit}
    changed = tuple(column.name for column in fit if column.kind is not kind)
    nominal = tuple(name for name in columns.nominal if name not in names)
    numeric = tuple(name for name in columns.numeric if name not in names)
    return replace(
        columns,
        nominal=(*nominal, *changed) if kind is Kind.NAMES else nominal,
        numeric=(*numeric, *changed) if kind is Kind.NUMBER else numeric,
    )
