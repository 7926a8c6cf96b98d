"""Where trainings are carried out: in this process, or in killable worker processes, one batch each at a time."""

import multiprocessing
import os
import signal
import sys
import tempfile
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import wait
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

from threadpoolctl import threadpool_limits

from core.domain.dataset import Dataset
from core.domain.evidence import Ending, Job, Outcome
from core.domain.study import Study
from core.engine.bench import LIBRARY, Training, bench_of, write_bench
from core.engine.work import carry_out
from core.engine.worker import IDLE, Bundle, Clock, ended, serve, timed_out
from core.errors import EngineError

HARD_FACTOR, HARD_GRACE = 1.25, 1.0  # a training that ignores its time limit is killed after this much more
MOST_FALSE_STARTS = 3
LOADED_ONCE = ("sklearn.ensemble", "sklearn.gaussian_process", "sklearn.neural_network", "core.engine.worker")
TICK = 0.05


class Executor(Protocol):
    """The smallest common interface: give batches while there is room, collect outcomes, close."""

    @property
    def workers(self) -> int: ...

    def room(self) -> int: ...

    def submit(self, trainings: Sequence[Training]) -> None: ...

    def collect(self, seconds: float) -> list[Outcome]: ...

    def is_busy(self) -> bool: ...

    def grow(self) -> None: ...

    def close(self) -> None: ...


class Inline:
    """In this process, one training per call: for tests and tiny studies; it stops between trainings only."""

    def __init__(self, study: Study, data: Dataset, library: str) -> None:
        self._bench = bench_of(study, data, library)
        self._threads = threadpool_limits(1)
        self._waiting: deque[Training] = deque()

    @property
    def workers(self) -> int:
        return 1

    def room(self) -> int:
        return 0 if self._waiting else 1

    def submit(self, trainings: Sequence[Training]) -> None:
        self._waiting.extend(trainings)

    def collect(self, seconds: float) -> list[Outcome]:
        return [carry_out(self._waiting.popleft(), self._bench)] if self._waiting else []

    def is_busy(self) -> bool:
        return bool(self._waiting)

    def grow(self) -> None:
        """There is one of us only."""

    def close(self) -> None:
        self._threads.restore_original_limits()


class Slot:
    """One worker process and the batch it is working on."""

    def __init__(self, niceness: int) -> None:
        context = _context()
        self.clock: Clock = context.RawArray("d", [IDLE, 0.0])
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, self.clock, niceness), daemon=True)
        self.process.start()
        theirs.close()
        self.ready = False
        self.batch: tuple[Training, ...] = ()
        self.slept = 0.0

    @property
    def is_free(self) -> bool:
        return self.ready and not self.batch

    def send(self, batch: Bundle) -> None:
        self.clock[0] = IDLE
        self.slept = 0.0
        self.batch = batch.trainings
        with suppress(OSError):  # a worker that just died is noticed by the next look at it
            self.connection.send(batch)

    def suspect(self) -> int | None:
        """Position of the training under way."""
        position = int(self.clock[0])
        return position if 0 <= position < len(self.batch) else None

    def seconds_under_way(self) -> float:
        return monotonic() - self.clock[1] - self.slept

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()
        self.process.close()


def _context() -> Any:
    """Fresh processes, never copies of this one with its windows and threads.

    On Linux they are copies of one clean process that has scikit-learn loaded: they start at once and share its memory.
    """
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*LOADED_ONCE])
    return context


def warm_up(workers: int | None = None, niceness: int = 5) -> list[Slot]:
    """Start the worker processes before they are needed; give them to `Options.slots` or end them."""
    return [Slot(niceness) for _ in range(workers or default_workers())]


def default_workers() -> int:
    """As many as the processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Conditions:
    """How worker processes are to be run."""

    workers: int
    niceness: int
    time_limit: float | None
    library: str = LIBRARY


class Processes:
    """Worker processes; a death or a kill touches one batch only, and only the training under way is suspect."""

    def __init__(self, study: Study, data: Dataset, conditions: Conditions, slots: Sequence[Slot] = ()) -> None:
        self._conditions = conditions
        self._folder = tempfile.TemporaryDirectory(prefix="evenfold-", ignore_cleanup_errors=True)
        self._slots = list(slots) or [Slot(conditions.niceness)]
        self._again: deque[tuple[Training, ...]] = deque()
        self._crashed_once: set[Job] = set()
        self._false_starts = 0
        self._looked = monotonic()
        try:
            write_bench(Path(self._folder.name), study, data, conditions.library)
        except OSError as problem:
            self.close()
            raise EngineError(
                f"The data could not be handed to the workers: {problem.strerror}.",
                hint="Make room on the disk of temporary files and continue.",
            ) from problem

    @property
    def workers(self) -> int:
        return len(self._slots)

    def room(self) -> int:
        return max(sum(slot.is_free for slot in self._slots) - len(self._again), 0)

    def submit(self, trainings: Sequence[Training]) -> None:
        self._again.append(tuple(trainings))
        self._hand_out()

    def is_busy(self) -> bool:
        return bool(self._again) or any(slot.batch for slot in self._slots)

    def grow(self) -> None:
        """Start all workers that are wanted."""
        while len(self._slots) < self._conditions.workers:
            self._slots.append(Slot(self._conditions.niceness))

    def collect(self, seconds: float) -> list[Outcome]:
        """The outcomes that arrive within this time, endings of killed and crashed trainings included."""
        found: list[Outcome] = []
        arrived = wait([slot.connection for slot in self._slots], timeout=seconds)
        for slot in list(self._slots):
            if slot.connection in arrived:
                found += self._received(slot)
        found += self._overdue()
        self._hand_out()
        return found

    def close(self) -> None:
        for slot in self._slots:
            slot.process.kill()
        for slot in self._slots:
            slot.end()
        self._slots = []
        self._folder.cleanup()

    def _hand_out(self) -> None:
        for slot in self._slots:
            if self._again and slot.is_free:
                batch = self._again.popleft()
                slot.send(Bundle(Path(self._folder.name), batch, self._conditions.time_limit))

    def _received(self, slot: Slot) -> list[Outcome]:
        try:
            message = slot.connection.recv()
        except (EOFError, OSError):
            return self._died(slot)
        if message is None:
            slot.ready = True
            self._false_starts = 0
            return []
        batch, slot.batch = slot.batch, ()
        return [replace(outcome, rows=training.test) for outcome, training in zip(message, batch, strict=True)]

    def _died(self, slot: Slot) -> list[Outcome]:
        slot.process.join()
        reason = _reason(slot.process.exitcode)
        if not slot.ready:
            self._false_starts += 1
            if self._false_starts >= MOST_FALSE_STARTS:
                raise EngineError(f"Worker processes end before they start: {reason}.", hint="Look into the log.")
        suspect = self._replace(slot)
        if suspect is None:
            return []
        if suspect.job in self._crashed_once:
            return [ended(suspect, Ending.CRASHED, f"The worker process ended: {reason}.", slot.seconds_under_way())]
        self._crashed_once.add(suspect.job)
        self._again.append((suspect,))
        return []

    def _overdue(self) -> list[Outcome]:
        """Kill workers whose training ignores its time limit; time in which everything slept does not count."""
        now = monotonic()
        slept, self._looked = max(now - self._looked - 20 * TICK, 0.0), now
        limit = self._conditions.time_limit
        found = []
        for slot in list(self._slots):
            slot.slept += slept
            if limit is None or slot.suspect() is None:
                continue
            if slot.seconds_under_way() > limit * HARD_FACTOR + HARD_GRACE:
                suspect = self._replace(slot)
                if suspect is not None:
                    found.append(timed_out(suspect, limit))
        return found

    def _replace(self, slot: Slot) -> Training | None:
        """A new worker for a lost one; its innocent trainings wait again, the suspect is given back."""
        position = slot.suspect()
        batch = slot.batch
        slot.end()
        self._slots[self._slots.index(slot)] = Slot(self._conditions.niceness)
        if position is None:
            self._again.extend([batch] if batch else [])
            return None
        innocent = batch[:position] + batch[position + 1 :]
        self._again.extend([innocent] if innocent else [])
        return batch[position]


def _reason(exit_code: int | None) -> str:
    if exit_code is not None and exit_code < 0:
        return f"signal {signal.Signals(-exit_code).name}"
    return f"exit code {exit_code}"
