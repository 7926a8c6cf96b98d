"""Rows the person leaves out by rule: "wear > 90", "machine = M07", "rms is missing", "rows 3, 8-12"."""

import re
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from core.data.read.cell_spelling import parse_number
from core.data.read.dates import detect_date_format, parse_moment
from core.domain.dataset import Column, Kind, Table
from core.support.errors import DataError

Mask = NDArray[np.bool_]
DUPLICATES_RULE = "exact duplicates of earlier rows"  # equal in all inputs and outputs; the first is kept
_HINT = 'Write rules like "wear > 90", "machine = M07", "rms is missing" or "rows 3, 8-12".'
_ROWS = re.compile(r"rows?\s+([\d\s,-]+)", re.IGNORECASE)
_MISSING = re.compile(r"(.+?)\s+is\s+missing", re.IGNORECASE)
_COMPARED = re.compile(r"(.+?)\s*(<=|>=|!=|<|>|=)\s*(.+)")
_REST = re.compile(r"\s*(<=|>=|!=|<|>|=)\s*(.+)", re.DOTALL)
_COMPARE: dict[str, Callable[[NDArray[np.generic], object], Mask]] = {
    "=": lambda values, limit: np.asarray(values == limit),
    "!=": lambda values, limit: np.asarray(values != limit),
    "<": lambda values, limit: np.asarray(values < limit),  # type: ignore[operator]
    "<=": lambda values, limit: np.asarray(values <= limit),  # type: ignore[operator]
    ">": lambda values, limit: np.asarray(values > limit),  # type: ignore[operator]
    ">=": lambda values, limit: np.asarray(values >= limit),  # type: ignore[operator]
}


def find_excluded_rows(table: Table, rules: Sequence[tuple[str, str]]) -> Mask:
    """The rows some rule leaves out; every rule needs a reason."""
    out = np.zeros(table.rows, dtype=bool)
    for rule, reason in rules:
        if not reason.strip():
            raise DataError(f'The rule "{rule}" leaves rows out without a reason.', hint="Say why; it is printed.")
        if rule != DUPLICATES_RULE:
            out |= find_matching_rows(table, rule)
    return out


def find_matching_rows(table: Table, rule: str) -> Mask:
    text = rule.strip()
    known = _known_column(table, text)
    if known is not None:
        return _compared(table.column(known[0]), known[1], known[2].strip(), rule)
    by_number = _ROWS.fullmatch(text)
    if by_number:
        return _by_number(table.rows, by_number[1], rule)
    missing = _MISSING.fullmatch(text)
    if missing:
        return _column(table, missing[1], rule).missing
    compared = _COMPARED.fullmatch(text)
    if compared is None:
        raise DataError(f'The rule "{rule}" cannot be understood.', hint=_HINT)
    return _compared(_column(table, compared[1], rule), compared[2], compared[3].strip(), rule)


def _known_column(table: Table, text: str) -> tuple[str, str, str] | None:
    """Column, sign and value of a rule that begins with the name of a column, whatever signs the name holds."""
    for name in sorted(filter(text.startswith, table.names), key=len, reverse=True):
        found = _REST.fullmatch(text[len(name) :])
        if found:
            return name, found[1], found[2]
    return None


def _by_number(rows: int, text: str, rule: str) -> Mask:
    out = np.zeros(rows, dtype=bool)
    for part in text.split(","):
        ends = [int(end) for end in part.split("-") if end.strip().isdigit()]
        if not ends or min(ends) < 1 or max(ends) > rows:
            raise DataError(
                f'The rule "{rule}" names rows the table does not have.', hint=f"Rows count from 1 to {rows}."
            )
        out[ends[0] - 1 : ends[-1]] = True
    return out


def _column(table: Table, name: str, rule: str) -> Column:
    bare = name.strip().strip("'\"")
    if bare not in table.names:
        raise DataError(f"The rule \"{rule}\" names the column '{bare}', which does not exist.", hint=_HINT)
    return table.column(bare)


def _day(text: str) -> np.datetime64 | None:
    spelling = detect_date_format([text])
    when = parse_moment(text, spelling.order) if spelling else None
    return np.datetime64(when, "ms") if when else None


def _compared(column: Column, sign: str, limit: str, rule: str) -> Mask:
    bare = limit.strip("'\"")
    value: object
    values: NDArray[np.generic] = column.values
    if column.kind is Kind.NUMBER:
        value = parse_number(bare)
    elif column.kind is Kind.DATE:
        value = _day(bare)
    elif sign in ("=", "!="):
        value, values = (limit if limit in column.levels else bare), _texts(column)
    else:
        raise DataError(f'The rule "{rule}" compares names by size.', hint="Use = or != for names.")
    if value is None:
        raise DataError(f"The rule \"{rule}\" compares '{column.name}' with '{bare}', which does not fit.", hint=_HINT)
    return np.asarray(_COMPARE[sign](values, value) & ~column.missing)


def _texts(column: Column) -> NDArray[np.generic]:
    if column.kind.is_coded:
        return np.array([*column.levels, ""], dtype=object)[column.values.astype(np.int64)]
    return column.values
