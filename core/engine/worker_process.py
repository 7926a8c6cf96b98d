"""The main function of a worker process: takes batches of fits, gives back outcomes, ends with its parent."""

import multiprocessing
import os
import threading
from collections.abc import MutableSequence, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic

import numpy as np
from threadpoolctl import threadpool_limits

from core.domain.dataset import Integers
from core.domain.evidence import Ending, FitResult
from core.engine.fit_context import FitJob, find_libraries, read_fit_context
from core.engine.temporary_folders import remove_folders_of_process
from core.engine.time_limit import Watchdog
from core.engine.training import run_fit, time_fit
from core.support.lazy_import import load_libraries
from core.support.memory import LARGE, trim_heap

Clock = MutableSequence[float]  # position in the batch (IDLE: none) and when that fit started, read by the parent
IDLE = -1.0
FEW_ROWS = 100
NO_ROWS: Integers = np.empty(0, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class FitBatch:
    """What a worker is sent: where the data is, and fits to do one after another; `only_time`: nothing is predicted."""

    folder: Path
    fit_jobs: tuple[FitJob, ...]
    time_limit: float | None
    only_time: bool = False


def serve_parent(connection: Connection, clock: Clock, niceness: int, libraries: Sequence[str] = ()) -> None:
    """Load libraries, say that this worker is ready, then answer each batch with its outcomes until the parent hangs
    up.
    """
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    watchdog = Watchdog()
    load_libraries(libraries)
    threadpool_limits(1)  # once: it takes 14 ms
    with suppress(EOFError, OSError):  # the parent may hang up before it was ready
        connection.send(None)
        while True:
            connection.send(run_batch(connection.recv(), clock, watchdog))


def run_batch(batch: FitBatch, clock: Clock, watchdog: Watchdog | None) -> list[FitResult]:
    context = read_fit_context(batch.folder)
    load_libraries(find_libraries((fit_job.candidate for fit_job in batch.fit_jobs), context.library))
    outcomes: list[FitResult] = []
    for position, fit_job in enumerate(batch.fit_jobs):
        clock[1], clock[0] = monotonic(), position  # the time first: who reads the position relies on it
        work = partial(time_fit if batch.only_time else run_fit, fit_job, context)
        outcome = work() if watchdog is None else watchdog.run_limited(work, batch.time_limit)
        outcomes.append(outcome or make_timeout(fit_job, batch.time_limit or 0.0))
        if context.data.inputs.size >= LARGE:
            trim_heap()
    clock[0] = IDLE
    return [_drop_many_rows(outcome) for outcome in outcomes]


def _drop_many_rows(outcome: FitResult) -> FitResult:
    """Who sent the job knows its test rows; only few of them travel back."""
    return outcome if len(outcome.rows) <= FEW_ROWS else replace(outcome, rows=NO_ROWS)


def restore_rows(outcome: FitResult, fit_job: FitJob) -> FitResult:
    return outcome if len(outcome.rows) else replace(outcome, rows=fit_job.test)


def make_timeout(fit_job: FitJob, limit: float) -> FitResult:
    message = f"Stopped after {limit:g} s, the limit for one training."
    return make_unfinished(fit_job, Ending.TIMEOUT, message, limit)


def make_unfinished(fit_job: FitJob, ending: Ending, message: str, seconds: float) -> FitResult:
    """Return the outcome of a fit that gave none itself."""
    size = len(fit_job.train)
    return FitResult(fit_job.job, fit_job.test, None, seconds=seconds, ending=ending, message=message, train_size=size)


def _end_with_parent() -> None:
    """Wait until the parent is gone, remove its folders and exit, whatever the main thread is doing."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    parent.join()
    remove_folders_of_process(parent.pid or 0)
    os._exit(1)
