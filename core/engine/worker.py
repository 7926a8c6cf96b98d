"""The main function of a worker process: takes batches of trainings, gives back outcomes, ends with its parent."""

import multiprocessing
import os
import threading
from collections.abc import Callable, MutableSequence
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
from core.engine.bench import Training, read_bench
from core.engine.limit import Result, Watchdog
from core.engine.scratch import remove_folders_of
from core.engine.work import carry_out, time_training
from core.support.lazy_import import load_all
from core.support.memory import LARGE, trim_heap

Clock = MutableSequence[float]  # position in the batch (-1: none) and when that training started
IDLE = -1.0
FEW_ROWS = 100
NO_ROWS: Integers = np.empty(0, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Bundle:
    """What a worker is sent: where the data is, and trainings to do one after another."""

    folder: Path
    trainings: tuple[Training, ...]
    time_limit: float | None
    only_time: bool = False


def serve(connection: Connection, clock: Clock, niceness: int) -> None:
    """Say that you are ready, then answer each batch with its outcomes until the parent hangs up."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _be_nice(niceness)
    watchdog = Watchdog()
    load_all()
    threadpool_limits(1)
    with suppress(EOFError, OSError):  # the parent may hang up before it was ready
        connection.send(None)
        while True:
            connection.send(answer_all(connection.recv(), clock, watchdog))


def answer_all(batch: Bundle, clock: Clock, watchdog: Watchdog | None) -> list[FitResult]:
    bench = read_bench(batch.folder)
    found: list[FitResult] = []
    for position, training in enumerate(batch.trainings):
        _tick(clock, position)
        work = partial(time_training if batch.only_time else carry_out, training, bench)
        found.append(_limited(work, batch.time_limit, watchdog) or timed_out(training, batch.time_limit or 0.0))
        if bench.data.inputs.size >= LARGE:
            trim_heap()
    clock[0] = IDLE
    return [_without_rows(outcome) for outcome in found]


def _limited(work: Callable[[], Result], limit: float | None, watchdog: Watchdog | None) -> Result | None:
    return watchdog.limited(work, limit) if watchdog else work()


def _tick(clock: Clock, position: int) -> None:
    clock[1] = monotonic()
    clock[0] = position


def _without_rows(outcome: FitResult) -> FitResult:
    """Who sent the training knows its test rows; few of them may travel."""
    return outcome if len(outcome.rows) <= FEW_ROWS else replace(outcome, rows=NO_ROWS)


def with_rows(outcome: FitResult, training: Training) -> FitResult:
    return outcome if len(outcome.rows) else replace(outcome, rows=training.test)


def timed_out(training: Training, limit: float) -> FitResult:
    words = f"Stopped after {limit:g} s, the limit for one training."
    return ended(training, Ending.TIMEOUT, words, limit)


def ended(training: Training, ending: Ending, message: str, seconds: float) -> FitResult:
    """The outcome of a training that gave none itself."""
    size = len(training.train)
    return FitResult(
        training.job, training.test, None, seconds=seconds, ending=ending, message=message, train_size=size
    )


def _be_nice(niceness: int) -> None:
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)


def _end_with_parent() -> None:
    """Wait until the parent is gone, tidy up its folders and leave, whatever the main thread is doing."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    parent.join()
    remove_folders_of(parent.pid or 0)
    os._exit(1)
