"""Whether two data sets share rows, on the columns both have, recognised by content and not only by name."""

import io
from dataclasses import dataclass

import numpy as np

from core.data.fingerprint import Keys, cell_keys, mixed
from core.domain.dataset import Dataset

SAMPLED_ROWS = 5000
FEWEST_COLUMNS = 3  # the answer and two more
_TELLING = 10  # distinct values from which content alone tells columns apart
_MOST_CONTENT_COLUMNS = 200
_HELD = 0.3  # share of the values of a column that must be found again
_SIMILAR = 0.2  # largest difference of two profiles of a column with few values


@dataclass(frozen=True, slots=True, eq=False)
class Sketch:
    """What is remembered of a data set to recognise its rows: keys of the cells of at most 5,000 rows."""

    rows: int
    names: tuple[str, ...]
    cells: Keys

    def to_bytes(self) -> bytes:
        file = io.BytesIO()
        np.savez_compressed(file, rows=self.rows, names=np.array(self.names, dtype=np.str_), cells=self.cells)
        return file.getvalue()

    @staticmethod
    def from_bytes(data: bytes) -> "Sketch":
        with np.load(io.BytesIO(data), allow_pickle=False) as parts:
            return Sketch(int(parts["rows"]), tuple(str(name) for name in parts["names"]), parts["cells"])


@dataclass(frozen=True, slots=True)
class Overlap:
    """`of_old`: share of the old rows found in the new data; `of_new`: share of the new rows that were in the old."""

    columns: int
    of_old: float
    of_new: float


def sketch(data: Dataset) -> Sketch:
    names, cells = _all_cells(data)
    chosen = np.argsort(mixed(cells.sum(axis=1, dtype=np.uint64)), kind="stable")[:SAMPLED_ROWS]
    return Sketch(data.size, names, cells[np.sort(chosen)])


def _all_cells(data: Dataset) -> tuple[tuple[str, ...], Keys]:
    inputs, targets = cell_keys(data)
    return (*data.outputs, *data.features), np.column_stack([targets, inputs])


def overlap(old: Sketch, data: Dataset) -> Overlap:
    """How many rows of a remembered data set are in this one; nothing in common below three shared columns."""
    names, cells = _all_cells(data)
    pairs = shared_columns(old, names, cells)
    if len(pairs) < FEWEST_COLUMNS:
        return Overlap(len(pairs), 0.0, 0.0)
    known = _rows_on(old.cells, [first for first, _ in pairs])
    found = np.isin(known, _rows_on(cells, [second for _, second in pairs]))
    share = float(found.mean())
    return Overlap(len(pairs), share, min(share * old.rows / data.size, 1.0))


def _rows_on(cells: Keys, places: list[int]) -> Keys:
    total = np.zeros(len(cells), dtype=np.uint64)
    for number, place in enumerate(places):
        total += mixed(cells[:, place] + np.uint64(number + 1))
    return total


def shared_columns(old: Sketch, names: tuple[str, ...], cells: Keys) -> list[tuple[int, int]]:
    """Pairs of places: first columns of the same name that hold the same values, then others with the same content."""
    at = {name: place for place, name in enumerate(names)}
    pairs = [(place, at[name]) for place, name in enumerate(old.names) if name in at]
    pairs = [(first, second) for first, second in pairs if _held(old.cells[:, first], cells[:, second]) >= _HELD]
    left = [place for place in range(len(old.names)) if place not in {first for first, _ in pairs}]
    free = [place for place in range(len(names)) if place not in {second for _, second in pairs}]
    for place in left[:_MOST_CONTENT_COLUMNS]:
        match = _same_content(old.cells[:, place], cells, free[:_MOST_CONTENT_COLUMNS])
        if match is not None:
            pairs.append((place, match))
            free.remove(match)
    return pairs


def _held(old: Keys, new: Keys) -> float:
    """Share of the distinct old values that occur among the new ones."""
    values = np.unique(old)
    return float(np.isin(values, new).mean())


def _same_content(old: Keys, cells: Keys, places: list[int]) -> int | None:
    telling = len(np.unique(old)) >= _TELLING
    scores = [(_held(old, cells[:, at]) if telling else 1 - _difference(old, cells[:, at]), at) for at in places]
    best, place = max(scores, default=(0.0, -1))
    return place if best >= (_HELD if telling else 1 - _SIMILAR) else None


def _difference(old: Keys, new: Keys) -> float:
    """Half the sum of the differences of the shares of all values: 0 for the same profile, 1 for no common value."""
    values = np.unique(np.concatenate([old, new]))
    first = np.bincount(np.searchsorted(values, old), minlength=len(values)) / len(old)
    second = np.bincount(np.searchsorted(values, new), minlength=len(values)) / len(new)
    return float(np.abs(first - second).sum()) / 2
