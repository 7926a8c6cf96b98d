"""Trainings on the computers of a cluster (Dask distributed), behind the same interface as those of this computer."""

import hashlib
import pickle
from collections import deque
from collections.abc import Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import replace
from time import monotonic, sleep
from typing import Any

from core.domain.dataset import Dataset
from core.domain.evidence import FitResult
from core.domain.study import Study
from core.engine.bench import Training
from core.engine.cluster_place import ClusterPlace, be_quiet, check_place, distributed, require_dask, security_of
from core.engine.crew import DATA_IS_MISSING, Order, answer, dismiss, introduce, receive, refuse_strangers
from core.engine.pool import Conditions
from core.engine.versions import versions
from core.support.errors import ClusterError, EvenfoldError

BATCH_SECONDS = 0.7
CONNECT_SECONDS = 15
WAIT_FOR_WORKERS = 30.0
SECONDS_BETWEEN_LOOKS = 1.0
GLANCE = 0.005
AHEAD = 2  # batches per processor: one under way, one waiting
MOST_LOSSES = 5  # workers that may die with one and the same batch
FINISH_HERE = "What is finished is kept; the rest can be done on this computer."


class Cluster:
    """Batches go to whoever is free; a batch whose worker is lost is done again by another one."""

    batch_seconds = BATCH_SECONDS

    def __init__(self, study: Study, data: Dataset, conditions: Conditions, place: ClusterPlace) -> None:
        require_dask()
        check_place(place)
        self._conditions = conditions
        self._versions = versions()
        self._content = pickle.dumps((study, data, conditions.library))
        self._run = hashlib.sha256(self._content).hexdigest()[:16]
        self._under_way: dict[Any, tuple[Training, ...]] = {}
        self._again: deque[tuple[Training, ...]] = deque()
        self._losses: dict[object, int] = {}
        self._threads: dict[str, int] = {}
        self._looked = self._last_seen = monotonic()
        self._loop = distributed.utils.LoopRunner()
        self._client = _connected(place, self._loop)
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    @property
    def workers(self) -> int:
        return sum(self._threads.values()) or 1

    @property
    def at_work(self) -> int:
        return min(len(self._under_way), self.workers)

    def room(self) -> int:
        waiting = len(self._under_way) + len(self._again)
        return max(AHEAD * sum(self._threads.values()) - waiting, 0)

    def submit(self, trainings: Sequence[Training]) -> None:
        order = Order(self._run, tuple(trainings), self._conditions, self._versions)
        future = self._client.submit(answer, order, pure=False)
        self._under_way[future] = order.trainings

    def collect(self, seconds: float) -> list[FitResult]:
        self._look_after_the_cluster()
        found = [outcome for future in self._arrived(seconds) for outcome in self._received(future)]
        while self._again and self._threads:
            self.submit(self._again.popleft())
        return found

    def is_busy(self) -> bool:
        return bool(self._under_way or self._again)

    def grow(self) -> None:
        """Who starts workers is the owner of the cluster; those that come are used."""

    def close(self) -> None:
        """Trainings under way end at once, and the workers forget the data."""
        with suppress(OSError, TimeoutError):
            if self._client.status == "running":
                self._client.cancel(list(self._under_way), force=True)
                self._client.run(dismiss, self._run, on_error="ignore")
        self._under_way.clear()
        with suppress(OSError, TimeoutError):
            self._client.close(timeout=2)
        self._loop.stop()

    # --- inside ---

    def _begin(self) -> None:
        """Look at who is there, and give everyone the data."""
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError as problem:
            raise ClusterError(
                "The cluster has no workers.", hint='Start some with "evenfold worker ADDRESS" and try again.'
            ) from problem
        refuse_strangers(self._asked(introduce), self._versions)
        self._send_data(None)
        self._threads = self._known_threads()

    def _send_data(self, workers: list[str] | None) -> None:
        for address, problem in self._asked(receive, self._run, self._content, workers=workers).items():
            if isinstance(problem, OSError) and workers is None:
                raise ClusterError(f"The worker {address} could not take the data: {problem.strerror or problem}.")

    def _asked(self, function: Any, *arguments: object, workers: list[str] | None = None) -> dict[str, object]:
        try:
            answers: dict[str, object] = self._client.run(function, *arguments, workers=workers, on_error="return")
        except OSError as problem:
            raise _lost() from problem
        return answers

    def _known_threads(self) -> dict[str, int]:
        try:
            return {str(address): int(number) for address, number in self._client.nthreads().items()}
        except (OSError, TimeoutError) as problem:
            raise _lost() from problem

    def _look_after_the_cluster(self) -> None:
        if self._client.status != "running":
            raise _lost()
        now = monotonic()
        if now - self._looked < SECONDS_BETWEEN_LOOKS:
            return
        self._looked = now
        self._threads = self._known_threads()
        if self._threads:
            self._last_seen = now
        elif now - self._last_seen > WAIT_FOR_WORKERS:
            raise ClusterError("All workers of the cluster are gone.", hint=FINISH_HERE)

    def _arrived(self, seconds: float) -> list[Any]:
        """Futures that are over, waited for a while; asking them costs less than Dask's own thread for telling us."""
        until = monotonic() + seconds
        while True:
            over = [future for future in self._under_way if future.status != "pending"]
            if over or monotonic() >= until:
                return over
            sleep(GLANCE)

    def _received(self, future: Any) -> list[FitResult]:
        trainings = self._under_way.pop(future, ())
        if future.status == "finished":
            return self._outcomes(future, trainings)
        if future.status == "error":
            self._understand(future.exception(), trainings)
        self._again.append(trainings)
        return []

    def _outcomes(self, future: Any, trainings: tuple[Training, ...]) -> list[FitResult]:
        try:
            found = future.result()
        except (OSError, TimeoutError, CancelledError):
            self._again.append(trainings)  # its worker was lost before it could tell
            return []
        if found == DATA_IS_MISSING:
            newcomers = [address for address in self._known_threads() if address not in self._threads]
            self._send_data(newcomers or None)
        if not isinstance(found, list) or len(found) < len(trainings):
            self._again.append(trainings)
            return []
        return [replace(outcome, rows=training.test) for outcome, training in zip(found, trainings, strict=True)]

    def _understand(self, problem: object, trainings: tuple[Training, ...]) -> None:
        """A lost worker is no reason to stop, unless it happens again and again."""
        if isinstance(problem, EvenfoldError):
            raise problem
        if not isinstance(problem, distributed.KilledWorker):
            raise ClusterError(f"A worker of the cluster failed: {problem}.", hint=FINISH_HERE)
        job = trainings[0].job
        self._losses[job] = self._losses.get(job, 0) + 1
        if self._losses[job] >= MOST_LOSSES:
            raise ClusterError("Workers of the cluster are lost again and again.", hint=FINISH_HERE)


def _connected(place: ClusterPlace, loop: Any) -> Any:
    """Knock first: a client of Dask that finds nobody would leave its thread behind."""
    be_quiet()
    security = security_of(place) or distributed.Security()
    loop.start()
    try:
        loop.run_sync(_knock, place.address, security)
        return distributed.Client(
            place.address, loop=loop.loop, security=security, timeout=CONNECT_SECONDS, set_as_default=False
        )
    except (OSError, TimeoutError, ValueError, TypeError) as problem:
        loop.stop()
        raise ClusterError(
            f"The cluster at {place.address} cannot be reached.",
            hint='See whether "evenfold scheduler" is running there, and whether both sides use the same TLS files.',
        ) from problem


async def _knock(address: str, security: Any) -> None:
    arguments = security.get_connection_args("client")
    line = await distributed.comm.connect(address, timeout=CONNECT_SECONDS, **arguments)
    await line.close()


def _lost() -> ClusterError:
    return ClusterError("The scheduler of the cluster is gone.", hint=FINISH_HERE)
