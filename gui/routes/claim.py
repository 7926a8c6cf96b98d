"""The route Check a claim: the own rows, every figure that is claimed, and whether the two go together."""

from functools import partial
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from core.application.check_claim import check_claims
from core.application.compare_predictions import list_questions
from core.application.imported_predictions import PredictionRoles
from core.application.read_claim import read_claims
from core.application.study_facts import TRAINED_ON
from core.application.write_report import Document, claim_document
from core.domain.claim import Ask, Claim, ClaimCheck
from core.domain.conclusion import Answer
from core.domain.dataset import Table
from core.domain.problem import Problem
from core.domain.short_study import ShortKind
from core.support.errors import StudyError
from core.version import VERSION
from core.wording.caution_text import word_plain_caution
from core.wording.claim_text import word_action, word_body, word_headline, word_part
from core.wording.sentence import fill
from gui import strings as frame
from gui import theme
from gui.routes.boxes import ColumnBox
from gui.routes.given import claimed_first, guess
from gui.routes.short_study_page import DATA, REPORT, RESULT, RouteStep, ShortStudyPage
from gui.strings import routes as strings
from gui.strings import short_studies as words
from gui.widgets.answer_banner import AnswerBanner
from gui.widgets.answer_chip import AnswerChip
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.field import HelpState
from gui.widgets.parts import Card, column, label
from gui.wizard.page import Shell

CLAIM = "claim"
COLUMN = 150
SEEN = 4  # rows of a table that are seen without scrolling
STRUCK = "struck"


class ClaimPage(ShortStudyPage):
    key = "claim"
    kind = ShortKind.CLAIM
    title = strings.CLAIM_TITLE
    instruction = strings.CLAIM_TITLE
    verb = words.C_GO
    steps = (
        RouteStep(DATA, words.STEP_DATA, words.C_DATA_HEADING, words.C_DATA_LEAD),
        RouteStep(CLAIM, words.STEP_CLAIM, words.C_CLAIM_HEADING, words.C_CLAIM_LEAD),
        RouteStep(RESULT, words.STEP_RESULT),
        RouteStep(REPORT, words.STEP_REPORT, words.REPORT_HEADING),
    )
    primary_alternatives = (words.STEP_CLAIM, words.C_GO, words.STEP_REPORT, words.WRITE_PDF)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.claimed = QLineEdit()
        self.claimed.setObjectName("claimed")
        self.claimed.setPlaceholderText(strings.CLAIM_EXAMPLE)
        self.claimed.textChanged.connect(self._read)
        self.claimed.editingFinished.connect(self.filled)
        self.truth, self.vendor, self.own = ColumnBox("truth"), ColumnBox("vendor"), ColumnBox("own", optional=True)
        self.scores, self.group = ColumnBox("vendorScores", optional=True), ColumnBox("group", optional=True)
        self._boxes = (self.truth, self.vendor, self.scores, self.own, self.group)
        self._read_as: tuple[Claim | Ask, ...] = ()
        self._meant: list[Claim | str | None] = []
        self._choices: dict[int, QComboBox] = {}
        self._trouble = ""
        self._checked: ClaimCheck | None = None
        for box in self._boxes:
            box.chosen.connect(self.filled)
        self.add_step(DATA, self._data_step())
        self.add_step(CLAIM, self._claim_step())
        self.add_step(RESULT, self._result_step())
        self.add_step(REPORT, self.report_step)
        self.clear_form()

    # --- The steps ---------------------------------------------------------------------------------------------------

    def _data_step(self) -> QWidget:
        rows = (
            ("truth", (words.TRUTH, words.TRUTH_NOTE, words.TRUTH_HELP), self.truth),
            ("vendor", (words.VENDOR, words.VENDOR_NOTE, words.VENDOR_HELP), self.vendor),
            ("scores", (words.VENDOR_SCORE, strings.SCORE_NOTE, words.VENDOR_SCORE_HELP), self.scores),
            ("own", (words.OWN, words.OWN_NOTE, words.OWN_HELP), self.own),
            ("group", (words.GROUP, words.GROUP_NOTE, words.GROUP_HELP), self.group),
        )
        made = QWidget()
        made.setLayout(column(self.file_row, *(self.field(*one) for one in rows), 0, spacing=6))
        return made

    def _claim_step(self) -> QWidget:
        text = self.field("claimed", (words.TEXT, words.TEXT_NOTE, words.TEXT_HELP), self.claimed)
        text.message.setObjectName("readAs")
        self.read_as = text.message
        self.claimed.setMinimumWidth(theme.scaled(420))
        self.figures = figure_table("claimFigures", strings.CLAIM_FIGURES)
        made = QWidget()
        made.setLayout(column(text, self.figures, self.card, 0, spacing=12))
        return made

    def _result_step(self) -> QWidget:
        self.banner, self.parts = AnswerBanner(), figure_table("claimParts", strings.CLAIM_PARTS, widest=2)
        self.action = label("", "", "claimAction")
        self._cautions = label("", "secondary", "routeCautions")
        card = Card(strings.CLAIM_ANSWER, "claimAnswer").add(self.parts, self.action, self._cautions)
        made = QWidget()
        made.setLayout(column(self.banner, card, 0, spacing=12))
        return made

    # --- The rows ----------------------------------------------------------------------------------------------------

    def take(self, table: Table) -> None:
        start = guess(table)
        first, second = [*claimed_first(start.models), None, None][:2]
        chosen = (start.truth, first, start.scores.get(first or ""), second, None)
        for box, name in zip(self._boxes, chosen, strict=True):
            box.show_columns(table.names, name)
            box.setEnabled(True)

    def clear_form(self) -> None:
        self._checked = None
        for box in self._boxes:
            box.show_columns((), None)
            box.setEnabled(False)
        self.claimed.clear()
        self._read()

    def clear_answer(self) -> None:
        self._checked = None

    def roles(self) -> PredictionRoles:
        vendor, scores = self.vendor.column, self.scores.column
        models = (self.own.column if self._compares else None, vendor)
        return PredictionRoles(
            truth=self.truth.column or "",
            models=tuple(model for model in models if model is not None),
            scores={vendor: scores} if vendor and scores else {},
            group=self.group.column,
        )

    # --- The claim ---------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        """Read back every figure that was typed; one that is not clear is asked back."""
        self._read_as, self._trouble = (), ""
        typed = self.claimed.text().strip()
        try:
            self._read_as = read_claims(typed, ask_unread=True) if typed else ()
        except StudyError as error:
            self._trouble = error.message if len(typed) > 1 else ""
        self._meant = [None if isinstance(one, Ask) else one for one in self._read_as]
        self._show_choices()
        self._tell()
        self.changed.emit()

    def _show_choices(self) -> None:
        """Every figure of the text is a row; one that is not clear has a list, and is amber until chosen."""
        self._choices = {}
        self.figures.setRowCount(0)  # lists of an earlier text go with their rows
        self.figures.setRowCount(len(self._read_as))
        for place, one in enumerate(self._read_as):
            known = one.choices[0] if isinstance(one, Ask) else one
            rows = strings.CLAIM_ON_ROWS.format(rows=known.rows) if known.rows is not None else strings.CLAIM_ON_UNKNOWN
            figure = one.figure if isinstance(one, Ask) and one.figure else word_figure(known)
            self.figures.setItem(place, 0, QTableWidgetItem(figure))
            self.figures.setItem(place, 1, QTableWidgetItem("" if isinstance(one, Ask) else known.text))
            self.figures.setItem(place, 2, QTableWidgetItem(rows))
            if isinstance(one, Ask):
                self.figures.setCellWidget(place, 1, self._choice(place, one))
        self._mark_open()

    def _choice(self, place: int, asked: Ask) -> QComboBox:
        box = ChoiceBox()
        box.setObjectName(f"meant{place}")
        box.setAccessibleName(asked.question)
        box.setProperty("look", "inRow")
        box.addItem(strings.CLAIM_CHOOSE)
        for claim in asked.choices:
            box.addItem(claim.text)
        box.addItem(words.STRIKE)
        box.activated.connect(partial(self._mean, place, asked))
        self._choices[place] = box
        return box

    def _mean(self, place: int, asked: Ask, chosen: int) -> None:
        if chosen > len(asked.choices):
            self._meant[place] = STRUCK
        else:
            self._meant[place] = asked.choices[chosen - 1] if chosen else None
        self._mark_open()
        self._tell()
        self.filled()

    def _mark_open(self) -> None:
        """A figure that is not settled has an amber list."""
        amber = theme.current().unclear_soft
        for place, box in self._choices.items():
            box.setStyleSheet(f"QComboBox {{ background: {amber}; }}" if self._meant[place] is None else "")

    def _tell(self) -> None:
        """What was read, or what is wrong with it."""
        parts = []
        for one, meant in zip(self._read_as, self._meant, strict=True):
            if meant is None and isinstance(one, Ask):
                parts.append(one.question)
            elif isinstance(meant, Claim):
                text = strings.CLAIM_READ if meant.rows is None else strings.CLAIM_READ_ROWS
                parts.append(text.format(text=meant.text, rows=meant.rows or 0))
        told = self._trouble or " ".join(parts) or words.TEXT_HELP
        self.rows["claimed"].tell(told, HelpState.ATTENTION if self._trouble else HelpState.HELP)

    @property
    def claims(self) -> tuple[Claim, ...]:
        return tuple(one for one in self._meant if isinstance(one, Claim))

    @property
    def _compares(self) -> bool:
        """Whether some figure is about a second model beside the first."""
        return any(claim.kind.is_relative for claim in self.claims)

    def asked(self) -> tuple[Problem, ...]:
        roles = self.roles()
        if self.table is None or not roles.truth or not self.vendor.column:
            return ()
        return tuple(problem for problem in list_questions(self.table, roles, {}) if problem.id == TRAINED_ON)

    def find_gap(self, step: str) -> tuple[str, QWidget] | None:
        if step == DATA:
            return None if self.truth.column and self.vendor.column else (words.NEED_TRUTH, self.truth)
        open_places = [place for place, meant in enumerate(self._meant) if meant is None]
        if open_places:
            asked = self._read_as[open_places[0]]
            question = asked.question if isinstance(asked, Ask) else ""
            return strings.CLAIM_ASKED.format(question=question), self._choices[open_places[0]]
        if not self.claims:
            empty = strings.CLAIM_EMPTY.format(example=strings.CLAIM_EXAMPLE)
            return words.NO_CLAIM_LEFT if self._meant else self._trouble or empty, self.claimed
        if self._compares and self.own.column is None:
            return words.OWN_NOTE, self.claimed
        return None

    # --- Saved -------------------------------------------------------------------------------------------------------

    def form_values(self) -> dict[str, object]:
        columns = {box.objectName(): box.column for box in self._boxes}
        chosen = {str(place): box.currentIndex() for place, box in self._choices.items()}
        return {**columns, "text": self.claimed.text(), "meant": chosen}

    def fill_form(self, values: dict[str, object]) -> None:
        assert self.table is not None
        names = set(self.table.names)
        for box in self._boxes:
            chosen = values.get(box.objectName())
            box.show_columns(self.table.names, str(chosen) if chosen in names else None)
        self.claimed.setText(str(values.get("text", "")))
        meant = values.get("meant")
        for place, choice in self._choices.items():
            chosen = meant.get(str(place), 0) if isinstance(meant, dict) else 0
            asked = self._read_as[place]
            if isinstance(chosen, int) and isinstance(asked, Ask):
                choice.setCurrentIndex(chosen)
                self._mean(place, asked, chosen)

    # --- The answer --------------------------------------------------------------------------------------------------

    def work(self) -> None:
        table, claims = self.table, self.claims
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
        self.finish()

    def _show_parts(self, found: ClaimCheck) -> None:
        """Part by part what is claimed and what these rows show: nothing of a claim is ever dropped."""
        self.parts.setRowCount(len(found.parts))
        for place, part in enumerate(found.parts):
            shown = word_part(found, part).partition(": ")[2].removeprefix(strings.CLAIM_ROWS_SHOW)
            for column_, text in enumerate((word_figure(part.claim), part.claim.text, shown)):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                self.parts.setItem(place, column_, item)
            self.parts.setCellWidget(place, 3, AnswerChip(part.answer, strings.CLAIM_FITS))

    def answer_facts(self) -> tuple[Answer, str]:
        found = self._checked
        return (Answer.NONE, "") if found is None else (found.answer, word_headline(found).text)

    def summary_of(self, step: str) -> str:
        if self.table is None:
            return ""
        if step == DATA:
            return f"{self.table.rows:,} rows, {self.vendor.column or '–'}"
        if step == CLAIM and self.claims:
            return ", ".join(word_figure(claim) for claim in self.claims)
        return self._checked.answer.value.capitalize() if step == RESULT and self._checked is not None else ""

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


def figure_table(name: str, headings: tuple[str, ...], widest: int = 1) -> QTableWidget:
    """A table of figures of fixed height, so that nothing below it moves; column `widest` takes the room left."""
    made = QTableWidget(0, len(headings))
    made.setObjectName(name)
    made.setAccessibleName(headings[0])
    made.setHorizontalHeaderLabels(list(headings))
    made.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    made.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    made.setTabKeyNavigation(False)
    made.verticalHeader().hide()
    made.verticalHeader().setDefaultSectionSize(theme.scaled(theme.ROW))
    header = made.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    for place in range(len(headings)):
        header.setSectionResizeMode(place, QHeaderView.ResizeMode.Interactive)
        made.setColumnWidth(place, theme.scaled(COLUMN))
    header.setSectionResizeMode(widest, QHeaderView.ResizeMode.Stretch)
    made.setFixedHeight(theme.scaled(SEEN * theme.ROW + 40))
    return made
