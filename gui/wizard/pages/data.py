"""The page Data: which column is predicted, what the others are for, and what one row stands for."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from core.advice.plan_problems import ON_DATA_PAGE
from core.data.read import StoppedError
from core.data.samples import SAMPLES
from core.data.screen import PICK, screen_table
from core.data.screen_columns import SHOW
from core.data.screen_leakage import BOTH_WAYS
from core.domain.dataset import Kind, Role, Table
from core.domain.problem import Fix, Problem, Severity
from core.domain.study import Columns
from core.support.errors import EvenfoldError
from gui import messages, strings, theme
from gui.strings import data as data_strings
from gui.widgets.column_table import ColumnTable
from gui.widgets.columns_model import KIND, ColumnsModel
from gui.widgets.exclude_dialog import ExcludeDialog
from gui.widgets.flow import FlowLayout
from gui.widgets.parts import button, plain
from gui.widgets.progress import Progress
from gui.widgets.reading_dialog import ReadingDialog
from gui.widgets.rows_dialog import RowsDialog, StraysDialog
from gui.wizard import opening
from gui.wizard.form import FormPage
from gui.wizard.page import Shell
from gui.wizard.pages.drop import DropZone
from gui.wizard.roles import kind_of, kinds_for, with_kinds, with_roles
from gui.wizard.state import Form, State
from gui.wizard.study_fields import carried, put
from gui.wizard.words import findings_of, table_line

READING = "columns.reading"
LEVELS = tuple(Severity)


class DataPage(FormPage):
    key = "data"
    title = strings.DATA_TITLE
    instruction = strings.DATA_INSTRUCTION
    next_page = "question"
    next_label = strings.NEXT_QUESTION
    places = ("columns", "row_meaning", "use")
    label_width = 216

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.setAcceptDrops(True)
        self._pending: Columns | None = None
        self._progress: Progress | None = None
        self._model = ColumnsModel(kind_of, kinds_for)
        self._model.chosen.connect(self._choose)
        self.view = ColumnTable(self._model)
        self.meaning = self._text("row_meaning", strings.DATA_EXAMPLE)
        self.use = self._text("use", strings.DATA_USE_EXAMPLE)
        self._empty = DropZone(shell.ask_for_file, self.paste, partial(shell.open_sample, SAMPLES[0].key))
        self._full = QWidget()
        self._fill(self._full)
        self._pile = QStackedWidget()
        self._pile.addWidget(self._empty)
        self._pile.addWidget(self._full)
        self.body.addWidget(self._pile)

    def _text(self, key: str, example: str) -> QLineEdit:
        box = QLineEdit()
        box.setPlaceholderText(example)
        box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        box.textEdited.connect(lambda text: self.put(key, text.strip()))
        return box

    def _fill(self, holder: QWidget) -> None:
        rows = button(strings.DATA_SHOW_ROWS, self._show_rows, "showRows", "link")
        self.search = QLineEdit()
        self.search.setObjectName("findColumn")
        self.search.setPlaceholderText(strings.DATA_FIND)
        self.search.setAccessibleName(strings.DATA_FIND)
        self.search.setClearButtonEnabled(True)
        self.search.setMaximumWidth(220)
        self.search.textChanged.connect(self.view.show_named)
        self.reading = button(strings.DATA_READING, self._change_reading, "changeReading", "link")
        self.exclude = button(data_strings.EXCLUDE, self._leave_out, "leaveOut", "link")
        layout = QVBoxLayout(holder)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID)
        line = QWidget()
        flow = FlowLayout(line)
        for part in (self.search, rows, self.reading, self.exclude, plain(strings.DATA_MISSING, "caption")):
            flow.addWidget(part)
        layout.addWidget(line)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.field("row_meaning", self.meaning))
        layout.addWidget(self.field("use", self.use))
        layout.addWidget(self.card)

    # --- Showing -----------------------------------------------------------------------------------------------------

    def load(self, state: State) -> None:
        self._pending = None
        is_new = state.table is not self._model.table
        self._pile.setCurrentWidget(self._empty if state.table is None else self._full)
        self._model.show_table(state.table, state.study.columns, findings_of(state), state.locked)
        if is_new:
            self.search.clear()
            self.view.fit()
        self.view.fit_findings()
        for box, text in ((self.meaning, state.study.row_meaning), (self.use, state.study.use)):
            if not box.hasFocus():
                box.setText(text)
        can_read_again = state.table is not None and "format" in state.table.reading
        self.reading.setVisible(can_read_again and not state.locked)
        rules = len(state.study.columns.excluded)
        self.exclude.setText(data_strings.EXCLUDE_COUNT.format(count=rules) if rules > 1 else data_strings.EXCLUDE)

    def seal(self, sealed: bool) -> None:
        """The list of columns can still be searched and scrolled; it knows itself what cannot be chosen."""
        for box in (self.meaning, self.use):
            box.setReadOnly(sealed)
        self.card.setEnabled(not sealed)
        self.exclude.setVisible(not sealed)

    def close_down(self) -> None:
        self._end_progress()

    def enter(self, state: State) -> None:
        super().enter(state)
        if state.form.screened is None and state.table is not None and not state.locked:
            work = partial(screen_table, state.table, state.study.columns, state.data)
            self.shell.background.start(work, partial(self._screened, state), partial(messages.show_error, self))

    def _screened(self, state: State, found: tuple[Problem, ...]) -> None:
        state.add_screening(found)
        if state is self.shell.state:
            self.enter(state)

    def starts_at(self) -> QWidget | None:
        """What nobody can suggest is typed at once."""
        state = self.shell.state
        is_missing = state.table is not None and not state.locked and not state.study.row_meaning
        return self.meaning if is_missing else None

    def subtitle(self) -> str:
        return table_line(self.shell.state)

    def problems(self) -> tuple[Problem, ...]:
        state = self.shell.state
        if state.table is None:
            return ()
        own = []
        if not state.study.row_meaning:
            own.append(Problem("ROW", Severity.BLOCKS, strings.DATA_NEEDS_MEANING, "row_meaning"))
        about_study = tuple(problem for problem in state.problems() if problem.id in ON_DATA_PAGE)
        told = sorted((*(state.form.screened or ()), *about_study), key=lambda problem: LEVELS.index(problem.severity))
        return (*own, *told)

    def primary(self) -> tuple[str, ...]:
        return (strings.DATA_OPEN,) if self.shell.state.table is None else (self.next_label,)

    def secondary(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        if self.shell.state.table is None or self.shell.state.locked:
            return ()
        return ((strings.DATA_OPEN_OTHER, self.shell.ask_for_file),)

    def act(self) -> None:
        if self.shell.state.table is None:
            self.shell.ask_for_file()
        elif self.shell.state.data is None or self.shell.background.busy:
            self.settle()
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().act()

    # --- Changing ----------------------------------------------------------------------------------------------------

    def _choose(self, name: str, field: int, value: str) -> None:
        """A type or a role was picked in the list of columns; it holds for all selected ones that allow it."""
        table = self.shell.state.table
        assert table is not None
        columns = self._pending or self.shell.state.study.columns
        names = set(self.view.names_with(name))
        self.view.forget_large_selection()
        chosen = [column for column in table.columns if column.name in names]
        if field == KIND:
            self.look(with_kinds(columns, chosen, Kind(value)))
            return
        targets = set(columns.target)
        numbers = all(kind_of(columns, column) is Kind.NUMBER for column in table.columns if column.name in targets)
        self.look(with_roles(columns, chosen, Role(value), numbers))

    def look(self, columns: Columns) -> None:
        """Prepare and screen the table with these roles, off the window's thread."""
        state = self.shell.state
        table, form = state.table, state.form
        assert table is not None
        self._pending = columns
        self._model.show_table(table, columns, findings_of(state), state.locked)
        self.shell.announce(strings.WORKING_LOOKING)
        self._end_progress()
        self._progress = Progress(strings.WORKING_LOOKING, self)
        work = partial(opening.look, table, columns, form, self._progress.watch)
        self.shell.background.start(work, self._looked, self._not_looked)

    def _end_progress(self) -> None:
        if self._progress is not None:
            self._progress.end()
        self._progress = None

    def _not_looked(self, error: EvenfoldError) -> None:
        """The roles stay as they were."""
        self._end_progress()
        if isinstance(error, StoppedError):
            self.shell.announce(data_strings.READING_STOPPED)
        else:
            messages.show_error(self, error)
        self.enter(self.shell.state)

    def _looked(self, form: Form) -> None:
        self._end_progress()
        state = self.shell.state
        state.update(replace(form, study=carried(state.study, form.study)))
        self.shell.announce("")
        self.enter(state)

    def fix(self, fix: Fix) -> None:
        """Changed columns are looked at anew; `PICK` and `SHOW` open dialogs, `BOTH_WAYS` leaves a column out."""
        state = self.shell.state
        if fix.value == PICK:
            self._change_reading(pick_header=True)
        elif fix.value == SHOW:
            self._show_strays(fix.change.partition(":")[2])
        elif fix.value == BOTH_WAYS:
            state.apply(fix)
            name = fix.change.partition(":")[2]
            self.look(replace(state.study.columns, ignore=(*state.study.columns.ignore, name)))
        elif fix.change.partition(".")[0] != "columns":
            super().fix(fix)
        elif fix.change == READING and isinstance(fix.value, Mapping) and state.table is not None:
            self._read_again(state.table, fix.value)
        else:
            self.look(put(state.study, fix.change, fix.value).columns)

    def _read_again(self, table: Table, reading: Mapping[str, object]) -> None:
        text = data_strings.READING_AGAIN_NOW.format(name=table.name)
        self.shell.announce(text)
        self.shell.open_watched(partial(opening.read_again, table, reading, self.shell.state), text)

    # --- Getting a table ---------------------------------------------------------------------------------------------

    def paste(self) -> None:
        self.shell.paste()

    def _show_rows(self) -> None:
        if self.shell.state.table is not None:
            RowsDialog(self.shell.state.table, self).open()

    def _show_strays(self, name: str) -> None:
        if self.shell.state.table is not None:
            StraysDialog(self.shell.state.table.column(name), self).open()

    def _change_reading(self, pick_header: bool = False) -> None:
        table = self.shell.state.table
        if table is not None:
            dialog = ReadingDialog(table, self)
            dialog.wanted.connect(lambda choices: self._read_again(table, choices))
            dialog.open()
            if pick_header:
                dialog.pick_header()

    def _leave_out(self) -> None:
        table, columns = self.shell.state.table, self.shell.state.study.columns
        if table is not None:
            dialog = ExcludeDialog(table, columns.excluded, self)
            dialog.wanted.connect(lambda rules: self.look(replace(self.shell.state.study.columns, excluded=rules)))
            dialog.open()

    def search_here(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if files:
            self.shell.open_path(Path(files[0]))
