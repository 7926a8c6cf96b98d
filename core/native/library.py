"""The compiled library: where it lies, whether it is there, and how running work in it is stopped."""

import ctypes
import os
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.native_build import library_file
from core.support.errors import EngineError

NO_MEMORY, STOPPED = -1, -2  # as in common.h
FOLDER = "EVENFOLD_NATIVE_FOLDER"  # an environment variable: another folder to load the library from
STOP: NDArray[np.int32] = np.zeros(1, dtype=np.int32)  # compiled loops look at it and leave when it is not 0


@lru_cache(maxsize=1)
def compiled_library() -> ctypes.CDLL | None:
    """The library compiled from these very sources, or None: then the twins in numpy give the same answers, slowly."""
    try:
        return ctypes.CDLL(str(_place()))
    except OSError:
        return None


def _place() -> Path:
    """Inside the installed program, or in the environment that the set-up made, or where a test says."""
    folder = os.environ.get(FOLDER) or getattr(sys, "_MEIPASS", None) or sys.prefix
    return library_file(Path(folder))


def stop_compiled_work() -> None:
    """Make the compiled work under way in this process end soon, from whatever thread; the next call works again."""
    STOP[0] = 1


def allow_compiled_work() -> None:
    STOP[0] = 0


def check_result(result: int) -> int:
    """What a compiled function gave, or the error it means."""
    if result == NO_MEMORY:
        raise MemoryError
    if result == STOPPED:
        raise EngineError("The training was stopped.", hint="Start it again.")
    return result


def address(array: NDArray[Any], kind: type[np.generic]) -> ctypes.c_void_p:
    """Where the numbers of an array lie; an array of another kind or with gaps never reaches compiled code."""
    if array.dtype != np.dtype(kind) or not array.flags.c_contiguous:
        raise ValueError(f"an array of {array.dtype} cannot be used as {np.dtype(kind)} without gaps")
    return ctypes.c_void_p(array.ctypes.data)
