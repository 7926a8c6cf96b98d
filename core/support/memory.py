"""Giving memory back to the computer that a program would keep without using it."""

import ctypes
import mmap
import sys
from functools import cache
from typing import Any

from numpy.typing import NDArray

LARGE = 2**22  # cells of a table whose trainings leave much behind; with fewer, asking costs more than it brings


def drop_pages(*arrays: NDArray[Any] | None) -> None:
    """Pages of mapped files that were read no longer count as ours; the file cache has them when they are needed."""
    if hasattr(mmap, "MADV_DONTNEED"):
        for mapped in {_mapped_under(array) for array in arrays} - {None}:
            mapped.madvise(mmap.MADV_DONTNEED)


def _mapped_under(array: Any) -> Any:
    """The mapped file that an array is a part of, or None."""
    while array is not None and not isinstance(array, mmap.mmap):
        array = array.obj if isinstance(array, memoryview) else getattr(array, "base", None)
    return array


def trim_heap() -> None:
    """What the C library keeps of freed memory, in case it is wanted again."""
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Any:
    """Only the C library of Linux has it."""
    return getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
