"""A new file seen with the eyes of a model: the columns it needs, and what it has never seen before."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.data.read.column_conversion import to_categories, to_codes, to_numbers
from core.domain.dataset import Column, Dataset, Floats, Table
from core.support.errors import DataError

MOST_SHOWN = 5


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """`values` as the model reads them; `remarks` per row, `notes` about whole columns."""

    values: Floats
    remarks: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """One column: its values, the rows with something strange, what to say there and about all of them."""

    values: Floats
    strange: NDArray[np.bool_]
    remark: str = ""
    note: str = ""


def inputs_of(known: Dataset, table: Table) -> Inputs:
    """Refuses a file that lacks columns or holds no numbers where there were some."""
    missing = [name for name in known.features if name not in table.names]
    if missing:
        raise DataError(
            f"The file lacks {_listed(missing)}.", hint="It must have the inputs the model was trained with."
        )
    if not table.rows:
        raise DataError("The file has no rows.", hint="Choose another file.")
    pairs = [_looks(known, place, table) for place in range(len(known.features))]
    values = [pair[0].values for pair in pairs]
    found = [seen for pair in pairs for seen in pair]
    return Inputs(
        np.column_stack(values) if values else np.empty((table.rows, 0)),
        _remarks(found, table.rows),
        (*(seen.note for seen in found if seen.note), *_unused(known, table)),
    )


def _unused(known: Dataset, table: Table) -> tuple[str, ...]:
    """Columns the model does not know, apart from the answers themselves."""
    names = [name for name in table.names if name not in (*known.features, *known.outputs)]
    return (f"Not used, because the model does not know them: {_listed(names)}.",) if names else ()


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - MOST_SHOWN} more" if len(names) > MOST_SHOWN else ""
    return ", ".join(f"'{name}'" for name in names[:MOST_SHOWN]) + more


def _remarks(found: list[_Seen], rows: int) -> tuple[str, ...]:
    told: list[list[str]] = [[] for _ in range(rows)]
    for seen in found:
        for row in np.flatnonzero(seen.strange):
            told[row].append(seen.remark)
    return tuple("; ".join(remarks) for remarks in told)


def _looks(known: Dataset, place: int, table: Table) -> tuple[_Seen, ...]:
    """The column with what is strange in it, then what could not be read and what is missing from it."""
    column = table.column(known.features[place])
    seen = _named(known, place, column) if known.kinds[place].is_coded else _number(known, place, column)
    empty = np.isnan(seen.values) & ~seen.strange
    unread = empty & _written(column)
    told = _gap(seen.values, unread, column.name, "cannot be read"), _gap(seen.values, empty & ~unread, column.name)
    return seen, *told


def _gap(values: Floats, rows: NDArray[np.bool_], name: str, what: str = "is missing") -> _Seen:
    count = int(rows.sum())
    note = f"'{name}' {what} on {_rows(count)}; the model fills it in as in training." if count else ""
    return _Seen(values, rows, f"{name} {what}", note)


def _written(column: Column) -> NDArray[np.bool_]:
    """The cells that hold something, whether it could be read or not."""
    written = ~column.missing
    written[[row for row, _ in column.strays]] = True
    return written


def _named(known: Dataset, place: int, column: Column) -> _Seen:
    """Names by the levels of the training; a name never seen counts as missing."""
    named = to_categories(column)
    at = {level: float(number) for number, level in enumerate(known.levels[place])}
    places = np.array([*(at.get(level, np.nan) for level in named.levels), np.nan])
    values = places[named.values.astype(np.int64)]
    strange = np.isnan(values) & ~named.missing
    if not strange.any():
        return _Seen(values, strange)
    new = [level for level in named.levels if level not in at]
    shown = ", ".join(f"'{level}'" for level in new[:MOST_SHOWN])
    note = f"'{column.name}' has values the model never saw ({shown}) on {_rows(int(strange.sum()))}: taken as missing."
    return _Seen(values, strange, f"{column.name} has a value never seen", note)


def _number(known: Dataset, place: int, column: Column) -> _Seen:
    """Numbers beyond the smallest and largest of the training are told: there the model only guesses."""
    values = to_codes(to_numbers(column))
    trained = known.inputs[:, place]
    if np.isnan(trained).all():
        return _Seen(values, np.zeros(len(values), dtype=np.bool_))
    low, high = float(np.nanmin(trained)), float(np.nanmax(trained))
    strange = np.asarray((values < low) | (values > high), dtype=np.bool_)
    if not strange.any():
        return _Seen(values, strange)
    note = (
        f"'{column.name}' lies outside {low:g} to {high:g}, the range of the training, on {_rows(int(strange.sum()))}."
    )
    return _Seen(values, strange, f"{column.name} is outside {low:g} to {high:g}", note)


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count:,} rows"
