"""What the pages with fields share: chips, messages, problems, and a primary button that is never silently dead."""

from typing import ClassVar

from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.domain.problem import Fix, Problem
from gui import strings, theme
from gui.widgets.field import LABEL_WIDTH, FieldRow
from gui.widgets.problem_card import ProblemCard, identity
from gui.wizard.fields import field_of
from gui.wizard.page import Page, Shell
from gui.wizard.state import State
from gui.wizard.study_fields import fix_is_chosen

DATA = "data"
RESOLUTION = "RES"  # asked where the forecast is shown, on Review & lock


class FormPage(Page):
    """A page whose fields are fields of the study. Subclasses fill `body` and write `load`."""

    next_page: ClassVar[str] = ""
    next_label: ClassVar[str] = ""
    label_width: ClassVar[int] = LABEL_WIDTH
    places: ClassVar[tuple[str, ...]] = ()
    """Beginnings of the places whose problems are shown here."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._rows: dict[str, FieldRow] = {}
        self._loading = False
        self.card = ProblemCard()
        self.card.fixed.connect(self.fix)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(theme.GRID + 2)

    def field(self, key: str, control: QWidget, behind: QWidget | None = None) -> FieldRow:
        """A row for a field of the table of fields."""
        row = field_of(key)
        result = FieldRow(key, row.title, row.note, control, behind, self.label_width)
        result.explained.connect(self.explain)
        result.reset.connect(self.reset)
        self._rows[key] = result
        return result

    # --- From the state to the page ----------------------------------------------------------------------------------

    def enter(self, state: State) -> None:
        self._loading = True
        self.load(state)
        self._loading = False
        self.renew()

    def load(self, state: State) -> None:
        """Show the values of the state."""

    def renew(self) -> None:
        """Chips, messages and buttons for the values as they are now."""
        state = self.shell.state
        found = self.problems()
        for key, row in self._rows.items():
            row.say(state.is_assumed(key), state.is_changed(key), chip=state.has_suggestion(key))
            blocked = any(problem.place == key and state.is_blocking(problem) for problem in found)
            row.mark_wrong(blocked)
        self.show_problems(found)
        self.changed.emit()

    def show_problems(self, found: tuple[Problem, ...]) -> None:
        """On the card "Before you go on"; a page that shows them elsewhere does it here."""
        state = self.shell.state
        self.card.show_problems(found, {identity(problem): chosen(state, problem) for problem in found})

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

    def explain(self, key: str) -> None:
        row, reason = field_of(key), self.shell.state.reason(key)
        source = reason.source if reason and reason.source else row.source
        self.explained.emit(row.title.replace("&", ""), row.note, reason.text if reason else "", source)

    # --- Going on ----------------------------------------------------------------------------------------------------

    def primary(self) -> tuple[str, ...]:
        return (self.next_label,)

    def act(self) -> None:
        if self.settle():
            self.shell.go(self.next_page)

    def settle(self) -> bool:
        """True when nothing is open; otherwise the focus goes to the first open thing, and it is said aloud."""
        still_open = [problem for problem in self.problems() if self.shell.state.is_open(problem)]
        if not still_open:
            return True
        first = still_open[0]
        if not self.card.focus_on(first) and first.place in self._rows:
            self._rows[first.place].control.setFocus()
        text = strings.OPEN_ITEMS_ONE if len(still_open) == 1 else strings.OPEN_ITEMS
        self.shell.announce(text.format(count=len(still_open), text=first.text))
        return False


def chosen(state: State, problem: Problem) -> tuple[bool, ...]:
    """Which of the problem's fixes hold now."""
    return tuple(fix_is_chosen(state.study, fix) for fix in problem.fixes)
