"""Well-known public tables, recognized by the content of their columns."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from core.data.fingerprint import hash_categories, hash_column, hash_numbers
from core.data.read.column_conversion import to_categories, to_codes
from core.domain.dataset import Column, Kind, Table
from core.support.paths import resources

_FEWEST_COLUMNS = 3


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A public table: its name, its number of rows, and one key per column."""

    name: str
    rows: int
    keys: frozenset[str]


def compute_column_key(column: Column) -> str:
    """A text that stays the same when the rows are in another order or the column has another name."""
    if column.kind is Kind.NUMBER:
        return hash_column(hash_numbers(column.values.astype(np.float64)))
    names = to_categories(column)
    return hash_column(hash_categories(to_codes(names), names.levels))


@cache
def _published() -> tuple[PublicTable, ...]:
    path = resources() / "samples" / "published.json"
    entries: Sequence[dict[str, object]] = json.loads(path.read_text(encoding="utf-8"))
    return tuple(
        PublicTable(str(entry["name"]), int(str(entry["rows"])), frozenset(str(key) for key in _list(entry["keys"])))
        for entry in entries
    )


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []


def recognize_public_table(table: Table) -> str | None:
    """The name of the public table this is, as a whole or with some columns added or left out."""
    possible = [known for known in _published() if known.rows == table.rows]
    if not possible:
        return None
    keys = {compute_column_key(column) for column in table.columns}
    for known in possible:
        common = len(keys & known.keys)
        if common >= max(_FEWEST_COLUMNS, len(known.keys) / 2):
            return known.name
    return None
