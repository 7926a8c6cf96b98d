"""What the numbers of a run depend on besides its plan: the versions of the program and its libraries."""

import platform
import re
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path

from core.version import VERSION

LIBRARIES = ("numpy", "scipy", "scikit-learn", "pandas")
PROCESSOR = "processor"


def read_versions() -> Mapping[str, str]:
    return {"evenfold": VERSION, "python": platform.python_version(), **{name: _version(name) for name in LIBRARIES}}


def read_environment() -> Mapping[str, str]:
    """The versions, and the processor: linear algebra rounds otherwise on another one."""
    return {**read_versions(), PROCESSOR: _processor()}


@cache
def _processor() -> str:
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        told = ""  # only Linux has it
    found = re.search(r"^model name\s*:\s*(.+)$", told, re.MULTILINE)
    return found[1].strip() if found else platform.processor() or platform.machine()


@cache
def _version(library: str) -> str:
    """Read once: what is installed does not change under a running program."""
    return version(library)


def describe_difference(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """The first of our versions that is another one there, in words; empty when all are the same."""
    other = next((name for name in here if there.get(name) != here[name]), None)
    return "" if other is None else f"{other} {there.get(other, 'missing')} instead of {here[other]}"
