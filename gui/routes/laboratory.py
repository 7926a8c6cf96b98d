"""The Laboratory: the papers' exhibits on a finished study, in three groups; never a step of a study."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QKeySequence, QPainter, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from core.application.laboratory import PROCEDURES, Need, find_missing_need, find_procedure
from core.application.paper_studies import explain_refusal
from core.application.study_files import StudyFile, load_findings
from core.domain.dataset import Task
from core.domain.evidence import Run
from core.support.errors import EvenfoldError, StudyError
from core.wording.model_names import name_models, names_of
from core.wording.units import sentences
from gui import messages, theme
from gui.dressing import Dressed
from gui.files import FileKind
from gui.results.agreement_tab import AgreementTab
from gui.results.contests import Contest, contests, leading
from gui.results.errors_tab import ErrorsTab
from gui.results.gallery_tab import GalleryTab
from gui.results.histograms_tab import HistogramsTab
from gui.results.kohavi_tab import KohaviTab
from gui.results.lab_tab import LabTab
from gui.results.many_tab import ManyTab
from gui.results.outputs_tab import OutputsTab
from gui.results.parameters_tab import ParametersTab
from gui.results.picture_tabs import GapsTab
from gui.results.procedure_tab import make_procedure_tab
from gui.results.random_tab import RandomTab
from gui.results.roc_tab import RocTab
from gui.results.sensitivity_tab import SensitivityTab
from gui.results.shuffles_tab import ShufflesTab
from gui.results.stability_tab import StabilityTab
from gui.results.tab import Tab, View
from gui.results.table_tabs import ComparisonsTab, LogTab
from gui.results.third_tab import ThirdTab
from gui.results.tuning_tab import TuningTab
from gui.results.wrong_tab import WrongTab
from gui.strings import laboratory as words
from gui.tasks import Background
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.data_grid import Index
from gui.widgets.parts import OneLine, as_is, button, plain, row
from gui.widgets.stacked_pages import leave_room_to
from gui.widgets.tag import Tag
from gui.wizard.bars import Action
from gui.wizard.page import Page, Shell
from gui.wizard.state import State

LIST, LIST_NARROW, ENTRY, HEADING = 320, 240, 43, 30  # pixels of normal text
KEY, PAPER = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
SIDE, LETTERS = 14, 14
OTHER = "other"
"""Stands for the choice of a study that is not listed."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One entry of the list; `needs` is what its paper asks of a study."""

    key: str
    group: str
    needs: str
    make: Callable[[Say], Tab]


def _halves(say: Say) -> Tab:
    tab = ShufflesTab(say)
    tab.shown.choose("halves")
    return tab


def _of_procedure(key: str, group: str) -> Exhibit:
    row = find_procedure(key)
    first = next((words.NEEDS[need] for need in row.needs if need in words.NEEDS), words.ANY)
    return Exhibit(key, group, first, make_procedure_tab(row))


EXHIBITS = (
    Exhibit("estimators", "estimates", words.ANY, LabTab),
    Exhibit("kohavi", "estimates", words.ANY, KohaviTab),
    _of_procedure("selection", "estimates"),
    Exhibit("gallery", "estimates", words.TOY, GalleryTab),
    _of_procedure("memorizer", "estimates"),
    _of_procedure("bootstrap-spread", "estimates"),
    _of_procedure("bias-variance", "estimates"),
    Exhibit("stability", "estimates", words.ANY, StabilityTab),
    Exhibit("errors", "estimates", words.ANY, ErrorsTab),
    _of_procedure("error-signs", "estimates"),
    _of_procedure("training-endings", "estimates"),
    Exhibit("third", "comparisons", words.TWO_CLASSES, ThirdTab),
    _of_procedure("auc-folds", "comparisons"),
    Exhibit("histograms", "comparisons", words.ANY, HistogramsTab),
    Exhibit("roc", "comparisons", words.CLASSES, RocTab),
    Exhibit("agreement", "comparisons", words.CLASSES, AgreementTab),
    Exhibit("gaps", "comparisons", words.ANY, GapsTab),
    Exhibit("shuffles", "comparisons", words.ANY, ShufflesTab),
    Exhibit("halves", "comparisons", words.ANY, _halves),
    _of_procedure("many-halves", "comparisons"),
    Exhibit("randomization", "comparisons", words.ANY, RandomTab),
    _of_procedure("anova", "comparisons"),
    Exhibit("outputs", "comparisons", words.SEVERAL_OUTPUTS, OutputsTab),
    _of_procedure("manova", "comparisons"),
    Exhibit("many", "comparisons", words.SEVERAL_FILES, ManyTab),
    Exhibit("wrong", "what-if", words.MANY_ROWS, WrongTab),
    Exhibit("sensitivity", "what-if", words.ANY, SensitivityTab),
    Exhibit("parameters", "what-if", words.ANY, ParametersTab),
    _of_procedure("curves", "what-if"),
    _of_procedure("sizes", "what-if"),
    Exhibit("tuning", "what-if", words.ANY, TuningTab),
    Exhibit("tests", "what-if", words.ANY, ComparisonsTab),
    Exhibit("log", "what-if", words.ANY, LogTab),
)
"""In three groups, as UX2 13 lists them; those out of the table of procedures are in the terminal too."""


@dataclass(frozen=True, slots=True, eq=False)
class Finished:
    """A study with its result, of this window or out of a file; `file` is open for as long as it is looked at."""

    view: View
    owns_file: bool

    def close(self) -> None:
        if self.owns_file and self.view.file is not None:
            self.view.file.close()


def open_finished(path: Path) -> Finished:
    """Open a study to be looked at; one without a result is refused."""
    file = StudyFile.open(path)
    try:
        findings = load_findings(file)
        if findings is None:
            raise StudyError(words.UNFINISHED.format(name=file.study.title), hint="")
        study, data = file.study, file.data
        run = Run(tuple(file.outcomes()), complete=True, seconds=file.seconds(), versions=file.versions())
        view = View(study, data, run, findings, names_of(study, data), None, data.outputs[0], file)
    except BaseException:
        file.close()
        raise
    return Finished(view, owns_file=True)


def why_unsuitable(exhibit: Exhibit, view: View) -> str:
    """Why an exhibit is not possible for this study; nothing where it is."""
    procedure = next((row for row in PROCEDURES if row.key == exhibit.key), None)
    if procedure is not None:
        missing = find_missing_need(procedure, view.study, view.data)
        return words.NEEDED[missing] if missing is not None else ""
    if exhibit.needs == words.CLASSES and view.data.task is not Task.CLASSES:
        return words.NEEDED[Need.CLASSES]
    if exhibit.needs == words.TWO_CLASSES and not (view.data.task is Task.CLASSES and len(view.data.classes) == 2):
        return words.NEEDS_TWO_CLASSES
    if exhibit.needs == words.SEVERAL_OUTPUTS and len(view.data.outputs) < 2:
        return words.NEEDS_OUTPUTS
    if exhibit.group == "comparisons" and exhibit.key != "randomization" and not view.study.challengers:
        return words.NEEDS_TWO_MODELS
    if exhibit.needs == words.MANY_ROWS:
        return explain_refusal(view.study, view.data) or ("" if view.study.challengers else words.NEEDS_TWO_MODELS)
    return ""


class ExhibitDelegate(QStyledItemDelegate):
    """Two lines: what it shows, and whose it is with what it needs; headings in small capitals."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(10, theme.scaled(ENTRY if index.data(KEY) else HEADING))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colors, area = theme.current(), option.rect
        state = option.state
        is_selected = bool(state & QStyle.StateFlag.State_Selected)
        is_possible = bool(state & QStyle.StateFlag.State_Enabled) or not index.data(KEY)
        painter.save()
        if is_selected:
            painter.fillRect(area, QColor(colors.accent_soft))
            painter.fillRect(area.adjusted(0, 0, 3 - area.width(), 0), QColor(colors.accent))
        inner = area.adjusted(theme.scaled(SIDE), 3, -theme.scaled(SIDE), -3)
        font = theme.application_font()
        font.setBold(is_selected or not index.data(KEY))
        if not index.data(KEY):
            font.setPixelSize(theme.scaled(theme.SIZES["caption"]))
        painter.setFont(font)
        painter.setPen(QColor(colors.text2 if not index.data(KEY) else colors.text if is_possible else colors.text3))
        half = inner.height() // 2
        line = inner if not index.data(KEY) else inner.adjusted(0, 0, 0, -half)
        title = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, title)
        if index.data(KEY):
            font.setBold(False)
            font.setPixelSize(theme.scaled(theme.SIZES["caption"]))
            painter.setFont(font)
            painter.setPen(QColor(colors.text3))
            painter.drawText(inner.adjusted(0, half, 0, 0), Qt.AlignmentFlag.AlignVCenter, str(index.data(PAPER)))
        painter.restore()


class LaboratoryPage(Dressed, Page):
    key = "laboratory"
    title = words.TITLE
    instruction = words.TITLE

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._background = Background(self)
        self._shown: Finished | None = None
        self._state: State | None = None
        self._contests: tuple[Contest, ...] = ()
        self._made: dict[str, Tab] = {}
        self._stale: set[str] = set()
        self._build()

    # --- Parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.list = QListWidget()
        self.list.setObjectName("exhibits")
        self.list.setAccessibleName(words.LIST)
        self.list.setItemDelegate(ExhibitDelegate(self.list))
        self.list.setStyleSheet("QListWidget { border: none; background: transparent; }")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._fill_list()
        frame = QFrame()
        frame.setProperty("look", "card")
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(1, 6, 1, 6)
        inside.addWidget(self.list)
        self._list_card = frame
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.SPACE["l"])
        layout.addWidget(frame)
        layout.addWidget(self._right(), 1)
        self.list.currentItemChanged.connect(lambda _now, _before: self._show_exhibit())
        self.redress()
        self.open_exhibit(EXHIBITS[0].key)
        QShortcut(QKeySequence("Ctrl+E"), self).activated.connect(self.save_picture)

    def _fill_list(self) -> None:
        for group, title in words.GROUPS.items():
            heading = QListWidgetItem(title.upper(), self.list)
            heading.setFlags(Qt.ItemFlag.NoItemFlags)
            for exhibit in (one for one in EXHIBITS if one.group == group):
                item = QListWidgetItem(words.TITLES[exhibit.key], self.list)
                item.setData(KEY, exhibit.key)
                paper = words.PAPERS.get(exhibit.key, "")
                item.setData(PAPER, f"{paper} · {exhibit.needs}" if paper else exhibit.needs)

    def _right(self) -> QFrame:
        card = QFrame()
        card.setProperty("look", "card")
        self.exhibit_title, self.exhibit_line = (
            OneLine("instruction", "exhibitTitle"),
            OneLine("secondary", "exhibitLine"),
        )
        self.study, self.model, self.output = ChoiceBox(), ChoiceBox(), ChoiceBox()
        named = ((self.study, words.STUDY, "labStudy"), (self.model, words.MODEL, "labModel"))
        choices = QHBoxLayout()
        choices.setSpacing(theme.SPACE["m"])
        for box, caption, name in (*named, (self.output, words.OUTPUT, "labOutput")):
            box.setObjectName(name)
            box.setAccessibleName(caption)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(LETTERS)
            title = plain(caption, "label")
            title.setBuddy(box)
            pair = QVBoxLayout()
            pair.setSpacing(2)
            pair.addWidget(title)
            pair.addWidget(box)
            choices.addLayout(pair)
        choices.addStretch(1)
        self.study.activated.connect(lambda _place: self._choose_study())
        for box in (self.model, self.output):
            box.activated.connect(lambda _place: self._renew())
        self.stack = QStackedWidget()
        self.stack.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._nothing = QWidget()
        self.told = as_is(words.NO_STUDY, "secondary", "labNothing")
        self.told.setAlignment(Qt.AlignmentFlag.AlignCenter)
        offer = button(words.OPEN_STUDY, self.ask_for_study, "labOpen")
        below = QVBoxLayout(self._nothing)
        below.addStretch(1)
        below.addWidget(self.told)
        below.addLayout(row(0, offer, 0))
        below.addStretch(1)
        self.stack.addWidget(self._nothing)
        head = row(self.exhibit_title, Tag(words.TAG, "labTag"))
        head.setStretch(0, 1)
        layout = QVBoxLayout(card)
        layout.setContentsMargins(20, 14, 20, 14)
        layout.setSpacing(theme.SPACE["s"])
        layout.addLayout(head)
        layout.addWidget(self.exhibit_line)
        layout.addLayout(choices)
        layout.addWidget(self.stack, 1)
        return card

    def redress(self) -> None:
        self._fit_list()
        self.list.doItemsLayout()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_list()

    def _fit_list(self) -> None:
        effective = self.window().width() / theme.scale()
        self._list_card.setFixedWidth(theme.scaled(LIST if effective >= theme.NARROW_WINDOW else LIST_NARROW))

    def heightForWidth(self, _width: int) -> int:
        """The exhibit takes what height there is; the page does not grow with wrapping sentences."""
        return self.minimumSizeHint().height()

    # --- The study ---------------------------------------------------------------------------------------------------

    def enter(self, state: State) -> None:
        """The study of the window if it has a result; else the one chosen before, or none."""
        if state.findings is not None and state.data is not None and state is not self._state:
            run = state.run or Run((), complete=False)
            names = names_of(state.study, state.data)
            view = View(state.study, state.data, run, state.findings, names, None, state.data.outputs[0], state.file)
            self._state = state
            self._take(Finished(view, owns_file=False))
        self._list_studies()
        self.changed.emit()

    def _list_studies(self) -> None:
        """The study that is looked at, those used last, and the way to any other."""
        self.study.blockSignals(True)
        self.study.clear()
        shown = self._shown.view if self._shown is not None else None
        if shown is not None:
            self.study.addItem(shown.study.title, str(shown.file.path) if shown.file is not None else "")
        for path in map(Path, self.shell.settings.recent):
            if path.exists() and self.study.findData(str(path)) < 0:
                self.study.addItem(path.stem, str(path))
        self.study.addItem(words.OPEN_STUDY, OTHER)
        self.study.blockSignals(False)

    def _choose_study(self) -> None:
        chosen = str(self.study.currentData())
        if chosen == OTHER:
            self.ask_for_study()
        elif chosen:
            self.open_study(Path(chosen))

    def ask_for_study(self) -> None:
        chosen = self.shell.files.ask_to_open(self, FileKind.STUDY, words.OPEN_STUDY, "Studies (*.evenfold)")
        if chosen is not None:
            self.open_study(chosen)
        else:
            self._list_studies()

    def open_study(self, path: Path) -> None:
        shown = self._shown.view.file if self._shown is not None else None
        if shown is not None and shown.path == path:
            return
        state = self.shell.state
        if state.file is not None and state.file.path == path:
            self._state = None
            self.enter(state)
            return
        self.shell.announce(words.OPENING.format(name=path.stem))
        self._background.start(partial(open_finished, path), self._opened, self._not_opened)

    def _opened(self, found: Finished) -> None:
        self._state = None
        self.shell.announce("")
        self._take(found)
        self._list_studies()

    def _not_opened(self, error: EvenfoldError) -> None:
        self.shell.announce("")
        messages.show_error(self, error)
        self._list_studies()

    def _take(self, found: Finished) -> None:
        for tab in self._made.values():
            tab.give_up()
        if self._shown is not None:
            self._shown.close()
        self._shown = found
        view = found.view
        self._contests = contests(view.study, view.data, view.findings)
        names, leader = name_models(view.study), leading(self._contests, view.findings.conclusion)
        listed = {one.candidate: sentences(names[one.candidate]) for one in self._contests}
        self._fill(self.model, listed, leader.candidate if leader is not None else "")
        self._fill(self.output, {name: name for name in view.data.outputs}, leader.output if leader else "")
        self.output.setEnabled(len(view.data.outputs) > 1)
        self._mark_possible(view)
        self._renew()

    @staticmethod
    def _fill(box: QComboBox, entries: dict[str, str], chosen: str) -> None:
        box.clear()
        for key, title in entries.items():
            box.addItem(title, key)
        box.setCurrentIndex(max(0, box.findData(chosen)))

    def _mark_possible(self, view: View) -> None:
        for item in self._items():
            why = why_unsuitable(_exhibit(item.data(KEY)), view)
            shown = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
            item.setFlags(Qt.ItemFlag.ItemIsSelectable if why else shown)
            item.setToolTip(why)

    # --- The exhibit -------------------------------------------------------------------------------------------------

    def _items(self) -> list[QListWidgetItem]:
        items = [self.list.item(place) for place in range(self.list.count())]
        return [item for item in items if item.data(KEY)]

    @property
    def exhibit(self) -> Exhibit:
        item = self.list.currentItem()
        return _exhibit(item.data(KEY)) if item is not None and item.data(KEY) else EXHIBITS[0]

    @property
    def tab(self) -> Tab | None:
        """What is shown; None without a study."""
        return self._made.get(self.exhibit.key) if self._shown is not None else None

    def open_exhibit(self, key: str) -> None:
        self.list.setCurrentItem(next(item for item in self._items() if item.data(KEY) == key))

    def open_part(self, key: str) -> None:
        self.open_exhibit(key)

    def _renew(self) -> None:
        self._stale = {exhibit.key for exhibit in EXHIBITS}
        self._show_exhibit()

    def _show_exhibit(self) -> None:
        exhibit = self.exhibit
        title = words.TITLES[exhibit.key]
        self.exhibit_title.setText(title)
        self.exhibit_title.setToolTip(title)
        self.exhibit_line.setText(words.LINES[exhibit.key])
        self.exhibit_line.setToolTip(words.LINES[exhibit.key])
        if self._shown is None:
            self.stack.setCurrentWidget(self._nothing)
            self.changed.emit()
            return
        if exhibit.key not in self._made:
            self._made[exhibit.key] = exhibit.make(self.shell.announce)
            self.stack.addWidget(self._made[exhibit.key])
        tab = self._made[exhibit.key]
        leave_room_to(tab, self._made.values())
        self.stack.setCurrentWidget(tab)
        if exhibit.key in self._stale:
            self._stale.discard(exhibit.key)
            tab.show_view(self._view(self._shown.view))
        self.changed.emit()

    def _view(self, view: View) -> View:
        output = str(self.output.currentData() or view.data.outputs[0])
        wanted = (str(self.model.currentData() or ""), output)
        contest = next((one for one in self._contests if (one.candidate, one.output) == wanted), None)
        return View(view.study, view.data, view.run, view.findings, view.names, contest, output, view.file)

    # --- What the frame asks for -------------------------------------------------------------------------------------

    def subtitle(self) -> str:
        return words.LEAD

    def primary(self) -> tuple[str, ...]:
        return (words.COPY,)

    def act(self) -> None:
        if self.tab is None:
            self.shell.announce(words.NOTHING)
        else:
            self.tab.copy()

    def secondary(self) -> tuple[Action | tuple[str, Callable[[], None]], ...]:
        return (Action(words.SAVE, self.save_picture, enabled=self.tab is not None),)

    def save_picture(self) -> None:
        if self.tab is not None:
            self.tab.ask_to_save()

    def toggle_table(self) -> None:
        if self.tab is not None:
            self.tab.toggle_table()

    def forget(self) -> None:
        """Another study takes the place of the window's: what is computed on it is given up."""
        for tab in self._made.values():
            tab.give_up()
        if self._shown is not None and not self._shown.owns_file:
            self._shown, self._state = None, None
            self._show_exhibit()

    def close_down(self) -> None:
        for tab in self._made.values():
            tab.close_down()
        self._background.wait()
        if self._shown is not None:
            self._shown.close()


def _exhibit(key: str) -> Exhibit:
    return next(one for one in EXHIBITS if one.key == key)
