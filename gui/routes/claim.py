"""The route Check a claim: the claimed figure, the own rows, and whether the two go together, in words."""

from functools import partial
from html import escape

from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
)

from core.application.check_claim import check_claims
from core.application.compare_predictions import list_questions
from core.application.imported_predictions import PredictionRoles
from core.application.read_claim import read_claims
from core.domain.claim import Ask, Claim, ClaimCheck
from core.domain.dataset import Table
from core.domain.problem import Problem
from core.judge.obstacles import TRAINED_ON
from core.report.blocks import Document
from core.report.short_reports import claim_document
from core.support.errors import StudyError
from core.version import VERSION
from core.wording.caution_text import word_plain_caution
from core.wording.claim_text import word_action, word_body, word_headline, word_part
from core.wording.sentence import fill
from gui import strings as frame
from gui import theme
from gui.routes.boxes import ColumnBox, Fields, ModelBox
from gui.routes.given import claimed_first, guess
from gui.routes.route_page import RoutePage
from gui.strings import routes as strings
from gui.widgets.answer_banner import AnswerBanner
from gui.widgets.answer_chip import AnswerChip
from gui.widgets.parts import Card, column, label
from gui.wizard.page import Shell
from gui.wizard.state import State

SEEN = 3  # rows of a table that are seen without scrolling


class ClaimPage(RoutePage):
    key = "claim"
    title = strings.CLAIM_TITLE
    instruction = strings.CLAIM_INSTRUCTION

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.claimed = QLineEdit()
        self.claimed.setObjectName("claimed")
        self.claimed.setPlaceholderText(strings.CLAIM_EXAMPLE)
        self.claimed.textChanged.connect(self._read)
        self.read_as = label("", "caption", "readAs")
        self.truth, self.vendor, self.own = ColumnBox("truth"), ModelBox("vendor"), ColumnBox("own")
        self.group = ColumnBox("group", optional=True)
        self._read_as: tuple[Claim | Ask, ...] = ()
        self._meant: list[Claim | None] = []
        self._checked: ClaimCheck | None = None
        for box in (self.truth, self.vendor, self.own, self.group):
            box.chosen.connect(self.renew)
        self._fill_form()
        self._fill_answer()
        self._read()

    def _fill_form(self) -> None:
        said = Fields()
        said.add(strings.CLAIM, strings.CLAIM_NOTE, self.claimed)
        self.figures = figure_table("claimFigures", strings.CLAIM_FIGURES)
        self._choices: dict[int, QComboBox] = {}
        stated = Card("", "claimCard").add(said, self.read_as, self.figures)
        fields = Fields()
        fields.add(strings.TRUTH, strings.TRUTH_NOTE, self.truth)
        fields.add(strings.VENDOR, strings.VENDOR_NOTE, self.vendor)
        self._own_caption = fields.add(strings.OWN, strings.OWN_NOTE, self.own)
        fields.add(strings.GROUP, strings.GROUP_NOTE, self.group)
        self._columns = Card(strings.COLUMNS, "routeColumns").add(fields)
        self._columns.setEnabled(False)
        self.arrange(stated, self._columns)

    def _fill_answer(self) -> None:
        self.banner, self.parts = AnswerBanner(), figure_table("claimParts", strings.CLAIM_PARTS)
        self.action = label("", "", "claimAction")
        self._cautions = label("", "secondary", "routeCautions")
        card = Card(strings.CLAIM_ANSWER, "claimAnswer").add(self.parts, self.action, self._cautions)
        self.answer.setLayout(column(self.banner, card, 0))

    def enter(self, state: State) -> None:
        self.explained.emit(self.title, strings.CLAIM_SUBTITLE, strings.CLAIM_NOTE, strings.CLAIM_SOURCE)
        self.renew()

    def subtitle(self) -> str:
        return strings.CLAIM_SUBTITLE

    # --- The claim ---------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        """Read back every figure that was typed; one that can mean two things is asked back."""
        self._read_as, self._meant = (), []
        typed = self.claimed.text().strip()
        try:
            self._read_as = read_claims(typed) if typed else ()
        except StudyError as error:
            self.read_as.setText(str(error) if len(typed) > 1 else "")
        else:
            self.read_as.setText("" if typed else strings.CLAIM_NOTE)
        self._meant = [None if isinstance(one, Ask) else one for one in self._read_as]
        self._show_choices()
        self._tell()

    def _show_choices(self) -> None:
        """Every figure of the text is a row; one that can mean two things has a list, and is amber until chosen."""
        self._choices = {}
        self.figures.setRowCount(0)  # lists of an earlier text go with their rows
        self.figures.setRowCount(len(self._read_as))
        for place, one in enumerate(self._read_as):
            known = one.choices[0] if isinstance(one, Ask) else one
            rows = strings.CLAIM_ON_ROWS.format(rows=known.rows) if known.rows is not None else strings.CLAIM_ON_UNKNOWN
            self.figures.setItem(place, 0, QTableWidgetItem(word_figure(known)))
            self.figures.setItem(place, 1, QTableWidgetItem("" if isinstance(one, Ask) else known.text))
            self.figures.setItem(place, 2, QTableWidgetItem(rows))
            if isinstance(one, Ask):
                self.figures.setCellWidget(place, 1, self._choice(place, one))
        self._mark_open()

    def _choice(self, place: int, asked: Ask) -> QComboBox:
        box = QComboBox()
        box.setObjectName(f"meant{place}")
        box.setAccessibleName(asked.question)
        box.setProperty("look", "inRow")
        box.addItem(strings.CLAIM_CHOOSE)
        for claim in asked.choices:
            box.addItem(claim.text)
        box.activated.connect(lambda chosen: self._mean(place, asked.choices[chosen - 1] if chosen else None))
        self._choices[place] = box
        return box

    def _mean(self, place: int, claim: Claim | None) -> None:
        self._meant[place] = claim
        self._mark_open()
        self._tell()
        self.renew()

    def _mark_open(self) -> None:
        ground, plain_ground = QColor(theme.current().unclear_soft), QBrush()
        for place, meant in enumerate(self._meant):
            cells = [self.figures.item(place, column_) for column_ in range(self.figures.columnCount())]
            for cell in cells:
                if cell is not None:
                    cell.setBackground(ground if meant is None else plain_ground)

    def _tell(self) -> None:
        """What was read, figure by figure, and what is still asked."""
        parts = []
        for one, meant in zip(self._read_as, self._meant, strict=True):
            if meant is None:
                parts.append(one.question if isinstance(one, Ask) else "")
                continue
            text = strings.CLAIM_READ if meant.rows is None else strings.CLAIM_READ_ROWS
            parts.append(text.format(text=meant.text, rows=meant.rows or 0))
        if parts:
            self.read_as.setText(" ".join(parts))
        self._show_own()

    @property
    def _compares(self) -> bool:
        """Whether some figure is about a second model beside the first."""
        pairs = zip(self._read_as, self._meant, strict=True)
        return any(isinstance(one, Ask) if meant is None else meant.kind.is_relative for one, meant in pairs)

    def _show_own(self) -> None:
        """The other model is asked for only when the claim compares."""
        for widget in (self._own_caption, self.own):
            widget.setVisible(self._compares)

    # --- The rows ----------------------------------------------------------------------------------------------------

    def take(self, table: Table) -> None:
        start = guess(table)
        first, second = [*claimed_first(start.models), None, None][:2]
        self._columns.setEnabled(True)
        self.truth.show_columns(table.names, start.truth)
        self.vendor.show_columns(table.names, first, start.scores.get(first or ""))
        self.own.show_columns(table.names, second)
        self.group.show_columns(table.names, None)

    def roles(self) -> PredictionRoles:
        vendor, scores = self.vendor.answers.column, self.vendor.scores.column
        models = (self.own.column if self._compares else None, vendor)
        return PredictionRoles(
            truth=self.truth.column or "",
            models=tuple(model for model in models if model is not None),
            scores={vendor: scores} if vendor and scores else {},
            group=self.group.column,
        )

    def asked(self) -> tuple[Problem, ...]:
        roles = self.roles()
        if self.table is None or not roles.truth or not roles.models:
            return ()
        return tuple(problem for problem in list_questions(self.table, roles, {}) if problem.id == TRAINED_ON)

    def settle(self) -> bool:
        waiting = next((one for one, meant in zip(self._read_as, self._meant, strict=True) if meant is None), None)
        if self._read_as and waiting is None:
            return super().settle()
        text = strings.CLAIM_EMPTY.format(example=strings.CLAIM_EXAMPLE)
        if isinstance(waiting, Ask):
            text = strings.CLAIM_ASKED.format(question=waiting.question)
        self._focus_on_claim()
        self.shell.announce(text)
        return False

    def _focus_on_claim(self) -> None:
        waiting = [box for place, box in self._choices.items() if self._meant[place] is None]
        (waiting[0] if waiting else self.claimed).setFocus()

    # --- The answer --------------------------------------------------------------------------------------------------

    def primary(self) -> tuple[str, ...]:
        return (strings.COPY if self.is_answered else strings.CLAIM_GO,)

    def work(self) -> None:
        table, claims = self.table, [claim for claim in self._meant if claim is not None]
        if table is None or not claims:
            return
        work = partial(check_claims, table, self.roles(), claims, dict(self.answers))
        self._background.start(work, self._show, self.failed)

    def _show(self, found: ClaimCheck) -> None:
        self._checked = found
        body = word_body(found) if len(found.parts) == 1 else fill(strings.CLAIM_SEE_PARTS)
        self.banner.show_answer(found.answer, fill(strings.CLAIM_ASKED_FOR), word_headline(found), body)
        self._show_parts(found)
        self.action.setText(frame.verdict.DO.format(action=escape(word_action(found), quote=False)))
        told = "<br>".join(escape(word_plain_caution(caution), quote=False) for caution in found.cautions)
        self._cautions.setText(frame.verdict.CAUTIONS.format(text=told))
        self._cautions.setVisible(bool(told))
        self.show_answer(True)
        self.shell.announce(word_headline(found).text, shown=False)

    def _show_parts(self, found: ClaimCheck) -> None:
        """Part by part what is claimed and what these rows show: nothing of a claim is ever dropped."""
        self.parts.setRowCount(len(found.parts))
        for place, part in enumerate(found.parts):
            shown = word_part(found, part).partition(": ")[2].removeprefix(strings.CLAIM_ROWS_SHOW)
            for column_, text in enumerate((word_figure(part.claim), part.claim.text, shown)):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                self.parts.setItem(place, column_, item)
            chip = AnswerChip(part.answer, strings.CLAIM_FITS)
            self.parts.setCellWidget(place, 3, chip)

    def document(self) -> Document | None:
        if self._checked is None or self.table is None:
            return None
        return claim_document(self._checked, self.table.name, self.table.rows)

    def sentence(self) -> str:
        found, rows = self._checked, self.table.rows if self.table is not None else 0
        said = f"{word_headline(found)} {word_body(found)}" if found is not None else ""
        return f"{said} ({strings.CLAIM_STAMP.format(rows=rows, version=VERSION)}.)"


def word_figure(claim: Claim) -> str:
    """The figure alone, as it was typed."""
    return f"{100 * claim.figure:.6g} %" if claim.kind.per_hundred else f"{claim.figure:.6g}"


def figure_table(name: str, headings: tuple[str, ...]) -> QTableWidget:
    """A table of figures of fixed height, so that nothing below it moves when there are more of them."""
    made = QTableWidget(0, len(headings))
    made.setObjectName(name)
    made.setAccessibleName(headings[0])
    made.setHorizontalHeaderLabels(list(headings))
    made.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    made.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    made.setTabKeyNavigation(False)
    made.verticalHeader().hide()
    made.verticalHeader().setDefaultSectionSize(theme.scaled(theme.ROW))
    made.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    made.setFixedHeight(theme.scaled(SEEN * theme.ROW + 40))
    return made
