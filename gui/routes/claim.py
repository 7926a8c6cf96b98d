"""The route Check a claim: the claimed figure, the own rows, and whether the two go together, in words."""

from functools import partial
from html import escape

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QRadioButton, QWidget

from core.domain.dataset import Table
from core.domain.problem import Problem
from core.judge.limits import TRAINED_ON
from core.report.blocks import Document
from core.routes.claim import ClaimCheck, ClaimOutcome, check_claim
from core.routes.claim_text import Ask, Claim, read_claim
from core.routes.given_table import PredictionRoles
from core.routes.predictions import questions
from core.routes.report import claim_document
from core.support.errors import StudyError
from core.version import VERSION
from gui import strings as frame
from gui.routes.boxes import ColumnBox, Fields, ModelBox
from gui.routes.given import SEED, claimed_first, guess
from gui.routes.route_page import RoutePage
from gui.strings import routes as strings
from gui.widgets.parts import Card, column, empty, label, restyle
from gui.wizard.page import Shell
from gui.wizard.state import State

LOOKS = {
    ClaimOutcome.COMPATIBLE: "settled",
    ClaimOutcome.WORSE: "blocked",
    ClaimOutcome.BETTER: "caution",
    ClaimOutcome.BLOCKED: "blocked",
    ClaimOutcome.CANNOT_TELL: "caution",
}


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
        self._claim: Claim | Ask | None = None
        self._meant: Claim | None = None
        self._checked: ClaimCheck | None = None
        for box in (self.truth, self.vendor, self.own, self.group):
            box.chosen.connect(self.renew)
        self._fill_form()
        self._fill_answer()
        self._read()

    def _fill_form(self) -> None:
        said = Fields()
        said.add(strings.CLAIM, strings.CLAIM_NOTE, self.claimed)
        self._choices, self._choice_group = QHBoxLayout(), QButtonGroup(self)
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
        """Read back what was typed; a claim that can mean two things is asked back."""
        self._claim, self._meant = None, None
        typed = self.claimed.text().strip()
        try:
            self._claim = read_claim(typed) if typed else None
        except StudyError as error:
            self.read_as.setText(str(error) if len(typed) > 1 else "")
        self._show_choices(self._claim.choices if isinstance(self._claim, Ask) else ())
        if isinstance(self._claim, Ask):
            self.read_as.setText(self._claim.question)
        elif self._claim is not None:
            self._mean(self._claim)
        elif not typed:
            self.read_as.setText(strings.CLAIM_NOTE)
        self._show_own()

    def _show_choices(self, choices: tuple[Claim, ...]) -> None:
        empty(self._choices)
        for place, choice in enumerate(choices):
            radio = QRadioButton(choice.text)
            radio.setObjectName(f"meant{place}")
            radio.clicked.connect(partial(self._mean, choice))
            self._choice_group.addButton(radio)
            self._choices.addWidget(radio)
        self._choices.addStretch(1)

    def _mean(self, claim: Claim) -> None:
        self._meant = claim
        text = strings.CLAIM_READ if claim.rows is None else strings.CLAIM_READ_ROWS
        self.read_as.setText(text.format(text=claim.text, rows=claim.rows or 0))
        self._show_own()
        self.renew()

    def _show_own(self) -> None:
        """The other model is asked for only when the claim compares."""
        compares = isinstance(self._claim, Ask) if self._meant is None else self._meant.kind.is_relative
        for widget in (self._own_caption, self.own):
            widget.setVisible(compares)

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
        compares = self._meant is not None and self._meant.kind.is_relative
        models = (self.own.column if compares else None, vendor)
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
        if self._meant is None:
            text = strings.CLAIM_EMPTY.format(example=strings.CLAIM_EXAMPLE)
            if isinstance(self._claim, Ask):
                text = strings.CLAIM_ASKED.format(question=self._claim.question)
            self._focus_on_claim()
            self.shell.announce(text)
            return False
        return super().settle()

    def _focus_on_claim(self) -> None:
        buttons: list[QWidget] = list(self._choice_group.buttons())
        (buttons[0] if isinstance(self._claim, Ask) and buttons else self.claimed).setFocus()

    # --- The answer --------------------------------------------------------------------------------------------------

    def primary(self) -> tuple[str, ...]:
        return (strings.COPY if self.is_answered else strings.CLAIM_GO,)

    def work(self) -> None:
        table, claim = self.table, self._meant
        if table is None or claim is None:
            return
        work = partial(check_claim, table, self.roles(), claim, dict(self.answers), np.random.default_rng(SEED))
        self._background.start(work, self._show, self.failed)

    def _show(self, found: ClaimCheck) -> None:
        self._checked = found
        self.tag.setText(strings.CLAIM_TAGS[found.outcome.value])
        restyle(self.tag, look=LOOKS[found.outcome])
        self.headline.setText(found.headline)
        self.text.setText(found.body)
        self.action.setText(frame.verdict.DO.format(action=escape(found.action, quote=False)))
        told = "<br>".join(escape(caution.text, quote=False) for caution in found.cautions)
        self._cautions.setText(frame.verdict.CAUTIONS.format(text=told))
        self._cautions.setVisible(bool(told))
        self.show_answer(True)
        self.shell.announce(found.headline, shown=False)

    def document(self) -> Document | None:
        if self._checked is None or self.table is None:
            return None
        return claim_document(self._checked, self.table.name, self.table.rows)

    def sentence(self) -> str:
        found, rows = self._checked, self.table.rows if self.table is not None else 0
        said = f"{found.headline} {found.body}" if found is not None else ""
        return f"{said} ({strings.CLAIM_STAMP.format(rows=rows, version=VERSION)}.)"
