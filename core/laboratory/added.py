"""Shuffles added while exploring: kept as they come in the file of the study, beside its run and never part of it."""

import threading
from collections import Counter
from collections.abc import Sequence

from core.domain.evidence import MAIN, FitResult, Job, Run
from core.store.study_file import StudyFile
from core.support.errors import StoreError


class Added:
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
            self._known = {outcome.job: outcome for outcome in (self._file.added() if self._file else ())}
        return self._known

    def keep(self, outcomes: Sequence[FitResult]) -> None:
        with self._guard:
            self._all().update((outcome.job, outcome) for outcome in outcomes)
        if self._file is None or self.trouble is not None:
            return
        try:
            self._file.append_added(outcomes)
        except StoreError as trouble:
            self.trouble = trouble

    def whole(self, run: Run, pair: Sequence[str]) -> tuple[FitResult, ...]:
        """Those of two models on shuffles that the run does not have and that have all their folds."""
        main = [outcome.job for outcome in run.outcomes if outcome.job.part == MAIN and outcome.job.candidate in pair]
        there, folds = {job.repeat for job in main}, len({job.fold for job in main})
        more = [one for one in self.outcomes if one.job.candidate in pair and one.job.repeat not in there]
        done = Counter(outcome.job.repeat for outcome in more)
        return tuple(outcome for outcome in more if done[outcome.job.repeat] == folds * len(pair))
