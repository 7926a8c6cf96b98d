"""One column seen another way: numbers as names, names as numbers, dates as days."""

import numpy as np

from core.data.read.cell_spelling import parse_number
from core.domain.dataset import Column, Floats, Kind
from core.support.errors import DataError

_DAY = 86_400_000.0  # milliseconds


def to_categories(column: Column) -> Column:
    """The column as names; numbers become levels in rising order, texts in order of appearance."""
    if column.kind.is_coded:
        return column
    if column.kind is Kind.NUMBER:
        values, places = np.unique(column.values[~column.missing], return_inverse=True)
        return _with_strays(_named(column, tuple(format_number(float(value)) for value in values), places))
    texts = [str(value) for value in column.values[~column.missing]]
    levels = tuple(dict.fromkeys(texts))
    place = {level: position for position, level in enumerate(levels)}
    return _named(column, levels, np.array([place[text] for text in texts], dtype=np.int32))


def _named(column: Column, levels: tuple[str, ...], places: np.typing.NDArray[np.integer]) -> Column:
    values = np.full(len(column.values), -1, dtype=np.int32)
    values[~column.missing] = places
    return Column(column.name, Kind.NAMES, values, levels, column.strays)


def _with_strays(column: Column) -> Column:
    """Cells that were no numbers are names like the others."""
    extra = tuple(dict.fromkeys(text for _, text in column.strays if text not in column.levels))
    levels = (*column.levels, *extra)
    values = column.values.copy()
    for row, text in column.strays:
        values[row] = levels.index(text)
    return Column(column.name, Kind.NAMES, values, levels)


def format_number(value: float) -> str:
    """A number as people write it: 3, not 3.0."""
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def to_numbers(column: Column) -> Column:
    """The column as numbers: names by what they spell, dates as days since 1970."""
    if column.kind is Kind.NUMBER:
        return column
    if column.kind is Kind.DATE:
        days = column.values.astype("datetime64[ms]").astype(np.float64) / _DAY
        return Column(column.name, Kind.NUMBER, np.where(column.missing, np.nan, days))
    if column.kind.is_coded:
        spelled = [parse_number(level) for level in column.levels]
        found = np.array([np.nan if value is None else value for value in [*spelled, None]], dtype=np.float64)
        values = found[column.values.astype(np.int64)]
    else:
        cells = [None if text is None else parse_number(str(text)) for text in column.values]
        values = np.array([np.nan if value is None else value for value in cells], dtype=np.float64)
    if np.isnan(values).all():
        raise DataError(f"'{column.name}' has no numbers in it.", hint="Leave it as names or ignore it.")
    return Column(column.name, Kind.NUMBER, values)


def to_codes(column: Column) -> Floats:
    """Numbers as they are, names as level positions; NaN = missing."""
    values = column.values.astype(np.float64)
    return values if column.kind is Kind.NUMBER else np.where(values < 0, np.nan, values)
