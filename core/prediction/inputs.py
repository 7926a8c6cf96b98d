"""The rows of a new file as a model needs them, and what in each column was never tested."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.data.read.column_conversion import to_categories, to_codes, to_numbers
from core.domain.dataset import Column, Dataset, Floats, Integers, Table
from core.domain.prediction import InputColumn
from core.support.errors import DataError
from core.support.text import pluralize

MOST_SHOWN = 5
PROBES = 50
LEAST_REACH, MOST_REACH = 0.1, 1.0  # shares of the tested span beyond which a number is outside
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """`values` as the model reads them; in `coded` a category never tested keeps a code of its own.

    `beyond` rows have a number beyond what was tested, `far` rows one far beyond or a category never tested.
    `remarks` are per row, `notes` about whole columns.
    """

    values: Floats
    coded: Floats
    beyond: Flags
    far: Flags
    remarks: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _ReadColumn:
    """One column: values, rows beyond and far beyond what was tested, and remarks by rows, each with its note."""

    values: Floats
    coded: Floats
    beyond: Flags
    far: Flags
    remarks: tuple[tuple[Flags, str, str], ...]


def describe_inputs(data: Dataset, groups: Integers | None = None) -> tuple[InputColumn, ...]:
    """What of each input was tested; `groups` are those that folds kept whole."""
    reach = find_reach(data, groups)
    return tuple(_describe_input(data, place, reach) for place in range(len(data.features)))


def find_reach(data: Dataset, groups: Integers | None = None) -> float:
    """How far beyond the tested span a number must lie to be outside, as a share of that span.

    A tenth; where some row (group) of the study lies farther than that beyond all others, as far as it does, but at
    most the whole span. So at most about one in n + 1 fresh rows of the same kind is outside by a single number.
    """
    units = np.arange(data.size) if groups is None else groups
    numbers = (values for values, kind in zip(data.inputs.T, data.kinds, strict=True) if not kind.is_coded)
    farthest = max((_find_farthest(values, units) for values in numbers), default=0.0)
    return min(max(farthest, LEAST_REACH), MOST_REACH)


def _find_farthest(values: Floats, units: Integers) -> float:
    """By how many spans of the others the most extreme unit lies beyond them; 0 where the others do not vary."""
    known = ~np.isnan(values)
    _, member = np.unique(units[known], return_inverse=True)
    count = int(member.max()) + 1 if member.size else 0
    if count < 3:
        return 0.0
    low, high = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(low, member, values[known])
    np.maximum.at(high, member, values[known])
    found = 0.0
    for extreme in (int(np.argmin(low)), int(np.argmax(high))):
        lowest, highest = np.delete(low, extreme).min(), np.delete(high, extreme).max()
        beyond = max(lowest - low[extreme], high[extreme] - highest)
        if highest > lowest and np.isfinite(beyond):
            found = max(found, float(beyond / (highest - lowest)))
    return found


def _describe_input(data: Dataset, place: int, reach: float) -> InputColumn:
    name, kind, levels = data.features[place], data.kinds[place], data.levels[place]
    values = data.inputs[:, place]
    known = values[~np.isnan(values)]
    if kind.is_coded:
        tested = set(known.astype(np.int64).tolist())
        return InputColumn(name, kind, levels, tuple(level for at, level in enumerate(levels) if at not in tested))
    if not known.size:
        return InputColumn(name, kind)
    return InputColumn(name, kind, low=float(known.min()), high=float(known.max()), reach=reach)


def make_probe_rows(columns: Sequence[InputColumn]) -> Floats:
    """Rows made up by a fixed rule inside what was tested: a model is recognized by what it predicts for them."""
    rng = np.random.default_rng(0)
    rows = np.full((PROBES, len(columns)), np.nan)
    for place, column in enumerate(columns):
        if column.kind.is_coded and column.levels:
            rows[:, place] = rng.integers(0, len(column.levels), PROBES)
        elif column.low is not None and column.high is not None:
            rows[:, place] = column.low + rng.random(PROBES) * (column.high - column.low)
    return rows


def read_inputs(columns: Sequence[InputColumn], outputs: Sequence[str], table: Table) -> Inputs:
    """Read the inputs of a new file; refuse one that lacks columns or holds no numbers where there were some."""
    missing = [column.name for column in columns if column.name not in table.names]
    if missing:
        raise DataError(
            f"The file lacks {_list_quoted(missing)}.", hint="It must have the inputs the model was trained with."
        )
    if not table.rows:
        raise DataError("The file has no rows.", hint="Choose another file.")
    read = [_read_column(column, table.column(column.name)) for column in columns]
    empty, nothing = np.empty((table.rows, 0)), np.zeros(table.rows, dtype=np.bool_)
    return Inputs(
        np.column_stack([one.values for one in read]) if read else empty,
        np.column_stack([one.coded for one in read]) if read else empty,
        np.any([nothing, *(one.beyond for one in read)], axis=0),
        np.any([nothing, *(one.far for one in read)], axis=0),
        _join_remarks(read, table.rows),
        (*(note for one in read for _, _, note in one.remarks), *_name_unused(columns, outputs, table)),
    )


def _name_unused(columns: Sequence[InputColumn], outputs: Sequence[str], table: Table) -> tuple[str, ...]:
    """Columns the model does not know, apart from the outputs themselves."""
    known = {*(column.name for column in columns), *outputs}
    names = [name for name in table.names if name not in known]
    return (f"Not used, because the model does not know them: {_list_quoted(names)}.",) if names else ()


def _list_quoted(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_SHOWN} more" if len(names) > MOST_SHOWN else ""
    return ", ".join(f"'{name}'" for name in names[:MOST_SHOWN]) + more


def _join_remarks(read: Sequence[_ReadColumn], rows: int) -> tuple[str, ...]:
    by_row: dict[int, list[str]] = {}
    for column in read:
        for flags, remark, _ in column.remarks:
            for row in np.flatnonzero(flags).tolist():
                by_row.setdefault(row, []).append(remark)
    return tuple("; ".join(by_row.get(row, ())) for row in range(rows))


def _read_column(column: InputColumn, given: Column) -> _ReadColumn:
    """The column with what was never tested in it, then what could not be read and what is missing from it."""
    read = _read_categories(column, given) if column.kind.is_coded else _read_numbers(column, given)
    empty = np.isnan(read.coded)
    unread = empty & _has_content(given)
    gaps = (_remark_gaps(unread, given.name, "cannot be read"), _remark_gaps(empty & ~unread, given.name, "is missing"))
    remarks = (*read.remarks, *(gap for gap in gaps if gap[0].any()))
    return _ReadColumn(read.values, read.coded, read.beyond, read.far, remarks)


def _remark_gaps(rows: Flags, name: str, what: str) -> tuple[Flags, str, str]:
    note = f"'{name}' {what} on {_count_rows(rows)}; the model fills it in as in training."
    return rows, f"{name} {what}", note


def _has_content(column: Column) -> Flags:
    """The cells that hold something, whether it could be read or not."""
    written = ~column.missing
    written[[row for row, _ in column.strays]] = True
    return written


def _read_categories(column: InputColumn, given: Column) -> _ReadColumn:
    """Categories by their codes in training; one never tested counts as missing for the model."""
    named = to_categories(given)
    codes = {level: float(code) for code, level in enumerate(column.levels) if level not in column.untested}
    new = len(column.levels)
    places = np.array([*(codes.get(level, new) for level in named.levels), np.nan])
    coded = places[named.values.astype(np.int64)]
    unseen = coded == new
    if not unseen.any():
        return _ReadColumn(coded, coded, unseen, unseen, ())
    names = [level for level in named.levels if level not in codes]
    shown = ", ".join(f"'{level}'" for level in names[:MOST_SHOWN])
    note = f"'{column.name}' has values the model never saw ({shown}) on {_count_rows(unseen)}: taken as missing."
    remark = (unseen, f"{column.name} has a value never seen", note)
    return _ReadColumn(np.where(unseen, np.nan, coded), coded, unseen, unseen, (remark,))


def _read_numbers(column: InputColumn, given: Column) -> _ReadColumn:
    """Numbers; beyond the smallest and largest of the study nothing was tested."""
    values = to_codes(to_numbers(given))
    nothing = np.zeros(len(values), dtype=np.bool_)
    if column.low is None or column.high is None:
        return _ReadColumn(values, values, nothing, nothing, ())
    beyond = np.asarray((values < column.low) | (values > column.high), dtype=np.bool_)
    if not beyond.any():
        return _ReadColumn(values, values, beyond, beyond, ())
    reach = column.reach * (column.high - column.low)
    far = np.asarray((values < column.low - reach) | (values > column.high + reach), dtype=np.bool_)
    ends = f"{column.low:g} to {column.high:g}"
    note = f"'{column.name}' lies outside {ends}, the range of the training, on {_count_rows(beyond)}."
    return _ReadColumn(values, values, beyond, far, ((beyond, f"{column.name} is outside {ends}", note),))


def _count_rows(rows: Flags) -> str:
    return pluralize(int(rows.sum()), "row")
