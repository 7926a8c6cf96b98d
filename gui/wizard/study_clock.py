"""How long the study will take, measured in the background while the person looks at models, plan or review."""

import threading
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from core.application.fill_plan import estimate_model_seconds, estimate_seconds
from core.application.prepare_run import time_candidates
from core.domain.dataset import Dataset
from core.domain.forecast import FitTiming
from core.domain.study import Study
from core.support.errors import StudyError
from core.wording.model_names import name_models
from gui import strings
from gui.settings import Settings
from gui.tasks import Background
from gui.wizard.state import State
from gui.worker import options_from

PATIENCE = 1500  # milliseconds a person must stay before anything is trained


class Holder(Protocol):
    """Where the study is."""

    @property
    def state(self) -> State: ...

    @property
    def settings(self) -> Settings: ...


class StudyClock(QObject):
    """Trains each model once, without scoring; models measured before are not measured again.

    `told` is sent when something new is known.
    """

    told = Signal()

    def __init__(self, shell: Holder, parent: QObject) -> None:
        super().__init__(parent)
        self._shell = shell
        self._background = Background(self)
        self._stop = threading.Event()
        self._known: tuple[Study, tuple[FitTiming, ...]] | None = None
        self.is_measuring, self.error = False, ""
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.measure)

    def start(self) -> None:
        """Measure soon, unless these models were measured already."""
        if self.timings is None:
            self._later.start(PATIENCE)

    def stop(self) -> None:
        self._later.stop()
        self._stop.set()
        self.is_measuring = False

    def close_down(self) -> None:
        self.stop()
        self._background.wait()

    # --- What is known -----------------------------------------------------------------------------------------------

    @property
    def timings(self) -> tuple[FitTiming, ...] | None:
        """One timed training run of each model of the study as it is now; None while that is not known."""
        if self._known is None or not same_work(self._known[0], self._shell.state.study):
            return None
        return self._known[1]

    def seconds(self) -> float | None:
        """About how long the whole study takes; None while unknown or where the plan cannot be carried out."""
        state, timings = self._shell.state, self.timings
        if state.data is None or timings is None or any(timing.message for timing in timings):
            return None
        try:
            return estimate_seconds(state.study, state.data, timings, self._workers)
        except StudyError:  # more folds than rows or groups, say: the page itself tells what to change
            return None

    def by_model(self) -> dict[str, float]:
        """The same for each model that was measured, also while others are not."""
        state, known = self._shell.state, self._known
        if state.data is None or known is None or known[0].source != state.study.source:
            return {}
        kept = {candidate.key: candidate for candidate in state.study.candidates}
        before = {candidate.key: candidate for candidate in known[0].candidates}
        timings = [timing for timing in known[1] if kept.get(timing.candidate) == before.get(timing.candidate)]
        try:
            return estimate_model_seconds(state.study, state.data, timings, self._workers)
        except StudyError:
            return {}

    def trouble(self) -> str:
        """Which model could not be trained, and why."""
        return self.error or trouble_words(self._shell.state.study, self.timings or ())

    @property
    def _workers(self) -> int | None:
        return self._shell.settings.workers or None

    # --- Measuring ---------------------------------------------------------------------------------------------------

    def measure(self) -> None:
        state, settings = self._shell.state, self._shell.settings
        if state.data is None or state.locked or self.timings is not None:
            return
        self._stop = stop = threading.Event()
        self.is_measuring, self.error = True, ""
        self.told.emit()
        study, data = state.study, state.data
        self._background.start(lambda: _measure(study, data, settings, stop), self._measured, self._failed)

    def _measured(self, found: tuple[Study, tuple[FitTiming, ...]]) -> None:
        if self._stop.is_set():
            return
        self.is_measuring = False
        self._known = found
        self.told.emit()

    def _failed(self, error: Exception) -> None:
        self.is_measuring, self.error = False, str(error)
        self.told.emit()


def _measure(
    study: Study, data: Dataset, settings: Settings, stop: threading.Event
) -> tuple[Study, tuple[FitTiming, ...]]:
    return study, tuple(time_candidates(study, data, options_from(settings, here=True), stop))


def same_work(first: Study, second: Study) -> bool:
    """Whether one training run of each model of two studies takes the same time: same models, rows and tuning."""
    parts = ("source", "columns", "candidates", "tuning", "final_test")
    return all(getattr(first, part) == getattr(second, part) for part in parts)


def trouble_words(study: Study, timings: tuple[FitTiming, ...]) -> str:
    failed = next((timing for timing in timings if timing.message), None)
    if failed is None:
        return ""
    name = name_models(study)[failed.candidate]
    return strings.review.TIME_UNKNOWN.format(title=name[:1].upper() + name[1:], message=failed.message)
