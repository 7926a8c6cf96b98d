"""Who carries out batches: a worker process that can be killed, or a thread that begins while processes start."""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from contextlib import suppress
from multiprocessing import resource_tracker
from time import monotonic, sleep
from typing import Any

from threadpoolctl import threadpool_limits

from core.domain.evidence import FitResult
from core.engine.bench import Training
from core.engine.scratch import place_for_sockets
from core.engine.worker import IDLE, Bundle, Clock, answer_all, serve

RING = b"1"
LOADED_ONCE = "core.engine.server"
STARTS, SECONDS_TO_DIE = 20, 0.05


class Hand:
    """Someone who carries out one batch at a time; `clock` tells which training is under way and since when."""

    is_process = True

    def __init__(self, connection: Any, clock: Clock) -> None:
        self.connection = connection
        self.clock = clock
        self.ready = False
        self.batch: tuple[Training, ...] = ()
        self.slept = 0.0

    @property
    def is_free(self) -> bool:
        return self.ready and not self.batch

    def send(self, bundle: Bundle) -> None:
        self.clock[0] = IDLE
        self.slept = 0.0
        self.batch = bundle.trainings
        with suppress(OSError):  # a worker that just died is noticed by the next look at it
            self._hand_over(bundle)

    def _hand_over(self, bundle: Bundle) -> None:
        self.connection.send(bundle)

    def receive(self) -> Any:
        """What it says next: None when it is ready, else its outcomes."""
        return self.connection.recv()

    def suspect(self) -> int | None:
        """Position of the training under way."""
        position = int(self.clock[0])
        return position if 0 <= position < len(self.batch) else None

    def seconds_under_way(self) -> float:
        return monotonic() - self.clock[1] - self.slept

    def reason(self) -> str:
        """Why it hung up."""
        return "the thread ended"

    def end(self) -> None:
        self.connection.close()


class Slot(Hand):
    """A worker process; it can be killed at any moment."""

    def __init__(self, niceness: int) -> None:
        context = _context()
        mine, theirs = context.Pipe()
        super().__init__(mine, context.RawArray("d", [IDLE, 0.0]))
        self._process = context.Process(target=serve, args=(theirs, self.clock, niceness), daemon=True)
        self._started = self._ended = False
        self._guard = threading.Lock()
        self._starter = threading.Thread(target=self._start, args=(theirs,), daemon=True)
        self._starter.start()

    @property
    def pid(self) -> int | None:
        return int(self._process.pid) if self._started else None

    def reason(self) -> str:
        self._starter.join()
        if not self._started:
            return "no process could be started"
        self._process.join()
        code = int(self._process.exitcode or 0)
        return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"

    def end(self) -> None:
        """At once, whatever it is doing."""
        with self._guard:
            self._ended = True
            if self._started:
                self._kill()
        super().end()

    def _start(self, theirs: Any) -> None:
        """Starting may wait for the loaded process; nobody else has to."""
        try:
            with suppress(OSError, EOFError, RuntimeError):
                _deaf_to_ctrl_c()
                self._start_process()
                with self._guard:
                    self._started = True
                    if self._ended:
                        self._kill()
        finally:
            theirs.close()  # whatever happened: who waits for this worker hears that it is not there

    def _start_process(self) -> None:
        """Again when the process it is copied from was killed: once it is seen to be gone, it is loaded anew."""
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


class Beginner(Hand):
    """A thread of this process; it can only be left to itself, not killed. The pipe only rings, nothing is copied."""

    is_process = False

    def __init__(self) -> None:
        mine, theirs = multiprocessing.Pipe()
        super().__init__(mine, [IDLE, 0.0])
        self._orders: deque[Bundle] = deque()
        self._answers: deque[list[FitResult]] = deque()
        self.ready = True
        self._threads = threadpool_limits(1)
        threading.Thread(target=self._work, args=(theirs,), daemon=True).start()

    def end(self) -> None:
        self._threads.restore_original_limits()
        super().end()

    def receive(self) -> Any:
        self.connection.recv_bytes()
        return self._answers.popleft()

    def _hand_over(self, bundle: Bundle) -> None:
        self._orders.append(bundle)
        self.connection.send_bytes(RING)

    def _work(self, theirs: Any) -> None:
        with suppress(EOFError, OSError), theirs:
            while True:
                theirs.recv_bytes()
                self._answers.append(answer_all(self._orders.popleft(), self.clock, watchdog=None))
                theirs.send_bytes(RING)


def _deaf_to_ctrl_c() -> None:
    """What this thread starts never hears Ctrl+C, not even while it is loading: it is for the parent to decide."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # which would listen again after it was started
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def warm_up(workers: int | None = None, niceness: int = 5) -> list[Slot]:
    """Start the worker processes before they are needed; give them to `Options.slots`, or end each of them."""
    return [Slot(niceness) for _ in range(workers or default_workers())]


def default_workers() -> int:
    """As many as the processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _context() -> Any:
    """Fresh processes, never copies of this one with its windows and threads.

    On Linux they are copies of one clean process that has scikit-learn loaded: they start at once and share its memory.
    """
    sockets = place_for_sockets() if sys.platform == "linux" else None
    if sockets is None:
        return multiprocessing.get_context("spawn")
    current: Any = multiprocessing.current_process()
    current._config["tempdir"] = sockets  # the only way to choose it without moving all other temporary files
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([LOADED_ONCE])
    return context
