"""The route Compare predictions: truth and outputs side by side, a question, a lock, the result; nothing is trained."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QVBoxLayout, QWidget

from core.application.compare_predictions import list_questions
from core.application.fill_plan import describe_measure
from core.application.imported_predictions import PredictionRoles
from core.application.study_facts import TRAINED_ON
from core.application.write_report import Document, predictions_document
from core.domain.conclusion import Answer
from core.domain.dataset import Table
from core.domain.findings import CautionKind
from core.domain.problem import Problem
from core.domain.short_study import ShortKind
from core.domain.study import QuestionKind, Study
from core.support.errors import EvenfoldError
from core.wording.caution_text import word_caution
from core.wording.conclusion_text import word_conclusion
from core.wording.explanation import explain_sentence
from core.wording.question_text import read_back_question
from core.wording.result_text import word_result
from core.wording.units import unit_of
from gui import strings as frame
from gui.results.checks_list import ChecksList, word_checks
from gui.results.explain_dialog import ExplainDialog
from gui.results.result_panel import ResultPanel
from gui.routes.boxes import ColumnBox
from gui.routes.compared_view import stamp_of
from gui.routes.given import MEASURES, Asked, Compared, Looked, compare, guess, judge_saved, look, plan_of, read_plan
from gui.routes.model_columns import ModelColumns
from gui.routes.short_study_page import DATA, REPORT, RESULT, RouteStep, ShortStudyPage
from gui.strings import question as question_words
from gui.strings import result as result_words
from gui.strings import routes as strings
from gui.strings import short_studies as words
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.choice_card import ChoiceCard
from gui.widgets.field import HelpState
from gui.widgets.numbers import NumberBox
from gui.widgets.parts import Card, as_is, button, column, label, plain, row
from gui.widgets.segments import Segments
from gui.wizard.columns import TwoColumns
from gui.wizard.page import Shell
from gui.wizard.words import sentence_html

QUESTION, REVIEW = "question", "review"
LEAST = -1.0
IN_USE = "in-use"
PANEL, PANEL_NARROW = 372, 260


class PredictionsPage(ShortStudyPage):
    key = "predictions"
    kind = ShortKind.PREDICTIONS
    title = strings.PREDICTIONS_TITLE
    instruction = strings.PREDICTIONS_TITLE
    verb = words.P_GO
    steps = (
        RouteStep(DATA, words.STEP_DATA, words.P_DATA_HEADING, words.P_DATA_LEAD),
        RouteStep(QUESTION, words.STEP_QUESTION, words.P_QUESTION_HEADING, question_words.LEAD),
        RouteStep(REVIEW, words.STEP_REVIEW, words.P_REVIEW_HEADING, words.P_DATA_LEAD),
        RouteStep(RESULT, words.STEP_RESULT),
        RouteStep(REPORT, words.STEP_REPORT, words.REPORT_HEADING),
    )
    primary_alternatives = (words.STEP_QUESTION, words.STEP_REVIEW.replace("&", "&&"), words.P_GO, words.WRITE_PDF)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._looked: Looked | None = None
        self._compared: Compared | None = None
        self._locked: Study | None = None
        self._notes: tuple[str, ...] = ()
        self._owned: set[str] = set()
        self.trouble = ""
        self.truth = ColumnBox("truth")
        self.row_id, self.group = ColumnBox("rowId", optional=True), ColumnBox("group", optional=True)
        self.models = ModelColumns("models", has_scores=True)
        for box in (self.truth, self.row_id, self.group):
            box.chosen.connect(self._roles_changed)
        self.models.changed.connect(self._roles_changed)
        self.add_step(DATA, self._data_step())
        self.add_step(QUESTION, self._question_step())
        self.add_step(REVIEW, self._review_step())
        self.add_step(RESULT, self._result_step())
        self.add_step(REPORT, self.report_step)
        self.clear_form()

    # --- The steps ---------------------------------------------------------------------------------------------------

    def _data_step(self) -> QWidget:
        right = Card(words.MODELS, "modelsCard")
        self.models_help = plain(words.MODELS_HELP, "help", "modelsHelp")
        only_scores = button(words.ONLY_SCORES, partial(self.shell.start_route, "scores"), "onlyScores", "link")
        right.add(self.models, self.models_help)
        right.body.setStretchFactor(self.models, 1)
        both = TwoColumns(right, 480, 420)
        both.left.setSpacing(6)
        both.left.addWidget(self.file_row)
        both.left.addWidget(self.field("truth", (words.TRUTH, words.TRUTH_NOTE, words.TRUTH_HELP), self.truth))
        both.left.addWidget(self.field("rowId", (words.ROW_ID, words.ROW_ID_NOTE, words.ROW_ID_HELP), self.row_id))
        both.left.addWidget(self.field("group", (words.GROUP, words.GROUP_NOTE, words.GROUP_HELP), self.group))
        both.left.addStretch(1)
        both.left.addLayout(row(only_scores, 0))
        return both

    def _question_step(self) -> QWidget:
        self._kinds = QButtonGroup(self)
        cards = QWidget()
        grid = QGridLayout(cards)
        grid.setContentsMargins(0, 0, 0, 6)
        for place, kind in enumerate(QuestionKind):
            told = words.BETTER_CARD if kind is QuestionKind.BETTER else question_words.KINDS[kind]
            card = ChoiceCard(*told, f"kind_{kind}")
            card.clicked.connect(partial(self._set, "question.kind"))
            self._kinds.addButton(card, place)
            grid.addWidget(card, place // 2, place % 2)
        self.use = Segments(words.USE_CHOICES, "baselineUse")
        self.use.chosen.connect(lambda _key: self._set("baseline"))
        self.measure = ChoiceBox()
        self.measure.setObjectName("measure")
        self.measure.activated.connect(lambda _place: self._set_measure())
        self.margin, self.limit = NumberBox("margin", 0.0, 1e12), NumberBox("limit", LEAST, 1e12)
        self.limit.setSpecialValueText(question_words.NO_LIMIT)
        self.margin.changed.connect(lambda _value: self._set("question.margin"))
        self.limit.changed.connect(lambda _value: self._set("question.good_enough"))
        self.sentence_text = label("", "question", "questionSentence")
        self.sentence_text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        panel = Card("", "questionPanel")
        panel.add(plain(question_words.YOUR_QUESTION.upper(), "overline"), self.sentence_text, 0)
        both = TwoColumns(panel, PANEL, PANEL_NARROW)
        both.left.addWidget(cards)
        for key, texts, control in (
            ("baseline", (words.USE, words.USE_NOTE, words.USE_HELP), self.use),
            ("measure", (words.MEASURE, words.MEASURE_NOTE, words.MEASURE_HELP), self.measure),
            ("margin", (words.MARGIN, words.MARGIN_NOTE, words.MARGIN_HELP), self.margin),
            ("limit", (words.LIMIT, words.LIMIT_NOTE, words.LIMIT_HELP), self.limit),
        ):
            both.left.addWidget(self.field(key, texts, control))
        both.left.addStretch(1)
        return both

    def _review_step(self) -> QWidget:
        self.asked_text = label("", "question", "reviewQuestion")
        question = Card(question_words.YOUR_QUESTION, "reviewQuestionCard").add(self.asked_text)
        plan = Card("", "reviewPlan")
        self.review = {key: as_is("", "", f"review_{place}") for place, key in enumerate(words.REVIEW_ROWS)}
        for place, (title, text) in enumerate(self.review.items()):
            name = plain(title, "strong")
            name.setFixedWidth(130)
            step = QUESTION if place == 1 else DATA
            edit = button(words.EDIT, partial(self.visit_step, step), f"edit_{place}", "link")
            line = row(name, text, edit)
            line.setStretch(1, 1)
            plan.add(line)
        made = QWidget()
        made.setLayout(column(question, plan, self.card, 0, spacing=12))
        return made

    def _result_step(self) -> QWidget:
        self.panel = ResultPanel()
        self.checks = ChecksList()
        self.panel.card.add_own_tab("checks", result_words.CHECKS, self.checks)
        self.checks.help_wanted.connect(self.shell.open_help)
        self.panel.explain_wanted.connect(self._explain)
        self.panel.said.connect(self.shell.announce)
        self.panel.card.asks_for_path.connect(lambda: self.panel.card.save_with(self.shell.files, self.path))
        holder = QWidget()
        layout = QVBoxLayout(holder)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.panel)
        return holder

    def hasHeightForWidth(self) -> bool:
        return False

    # --- Data --------------------------------------------------------------------------------------------------------

    def take(self, table: Table) -> None:
        self._owned, self._locked = set(), None
        self._offer(table, guess(table))
        self._roles_changed()

    def _offer(self, table: Table, roles: PredictionRoles) -> None:
        self.truth.show_columns(table.names, roles.truth)
        self.row_id.show_columns(table.names, roles.row_id)
        self.group.show_columns(table.names, roles.group)
        others = tuple(name for name in table.names if name != roles.truth)
        first = sorted(others, key=lambda name: name not in roles.models)
        self.models.offer(tuple(first), roles.models, others, roles.scores)
        for control in (self.truth, self.row_id, self.group, self.models):
            control.setEnabled(True)

    def clear_form(self) -> None:
        self._looked = self._compared = self._locked = None
        self._owned, self.trouble = set(), ""
        for box in (self.truth, self.row_id, self.group):
            box.show_columns((), None)
            box.setEnabled(False)
        self.models.offer((), (), (), {})
        self.models.setEnabled(False)
        self.measure.clear()
        self.use.choose(words.USE_CHOICES[0][0])
        self.limit.setValue(LEAST)

    def roles(self) -> PredictionRoles:
        return PredictionRoles(
            self.truth.column or "",
            self.models.models,
            self.models.chosen_scores,
            self.group.column,
            self.row_id.column,
        )

    def _roles_changed(self) -> None:
        """Whether these columns can be compared is looked up at once, in the background."""
        if self.table is None:
            return
        if self.truth.column is not None and self.truth.column in self.models.ticks:
            self._offer(self.table, replace(self.roles(), models=tuple(
                name for name in self.models.models if name != self.truth.column
            )))  # fmt: skip
        self._looked = None
        if self.find_columns_gap() is None:
            self._background.start(partial(look, self.table, self.roles()), self._look_ended, self._cannot)
        self.filled()

    def _look_ended(self, looked: Looked) -> None:
        self._looked, self.trouble = looked, ""
        self._show_question(looked)
        self.renew()

    def _cannot(self, error: EvenfoldError) -> None:
        self.trouble = str(error)
        self.renew()

    def find_columns_gap(self) -> str | None:
        if not self.truth.column:
            return words.NEED_TRUTH
        return words.NEED_TWO if len(self.models.models) < 2 else None

    def find_gap(self, step: str) -> tuple[str, QWidget] | None:
        if step == DATA:
            missing = self.find_columns_gap() or self.trouble
            where = self.truth if not self.truth.column else self.models.first_control()
            return (missing, where) if missing else None
        is_limit = self._kind is QuestionKind.GOOD_ENOUGH and self.limit.value() <= LEAST
        return (words.LIMIT_NEEDED, self.limit) if step == QUESTION and is_limit else None

    # --- Question ----------------------------------------------------------------------------------------------------

    @property
    def _kind(self) -> QuestionKind:
        return list(QuestionKind)[max(0, self._kinds.checkedId())]

    def _show_question(self, looked: Looked) -> None:
        """What the person did not set follows the columns."""
        question = looked.question
        if "question.kind" not in self._owned:
            self._kinds.button(list(QuestionKind).index(question.kind)).setChecked(True)
        before = self.measure.currentData() if "question.measure" in self._owned else question.measure
        self.measure.clear()
        for key in MEASURES[looked.given.data.task]:
            if key != "auc" or set(looked.roles.scores) == set(looked.roles.models):
                self.measure.addItem(describe_measure(key).title, key)
        self.measure.setCurrentIndex(max(0, self.measure.findData(before)))
        self._fit_margin()

    def _set_measure(self) -> None:
        self._owned.discard("question.margin")
        self._set("question.measure")
        self._fit_margin()

    def _fit_margin(self) -> None:
        study = self.planned()
        if study is None or self._looked is None:
            return
        data = self._looked.given.data
        short = unit_of(study.question.measure, study, data, data.outputs[0]).short
        for box in (self.margin, self.limit):
            box.setSuffix(f" {short}" if short and (box is self.margin or box.value() > LEAST) else "")
        if "question.margin" not in self._owned:
            self.margin.setValue(study.question.margin)

    def _set(self, owned: str) -> None:
        if not self._is_filling:
            self._owned.add(owned)
        self.filled()

    def asked_for(self) -> Asked:
        """What the person set of the question, and what is still as suggested."""
        owned = set(self._owned)
        if self.use.current != IN_USE:
            owned.discard("baseline")
        return Asked(
            self._kind,
            str(self.measure.currentData() or ""),
            self.margin.value() if "question.margin" in owned else None,
            None if self.limit.value() <= LEAST else self.limit.value(),
            tuple(sorted(owned)),
        )

    def planned(self) -> Study | None:
        if self._locked is not None:
            return self._locked
        if self.table is None or self._looked is None:
            return None
        return plan_of(self.table, self._looked, self.answers, self.asked_for(), self._name)

    def asked(self) -> tuple[Problem, ...]:
        if self.table is None or self.find_columns_gap() is not None:
            return ()
        return tuple(one for one in list_questions(self.table, self.roles(), {}) if one.id == TRAINED_ON)

    def show_form(self) -> None:
        self.models_help.setText(self.trouble or words.MODELS_HELP)
        is_limit = self._kind is QuestionKind.GOOD_ENOUGH
        self.limit.setEnabled(is_limit)
        self.rows["limit"].tell(
            words.LIMIT_NEEDED if is_limit and self.limit.value() <= LEAST else words.LIMIT_HELP,
            HelpState.ATTENTION if is_limit and self.limit.value() <= LEAST else HelpState.HELP,
        )
        self.rows["margin"].tell(words.MARGIN_YOURS if "question.margin" in self._owned else words.MARGIN_HELP)
        self.rows["measure"].tell(words.MEASURE_YOURS if "question.measure" in self._owned else words.MEASURE_HELP)
        study = self.planned()
        if study is None or self._looked is None or self.table is None:
            return
        data = self._looked.given.data
        sentence = sentence_html(read_back_question(study, data, 3))
        self.sentence_text.setText(sentence)
        self.asked_text.setText(sentence)
        unit = unit_of(study.question.measure, study, data, data.outputs[0]).short
        told = (
            words.REVIEW_DATA.format(name=self.table.name, rows=data.size, truth=self.truth.column),
            words.REVIEW_MEASURE.format(
                measure=self.measure.currentText(), margin=f"{study.question.margin:g} {unit}".strip()
            ),
            words.REVIEW_MODELS.format(models=", ".join(one.key for one in study.candidates), baseline=study.baseline),
            data.group_name or words.REVIEW_NO_GROUP,
        )
        for text, shown in zip(self.review.values(), told, strict=True):
            text.setText(shown)

    # --- Saved -------------------------------------------------------------------------------------------------------

    def form_values(self) -> dict[str, object]:
        roles, asked = self.roles(), self.asked_for()
        return {
            "truth": roles.truth,
            "models": list(roles.models),
            "scores": dict(roles.scores),
            "group": roles.group,
            "row_id": roles.row_id,
            "kind": asked.kind.value,
            "measure": asked.measure,
            "margin": asked.margin,
            "limit": asked.limit,
            "owned": sorted(self._owned),
            "use": self.use.current,
            "plan": None if self._compared is None else self._compared.study,
            "notes": [] if self._compared is None else list(self._compared.notes),
        }

    def fill_form(self, values: dict[str, object]) -> None:
        table = self.table
        assert table is not None
        names = set(table.names)
        models, scores = _texts(values.get("models")), values.get("scores")
        roles = PredictionRoles(
            str(values.get("truth", "")),
            tuple(name for name in models if name in names),
            {str(k): str(v) for k, v in scores.items() if v in names} if isinstance(scores, dict) else {},
            _name(values.get("group"), names),
            _name(values.get("row_id"), names),
        )
        self._offer(table, roles)
        self._owned = set(_texts(values.get("owned")))
        self.use.choose(str(values.get("use", "compare")))
        kind = str(values.get("kind", QuestionKind.BETTER.value))
        self._kinds.button([one.value for one in QuestionKind].index(kind)).setChecked(True)
        limit, margin = values.get("limit"), values.get("margin")
        self.limit.setValue(float(limit) if isinstance(limit, int | float) else LEAST)
        measure = str(values.get("measure", ""))
        self.measure.clear()
        if measure:
            self.measure.addItem(describe_measure(measure).title, measure)
        if isinstance(margin, int | float):
            self.margin.setValue(float(margin))
        self._locked = read_plan(values.get("plan"))
        self._notes = _texts(values.get("notes"))
        self._looked = None
        self._background.start(partial(look, table, self.roles()), self._look_ended, self._cannot)

    def clear_answer(self) -> None:
        self._locked = self._compared = None

    # --- The answer --------------------------------------------------------------------------------------------------

    def work(self) -> None:
        table, looked, roles, locked = self.table, self._looked, self.roles(), self._locked
        if table is None:
            return
        folder, answers, asked, name = self.shell.settings.studies, dict(self.answers), self.asked_for(), self._name
        notes = self._notes if locked is not None else ()

        def compared() -> Compared:
            known = looked or look(table, roles)
            if locked is not None:
                return judge_saved(known, locked, notes)
            return compare(known, plan_of(table, known, answers, asked, name), folder)

        self._background.start(compared, self.show_compared, self.failed)

    def show_compared(self, found: Compared) -> None:
        self._compared, self._locked = found, found.study
        self._looked = found.looked
        self.panel.show_result(found.study, found.data, found.run, found.findings, buttons=())
        said = word_result(found.study, found.data, found.findings)
        told = [note.text for note in (*said.doubts, *said.cautions)]
        self.checks.show_lines(word_checks(found.study, found.data, found.checks, [*told, *found.notes]))
        self.panel.card.set_badge("checks", self.checks.open_count)
        self.finish()

    def answer_facts(self) -> tuple[Answer, str]:
        found = self._compared
        if found is None:
            return Answer.NONE, ""
        return found.findings.conclusion.answer, word_conclusion(found.study, found.data, found.findings).headline.text

    def comparisons(self) -> int:
        return 0 if self._compared is None else self._compared.findings.conclusion.comparisons

    def summary_of(self, step: str) -> str:
        if self.table is None:
            return ""
        if step == DATA:
            return f"{self.table.rows:,} rows, {self.truth.column or '–'}"
        if step == QUESTION and self._looked is not None and (self.step != DATA or self.is_answered):
            return frame.SUMMARY_QUESTION[self._kind]
        if step == RESULT and self._compared is not None:
            return self._compared.findings.conclusion.answer.value.capitalize()
        return ""

    def document(self) -> Document | None:
        found = self._compared
        if found is None or self.table is None:
            return None
        return predictions_document(found.study, found.data, found.findings, found.plan_hash, self.table.name)

    def sentence(self) -> str:
        found = self._compared
        if found is None:
            return ""
        said, cautions = word_conclusion(found.study, found.data, found.findings), found.findings.cautions
        repeated = (caution for caution in cautions if caution.kind is CautionKind.REPEATED_IDS)
        cases = "".join(f" {word_caution(found.study, found.data, caution)}" for caution in repeated)
        scope = f" {said.scope}" if said.scope else ""
        return f"{said.headline} {said.body}{scope}{cases} ({stamp_of(found, found.plan_hash[:12])}.)"

    def _explain(self) -> None:
        found = self._compared
        if found is None:
            return
        sentence = self.panel.banner.sentence
        entries = explain_sentence(sentence, found.study, found.data, found.findings)
        dialog = ExplainDialog(sentence.text, tuple(replace(entry, tab="", step="") for entry in entries), self)
        dialog.help_wanted.connect(self.shell.open_help)
        dialog.open()


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list | tuple) else ()


def _name(value: object, names: set[str]) -> str | None:
    return str(value) if isinstance(value, str) and value in names else None
