"""The page Run: the work under way, to be watched, paused, stopped and continued; no running verdict."""

from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMessageBox, QProgressBar

from core.domain.dataset import Dataset
from core.domain.events import Cause, Ended, Event, Extended, Progressed, Started
from core.domain.evidence import HALVES, Run
from core.engine.run import Options
from core.figures.live import Live, latest_fold, values_of
from core.judge.names import names_of
from core.schemes import count
from gui import strings
from gui.notify import Notifier
from gui.results.live_view import LiveView
from gui.results.time_left import TimeLeft
from gui.results.words import trouble_words
from gui.strings import honesty
from gui.widgets.parts import Card, column, label, plain
from gui.wizard.page import Page, Shell
from gui.wizard.pages.ways_on import WaysOn
from gui.wizard.state import State
from gui.wizard.unlocking import unlock_study
from gui.wizard.words import where_words
from gui.worker import Order, Worker

WORTH_TELLING = 1.0  # seconds of a training
TICK = 125  # milliseconds; at most one plot is repainted per tick
SAID_AT = (0, 25, 50, 75, 100)
NOTHING_SAID = -1


class RunPage(Page):
    key = "run"
    title = strings.run.TITLE
    instruction = strings.run.INSTRUCTION

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._worker: Worker | None = None
        self._leaving: set[Worker] = set()
        self._shown: State | None = None
        self._live, self._folds = Live(()), 0
        self._done = self._total = self._added = 0
        self._seconds_left: float | None = None
        self._time_left, self._said, self._known_troubles = TimeLeft(), NOTHING_SAID, 0
        self._stopped_by_person = False
        self._failure = ""
        self.ways = WaysOn(shell, self.start)
        self._notifier = Notifier(self)
        self._timer = QTimer(self)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self._tick)
        self._build()

    def _build(self) -> None:
        self.where, self.counts = label("", "", "runWhere"), plain("", "secondary", "runCounts")
        self.bar = QProgressBar()
        self.bar.setObjectName("runBar")
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(strings.run.PROGRESS)
        self.view = LiveView()
        status = Card("", "runStatus").add(self.where, self.counts, self.bar)
        status.body.setSpacing(5)
        layout = column(status, self.view)
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self._space = QShortcut(QKeySequence(Qt.Key.Key_Space), self)
        self._space.setContext(Qt.ShortcutContext.WindowShortcut)
        self._space.activated.connect(self.toggle_pause)
        self.changed.connect(self._give_space)

    # --- Entering ----------------------------------------------------------------------------------------------------

    def ahead(self, state: State) -> Iterator[None]:
        if state is not self._shown and state.data is not None:
            yield from self.view.prepared(state.study, state.data, names_of(state.study, state.data))

    def enter(self, state: State) -> None:
        """A locked study without a verdict runs as soon as it is shown, unless the person stopped it."""
        if state is not self._shown and state.data is not None:
            self._show_study(state, state.data)
        self.explained.emit(strings.run.TITLE, strings.run.WHY, strings.run.WHY_REASON, strings.run.SOURCE)
        if state.findings is None and not self._is_running and not self._stopped_by_person and not self._failure:
            self.start()

    def _show_study(self, state: State, data: Dataset) -> None:
        """Everything of this study that is known already."""
        study = state.study
        self._give_up()
        self._shown, self._stopped_by_person, self._failure = state, False, ""
        self.ways.forget()
        self._live = Live(tuple(candidate.key for candidate in study.candidates))
        self._folds = count(data, study.scheme, study.seed)
        self._done = self._total = self._added = 0
        self._said = NOTHING_SAID
        if state.run is not None and state.findings is not None:
            self._live.add(values_of(state.findings.estimates, state.run, study.scheme.kind.value), state.run.outcomes)
            self._done = self._total = len(state.run.outcomes)
            self.where.setText(strings.run.FINISHED)
        self._show_counts()
        self.view.prepare(study, data, names_of(study, data), self._live)

    @property
    def _is_running(self) -> bool:
        return self._worker is not None

    @property
    def _is_read_only(self) -> bool:
        file = self.shell.state.file
        return file is not None and file.read_only

    # --- Running -----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        state = self.shell.state
        if state.data is None or state.findings is not None or self._is_running:
            return
        if self._is_read_only:
            self.where.setText(strings.run.READ_ONLY)
            return
        self._stopped_by_person, self._failure, self.ways.cause = False, "", Cause.OTHER
        self._seconds_left, self._time_left = None, TimeLeft()
        self._live, self._known_troubles = Live(tuple(candidate.key for candidate in state.study.candidates)), 0
        self.view.flashes = not self.shell.settings.reduce_motion
        self.view.prepare(state.study, state.data, names_of(state.study, state.data), self._live)
        self.where.setText(strings.run.STARTING)
        self._worker = Worker(Order(state.study, state.data, self._options(), state.file), self)
        self._worker.arrived.connect(partial(self._arrived, self._worker))
        self._worker.noted.connect(self.shell.announce)
        self._worker.start()
        state.running = True
        self._timer.start()
        self.changed.emit()

    def _options(self) -> Options:
        return self.ways.options()

    def _arrived(self, worker: Worker, events: tuple[Event, ...]) -> None:
        """What a worker that was given up still sends is not for us."""
        if worker is not self._worker:
            return
        for event in events:
            match event:
                case Started():
                    self._done, self._total = event.done, event.total
                case Progressed():
                    self._progressed(event)
                case Extended():
                    self._extended(event)
                case Ended():
                    self._ended(event)
        if self._is_running:
            self._show_counts()

    def _progressed(self, event: Progressed) -> None:
        self._live.add(event.values, event.outcomes)
        self._done, self._total, self._seconds_left = event.done, event.total, event.seconds_left
        self.view.renew()
        self._show_where(event)
        self._say_progress()
        self._say_troubles()

    def _extended(self, event: Extended) -> None:
        """The sealed study has grown by the shuffles its plan allows."""
        state, scheme = self.shell.state, event.study.scheme
        if state is not self._shown or state.data is None:
            return
        self._added += scheme.repeats - state.study.scheme.repeats
        state.grow(event.study)
        self._folds = count(state.data, scheme, event.study.seed)
        self._done, self._total, self._said = event.done, event.total, NOTHING_SAID
        self.where.setText(strings.run.EXTENDED.format(repeats=scheme.repeats, most=scheme.max_repeats))
        self.shell.announce(strings.run.ADDED.format(count=self._added))

    def _show_where(self, event: Progressed) -> None:
        study, job = self.shell.state.study, latest_fold(event.outcomes)
        if self._stopped_by_person or (self._worker is not None and self._worker.is_paused):
            return
        if event.done >= event.total:
            self.where.setText(strings.run.JUDGING)
        elif job is not None:
            self.where.setText(where_words(study, job.repeat, job.fold, self._folds))
        elif any(outcome.job.part == HALVES for outcome in event.outcomes):
            self.where.setText(strings.run.HALVES)

    def _say_progress(self) -> None:
        percent = 100 * self._done // max(1, self._total)
        passed = [mark for mark in SAID_AT if self._said < mark <= percent]
        if passed and self.isVisible():
            self.shell.announce(strings.run.PROGRESS_SAID.format(percent=passed[-1]), shown=False)
        self._said = max([self._said, *passed])

    def _say_troubles(self) -> None:
        """A kind of failure or warning that was not met before is told once."""
        troubles, state = self._live.troubles, self.shell.state
        if len(troubles) > self._known_troubles and state.data is not None and self.isVisible():
            words = trouble_words(troubles[0], names_of(state.study, state.data), self._live.trainings)
            self.shell.announce(words, shown=False)
        self._known_troubles = len(troubles)

    def _show_counts(self) -> None:
        self.bar.setMaximum(max(1, self._total))
        self.bar.setValue(self._done)
        counts = strings.run.COUNTS.format(
            folds=self._live.folds, count=self._folds, done=self._done, total=self._total
        )
        if not self._total:
            counts = ""  # nothing is known yet
        left = self._time_left.words(self._seconds_left, monotonic(), self._slower) if self._is_running else ""
        added = strings.run.ADDED.format(count=self._added) if self._added else ""
        self.counts.setText(" · ".join(part for part in (counts, left, added) if part))

    def _slower(self) -> str:
        """Whose trainings take so long, where it is worth telling."""
        key, seconds = self._live.slowest
        state = self.shell.state
        if seconds < WORTH_TELLING or state.data is None:
            return strings.run.SLOWER
        return strings.run.SLOWER_WHO.format(who=names_of(state.study, state.data)[key], seconds=seconds)

    def _tick(self) -> None:
        if self.shell.state is not self._shown:
            self._give_up()
        elif self.isVisible():
            self.view.tick()

    def _ended(self, event: Ended) -> None:
        self._dismiss()
        state = self.shell.state
        if state is not self._shown:
            return
        if event.findings is not None:
            self._finished(state, event.run, event)
            return
        self._failure, self.ways.cause = event.failure, event.cause
        if event.failure:
            self.where.setText(self.ways.words(event.failure))
            self.shell.announce(event.failure)
        else:
            self.where.setText(strings.run.STOPPED.format(folds=self._live.folds, count=self._folds))
        self._show_counts()
        self._catch_up()
        self.changed.emit()

    def _finished(self, state: State, run: Run, event: Ended) -> None:
        """The verdict is shown where the person is watching; elsewhere it is announced."""
        state.run, state.findings = run, event.findings
        self.where.setText(strings.run.FINISHED)
        self._show_counts()
        self._catch_up()
        headline = event.findings.verdict.headline if event.findings else ""
        told, is_watched = f"{strings.run.VERDICT_READY} {headline}", self.isVisible()
        if is_watched:
            self.shell.bring("verdict", partial(self.shell.announce, told, shown=False))
        else:
            self.changed.emit()
            self.shell.announce(told)
        self._notifier.tell(self.window(), f"{state.study.title}: {strings.run.VERDICT_READY}", headline)

    def _catch_up(self) -> None:
        self.view.renew()
        while self.view.is_behind:
            self.view.tick()

    def _dismiss(self) -> None:
        """Nothing of this worker is listened to any more; its thread ends when it is ready."""
        worker, self._worker = self._worker, None
        if self._shown is not None:
            self._shown.running = False
        self._timer.stop()
        if worker is not None:
            self._leaving.add(worker)
            worker.finished.connect(partial(self._left, worker))
            if worker.isFinished():
                self._left(worker)

    def _left(self, worker: Worker) -> None:
        self._leaving.discard(worker)
        worker.deleteLater()

    # --- Pause, stop, continue ---------------------------------------------------------------------------------------

    @property
    def folds_seen(self) -> int:
        """Test folds that every candidate has been through."""
        return self._live.folds

    @property
    def _is_seen(self) -> bool:
        """Whether the ledger counts this run."""
        file = self.shell.state.file
        return self._live.folds > 0 if file is None else file.is_seen

    def _give_space(self) -> None:
        """Without a run the key belongs to the button that has the focus."""
        self._space.setEnabled(self._worker is not None)

    def toggle_pause(self) -> None:
        if self._worker is None:
            return
        if self._worker.is_paused:
            self._worker.resume()
            self.where.setText(strings.run.STARTING)
        else:
            self._worker.pause()
            self.where.setText(strings.run.PAUSED)
        self.changed.emit()

    def ask_to_stop(self) -> None:
        if self._worker is None:
            return
        text, is_seen = strings.run.STOP_UNSEEN, self._is_seen
        if is_seen:
            seen = strings.run.STOP_SEEN if self._live.folds else strings.run.STOP_BEGUN
            text = seen.format(folds=self._live.folds, count=self._folds)
        box = QMessageBox(QMessageBox.Icon.Question, strings.run.STOP_TITLE, strings.run.STOP_TITLE, parent=self)
        box.setObjectName("stopBox")
        box.setInformativeText(text)
        keep = box.addButton(strings.run.KEEP_RUNNING, QMessageBox.ButtonRole.RejectRole)
        stop_text = strings.run.STOP_AND_COUNT if is_seen else strings.run.STOP_PLAIN
        box.addButton(stop_text, QMessageBox.ButtonRole.AcceptRole).setObjectName("stopIt")
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        box.accepted.connect(self.stop)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def stop(self) -> None:
        """Everything finished is kept in the study file, and that test folds were seen is written there."""
        if self._worker is None:
            return
        self._stopped_by_person = True
        self.where.setText(strings.run.STOPPING)
        self._worker.stop()
        file = self.shell.state.file
        if self._is_seen and file is not None:
            file.log(strings.run.LOG_STOPPED.format(folds=self._live.folds, count=self._folds))

    def to_background(self) -> None:
        """The window gets out of the way; the verdict is told when it is there."""
        self.shell.announce(strings.run.BACKGROUND_SAID)
        self.window().showMinimized()

    def forget(self) -> None:
        self._give_up()

    def _give_up(self) -> None:
        """The study is no longer shown, or the window closes; the pool is closed on the worker's thread."""
        if self._worker is not None:
            self._worker.stop()
        self._dismiss()

    # --- What the frame asks for -------------------------------------------------------------------------------------

    def primary(self) -> tuple[str, ...]:
        if self.shell.state.findings is not None:
            return (strings.run.SEE_VERDICT,)
        if self._is_read_only:
            return (strings.run.OPEN_AGAIN,)
        return () if self._is_running else (strings.run.CONTINUE,)

    def act(self) -> None:
        if self.shell.state.findings is not None:
            self.shell.go("verdict")
        elif self._is_read_only:
            self._open_again()
        else:
            self.start()

    def _open_again(self) -> None:
        """It may have been closed in the other window."""
        file = self.shell.state.file
        if file is not None:
            self.shell.start_new()
            self.shell.open_path(file.path)

    def secondary(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        if self._worker is None:
            unlock = ((honesty.UNLOCK, partial(unlock_study, self.shell)),) if self.shell.state.can_unlock else ()
            return (*self.ways.offered(), *unlock)
        pause = strings.run.RESUME if self._worker.is_paused else strings.run.PAUSE
        away = (strings.run.BACKGROUND, self.to_background)
        return ((pause, self.toggle_pause), (strings.run.STOP, self.ask_to_stop), away)

    def close_down(self) -> None:
        self._notifier.end()
        self._give_up()
        for worker in tuple(self._leaving):
            worker.wait()
