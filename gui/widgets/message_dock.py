"""The dock "To settle": what blocks, what is asked, what is noted, each with its answers at hand, in a fixed height."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from core.domain.problem import Fix, Problem, Severity
from gui import strings, theme
from gui.dressing import Dressed
from gui.widgets.parts import button, label, plain, restyle, row, rule
from gui.widgets.problem_card import emphasized, identity
from gui.widgets.tag import Tag

HEADING = 36
SHOW = "show"  # value of a fix that shows something and answers nothing
ICON = 16


class MessageRow(Dressed, QWidget):
    """One message: icon, sentence, answers. An answered one turns to a tick and stays where it is, changeable."""

    chosen = Signal(object)

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        self.problem, self.is_settled = problem, problem.severity is Severity.NOTE
        self.setObjectName(f"message_{problem.id}_{problem.place}")
        self.icon = QLabel()
        self.text = label(emphasized(problem.text))
        self.controls: list[QAbstractButton] = [self._button(fix, place) for place, fix in enumerate(problem.fixes)]
        line = row(self.icon, self.text, *self.controls)
        line.setStretch(1, 1)
        line.setContentsMargins(12, 4, 12, 4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(line)
        layout.addWidget(rule())
        self.redress()

    def _button(self, fix: Fix, place: int) -> QPushButton:
        made = button(fix.label, partial(self.chosen.emit, fix), f"fix_{self.problem.id}_{place}", "inRow")
        made.setAccessibleDescription(self.problem.text)
        made.setCheckable(fix.value != SHOW)
        return made

    def mark(self, chosen: tuple[bool, ...], is_settled: bool) -> None:
        """Show which answers hold now, and whether nothing is left to do here."""
        for control, is_chosen in zip(self.controls, chosen, strict=True):
            control.setChecked(is_chosen and control.isCheckable())
        if is_settled != self.is_settled:
            self.is_settled = is_settled
            self.redress()

    def redress(self) -> None:
        colors, pixels = theme.current(), theme.scaled(ICON)
        name, ink = {
            Severity.BLOCKS: ("blocks", colors.blocked),
            Severity.ASKS: ("caution", colors.unclear),
            Severity.NOTE: ("note", colors.text3),
        }[self.problem.severity]
        if self.is_settled and self.problem.severity is not Severity.NOTE:
            name, ink = "check", colors.yes
        self.icon.setPixmap(theme.icon(name, ink, pixels).pixmap(pixels, pixels))
        self.setMinimumHeight(theme.scaled(theme.ROW))


class MessageDock(Dressed, QFrame):
    """`fixed` carries the answer the person chose. The dock keeps its height and scrolls inside.

    A message that is no longer true stays as a ticked row until the page is opened again, so that nothing moves.
    """

    fixed = Signal(object)

    def __init__(self, rows: int = 3, title: str = strings.TO_SETTLE) -> None:
        """`rows` are those that are seen without scrolling; without a title there is no heading."""
        super().__init__()
        self.setObjectName("messageDock")
        self.setProperty("look", "card")
        self.setAccessibleName(title or strings.TO_SETTLE)
        self._shown = rows
        self._rows: list[MessageRow] = []
        self.open_tag, self.rest = Tag("", "dockOpen", "openTag"), plain("", "caption", "dockRest")
        self._heading = QWidget()
        heading = row(plain(title, "title"), self.open_tag, self.rest, 0)
        heading.setContentsMargins(12, 0, 12, 0)
        self._heading.setLayout(heading)
        if not title:
            self._heading.hide()
        inside = QWidget()
        self._list = QVBoxLayout(inside)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(0)
        self._list.addStretch(1)
        self.area = QScrollArea()
        self.area.setObjectName("dockRows")
        self.area.setProperty("look", "inner")
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 4)
        layout.setSpacing(0)
        layout.addWidget(self._heading)
        layout.addWidget(self.area, 1)
        self.redress()

    def redress(self) -> None:
        heading = 0 if self._heading.isHidden() else theme.scaled(HEADING)
        self._heading.setFixedHeight(theme.scaled(HEADING))
        self.setFixedHeight(heading + self._shown * theme.scaled(theme.ROW) + 8)

    def start_anew(self) -> None:
        """The page is opened: rows of what is settled and gone are taken away."""
        for entry in self._rows:
            self._list.removeWidget(entry)
            entry.hide()
            entry.deleteLater()
        self._rows = []

    def show_problems(
        self,
        problems: tuple[Problem, ...],
        chosen: dict[str, tuple[bool, ...]],
        open_keys: frozenset[str] = frozenset(),
    ) -> None:
        """`chosen` tells by identity which fixes hold, `open_keys` which messages are still open."""
        wanted = {identity(problem): problem for problem in problems}
        known = {identity(entry.problem) for entry in self._rows}
        for place, entry in enumerate(self._rows):
            problem = wanted.get(identity(entry.problem), entry.problem)
            if problem != entry.problem:  # the same question with other figures or answers, in the same place
                self._list.removeWidget(entry)
                entry.hide()
                entry.deleteLater()
                self._rows[place] = self._made(problem, place)
        for key, problem in wanted.items():
            if key not in known:
                self._rows.append(self._made(problem, len(self._rows)))
        for entry in self._rows:
            key = identity(entry.problem)
            holds = chosen.get(key, (False,) * len(entry.controls))
            entry.mark(holds, key not in open_keys)
        self._count(len(open_keys), wanted)
        look = "card" if self._rows or not self._heading.isHidden() else "emptyDock"
        if self.property("look") != look:
            restyle(self, look=look)
        self.area.setVisible(bool(self._rows))

    def _made(self, problem: Problem, place: int) -> MessageRow:
        made = MessageRow(problem)
        made.chosen.connect(self.fixed.emit)
        self._list.insertWidget(place, made)
        return made

    def _count(self, still_open: int, wanted: dict[str, Problem]) -> None:
        self.open_tag.say(strings.DOCK_OPEN.format(count=still_open) if still_open else "")
        notes = sum(problem.severity is Severity.NOTE for problem in wanted.values())
        answered = len(self._rows) - notes - still_open
        parts = [strings.DOCK_ANSWERED.format(count=answered)] if answered > 0 else []
        parts += [(strings.DOCK_NOTE if notes == 1 else strings.DOCK_NOTES).format(count=notes)] if notes else []
        self.rest.setText(" · ".join(parts) if self._rows else strings.NOTHING_OPEN)

    @property
    def messages(self) -> tuple[Problem, ...]:
        """What is listed, settled or not."""
        return tuple(entry.problem for entry in self._rows)

    def focus_on(self, problem: Problem) -> bool:
        """Put the focus on the first thing that can settle the problem; False where there is nothing to press."""
        entry = next((entry for entry in self._rows if identity(entry.problem) == identity(problem)), None)
        if entry is None or not entry.controls:
            return False
        entry.controls[0].setFocus(Qt.FocusReason.OtherFocusReason)
        self.area.ensureWidgetVisible(entry)
        return True
