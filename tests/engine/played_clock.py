"""A clock that a test sets forward while every process of a program is halted, as if the computer had slept."""

import os
from pathlib import Path
from time import monotonic

from core.engine import pool, run, time_limit, worker, worker_process

FOLDER = "EVENFOLD_TEST_CLOCK"  # environment: where the processes of the program find the clock
ROOMS = (pool, run, time_limit, worker, worker_process)


def sleep_for(folder: Path, seconds: int) -> None:
    """Have slept that long; in one step, so that nobody sees a part of it."""
    file = folder / "slept"
    file.touch()
    os.truncate(file, seconds)


def count_looks(folder: Path, pid: int) -> int:
    """Return how often this process has looked at the clock since it slept."""
    file = folder / f"looks-{pid}"
    return file.stat().st_size if file.exists() else 0


def tell_seconds() -> float:
    folder = Path(os.environ[FOLDER])
    slept = (folder / "slept").stat().st_size
    if slept:
        with (folder / f"looks-{os.getpid()}").open("ab") as file:
            file.write(b".")
    return monotonic() + slept


def go_by_played_clock() -> None:
    for room in ROOMS:
        room.monotonic = tell_seconds  # type: ignore[attr-defined]


def serve_by_played_clock(*arguments: object) -> None:
    """The main function of a worker process."""
    go_by_played_clock()
    worker_process.serve_parent(*arguments)  # type: ignore[arg-type]
