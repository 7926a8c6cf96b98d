"""The page Run: the work under way, to be watched, paused, stopped and continued; no running verdict."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut

from core.domain.dataset import Dataset
from core.domain.events import Cause, Ended, Event, Extended, Progressed, Started
from core.domain.evidence import Run
from core.figures.live import Live, values_of
from core.schemes import count_splits
from core.wording.conclusion_text import word_conclusion
from core.wording.model_names import names_of
from gui import strings
from gui.notify import Notifier
from gui.results.live_view import LiveView
from gui.results.words import trouble_words
from gui.strings import honesty
from gui.widgets.parts import column
from gui.wizard.page import Page, Shell
from gui.wizard.pages.run_status import RunStatus
from gui.wizard.pages.stop_box import ask_to_stop
from gui.wizard.pages.ways_on import WaysOn
from gui.wizard.state import State
from gui.wizard.unlocking import unlock_study
from gui.wizard.words import progress_words, slower_words
from gui.worker import Leaving, Order, Worker

TICK = 125  # milliseconds; at most one plot is repainted per tick


class RunPage(Page):
    key = "run"
    title = strings.run.TITLE
    instruction = strings.run.INSTRUCTION

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._worker: Worker | None = None
        self._leaving = Leaving()
        self._shown: State | None = None
        self._live, self._known_troubles = Live(()), 0
        self._stopped_by_person = False
        self._failure = ""
        self.ways = WaysOn(shell, self.start)
        self._notifier = Notifier(self)
        self._timer = QTimer(self)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self._tick)
        self._build()

    def _build(self) -> None:
        self.status, self.view = RunStatus(), LiveView()
        layout = column(self.status, self.view, 0)
        layout.setStretch(1, 1000)  # what is below has room only while nothing is watched
        self.setLayout(layout)
        self._space = QShortcut(QKeySequence(Qt.Key.Key_Space), self)
        self._space.setContext(Qt.ShortcutContext.WindowShortcut)
        self._space.activated.connect(self.toggle_pause)
        self.changed.connect(lambda: self._space.setEnabled(self._is_running))  # else it is the focused button's key

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
        self.view.show()
        self.ways.forget()
        self._live = Live(tuple(candidate.key for candidate in study.candidates))
        self.status.show_study(count_splits(data, study.scheme, study.seed))
        if state.run is not None and state.findings is not None:
            self._live.add(values_of(state.findings.estimates, state.run, study.scheme.kind.value), state.run.outcomes)
            self.status.have(len(state.run.outcomes), len(state.run.outcomes))
            self._say(strings.run.FINISHED)
        self._show_counts()
        self.view.prepare(study, data, names_of(study, data), self._live)

    @property
    def _is_running(self) -> bool:
        return self._worker is not None

    # --- Running -----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        state = self.shell.state
        if state.data is None or state.findings is not None or self._is_running:
            return
        if state.read_only:
            self.status.show_kept(state.study, state.data, state.file)
            self.view.hide()  # bars that do not grow would look like a run that stands still
            return
        self._stopped_by_person, self._failure, self.ways.cause = False, "", Cause.OTHER
        self.status.begin()
        self._live, self._known_troubles = Live(tuple(candidate.key for candidate in state.study.candidates)), 0
        self.view.flashes = not self.shell.settings.reduce_motion
        self.view.prepare(state.study, state.data, names_of(state.study, state.data), self._live)
        self._say(strings.run.STARTING)
        self._worker = Worker(Order(state.study, state.data, self.ways.options(), state.file), self)
        self._worker.arrived.connect(partial(self._arrived, self._worker))
        self._worker.noted.connect(self.shell.announce)
        self._note(strings.run.LOG_BEGUN)
        self._worker.start()
        state.running = True
        self._timer.start()
        self.changed.emit()

    def _arrived(self, worker: Worker, events: tuple[Event, ...]) -> None:
        """What a worker that was given up still sends is not for us."""
        if worker is not self._worker:
            return
        for event in events:
            match event:
                case Started():
                    self.status.have(event.done, event.total)
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
        self.status.have(event.done, event.total, event.seconds_left)
        self.view.renew()
        self._show_where(event)
        self._say_progress()
        self._say_troubles()

    def _extended(self, event: Extended) -> None:
        """The sealed study has grown by the shuffles its plan allows."""
        state, scheme = self.shell.state, event.study.scheme
        if state is not self._shown or state.data is None:
            return
        added = scheme.repeats - state.study.scheme.repeats
        state.grow(event.study)
        self.status.grow(added, count_splits(state.data, scheme, event.study.seed))
        self.status.have(event.done, event.total)
        self._say(strings.run.EXTENDED.format(repeats=scheme.repeats, most=scheme.max_repeats))
        self.shell.announce(strings.run.ADDED.format(count=self.status.added))

    def _show_where(self, event: Progressed) -> None:
        if self._stopped_by_person or (self._worker is not None and self._worker.is_paused):
            return
        words = progress_words(self.shell.state.study, event, self.status.folds)
        if words:
            self._say(words)

    def _say_progress(self) -> None:
        percent = self.status.percent_to_say()
        if percent is not None and self.isVisible():
            self.shell.announce(strings.run.PROGRESS_SAID.format(percent=percent), shown=False)

    def _say_troubles(self) -> None:
        """A kind of failure or warning that was not met before is told once."""
        troubles = self._live.troubles
        if len(troubles) > self._known_troubles and self.isVisible():
            self.shell.announce(trouble_words(troubles[0], self._names, self._live.trainings), shown=False)
        self._known_troubles = len(troubles)

    def _show_counts(self) -> None:
        self.status.show_counts(self._live.folds, self._slower if self._is_running else None)

    def _say(self, text: str) -> None:
        """Where it is, in place of what stood there before."""
        self.status.where.setText(text)

    def _slower(self) -> str:
        return slower_words(*self._live.slowest, self._names)

    @property
    def _names(self) -> Mapping[str, str]:
        state = self.shell.state
        return {} if state.data is None else names_of(state.study, state.data)

    def _tick(self) -> None:
        if self.shell.state is not self._shown:
            self._give_up()
        elif self.isVisible():
            self.view.tick()
            if self.status.turns_long():
                self.changed.emit()

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
            self._note(strings.run.LOG_HELD_UP.format(reason=event.failure))
            self._say(self.ways.words(event.failure))
            self.shell.announce(event.failure)
        else:
            self._say(strings.run.STOPPED.format(**self._progress))
        self._show_counts()
        self._catch_up()
        self.changed.emit()

    def _finished(self, state: State, run: Run, event: Ended) -> None:
        """The verdict is shown where the person is watching; elsewhere it is announced."""
        state.run, state.findings = run, event.findings
        self._say(strings.run.FINISHED)
        self._show_counts()
        self._catch_up()
        headline = ""
        if event.findings is not None and state.data is not None:
            headline = word_conclusion(state.study, state.data, event.findings).headline.text
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
            self._leaving.let_go(worker)

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

    def toggle_pause(self) -> None:
        if self._worker is None:
            return
        if self._worker.is_paused:
            self._worker.resume()
            self._say(strings.run.STARTING)
        else:
            self._worker.pause()
            self._say(strings.run.PAUSED)
        self.changed.emit()

    @property
    def _progress(self) -> dict[str, int]:
        return {"folds": self._live.folds, "count": self.status.folds}

    def ask_to_stop(self) -> None:
        if self._worker is not None:
            ask_to_stop(self, self._is_seen, self._progress, self.stop)

    def stop(self) -> None:
        """Everything finished is kept in the study file, and that test folds were seen is written there."""
        if self._worker is None:
            return
        self._stopped_by_person = True
        self._say(strings.run.STOPPING)
        self._worker.stop()
        stopped = strings.run.LOG_STOPPED if self._is_seen else strings.run.LOG_STOPPED_UNSEEN
        self._note(stopped.format(**self._progress))

    def to_background(self) -> None:
        """The window gets out of the way; the verdict is told when it is there."""
        self.shell.announce(strings.run.BACKGROUND_SAID)
        self.window().showMinimized()

    def _note(self, line: str) -> None:
        if self._shown is not None:
            self._shown.note(line)

    def forget(self) -> None:
        if self._is_running:
            self._note(strings.run.LOG_CLOSED)
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
        if self.shell.state.read_only:
            return (strings.run.OPEN_AGAIN,)
        return () if self._is_running else (strings.run.CONTINUE,)

    def act(self) -> None:
        if self.shell.state.findings is not None:
            self.shell.go("verdict")
        elif self.shell.state.read_only:
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
        is_watched_long = self.status.is_long and not self._worker.is_paused
        away = ((strings.run.BACKGROUND, self.to_background),) if is_watched_long else ()
        return ((pause, self.toggle_pause), (strings.run.STOP, self.ask_to_stop), *away)

    def close_down(self) -> None:
        self._notifier.end()
        self.forget()
        self._leaving.wait()
