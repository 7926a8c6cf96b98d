"""Where fits are carried out: in this process, or in killable worker processes, one batch each at a time."""

import logging
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
from core.engine.fit_context import LIBRARY, FitJob, find_libraries, make_fit_context, write_fit_context
from core.engine.temporary_folders import make_temporary_folder
from core.engine.training import run_fit
from core.engine.worker import ProcessWorker, ThreadWorker, Worker
from core.engine.worker_process import FitBatch, make_timeout, make_unfinished, restore_rows
from core.support.errors import EngineError
from core.support.lazy_import import load_libraries
from core.support.log_file import refer_to_log

HARD_FACTOR, HARD_GRACE = 1.25, 1.0  # a fit that ignores its time limit is killed after this much more
MOST_FALSE_STARTS = 3
LONGEST_START = 120.0  # seconds; loading everything takes a few, on a busy computer ten times as long
SMALL = 50_000  # cells of data whose first fits may be done in this process
BATCH_SECONDS = 0.2  # handing over a batch on this computer costs little beside that
TICK = 0.05

log = logging.getLogger(__name__)


def is_limited_to_one_thread() -> bool:
    """Whether linear algebra was told so before it was loaded, as the program does; asking each library takes long."""
    return all(os.environ.get(name) == "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"))


class Executor(Protocol):
    """The smallest common interface: submit batches while there are free places, collect outcomes, close."""

    batch_seconds: float  # how much work to hand over at once

    @property
    def workers(self) -> int: ...

    @property
    def busy_workers(self) -> int: ...

    def count_free_places(self) -> int: ...

    def submit(self, fit_jobs: Sequence[FitJob]) -> None: ...

    def collect(self, seconds: float) -> list[FitResult]:
        """Return the outcomes that arrive within this time."""

    def is_busy(self) -> bool: ...

    def add_workers(self) -> None:
        """Start all workers that were asked for; until then one may do."""

    def close(self) -> None: ...


class InlineExecutor:
    """In this process, one fit per call: for tests and tiny studies; it stops between fits only."""

    batch_seconds = BATCH_SECONDS

    def __init__(self, study: Study, data: Dataset, library: str) -> None:
        self._context = make_fit_context(study, data, library)
        self._threads = None if is_limited_to_one_thread() else threadpool_limits(1)
        self._waiting: deque[FitJob] = deque()

    @property
    def workers(self) -> int:
        return 1

    @property
    def busy_workers(self) -> int:
        return 1 if self._waiting else 0

    def count_free_places(self) -> int:
        return 1 - self.busy_workers

    def submit(self, fit_jobs: Sequence[FitJob]) -> None:
        load_libraries(find_libraries((fit_job.candidate for fit_job in fit_jobs), self._context.library))
        self._waiting.extend(fit_jobs)

    def collect(self, seconds: float) -> list[FitResult]:
        return [run_fit(self._waiting.popleft(), self._context)] if self._waiting else []

    def is_busy(self) -> bool:
        return bool(self._waiting)

    def add_workers(self) -> None:
        """There is one only."""

    def close(self) -> None:
        if self._threads is not None:
            self._threads.restore_original_limits()


class ThreadExecutor(InlineExecutor):
    """The same in a thread, so that whoever waits can be interrupted; the fit under way then is left to itself."""

    def __init__(self, study: Study, data: Dataset, library: str) -> None:
        super().__init__(study, data, library)
        self._requests: Queue[bool] = Queue()
        self._outcomes: Queue[list[FitResult]] = Queue()  # a SimpleQueue may wait without end after a signal
        self._is_requested = False
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def collect(self, seconds: float) -> list[FitResult]:
        if self._waiting and not self._is_requested:
            self._is_requested = True
            self._requests.put(True)
        try:
            outcomes = self._outcomes.get(timeout=seconds)
        except Empty:
            if not self._thread.is_alive():
                raise EngineError.about("thread-ended", log=refer_to_log()) from None
            return []
        self._is_requested = False
        return outcomes

    @property
    def busy_workers(self) -> int:
        return 1 if self.is_busy() else 0

    def is_busy(self) -> bool:
        return self._is_requested or super().is_busy()

    def close(self) -> None:
        self._requests.put(False)
        super().close()

    def _work(self) -> None:
        try:
            while self._requests.get():
                self._outcomes.put(super().collect(0.0))
        except BaseException:
            log.exception("the thread that trains has ended")
            raise


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """How worker processes are to be run; `only_time`: fits are timed, and nothing is predicted."""

    workers: int
    niceness: int
    time_limit: float | None
    library: str = LIBRARY
    only_time: bool = False


class ProcessPool:
    """Worker processes; a death or a kill touches one batch only, and only the fit under way is suspect.

    `folder` holds the data already when several pools share it.
    """

    batch_seconds = BATCH_SECONDS

    def __init__(
        self,
        study: Study,
        data: Dataset,
        options: WorkerOptions,
        started_workers: Sequence[ProcessWorker] = (),
        folder: Path | None = None,
    ) -> None:
        self._options = options
        self._libraries = find_libraries(study.candidates, options.library)
        self._own_folder = make_temporary_folder() if folder is None else None
        self._folder = folder or Path(self._own_folder.name if self._own_folder else "")
        self._workers: list[Worker] = [*started_workers] or [self._make_first_worker(data)]
        self._waiting: deque[tuple[FitJob, ...]] = deque()
        self._crashed_once: set[Job] = set()
        self._false_starts = 0
        self._last_look = monotonic()
        self._seconds_not_ready = 0.0
        try:
            if folder is None:
                write_fit_context(self._folder, study, data, options.library)
        except OSError as problem:
            self.close()
            raise EngineError.about("data-not-handed", why=problem.strerror) from problem

    @property
    def workers(self) -> int:
        return sum(worker.is_process for worker in self._workers) or 1

    @property
    def busy_workers(self) -> int:
        return sum(bool(worker.fit_jobs) for worker in self._workers)

    def count_free_places(self) -> int:
        return max(len(self._list_free_workers()) - len(self._waiting), 0)

    def submit(self, fit_jobs: Sequence[FitJob]) -> None:
        self._waiting.append(tuple(fit_jobs))
        self._hand_out()

    def is_busy(self) -> bool:
        return bool(self._waiting or self.busy_workers)

    def add_workers(self) -> None:
        started = sum(worker.is_process for worker in self._workers)
        self._workers += [self._make_process() for _ in range(started, self._options.workers)]

    def collect(self, seconds: float) -> list[FitResult]:
        """Return the outcomes that arrive within this time, endings of killed and crashed fits included."""
        outcomes: list[FitResult] = []
        arrived = wait([worker.connection for worker in self._workers], timeout=seconds)
        for worker in list(self._workers):
            if worker.connection in arrived:
                outcomes += self._receive(worker)
        self._check_start()
        outcomes += self._kill_overdue()
        self._hand_out()
        return outcomes

    def close(self) -> None:
        for worker in self._workers:
            worker.stop()
        self._workers = []
        if self._own_folder is not None:
            self._own_folder.cleanup()

    def _make_first_worker(self, data: Dataset) -> Worker:
        """A small study may be over before a process has started; so a thread begins, with our own algorithms only."""
        if data.inputs.size <= SMALL and self._options.library == LIBRARY:
            return ThreadWorker()
        return self._make_process()

    def _make_process(self) -> ProcessWorker:
        return ProcessWorker(self._options.niceness, self._libraries)

    def _list_free_workers(self) -> list[Worker]:
        """Who could take a batch; the thread steps back as soon as a process is ready."""
        has_ready_process = any(worker.is_process and worker.is_ready for worker in self._workers)
        return [worker for worker in self._workers if worker.is_free and (worker.is_process or not has_ready_process)]

    def _hand_out(self) -> None:
        for worker in self._list_free_workers():
            if self._waiting:
                batch = self._waiting.popleft()
                worker.send(FitBatch(self._folder, batch, self._options.time_limit, self._options.only_time))

    def _receive(self, worker: Worker) -> list[FitResult]:
        try:
            message = worker.receive()
        except (EOFError, OSError):
            return self._handle_death(worker)
        if message is None:
            worker.is_ready = True
            self._false_starts = 0
            return []
        batch, worker.fit_jobs = worker.fit_jobs, ()
        return [restore_rows(outcome, fit_job) for outcome, fit_job in zip(message, batch, strict=True)]

    def _handle_death(self, worker: Worker) -> list[FitResult]:
        """Replace the worker; the fit that was under way is tried once more alone before it counts as crashed."""
        reason, was_killed = worker.describe_end(), worker.was_killed
        if not worker.is_ready:
            log.warning("a worker process ended before it was ready: %s", reason)
            self._false_starts += 1
            if self._false_starts >= MOST_FALSE_STARTS:
                raise EngineError.about("no-worker-starts", why=reason, log=refer_to_log())
        suspect = self._replace(worker)
        if suspect is None:
            return []
        log.warning("a worker process ended (%s) during %s", reason, suspect.job)
        if suspect.job in self._crashed_once:
            message = f"The worker process ended: {reason}."
            ending = Ending.KILLED if was_killed else Ending.CRASHED
            return [make_unfinished(suspect, ending, message, worker.measure_current_seconds())]
        self._crashed_once.add(suspect.job)
        self._waiting.append((suspect,))
        return []

    def _check_start(self) -> None:
        """Nobody waits without end for workers of whom none ever gets ready; time asleep does not count."""
        passed = min(monotonic() - self._last_look, 20 * TICK)
        is_any_ready = any(worker.is_ready for worker in self._workers)
        self._seconds_not_ready = 0.0 if is_any_ready else self._seconds_not_ready + passed
        if self._seconds_not_ready > LONGEST_START:
            raise EngineError.about("no-worker-ready", seconds=f"{LONGEST_START:.0f}")

    def _kill_overdue(self) -> list[FitResult]:
        """Kill workers whose fit ignores its time limit; time in which the whole computer slept does not count."""
        now = monotonic()
        asleep, self._last_look = max(now - self._last_look - 20 * TICK, 0.0), now
        limit = self._options.time_limit
        outcomes = []
        for worker in list(self._workers):
            worker.seconds_asleep += asleep
            if limit is None or worker.find_current_position() is None:
                continue
            if worker.measure_current_seconds() > limit * HARD_FACTOR + HARD_GRACE:
                suspect = self._replace(worker)
                if suspect is not None:
                    outcomes.append(make_timeout(suspect, limit))
        return outcomes

    def _replace(self, worker: Worker) -> FitJob | None:
        """Put a new worker in place of this one. Its other fits wait again; the one under way is returned."""
        position, batch = worker.find_current_position(), worker.fit_jobs
        worker.stop()
        self._workers[self._workers.index(worker)] = self._make_process()
        if position is None:
            self._waiting.extend([batch] if batch else [])
            return None
        others = batch[:position] + batch[position + 1 :]
        self._waiting.extend([others] if others else [])
        return batch[position]
