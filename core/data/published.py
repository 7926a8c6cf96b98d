"""Well-known public tables, recognised by the content of their columns."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from core.data.fingerprint import content_key, name_keys, number_keys
from core.data.read.columns import as_names, coded
from core.domain.dataset import Column, Kind, Table
from core.support.paths import resources

_FEWEST_COLUMNS = 3


@dataclass(frozen=True, slots=True)
class Published:
    """A public table: its name, its number of rows, and one key per column."""

    name: str
    rows: int
    keys: frozenset[str]


def column_key(column: Column) -> str:
    """A text that stays the same when the rows are in another order or the column has another name."""
    if column.kind is Kind.NUMBER:
        return content_key(number_keys(column.values.astype(np.float64)))
    names = as_names(column)
    return content_key(name_keys(coded(names), names.levels))


@cache
def _published() -> tuple[Published, ...]:
    path = resources() / "samples" / "published.json"
    entries: Sequence[dict[str, object]] = json.loads(path.read_text(encoding="utf-8"))
    return tuple(
        Published(str(entry["name"]), int(str(entry["rows"])), frozenset(str(key) for key in _list(entry["keys"])))
        for entry in entries
    )


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []


def recognised(table: Table) -> str | None:
    """The name of the public table this is, as a whole or with some columns added or left out."""
    possible = [known for known in _published() if known.rows == table.rows]
    if not possible:
        return None
    keys = {column_key(column) for column in table.columns}
    for known in possible:
        common = len(keys & known.keys)
        if common >= max(_FEWEST_COLUMNS, len(known.keys) / 2):
            return known.name
    return None
