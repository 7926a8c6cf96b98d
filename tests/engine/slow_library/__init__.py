"""A library that takes as long to load as the process that loads it lives."""

import os
import signal
from pathlib import Path

from core.engine import worker_process

LOADING = "EVENFOLD_TEST_LOADING"  # names the folder where each process that has begun to load leaves a mark


def load_forever(*_: object) -> None:
    """Leave a mark first."""
    (Path(os.environ[LOADING]) / str(os.getpid())).touch()
    while True:
        signal.pause()


def serve_stuck(*arguments: object) -> None:
    """The main function of a worker process that never has its libraries."""
    worker_process.load_libraries = load_forever  # type: ignore[attr-defined, assignment]
    worker_process.serve_parent(*arguments)  # type: ignore[arg-type]
