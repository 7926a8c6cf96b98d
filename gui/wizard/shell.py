"""The frame around the pages: bar, stepper, page, Why pane and footer, and the way from page to page."""

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from core.errors import EvenfoldError
from gui import messages, strings, theme
from gui.background import Background
from gui.settings import Settings
from gui.widgets.parts import column, focus_first, label
from gui.widgets.stepper import Mark, Stepper, StepState
from gui.widgets.why import WhyPane
from gui.wizard import opening
from gui.wizard.bars import Footer, TopBar
from gui.wizard.ledger_desk import LedgerDesk
from gui.wizard.page import Page
from gui.wizard.pages import PAGES, Step
from gui.wizard.pages.home import HomePage
from gui.wizard.saving import save_plan
from gui.wizard.state import State

HOME, REVIEW = "home", "review"
WHY_FITS = 1366
NARROW = 1100
NARROW_TEXT = 800  # width in pixels of normal text below which the steps are numbers only
KEYS = tuple(step.key for step in PAGES)
AFTER_LOCK = ("run",)
AFTER_RUN = ("verdict", "explore", "report")


class Shell(QWidget):
    """Holds the state and shows one page at a time; pages are made when they are first needed."""

    renewed = Signal()
    """The state or the page changed: menus ask again what is possible."""

    def __init__(self, settings: Settings, routes: Mapping[str, type[Page]] | None = None) -> None:
        super().__init__()
        self.setObjectName("shell")
        self._routes = dict(routes or {})
        self._desk = LedgerDesk(settings, self)
        self._state, self._settings, self._background = State(), settings, Background(self)
        self._pages: dict[str, Page] = {}
        self._areas: dict[str, QScrollArea] = {}
        self.current = HOME
        self._why_wanted, self._why_forced = settings.why_open, False
        self.top_bar, self.footer, self.why = TopBar(), Footer(), WhyPane()
        self.stepper = Stepper(self._marks())
        self.instruction = label("", "instruction", "instruction")
        self.subtitle = label("", "secondary", "subtitle")
        self.stack = QStackedWidget()
        self._arrange()
        self._connect()
        self.go(HOME)

    def _arrange(self) -> None:
        header = column(self.instruction, self.subtitle, spacing=2)
        header.setContentsMargins(16, 12, 16, 6)
        main = column(header, self.stack, spacing=0)
        middle = QHBoxLayout()
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        middle.addWidget(self.stepper)
        middle.addLayout(main, 1)
        middle.addWidget(self.why)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.top_bar)
        outer.addLayout(middle, 1)
        outer.addWidget(self.footer)

    def _connect(self) -> None:
        self.stepper.chosen.connect(self.visit)
        self.top_bar.home.connect(lambda: self.go(HOME))
        self.top_bar.renamed.connect(self.rename)
        self.top_bar.ledger.connect(self.show_ledger)
        self.top_bar.why.connect(self.toggle_why)
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

    def go(self, key: str) -> None:
        """Show the page of that key, whatever the stepper would allow."""
        if key != self.current and self.current in self._pages and not self._pages[self.current].leave():
            return
        self.current = key
        self._state.visited.add(key)
        self._ask_ledger(key)
        page = self.page(key)
        page.setEnabled(not self._is_sealed(key))
        page.enter(self._state)
        self.stack.setCurrentWidget(self._areas[key])
        self._areas[key].verticalScrollBar().setValue(0)
        self.footer.say("")
        self.why.explain(page.instruction.rstrip("?."), strings.WHY_EMPTY)
        self.refresh()
        focus_first(page)

    def announce(self, text: str) -> None:
        self.footer.say(text)
        self.footer.setVisible(self.current != HOME or bool(text))

    def open_path(self, path: Path) -> None:
        if self._state.file is not None and self._state.file.path == path:
            self.go(opening.place_of(self._state))
            return
        self.announce(strings.WORKING_READING.format(name=path.name))
        self._open(lambda: opening.open_path(path))

    def open_sample(self, key: str) -> None:
        self.announce(strings.WORKING_SAMPLE)
        self._open(lambda: opening.open_sample(key))

    def _open(self, work: Callable[[], opening.Opened]) -> None:
        """What the ledger knows of the rows is looked up along with them."""
        folder = self._settings.studies
        self._background.start(lambda: opening.with_looks(work(), folder), self.take_over, self._failed)

    def ask_for_file(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(self, strings.OPEN_TITLE, "", strings.OPEN_FILTER)
        if chosen:
            self.open_path(Path(chosen))

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
        page.explained.connect(self.why.explain)
        page.setObjectName("pageBody")
        page.setContentsMargins(16, 4, 16, 12)
        area = QScrollArea()
        area.setObjectName(f"page_{key}")
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(page)
        self._pages[key], self._areas[key] = page, area
        self.stack.addWidget(area)

    def visit(self, key: str) -> None:
        """Go there if the study is ready for it; otherwise say what is missing."""
        obstacle = self.obstacle(key)
        if obstacle:
            self.announce(obstacle)
        else:
            self.go(key)

    def obstacle(self, key: str) -> str:
        if key in AFTER_RUN and self._state.findings is None:
            return strings.STEP_NEEDS_VERDICT
        if key in AFTER_LOCK and not self._state.locked:
            return strings.STEP_NEEDS_LOCK
        needs_data = key not in (HOME, KEYS[0])
        return strings.STEP_NEEDS_DATA if needs_data and self._state.data is None else ""

    def back(self) -> None:
        if self.page(self.current).back():
            return
        position = KEYS.index(self.current) if self.current in KEYS else 0
        self.go(KEYS[position - 1] if position else HOME)

    def act(self) -> None:
        self.page(self.current).act()

    def take_over(self, opened: opening.Opened) -> None:
        """Show what was opened: a table on Data, a sample on Review & lock, a study where it stands."""
        self.replace_state(opened.state)
        if opened.path is not None:
            self._settings.remember(opened.path)
        self.go(opened.page)
        if opened.state.seen is not None and opened.state.seen.notes:
            self.announce(" ".join(opened.state.seen.notes))

    def replace_state(self, state: State) -> None:
        self._state.close()
        self._state = state

    def _failed(self, error: EvenfoldError) -> None:
        self.announce("")
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

    def new_from_this(self) -> None:
        """A new study with the same table and answers, open for changes."""
        self.replace_state(self._state.copy())
        self.go(KEYS[0])

    def save_plan(self) -> None:
        """The plan as a file that can be kept, registered elsewhere, and run again in a terminal."""
        written = save_plan(self, self._state)
        if written:
            self.announce(written)

    def paste(self) -> None:
        """A table from the clipboard, as spreadsheets put it there."""
        text = QGuiApplication.clipboard().text()
        if "\n" not in text.strip():
            self.announce(strings.DATA_NO_CLIPBOARD)
            return
        self._open(lambda: opening.open_text(text))

    # --- Regions and explanations ------------------------------------------------------------------------------------

    def next_region(self, step: int) -> None:
        """F6: stepper, page, Why pane, footer, in a circle."""
        regions = [self.stepper, self._areas[self.current], self.why, self.footer]
        shown = [region for region in regions if region.isVisible()]
        focus = QApplication.focusWidget()
        place = next(
            (i for i, region in enumerate(shown) if focus and region.isAncestorOf(focus)), -1 if step > 0 else 0
        )
        focus_first(shown[(place + step) % len(shown)])

    def explain_focused(self) -> None:
        """Shift+F1: the Why pane for the field with the focus."""
        self._why_wanted = True
        self._fit(forced=True)
        focus = QApplication.focusWidget()
        if focus is not None and focus.accessibleDescription():
            self.why.explain(focus.accessibleName(), focus.accessibleDescription())

    # --- What the frame shows ----------------------------------------------------------------------------------------

    def refresh(self) -> None:
        page, at_home = self.page(self.current), self.current == HOME
        sealed = self._is_sealed(self.current)
        self.instruction.setText(page.instruction)
        note = strings.SEALED.format(time=self._state.locked_at) if sealed else page.subtitle()
        self.subtitle.setText(note)
        self.subtitle.setVisible(bool(note))
        in_steps = self.current in KEYS
        self.stepper.setVisible(in_steps)
        self.top_bar.name.setVisible(in_steps)
        self.footer.setVisible(not at_home or bool(self.footer.said.text()))
        self.footer.show_actions(page.primary(), page.secondary(), not at_home)
        self.stepper.show_marks(self._marks())
        self._show_study(not in_steps)
        self._fit()
        self.renewed.emit()

    def _show_study(self, hidden: bool) -> None:
        study, state = self._state.study, self._state
        count = len(study.challengers) * max(1, len(study.columns.target)) + study.looks
        chip = strings.LEDGER_CHIP_ONE if count == 1 else strings.LEDGER_CHIP
        shown = not hidden and state.data is not None and count > 0
        full, short = (text.format(count=count, alpha=study.alpha) for text in (chip, strings.LEDGER_CHIP_SHORT))
        saved = "" if state.data is None else strings.NOT_SAVED
        saved = strings.SAVED.format(time=state.locked_at) if state.locked else saved
        self.top_bar.show_study(
            study.title, "" if hidden else saved, (full, short) if shown else ("", ""), state.locked
        )

    def _marks(self) -> tuple[Mark, ...]:
        return tuple(Mark(step.key, step.title, self._step_state(step), step.key == self.current) for step in PAGES)

    def _step_state(self, step: Step) -> StepState:
        if self._is_sealed(step.key):
            return StepState.SEALED
        if step.key not in self._state.visited or (self._state.data is None and step.key != KEYS[0]):
            return StepState.NOT_STARTED
        open_items = any(self._state.is_open(problem) for problem in self.page(step.key).problems())
        return StepState.ATTENTION if open_items else StepState.DONE

    def _is_sealed(self, key: str) -> bool:
        return self._state.locked and any(step.key == key and step.sealed for step in PAGES)

    def rename(self, title: str) -> None:
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

    def toggle_why(self) -> None:
        self._why_wanted = not self.why.isVisible()
        self._settings.why_open = self._why_wanted
        self._fit(forced=True)

    def _fit(self, forced: bool = False) -> None:
        """The Why pane opens by itself only where there is room; the stepper shrinks to numbers on small windows."""
        wide = self.width() >= WHY_FITS
        if forced or wide or not self._why_wanted:
            self._why_forced = forced and self._why_wanted
        shown = self._why_wanted and (wide or self._why_forced) and self.current != HOME
        self.why.setVisible(shown)
        self.top_bar.why_button.setChecked(shown)
        self.top_bar.why_button.setVisible(self.current != HOME)
        scale = self.fontInfo().pixelSize() / theme.BASE_PIXELS
        self.stepper.narrow(self.width() / scale < NARROW_TEXT or (self.width() < NARROW and shown))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "stack"):
            self.top_bar.restyle()
            self._fit()

    def close_down(self) -> None:
        """Before the window closes: let threads end and the study file close."""
        self._background.wait()
        self._desk.close_down()
        for page in self._pages.values():
            page.close_down()
        self._state.close()
