"""The procedure on a thread of its own: one signal per batch of events, stop, pause, wait; the end always comes."""

import logging
import threading
import traceback
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from core.application.comparison_history import ComparisonRecorder
from core.application.local_run import run_from_local_copy
from core.application.prepare_run import Options
from core.application.study_files import StudyFile
from core.domain.dataset import Dataset
from core.domain.events import Ended, Event
from core.domain.evidence import Run
from core.domain.study import Study
from gui import strings
from gui.ledger import opened
from gui.settings import Settings
from gui.tasks import Task

LOG = logging.getLogger("evenfold")


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """What is to be carried out."""

    study: Study
    data: Dataset
    options: Options
    file: StudyFile | None = None


def options_from(settings: Settings, here: bool = False) -> Options:
    """How this person wants studies to be run; `here` is on this computer, even where a cluster is named."""
    options = Options(
        workers=settings.workers or None, niceness=settings.niceness, time_limit=settings.time_limit or None
    )
    place = settings.cluster
    return options if here or not place.address else replace(options, executor="dask", cluster=place)


def _make_recorder(order: Order) -> ComparisonRecorder | None:
    """None where nothing can be recorded: the study has no file, or one that can only be read."""
    file = order.file
    if file is None or file.read_only:
        return None
    return ComparisonRecorder(order.study, order.data, lambda study: opened(study, file.path.parent))


class Worker(Task[None]):
    """Worker processes train; this thread collects what they send, writes it to the study file and tells the window.

    The pool is opened and closed on this thread, never on the window's.
    """

    arrived = Signal(object)
    """A tuple of events; the engine gives at most twenty batches a second."""

    noted = Signal(str)
    """The run could not be counted in the ledger, in words; it goes on."""

    saved = Signal(str)
    """The study was brought to its place among the documents; if that did not work, why."""

    def __init__(self, order: Order, parent: QObject | None = None) -> None:
        super().__init__(self._carry_out, parent)
        self._order, self._pause = order, threading.Event()

    def _carry_out(self) -> None:
        order = self._order
        recorder, options = _make_recorder(order), replace(order.options, watched=True)
        try:
            for event in run_from_local_copy(
                order.study, order.data, self.stop, self._pause, options, order.file, self.saved.emit
            ):
                self._count_and_tell(recorder, event)
        except Exception as error:  # noqa: BLE001 - whatever happens, the window must hear that the run has ended
            LOG.error(traceback.format_exc())
            self._tell(Ended(Run((), complete=False), None, failure=strings.run.UNEXPECTED.format(error=error)))

    def _count_and_tell(self, recorder: ComparisonRecorder | None, event: Event) -> None:
        """Folds are shown before they are counted, the end is told when all is written."""
        if not isinstance(event, Ended):
            self._tell(event)
        notes = recorder.see(event) if recorder is not None else ()
        if notes:
            self.noted.emit(" ".join(notes))
        if isinstance(event, Ended):
            self._tell(event)

    def _tell(self, event: Event) -> None:
        self.arrived.emit((event,))

    def pause(self) -> None:
        """Trainings under way are finished, no new ones begin."""
        self._pause.set()

    def resume(self) -> None:
        self._pause.clear()

    @property
    def is_paused(self) -> bool:
        return self._pause.is_set()


class Leaving:
    """Workers nobody listens to any more; each is kept until its thread has ended."""

    def __init__(self) -> None:
        self._workers: set[Worker] = set()

    def let_go(self, worker: Worker) -> None:
        self._workers.add(worker)
        worker.finished.connect(partial(self._left, worker))
        if worker.isFinished():
            self._left(worker)

    def _left(self, worker: Worker) -> None:
        self._workers.discard(worker)
        worker.deleteLater()

    def wait(self) -> None:
        for worker in tuple(self._workers):
            worker.wait()
