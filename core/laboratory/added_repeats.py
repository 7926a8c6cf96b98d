"""Repeats added while exploring: kept as they come in the file of the study, beside its run and never part of it."""

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from core.domain.evidence import ADDED, MAIN, FitResult, Job, Run
from core.store.study_file import StudyFile
from core.support.errors import StoreError


class AddedRepeats:
    """Their outcomes by job; a file that cannot be written to does not take them away. Safe for several threads."""

    def __init__(self, file: StudyFile | None) -> None:
        self._file = file
        self._known: dict[Job, FitResult] | None = None
        self._guard = threading.Lock()
        self.trouble: StoreError | None = None

    @property
    def outcomes(self) -> tuple[FitResult, ...]:
        """Of all models; read from the file when first asked for."""
        with self._guard:
            return tuple(self._all().values())

    def _all(self) -> dict[Job, FitResult]:
        if self._known is None:
            stored = self._file.beside(ADDED) if self._file else ()
            self._known = {one.job._replace(part=MAIN): move_to_part(one, MAIN) for one in stored}
        return self._known

    def keep(self, outcomes: Sequence[FitResult]) -> None:
        with self._guard:
            self._all().update((outcome.job, outcome) for outcome in outcomes)
        if self._file is None or self.trouble is not None:
            return
        try:
            self._file.append_beside(move_to_part(outcome, ADDED) for outcome in outcomes)
        except StoreError as trouble:
            self.trouble = trouble

    def whole(self, run: Run, pair: Sequence[str]) -> tuple[FitResult, ...]:
        """Those of two models on repeats that the run does not have and that have all their folds."""
        main = [outcome.job for outcome in run.outcomes if outcome.job.part == MAIN and outcome.job.candidate in pair]
        there, folds = {job.repeat for job in main}, len({job.fold for job in main})
        more = [one for one in self.outcomes if one.job.candidate in pair and one.job.repeat not in there]
        done = Counter(outcome.job.repeat for outcome in more)
        return tuple(outcome for outcome in more if done[outcome.job.repeat] == folds * len(pair))


def move_to_part(outcome: FitResult, part: str) -> FitResult:
    """In a run they are repeats of the main part; in the file they lie beside it."""
    return replace(outcome, job=outcome.job._replace(part=part))
