"""What the short routes share: a file, columns, questions that must be answered, then the answer on the same page."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.application.read_tables import parse_pasted, read_table
from core.application.write_report import Document, write_document
from core.domain.dataset import Table
from core.domain.problem import Fix, Problem, Severity
from core.support.errors import EvenfoldError
from gui import messages, theme
from gui import strings as frame
from gui.files import FileKind
from gui.pdf import QtPainter
from gui.strings import routes as strings
from gui.tasks import Background
from gui.widgets.parts import button, column, focus_first, label, row, show_from_top
from gui.widgets.problem_card import ProblemCard, identity
from gui.wizard.page import Page, Shell

Answers = dict[str, str]


class RoutePage(Page):
    """Subclasses fill `form` and `answer`, and say what is asked, what is wrong and how to work it out."""

    no_file: ClassVar[str] = strings.NO_FILE
    choose_title: ClassVar[str] = strings.CHOOSE_TITLE
    again: ClassVar[str] = strings.AGAIN
    working: ClassVar[str] = strings.WORKING

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.table: Table | None = None
        self.answers: Answers = {}
        self.trouble = ""
        self._background = Background(self)
        self.file = label(strings.FILE_NONE, "secondary", "routeFile")
        self._choose = button(strings.CHOOSE, self.choose_file, "routeChoose")
        self._paste = button(strings.PASTE, self.paste, "routePaste")
        self.card = ProblemCard()
        self.card.fixed.connect(self._answered)
        self.form, self.answer = QWidget(), QWidget()
        self.answer.setObjectName("routeAnswer")
        self.answer.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID + 2)
        layout.addWidget(self.form)
        layout.addWidget(self.answer, 1)
        layout.addStretch(0)
        self.answer.hide()

    def arrange(self, *content: QWidget, first: QWidget | None = None) -> None:
        """The form: what must be there before the file, the file, what the page asks, the open questions."""
        line = row(self._choose, self._paste, self.file)
        line.setStretch(2, 1)
        before = () if first is None else (first,)
        self.form.setLayout(column(*before, line, *content, self.card, 0))
        self.renew()

    # --- The file ----------------------------------------------------------------------------------------------------

    def choose_file(self) -> None:
        chosen = self.shell.files.ask_to_open(self, FileKind.DATA, self.choose_title, strings.CHOOSE_FILTER)
        if chosen is not None:
            self.open(chosen)

    def open(self, path: Path) -> None:
        self.shell.announce(strings.FILE_READING.format(name=path.name))
        self._background.start(partial(read_table, path), self._take, self.failed)

    def paste(self) -> None:
        text = QGuiApplication.clipboard().text()
        if "\n" not in text.strip():
            self.shell.announce(strings.NO_CLIPBOARD)
            return
        self._background.start(partial(parse_pasted, text), self._take, self.failed)

    def _take(self, table: Table) -> None:
        self.table, self.answers = table, {}
        self.shell.announce("")
        self._choose.setText(strings.CHOOSE_OTHER)
        self.file.setText(strings.FILE.format(name=table.name, rows=table.rows, columns=len(table.columns)))
        self.take(table)
        self.renew()

    def take(self, table: Table) -> None:
        """A table was read: offer its columns."""

    def failed(self, error: EvenfoldError) -> None:
        self.shell.announce("")
        messages.show_error(self, error)

    # --- Questions ---------------------------------------------------------------------------------------------------

    def asked(self) -> tuple[Problem, ...]:
        """The questions of this route, answered or not."""
        return ()

    def problems(self) -> tuple[Problem, ...]:
        blocked = (Problem("COLUMNS", Severity.BLOCKS, self.trouble, "columns"),) if self.trouble else ()
        return (*blocked, *self.asked())

    def renew(self) -> None:
        found = self.problems()
        self.card.show_problems(found, {identity(problem): self._chosen(problem) for problem in found})
        self.changed.emit()

    def _chosen(self, problem: Problem) -> tuple[bool, ...]:
        return tuple(self.answers.get(problem.id) == fix.value for fix in problem.fixes)

    def _answered(self, fix: Fix) -> None:
        self.answers[fix.change.removeprefix("answers.")] = str(fix.value)
        self.renew()

    def settle(self) -> bool:
        if self.table is None:
            self._choose.setFocus()
            self.shell.announce(self.no_file)
            return False
        still_open = [problem for problem in self.problems() if problem.id not in self.answers]
        if not still_open:
            return True
        self.card.focus_on(still_open[0])
        text = frame.OPEN_ITEMS_ONE if len(still_open) == 1 else frame.OPEN_ITEMS
        self.shell.announce(text.format(count=len(still_open), text=still_open[0].text))
        return False

    # --- From the form to the answer and back ------------------------------------------------------------------------

    @property
    def is_answered(self) -> bool:
        return not self.answer.isHidden()

    def show_answer(self, shown: bool) -> None:
        self.form.setVisible(not shown)
        self.answer.setVisible(shown)
        self.changed.emit()
        focus_first(self.answer if shown else self.form, Qt.FocusReason.OtherFocusReason)
        if shown:
            QTimer.singleShot(0, self, partial(show_from_top, self))

    def back(self) -> bool:
        """From the answer to the columns."""
        was_answered = self.is_answered
        if was_answered:
            self.show_answer(False)
        return was_answered

    def act(self) -> None:
        if self.is_answered:
            self.copy()
        elif self.settle():
            self.shell.announce(self.working)
            self.work()

    def work(self) -> None:
        """Work out the answer in the background."""

    def sentence(self) -> str:
        """The answer to be copied."""
        return ""

    def document(self) -> Document | None:
        """The answer as a report; None where there is none to write."""
        return None

    def write_report(self) -> None:
        made = self.document()
        files, name = self.shell.files, strings.REPORT_NAME
        chosen = files.ask_to_save(self, FileKind.REPORT, strings.REPORT_TITLE, name, strings.REPORT_FILTER)
        if made is not None and chosen is not None:
            self.write_to(chosen[0], made)

    def write_to(self, path: Path, made: Document) -> None:
        try:
            write_document(path, made, QtPainter())
        except EvenfoldError as error:
            messages.show_error(self, error)
            return
        self.shell.announce(strings.REPORT_WRITTEN.format(path=path))

    def copy(self) -> None:
        QGuiApplication.clipboard().setText(self.sentence())
        self.shell.announce(strings.COPIED)

    def secondary(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        if not self.is_answered:
            return ()
        again = (self.again, lambda: self.show_answer(False))
        return (again, (strings.REPORT_WRITE, self.write_report)) if self.document() is not None else (again,)

    def close_down(self) -> None:
        self._background.wait()
