"""The page Question: what is asked, fixed before anything is scored, and which answers there can be."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QButtonGroup,
    QGridLayout,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from core.application.fill_plan import change_measure, describe_measure, list_measure_choices
from core.domain.conclusion import Answer
from core.domain.dataset import Dataset
from core.domain.study import Columns, Question, QuestionKind, Study, TieBreak
from core.wording.names_text import find_output_unit
from core.wording.question_text import read_back_question
from core.wording.units import unit_of
from gui import messages, strings, theme
from gui.strings import question as words
from gui.widgets.answer_chip import AnswerChip
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.choice_card import ChoiceCard
from gui.widgets.field import HelpState
from gui.widgets.numbers import NumberBox
from gui.widgets.outputs_table import LONGEST_UNIT, OutputRow, OutputsTable
from gui.widgets.parts import Card, button, column, label, plain, row, rule
from gui.wizard.bars import ATTENTION, FooterLine
from gui.wizard.columns import TwoColumns
from gui.wizard.fields import field_of
from gui.wizard.form import FormPage
from gui.wizard.opening import look
from gui.wizard.page import Shell
from gui.wizard.pages.worth_dialog import WorthDialog
from gui.wizard.state import Form, State
from gui.wizard.words import sentence_html

LEAST = -1.0
KIND, MEASURE, COST, TOLERANCE = "question.kind", "question.measure", "question.cost_ratio", "question.tolerance"
MARGIN, LIMIT, SECOND, TIES = (
    "question.margin",
    "question.good_enough",
    "question.cross_check",
    "question.tie_break",
)
COMBO, NUMBER, CLASS, SMALL_NUMBER = 300, 120, 96, 70
ROWS = (Answer.YES, Answer.NO, Answer.SAME, Answer.UNCLEAR, Answer.BLOCKED)
WITH_TOLERANCE, WITH_OVER_COST = "within-tolerance", "asymmetric"


class QuestionPage(FormPage):
    key = "question"
    title = words.TITLE
    instruction = words.INSTRUCTION
    next_page = "candidates"
    next_label = strings.NEXT_CANDIDATES
    places = ("question",)
    dock_rows = 1

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._kinds = QButtonGroup(self)
        self._is_narrow = False
        self.measure, self.cross_check, self.positive, self.ties = ChoiceBox(), ChoiceBox(), ChoiceBox(), ChoiceBox()
        self.outputs = OutputsTable()
        self.ratio = NumberBox("costRatio", 0.01, 10_000)
        self.tolerance, self.over_cost = NumberBox("tolerance", 0.0, 1e12), NumberBox("overCost", 0.01, 1000)
        self.margin, self.good_enough = NumberBox("margin", 0.0, 1e12), NumberBox("goodEnough", LEAST, 1e12)
        self.unit = QLineEdit()
        self.unit.setMaxLength(LONGEST_UNIT)
        self.worth = button(words.WORTH, self._ask_worth, "worthOpen", "small")
        self.sentence = label("", "question", "questionSentence")
        self._texts: dict[Answer, QWidget] = {}
        self._answers = {answer: label("", "caption", f"answer_{answer}") for answer in ROWS}
        self.columns = TwoColumns(self._make_panel(), 372, 260)
        self.body.addWidget(self.columns, 1)
        self._connect()
        self._arrange()

    # --- Building ----------------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        self.measure.activated.connect(self._set_measure)
        self.cross_check.activated.connect(lambda: self.put(SECOND, self.cross_check.currentData()))
        self.positive.activated.connect(self._set_positive)
        self.ties.activated.connect(lambda: self._set_ties(TieBreak(self.ties.currentData())))
        self.ratio.changed.connect(lambda value: self.put(COST, value))
        self.tolerance.changed.connect(lambda value: self.put(TOLERANCE, value or None))
        self.over_cost.changed.connect(lambda value: self.put("question.over_cost", value, owns=TOLERANCE))
        self.margin.changed.connect(self._set_margin)
        self.unit.editingFinished.connect(lambda: self._set_unit("", self.unit.text().strip()))
        self.outputs.margin.connect(lambda output, value: self._set_margin(value, output))
        self.outputs.limit.connect(self._set_limit)
        self.outputs.unit.connect(self._set_unit)
        self.good_enough.changed.connect(lambda value: self.put(LIMIT, None if value <= LEAST else value))
        for typed in (self.ratio, self.tolerance, self.over_cost, self.margin, self.good_enough):
            typed.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.good_enough.setSpecialValueText(words.NO_LIMIT)
        self.tolerance.setSpecialValueText(words.NO_TOLERANCE)
        for box, name, spoken in (
            (self.ratio, "costRatio", words.COST_RATIO),
            (self.tolerance, "tolerance", words.TOLERANCE_NAME),
            (self.over_cost, "overCost", words.TOO_HIGH_NAME),
            (self.margin, "margin", words.MARGIN),
            (self.unit, "outputUnit", words.UNIT_NAME),
        ):
            box.setObjectName(name)
            box.setAccessibleName(spoken)
            box.setToolTip(spoken)

    def _arrange(self) -> None:
        left = self.columns.left
        left.addWidget(self._kind_cards())
        left.addSpacing(6)
        self._cases = QStackedWidget()
        self._cases.addWidget(self._class_field())
        self._cases.addWidget(self._tolerance_field())
        self.unit_label = plain(words.UNIT, "secondary")
        self._one_output = QWidget()
        self._one_output.setLayout(row(self.margin, self.worth, self.unit_label, self.unit))
        margin = QWidget()
        margin.setLayout(column(self._one_output, self.outputs, spacing=0))
        margin.setFocusProxy(self.margin)
        left.addWidget(self.field(MEASURE, self.measure))
        left.addWidget(self._cases)
        left.addWidget(self.field(MARGIN, margin))
        left.addWidget(self.field(SECOND, self.cross_check))
        left.addWidget(self.field(LIMIT, self.good_enough))
        left.addWidget(self.field(TIES, self.ties))
        left.addWidget(self.card)
        left.addStretch(1)
        self.redress()

    def _kind_cards(self) -> QWidget:
        holder = QWidget()
        holder.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(theme.GRID)
        for place, kind in enumerate(QuestionKind):
            card = ChoiceCard(*words.KINDS[kind], f"kind_{kind}")
            card.clicked.connect(partial(self._set_kind, kind))
            self._kinds.addButton(card, place)
            grid.addWidget(card, place // 2, place % 2)
        return holder

    def _class_field(self) -> QWidget:
        holder = QWidget()
        self.cost_before, self.cost_after = plain(words.COST_BEFORE, "secondary"), plain(words.COST_AFTER, "secondary")
        holder.setLayout(row(self.positive, self.cost_before, self.ratio, self.cost_after))
        return self.field(COST, holder)

    def _tolerance_field(self) -> QWidget:
        holder = QWidget()
        before, after = plain(words.TOO_HIGH, "secondary"), plain(words.TOO_HIGH_TIMES, "secondary")
        holder.setLayout(row(self.tolerance, before, self.over_cost, after))
        return self.field(TOLERANCE, holder)

    def _make_panel(self) -> QWidget:
        panel = self._panel = Card("", "questionPanel")
        panel.body.setContentsMargins(16, 14, 16, 14)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        panel.add(plain(words.YOUR_QUESTION.upper(), "overline"), self.sentence)
        panel.add(plain(words.ANSWERS.upper(), "overline"))
        for answer in ROWS:
            chip = AnswerChip(answer)
            chip.setObjectName(f"chip_{answer}")
            text = self._answers[answer]
            text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            column = QVBoxLayout()
            column.addWidget(chip)
            column.addStretch(1)
            line = row(column, text, 0)
            line.setStretch(1, 100)  # all the room, unless the sentence stands in the tip
            panel.add(line)
            self._texts[answer] = chip
            if answer is not ROWS[-1]:
                panel.add(rule())
        panel.add(0)
        return panel

    def redress(self) -> None:
        """Sizes of the design at the text size of now; the texts of the panel keep their room."""
        for box, width in (
            (self.measure, COMBO),
            (self.cross_check, COMBO),
            (self.ties, COMBO),
            (self.positive, CLASS),
            (self.margin, NUMBER),
            (self.good_enough, NUMBER),
            (self.tolerance, NUMBER),
            (self.ratio, SMALL_NUMBER),
            (self.over_cost, SMALL_NUMBER),
            (self.unit, SMALL_NUMBER),
        ):
            box.setFixedWidth(theme.scaled(width))
        self.sentence.setMinimumHeight(theme.scaled(4 * theme.LINES["number"]))
        for answer, text in self._answers.items():
            text.setFixedHeight(theme.scaled(2 * theme.LINES["caption"] + 2))
            self._texts[answer].setFixedWidth(theme.scaled(86))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.redress()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window lines and sentences stand in tips, so that the page needs no scrolling."""
        super().resizeEvent(event)
        is_narrow = self.window().width() / theme.scale() < theme.NARROW_WINDOW
        for card in self._kinds.buttons():
            assert isinstance(card, ChoiceCard)
            card.fit(is_narrow)
        for text in self._answers.values():
            text.setVisible(not is_narrow or self.columns.is_stacked)
        self._panel.body.setSpacing(theme.GRID // 2 if is_narrow else theme.GRID)
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            for field in self._rows.values():  # that of the other kind of data is out of sight and hears of no new size
                field.redress()

    # --- Showing -----------------------------------------------------------------------------------------------------

    def load(self, state: State) -> None:
        data, question = state.data, state.study.question
        if data is None:
            return
        self._kinds.button(list(QuestionKind).index(question.kind)).setChecked(True)
        self._fill_measures(data, question)
        self._fill_cases(data, question)
        self._show_outputs(data)
        self.good_enough.setValue(LEAST if question.good_enough is None else question.good_enough)
        self.good_enough.setSuffix("" if question.good_enough is None else suffix_of(state.study, data))
        self.ties.clear()
        for tie in TieBreak:
            self.ties.addItem(words.TIES[tie], tie)
        self.ties.setCurrentIndex(self.ties.findData(question.tie_break[0]))

    def _fill_measures(self, data: Dataset, question: Question) -> None:
        choices = list_measure_choices(data)
        for box in (self.measure, self.cross_check):
            box.clear()
        self.cross_check.addItem(words.NO_MEASURE, None)
        for choice in choices:
            self.measure.addItem(choice.title, choice.key)
            self.measure.setItemData(self.measure.count() - 1, choice.note, Qt.ItemDataRole.ToolTipRole)
            if choice.key != question.measure:
                self.cross_check.addItem(choice.title, choice.key)
        second = question.cross_check
        if second and self.cross_check.findData(second) < 0:
            self.cross_check.addItem(describe_measure(second).title, second)
        self.measure.setCurrentIndex(max(0, self.measure.findData(question.measure)))
        self.cross_check.setCurrentIndex(max(0, self.cross_check.findData(second)))

    def _fill_cases(self, data: Dataset, question: Question) -> None:
        """Class and cost for classes, tolerance for numbers: both have one place."""
        self._cases.setCurrentIndex(0 if data.classes else 1)
        self.positive.clear()
        self.positive.addItems(data.classes)
        two = len(data.classes) == 2
        if data.classes:
            self.positive.setCurrentIndex(data.positive_class if two else -1)
        self.positive.setEnabled(two)
        self.ratio.setValue(question.cost_ratio)
        self.ratio.setEnabled(two and question.measure == "cost")
        self.tolerance.setValue(question.tolerance or 0.0)
        self.tolerance.setEnabled(question.measure == WITH_TOLERANCE)
        self.over_cost.setValue(question.over_cost)
        self.over_cost.setEnabled(question.measure == WITH_OVER_COST)

    def _show_outputs(self, data: Dataset) -> None:
        """Several outputs have a table in place of the two rows of one; which it is changes only on the page Data."""
        has_several = len(data.outputs) > 1
        margin = self._rows[MARGIN]
        self._one_output.setVisible(not has_several)
        self.outputs.setVisible(has_several)
        self._rows[LIMIT].setVisible(not has_several)
        margin.caption.setText(words.OUTPUTS if has_several else field_of(MARGIN).title)
        self._show_rows(data)
        margin.control.setFocusProxy(self.outputs.margins[0] if has_several else self.margin)
        margin.redress()

    def _show_rows(self, data: Dataset) -> None:
        study = self.shell.state.study
        found = [
            OutputRow(
                output,
                find_output_unit(study.columns, output),
                study.margin(output),
                study.limit(output),
                suffix_of(study, data, output),
            )
            for output in data.outputs
        ]
        if len(found) > 1:
            self.outputs.show_rows(found)
            return
        self.margin.setSuffix(found[0].suffix)
        self.margin.setValue(found[0].margin)
        self.unit.setText(found[0].unit)
        for part in (self.unit, self.unit_label):
            part.setVisible(not data.classes)
        self.worth.setVisible(bool(data.classes))  # only an error rate has a worth

    def renew(self) -> None:
        state = self.shell.state
        if state.data is not None:
            self._show_answers(state.study, state.data)
        is_error = state.study.question.measure == "error"
        self.worth.setEnabled(is_error)
        self.worth.setToolTip("" if is_error else words.WORTH_ONLY_ERRORS)
        super().renew()

    def _show_answers(self, study: Study, data: Dataset) -> None:
        self.sentence.setText(sentence_html(read_back_question(study, data, 3)))
        margin = f"{study.margin(data.outputs[0]):g}{suffix_of(study, data)}"
        told = dict(words.ANSWER_TEXTS[study.question.kind])
        told["unclear"] = words.UNCLEAR.format(rule=words.TIES[study.question.tie_break[0]])
        told["blocked"] = words.BLOCKED
        for answer, text in self._answers.items():
            said = told[answer.value].format(margin=margin)
            text.setText(said)
            for part in (text, self._texts[answer]):
                part.setToolTip(said)
            text.setEnabled(said != words.NOT_USED)
            self._texts[answer].setEnabled(said != words.NOT_USED)

    def subtitle(self) -> str:
        return words.LEAD

    def help_of(self, key: str) -> tuple[str, HelpState]:
        state = self.shell.state
        question, data = state.study.question, state.data
        is_limit_open = self._is_limit_open()
        if key == MARGIN and is_limit_open and data is not None and len(data.outputs) > 1:
            return words.LIMITS_NEEDED, HelpState.REQUIRED if self._tried else HelpState.HELP
        if key == MARGIN and min([question.margin, *question.margins.values()]) == 0:
            return words.MARGIN_ZERO, HelpState.ATTENTION
        if key == MARGIN and state.is_set(key):
            return words.MARGIN_YOURS, HelpState.HELP
        if key == LIMIT and is_limit_open:
            return words.LIMIT_NEEDED, HelpState.REQUIRED if self._tried else HelpState.HELP
        if key == COST and data is not None:
            return self._help_of_cost(data, question), HelpState.HELP
        if key == TOLERANCE and question.measure not in (WITH_TOLERANCE, WITH_OVER_COST):
            return words.TOLERANCE_UNUSED, HelpState.HELP
        return super().help_of(key)

    def _help_of_cost(self, data: Dataset, question: Question) -> str:
        if len(data.classes) != 2:
            return words.CLASS_ONLY_TWO
        if question.measure != "cost":
            return words.COST_UNUSED
        return words.THRESHOLD.format(
            positive=data.classes[data.positive_class], threshold=100 / (1 + question.cost_ratio)
        )

    def settle(self) -> bool:
        """Good enough asks for a limit: without one nothing would be answered."""
        if not super().settle():
            return False
        state = self.shell.state
        if not self._is_limit_open() or state.locked:
            return True
        self._tried = True
        self.renew()
        self._go_to_limit()
        self.shell.point_out(FooterLine(strings.OPEN_ITEMS_ONE, strings.GO_THERE, self._go_to_limit, ATTENTION))
        return False

    def _is_limit_open(self) -> bool:
        question = self.shell.state.study.question
        return question.kind is QuestionKind.GOOD_ENOUGH and not question.has_limit

    def _go_to_limit(self) -> None:
        (self.outputs.limits[0] if self.outputs.limits and self.outputs.isVisible() else self.good_enough).setFocus()

    # --- Changing ----------------------------------------------------------------------------------------------------

    def _set_kind(self, kind: QuestionKind) -> None:
        """What to do without a clear answer follows the question, as long as the person has not chosen it."""
        state = self.shell.state
        question = replace(state.study.question, kind=kind)
        if state.is_assumed(TIES):
            question = replace(question, tie_break=order_ties(first_tie(kind)))
        self.put("question", question, owns=KIND)
        self.enter(state)

    def _set_measure(self) -> None:
        state = self.shell.state
        if state.data is not None:
            changed = change_measure(state.study.question, self.measure.currentData(), state.data)
            self.put("question", changed, owns=MEASURE)
            self.enter(state)

    def _set_margin(self, margin: float, output: str = "") -> None:
        state = self.shell.state
        if state.data is None:
            return
        outputs, question = state.data.outputs, state.study.question
        margins = {name: state.study.margin(name) for name in outputs} | {output or outputs[0]: margin}
        several = len(outputs) > 1
        changed = replace(question, margin=margins[outputs[0]], margins=margins if several else {})
        self.put("question", changed, owns=MARGIN)

    def _set_limit(self, output: str, limit: float | None) -> None:
        """Of one of several outputs; a limit that held for all of them becomes one of each."""
        state = self.shell.state
        if state.data is None:
            return
        known = {name: state.study.limit(name) for name in state.data.outputs} | {output: limit}
        limits = {name: value for name, value in known.items() if value is not None}
        self.put("question", replace(state.study.question, good_enough=None, limits=limits), owns=LIMIT)
        self._show_rows(state.data)

    def _set_unit(self, output: str, typed: str) -> None:
        """Of one of several outputs or of the only one; an empty unit is that of the column's name."""
        state = self.shell.state
        if state.data is None:
            return
        columns, output = state.study.columns, output or state.data.outputs[0]
        if typed == find_output_unit(columns, output):
            return
        others = {name: unit for name, unit in columns.units.items() if name != output}
        self.put("columns.units", {**others, output: typed} if typed else others)
        self._show_rows(state.data)

    def _set_ties(self, first: TieBreak) -> None:
        self.put(TIES, order_ties(first))

    def _set_positive(self) -> None:
        """The class that is looked for belongs to the columns, so the table is looked at again, off this thread."""
        state = self.shell.state
        if state.table is None or state.data is None:
            return
        columns: Columns = replace(state.study.columns, positive=self.positive.currentText())
        work = partial(look, state.table, columns, state.form)
        self.shell.background.start(work, self._looked, partial(messages.show_error, self))

    def _looked(self, form: Form) -> None:
        self.shell.state.update(form)
        self.enter(self.shell.state)

    def _ask_worth(self) -> None:
        WorthDialog(self.shell.state.study.question.margin, self).open()


def suffix_of(study: Study, data: Dataset, output: str = "") -> str:
    """The unit of the deciding measure, behind a number."""
    short = unit_of(study.question.measure, study, data, output or data.outputs[0]).short
    return f" {short}" if short else ""


def first_tie(kind: QuestionKind) -> TieBreak:
    """Where something is in use it is kept; where nothing is, the simplest is used."""
    in_use = kind in (QuestionKind.BETTER, QuestionKind.REPLACE)
    return TieBreak.INCUMBENT if in_use else TieBreak.SIMPLEST


def order_ties(first: TieBreak) -> tuple[TieBreak, ...]:
    return (first, *(tie for tie in TieBreak if tie is not first))
