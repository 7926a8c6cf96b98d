"""Where trainings are carried out: in this process, or in killable worker processes, one batch each at a time."""

import os
import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import wait
from pathlib import Path
from queue import Empty, Queue
from time import monotonic
from typing import Protocol

from threadpoolctl import threadpool_limits

from core.domain.dataset import Dataset
from core.domain.evidence import Ending, FitResult, Job
from core.domain.study import Study
from core.engine.bench import LIBRARY, Training, bench_of, write_bench
from core.engine.scratch import own_folder
from core.engine.slot import Beginner, Hand, Slot
from core.engine.work import carry_out
from core.engine.worker import Bundle, ended, timed_out, with_rows
from core.support.errors import EngineError

HARD_FACTOR, HARD_GRACE = 1.25, 1.0  # a training that ignores its time limit is killed after this much more
MOST_FALSE_STARTS = 3
LONGEST_START = 120.0  # seconds; loading everything takes a few, on a busy computer ten times as long
SMALL = 50_000  # cells of data that one may begin with in this process
BATCH_SECONDS = 0.2  # handing over a batch on this computer costs little beside that
TICK = 0.05


def one_thread_already() -> bool:
    """Whether linear algebra was told so before it was loaded, as the program does; asking each library takes long."""
    return all(os.environ.get(name) == "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"))


class Executor(Protocol):
    """The smallest common interface: give batches while there is room, collect outcomes, close."""

    batch_seconds: float  # how much work to hand over at once

    @property
    def workers(self) -> int: ...

    @property
    def at_work(self) -> int: ...  # how many of them have something to do

    def room(self) -> int: ...

    def submit(self, trainings: Sequence[Training]) -> None: ...

    def collect(self, seconds: float) -> list[FitResult]: ...

    def is_busy(self) -> bool: ...

    def grow(self) -> None: ...

    def close(self) -> None: ...


class Inline:
    """In this process, one training per call: for tests and tiny studies; it stops between them only."""

    batch_seconds = BATCH_SECONDS

    def __init__(self, study: Study, data: Dataset, library: str) -> None:
        self._bench = bench_of(study, data, library)
        self._threads = None if one_thread_already() else threadpool_limits(1)
        self._waiting: deque[Training] = deque()

    @property
    def workers(self) -> int:
        return 1

    @property
    def at_work(self) -> int:
        return 1 if self._waiting else 0

    def room(self) -> int:
        return 1 - self.at_work

    def submit(self, trainings: Sequence[Training]) -> None:
        self._waiting.extend(trainings)

    def collect(self, seconds: float) -> list[FitResult]:
        return [carry_out(self._waiting.popleft(), self._bench)] if self._waiting else []

    def is_busy(self) -> bool:
        return bool(self._waiting)

    def grow(self) -> None:
        """There is one of us only."""

    def close(self) -> None:
        if self._threads is not None:
            self._threads.restore_original_limits()


class InThread(Inline):
    """The same in a thread, so that whoever waits can be interrupted; what is under way then is left to itself."""

    def __init__(self, study: Study, data: Dataset, library: str) -> None:
        super().__init__(study, data, library)
        self._asked: Queue[bool] = Queue()
        self._answers: Queue[list[FitResult]] = Queue()  # a SimpleQueue may wait without end after a signal
        self._is_asked = False
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def collect(self, seconds: float) -> list[FitResult]:
        if self._waiting and not self._is_asked:
            self._is_asked = True
            self._asked.put(True)
        try:
            found = self._answers.get(timeout=seconds)
        except Empty:
            if not self._thread.is_alive():
                raise EngineError("The thread that trains has ended.", hint="Look into the log.") from None
            return []
        self._is_asked = False
        return found

    @property
    def at_work(self) -> int:
        return 1 if self.is_busy() else 0

    def is_busy(self) -> bool:
        return self._is_asked or super().is_busy()

    def close(self) -> None:
        self._asked.put(False)
        super().close()

    def _work(self) -> None:
        while self._asked.get():
            self._answers.put(super().collect(0.0))


@dataclass(frozen=True, slots=True)
class Conditions:
    """How worker processes are to be run."""

    workers: int
    niceness: int
    time_limit: float | None
    library: str = LIBRARY
    only_time: bool = False


class Processes:
    """Worker processes; a death or a kill touches one batch only, and only the training under way is suspect.

    `folder` holds the data already when several of us share it.
    """

    batch_seconds = BATCH_SECONDS

    def __init__(
        self,
        study: Study,
        data: Dataset,
        conditions: Conditions,
        slots: Sequence[Slot] = (),
        folder: Path | None = None,
    ) -> None:
        self._conditions = conditions
        self._own_folder = own_folder() if folder is None else None
        self._folder = folder or Path(self._own_folder.name if self._own_folder else "")
        self._slots: list[Hand] = [*slots] or [_first(data, conditions)]
        self._again: deque[tuple[Training, ...]] = deque()
        self._crashed_once: set[Job] = set()
        self._false_starts = 0
        self._looked = monotonic()
        self._unready = 0.0
        try:
            if folder is None:
                write_bench(self._folder, study, data, conditions.library)
        except OSError as problem:
            self.close()
            raise EngineError(
                f"The data could not be handed to the workers: {problem.strerror}.",
                hint="Make room on the disk of temporary files and continue.",
            ) from problem

    @property
    def workers(self) -> int:
        return sum(slot.is_process for slot in self._slots) or 1

    @property
    def at_work(self) -> int:
        return sum(bool(slot.batch) for slot in self._slots)

    def room(self) -> int:
        return max(len(self._free()) - len(self._again), 0)

    def submit(self, trainings: Sequence[Training]) -> None:
        self._again.append(tuple(trainings))
        self._hand_out()

    def is_busy(self) -> bool:
        return bool(self._again or self.at_work)

    def grow(self) -> None:
        """Start all workers that are wanted."""
        started = sum(slot.is_process for slot in self._slots)
        self._slots += [Slot(self._conditions.niceness) for _ in range(started, self._conditions.workers)]

    def collect(self, seconds: float) -> list[FitResult]:
        """The outcomes that arrive within this time, endings of killed and crashed trainings included."""
        found: list[FitResult] = []
        arrived = wait([slot.connection for slot in self._slots], timeout=seconds)
        for slot in list(self._slots):
            if slot.connection in arrived:
                found += self._received(slot)
        self._await_start()
        found += self._overdue()
        self._hand_out()
        return found

    def close(self) -> None:
        for slot in self._slots:
            slot.end()
        self._slots = []
        if self._own_folder is not None:
            self._own_folder.cleanup()

    def _free(self) -> list[Hand]:
        """Who could take a batch; the thread steps back as soon as a process is ready."""
        ready = any(slot.is_process and slot.ready for slot in self._slots)
        return [slot for slot in self._slots if slot.is_free and (slot.is_process or not ready)]

    def _hand_out(self) -> None:
        for slot in self._free():
            if self._again:
                batch = self._again.popleft()
                slot.send(self._bundle(batch))

    def _bundle(self, batch: tuple[Training, ...]) -> Bundle:
        return Bundle(self._folder, batch, self._conditions.time_limit, self._conditions.only_time)

    def _received(self, slot: Hand) -> list[FitResult]:
        try:
            message = slot.receive()
        except (EOFError, OSError):
            return self._died(slot)
        if message is None:
            slot.ready = True
            self._false_starts = 0
            return []
        batch, slot.batch = slot.batch, ()
        return [with_rows(outcome, training) for outcome, training in zip(message, batch, strict=True)]

    def _died(self, slot: Hand) -> list[FitResult]:
        reason = slot.reason()
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

    def _await_start(self) -> None:
        """Nobody waits without end for workers of whom none ever gets ready; time asleep does not count."""
        passed = min(monotonic() - self._looked, 20 * TICK)
        self._unready = 0.0 if any(slot.ready for slot in self._slots) else self._unready + passed
        if self._unready > LONGEST_START:
            raise EngineError(
                f"No worker process got ready within {LONGEST_START:.0f} seconds.",
                hint="End other programs and start again.",
            )

    def _overdue(self) -> list[FitResult]:
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

    def _replace(self, slot: Hand) -> Training | None:
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


def _first(data: Dataset, conditions: Conditions) -> Hand:
    """A small study may be over before a process has started; so a thread begins, with algorithms of our own only."""
    if data.inputs.size <= SMALL and conditions.library == LIBRARY:
        return Beginner()
    return Slot(conditions.niceness)
