"""The rows of one training, picked from inputs that all workers map into memory, without keeping those resident."""

import mmap

import numpy as np

from core.domain.dataset import Floats, Integers

CELLS_AT_ONCE = 2**20


def picked(inputs: Floats, rows: Integers) -> Floats:
    """A copy of these rows; of large mapped inputs piece by piece, so that a worker holds the copy and little more."""
    if not isinstance(inputs.base, mmap.mmap) or inputs.size <= CELLS_AT_ONCE:
        return np.asarray(inputs[rows])
    found = np.empty((len(rows), inputs.shape[1]))
    step = max(CELLS_AT_ONCE // inputs.shape[1], 1)
    for start in range(0, len(rows), step):
        piece = slice(start, start + step)
        np.take(inputs, rows[piece], axis=0, out=found[piece], mode="clip")
        _release(inputs.base)
    return found


def _release(mapped: mmap.mmap) -> None:
    """Pages read so far no longer count as ours; they stay in the computer's file cache and come back when needed."""
    if hasattr(mmap, "MADV_DONTNEED"):
        mapped.madvise(mmap.MADV_DONTNEED)
