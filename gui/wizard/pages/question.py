"""The page Question: what is asked, fixed before anything is scored, and which answers there can be."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QButtonGroup,
    QComboBox,
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
from gui.widgets.choice_card import ChoiceCard
from gui.widgets.field import HelpState
from gui.widgets.numbers import NumberBox
from gui.widgets.parts import Card, button, label, plain, row, rule
from gui.wizard.columns import TwoColumns
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
COMBO, NUMBER, CLASS, SMALL_NUMBER = 260, 120, 96, 70
LONGEST_UNIT = 12
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
        self.measure, self.cross_check, self.positive, self.ties = QComboBox(), QComboBox(), QComboBox(), QComboBox()
        self.output = QComboBox()
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
        self.output.activated.connect(lambda: self._show_margin())
        self.ties.activated.connect(lambda: self._set_ties(TieBreak(self.ties.currentData())))
        self.ratio.changed.connect(lambda value: self.put(COST, value))
        self.tolerance.changed.connect(lambda value: self.put(TOLERANCE, value or None))
        self.over_cost.changed.connect(lambda value: self.put("question.over_cost", value, owns=TOLERANCE))
        self.margin.changed.connect(self._set_margin)
        self.unit.editingFinished.connect(self._set_unit)
        self.good_enough.changed.connect(lambda value: self.put(LIMIT, None if value <= LEAST else value))
        for typed in (self.ratio, self.tolerance, self.over_cost, self.margin, self.good_enough):
            typed.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.good_enough.setSpecialValueText(words.NO_LIMIT)
        self.tolerance.setSpecialValueText(words.NO_TOLERANCE)
        for box, name, spoken in (
            (self.ratio, "costRatio", words.COST_RATIO),
            (self.over_cost, "overCost", words.TOO_HIGH_NAME),
            (self.output, "marginOutput", words.MARGIN_OUTPUT),
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
        margin = QWidget()
        self.unit_label = plain(words.UNIT, "secondary")
        margin.setLayout(row(self.output, self.margin, self.worth, self.unit_label, self.unit))
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
        panel = Card("", "questionPanel")
        panel.body.setContentsMargins(16, 14, 16, 14)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        panel.add(plain(words.YOUR_QUESTION.upper(), "overline"), self.sentence)
        panel.add(plain(words.ANSWERS.upper(), "overline"))
        for answer in ROWS:
            chip = plain(answer.value.capitalize(), "answerChip", f"chip_{answer}")
            chip.setProperty("answer", answer.value)
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
            (self.output, NUMBER),
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
        self._fill_outputs(data)
        self._show_margin()
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

    def _fill_outputs(self, data: Dataset) -> None:
        if tuple(self.output.itemText(place) for place in range(self.output.count())) != data.outputs:
            self.output.clear()
            self.output.addItems(data.outputs)
        self.output.setVisible(len(data.outputs) > 1)

    def _show_margin(self) -> None:
        """That of the output that is chosen; where there is one output, that one."""
        state = self.shell.state
        if state.data is not None:
            output = self._output(state.data)
            self.margin.setSuffix(suffix_of(state.study, state.data, output))
            self.margin.setValue(state.study.margin(output))
            is_number = not state.data.classes
            for part in (self.unit, self.unit_label):
                part.setVisible(is_number)
            self.worth.setVisible(not is_number)  # only an error rate has a worth
            self.unit.setText(find_output_unit(state.study.columns, output))

    def _output(self, data: Dataset) -> str:
        return data.outputs[max(0, self.output.currentIndex())]

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
        if key == MARGIN and question.margin == 0:
            return words.MARGIN_ZERO, HelpState.ATTENTION
        if key == MARGIN and state.is_changed(key):
            return words.MARGIN_YOURS, HelpState.HELP
        if key == LIMIT and question.kind is QuestionKind.GOOD_ENOUGH and question.good_enough is None:
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

    def _set_margin(self, margin: float) -> None:
        state = self.shell.state
        if state.data is None:
            return
        outputs, question = state.data.outputs, state.study.question
        margins = {output: state.study.margin(output) for output in outputs} | {self._output(state.data): margin}
        several = len(outputs) > 1
        changed = replace(question, margin=margins[outputs[0]], margins=margins if several else {})
        self.put("question", changed, owns=MARGIN)

    def _set_unit(self) -> None:
        """Of the output that is chosen; an empty one is that of the column's name."""
        state = self.shell.state
        if state.data is None:
            return
        columns, output, typed = state.study.columns, self._output(state.data), self.unit.text().strip()
        if typed == find_output_unit(columns, output):
            return
        others = {name: unit for name, unit in columns.units.items() if name != output}
        self.put("columns.units", {**others, output: typed} if typed else others)
        self._show_margin()

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
