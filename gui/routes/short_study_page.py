"""What the short routes share: steps in the rail, a table, a form that saves itself, a result and a report."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import ClassVar, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from core.application.read_tables import parse_pasted, read_table
from core.application.study_files import ShortStudyFile
from core.application.write_report import Document
from core.domain.conclusion import Answer
from core.domain.dataset import Table
from core.domain.problem import Fix, Problem, Severity
from core.domain.short_study import ShortKind, ShortStudy
from core.support.errors import EvenfoldError
from gui import messages
from gui import strings as frame
from gui.files import FileKind, where_words
from gui.routes.report_step import ReportStep
from gui.strings import routes as common
from gui.strings import short_studies as words
from gui.tasks import Background
from gui.widgets.field import FieldRow
from gui.widgets.file_row import FileRow
from gui.widgets.parts import button, focus_first
from gui.widgets.popover import Explanation
from gui.widgets.problem_card import ProblemCard, identity
from gui.widgets.rail import Mark, StepState
from gui.wizard.bars import ATTENTION, LOCKED, Action, FooterLine
from gui.wizard.page import HeaderFacts, Page, Shell
from gui.wizard.state import State, local_time
from gui.wizard.words import clock_time

DATA, RESULT, REPORT = "data", "result", "report"
STEP = "step"


class RouteStep(NamedTuple):
    """One step of a short route: its name in the rail, the question above its page, and one line below that."""

    key: str
    title: str
    heading: str = ""
    lead: str = ""


class ShortStudyPage(Page):
    """Subclasses add their steps and say what is asked, what is open and how to work out the answer.

    The form is saved from the first answer on, in a file of its own in the studies folder; once there is an answer it
    is fixed, and another question is another study.
    """

    kind: ClassVar[ShortKind]
    steps: ClassVar[tuple[RouteStep, ...]]
    verb: ClassVar[str]
    no_table: ClassVar[str] = words.NO_TABLE

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.table: Table | None = None
        self.answers: dict[str, str] = {}
        self.step = DATA
        self.answered_at = ""
        self.save_problem = ""
        self._file: ShortStudyFile | None = None
        self._name = ""
        self._is_filling = False
        self._background, self._writing = Background(self), Background(self)
        self.rows: dict[str, FieldRow] = {}
        self.file_row = FileRow(
            "routeTable",
            words.TABLE,
            self.choose_file,
            self.no_table,
            button(words.PASTE, self.paste, "routePaste"),
            words=words.CHOOSE,
        )
        self.card = ProblemCard()
        self.card.fixed.connect(self._answer)
        self.report_step = ReportStep(shell, self.document, self.copy, lambda: self.path)
        self.report_step.written.connect(lambda: self.changed.emit())
        self._pile = QStackedWidget()
        self._bodies: dict[str, QWidget] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._pile)

    def add_step(self, key: str, body: QWidget) -> None:
        self._bodies[key] = body
        self._pile.addWidget(body)

    def field(self, key: str, texts: tuple[str, str, str], control: QWidget, behind: QWidget | None = None) -> FieldRow:
        """A field by its title, note and help line."""
        title, note, told = texts
        made = FieldRow(key, title, note, control, behind)
        made.tell(told)
        made.asked.connect(lambda _key: self.shell.explain(Explanation(title.replace("&", ""), note), made.mark))
        self.rows[key] = made
        return made

    # --- What subclasses say -----------------------------------------------------------------------------------------

    def take(self, table: Table) -> None:
        """A table was read: offer its columns."""

    def clear_form(self) -> None:
        """Back to an empty form."""

    def clear_answer(self) -> None:
        """Forget the answer; the form stays."""

    def form_values(self) -> dict[str, object]:
        """What the person filled in, as plain values to be saved."""
        return {}

    def fill_form(self, values: dict[str, object]) -> None:
        """Fill it in again."""

    def asked(self) -> tuple[Problem, ...]:
        """The questions of this route, answered or not."""
        return ()

    def find_gap(self, step: str) -> tuple[str, QWidget] | None:
        """What is missing on a step before one can go on, and where; None when nothing is."""
        return None

    def work(self) -> None:
        """Work out the answer in the background and hand it to `finish`."""

    def summary_of(self, step: str) -> str:
        """What was decided on a step, for the rail."""
        return ""

    def answer_facts(self) -> tuple[Answer, str]:
        """The answer and its headline."""
        return Answer.NONE, ""

    def sentence(self) -> str:
        """The answer to be copied."""
        return ""

    def document(self) -> Document | None:
        """The answer as a report; None where there is none to write."""
        return None

    def comparisons(self) -> int:
        """How many comparisons on this data the answer counts."""
        return 0

    def show_form(self) -> None:
        """Something was filled in: say what follows from it."""

    # --- Steps -------------------------------------------------------------------------------------------------------

    @property
    def is_answered(self) -> bool:
        return bool(self.answered_at)

    @property
    def path(self) -> Path | None:
        return None if self._file is None else self._file.path

    def show_step(self, key: str) -> None:
        self.step = key
        self._pile.setCurrentWidget(self._bodies[key])
        is_form = key not in (RESULT, REPORT)
        for step, body in self._bodies.items():
            body.setEnabled(step in (RESULT, REPORT) or not self.is_answered)
        self.shows_title = key != RESULT
        self.has_lead = is_form
        if key == REPORT:
            self.report_step.renew(self._name)
        self.renew()
        self.shell.announce("")
        if self.shell.page(self.key) is self and self.isVisible():
            focus_first(self._bodies[key], Qt.FocusReason.OtherFocusReason)

    def visit_step(self, key: str) -> None:
        """Go to a step if the study is ready for it; otherwise say what is missing."""
        keys = [step.key for step in self.steps]
        if key in (RESULT, REPORT):
            if not self.is_answered:
                self.shell.announce(words.NEEDS_ANSWER)
                return
        elif not self.is_answered:
            for before in keys[: keys.index(key)]:
                if not self.settle_step(before):
                    return
        self.show_step(key)

    def settle_step(self, key: str) -> bool:
        """True when nothing is open there; otherwise the step is shown, says so, and has the focus where it is open."""
        if self.table is None:
            gap: tuple[str, QWidget] | None = (words.NEEDS_TABLE, self.file_row.choose)
            key = DATA
        else:
            gap = self.find_gap(key)
        if gap is None:
            return self._settle_questions(key)
        if self.step != key:
            self.show_step(key)
        gap[1].setFocus(Qt.FocusReason.OtherFocusReason)
        self.shell.point_out(FooterLine(gap[0], sign=ATTENTION))
        return False

    def _settle_questions(self, key: str) -> bool:
        still_open = [one for one in self.asked() if one.id not in self.answers]
        if key != self._last_form or not still_open:
            return True
        if self.step != key:
            self.show_step(key)
        self.card.focus_on(still_open[0])
        text = frame.OPEN_ITEMS_ONE if len(still_open) == 1 else frame.OPEN_ITEMS
        self.shell.point_out(FooterLine(text.format(count=len(still_open), text=still_open[0].text), sign=ATTENTION))
        return False

    @property
    def _last_form(self) -> str:
        return next(step.key for step in reversed(self.steps) if step.key not in (RESULT, REPORT))

    def _next_of(self, key: str) -> RouteStep | None:
        keys = [step.key for step in self.steps]
        place = keys.index(key) + 1
        return self.steps[place] if place < len(keys) else None

    def marks(self) -> tuple[Mark, ...]:
        return tuple(
            Mark(step.key, step.title, self._state_of(step.key), step.key == self.step, self.summary_of(step.key))
            for step in self.steps
        )

    def _state_of(self, key: str) -> StepState:
        keys = [step.key for step in self.steps]
        if key in (RESULT, REPORT):
            return StepState.DONE if self.is_answered else StepState.NOT_STARTED
        if self.is_answered:
            return StepState.LOCKED
        return StepState.DONE if keys.index(key) < keys.index(self.step) else StepState.NOT_STARTED

    def back(self) -> bool:
        keys = [step.key for step in self.steps]
        place = keys.index(self.step)
        if place:
            self.show_step(keys[place - 1])
        return bool(place)

    def back_title(self) -> str:
        keys = [step.key for step in self.steps]
        place = keys.index(self.step)
        return self.steps[place - 1].title if place else ""

    # --- The frame around it -----------------------------------------------------------------------------------------

    def _current(self) -> RouteStep:
        return next(step for step in self.steps if step.key == self.step)

    def heading(self) -> str:
        return self._current().heading or self.instruction

    def subtitle(self) -> str:
        return self._current().lead

    def enter(self, state: State) -> None:
        self.renew()

    def primary(self) -> tuple[str, ...]:
        if self.step == REPORT:
            return (words.WRITE_PDF,)
        if self.step == RESULT:
            return (words.REPORT,)
        if self.step == self._last_form and not self.is_answered:
            return (self.verb,)
        following = self._next_of(self.step)
        return (following.title.replace("&", "&&"),) if following is not None else ()

    def act(self) -> None:
        following = self._next_of(self.step)
        if self.step == REPORT:
            self.report_step.write(".pdf")
        elif self.step == RESULT or self.is_answered:
            if following is not None:
                self.show_step(following.key)
        elif self.step != self._last_form:
            if self.settle_step(self.step) and following is not None:
                self.keep()
                self.show_step(following.key)
        elif all(self.settle_step(step.key) for step in self.steps if step.key not in (RESULT, REPORT)):
            self.keep()
            self.shell.announce(words.WORKING)
            self.work()

    def secondary(self) -> tuple[Action | tuple[str, Callable[[], None]], ...]:
        if self.step in (RESULT, REPORT):
            return ((words.COPY, self.copy),)
        return ()

    def line(self) -> FooterLine | None:
        if self.save_problem:
            told = words.SAVE_FAILED.format(reason=self.save_problem)
            return FooterLine(told, words.SAVE_ELSEWHERE, self.save_elsewhere, ATTENTION)
        if self.step == REPORT:
            return self.report_step.line()
        if self.is_answered and self.step != RESULT:
            told = words.LOCKED.format(time=clock_time(local_time(self.answered_at)))
            return FooterLine(told, words.NEW_FROM_THIS, self.start_copy, LOCKED)
        return None

    def header_facts(self) -> HeaderFacts | None:
        if self.table is None:
            return HeaderFacts("", "", 0, False)
        saved = frame.ALL_SAVED if self._file is not None else words.NOT_SAVED_YET
        if self.save_problem:
            saved = words.SAVE_FAILED.format(reason=self.save_problem)
        return HeaderFacts(self._name, saved, self.comparisons(), False)

    def rename(self, title: str) -> None:
        if title and title != self._name:
            self._name = title
            self.keep()

    # --- The table ---------------------------------------------------------------------------------------------------

    def choose_file(self) -> None:
        chosen = self.shell.files.ask_to_open(self, FileKind.DATA, common.CHOOSE_TITLE, common.CHOOSE_FILTER)
        if chosen is not None:
            self.open(chosen)

    def open(self, path: Path) -> None:
        self.shell.announce(words.READING.format(name=path.name))
        self._background.start(partial(read_table, path), self._take, self.failed)

    def paste(self) -> None:
        text = QGuiApplication.clipboard().text()
        if "\n" not in text.strip():
            self.shell.announce(common.NO_CLIPBOARD)
            return
        self._background.start(partial(parse_pasted, text), self._take, self.failed)

    def _take(self, table: Table) -> None:
        """Another table; answers that were given stay with their study, which is closed if it has any."""
        self.shell.announce("")
        self._is_filling = True
        self.answers = {}
        if self._file is None:
            self._name = Path(table.name).stem
        self._show_table(table)
        self.take(table)
        self._is_filling = False
        if self._file is not None:
            self.keep()
        self.renew()

    def _show_table(self, table: Table | None) -> None:
        self.table = table
        self.file_row.shown.setText("" if table is None else table.name)
        self.file_row.shown.setToolTip("" if table is None else table.source)
        found = self.no_table
        if table is not None:
            found = words.FOUND.format(rows=table.rows, columns=len(table.columns))
        self.file_row.tell(found)

    def failed(self, error: EvenfoldError) -> None:
        self.shell.announce("")
        messages.show_error(self, error)

    # --- Questions and saving ----------------------------------------------------------------------------------------

    def problems(self) -> tuple[Problem, ...]:
        return tuple(one for one in self.asked() if one.severity is Severity.ASKS)

    def renew(self) -> None:
        found = self.asked()
        chosen = {identity(one): tuple(self.answers.get(one.id) == fix.value for fix in one.fixes) for one in found}
        self.card.show_problems(found, chosen)
        self.show_form()
        self.changed.emit()

    def _answer(self, fix: Fix) -> None:
        self.answers[fix.change.removeprefix("answers.")] = str(fix.value)
        self.keep()
        self.renew()

    def filled(self) -> None:
        """The person filled something in."""
        if not self._is_filling:
            self.keep()
            self.renew()

    def _record(self) -> ShortStudy:
        answer, headline = self.answer_facts() if self.is_answered else (Answer.NONE, "")
        form = {**self.form_values(), "answers": dict(self.answers), STEP: self.step}
        return ShortStudy(self.kind, self._name, self.table, form, answer, headline, self.answered_at)

    def keep(self) -> None:
        """Save what there is; it is in the file before the next thing can happen, so that nothing answered is lost."""
        if self.table is None or self._is_filling or (self._file is not None and self._file.read_only):
            return
        try:
            if self._file is None:
                self._file = ShortStudyFile.create(self.shell.files.path_of_new_study(self._name), self._record())
                self.shell.settings.remember(self._file.path)
            else:
                self._file.save(self._record())
            self.save_problem = ""
        except (EvenfoldError, OSError) as error:
            self.save_problem = error.message if isinstance(error, EvenfoldError) else str(error.strerror)
        self.changed.emit()

    def save_elsewhere(self) -> None:
        """Go on in another file where the own one cannot be written."""
        name = f"{self._name}.evenfold"
        files = self.shell.files
        chosen = files.ask_to_save(
            self, FileKind.STUDY, words.SAVE_ELSEWHERE_TITLE, name, words.SAVE_FILTER, new_only=True
        )
        if chosen is None:
            return
        try:
            made = ShortStudyFile.create(chosen[0].with_suffix(".evenfold"), self._record())
        except EvenfoldError as error:
            self.failed(error)
            return
        self._close_file()
        self._file, self.save_problem = made, ""
        self.shell.settings.remember(made.path)
        self.changed.emit()

    def save_copy(self) -> None:
        """A copy of the file as it is now."""
        if self._file is None:
            return
        files = self.shell.files
        title, name = frame.SAVE_COPY_TITLE, f"{self._file.path.stem}.evenfold"
        chosen = files.ask_to_save(self, FileKind.STUDY, title, name, words.SAVE_FILTER, self._file.path, new_only=True)
        if chosen is None:
            return
        try:
            self._file.copy_to(chosen[0].with_suffix(".evenfold"))
        except EvenfoldError as error:
            self.failed(error)
            return
        self.shell.announce(frame.COPY_SAVED.format(place=where_words(chosen[0].with_suffix(".evenfold"))))

    # --- Answer ------------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """The answer was found and is shown: keep it."""
        if not self.is_answered:
            self.answered_at = datetime.now(UTC).isoformat(timespec="seconds")
        self.step = RESULT
        self.keep()
        self.show_step(RESULT)
        self.shell.announce(self.answer_facts()[1], shown=False)

    def copy(self) -> None:
        QGuiApplication.clipboard().setText(self.sentence())
        self.shell.announce(common.COPIED)

    # --- Beginning, opening, ending ----------------------------------------------------------------------------------

    def start_blank(self) -> None:
        """An empty form; what was there is in its file."""
        self._background.forget()
        self._close_file()
        self._is_filling = True
        self._name, self.answers, self.answered_at, self.save_problem = "", {}, "", ""
        self._show_table(None)
        self.clear_form()
        self._is_filling = False
        self.show_step(DATA)

    def start_copy(self) -> None:
        """The same table and choices, open again, in a file of its own."""
        self._close_file()
        self.answered_at = ""
        self.clear_answer()
        self.show_step(DATA)
        self.keep()

    def open_saved(self, path: Path) -> None:
        """Show a saved study again, where it stood."""
        if self.path == path:
            return
        self._background.start(partial(ShortStudyFile.open, path), self._take_saved, self.failed)

    def _take_saved(self, file: ShortStudyFile) -> None:
        self._close_file()
        study, self._file = file.study, file
        form = dict(study.form)
        self._is_filling = True
        answers = form.get("answers")
        self.answers = {str(key): str(value) for key, value in answers.items()} if isinstance(answers, dict) else {}
        self._name, self.answered_at, self.save_problem = study.title, study.answered_at, ""
        self._show_table(study.table)
        if study.table is not None:
            self.take(study.table)
            self.fill_form(form)
        self._is_filling = False
        keys = [step.key for step in self.steps if step.key not in (RESULT, REPORT)]
        step = str(form.get(STEP, DATA))
        self.show_step(step if step in keys else DATA)
        if self.is_answered:
            self.shell.announce(words.WORKING)
            self.work()

    def _close_file(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            try:
                file.close()
            except EvenfoldError as error:
                self.shell.announce(error.message)

    def close_down(self) -> None:
        self._background.wait()
        self._writing.wait()
        self.report_step.close_down()
        self._close_file()
