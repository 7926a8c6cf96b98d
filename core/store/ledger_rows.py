"""How many rows a remembered data set and the one at hand share, seen from either side."""

from dataclasses import dataclass

import numpy as np

from core.data.fingerprint import Keys, mixed
from core.data.overlap import FEWEST_COLUMNS, Sketch, overlap, shared_columns, sketch
from core.domain.dataset import Dataset

MOST_CELLS = 250_000  # remembered of one data set


@dataclass(frozen=True, slots=True)
class Shared:
    """`of_old`: share of the remembered rows found again; `of_new`: share of the new rows that were there before."""

    of_old: float
    of_new: float


def small(full: Sketch) -> Sketch:
    """Fewer rows of wide tables: any rows serve as a sample."""
    most = max(200, MOST_CELLS // max(1, full.cells.shape[1]))
    places = np.unique(np.linspace(0, len(full.cells) - 1, min(most, len(full.cells))).astype(np.int64))
    return Sketch(full.rows, full.names, full.cells[places])


def shared_rows(old: Sketch, data: Dataset) -> Shared:
    """From the old side; and, where the new table may be a small part of the old one, from the new side too."""
    seen = overlap(old, data)
    if data.size >= old.rows:
        return Shared(seen.of_old, seen.of_new)
    return Shared(seen.of_old, max(seen.of_new, _of_new(old, sketch(data))))


def _of_new(old: Sketch, new: Sketch) -> float:
    """Columns are matched by the values of the new table; the count is scaled up where only a sample is remembered."""
    pairs = shared_columns(new, old.names, old.cells)
    if len(pairs) < FEWEST_COLUMNS:
        return 0.0
    ours = _row_keys(new.cells, [place for place, _ in pairs])
    theirs = _row_keys(old.cells, [place for _, place in pairs])
    return min(1.0, float(np.isin(ours, theirs).mean()) * old.rows / len(old.cells))


def _row_keys(cells: Keys, places: list[int]) -> Keys:
    total = np.zeros(len(cells), dtype=np.uint64)
    for number, place in enumerate(places):
        total += mixed(cells[:, place] + np.uint64(number + 1))
    return total
