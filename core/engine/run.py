"""A run: fits handed out in batches, outcomes as they come; it can be stopped at once, paused, and continued later."""

import logging
import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence, Set
from dataclasses import dataclass
from time import monotonic

from core.domain.cluster_address import ClusterAddress
from core.domain.dataset import Dataset
from core.domain.evidence import FitResult, Job
from core.domain.study import Study
from core.engine.cluster import ClusterExecutor
from core.engine.fit_context import LIBRARY, FitJob
from core.engine.plan import count_jobs_by_group, group_of, order_fit_jobs
from core.engine.pool import Executor, InlineExecutor, ProcessPool, ThreadExecutor, WorkerOptions
from core.engine.time_left import BatchesUnderWay, TimeEstimator, estimate_training_sizes
from core.engine.worker import MOST_WORKERS, ProcessWorker, count_default_workers
from core.support.errors import EngineError

LARGEST_BATCH = 200
WATCHED, UNWATCHED = 0.05, 0.25  # least seconds between two batches: at most 20 a second for who looks on, else 4
WORTH_MORE_WORKERS = 1.0  # seconds of work
TICK = 0.05
MOST_LOGGED_FAILURES = 20

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Options:
    """How to run. `started_workers` are workers started before, which the run takes over.

    `cluster` is where the executor "dask" works. `watched`: somebody looks on, so every outcome comes with its values.
    `library` is for tests only.
    """

    workers: int | None = None
    executor: str = "processes"
    time_limit: float | None = None
    niceness: int = 5
    started_workers: Sequence[ProcessWorker] = ()
    library: str = LIBRARY
    cluster: ClusterAddress | None = None
    watched: bool = False

    @property
    def parallel_fits(self) -> int:
        """How many fits at the same time this computer carries; 1 where fewer could not be asked for."""
        return self.workers or count_default_workers() if self.executor == "processes" else 1

    @property
    def is_local(self) -> bool:
        """Whether this computer does the work."""
        return self.executor != "dask"


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Outcomes that just came in, and the seconds left (None: not known yet)."""

    outcomes: tuple[FitResult, ...]
    seconds_left: float | None


def check_worker_count(workers: int | None) -> None:
    """Raise an EngineError for a number of workers that no computer carries; None is as many as processors."""
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise EngineError.about(
            "too-many-workers", workers=f"{workers:,}", most=MOST_WORKERS, processors=count_default_workers()
        )


def _make_process_pool(study: Study, data: Dataset, options: Options) -> Executor:
    check_worker_count(options.workers)
    workers = WorkerOptions(options.parallel_fits, options.niceness, options.time_limit, options.library)
    return ProcessPool(study, data, workers, options.started_workers)


def _make_cluster_executor(study: Study, data: Dataset, options: Options) -> Executor:
    if options.cluster is None:
        raise EngineError.about("no-cluster")
    workers = WorkerOptions(1, options.niceness, options.time_limit, options.library)
    return ClusterExecutor(study, data, workers, options.cluster)


EXECUTORS: dict[str, Callable[[Study, Dataset, Options], Executor]] = {
    "processes": _make_process_pool,
    "inline": lambda study, data, options: InlineExecutor(study, data, options.library),
    "thread": lambda study, data, options: ThreadExecutor(study, data, options.library),
    "dask": _make_cluster_executor,
}


def run_remaining_fits(
    study: Study, data: Dataset, done: Set[Job], options: Options, stop: threading.Event, pause: threading.Event
) -> Generator[Batch, None, None]:
    """Yield everything that is not done yet, in whatever order it ends; each outcome depends on its job alone."""
    if options.executor not in EXECUTORS:
        raise EngineError.about("no-executor", name=options.executor, known=" or ".join(EXECUTORS))
    remaining = count_jobs_by_group(study, data)
    remaining.subtract(group_of(job) for job in done)
    estimator = TimeEstimator(remaining, estimate_training_sizes(study, data))
    log.info("run begins: %d fits to do, %d done, executor %s", remaining.total(), len(done), options.executor)
    executor = EXECUTORS[options.executor](study, data, options)
    try:
        interval = WATCHED if options.watched else UNWATCHED
        fit_jobs = order_fit_jobs(study, data, done)
        yield from _Run(executor, estimator, fit_jobs, stop, pause, interval).yield_batches()
    finally:
        executor.close()
        log.info("run ends%s", " because it was stopped" if stop.is_set() else "")


def run_fit_jobs(
    study: Study, data: Dataset, fit_jobs: Sequence[FitJob], options: Options, stop: threading.Event
) -> Generator[Batch, None, None]:
    """Yield the outcomes of these fits, whatever scheme they come from; their rows are those of the data."""
    sizes = {fit_job.job.part: float(len(fit_job.train)) for fit_job in fit_jobs}
    estimator = TimeEstimator(Counter(group_of(fit_job.job) for fit_job in fit_jobs), sizes)
    executor = EXECUTORS[options.executor](study, data, options)
    try:
        yield from _Run(executor, estimator, iter(fit_jobs), stop, threading.Event(), WATCHED).yield_batches()
    finally:
        executor.close()


class _Run:
    """The loop between the plan, the executor and whoever listens; `interval`: least seconds between two batches."""

    def __init__(
        self,
        executor: Executor,
        estimator: TimeEstimator,
        waiting: Iterator[FitJob],
        stop: threading.Event,
        pause: threading.Event,
        interval: float,
    ) -> None:
        self._executor = executor
        self._estimator = estimator
        self._waiting = waiting
        self._stop = stop
        self._pause = pause
        self._interval = interval
        self._under_way = BatchesUnderWay()
        self._first_submit: float | None = None
        self._logged_failures = 0

    def yield_batches(self) -> Iterator[Batch]:
        gathered: list[FitResult] = []
        last_look = last_batch = monotonic()
        while not self._stop.is_set() and self._continue():
            busy = self._executor.busy_workers
            outcomes = self._executor.collect(TICK)
            now = monotonic()
            self._estimator.add_elapsed(now - last_look, busy)
            last_look = now
            self._estimator.add_outcomes(outcomes)
            self._under_way.remove_jobs(outcome.job for outcome in outcomes)
            self._log_failures(outcomes)
            gathered += outcomes
            if gathered and now - last_batch >= self._interval:
                self._hand_out()  # so that nobody waits while the listener is busy
                batch = [self._make_batch(gathered)]
                gathered, outcomes = [], []
                yield batch.pop()  # many predictions take much memory, and we need them no longer
                last_batch = monotonic()
        if gathered:
            yield self._make_batch(gathered)

    def _log_failures(self, outcomes: Sequence[FitResult]) -> None:
        """The first few only: an algorithm that always fails must not fill the log."""
        for outcome in outcomes:
            if not outcome.ok and self._logged_failures < MOST_LOGGED_FAILURES:
                self._logged_failures += 1
                log.warning("%s ended with %s: %s", outcome.job, outcome.ending.value, outcome.message)

    def _make_batch(self, gathered: list[FitResult]) -> Batch:
        workers = self._executor.workers
        under_way = self._under_way.sum_seconds(monotonic(), workers)
        return Batch(tuple(gathered), self._estimator.estimate_time_left(workers, under_way))

    def _continue(self) -> bool:
        """Hand out work; False when nothing is left to do."""
        self._add_workers_if_worth_it()
        is_more_planned = self._hand_out()
        if self._pause.is_set() and not self._executor.is_busy():
            self._stop.wait(TICK)
        return is_more_planned or self._executor.is_busy()

    def _hand_out(self) -> bool:
        """Fill everyone who is free; False when the plan is exhausted."""
        while self._executor.count_free_places() and not self._pause.is_set():
            fit_jobs = self._take_fit_jobs()
            if not fit_jobs:
                return False
            self._executor.submit(fit_jobs)
            self._under_way.add_batch((fit_job.job for fit_job in fit_jobs), monotonic())
            self._first_submit = self._first_submit or monotonic()
        return True

    def _take_fit_jobs(self) -> list[FitJob]:
        """Return so much work that handing it over costs little; fits of unknown length go alone."""
        enough = self._executor.batch_seconds
        fit_jobs: list[FitJob] = []
        seconds = 0.0
        for fit_job in self._waiting:
            fit_jobs.append(fit_job)
            expected = self._estimator.estimate_fit_seconds(group_of(fit_job.job))
            seconds += enough if expected is None else expected
            if seconds >= enough or len(fit_jobs) >= LARGEST_BATCH:
                break
        return fit_jobs

    def _add_workers_if_worth_it(self) -> None:
        """More workers only when the work left is worth their start."""
        if self._first_submit is None:
            return
        left = self._estimator.estimate_work_left()
        if (left is None or left > WORTH_MORE_WORKERS) and monotonic() - self._first_submit > WORTH_MORE_WORKERS / 4:
            self._executor.add_workers()
