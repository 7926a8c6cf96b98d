"""What is remembered of a data set, so that its rows are recognized when they come again."""

import io
from dataclasses import dataclass

import numpy as np

from core.data.fingerprint import Keys, compute_cell_keys, mix_keys
from core.domain.dataset import Dataset

SAMPLED_ROWS = 5000


@dataclass(frozen=True, slots=True, eq=False)
class Sketch:
    """What is remembered of a data set to recognize its rows: keys of the cells of at most 5,000 rows."""

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


def sketch_dataset(data: Dataset) -> Sketch:
    names, cells = _all_cells(data)
    chosen = np.argsort(mix_keys(cells.sum(axis=1, dtype=np.uint64)), kind="stable")[:SAMPLED_ROWS]
    return Sketch(data.size, names, cells[np.sort(chosen)])


def _all_cells(data: Dataset) -> tuple[tuple[str, ...], Keys]:
    inputs, targets = compute_cell_keys(data)
    return (*data.outputs, *data.features), np.column_stack([targets, inputs])
