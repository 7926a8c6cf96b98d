"""Slow libraries, imported when they are first used: nobody should wait for scikit-learn to see the first window."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

SLOW = (
    "openpyxl",
    "openpyxl.cell",
    "pandas",
    "scipy.interpolate",
    "scipy.optimize",
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
TRAINING = tuple(name for name in SLOW if name.startswith(("scipy", "sklearn")))  # what trainings may use
SELDOM = 20_000  # new objects after which Python looks for garbage among them
EXTRA = ("dask", "distributed")  # may be absent: only a cluster needs them


class Later:
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
    if name not in SLOW + EXTRA:
        raise ValueError(f"{name} is missing in core.support.lazy_import, so the freezer would not pack it")
    return Later(name)


def load_all() -> None:
    """Import everything for trainings now: in a worker, so that none of them is charged for it."""
    for name in TRAINING:
        import_module(name)
    gc.freeze()  # what was imported stays, so nobody need look through it for garbage


@contextmanager
def reduce_gc() -> Iterator[None]:
    """What is there already is not looked through for garbage meanwhile: with all libraries that stops everything
    for a twelfth of a second, again and again. What is made is looked through less often, because nearly all of it is
    kept. The window, which has taken over the search, is left alone.
    """
    is_ours, (often, *others) = gc.isenabled(), gc.get_threshold()
    if is_ours:
        gc.freeze()
        gc.set_threshold(max(often, SELDOM), *others)
    try:
        yield
    finally:
        if is_ours:
            gc.set_threshold(often, *others)
            gc.unfreeze()
