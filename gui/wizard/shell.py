"""The way from page to page: opens tables, samples and studies, and shows one page at a time in the frame."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QScrollArea

from core.application.prepare_run import ProcessWorker
from core.application.read_tables import StoppedError, Watch
from core.application.study_files import read_kind
from core.domain.short_study import ShortKind
from core.support.errors import EvenfoldError
from gui import messages, strings
from gui.files import FileKind, FileService, where_words
from gui.pieces import Pieces
from gui.settings import Settings
from gui.strings import data as data_strings
from gui.tasks import Background
from gui.warm import WarmWorkers
from gui.widgets.parts import focus_first
from gui.widgets.progress import Progress
from gui.widgets.rail import Mark, StepState
from gui.wizard import opening
from gui.wizard.ahead import EVERY, made_ready
from gui.wizard.bars import LOCKED, FooterLine
from gui.wizard.frame import Frame, area_for
from gui.wizard.guide import Guide
from gui.wizard.ledger_desk import LedgerDesk
from gui.wizard.page import Page
from gui.wizard.pages import PAGES, Step
from gui.wizard.pages.home import HomePage
from gui.wizard.saving import STUDY, ask_for_place, copy_study, go_on_at, save_plan
from gui.wizard.state import State
from gui.wizard.study_clock import StudyClock
from gui.wizard.summaries import summarize_step
from gui.wizard.way import HOME, KEYS, REVIEW, before, is_sealed, obstacle, title_of
from gui.wizard.words import clock_time

WARMING = ("data", REVIEW)
"""Steps that tell that a run is likely to follow."""

ROUTE_OF = {
    ShortKind.PREDICTIONS: "predictions",
    ShortKind.CLAIM: "claim",
    ShortKind.SCORES: "scores",
    ShortKind.PREDICTION: "predict",
}
"""The page that shows a saved short study."""

AHEAD = {REVIEW: "run", "run": "verdict"}
"""Pages that are made while the person is on the page before them."""


class Shell(Frame):
    """Holds the state and shows one page at a time; pages are made when they are first needed."""

    renewed = Signal()
    """The state or the page changed: menus ask again what is possible."""

    def __init__(self, settings: Settings, routes: Mapping[str, type[Page]] | None = None) -> None:
        super().__init__(settings)
        self.files = FileService(settings)
        self._state = State()
        self._pages: dict[str, Page] = {}
        self._areas: dict[str, QScrollArea] = {}
        self._routes = dict(routes or {})
        self._desk, self._background, self._saving = LedgerDesk(settings, self), Background(self), Background(self)
        self._clock = StudyClock(self, self)
        self._progress: Progress | None = None
        self._warm, self._pieces = WarmWorkers(settings, self), Pieces(self)
        self.guide = Guide(self, self, self.act)
        self.renewed.connect(self.guide.follow)
        self._connect()
        self.go(HOME)

    def _connect(self) -> None:
        self.rail.chosen.connect(self._choose_step)
        self.header.home.connect(lambda: self.go(HOME))
        self.header.renamed.connect(self.rename)
        self.header.history.connect(self.show_ledger)
        self.footer.back.connect(self.back)
        self.footer.primary.connect(self.act)
        self._desk.told.connect(self.announce)
        self._desk.counted.connect(self._recounted)

    # --- What pages use ----------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self._state

    @property
    def settings(self) -> Settings:
        return self._settings

    @property
    def background(self) -> Background:
        return self._background

    @property
    def clock(self) -> StudyClock:
        return self._clock

    def take_workers(self) -> list[ProcessWorker]:
        return self._warm.take()

    def go(self, key: str) -> None:
        """Show the page of that key, whatever the stepper would allow."""
        if key != self.current and self.current in self._pages and not self._pages[self.current].leave():
            return
        self._pieces.stop()
        comes_anew = key != self.current
        self.current = key
        self._state.visited.add(key)
        self._ask_ledger(key)
        if key in WARMING and self._state.data is not None and not self._state.locked:
            self._warm.prepare()
        page = self.page(key)
        page.seal(is_sealed(self._state, key))
        self.popover.end()
        self.note_explanation(page.instruction.rstrip("?."), "")  # a page may have more to say
        if comes_anew:
            page.start_anew()
        page.enter(self._state)
        self.stack.setCurrentWidget(self._areas[key])
        self._areas[key].verticalScrollBar().setValue(0)
        self.footer.say("")
        self.refresh()
        if not focus_first(page.starts_at() or page, Qt.FocusReason.OtherFocusReason):
            self._areas[key].setFocus()  # so that keys scroll it
        if key in AHEAD and self._state.data is not None:
            self._pieces.begin(self._made_ahead(AHEAD[key]), EVERY)

    def bring(self, key: str, then: Callable[[], None] | None = None) -> None:
        self._pieces.begin(self._brought(key, then))

    def _brought(self, key: str, then: Callable[[], None] | None) -> Iterator[None]:
        yield from self._made_ahead(key)
        self.go(key)
        if then is not None:
            then()

    def _made_ahead(self, key: str) -> Iterator[None]:
        """Another page, or another study, ends it: then nothing of it was seen."""
        page = self.page(key)
        yield
        yield from page.ahead(self._state)
        yield from made_ready(self._areas[key], self.stack.size())

    def open_path(self, path: Path) -> None:
        if self._state.file is not None and self._state.file.path == path:
            self.go(opening.place_of(self._state))
            return
        if path.suffix == STUDY and self._open_short(path):
            return
        text = strings.WORKING_READING.format(name=path.name)
        self.announce(text)
        self.open_watched(partial(opening.open_path, path), text)

    def _open_short(self, path: Path) -> bool:
        """Whether it is the file of a short route, which is then shown."""
        try:
            kind = read_kind(path)
        except EvenfoldError as error:
            self._failed(error)
            return True
        if kind is None:
            return False
        key = ROUTE_OF[kind]
        self._settings.remember(path)
        self.page(key).open_saved(path)
        self.go(key)
        return True

    def open_plan(self, path: Path) -> None:
        """A study on Review & lock, wherever it stands; nothing goes on by itself."""
        if self._state.file is not None and self._state.file.path == path:
            self.go(REVIEW)
        else:
            self._open(lambda: replace(opening.open_path(path), page=REVIEW))

    def open_sample(self, key: str) -> None:
        self.announce(strings.WORKING_SAMPLE)
        self._open(lambda: opening.open_sample(key))

    def _open(self, work: Callable[[], opening.Opened]) -> None:
        """What the ledger knows of the rows is looked up along with them."""
        folder = self._settings.studies
        self._background.start(lambda: opening.with_looks(work(), folder), self.take_over, self._failed)

    def open_watched(self, work: Callable[[Watch], opening.Opened], text: str) -> None:
        """The same for work that may take long: it is seen how far it is, and it can be stopped."""
        self._end_progress()
        progress = self._progress = Progress(text, self)
        self._open(lambda: work(progress.watch))
        self.page(KEYS[0])  # made while the work goes on, so that showing it later takes less at once

    def _end_progress(self) -> None:
        if self._progress is not None:
            self._progress.end()
        self._progress = None

    def ask_for_file(self) -> None:
        chosen = self.files.ask_to_open(self, FileKind.DATA, strings.OPEN_TITLE, strings.OPEN_FILTER)
        if chosen is not None:
            self.open_path(chosen)

    def ask_for_study(self) -> None:
        """The same where studies are kept."""
        chosen = self.files.ask_to_open(self, FileKind.STUDY, strings.OPEN_TITLE, strings.OPEN_FILTER)
        if chosen is not None:
            self.open_path(chosen)

    def locate_study(self, path: Path) -> Path | None:
        title = strings.LOCATE_TITLE.format(name=path.name)
        return self.files.ask_to_open(self, FileKind.STUDY, title, strings.OPEN_FILTER)

    def start_tour(self) -> None:
        self.guide.start()

    def settle(self, keys: tuple[str, ...]) -> bool:
        for key in keys:
            if any(self._state.is_open(problem) for problem in self.page(key).problems()):
                self.go(key)
                return self.page(key).settle()
        return True

    def start_new(self) -> None:
        self.replace_state(State())
        self.go("data")

    # --- The way -----------------------------------------------------------------------------------------------------

    def page(self, key: str) -> Page:
        if key not in self._pages:
            kinds: dict[str, type[Page]] = {HOME: HomePage, **self._routes, **{step.key: step.page for step in PAGES}}
            self._add(key, kinds[key](self))
        return self._pages[key]

    def _add(self, key: str, page: Page) -> None:
        page.changed.connect(self.refresh)
        page.explained.connect(self.note_explanation)
        self._pages[key], self._areas[key] = page, area_for(key, page)
        self.stack.addWidget(self._areas[key])

    def start_route(self, key: str) -> None:
        self.page(key).start_blank()
        self.go(key)

    def _choose_step(self, key: str) -> None:
        """A step of the rail: of the short route that is shown, else of the study."""
        page = self.page(self.current)
        if page.marks() is None:
            self.visit(key)
        else:
            page.visit_step(key)

    def visit(self, key: str) -> None:
        """Go there if the study is ready for it; otherwise say what is missing."""
        missing = obstacle(self._state, key)
        if missing:
            self.announce(missing)
        else:
            self.go(key)

    def back(self) -> None:
        if self.page(self.current).back():
            return
        self.go(before(self.current))

    def act(self) -> None:
        self.page(self.current).act()

    def take_over(self, opened: opening.Opened) -> None:
        """Show what was opened: a table on Data, a sample on Review & lock, a study where it stands."""
        self._end_progress()
        self.replace_state(opened.state)
        if opened.path is not None:
            self._settings.remember(opened.path)
        self.go(opened.page)
        if opened.state.seen is not None and opened.state.seen.notes:
            self.announce(" ".join(opened.state.seen.notes))

    def replace_state(self, state: State) -> None:
        """Whatever is under way for the study before ends."""
        self._pieces.stop()
        for page in self._pages.values():
            page.forget()
        self._state.close()
        self._state = state

    def _failed(self, error: EvenfoldError) -> None:
        self._end_progress()
        self.announce("")
        if isinstance(error, StoppedError):
            self.announce(data_strings.READING_STOPPED)
        else:
            messages.show_error(self, error)

    def undo(self) -> None:
        self._state.undo()
        self._show_again()

    def redo(self) -> None:
        self._state.redo()
        self._show_again()

    def _show_again(self) -> None:
        self.page(self.current).enter(self._state)
        self.refresh()

    def new_from_this(self, page: str = KEYS[0]) -> None:
        self.replace_state(self._state.copy())
        self.go(page)

    def save_plan(self, on_paper: bool = False) -> None:
        """The plan as a file to go on with, here or in a terminal, or as one to print and to register elsewhere."""
        written = save_plan(self, self.files, self._state, on_paper)
        if written:
            self.announce(written)

    def save_as(self, then: Callable[[], None] | None = None) -> None:
        """The study in another file, in which it goes on: the way out where its own cannot be written."""
        file = self._state.file
        if file is not None and (path := ask_for_place(self, self.files, file, strings.SAVE_AS_TITLE)) is not None:
            self._go_on_at(path, then)

    def save_copy(self) -> None:
        """Ctrl+S: a copy of the study as it is now; the study goes on in its own file, which is saved anyway."""
        if self.page(self.current).header_facts() is not None:
            self.page(self.current).save_copy()
            return
        file = self._state.file
        if file is not None and (path := ask_for_place(self, self.files, file, strings.SAVE_COPY_TITLE)) is not None:
            self.announce(strings.SAVING_AS.format(name=path.name))
            self._saving.start(partial(copy_study, file, path), self._copied, self._failed)

    def _copied(self, path: Path) -> None:
        self.announce(strings.COPY_SAVED.format(place=where_words(path)))

    def _go_on_at(self, path: Path, then: Callable[[], None] | None) -> None:
        state = self._state
        if state.file is None:
            return
        self.announce(strings.SAVING_AS.format(name=path.name))
        self._saving.start(partial(go_on_at, state.file, path), partial(self._saved_as, state, then), self._failed)

    def _saved_as(self, state: State, then: Callable[[], None] | None, path: Path) -> None:
        self._settings.remember(path)
        if state is self._state:
            self.refresh()
            self.announce(strings.SAVED_AS.format(path=path))
            if then is not None:
                then()

    def paste(self) -> None:
        """A table from the clipboard, as spreadsheets put it there."""
        text = QGuiApplication.clipboard().text()
        if "\n" not in text.strip():
            self.announce(strings.DATA_NO_CLIPBOARD)
            return
        self._open(lambda: opening.open_text(text))

    # --- What the frame shows ----------------------------------------------------------------------------------------

    def refresh(self) -> None:
        page = self.page(self.current)
        own = page.marks()
        self.rail.show_marks(self._marks() if own is None else own)
        back = page.back_title() or title_of(before(self.current))
        back = "" if self.current == HOME else back.replace("&", "&&")
        self.frame(page, page.subtitle(), own is not None or self.current in KEYS, back, self._state)
        self.renewed.emit()

    def page_line(self) -> FooterLine | None:
        """A locked page says so, and how to go on from it."""
        told = super().page_line()
        if told is not None or not is_sealed(self._state, self.current):
            return told
        words = strings.SEALED.format(time=clock_time(self._state.locked_at))
        return FooterLine(words, strings.NEW_FROM_THIS, self.new_from_this, LOCKED)

    def _marks(self) -> tuple[Mark, ...]:
        return tuple(
            Mark(step.key, step.title, self._step_state(step), step.key == self.current, self._summary(step.key))
            for step in PAGES
        )

    def _summary(self, key: str) -> str:
        told = self._pages[key].summary() if key in self._pages else None
        return summarize_step(self._state, key) if told is None else told

    def _step_state(self, step: Step) -> StepState:
        if is_sealed(self._state, step.key):
            return StepState.LOCKED
        if step.key not in self._state.visited or (self._state.data is None and step.key != KEYS[0]):
            return StepState.NOT_STARTED
        open_items = any(self._state.is_open(problem) for problem in self.page(step.key).problems())
        return StepState.ATTENTION if open_items else StepState.DONE

    def rename(self, title: str) -> None:
        if self.page(self.current).header_facts() is not None:
            self.page(self.current).rename(title)
            return
        if title and title != self._state.study.title:
            self._state.change("title", title)
            self.refresh()

    # --- The ledger --------------------------------------------------------------------------------------------------

    def show_ledger(self) -> None:
        self._desk.show(self._state)

    def when_counted(self, then: Callable[[], None]) -> None:
        """Go on when the ledger was asked about this study, unless the person has gone elsewhere meanwhile."""
        state, page = self._state, self.current
        self._desk.ask(state, lambda: then() if (self._state, self.current) == (state, page) else None)

    def _ask_ledger(self, key: str) -> None:
        """Asked again on Review & lock for the study as it is by then, elsewhere only for other rows."""
        state = self._state
        if key == REVIEW or state.seen is None or state.seen.data is not state.data:
            self._desk.ask(state)

    def _recounted(self) -> None:
        self.page(self.current).recount()
        self.refresh()

    def close_down(self) -> None:
        """Before the window closes: let threads end and the study file close."""
        self._pieces.stop()
        self._end_progress()
        self._background.wait()
        self._saving.wait()
        self._desk.close_down()
        self._clock.close_down()
        for page in self._pages.values():
            page.close_down()
        self._warm.end()
        self._state.close()
