"""Slow libraries, imported when they are first used: nobody should wait for scikit-learn to see the first window."""

import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Any

from core.support.memory import freeze_loaded_objects

SLOW = (
    "openpyxl",
    "openpyxl.cell",
    "openpyxl.styles.numbers",
    "openpyxl.utils.datetime",
    "pandas",
    "scipy.interpolate",
    "scipy.linalg",
    "scipy.linalg.lapack",
    "scipy.optimize",
    "scipy.spatial",
    "scipy.spatial.distance",
    "scipy.special",
    "scipy.stats",
    "sklearn.covariance",
    "sklearn.ensemble",
    "sklearn.exceptions",
    "sklearn.gaussian_process",
    "sklearn.gaussian_process.kernels",
    "sklearn.linear_model",
    "sklearn.metrics",
    "sklearn.model_selection",
    "sklearn.svm",
    "sklearn.tree",
    "xlrd",
    "xlrd.compdoc",
)  # the freezer reads this list, because it cannot see these imports
PRELOAD_VARIABLE = "EVENFOLD_PRELOAD"  # environment of the process that workers are copied from: names of modules
EXTRA = ("dask", "distributed")  # may be absent: only a cluster needs them


class LazyModule:
    """Stands for a module until one of its names is asked for."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._module: Any = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if self._module is None:
            self._module = import_module(self._name)
        return getattr(self._module, name)


def import_lazily(name: str) -> Any:
    """Return a stand-in for a module of the lists above; it is imported at its first use."""
    if name not in SLOW + EXTRA:
        raise ValueError(f"{name} is missing in core.support.lazy_import, so the freezer would not pack it")
    return LazyModule(name)


def load_libraries(names: Iterable[str]) -> None:
    """Import what fits will use: before they begin, so that none of them is charged for it."""
    missing = [name for name in names if name not in sys.modules]
    for name in missing:
        import_module(name)
    if missing:
        freeze_loaded_objects()
