"""What the numbers of a run depend on besides its plan: the versions of the program and its libraries."""

import platform
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version

from core.version import VERSION

LIBRARIES = ("numpy", "scipy", "scikit-learn", "pandas")


def read_versions() -> Mapping[str, str]:
    return {"evenfold": VERSION, "python": platform.python_version(), **{name: _version(name) for name in LIBRARIES}}


@cache
def _version(library: str) -> str:
    """Read once: what is installed does not change under a running program."""
    return version(library)


def describe_difference(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """The first of our versions that is another one there, in words; empty when all are the same."""
    other = next((name for name in here if there.get(name) != here[name]), None)
    return "" if other is None else f"{other} {there.get(other, 'missing')} instead of {here[other]}"
