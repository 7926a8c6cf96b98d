"""The card on top of Run: where it is, how much is done, how long it may still take."""

from collections.abc import Callable
from time import monotonic

from PySide6.QtWidgets import QProgressBar, QSizePolicy

from core.domain.dataset import Dataset
from core.domain.study import Study
from core.engine.plan import count_jobs
from core.store.study_file import StudyFile
from gui import strings
from gui.results.time_left import TimeLeft
from gui.widgets.parts import Card, label, plain
from gui.wizard.known import folds_of

LONG = 120.0  # seconds; whom a run keeps longer is offered to be told when it has ended
SOUND = 0.1  # of all trainings must be done before an estimate of the rest is relied on
ROUGHLY = 0.25  # of an earlier estimate are taken for sure
SAID_AT = (0, 25, 50, 75, 100)
NOTHING_SAID = -1


class RunStatus(Card):
    """Counts trainings and test folds; `is_long` once the whole run takes longer than anybody sits and watches."""

    def __init__(self) -> None:
        super().__init__("", "runStatus")
        self.where, self.counts = label("", "", "runWhere"), plain("", "secondary", "runCounts")
        self.bar = QProgressBar()
        self.bar.setObjectName("runBar")
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(strings.run.PROGRESS)
        self.add(self.where, self.counts, self.bar)
        self.body.setSpacing(5)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.show_study(0)

    def show_study(self, folds: int) -> None:
        """Another study, with so many test folds."""
        self.folds = folds
        self.done = self.total = self.added = 0
        self._said = NOTHING_SAID
        self.begin()

    def begin(self) -> None:
        """The run begins, or goes on: how long it takes is estimated anew."""
        self._left: float | None = None
        self._time_left, self._began, self.is_long = TimeLeft(), monotonic(), False

    def have(self, done: int, count_jobs: int, left: float | None = None) -> None:
        """So many of all trainings are done; the others may take so many seconds."""
        self.done, self.total, self._left = done, count_jobs, left

    def grow(self, shuffles: int, folds: int) -> None:
        """So many shuffles were added; what was said of progress holds no more."""
        self.added += shuffles
        self.folds, self._said = folds, NOTHING_SAID

    def turns_long(self) -> bool:
        """True at the moment it becomes clear that the whole run takes long; first estimates are too rough for that."""
        left = (self._left or 0.0) * (1.0 if self.done >= SOUND * self.total else ROUGHLY)
        before, self.is_long = self.is_long, self.is_long or monotonic() - self._began + left > LONG
        return self.is_long and not before

    def show_kept(self, study: Study, data: Dataset, file: StudyFile | None) -> None:
        """How far a study was that another window goes on with, when it was opened here."""
        done = file.done() if file is not None else set()
        self.where.setText(strings.run.READ_ONLY)
        self.have(len(done), count_jobs(study, data))
        self.show_counts(folds_of(study, done), None)

    def percent_to_say(self) -> int | None:
        """A quarter, a half, … that was passed since the last time."""
        percent = 100 * self.done // max(1, self.total)
        passed = [mark for mark in SAID_AT if self._said < mark <= percent]
        self._said = max([self._said, *passed])
        return passed[-1] if passed else None

    def show_counts(self, seen: int, slower: Callable[[], str] | None) -> None:
        """With so many test folds seen; `slower` says whose trainings take long, None while nothing runs."""
        self.bar.setMaximum(max(1, self.total))
        self.bar.setValue(self.done)
        counts = strings.run.COUNTS.format(folds=seen, count=self.folds, done=self.done, total=self.total)
        left = self._time_left.words(self._left, monotonic(), slower) if slower else ""
        added = strings.run.ADDED.format(count=self.added) if self.added else ""
        known = counts if self.total else ""
        self.counts.setText(" · ".join(part for part in (known, left, added) if part))
