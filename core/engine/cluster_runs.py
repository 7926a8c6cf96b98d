"""What one worker of a cluster holds: the data of each run in a folder, and killable processes that train on it."""

import pickle
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any

from core.domain.evidence import FitResult
from core.engine.cluster_connection import distributed
from core.engine.fit_context import FitJob, find_libraries, write_fit_context
from core.engine.pool import ProcessPool, WorkerOptions
from core.engine.temporary_folders import make_temporary_folder
from core.engine.versions import describe_difference, read_versions
from core.engine.worker import ProcessWorker
from core.engine.worker_process import NO_ROWS
from core.support.errors import ClusterError

REGISTRY = "evenfold_runs"  # name of the attribute of a Dask worker
IDLE_SECONDS = 600.0
TICK = 0.05
DATA_IS_MISSING = "data is missing"

IsWanted = Callable[[], bool]


@dataclass(frozen=True, slots=True, eq=False)
class ClusterBatch:
    """Fits of a run, and how they are to be done; `run` names its data."""

    run: str
    fit_jobs: tuple[FitJob, ...]
    options: WorkerOptions
    versions: Mapping[str, str]


class RunData:
    """The data of one run and the process pools that have loaded it; a pool at work has been taken out."""

    def __init__(self, content: bytes) -> None:
        self.folder = make_temporary_folder()
        self.is_open = True
        self.busy = 0
        self.last_used = monotonic()
        self.idle_pools: list[ProcessPool] = []
        self._study, data, library = pickle.loads(content)  # whoever may connect may run code anyway: see the help
        write_fit_context(Path(self.folder.name), self._study, data, library)
        self._without_rows = replace(data, inputs=data.inputs[:0].copy())

    def take_pool(self, options: WorkerOptions) -> ProcessPool:
        if self.idle_pools:
            return self.idle_pools.pop()
        workers = [ProcessWorker(options.niceness, find_libraries(self._study.candidates, options.library))]
        return ProcessPool(self._study, self._without_rows, options, workers, Path(self.folder.name))

    def close(self) -> None:
        self.is_open = False
        for pool in self.idle_pools:
            pool.close()
        self.idle_pools.clear()
        self.folder.cleanup()


class RunRegistry:
    """Runs by name; several programs may use one worker at the same time."""

    def __init__(self) -> None:
        self._runs: dict[str, RunData] = {}
        self._lock = threading.Lock()

    def add_run(self, run: str, content: bytes) -> None:
        """Take the data of a run, which comes once."""
        with self._lock:
            if run not in self._runs:
                self._runs[run] = RunData(content)

    def run_batch(self, batch: ClusterBatch, is_wanted: IsWanted) -> list[FitResult] | str:
        """Train; what is no longer wanted ends at once, whatever it is doing."""
        with self._lock:
            data = self._runs.get(batch.run)
            if data is None:
                return DATA_IS_MISSING
            data.busy += 1
            pool = data.take_pool(batch.options)
        try:
            outcomes = _run_in_pool(pool, batch.fit_jobs, lambda: data.is_open and is_wanted())
        finally:
            self._return_pool(data, pool)
        return [replace(outcome, rows=NO_ROWS) for outcome in outcomes]

    def remove_run(self, run: str) -> None:
        with self._lock:
            data = self._runs.pop(run, None)
            if data is not None:
                data.close()

    def remove_idle_runs(self) -> None:
        """Forget runs whose program was killed, after a while."""
        late = monotonic() - IDLE_SECONDS
        for run in [name for name, data in list(self._runs.items()) if not data.busy and data.last_used < late]:
            self.remove_run(run)

    def close(self) -> None:
        for run in list(self._runs):
            self.remove_run(run)

    def _return_pool(self, data: RunData, pool: ProcessPool) -> None:
        with self._lock:
            data.busy -= 1
            data.last_used = monotonic()
            if pool.is_busy() or not data.is_open:
                pool.close()
            else:
                data.idle_pools.append(pool)


def _run_in_pool(pool: ProcessPool, fit_jobs: tuple[FitJob, ...], is_wanted: IsWanted) -> list[FitResult]:
    """Return outcomes in the order of the fits; fewer of them only when they are no longer wanted."""
    pool.submit(fit_jobs)
    outcomes = {}
    while pool.is_busy() and is_wanted():
        for outcome in pool.collect(TICK):
            outcomes[outcome.job] = outcome
    return [outcomes[fit_job.job] for fit_job in fit_jobs if fit_job.job in outcomes]


# --- what a program asks a worker of Dask to do ---


def report_versions(dask_worker: Any) -> Mapping[str, str]:
    """Return our versions, or nothing when this worker was not started by Evenfold."""
    return read_versions() if hasattr(dask_worker, REGISTRY) else {}


def receive_data(run: str, content: bytes, dask_worker: Any) -> None:
    getattr(dask_worker, REGISTRY).add_run(run, content)


def forget_run(run: str, dask_worker: Any) -> None:
    with suppress(AttributeError):  # not one of ours
        getattr(dask_worker, REGISTRY).remove_run(run)


def run_cluster_batch(batch: ClusterBatch) -> list[FitResult] | str:
    """Run a batch as a task of Dask; the versions of a worker that came later are checked here."""
    worker = distributed.get_worker()
    refuse_other_versions({worker.address: report_versions(worker)}, batch.versions)
    key = worker.get_current_task()
    registry: RunRegistry = getattr(worker, REGISTRY)
    return registry.run_batch(batch, lambda: _is_wanted(worker, key))


def _is_wanted(worker: Any, key: str) -> bool:
    task = worker.state.tasks.get(key)
    return task is not None and task.state not in ("cancelled", "released", "forgotten")


def refuse_other_versions(reported: Mapping[str, object], ours: Mapping[str, str]) -> None:
    """Raise a ClusterError for workers with other versions: results are the same bit for bit only with the same."""
    for address, theirs in reported.items():
        if not isinstance(theirs, Mapping) or not theirs:
            raise ClusterError.about("foreign-worker", worker=address)
        if difference := describe_difference(ours, theirs):
            raise ClusterError.about("other-versions", worker=address, difference=difference)
