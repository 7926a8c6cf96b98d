"""What every page of the wizard is: a widget with an instruction, a primary verb and its open questions."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar, NamedTuple, Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from core.application.prepare_run import ProcessWorker
from core.application.read_tables import Watch
from core.domain.problem import Problem
from gui.files import FileService
from gui.settings import Settings
from gui.tasks import Background
from gui.widgets.popover import Explanation
from gui.widgets.rail import Mark
from gui.wizard.bars import Action, FooterLine
from gui.wizard.opening import Opened
from gui.wizard.state import State
from gui.wizard.study_clock import StudyClock


class HeaderFacts(NamedTuple):
    """What the header says of a short study: its name, whether it is saved, comparisons on its data."""

    title: str
    saved: str
    comparisons: int
    locked: bool


class Shell(Protocol):
    """The frame around the pages, as the pages see it."""

    @property
    def state(self) -> State: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def files(self) -> FileService: ...

    @property
    def background(self) -> Background: ...

    @property
    def clock(self) -> StudyClock:
        """How long the study will take."""

    def go(self, key: str) -> None:
        """Show the page of that key."""

    def bring(self, key: str, then: Callable[[], None] | None = None) -> None:
        """Show the page of that key when it was made ready, piece by piece, unless the person goes elsewhere."""

    def page(self, key: str) -> "Page":
        """The page of that key, made if it was not yet needed."""

    def take_workers(self) -> list[ProcessWorker]:
        """Worker processes that were started beforehand, for the run that begins now."""

    def announce(self, text: str, shown: bool = True) -> None:
        """Say it to assistive technology and in the footer, unless the page shows it anyway."""

    def point_out(self, line: FooterLine) -> None:
        """Say a line in the footer that leads somewhere."""

    def explain(self, explanation: Explanation, anchor: QWidget) -> None:
        """Open the popover beside the anchor."""

    def open_path(self, path: Path) -> None:
        """Read a table or a study file and show it."""

    def open_plan(self, path: Path) -> None:
        """Show the plan of a study file, without going on with its run."""

    def open_watched(self, work: Callable[[Watch], Opened], text: str) -> None:
        """Do the work where it does not hold up the window, say how far it is, and show what was opened."""

    def take_over(self, opened: Opened) -> None:
        """Show what was opened in place of what is shown now."""

    def paste(self) -> None:
        """Take a table from the clipboard."""

    def open_sample(self, key: str) -> None:
        """Open a sample study on Review & lock."""

    def ask_for_file(self) -> None:
        """Let the person choose a file, then open it."""

    def save_plan(self, on_paper: bool = False) -> None:
        """Write the plan where the person chooses, as text to go on with or to print."""

    def save_as(self, then: Callable[[], None] | None = None) -> None:
        """The study in another file, in which it goes on; `then` follows when it is there."""

    def show_ledger(self) -> None:
        """The screen of the ledger."""

    def when_counted(self, then: Callable[[], None]) -> None:
        """Go on when the ledger was asked about the study as it is now."""

    def open_help(self, key: str) -> None:
        """That page in the help window."""

    def settle(self, keys: tuple[str, ...]) -> bool:
        """True when nothing is open on these pages; otherwise the first of them is shown and says what is."""

    def new_from_this(self, page: str = "data") -> None:
        """A new study with the same table and answers, open for changes, on that page."""

    def start_new(self) -> None:
        """A new study, on the Data page."""

    def ask_for_study(self) -> None:
        """Let the person choose a study, then open it."""

    def locate_study(self, path: Path) -> Path | None:
        """Let the person show where a study is that is not at its old place."""

    def start_tour(self) -> None:
        """Show the first sample page by page, with a popover on each."""

    def start_route(self, key: str) -> None:
        """A short route with an empty form."""


class Page(QWidget):
    """One step. The shell shows title, instruction and buttons; the page holds only its own content."""

    key: ClassVar[str] = ""
    title: ClassVar[str] = ""
    instruction: ClassVar[str] = ""

    changed = Signal()
    """The content or the labels changed: the shell asks again for buttons, problems and instruction."""

    explained = Signal(str, str, str, str)
    """What F1 tells about this page: heading, what it is, why it is suggested, source."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self.shell = shell

    def start_anew(self) -> None:
        """The person comes to this page from another one."""

    def enter(self, state: State) -> None:
        """The page is being shown: take what it shows from the state."""

    def open_part(self, key: str) -> None:
        """Show one part of the page, where it has parts to choose among."""

    def ahead(self, state: State) -> Iterator[None]:
        """The page will be shown soon: do beforehand, piece by piece, what `enter` need not do then."""
        yield from ()

    def starts_at(self) -> QWidget | None:
        """What takes the focus when the page is shown; None for the first thing that can."""
        return None

    def seal(self, sealed: bool) -> None:
        """Nothing can be changed while the study is locked."""
        self.setEnabled(not sealed)

    def recount(self) -> None:
        """The ledger has answered: show the count and the bar that follow."""

    def leave(self) -> bool:
        """The person goes elsewhere; False keeps them here."""
        return True

    def back(self) -> bool:
        """True when there was a step back to take inside the page."""
        return False

    def primary(self) -> tuple[str, ...]:
        """Label of the primary button; empty for none."""
        return ()

    def act(self) -> None:
        """The primary button was pressed."""

    primary_alternatives: ClassVar[tuple[str, ...]] = ()
    """Other words the primary button may carry while the page is open: its width fits all of them."""

    shows_title: bool = True
    """Whether title and lead stand above the page; a page without them begins at the top."""

    has_lead: bool = True
    """Whether there is a lead line below the title."""

    def heading(self) -> str:
        """The title above the page."""
        return self.instruction

    def secondary(self) -> tuple[Action | tuple[str, Callable[[], None]], ...]:
        """Further actions of the footer, always the same number of them while the page is open."""
        return ()

    def tools(self) -> QWidget | None:
        """Buttons right of the title; the same widget every time."""
        return None

    def line(self) -> FooterLine | None:
        """What the footer says when nothing was announced."""
        return None

    def marks(self) -> tuple[Mark, ...] | None:
        """The steps of a short route for the rail; None for the steps of the study, or for no rail."""
        return None

    def visit_step(self, key: str) -> None:
        """The person chose one of `marks`."""

    def back_title(self) -> str:
        """Where Back leads inside this page; nothing where it leads to the page before."""
        return ""

    def header_facts(self) -> HeaderFacts | None:
        """What the header says in place of the study that is open; None for that study."""
        return None

    def rename(self, title: str) -> None:
        """Another name for what `header_facts` tells of."""

    def save_copy(self) -> None:
        """A copy of the file of what `header_facts` tells of."""

    def start_blank(self) -> None:
        """Begin with an empty form."""

    def open_saved(self, path: Path) -> None:
        """Show a saved short study."""

    def aside(self) -> str:
        """What stands at the right end of the footer where there are no buttons."""
        return ""

    def summary(self) -> str | None:
        """What the rail says below the name of this step; None leaves it to the state of the study."""
        return None

    def explanation_of(self, focus: QWidget) -> Explanation | None:
        """What F1 tells about the widget with the focus; None for the explanation of the page."""
        return None

    def problems(self) -> tuple[Problem, ...]:
        """What is to settle on this page; anything open marks the step."""
        return ()

    def settle(self) -> bool:
        """True when nothing is open here; otherwise the focus goes to the first open thing, and it is said aloud."""
        return True

    def search_here(self) -> None:
        """Ctrl+F: put the cursor where something on this page can be searched for."""

    def subtitle(self) -> str:
        """One line under the instruction."""
        return ""

    def forget(self) -> None:
        """Another study takes the place of this one: end what is under way for it."""

    def close_down(self) -> None:
        """The window closes: end threads and timers."""
