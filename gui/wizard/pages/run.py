"""The page Run: the work under way, to be watched, paused, stopped and continued; no answer before the end."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout

from core.application.local_run import save_now
from core.application.prepare_run import count_jobs
from core.application.run_stages import list_run_stages
from core.application.study_files import StudyFile
from core.domain.dataset import Dataset
from core.domain.events import Cause, Ended, Event, Extended, Progressed, Started
from core.domain.evidence import Run
from core.domain.log_entry import LogEntry, LogKind
from core.figures.live import Live, values_of
from core.wording.conclusion_text import word_conclusion
from core.wording.model_names import names_of
from gui import strings
from gui.notify import Notifier
from gui.results.live_view import LiveView
from gui.results.words import trouble_words
from gui.tasks import Background
from gui.wizard.bars import ATTENTION, Action, FooterLine
from gui.wizard.known import folds_of
from gui.wizard.page import Page, Shell
from gui.wizard.pages.run_progress import ProgressCard
from gui.wizard.pages.stop_box import ask_to_stop
from gui.wizard.pages.ways_on import WaysOn
from gui.wizard.state import State
from gui.wizard.words import progress_words, slower_words
from gui.worker import Leaving, Order, Worker

TICK = 125  # milliseconds; at most one plot is repainted per tick, so each of two is repainted four times a second
TICKS_TO_TELL = 8  # once a second what stands around the page is renewed


class RunPage(Page):
    key = "run"
    title = strings.run.TITLE
    instruction = strings.run.RUNNING
    has_lead = False
    primary_alternatives = (strings.run.PAUSE, strings.run.CONTINUE, strings.run.SEE_RESULT)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._worker: Worker | None = None
        self._leaving, self._saving = Leaving(), Background(self)
        self._shown: State | None = None
        self._live, self._known_troubles = Live(()), 0
        self._stopped_by_person = False
        self._failure, self._ticks = "", 0
        self.ways = WaysOn(shell, self.start)
        self._notifier = Notifier(self)
        self._timer = QTimer(self)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self._tick)
        self._build()

    def _build(self) -> None:
        self.status, self.view = ProgressCard(), LiveView()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.status)
        layout.addWidget(self.view, 1)
        self._space = QShortcut(QKeySequence(Qt.Key.Key_Space), self)
        self._space.setContext(Qt.ShortcutContext.WindowShortcut)
        self._space.activated.connect(self.toggle_pause)
        self.changed.connect(lambda: self._space.setEnabled(self._is_running))  # else it is the focused button's key

    # --- Entering ----------------------------------------------------------------------------------------------------

    def ahead(self, state: State) -> Iterator[None]:
        if state is not self._shown and state.data is not None:
            yield from self.view.prepared(state.study, state.data, names_of(state.study, state.data))

    def enter(self, state: State) -> None:
        """A locked study without an answer runs as soon as it is shown, unless the person stopped it."""
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
        self.status.show_study(list_run_stages(study, data))
        if state.run is not None and state.findings is not None:
            self._live.add(values_of(state.findings.estimates, state.run, study.scheme.kind.value), state.run.outcomes)
            self.status.have(len(state.run.outcomes), len(state.run.outcomes))
        self.status.say("")
        self._show_counts()
        self._prepare_view(state, data)

    def _prepare_view(self, state: State, data: Dataset) -> None:
        names = names_of(state.study, data)
        self.view.prepare(state.study, data, names, self._live, self.status.folds, self.status.last_stage)

    @property
    def _is_running(self) -> bool:
        return self._worker is not None

    @property
    def _is_paused(self) -> bool:
        return self._worker is not None and self._worker.is_paused

    # --- Running -----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        state = self.shell.state
        if state.data is None or state.findings is not None or self._is_running:
            return
        if state.read_only:
            self._show_kept(state, state.data, state.file)
            return
        self._stopped_by_person, self._failure, self.ways.cause = False, "", Cause.OTHER
        self.status.begin()
        self._live, self._known_troubles = Live(tuple(candidate.key for candidate in state.study.candidates)), 0
        self.view.flashes = not self.shell.settings.reduce_motion
        self._prepare_view(state, state.data)
        self.status.say(strings.run.STARTING)
        self._worker = Worker(Order(state.study, state.data, self.ways.options(), state.file), self)
        self._worker.arrived.connect(partial(self._arrived, self._worker))
        self._worker.noted.connect(self.shell.announce)
        self._worker.saved.connect(partial(self._saved, state))
        self._note(LogEntry(LogKind.BEGUN))
        self._worker.start()
        state.running = True
        self._timer.start()
        self.changed.emit()

    def _show_kept(self, state: State, data: Dataset, file: StudyFile | None) -> None:
        """How far a study was that another window goes on with, when it was opened here."""
        done = file.done() if file is not None else set()
        self.status.have(len(done), count_jobs(state.study, data))
        folds = {"folds": folds_of(state.study, done), "count": self.status.folds}
        self.status.say(strings.run.OPEN_ELSEWHERE, strings.run.FOLDS_DONE.format(**folds))
        self._show_counts()

    def _saved(self, state: State, problem: str) -> None:
        """The study was brought to its place among the documents, or could not be."""
        state.note_saved(problem)
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
        """The locked study has grown by the repeats its plan allows."""
        state, scheme = self.shell.state, event.study.scheme
        if state is not self._shown or state.data is None:
            return
        added = scheme.repeats - state.study.scheme.repeats
        state.grow(event.study)
        self.status.grow(added, list_run_stages(event.study, state.data))
        self.status.have(event.done, event.total)
        self.status.say(
            strings.run.EXTENDED, strings.run.EXTENDED_TO.format(repeats=scheme.repeats, most=scheme.max_repeats)
        )
        self._prepare_view(state, state.data)
        self.shell.announce(strings.run.ADDED.format(count=self.status.added))

    def _show_where(self, event: Progressed) -> None:
        if self._stopped_by_person or self._is_paused:
            return
        words = progress_words(self.shell.state.study, event, self.status.folds)
        if words is not None:
            self.status.say(*words)

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
        goes_on = self._is_running and not self._is_paused
        waits = not goes_on and self.shell.state.findings is None
        self.status.show_counts(self._live, self._slower if goes_on else None, waits)

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
            self._ticks += 1
            if self.status.turns_long() or self._ticks % TICKS_TO_TELL == 0:
                self.changed.emit()  # header and rail tell what is saved and how many folds are done

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
            self._note(LogEntry(LogKind.HELD_UP, {"reason": event.failure}))
            self.status.overlay.tell(event.failure, self.ways.offered())
            self.shell.announce(event.failure, shown=False)
        else:
            self.shell.announce("")  # what was said while it ran
        self.status.say("")
        self._show_counts()
        self._catch_up()
        self.changed.emit()

    def _finished(self, state: State, run: Run, event: Ended) -> None:
        """The answer is shown where the person is watching; elsewhere it is announced."""
        state.run, state.findings = run, event.findings
        self.status.say("")
        self._show_counts()
        self._catch_up()
        headline = ""
        if event.findings is not None and state.data is not None:
            headline = word_conclusion(state.study, state.data, event.findings).headline.text
        told, is_watched = f"{strings.run.ANSWER_READY} {headline}", self.isVisible()
        if is_watched:
            self.shell.bring("verdict", partial(self.shell.announce, told, shown=False))
        else:
            self.changed.emit()
            self.shell.announce(told)
        self._notifier.tell(self.window(), f"{state.study.title}: {strings.run.ANSWER_READY}", headline)

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
        """Test folds that every model has been through."""
        return self._live.folds

    @property
    def _is_seen(self) -> bool:
        """Whether the history counts this run."""
        file = self.shell.state.file
        return self._live.folds > 0 if file is None else file.is_seen

    def toggle_pause(self) -> None:
        if self._worker is None:
            return
        if self._worker.is_paused:
            self._worker.resume()
        else:
            self._worker.pause()
            self._save_now()
        self._show_counts()
        self.changed.emit()

    def _save_now(self) -> None:
        """At a pause the study is brought to the documents at once, off the window's thread."""
        state = self.shell.state
        if state.file is None:
            return
        told: list[str] = []
        work = partial(_saved_with, state.file, told)
        self._saving.start(work, lambda problem: self._saved(state, problem[0]), lambda _error: None)

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
        self.status.say(strings.run.STOPPING, strings.run.STOPPING_WHY)
        self._worker.call_off()
        kind = LogKind.STOPPED if self._is_seen else LogKind.STOPPED_UNSEEN
        self._note(LogEntry(kind, {name: str(value) for name, value in self._progress.items()}))

    def to_background(self) -> None:
        """Back to Home, where the study is listed with its progress; the answer is told when it is there."""
        self.shell.go("home")
        self.shell.announce(strings.run.BACKGROUND_SAID)

    def _note(self, line: LogEntry) -> None:
        if self._shown is not None:
            self._shown.note(line)

    def forget(self) -> None:
        if self._is_running:
            self._note(LogEntry(LogKind.CLOSED))
        self._give_up()

    def _give_up(self) -> None:
        """The study is no longer shown, or the window closes; the pool is closed on the worker's thread."""
        if self._worker is not None:
            self._worker.call_off()
        self._dismiss()

    # --- What the frame asks for -------------------------------------------------------------------------------------

    def heading(self) -> str:
        state = self.shell.state
        if state.findings is not None:
            return strings.run.FINISHED
        if state.read_only:
            return strings.run.OPEN_ELSEWHERE
        if self._failure:
            return strings.run.HELD_UP
        if not self._is_running:
            return strings.run.STOPPED.format(**self._progress)
        return strings.run.PAUSED if self._is_paused else strings.run.RUNNING

    def line(self) -> FooterLine:
        state = self.shell.state
        if state.save_problem:
            return FooterLine(state.save_problem, strings.SAVE_ELSEWHERE, self.shell.save_as, ATTENTION)
        if state.findings is not None or self._failure:
            return FooterLine("")
        if state.read_only:
            return FooterLine(strings.run.LINE_ELSEWHERE)
        if not self._is_running:
            return FooterLine(strings.run.LINE_STOPPED if self._is_seen else strings.run.LINE_STOPPED_UNSEEN)
        return FooterLine(strings.run.LINE_PAUSED if self._is_paused else strings.run.LINE_RUNNING)

    def summary(self) -> str | None:
        """The rail tells how far the run is."""
        is_shown = self.shell.state is self._shown and self.shell.state.findings is None and self.status.total > 0
        return strings.run.FOLDS_DONE.format(**self._progress) if is_shown else None

    def primary(self) -> tuple[str, ...]:
        if self.shell.state.findings is not None:
            return (strings.run.SEE_RESULT,)
        if self.shell.state.read_only:
            return (strings.run.OPEN_AGAIN,)
        if not self._is_running:
            return (strings.run.CONTINUE,)
        return (strings.run.CONTINUE if self._is_paused else strings.run.PAUSE, strings.run.SPACE)

    def act(self) -> None:
        if self.shell.state.findings is not None:
            self.shell.go("verdict")
        elif self.shell.state.read_only:
            self._open_again()
        elif self._is_running:
            self.toggle_pause()
        else:
            self.start()

    def _open_again(self) -> None:
        """It may have been closed in the other window."""
        file = self.shell.state.file
        if file is not None:
            self.shell.start_new()
            self.shell.open_path(file.path)

    def secondary(self) -> tuple[Action | tuple[str, Callable[[], None]], ...]:
        """Both are there from the first moment and keep their places; what is not possible now says why."""
        away = self._is_running and self.status.is_long
        why = strings.run.BACKGROUND_SHORT if self._is_running else strings.run.BACKGROUND_NOT_RUNNING
        return (
            Action(strings.run.BACKGROUND, self.to_background, enabled=away, tip="" if away else why),
            Action(
                strings.run.STOP,
                self.ask_to_stop,
                enabled=self._is_running,
                tip="" if self._is_running else strings.run.NOT_RUNNING,
            ),
        )

    def close_down(self) -> None:
        self._notifier.end()
        self.forget()
        self._leaving.wait()
        self._saving.wait()


def _saved_with(file: StudyFile, told: list[str]) -> list[str]:
    """What was told about bringing the study home."""
    save_now(file, told.append)
    return told
