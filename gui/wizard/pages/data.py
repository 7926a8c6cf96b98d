"""The page Data: which column is predicted, what the others are for, and what one row is."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMessageBox, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from core.application.prepare_data import list_roles, screen_table
from core.application.read_tables import SAMPLES, StoppedError
from core.application.suggest_study import ON_DATA_PAGE
from core.domain.dataset import Kind, Role, Table
from core.domain.problem import BOTH_WAYS, PICK, SHOW, Fix, Problem, Severity
from core.domain.study import Columns
from core.figures.column_sketch import choose_sketched_rows
from core.support.errors import EvenfoldError
from gui import messages, strings, theme
from gui.files import FileKind
from gui.strings import data as words
from gui.widgets.about_field import AboutField
from gui.widgets.column_inspector import ColumnInspector
from gui.widgets.data_grid import DataGrid, GridModel, unit_in_name
from gui.widgets.exclude_dialog import ExcludeDialog
from gui.widgets.field import HelpState
from gui.widgets.message_dock import MessageDock
from gui.widgets.parts import button, row, rule
from gui.widgets.progress import Progress
from gui.widgets.reading_dialog import ReadingDialog
from gui.widgets.rows_dialog import StraysDialog
from gui.widgets.side_panel import SidePanel
from gui.wizard import opening
from gui.wizard.bars import FooterLine
from gui.wizard.form import FormPage
from gui.wizard.page import Shell
from gui.wizard.pages.drop import DropZone
from gui.wizard.roles import kind_of, kinds_for, with_kinds, with_roles
from gui.wizard.state import Form, State
from gui.wizard.study_fields import carried, put
from gui.wizard.words import column_note, lead_of_table

READING = "columns.reading"
LEVELS = tuple(Severity)
PANEL, FIND, FIND_NARROW = 300, 150, 80  # pixels of normal text
DOCK_ROWS = 3
ROW_MEANING, USE = "row_meaning", "use"


class DataPage(FormPage):
    key = "data"
    title = strings.DATA_TITLE
    instruction = words.TITLE
    next_page = "question"
    next_label = strings.NEXT_QUESTION
    primary_alternatives = (strings.DATA_OPEN, strings.NEXT_QUESTION)
    places = ("columns", ROW_MEANING, USE)
    dock_rows = DOCK_ROWS

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.setAcceptDrops(True)
        self.card = MessageDock(DOCK_ROWS)
        self.card.fixed.connect(self.fix)
        self._pending: Columns | None = None
        self._progress: Progress | None = None
        self._grid_model = GridModel(unit_in_name)
        self.grid = DataGrid(self._grid_model)
        self.grid.role_chosen.connect(self._choose_role)
        self.grid.moved.connect(lambda _name: self._inspect())
        self.inspector = ColumnInspector()
        self.inspector.role_chosen.connect(lambda name, role: self._choose_role((name,), role))
        self.inspector.kind_chosen.connect(self._choose_kind)
        self.inspector.stepped.connect(self.grid.step)
        self.meaning = AboutField(ROW_MEANING, words.ROW_IS, self._text(ROW_MEANING, words.ROW_IS_EXAMPLE))
        self.use = AboutField(USE, words.USED_ON, self._text(USE, words.USED_ON_EXAMPLE))
        self._make_tools()
        self._arrange()

    def _text(self, key: str, example: str) -> QLineEdit:
        box = QLineEdit()
        box.setObjectName(key)
        box.setPlaceholderText(example)
        box.textEdited.connect(lambda text: self.put(key, text.strip()))
        return box

    def _make_tools(self) -> None:
        self.search = QLineEdit()
        self.search.setObjectName("findColumn")
        self.search.setPlaceholderText(words.FIND)
        self.search.setAccessibleName(words.FIND)
        self.search.setClearButtonEnabled(True)
        self.search.setProperty("look", "small")
        self.search.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.search.textChanged.connect(self._find)
        self.open_other = button(words.OPEN_OTHER, self._open_other, "openOther", "small")
        self.reading = button(words.HOW_READ, self._change_reading, "changeReading", "small")
        self.exclude = button(words.EXCLUDE, self._leave_out, "leaveOut", "small")
        self._tools = QWidget()
        self._tools.setLayout(row(self.search, self.open_other, self.reading, self.exclude))

    def _arrange(self) -> None:
        self._empty = DropZone(self.shell.ask_for_file, self.shell.paste, self._open_sample)
        self._pile = QStackedWidget()
        self._pile.setObjectName("gridArea")
        self._pile.addWidget(self._empty)
        self._pile.addWidget(self.grid)
        left = QVBoxLayout()
        left.setSpacing(theme.SPACE["m"])
        left.addWidget(self._pile, 1)
        left.addWidget(self.card)
        self.panel = SidePanel(words.ABOUT, PANEL, (), "aboutTable")
        self.panel.body.addWidget(self.meaning)
        self.panel.body.addWidget(self.use)
        self.panel.body.addWidget(rule())
        self.panel.body.addWidget(self.inspector, 1)
        main = QHBoxLayout()
        main.setSpacing(theme.SPACE["l"])
        main.addLayout(left, 1)
        main.addWidget(self.panel)
        self.body.addLayout(main)

    def _open_sample(self) -> None:
        self.shell.open_sample(SAMPLES[0].key)

    def tools(self) -> QWidget:
        return self._tools

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.panel.fit()
        is_narrow = self.window().width() / theme.scale() < theme.NARROW_WINDOW
        width = FIND_NARROW if is_narrow else FIND
        self.search.setFixedSize(theme.scaled(width), theme.scaled(theme.CONTROL_SMALL))
        self.inspector.fit(is_narrow)

    # --- Showing -----------------------------------------------------------------------------------------------------

    def load(self, state: State) -> None:
        self._pending = None
        is_new = state.table is not self._grid_model.table
        self._pile.setCurrentWidget(self._empty if state.table is None else self.grid)
        taking = QSizePolicy.Policy.Preferred if state.table is None else QSizePolicy.Policy.Ignored
        self._empty.setSizePolicy(taking, QSizePolicy.Policy.Preferred)  # out of sight it takes no width
        self._show_roles(state.study.columns)
        if is_new:
            self.search.clear()
            self.grid.fit()
            self.grid.show_column(next(iter(state.study.columns.target), self._first_name()), 0)
        for field, text in ((self.meaning, state.study.row_meaning), (self.use, state.study.use)):
            box = field.box
            if not box.hasFocus():
                box.setText("" if state.table is None else text or (words.NOT_STATED if state.locked else ""))
                box.setCursorPosition(0)  # a long text shows how it begins
        can_read_again = state.table is not None and "format" in state.table.reading
        self.reading.setEnabled(can_read_again and not state.locked)
        self.open_other.setEnabled(state.table is not None and not state.locked)
        self.exclude.setEnabled(state.table is not None and not state.locked)
        self.search.setEnabled(state.table is not None)
        rules = len(state.study.columns.excluded)
        self.exclude.setToolTip(words.EXCLUDE_COUNT.format(count=rules) if rules else "")
        self.panel.setEnabled(state.table is not None)
        self._inspect()

    def _first_name(self) -> str:
        return self._grid_model.shown[0].name if self._grid_model.shown else ""

    def _show_roles(self, columns: Columns) -> None:
        state = self.shell.state
        table = state.table
        roles = list_roles(table, columns) if table is not None else {}
        kinds = {column.name: kind_of(columns, column) for column in table.columns} if table is not None else {}
        self._grid_model.show_table(table, roles, kinds, state.locked)

    def _inspect(self) -> None:
        """Show the column in sight on the right."""
        table, name = self.shell.state.table, self.grid.current_name
        if table is None or not name:
            return
        column, columns = table.column(name), self._pending or self.shell.state.study.columns
        self.inspector.show_column(
            column,
            self._grid_model.roles.get(name, Role.INPUT),
            kind_of(columns, column),
            kinds_for(column),
            (unit_in_name(name), False),
            (self._grid_model.place_of(name) + 1, len(self._grid_model.shown)),
            column_note(self.shell.state, column),
            choose_sketched_rows(table.rows),
        )
        self.inspector.lock(self.shell.state.locked)

    def renew(self) -> None:
        super().renew()
        state = self.shell.state
        is_missing = state.table is not None and not state.study.row_meaning
        if is_missing:
            self.meaning.tell(words.ROW_IS_NEEDED, HelpState.REQUIRED if self._tried else HelpState.HELP)
        else:
            self.meaning.tell(words.ROW_IS_HELP)
        self.meaning.mark_open(is_missing and self._tried)
        self.use.tell(words.USED_ON_HELP)

    def seal(self, sealed: bool) -> None:
        """Everything can still be read and scrolled; the grid knows itself what cannot be chosen."""
        for field in (self.meaning, self.use):
            field.lock(sealed)
        self.card.setEnabled(not sealed)
        self.inspector.lock(sealed)

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
        return self.meaning.box if is_missing else None

    def subtitle(self) -> str:
        return lead_of_table(self.shell.state)

    def problems(self) -> tuple[Problem, ...]:
        state = self.shell.state
        if state.table is None:
            return ()
        own = []
        if not state.study.row_meaning:
            own.append(Problem("ROW", Severity.BLOCKS, words.ROW_IS_NEEDED, ROW_MEANING))
        about_study = tuple(problem for problem in state.problems() if problem.id in ON_DATA_PAGE)
        told = sorted((*(state.form.screened or ()), *about_study), key=lambda problem: LEVELS.index(problem.severity))
        return (*own, *told)

    def show_problems(self, found: tuple[Problem, ...]) -> None:
        """What a field asks for stands below the field, not in the dock."""
        super().show_problems(tuple(problem for problem in found if problem.place not in (ROW_MEANING, USE)))

    def line(self) -> FooterLine | None:
        """Questions may wait until the lock."""
        state = self.shell.state
        count = sum(state.is_open(problem) and problem.severity is Severity.ASKS for problem in self.problems())
        if state.locked or not count:
            return None
        return FooterLine(words.OPEN_QUESTION if count == 1 else words.OPEN_QUESTIONS.format(count=count))

    def primary(self) -> tuple[str, ...]:
        return (strings.DATA_OPEN,) if self.shell.state.table is None else (self.next_label,)

    def act(self) -> None:
        state = self.shell.state
        if state.table is None:
            self.shell.ask_for_file()
        elif state.data is None or self.shell.background.busy or any(map(state.is_blocking, self.problems())):
            self.settle()
        else:
            self.shell.go(self.next_page)

    def go_to_open(self) -> None:
        state = self.shell.state
        if state.table is not None and not state.study.row_meaning:
            self.meaning.box.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().go_to_open()

    # --- Changing ----------------------------------------------------------------------------------------------------

    def _choose_role(self, names: tuple[str, ...], role: str) -> None:
        """Roles hold for all selected columns that allow it."""
        table = self.shell.state.table
        assert table is not None
        columns, wanted = self._pending or self.shell.state.study.columns, set(names)
        chosen = [column for column in table.columns if column.name in wanted]
        targets = set(columns.target)
        numbers = all(kind_of(columns, column) is Kind.NUMBER for column in table.columns if column.name in targets)
        self.look(with_roles(columns, chosen, Role(role), numbers))

    def _choose_kind(self, name: str, kind: str) -> None:
        table = self.shell.state.table
        assert table is not None
        columns = self._pending or self.shell.state.study.columns
        self.look(with_kinds(columns, [table.column(name)], Kind(kind)))

    def look(self, columns: Columns) -> None:
        """Prepare and screen the table with these roles, off the window's thread."""
        state = self.shell.state
        table, form = state.table, state.form
        assert table is not None
        self._pending = columns
        self._show_roles(columns)
        self._inspect()
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
            self.shell.announce(words.READING_STOPPED)
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
        text = words.READING_AGAIN_NOW.format(name=table.name)
        self.shell.announce(text)
        self.shell.open_watched(partial(opening.read_again, table, reading, self.shell.state), text)

    # --- Getting a table ---------------------------------------------------------------------------------------------

    def _open_other(self) -> None:
        """Another table in the place of this one, after a question: what was said here holds where columns match."""
        box = QMessageBox(QMessageBox.Icon.NoIcon, words.REPLACE_TITLE, words.REPLACE_TITLE, parent=self)
        box.setObjectName("replaceBox")
        box.setInformativeText(words.REPLACE)
        keep = box.addButton(words.REPLACE_NO, QMessageBox.ButtonRole.RejectRole)
        box.addButton(words.REPLACE_YES, QMessageBox.ButtonRole.AcceptRole).setObjectName("replaceTable")
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        box.accepted.connect(self._choose_other)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def _choose_other(self) -> None:
        chosen = self.shell.files.ask_to_open(self, FileKind.DATA, strings.OPEN_TITLE, strings.OPEN_FILTER)
        if chosen is not None:
            self.replace_table(chosen)

    def replace_table(self, path: Path) -> None:
        text = strings.WORKING_READING.format(name=path.name)
        self.shell.announce(text)
        self.shell.open_watched(partial(opening.open_in_place_of, path, self.shell.state), text)

    def _show_strays(self, name: str) -> None:
        """In the grid at the first of them, and all of them in a list."""
        table = self.shell.state.table
        if table is not None:
            column = table.column(name)
            if column.strays:
                self.grid.show_column(name, column.strays[0][0])
            StraysDialog(column, self).open()

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

    def _find(self, text: str) -> None:
        name = self.grid.current_name
        self._grid_model.show_named(text)
        self.grid.fit()
        self.grid.show_column(name if self._grid_model.place_of(name) >= 0 else self._first_name())

    def search_here(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() and not self.shell.state.locked:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if files:
            self.shell.open_path(Path(files[0]))
