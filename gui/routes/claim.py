"""The route Check a claim: the claimed figure, the own rows, and whether the two go together, in words."""

from functools import partial
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QRadioButton

from core.domain.conclusion import Answer
from core.domain.dataset import Table
from core.domain.problem import Problem
from core.judge.obstacles import TRAINED_ON
from core.report.blocks import Document
from core.routes.claim import ClaimCheck, check_claims
from core.routes.claim_text import Ask, Claim, read_claims
from core.routes.claim_words import word_action, word_body, word_headline
from core.routes.given_table import PredictionRoles
from core.routes.predictions import questions
from core.routes.report import claim_document
from core.support.errors import StudyError
from core.version import VERSION
from core.wording.caution_text import word_plain_caution
from gui import strings as frame
from gui.results.words import tag_look, tag_words
from gui.routes.boxes import ColumnBox, Fields, ModelBox
from gui.routes.given import claimed_first, guess
from gui.routes.route_page import RoutePage
from gui.strings import routes as strings
from gui.widgets.parts import Card, column, empty, label, restyle
from gui.wizard.page import Shell
from gui.wizard.state import State


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
        self._choices = QHBoxLayout()
        stated = Card("", "claimCard").add(said, self.read_as, self._choices)
        fields = Fields()
        fields.add(strings.TRUTH, strings.TRUTH_NOTE, self.truth)
        fields.add(strings.VENDOR, strings.VENDOR_NOTE, self.vendor)
        self._own_caption = fields.add(strings.OWN, strings.OWN_NOTE, self.own)
        fields.add(strings.GROUP, strings.GROUP_NOTE, self.group)
        self._columns = Card(strings.COLUMNS, "routeColumns").add(fields)
        self._columns.setEnabled(False)
        self.arrange(stated, self._columns)

    def _fill_answer(self) -> None:
        self.tag, self.headline = label("", "", "claimTag"), label("", "instruction", "claimHeadline")
        self.text, self.action = label("", "", "claimBody"), label("", "", "claimAction")
        self.headline.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        for text in (self.headline, self.text, self.action):
            text.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
        self._cautions = label("", "secondary", "routeCautions")
        card = Card(strings.CLAIM_ANSWER, "claimAnswer").add(
            self.tag, self.headline, self.text, self.action, self._cautions
        )
        self.answer.setLayout(column(card, 0))

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
        empty(self._choices)
        for place, one in enumerate(self._read_as):
            group = QButtonGroup(self)
            for number, choice in enumerate(one.choices if isinstance(one, Ask) else ()):
                radio = QRadioButton(choice.text)
                radio.setObjectName(f"meant{number}" if place == 0 else f"meant{place}_{number}")
                radio.clicked.connect(partial(self._mean, place, choice))
                group.addButton(radio)
                self._choices.addWidget(radio)
        self._choices.addStretch(1)

    def _mean(self, place: int, claim: Claim) -> None:
        self._meant[place] = claim
        self._tell()
        self.renew()

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
        return tuple(problem for problem in questions(self.table, roles, {}) if problem.id == TRAINED_ON)

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
        choice = self.findChild(QRadioButton)
        (choice if choice is not None else self.claimed).setFocus()

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
        self.tag.setText(tag_words(found.answer))
        restyle(self.tag, look="blocked" if found.answer is Answer.NO else tag_look(found.answer))
        self.headline.setText(word_headline(found).text)
        self.text.setText(word_body(found).text)
        self.action.setText(frame.verdict.DO.format(action=escape(word_action(found), quote=False)))
        told = "<br>".join(escape(word_plain_caution(caution), quote=False) for caution in found.cautions)
        self._cautions.setText(frame.verdict.CAUTIONS.format(text=told))
        self._cautions.setVisible(bool(told))
        self.show_answer(True)
        self.shell.announce(word_headline(found).text, shown=False)

    def document(self) -> Document | None:
        if self._checked is None or self.table is None:
            return None
        return claim_document(self._checked, self.table.name, self.table.rows)

    def sentence(self) -> str:
        found, rows = self._checked, self.table.rows if self.table is not None else 0
        said = f"{word_headline(found)} {word_body(found)}" if found is not None else ""
        return f"{said} ({strings.CLAIM_STAMP.format(rows=rows, version=VERSION)}.)"
