"""Work after the folds that the plan or a plot asks for: done beside the window, kept in the study, stopped with it."""

import threading

from PySide6.QtCore import QObject, Signal

from core.application.explain_models import run_extra_work
from core.application.prepare_run import Options
from core.application.requested_work import list_requested_fits
from core.application.study_files import StudyFile
from core.domain.dataset import Dataset
from core.domain.evidence import FitResult, Run
from core.domain.findings import Findings
from core.domain.study import Study
from gui.strings import result as words


class ExtraWork(QObject):
    """Does what a plot needs for one model, by the key of its `offer`, or (no model) all that the plan asks for.

    `told` says how far it is. `is_automatic`: what the plan asks for begins by itself after the answer.
    """

    told = Signal(str)
    is_automatic = True

    def __init__(
        self,
        study: Study,
        data: Dataset,
        run: Run,
        findings: Findings,
        model: str,
        file: StudyFile | None,
        known: tuple[FitResult, ...],
        options: Options | None = None,
        offer: str = "",
    ) -> None:
        super().__init__()
        self._offer = offer
        self._study, self._data, self._run, self._findings, self._model = study, data, run, findings, model
        self._file, self._known, self._options = file, known, options or Options()
        self.stop = threading.Event()

    def run(self) -> tuple[FitResult, ...]:
        """Return all outcomes beside the folds, those known before too; what was done before a stop is kept."""
        file = None if self._file is None or self._file.read_only else self._file
        found = list(self._known if file is None else file.beside())
        facts = self._study, self._data, self._run, self._findings
        fits = list_requested_fits(*facts, tuple(found), self._model, self._offer)
        for event in run_extra_work(self._study, self._data, fits, self.stop, self._options, file, self._known):
            found += event.outcomes
            self.told.emit(words.COMPUTING.format(done=event.done, total=event.total))
        return tuple(found)
