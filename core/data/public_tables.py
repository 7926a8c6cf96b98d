"""Well-known public tables, recognized by the content of their columns."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from core.data.fingerprint import Keys, hash_categories, hash_column, hash_numbers
from core.data.read.column_conversion import to_categories, to_codes
from core.domain.dataset import Column, Dataset, Floats, Kind, Table, Task
from core.support.paths import resources

_FEWEST_COLUMNS = 3
_FEWEST_COUNTS = 5  # counts of values say less about a column than the values themselves
_MOST_VALUES = 30


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A public table: its name, its number of rows, one key per column, and one per column however it is spelled."""

    name: str
    rows: int
    keys: frozenset[str]
    counts: frozenset[str]

    def matches(self, keys: frozenset[str], counts: frozenset[str]) -> bool:
        """Whether at least half of its columns are among these."""
        same_values, same_counts = len(keys & self.keys), len(counts & self.counts)
        by_values = same_values >= max(_FEWEST_COLUMNS, len(self.keys) / 2)
        return by_values or same_counts >= max(_FEWEST_COUNTS, len(self.counts) / 2)


def compute_column_key(column: Column) -> str:
    """A text that stays the same when the rows are in another order or the column has another name."""
    if column.kind is Kind.NUMBER:
        return hash_column(hash_numbers(column.values.astype(np.float64)))
    names = to_categories(column)
    return hash_column(hash_categories(to_codes(names), names.levels))


def compute_count_key(column: Column) -> str | None:
    """How often each value stands in a column, whatever it is called: y and n, 1 and 0. A gap is a value like others.

    None where there are more than a few values, or one alone.
    """
    return _key_of_counts(to_codes(to_categories(column)))


def _key_of_counts(coded: Floats) -> str | None:
    _, counts = np.unique(np.where(np.isnan(coded), -1, coded), return_counts=True)
    if not 1 < len(counts) <= _MOST_VALUES:
        return None
    return hash_column(hash_numbers(counts.astype(np.float64)))


def compute_keys(table: Table) -> tuple[frozenset[str], frozenset[str]]:
    """The keys of all columns, and those of their counts."""
    counts = (compute_count_key(column) for column in table.columns)
    return (
        frozenset(compute_column_key(column) for column in table.columns),
        frozenset(key for key in counts if key is not None),
    )


@cache
def _published() -> tuple[PublicTable, ...]:
    path = resources() / "samples" / "published.json"
    entries: Sequence[dict[str, object]] = json.loads(path.read_text(encoding="utf-8"))
    return tuple(
        PublicTable(
            str(entry["name"]), int(str(entry["rows"])), _read_keys(entry["keys"]), _read_keys(entry.get("counts"))
        )
        for entry in entries
    )


def _read_keys(value: object) -> frozenset[str]:
    return frozenset(str(key) for key in value) if isinstance(value, list) else frozenset()


def recognize_public_table(table: Table) -> str | None:
    """The name of the public table this is, as a whole or with some columns added or left out.

    Where several fit equally well, as tables with the same inputs and another answer do without it, all are named.
    """
    if not any(known.rows == table.rows for known in _published()):
        return None
    return _find_name(table.rows, *compute_keys(table))


def recognize_public_dataset(data: Dataset) -> str | None:
    """The same from the rows of a study, where none was left out."""
    if not any(known.rows == data.size for known in _published()):
        return None
    inputs = [
        (data.inputs[:, place], data.levels[place] if kind.is_coded else None) for place, kind in enumerate(data.kinds)
    ]
    classes = data.classes if data.task is Task.CLASSES else None
    columns = [*inputs, *((values, classes) for values in data.targets.T)]
    counts = (_key_of_counts(values) for values, _ in columns)
    return _find_name(
        data.size,
        frozenset(hash_column(_hash_values(values, levels)) for values, levels in columns),
        frozenset(key for key in counts if key is not None),
    )


def _hash_values(values: Floats, levels: tuple[str, ...] | None) -> Keys:
    return hash_numbers(values) if levels is None else hash_categories(values, levels)


def _find_name(rows: int, keys: frozenset[str], counts: frozenset[str]) -> str | None:
    possible = (known for known in _published() if known.rows == rows)
    shared = {known: len(keys & known.keys) for known in possible if known.matches(keys, counts)}
    best = max(shared.values(), default=0)
    return " or ".join(dict.fromkeys(known.name for known, count in shared.items() if count == best)) or None
