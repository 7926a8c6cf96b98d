"""The card "Before you go on": what blocks, what is asked, what is noted, each with its fixes at hand."""

from functools import partial
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QApplication, QButtonGroup, QLabel, QRadioButton, QVBoxLayout, QWidget

from core.application.prepare_data import EMPHASIZED
from core.domain.problem import SHOW, Fix, Problem, Severity
from core.support.text import in_one_piece
from core.support.typography import typeset
from gui import strings, theme
from gui.dressing import Dressed
from gui.widgets.flow import FlowLayout
from gui.widgets.parts import Card, button, label, reveal, row

LOOKS = {Severity.BLOCKS: "blocked", Severity.ASKS: "caution", Severity.NOTE: "secondary"}
ICON = 18


class ProblemRow(Dressed, QWidget):
    """One problem: its level in word and icon, its text, and buttons (blocks) or a choice (asks)."""

    chosen = Signal(object)

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        self.problem = problem
        self.setObjectName(f"problem_{problem.id}")
        self.icon = QLabel()
        self.icon.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.controls: list[QAbstractButton] = []
        self._group = QButtonGroup(self)
        text = label(in_one_piece(emphasized(problem.text)), LOOKS[problem.severity])
        text.setAccessibleName(f"{strings.LEVELS[problem.severity]}: {problem.text}")
        body = QVBoxLayout()
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(2)
        body.addWidget(text)
        if problem.fixes:
            body.addWidget(self._fixes(problem))
        line = row(self.icon, spacing=8)
        line.addLayout(body, 1)
        self.setLayout(line)
        self.restyle()

    def _fixes(self, problem: Problem) -> QWidget:
        holder = QWidget()
        holder.setAccessibleName(problem.text)
        flow = FlowLayout(holder)
        for place, fix in enumerate(problem.fixes):
            control = self._control(problem, fix, place)
            control.setAccessibleDescription(problem.text)
            self.controls.append(control)
            flow.addWidget(control)
        return holder

    def _control(self, problem: Problem, fix: Fix, place: int) -> QAbstractButton:
        name = f"fix_{problem.id}_{place}"
        if problem.severity is not Severity.ASKS or fix.value == SHOW:
            return button(fix.label, partial(self.chosen.emit, fix), name, "small")
        radio = QRadioButton(typeset(fix.label))
        radio.setObjectName(name)
        radio.clicked.connect(partial(self.chosen.emit, fix))
        self._group.addButton(radio)
        return radio

    def mark(self, chosen: tuple[bool, ...]) -> None:
        """Show which answers hold now."""
        if self.problem.severity is not Severity.ASKS:
            return
        self._group.setExclusive(False)
        for control, is_chosen in zip(self.controls, chosen, strict=True):
            if control.isCheckable():
                control.setChecked(is_chosen)
        self._group.setExclusive(True)

    def redress(self) -> None:
        self.restyle()

    def restyle(self) -> None:
        color = getattr(theme.current(), LOOKS[self.problem.severity])
        pixels = round(ICON * theme.scale())
        self.icon.setPixmap(theme.icon(str(self.problem.severity), color, pixels).pixmap(pixels, pixels))


class ProblemCard(Card):
    """`fixed` carries the fix the person chose."""

    fixed = Signal(object)

    def __init__(self) -> None:
        super().__init__(strings.BEFORE_YOU_GO_ON, "beforeYouGoOn")
        self._rows: list[ProblemRow] = []
        self._list = QVBoxLayout()
        self._list.setSpacing(6)
        self.add(self._list)

    def show_problems(self, problems: tuple[Problem, ...], chosen: dict[str, tuple[bool, ...]]) -> None:
        """`chosen` tells by id and place which fixes hold; the card is hidden when there is nothing to say."""
        if tuple(entry.problem for entry in self._rows) != problems:
            self._rebuild(problems)
        for entry in self._rows:
            entry.mark(chosen[identity(entry.problem)])
        self.setVisible(bool(problems))

    def _rebuild(self, problems: tuple[Problem, ...]) -> None:
        """Rows that stay are kept: a click on one of them that is under way must not be lost."""
        left = self._focused_place()
        kept = {identity(entry.problem): entry for entry in self._rows if entry.problem in problems}
        gone = [entry for entry in self._rows if entry not in kept.values()]
        for entry in gone:
            self._list.removeWidget(entry)
        self._rows = [kept.get(identity(problem)) or self._made(problem) for problem in problems]
        for place, entry in enumerate(self._rows):
            self._list.insertWidget(place, entry)
        if left is not None and self._rows:
            self._focus_near(left)
        for entry in gone:
            entry.hide()
            entry.deleteLater()

    def _focused_place(self) -> int | None:
        """Which row has the focus."""
        focused = QApplication.focusWidget()
        return next((i for i, entry in enumerate(self._rows) if focused and entry.isAncestorOf(focused)), None)

    def _focus_near(self, place: int) -> None:
        """On to the next question when the one that was answered is gone."""
        focused = QApplication.focusWidget()
        controls = self._rows[min(place, len(self._rows) - 1)].controls
        if controls and not any(focused is control for entry in self._rows for control in entry.controls):
            controls[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _made(self, problem: Problem) -> ProblemRow:
        made = ProblemRow(problem)
        made.chosen.connect(self.fixed.emit)
        return made

    def focus_on(self, problem: Problem) -> bool:
        """Put the focus on the first thing that can settle the problem."""
        entry = next((entry for entry in self._rows if entry.problem == problem), None)
        if entry is None or not entry.controls:
            return False
        entry.controls[0].setFocus(Qt.FocusReason.OtherFocusReason)
        reveal(entry)
        return True


def emphasized(text: str) -> str:
    """Words between asterisks leaning, everything else as it is; an asterisk inside a name stands for itself."""
    return EMPHASIZED.sub(r"<i>\1</i>", escape(text, quote=False))


def identity(problem: Problem) -> str:
    """Two problems of one kind at one place differ in their words, such as two rare classes."""
    return f"{problem.id}:{problem.place}:{problem.text}"
