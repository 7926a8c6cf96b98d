"""Workers started while the steps are still filled in, so that the first fold comes soon after the lock."""

from PySide6.QtCore import QObject, QTimer

from core.application.prepare_run import ProcessWorker, count_default_workers, start_workers
from gui.settings import Settings

PATIENCE = 400  # milliseconds somebody must stay before anything is started


class WarmWorkers(QObject):
    """At most one set; a run takes it over, closing ends it."""

    def __init__(self, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._slots: list[ProcessWorker] = []
        self._made_for = self._wanted()
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(PATIENCE)
        self._later.timeout.connect(self._start)

    def prepare(self) -> None:
        """Start them soon, unless a cluster does the work or they are there already."""
        settings = self._settings
        if settings.start_early and not self._slots and not settings.cluster.address:
            self._later.start()

    def take(self) -> list[ProcessWorker]:
        """The workers for a run that begins now; none where the wishes have changed since."""
        self._later.stop()
        if self._made_for != self._wanted():
            self.end()
        taken, self._slots = self._slots, []
        return taken

    def end(self) -> None:
        self._later.stop()
        slots, self._slots = self._slots, []
        for slot in slots:
            slot.stop()

    def _wanted(self) -> tuple[int, int]:
        return self._settings.workers or count_default_workers(), self._settings.niceness

    def _start(self) -> None:
        self._made_for = workers, niceness = self._wanted()
        self._slots = start_workers(workers, niceness)
