"""The page Question: what would make the person change model, fixed before anything is scored."""

from dataclasses import replace
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QListWidget,
    QListWidgetItem,
    QRadioButton,
    QSizePolicy,
    QWidget,
)

from core.advice.first_study import measures_for, with_measure
from core.domain.dataset import Dataset
from core.domain.study import Question, QuestionKind, TieBreak
from core.statistics.measures import find_measure
from gui import strings
from gui.results.words import measure_title
from gui.widgets.numbers import NumberBox
from gui.widgets.parts import button, column, label, plain, row
from gui.wizard.form import FormPage
from gui.wizard.page import Shell
from gui.wizard.pages.margin import Margins, Worth
from gui.wizard.state import State

LEAST = -1.0


class QuestionPage(FormPage):
    key = "question"
    title = strings.question.TITLE
    instruction = strings.question.INSTRUCTION
    next_page = "candidates"
    next_label = strings.NEXT_CANDIDATES
    places = ("question",)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._kinds = QButtonGroup(self)
        self.measure, self.cross_check = QComboBox(), QComboBox()
        self.ratio = self._ratio()
        self._miss, self._threshold = label(""), label("", "secondary", "threshold")
        self.margins = Margins()
        self.margins.changed.connect(self._set_margins)
        self.confirm = button(strings.question.CONFIRM, self._confirm, "confirmMargin", "small")
        self.worth = Worth()
        self.good_enough = self._good_enough()
        self.ties = self._ties()
        self._arrange()

    # --- Building ----------------------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        for box in (self.measure, self.cross_check):
            box.setMinimumWidth(220)
        self.measure.activated.connect(self._set_measure)
        self.cross_check.activated.connect(lambda: self.put("question.cross_check", self.cross_check.currentData()))
        cost = QWidget()
        self._miss.setWordWrap(False)
        said = row(self._miss, self.ratio, plain(strings.question.COST_TIMES), 0, spacing=6)
        cost.setLayout(column(said, self._threshold, spacing=2))
        self.cost = self.field("question.cost_ratio", cost)
        self.margin = self.field("question.margin", self.margins, self.confirm)
        self.body.addWidget(self.field("question.kind", self._kind_choice()))
        self.body.addWidget(self.field("question.measure", self.measure))
        self.body.addWidget(self.cost)
        self.body.addWidget(self.margin)
        self.body.addWidget(self._indented(self.worth))
        self.body.addWidget(self.field("question.cross_check", self.cross_check))
        self.body.addWidget(self.field("question.good_enough", self.good_enough))
        self.body.addWidget(self.field("question.tie_break", self.ties_holder))
        self.body.addWidget(self.card)
        self.body.addStretch(1)

    def _indented(self, below: QWidget) -> QWidget:
        """Something without a label of its own, under the controls."""
        holder = QWidget()
        space = QWidget()
        space.setFixedWidth(self.label_width)
        line = row(space, below)
        line.setStretch(1, 1)
        holder.setLayout(line)
        return holder

    def _kind_choice(self) -> QWidget:
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(0)
        for place, kind in enumerate(QuestionKind):
            radio = QRadioButton(strings.question.KINDS[kind])
            radio.setObjectName(f"kind_{kind}")
            radio.clicked.connect(lambda _checked=False, kind=kind: self.put("question.kind", kind))
            self._kinds.addButton(radio, place)
            grid.addWidget(radio, place, 0)
        return holder

    def _ratio(self) -> QDoubleSpinBox:
        box = NumberBox("costRatio", 0.01, 10_000)
        box.changed.connect(self._set_ratio)
        return box

    def _good_enough(self) -> QDoubleSpinBox:
        box = NumberBox("goodEnough", LEAST, 1e12)
        box.setSpecialValueText(strings.question.NO_LIMIT)
        box.setMinimumWidth(150)
        box.changed.connect(lambda value: self.put("question.good_enough", None if value <= LEAST else value))
        return box

    def _ties(self) -> QListWidget:
        listed = QListWidget()
        listed.setObjectName("ties")
        listed.setAccessibleName(strings.question.ORDER)
        listed.setSizeAdjustPolicy(QListWidget.SizeAdjustPolicy.AdjustToContents)
        listed.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        listed.setMinimumWidth(220)
        up = button(strings.question.UP, lambda: self._move(-1), "tieUp", "small")
        down = button(strings.question.DOWN, lambda: self._move(1), "tieDown", "small")
        self.ties_holder = QWidget()
        self.ties_holder.setLayout(row(listed, column(up, down, 0)))
        return listed

    # --- Showing -----------------------------------------------------------------------------------------------------

    def load(self, state: State) -> None:
        data, question = state.data, state.study.question
        if data is None:
            return
        button_of_kind = self._kinds.button(list(QuestionKind).index(question.kind))
        button_of_kind.setChecked(True)
        self._fill_measures(data, question)
        self.ratio.setValue(question.cost_ratio)
        self._tell_threshold()
        self.margins.show_margins(state.study, data)
        self.worth.show_margin(question.margin if question.measure == "error" else None)
        self.good_enough.setValue(LEAST if question.good_enough is None else question.good_enough)
        self.good_enough.setSuffix(self.margins.suffix)
        self._show_ties(question.tie_break)

    def _fill_measures(self, data: Dataset, question: Question) -> None:
        self.measure.clear()
        for key in measures_for(data):
            self.measure.addItem(measure_title(key), key)
            self.measure.setItemData(self.measure.count() - 1, find_measure(key).note, Qt.ItemDataRole.ToolTipRole)
        self.measure.setCurrentIndex(max(0, self.measure.findData(question.measure)))
        self.cross_check.clear()
        self.cross_check.addItem(strings.question.NO_CROSS_CHECK, None)
        possible = [key for key in measures_for(data) if key != question.measure]
        for key in dict.fromkeys([*possible, *([question.cross_check] if question.cross_check else [])]):
            self.cross_check.addItem(measure_title(key), key)
        self.cross_check.setCurrentIndex(max(0, self.cross_check.findData(question.cross_check)))

    def renew(self) -> None:
        state = self.shell.state
        self.cost.setVisible(state.study.question.measure == "cost")
        is_assumed = state.is_assumed("question.margin")
        self.confirm.setVisible(is_assumed and not state.locked)
        self.margin.tell(assumed_words(state, self.margins.suffix) if is_assumed else "")
        several = state.data is not None and len(state.data.outputs) > 1
        self._rows["question.good_enough"].tell(strings.question.ONE_LIMIT if several else "")
        self.measure.setToolTip(find_measure(state.study.question.measure).note)
        super().renew()

    def _tell_threshold(self) -> None:
        data = self.shell.state.data
        if data is None or not data.classes:
            return
        positive = escape(positive_name(data))
        ratio = self.shell.state.study.question.cost_ratio
        self._miss.setText(strings.question.COST.format(positive=positive))
        threshold = strings.question.THRESHOLD.format(positive=positive, threshold=100 / (1 + ratio))
        self._threshold.setText(threshold)

    def _show_ties(self, order: tuple[TieBreak, ...]) -> None:
        place = self.ties.currentRow()
        self.ties.clear()
        for number, tie in enumerate(order, 1):
            item = QListWidgetItem(f"{number}. {strings.question.TIES[tie]}")
            item.setData(Qt.ItemDataRole.UserRole, tie)
            self.ties.addItem(item)
        self.ties.setCurrentRow(max(0, place))

    # --- Changing ----------------------------------------------------------------------------------------------------

    def _set_measure(self) -> None:
        state = self.shell.state
        if state.data is not None:
            changed = with_measure(state.study.question, self.measure.currentData(), state.data)
            self.put("question", changed, owns="question.measure")
            self.enter(state)

    def _set_ratio(self, ratio: float) -> None:
        self.put("question.cost_ratio", ratio)
        self._tell_threshold()

    def _set_margins(self, margin: float, margins: dict[str, float]) -> None:
        question = replace(self.shell.state.study.question, margin=margin, margins=margins)
        self.put("question", question, owns="question.margin")
        self.worth.show_margin(margin if question.measure == "error" else None)

    def _confirm(self) -> None:
        self.shell.state.confirm("question.margin")
        self.renew()

    def _move(self, step: int) -> None:
        order, place = list(self.shell.state.study.question.tie_break), self.ties.currentRow()
        target = place + step
        if place >= 0 and 0 <= target < len(order):
            order[place], order[target] = order[target], order[place]
            self.put("question.tie_break", tuple(order))
            self._show_ties(tuple(order))
            self.ties.setCurrentRow(target)


def assumed_words(state: State, unit: str) -> str:
    """That nobody confirmed the margin; a number without a unit tells what it counts in."""
    if state.locked:
        return strings.question.ASSUMED_SEALED
    outputs = state.data.outputs if state.data is not None else ()
    if unit or len(outputs) != 1:
        return strings.question.ASSUMED
    return strings.question.ASSUMED_UNIT.format(name=outputs[0])


def positive_name(data: Dataset) -> str:
    """What is looked for, as a word: "fault" rather than "yes"."""
    name = data.classes[data.positive_class]
    return data.outputs[0] if name.lower() in ("yes", "true", "1", "y", "ja") else name
