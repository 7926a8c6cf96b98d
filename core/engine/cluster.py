"""Fits on the computers of a cluster (Dask distributed), behind the same interface as those of this computer."""

import hashlib
import logging
import pickle
from collections import Counter, deque
from collections.abc import Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import replace
from time import monotonic, sleep
from typing import Any

import numpy as np

from core.domain.cluster_address import ClusterAddress
from core.domain.dataset import Dataset
from core.domain.evidence import Ending, FitResult
from core.domain.study import Study
from core.engine.cluster_connection import (
    check_address,
    distributed,
    make_security,
    require_dask,
    silence_dask,
)
from core.engine.cluster_runs import (
    DATA_IS_MISSING,
    ClusterBatch,
    forget_run,
    receive_data,
    refuse_other_versions,
    report_versions,
    run_cluster_batch,
)
from core.engine.fit_context import FitJob
from core.engine.pool import ProcessPool, WorkerOptions
from core.engine.versions import read_versions
from core.engine.worker import count_default_workers
from core.support.errors import ClusterError, EvenfoldError

BATCH_SECONDS = 0.7
CONNECT_SECONDS = 15
WAIT_FOR_WORKERS = 30.0
SECONDS_BETWEEN_LOOKS = 1.0
GLANCE = 0.005
BATCHES_PER_PROCESSOR = 2  # one under way, one waiting
MOST_LOSSES = 5  # workers that may die with one and the same batch
MOST_TRIES = 3  # unusable answers of one worker

log = logging.getLogger(__name__)


class ClusterExecutor:
    """Batches go to whoever is free; a batch whose worker is lost is done again by another one.

    A worker whose answers cannot be used is left out after three of them; with none left, the fits go on here.
    """

    batch_seconds = BATCH_SECONDS

    def __init__(self, study: Study, data: Dataset, options: WorkerOptions, place: ClusterAddress) -> None:
        require_dask()
        check_address(place)
        self._study, self._data, self._options = study, data, options
        self._versions = read_versions()
        self._content = pickle.dumps((study, data, options.library))
        self._run = hashlib.sha256(self._content).hexdigest()[:16]
        self._under_way: dict[Any, tuple[FitJob, ...]] = {}
        self._waiting: deque[tuple[FitJob, ...]] = deque()
        self._losses: Counter[object] = Counter()
        self._unusable: Counter[str] = Counter()  # answers by worker
        self._threads: dict[str, int] = {}
        self._here: ProcessPool | None = None
        self._last_look = self._last_seen = monotonic()
        self._loop = distributed.utils.LoopRunner()
        self._client = _connect(place, self._loop)
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    @property
    def workers(self) -> int:
        return self._here.workers if self._here else sum(self._threads.values()) or 1

    @property
    def busy_workers(self) -> int:
        return self._here.busy_workers if self._here else min(len(self._under_way), self.workers)

    def count_free_places(self) -> int:
        if self._here:
            return self._here.count_free_places()
        pending = len(self._under_way) + len(self._waiting)
        return max(BATCHES_PER_PROCESSOR * sum(self._threads.values()) - pending, 0)

    def submit(self, fit_jobs: Sequence[FitJob]) -> None:
        if self._here:
            self._here.submit(fit_jobs)
            return
        batch = ClusterBatch(self._run, tuple(fit_jobs), self._options, self._versions)
        chosen = list(self._threads) if self._list_left_out() else None  # None: any, also those that come later
        future = self._client.submit(run_cluster_batch, batch, pure=False, workers=chosen)
        self._under_way[future] = batch.fit_jobs

    def collect(self, seconds: float) -> list[FitResult]:
        if self._here:
            return self._here.collect(seconds)
        self._check_cluster()
        outcomes = [outcome for future in self._wait(seconds) for outcome in self._receive(future)]
        while self._waiting and self._threads:
            self.submit(self._waiting.popleft())
        return outcomes

    def is_busy(self) -> bool:
        return self._here.is_busy() if self._here else bool(self._under_way or self._waiting)

    def add_workers(self) -> None:
        """Workers are started by the owner of the cluster; those that come are used."""
        if self._here:
            self._here.add_workers()

    def close(self) -> None:
        """End fits under way at once, and let the workers forget the data."""
        if self._here:
            self._here.close()
        with suppress(OSError, TimeoutError):
            if self._client.status == "running":
                self._client.cancel(list(self._under_way), force=True)
                self._client.run(forget_run, self._run, on_error="ignore")
        self._under_way.clear()
        with suppress(OSError, TimeoutError):
            self._client.close(timeout=2)
        self._loop.stop()

    # --- the cluster ---

    def _begin(self) -> None:
        """Check who is there, and give everyone the data."""
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError as problem:
            raise ClusterError.about("no-workers") from problem
        refuse_other_versions(self._ask_workers(report_versions), self._versions)
        self._send_data(None)
        self._threads = self._list_threads()

    def _send_data(self, workers: list[str] | None) -> None:
        for address, problem in self._ask_workers(receive_data, self._run, self._content, workers=workers).items():
            if isinstance(problem, OSError) and workers is None:
                raise ClusterError.about("worker-data", worker=address, why=problem.strerror or str(problem))

    def _ask_workers(self, function: Any, *arguments: object, workers: list[str] | None = None) -> dict[str, object]:
        try:
            answers: dict[str, object] = self._client.run(function, *arguments, workers=workers, on_error="return")
        except OSError as problem:
            raise _make_lost_error() from problem
        return answers

    def _list_threads(self) -> dict[str, int]:
        """Return how many fits at a time each worker takes; workers that are left out are not among them."""
        left_out = self._list_left_out()
        try:
            threads = {str(address): int(number) for address, number in self._client.nthreads().items()}
        except (OSError, TimeoutError) as problem:
            raise _make_lost_error() from problem
        return {address: number for address, number in threads.items() if address not in left_out}

    def _list_left_out(self) -> set[str]:
        return {address for address, number in self._unusable.items() if number >= MOST_TRIES}

    def _check_cluster(self) -> None:
        if self._client.status != "running":
            raise _make_lost_error()
        now = monotonic()
        if now - self._last_look < SECONDS_BETWEEN_LOOKS:
            return
        self._last_look = now
        self._threads = self._list_threads()
        if self._threads:
            self._last_seen = now
        elif now - self._last_seen > WAIT_FOR_WORKERS:
            raise ClusterError.about("workers-gone")

    # --- answers ---

    def _wait(self, seconds: float) -> list[Any]:
        """Return futures that are over; asking them costs less than Dask's own thread for telling us."""
        until = monotonic() + seconds
        while True:
            over = [future for future in self._under_way if future.status != "pending"]
            if over or monotonic() >= until:
                return over
            sleep(GLANCE)

    def _receive(self, future: Any) -> list[FitResult]:
        if future not in self._under_way:
            return []  # the fits went on here meanwhile
        fit_jobs = self._under_way.pop(future)
        if future.status == "finished":
            outcomes = self._read_answer(future, fit_jobs)
            if outcomes is not None:
                return outcomes
        elif future.status == "error":
            self._handle_error(future, fit_jobs)
        if self._here:
            self._here.submit(fit_jobs)
        else:
            self._waiting.append(fit_jobs)
        return []

    def _read_answer(self, future: Any, fit_jobs: tuple[FitJob, ...]) -> list[FitResult] | None:
        """Return the outcomes; None where there are none that can be used, and the fits must be done again."""
        try:
            answer = future.result()
        except (OSError, TimeoutError, CancelledError):
            return None  # its worker was lost before it could answer
        if answer == DATA_IS_MISSING:
            newcomers = [address for address in self._list_threads() if address not in self._threads]
            self._send_data(newcomers or None)
            return None
        if not is_usable(answer, fit_jobs, self._data):
            self._count_unusable(self._client.who_has([future]).get(future.key, ()))
            return None
        return [replace(outcome, rows=fit_job.test) for outcome, fit_job in zip(answer, fit_jobs, strict=True)]

    def _handle_error(self, future: Any, fit_jobs: tuple[FitJob, ...]) -> None:
        """A lost or failing worker is no reason to stop, unless it happens again and again."""
        problem = future.exception()
        if isinstance(problem, EvenfoldError):
            raise problem
        first = fit_jobs[0].job
        self._losses[first] += 1
        if not isinstance(problem, distributed.KilledWorker):
            log.warning("a worker of the cluster failed: %r", problem)
            self._count_unusable(self._client.run_on_scheduler(find_erring_workers, key=future.key))
        elif self._losses[first] >= MOST_LOSSES:
            raise ClusterError.about("workers-lost")

    def _count_unusable(self, addresses: Sequence[str]) -> None:
        """Leave out a worker after its third unusable answer; continue on this computer when none is left."""
        self._unusable.update(addresses)
        left_out = self._list_left_out()
        log.warning("unusable answers of workers of the cluster: %s", dict(self._unusable))
        self._threads = {address: number for address, number in self._threads.items() if address not in left_out}
        if left_out and not self._threads:
            log.warning("no worker of the cluster is left; the fits go on on this computer")
            self._here = ProcessPool(self._study, self._data, replace(self._options, workers=count_default_workers()))
            self._client.cancel(list(self._under_way), force=True)
            for fit_jobs in (*self._under_way.values(), *self._waiting):
                self._here.submit(fit_jobs)
            self._under_way.clear()
            self._waiting.clear()


def is_usable(answer: object, fit_jobs: Sequence[FitJob], data: Dataset) -> bool:
    """Whether an answer holds one outcome for every fit, with predictions of the right kind and shape."""
    if not isinstance(answer, list) or len(answer) != len(fit_jobs):
        return False
    outputs, classes = data.targets.shape[1], len(data.classes)
    for outcome, fit_job in zip(answer, fit_jobs, strict=True):
        if not isinstance(outcome, FitResult) or outcome.job != fit_job.job or not isinstance(outcome.ending, Ending):
            return False
        if outcome.train_size != len(fit_job.train) or not isinstance(outcome.seconds, float) or outcome.seconds < 0:
            return False
        size = len(fit_job.test)
        if outcome.ok and not _is_finite_table(outcome.predicted, (size, outputs)):
            return False
        if outcome.scores is not None and not _is_finite_table(outcome.scores, (size, classes)):
            return False
    return True


def _is_finite_table(values: object, shape: tuple[int, int]) -> bool:
    return (
        isinstance(values, np.ndarray)
        and values.dtype == np.float64
        and values.shape == shape
        and bool(np.isfinite(values).all())
    )


def find_erring_workers(key: str, dask_scheduler: Any) -> list[str]:
    """Runs on the scheduler: return where a task has failed."""
    task = dask_scheduler.tasks.get(key)
    return sorted(str(getattr(worker, "address", worker)) for worker in task.erred_on) if task else []


def _connect(place: ClusterAddress, loop: Any) -> Any:
    """Knock first: a client of Dask that finds nobody would leave its thread behind."""
    silence_dask()
    security = make_security(place) or distributed.Security()
    loop.start()
    try:
        loop.run_sync(_knock, place.address, security)
        return distributed.Client(
            place.address, loop=loop.loop, security=security, timeout=CONNECT_SECONDS, set_as_default=False
        )
    except (OSError, TimeoutError, ValueError, TypeError) as problem:
        loop.stop()
        raise ClusterError.about("no-cluster-there", address=place.address) from problem


async def _knock(address: str, security: Any) -> None:
    arguments = security.get_connection_args("client")
    line = await distributed.comm.connect(address, timeout=CONNECT_SECONDS, **arguments)
    await line.close()


def _make_lost_error() -> ClusterError:
    return ClusterError.about("scheduler-gone")
