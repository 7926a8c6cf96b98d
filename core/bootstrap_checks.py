"""The checks of the test command: format, lint, types, contracts and the whole test suite, without a display."""

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from core.bootstrap_place import say

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Check:
    """One thing that has to hold, the tool that looks at it, and how Python starts that tool."""

    title: str
    tool: str
    arguments: tuple[str, ...]


CHECKS = (
    Check("format", "ruff format", ("-m", "ruff", "format", "--check", ".")),
    Check("lint", "ruff check", ("-m", "ruff", "check", ".")),
    Check("types", "mypy", ("-m", "mypy")),
    Check("contracts", "lint-imports", ("-c", "from importlinter.cli import lint_imports_command as c; c()")),
    Check("tests", "pytest", ("-m", "pytest")),
)
# Rooms whose tests start no process, open no window and train next to nothing: the loop while one works.
FAST_TESTS = (
    "tests/advice",
    "tests/application",
    "tests/domain",
    "tests/figures",
    "tests/help",
    "tests/insight",
    "tests/judge",
    "tests/papers",
    "tests/plans",
    "tests/reference",
    "tests/schemes",
    "tests/statistics",
    "tests/wording",
    "tests/test_architecture.py",
    "tests/test_tables.py",
)
FAST = "--fast"
COVERAGE = "--coverage"
COVERED = ("--cov=core", "--cov=gui", "--cov-report=term:skip-covered")  # its last line is the share of all lines


def run(pytest_options: list[str], checks: tuple[Check, ...] = CHECKS) -> int:
    """Runs the checks in order; the first that fails ends it with its exit code."""
    start = time.monotonic()
    for position, check in enumerate(checks, start=1):
        say(f"[{position} of {len(checks)}] {check.title} ({check.tool})")
        code = subprocess.run(_command(check, pytest_options), cwd=ROOT, env=_environ()).returncode
        if code != 0:
            say(f"Not passed: {check.title}.")
            return code
    say(f"All {len(checks)} checks passed in {time.monotonic() - start:.0f} s.")
    return 0


def _command(check: Check, pytest_options: list[str]) -> list[str]:
    """Options given by the person stand last, so that they win over ours."""
    if check.tool != "pytest":
        return [sys.executable, *check.arguments]
    given = [option for option in pytest_options if option not in (FAST, COVERAGE)]
    rooms = FAST_TESTS if FAST in pytest_options else ()
    covered = COVERED if COVERAGE in pytest_options else ()
    return [sys.executable, *check.arguments, "-n", str(count_test_processes()), *covered, *rooms, *given]


def count_test_processes() -> int:
    """Two for each processor, because many tests wait for a process of their own; at most eight, for the memory."""
    return min(8, 2 * (os.cpu_count() or 1))


def _environ() -> dict[str, str]:
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
