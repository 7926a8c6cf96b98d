"""How long the study will take, measured in the background while the person reads the review."""

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from core.algorithms import find_algorithm
from core.domain.dataset import Dataset
from core.domain.study import Study
from core.engine.time_probe import FitTiming, estimate_study_seconds, time_candidates
from gui import strings
from gui.background import Background
from gui.wizard.page import Shell
from gui.wizard.words import duration
from gui.worker import options_from

PATIENCE = 1500  # milliseconds a person must stay before anything is trained


class Clock(QObject):
    """Trains each candidate once, without scoring; a study measured before is not measured again."""

    def __init__(self, shell: Shell, tell: Callable[[str], None]) -> None:
        super().__init__()
        self._shell, self._tell = shell, tell
        self._background = Background(self)
        self._stop = threading.Event()
        self._known: tuple[Study, tuple[FitTiming, ...]] | None = None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(PATIENCE)
        self._later.timeout.connect(self._measure)

    def start(self) -> None:
        study = self._shell.state.study
        if self._known is not None and same_work(self._known[0], study):
            self._say(self._known[1])
        else:
            self._later.start()

    def stop(self) -> None:
        self._later.stop()
        self._stop.set()

    def close_down(self) -> None:
        self.stop()
        self._background.wait()

    def _measure(self) -> None:
        state, settings = self._shell.state, self._shell.settings
        if state.data is None or state.locked:
            return
        self._tell(strings.review.TIME_MEASURING)
        self._stop = stop = threading.Event()
        study, data = state.study, state.data
        options = options_from(settings, here=True)
        self._background.start(
            lambda: (study, tuple(time_candidates(study, data, options, stop))),
            self._measured,
            lambda error: self._tell(str(error)),
        )

    def _measured(self, found: tuple[Study, tuple[FitTiming, ...]]) -> None:
        study, timings = found
        if self._stop.is_set():
            return
        self._known = found
        if same_work(study, self._shell.state.study):
            self._say(timings)

    def _say(self, timings: tuple[FitTiming, ...]) -> None:
        data = self._shell.state.data
        if data is not None:
            self._tell(time_words(self._shell.state.study, data, timings, self._shell.settings.workers or None))


def same_work(first: Study, second: Study) -> bool:
    """Whether two studies train the same things on the same rows."""
    parts = ("source", "columns", "candidates", "scheme", "tuning", "vault")
    return all(getattr(first, part) == getattr(second, part) for part in parts)


def time_words(study: Study, data: Dataset, timings: tuple[FitTiming, ...], workers: int | None) -> str:
    failed = next((timing for timing in timings if timing.message), None)
    if failed is not None:
        title = find_algorithm(study.candidate(failed.candidate).algorithm).title
        return strings.review.TIME_UNKNOWN.format(title=title, message=failed.message)
    seconds = estimate_study_seconds(study, data, timings, workers)
    return strings.review.TIME_MEASURED.format(duration=duration(seconds))
