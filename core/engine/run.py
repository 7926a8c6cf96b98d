"""An iterator of outcomes that can be stopped at once, paused, and continued later."""

import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence, Set
from dataclasses import dataclass
from time import monotonic

from core.domain.dataset import Dataset
from core.domain.evidence import HALVES, FitResult, Job
from core.domain.study import Study
from core.engine.bench import LIBRARY, Training
from core.engine.cluster import Cluster
from core.engine.cluster_place import ClusterPlace
from core.engine.pace import Pace, UnderWay, lane_of
from core.engine.plan import in_order_of_work, lanes
from core.engine.pool import Conditions, Executor, Inline, InThread, Processes
from core.engine.slot import Slot, default_workers
from core.schemes import parts
from core.support.errors import EngineError

LARGEST_BATCH = 200
WATCHED, UNWATCHED = 0.05, 0.25  # least seconds between two batches: at most 20 a second for who looks on, else 4
WORTH_MORE_WORKERS = 1.0
TICK = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Options:
    """How to run. `slots` are warmed-up workers, which the run takes over; `library` is for tests only.

    `cluster` is where the executor "dask" works. `watched`: somebody looks on, so every outcome comes with its values.
    """

    workers: int | None = None
    executor: str = "processes"
    time_limit: float | None = None
    niceness: int = 5
    slots: Sequence[Slot] = ()
    library: str = LIBRARY
    cluster: ClusterPlace | None = None
    watched: bool = False

    @property
    def at_once(self) -> int:
        """How many trainings at the same time this computer carries; 1 where fewer could not be asked for."""
        return self.workers or default_workers() if self.executor == "processes" else 1

    @property
    def is_here(self) -> bool:
        """Whether this computer does the work."""
        return self.executor != "dask"


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Outcomes that just came in, and the honest time left (None: not known yet)."""

    outcomes: tuple[FitResult, ...]
    seconds_left: float | None


Maker = Callable[[Study, Dataset, Options], Executor]


def _processes(study: Study, data: Dataset, options: Options) -> Executor:
    workers = options.workers or default_workers()
    conditions = Conditions(workers, options.niceness, options.time_limit, options.library)
    return Processes(study, data, conditions, options.slots)


def _inline(study: Study, data: Dataset, options: Options) -> Executor:
    return Inline(study, data, options.library)


def _in_thread(study: Study, data: Dataset, options: Options) -> Executor:
    return InThread(study, data, options.library)


def _dask(study: Study, data: Dataset, options: Options) -> Executor:
    if options.cluster is None:
        raise EngineError("No cluster is named.", hint="Give the address of its scheduler.")
    conditions = Conditions(1, options.niceness, options.time_limit, options.library)
    return Cluster(study, data, conditions, options.cluster)


EXECUTORS: dict[str, Maker] = {"processes": _processes, "inline": _inline, "thread": _in_thread, "dask": _dask}


def outcomes(
    study: Study, data: Dataset, done: Set[Job], options: Options, stop: threading.Event, pause: threading.Event
) -> Generator[Batch, None, None]:
    """Everything that is not done yet, in whatever order it is finished; each outcome depends on its job alone."""
    if options.executor not in EXECUTORS:
        raise EngineError(f'There is no way "{options.executor}" to run.', hint=f"Use {' or '.join(EXECUTORS)}.")
    remaining = lanes(study, data)
    remaining.subtract(lane_of(job) for job in done)
    pace = Pace(remaining, usual_sizes(study, data))
    executor = EXECUTORS[options.executor](study, data, options)
    try:
        waiting = in_order_of_work(study, data, done)
        between = WATCHED if options.watched else UNWATCHED
        yield from _Run(executor, pace, waiting, stop, pause, between).batches()
    finally:
        executor.close()


def train(
    study: Study, data: Dataset, wanted: Sequence[Training], options: Options, stop: threading.Event
) -> Generator[Batch, None, None]:
    """These trainings, whatever scheme they come from, for studies about studies; their rows are those of the data."""
    pace = Pace(Counter(lane_of(training.job) for training in wanted), _sizes_of(wanted))
    executor = EXECUTORS[options.executor](study, data, options)
    try:
        yield from _Run(executor, pace, iter(wanted), stop, threading.Event(), WATCHED).batches()
    finally:
        executor.close()


def _sizes_of(wanted: Sequence[Training]) -> dict[str, float]:
    return {training.job.part: float(len(training.train)) for training in wanted}


def usual_sizes(study: Study, data: Dataset) -> dict[str, float]:
    """About how many rows are trained on in each part, to scale the first guess of the time."""
    return {part.name: data.size / 2 if part.name == HALVES else float(data.size) for part in parts(study, data)}


class _Run:
    """The loop between the plan, the executor and whoever listens."""

    def __init__(
        self,
        executor: Executor,
        pace: Pace,
        waiting: Iterator[Training],
        stop: threading.Event,
        pause: threading.Event,
        between: float,
    ) -> None:
        self._executor = executor
        self._between = between
        self._pace = pace
        self._waiting = waiting
        self._stop = stop
        self._pause = pause
        self._under_way = UnderWay()
        self._first_submit: float | None = None

    def batches(self) -> Iterator[Batch]:
        gathered: list[FitResult] = []
        looked = given = monotonic()
        while not self._stop.is_set() and self._go_on():
            at_work = self._executor.at_work
            found = self._executor.collect(TICK)
            now = monotonic()
            self._pace.passed(now - looked, at_work)
            looked = now
            self._pace.add(found)
            self._under_way.came(outcome.job for outcome in found)
            gathered += found
            if gathered and now - given >= self._between:
                self._hand_out()  # so that nobody waits while the listener is busy
                batch = [self._batch(gathered)]
                gathered, found = [], []
                yield batch.pop()  # many predictions take much room, and we need them no longer
                given = monotonic()
        if gathered:
            yield self._batch(gathered)

    def _batch(self, gathered: list[FitResult]) -> Batch:
        workers = self._executor.workers
        return Batch(tuple(gathered), self._pace.seconds_left(workers, self._under_way.seconds(monotonic(), workers)))

    def _go_on(self) -> bool:
        """Hand out work; False when nothing is left to do."""
        self._grow_if_worth_it()
        more = self._hand_out()
        if self._pause.is_set() and not self._executor.is_busy():
            self._stop.wait(TICK)
        return more or self._executor.is_busy()

    def _hand_out(self) -> bool:
        """Fill everyone who is free; False when the plan is exhausted."""
        while self._executor.room() and not self._pause.is_set():
            batch = self._next_batch()
            if not batch:
                return False
            self._executor.submit(batch)
            self._under_way.sent((training.job for training in batch), monotonic())
            self._first_submit = self._first_submit or monotonic()
        return True

    def _next_batch(self) -> list[Training]:
        """So much work that handing it over costs little."""
        enough = self._executor.batch_seconds
        batch: list[Training] = []
        seconds = 0.0
        for training in self._waiting:
            batch.append(training)
            expected = self._pace.expected(lane_of(training.job))
            seconds += enough if expected is None else expected
            if seconds >= enough or len(batch) >= LARGEST_BATCH:
                break
        return batch

    def _grow_if_worth_it(self) -> None:
        """More workers only when the work left is worth their start."""
        if self._first_submit is None:
            return
        left = self._pace.work_left()
        if (left is None or left > WORTH_MORE_WORKERS) and monotonic() - self._first_submit > WORTH_MORE_WORKERS / 4:
            self._executor.grow()
