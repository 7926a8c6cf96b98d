"""What the pages with fields share: help lines, messages, and a primary button that is never silently dead."""

from typing import ClassVar

from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.domain.problem import Fix, Problem
from gui import strings, theme
from gui.dressing import Dressed
from gui.widgets.field import LABEL_WIDTH, FieldRow, HelpState
from gui.widgets.message_dock import MessageDock
from gui.widgets.popover import Explanation
from gui.widgets.problem_card import ProblemCard, identity
from gui.wizard.bars import ATTENTION, FooterLine
from gui.wizard.fields import field_of
from gui.wizard.page import Page, Shell
from gui.wizard.state import State
from gui.wizard.study_fields import fix_is_chosen

DATA = "data"
RESOLUTION = "RES"  # asked where the forecast is shown, on Review & lock
LONGEST_HELP = 75  # characters a help line can hold


class FormPage(Dressed, Page):
    """A page whose fields are fields of the study. Subclasses fill `body` and write `load`."""

    next_page: ClassVar[str] = ""
    next_label: ClassVar[str] = ""
    label_width: ClassVar[int] = LABEL_WIDTH
    places: ClassVar[tuple[str, ...]] = ()
    """Beginnings of the places whose problems are shown here."""
    dock_rows: ClassVar[int] = 0
    """Rows of the message dock that are seen at once; 0 for a card that grows."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._rows: dict[str, FieldRow] = {}
        self._loading = False
        self._tried = False
        self.card = MessageDock(self.dock_rows, "") if self.dock_rows else ProblemCard()
        self.card.fixed.connect(self.fix)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(theme.GRID + 2)

    def field(self, key: str, control: QWidget, behind: QWidget | None = None) -> FieldRow:
        """A row for a field of the table of fields."""
        entry = field_of(key)
        result = FieldRow(key, entry.title, entry.note, control, behind, self.label_width)
        result.focused.connect(self.note_focus)
        result.asked.connect(lambda key: self.shell.explain(self.explanation(key), self._rows[key].mark))
        self._rows[key] = result
        return result

    def redress(self) -> None:
        """Sizes for the text size of now; a page that sets some does it here."""

    # --- From the state to the page ----------------------------------------------------------------------------------

    def enter(self, state: State) -> None:
        self._loading = True
        self.load(state)
        self._loading = False
        self.renew()

    def load(self, state: State) -> None:
        """Show the values of the state."""

    def start_anew(self) -> None:
        """The page is opened: nothing was tried yet, and what is settled is no longer listed."""
        self._tried = False
        if isinstance(self.card, MessageDock):
            self.card.start_anew()

    def renew(self) -> None:
        """Help lines, messages and buttons for the values as they are now."""
        state = self.shell.state
        found = self.problems()
        for key, entry in self._rows.items():
            here = [problem for problem in found if problem.place == key]
            blocked = any(state.is_blocking(problem) for problem in here)
            entry.mark_wrong(blocked and self._tried)
            entry.mark_open(self._tried and any(state.is_open(problem) for problem in here))
            entry.tell(*self.help_of(key))
        self.show_problems(found)
        self.changed.emit()

    def help_of(self, key: str) -> tuple[str, HelpState]:
        """The help line of a field: that the value is the person's own, what is suggested, or what it is."""
        state, entry = self.shell.state, field_of(key)
        if state.is_set(key):
            return f"{strings.HELP_YOURS} {entry.help}", HelpState.HELP
        reason = state.reason(key)
        if state.is_assumed(key) and not state.is_changed(key) and reason is not None:
            told = strings.HELP_SUGGESTED.format(reason=lower_first(reason.text))
            if len(told) <= LONGEST_HELP:
                return told, HelpState.SUGGESTED
        return entry.help, HelpState.HELP

    def show_problems(self, found: tuple[Problem, ...]) -> None:
        """In the dock, or on the card "Before you go on"; a page that shows them elsewhere does it here."""
        state = self.shell.state
        holds = {identity(problem): chosen(state, problem) for problem in found}
        if isinstance(self.card, MessageDock):
            still_open = frozenset(identity(problem) for problem in found if state.is_open(problem))
            self.card.show_problems(found, holds, still_open)
        else:
            self.card.show_problems(found, holds)

    def problems(self) -> tuple[Problem, ...]:
        found = self.shell.state.problems()
        return tuple(problem for problem in found if problem.place.startswith(self.places) and problem.id != RESOLUTION)

    # --- From the page to the state ----------------------------------------------------------------------------------

    def put(self, key: str, value: object, owns: str = "") -> None:
        """The person set a field, or the field `owns` by way of a larger part of the study."""
        if not self._loading:
            self.shell.announce("")  # what was said to be open may be settled by this
            self.shell.state.change(key, value, owns)
            self.renew()

    def reset(self, key: str) -> None:
        self.shell.state.reset(key)
        self.enter(self.shell.state)

    def fix(self, fix: Fix) -> None:
        """What changes the table is done on the page Data, where it is looked at anew."""
        if fix.change.partition(".")[0] == "columns":
            page = self.shell.page(DATA)
            assert isinstance(page, FormPage)
            self.shell.go(DATA)
            page.fix(fix)
            return
        self.shell.state.apply(fix)
        self.enter(self.shell.state)

    # --- Explaining --------------------------------------------------------------------------------------------------

    def explanation(self, key: str) -> Explanation:
        """What the popover tells about a field."""
        state, entry = self.shell.state, field_of(key)
        reason = state.reason(key)
        source = reason.source if reason and reason.source else entry.source
        may_reset = state.is_changed(key) and not state.locked
        return Explanation(
            entry.title.replace("&", ""),
            entry.note,
            reason.text if reason else "",
            entry.standard,
            source,
            (lambda: self.reset(key)) if may_reset else None,
        )

    def explanation_of(self, focus: QWidget) -> Explanation | None:
        key = next((key for key, entry in self._rows.items() if entry.isAncestorOf(focus)), None)
        return self.explanation(key) if key is not None else None

    def note_focus(self, key: str) -> None:
        """A field got the focus."""

    # --- Going on ----------------------------------------------------------------------------------------------------

    def primary(self) -> tuple[str, ...]:
        return (self.next_label,)

    def act(self) -> None:
        if self.settle():
            self.shell.go(self.next_page)

    def settle(self) -> bool:
        """True when nothing is open; otherwise the footer counts, every open field is marked, the first is focused."""
        still_open = [problem for problem in self.problems() if self.shell.state.is_open(problem)]
        if not still_open:
            return True
        self._tried = True
        self.renew()
        self.go_to_open()
        self.point_out_open(len(still_open))
        return False

    def point_out_open(self, count: int) -> None:
        text = strings.OPEN_ITEMS_ONE if count == 1 else strings.OPEN_ITEMS.format(count=count)
        self.shell.point_out(FooterLine(text, strings.GO_THERE, self.go_to_open, ATTENTION))

    def go_to_open(self) -> None:
        """Put the focus on the first thing that is open."""
        first = next((problem for problem in self.problems() if self.shell.state.is_open(problem)), None)
        if first is not None and not self.card.focus_on(first) and first.place in self._rows:
            self._rows[first.place].control.setFocus()


def lower_first(text: str) -> str:
    """For the middle of a sentence; a first word in capitals, such as RMSE, keeps them."""
    word = text.partition(" ")[0]
    return text if len(word) > 1 and word.isupper() else text[:1].lower() + text[1:]


def chosen(state: State, problem: Problem) -> tuple[bool, ...]:
    """Which of the problem's fixes hold now."""
    return tuple(fix_is_chosen(state.study, fix) for fix in problem.fixes)
