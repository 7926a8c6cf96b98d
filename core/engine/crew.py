"""What one worker of a cluster keeps: the data of each run in a folder, and killable processes that train on it."""

import pickle
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any

from core.domain.evidence import FitResult
from core.engine.bench import Training, write_bench
from core.engine.cluster_place import distributed
from core.engine.pool import Conditions, Processes
from core.engine.scratch import own_folder
from core.engine.slot import Slot
from core.engine.versions import difference, versions
from core.engine.worker import NO_ROWS
from core.support.errors import ClusterError

CREW = "evenfold_crew"  # name of the attribute of a Dask worker
IDLE_SECONDS = 600.0
TICK = 0.05
DATA_IS_MISSING = "data is missing"

IsWanted = Callable[[], bool]


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """A batch of trainings of a run, and under which conditions they are to be done; `run` names its data."""

    run: str
    trainings: tuple[Training, ...]
    conditions: Conditions
    versions: Mapping[str, str]


class Room:
    """The data of one run and the processes that are used to it; whoever is at work has taken one out."""

    def __init__(self, content: bytes) -> None:
        self.folder = own_folder()
        self.is_open = True
        self.busy = 0
        self.used = monotonic()
        self.idle: list[Processes] = []
        self._study, data, library = pickle.loads(content)  # whoever may connect may run code anyway: see the help
        write_bench(Path(self.folder.name), self._study, data, library)
        self._without_rows = replace(data, inputs=data.inputs[:0].copy())

    def taken(self, conditions: Conditions) -> Processes:
        if self.idle:
            return self.idle.pop()
        slots = [Slot(conditions.niceness)]
        return Processes(self._study, self._without_rows, conditions, slots, Path(self.folder.name))

    def close(self) -> None:
        self.is_open = False
        for hands in self.idle:
            hands.close()
        self.idle.clear()
        self.folder.cleanup()


class Crew:
    """Runs by name; several programs may use one worker at the same time."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._guard = threading.Lock()

    def receive(self, run: str, content: bytes) -> None:
        """The data of a run, which comes once."""
        with self._guard:
            if run not in self._rooms:
                self._rooms[run] = Room(content)

    def answer(self, order: Order, is_wanted: IsWanted) -> list[FitResult] | str:
        """Train; what is no longer wanted ends at once, whatever it is doing."""
        with self._guard:
            room = self._rooms.get(order.run)
            if room is None:
                return DATA_IS_MISSING
            room.busy += 1
            hands = room.taken(order.conditions)
        try:
            found = _done(hands, order.trainings, lambda: room.is_open and is_wanted())
        finally:
            self._give_back(room, hands)
        return [replace(outcome, rows=NO_ROWS) for outcome in found]

    def dismiss(self, run: str) -> None:
        with self._guard:
            room = self._rooms.pop(run, None)
            if room is not None:
                room.close()

    def tidy(self) -> None:
        """Runs whose program was killed are forgotten after a while."""
        late = monotonic() - IDLE_SECONDS
        for run in [name for name, room in list(self._rooms.items()) if not room.busy and room.used < late]:
            self.dismiss(run)

    def close(self) -> None:
        for run in list(self._rooms):
            self.dismiss(run)

    def _give_back(self, room: Room, hands: Processes) -> None:
        with self._guard:
            room.busy -= 1
            room.used = monotonic()
            if hands.is_busy() or not room.is_open:
                hands.close()
            else:
                room.idle.append(hands)


def _done(hands: Processes, trainings: tuple[Training, ...], is_wanted: IsWanted) -> list[FitResult]:
    """In the order of the trainings; less than all of them only when they are no longer wanted."""
    hands.submit(trainings)
    found = {}
    while hands.is_busy() and is_wanted():
        for outcome in hands.collect(TICK):
            found[outcome.job] = outcome
    return [found[training.job] for training in trainings if training.job in found]


# --- what a program asks a worker of Dask to do ---


def introduce(dask_worker: Any) -> Mapping[str, str]:
    """Our versions, or nothing when this worker was not started by Evenfold."""
    return versions() if hasattr(dask_worker, CREW) else {}


def receive(run: str, content: bytes, dask_worker: Any) -> None:
    getattr(dask_worker, CREW).receive(run, content)


def dismiss(run: str, dask_worker: Any) -> None:
    with suppress(AttributeError):  # not one of ours
        getattr(dask_worker, CREW).dismiss(run)


def answer(order: Order) -> list[FitResult] | str:
    """A task of Dask; a worker that came later is looked at here."""
    worker = distributed.get_worker()
    refuse_strangers({worker.address: introduce(worker)}, order.versions)
    key = worker.get_current_task()
    crew: Crew = getattr(worker, CREW)
    return crew.answer(order, lambda: _is_wanted(worker, key))


def _is_wanted(worker: Any, key: str) -> bool:
    task = worker.state.tasks.get(key)
    return task is not None and task.state not in ("cancelled", "released", "forgotten")


def refuse_strangers(found: Mapping[str, object], ours: Mapping[str, str]) -> None:
    """Results are the same bit for bit only where versions are; so others are refused."""
    for address, theirs in found.items():
        if not isinstance(theirs, Mapping) or not theirs:
            raise ClusterError(
                f"The worker {address} was not started by Evenfold.", hint='Start workers with "evenfold worker".'
            )
        if words := difference(ours, theirs):
            raise ClusterError(
                f"The worker {address} has {words}, so its numbers could differ.",
                hint="Use the same installation on every computer of the cluster.",
            )
