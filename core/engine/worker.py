"""Who carries out batches: a worker process that can be killed, or a thread that begins while processes start."""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from contextlib import suppress
from multiprocessing import resource_tracker
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from threadpoolctl import threadpool_limits

from core.algorithms import ALGORITHMS
from core.domain.evidence import FitResult
from core.domain.study import Candidate
from core.engine.fit_context import FitJob, find_libraries
from core.engine.temporary_folders import use_short_socket_folder
from core.engine.worker_process import IDLE, Clock, FitBatch, run_batch, serve_parent
from core.support.lazy_import import PRELOAD_VARIABLE

RING = b"1"
PRELOADED = "core.engine.forkserver_preload"
STARTS, SECONDS_TO_DIE = 20, 0.05
MOST_WORKERS = 256  # processes on one computer: more only fill its memory


class Worker:
    """Carries out one batch at a time; `clock` tells which fit is under way and since when."""

    is_process = True

    def __init__(self, connection: Any, clock: Clock) -> None:
        self.connection = connection
        self.clock = clock
        self.is_ready = False
        self.fit_jobs: tuple[FitJob, ...] = ()
        self.seconds_asleep = 0.0  # of the whole computer, while this batch was under way

    @property
    def is_free(self) -> bool:
        return self.is_ready and not self.fit_jobs

    def send(self, batch: FitBatch) -> None:
        self.clock[0] = IDLE
        self.seconds_asleep = 0.0
        self.fit_jobs = batch.fit_jobs
        with suppress(OSError):  # a worker that just died is noticed by the next look at it
            self._hand_over(batch)

    def _hand_over(self, batch: FitBatch) -> None:
        self.connection.send(batch)

    def receive(self) -> Any:
        """Return its next message: None when it is ready, else its outcomes."""
        return self.connection.recv()

    def find_current_position(self) -> int | None:
        """Return the position in the batch of the fit under way; None: none of them."""
        position = int(self.clock[0])
        return position if 0 <= position < len(self.fit_jobs) else None

    def measure_current_seconds(self) -> float:
        """Return how long the fit under way has taken. Counted from its start, not from sending: a worker that starts
        slowly must not look like a fit that hangs.
        """
        return monotonic() - self.clock[1] - self.seconds_asleep

    def describe_end(self) -> str:
        """Return why it hung up."""
        return "the thread ended"

    @property
    def was_killed(self) -> bool:
        """Whether the system ended it without a fault of its own."""
        return False

    def stop(self) -> None:
        self.connection.close()


class ProcessWorker(Worker):
    """A worker process; it can be killed at any moment."""

    def __init__(self, niceness: int, libraries: tuple[str, ...] = ()) -> None:
        context = _choose_start_method(libraries)
        mine, theirs = context.Pipe()
        super().__init__(mine, context.RawArray("d", [IDLE, 0.0]))
        self._process = context.Process(
            target=serve_parent, args=(theirs, self.clock, niceness, libraries), daemon=True
        )
        self._is_started = self._is_stopped = False
        self._lock = threading.Lock()
        self._starter = threading.Thread(target=self._start, args=(theirs,), daemon=True)
        self._starter.start()

    @property
    def pid(self) -> int | None:
        return int(self._process.pid) if self._is_started else None

    def describe_end(self) -> str:
        self._starter.join()
        if not self._is_started:
            return "no process could be started"
        self._process.join()
        code = int(self._process.exitcode or 0)
        return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"

    @property
    def was_killed(self) -> bool:
        killed = getattr(signal, "SIGKILL", None)  # Windows has no signals
        return self._is_started and killed is not None and self._process.exitcode == -killed

    def stop(self) -> None:
        """Kill it at once, whatever it is doing."""
        with self._lock:
            self._is_stopped = True
            if self._is_started:
                self._kill()
        super().stop()

    def _start(self, theirs: Any) -> None:
        """Run in a thread: starting may wait for the preloaded process, and nobody else has to."""
        try:
            with suppress(OSError, EOFError, RuntimeError):
                _ignore_ctrl_c()
                self._start_process()
                with self._lock:
                    self._is_started = True
                    if self._is_stopped:
                        self._kill()
        finally:
            theirs.close()  # whatever happened: who waits for this worker hears that it is not there

    def _start_process(self) -> None:
        """Try again when the process it is copied from was killed: once that is seen to be gone, it is loaded anew."""
        for _ in range(STARTS):
            try:
                self._process.start()
                return
            except (OSError, EOFError):
                sleep(SECONDS_TO_DIE)
        self._process.start()

    def _kill(self) -> None:
        self._process.kill()
        self._process.join()


class ThreadWorker(Worker):
    """A thread of this process; it can only be left to itself, not killed. The pipe only rings, nothing is copied."""

    is_process = False

    def __init__(self) -> None:
        mine, theirs = multiprocessing.Pipe()
        super().__init__(mine, [IDLE, 0.0])
        self._batches: deque[FitBatch] = deque()
        self._outcomes: deque[list[FitResult]] = deque()
        self.is_ready = True
        self._threads = threadpool_limits(1)
        threading.Thread(target=self._work, args=(theirs,), daemon=True).start()

    def stop(self) -> None:
        self._threads.restore_original_limits()
        super().stop()

    def receive(self) -> Any:
        self.connection.recv_bytes()
        return self._outcomes.popleft()

    def _hand_over(self, batch: FitBatch) -> None:
        self._batches.append(batch)
        self.connection.send_bytes(RING)

    def _work(self, theirs: Any) -> None:
        with suppress(EOFError, OSError), theirs:
            while True:
                theirs.recv_bytes()
                self._outcomes.append(run_batch(self._batches.popleft(), self.clock, watchdog=None))
                theirs.send_bytes(RING)


def start_workers(number: int | None = None, niceness: int = 5) -> list[ProcessWorker]:
    """Start worker processes before they are needed; give them to `Options.started_workers`, or stop each of them.

    What they will train is not known yet, so they load what any algorithm may use.
    """
    libraries = find_libraries(Candidate(row.key, row.key) for row in ALGORITHMS)
    return [ProcessWorker(niceness, libraries) for _ in range(number or count_default_workers())]


def count_default_workers() -> int:
    """Return as many as the processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _ignore_ctrl_c() -> None:
    """What this thread starts never hears Ctrl+C, not even while it is loading: it is for the parent to decide."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # which would listen again after it was started
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _choose_start_method(libraries: tuple[str, ...]) -> Any:
    """Return how processes start: always fresh ones, never copies of this one with its windows and threads.

    On Linux they are copies of one clean process that has the libraries of the first of them loaded: they start at
    once and share its memory.
    """
    os.environ["PYTHONSAFEPATH"] = "1"  # a folder core or a file random.py beside the data is not ours to run
    if sys.platform != "linux" or not use_short_socket_folder():
        return multiprocessing.get_context("spawn")
    # The process that is copied looks for our modules here; it knows nothing of this one's path.
    here, others = str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")
    if here not in others.split(os.pathsep):
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (here, others)))
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([PRELOADED])
    os.environ[PRELOAD_VARIABLE] = " ".join(libraries)
    return context
