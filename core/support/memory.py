"""Memory: giving back what is not used, and how often Python looks for garbage. The only place that tunes either."""

import ctypes
import gc
import mmap
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from numpy.typing import NDArray

LARGE = 2**22  # cells of a table whose trainings leave much behind; with fewer, asking costs more than it brings
SELDOM = 20_000  # new objects after which Python looks for garbage among them


def drop_pages(*arrays: NDArray[Any] | None) -> None:
    """Let pages of mapped files that were read count as file cache again; they are read anew when needed."""
    if hasattr(mmap, "MADV_DONTNEED"):
        for mapped in {_mapped_under(array) for array in arrays} - {None}:
            mapped.madvise(mmap.MADV_DONTNEED)


def _mapped_under(array: Any) -> Any:
    """Return the mapped file that an array is a part of, or None."""
    while array is not None and not isinstance(array, mmap.mmap):
        array = array.obj if isinstance(array, memoryview) else getattr(array, "base", None)
    return array


def trim_heap() -> None:
    """Return freed heap memory to the system (glibc malloc_trim); elsewhere do nothing."""
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Any:
    """Return the function, which only the C library of Linux has."""
    return getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None


def freeze_loaded_objects() -> None:
    """Take what is there now out of the search for garbage: with all libraries loaded a search takes 80 ms.

    Processes that are copied from this one also share the memory of these objects, because nobody writes into them.
    """
    gc.freeze()


@contextmanager
def reduce_gc() -> Iterator[None]:
    """Search for garbage less often meanwhile, and not among what is there already: nearly all that is made is kept.

    Does nothing where the search was switched off: the window has taken it over.
    """
    is_ours, (often, *others) = gc.isenabled(), gc.get_threshold()
    if is_ours:
        freeze_loaded_objects()
        gc.set_threshold(max(often, SELDOM), *others)
    try:
        yield
    finally:
        if is_ours:
            gc.set_threshold(often, *others)
            gc.unfreeze()
