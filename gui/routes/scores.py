"""The route Fold scores: the design is asked, what it supports is run, the rest is refused with its reason."""

from functools import partial
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QTableWidgetItem, QWidget

from core.application.compare_fold_scores import compare_scores, suggest_score_margin
from core.application.write_report import TITLES, Document, scores_document
from core.domain.conclusion import Answer
from core.domain.dataset import Kind, Table
from core.domain.fold_scores import Design, ScoreFindings, ScoreRoles
from core.domain.problem import Fix, Problem, Severity
from core.domain.short_study import ShortKind
from core.domain.study import Reply
from core.version import VERSION
from core.wording.caution_text import word_plain_caution
from core.wording.fold_scores_text import word_action, word_body, word_headline
from core.wording.score_kinds import SCORE_KINDS, score_kind
from core.wording.sentence import fill
from gui import strings as frame
from gui.plots.strip import DifferenceStrip
from gui.routes.boxes import ColumnBox
from gui.routes.claim import figure_table
from gui.routes.model_columns import ModelColumns
from gui.routes.score_view import picture_of
from gui.routes.short_study_page import DATA, REPORT, RESULT, RouteStep, ShortStudyPage
from gui.strings import honesty as strings
from gui.strings import short_studies as words
from gui.widgets.answer_banner import AnswerBanner
from gui.widgets.answer_chip import AnswerChip
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.field import HelpState
from gui.widgets.numbers import NumberBox, WholeBox
from gui.widgets.parts import Card, column, label, plain, row
from gui.wizard.columns import TwoColumns
from gui.wizard.page import Shell

DESIGN = "design"
SAME = "SAME-FOLDS"
REPEATS = ("shuffle", "partition", "repeat", "repetition", "rep", "run", "seed")
FOLDS = ("fold", "split")


class ScoresPage(ShortStudyPage):
    key = "scores"
    kind = ShortKind.SCORES
    title = strings.SCORES_TITLE
    instruction = strings.SCORES_TITLE
    verb = words.S_GO
    no_table = words.NO_SCORES
    steps = (
        RouteStep(DATA, words.STEP_DATA, words.S_DATA_HEADING, words.S_DATA_LEAD),
        RouteStep(DESIGN, words.STEP_DESIGN, words.S_DESIGN_HEADING, words.S_DESIGN_LEAD),
        RouteStep(RESULT, words.STEP_RESULT),
        RouteStep(REPORT, words.STEP_REPORT, words.REPORT_HEADING),
    )
    primary_alternatives = (words.STEP_DESIGN, words.S_GO, words.STEP_REPORT, words.WRITE_PDF)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._found: ScoreFindings | None = None
        self.models = ModelColumns("scoreModels", has_scores=False)
        self.models.changed.connect(self.filled)
        self.repeat, self.fold = ColumnBox("scoresRepeat", optional=True), ColumnBox("scoresFold", optional=True)
        self.folds, self.repeats = WholeBox("scoresFolds", 2, 1_000_000), WholeBox("scoresRepeats", 1, 10_000)
        self.kind_box = ChoiceBox()
        self.kind_box.setObjectName("scoresKind")
        self.kind_box.setPlaceholderText(strings.SCORES_KIND_OPEN)
        for one in SCORE_KINDS:
            self.kind_box.addItem(one.title, one.key)
        self.margin, self.earlier = NumberBox("scoresMargin", 0.0, 1e12), WholeBox("scoresEarlier", 0, 10_000)
        self._own_margin = False
        self.kind_box.activated.connect(lambda _place: self._kind_changed())
        self.margin.changed.connect(lambda _value: self._margin_changed())
        for number in (self.folds, self.repeats, self.earlier):
            number.changed.connect(lambda _value: self.filled())
        for box in (self.repeat, self.fold):
            box.chosen.connect(self._columns_changed)
        self.add_step(DATA, self._data_step())
        self.add_step(DESIGN, self._design_step())
        self.add_step(RESULT, self._result_step())
        self.add_step(REPORT, self.report_step)
        self.clear_form()

    # --- The steps ---------------------------------------------------------------------------------------------------

    def _data_step(self) -> QWidget:
        right = Card(words.MODELS, "modelsCard")
        right.add(self.models, plain(words.S_MODELS_HELP, "help"))
        right.body.setStretchFactor(self.models, 1)
        both = TwoColumns(right, 480, 420)
        both.left.setSpacing(6)
        both.left.addWidget(self.file_row)
        both.left.addWidget(
            self.field("repeat", (words.S_REPEAT, words.S_REPEAT_NOTE, words.S_REPEAT_HELP), self.repeat)
        )
        both.left.addWidget(self.field("fold", (words.S_FOLD, words.S_FOLD_NOTE, words.S_FOLD_HELP), self.fold))
        both.left.addStretch(1)
        return both

    def _design_step(self) -> QWidget:
        rows = (
            ("kind", (words.S_KIND, words.S_KIND_NOTE, words.S_KIND_HELP), self.kind_box),
            ("margin", (words.MARGIN, words.MARGIN_NOTE, words.MARGIN_HELP), self.margin),
            ("folds", (words.S_FOLDS, words.S_FOLDS_NOTE, words.S_FOLDS_HELP), self.folds),
            ("repeats", (words.S_REPEATS, words.S_REPEATS_NOTE, words.S_REPEATS_HELP), self.repeats),
            ("earlier", (words.S_EARLIER, words.S_EARLIER_NOTE, words.S_EARLIER_HELP), self.earlier),
        )
        made = QWidget()
        made.setLayout(column(*(self.field(*one) for one in rows), self.card, 0))
        return made

    def _result_step(self) -> QWidget:
        self.banner = AnswerBanner()
        self.result = figure_table("scoresResult", words.S_RESULT_COLUMNS, widest=2)
        self.strip = DifferenceStrip()
        self.action = label("", "", "scoreAction")
        self.run, self.refused = label("", "", "scoresRun"), label("", "", "refused")
        self._cautions = label("", "secondary", "scoresCautions")
        left = Card("", "scoresTable").add(self.result, self.strip, self.action, self._cautions, 0)
        right = QWidget()
        area = QScrollArea()
        area.setObjectName("refusedArea")
        area.setWidgetResizable(True)
        area.setWidget(self.refused)
        area.setAccessibleName(words.S_REFUSED)
        self.refused.setAlignment(Qt.AlignmentFlag.AlignTop)
        lower = Card(words.S_REFUSED).add(area)
        right.setLayout(column(Card(words.S_RUN).add(self.run), lower))
        both = row(left, right, spacing=16)
        both.setStretch(0, 3)
        both.setStretch(1, 2)
        made = QWidget()
        whole = column(self.banner, both, spacing=12)
        whole.setStretch(1, 1)
        made.setLayout(whole)
        return made

    # --- The form ----------------------------------------------------------------------------------------------------

    def take(self, table: Table) -> None:
        repeat, fold = _named(table.names, REPEATS), _named(table.names, FOLDS)
        for box, name in ((self.repeat, repeat), (self.fold, fold)):
            box.show_columns(table.names, name)
            box.setEnabled(True)
        self.models.setEnabled(True)
        self.kind_box.setCurrentIndex(-1)
        self._own_margin = False
        self._offer(table, None)
        self._guess_design(table)

    def _offer(self, table: Table, chosen: tuple[str, ...] | None) -> None:
        """Every column of numbers that counts nothing, all of them ticked."""
        numbers = tuple(one.name for one in table.columns if one.kind is Kind.NUMBER)
        models = tuple(name for name in numbers if name not in (self.repeat.column, self.fold.column))
        self.models.offer(models, models if chosen is None else chosen, (), {})

    def _columns_changed(self) -> None:
        if self.table is not None:
            counts = (self.repeat.column, self.fold.column)
            self._offer(self.table, tuple(name for name in self.models.models if name not in counts))
            self._guess_design(self.table)
        self.filled()

    def _guess_design(self, table: Table) -> None:
        """A start for the person to correct."""
        repeats = 1
        if self.repeat.column is not None:
            repeats = max(1, len({str(value) for value in table.column(self.repeat.column).values.tolist()}))
        self.repeats.setValue(repeats)
        self.folds.setValue(max(2, table.rows // repeats))

    def _kind_changed(self) -> None:
        self._own_margin = False
        self._fit_kind()
        self.filled()

    def _fit_kind(self) -> None:
        kind = score_kind(str(self.kind_box.currentData()))
        self.kind_box.setToolTip(kind.note)
        self.margin.setSuffix(f" {kind.unit.short}" if kind.unit.short else "")
        if not self._own_margin:
            self.margin.setValue(suggest_score_margin(kind.key) or 0.0)

    def _margin_changed(self) -> None:
        self._own_margin = not self._is_filling
        self.filled()

    def show_form(self) -> None:
        is_open = self.kind_box.currentIndex() < 0
        self.rows["kind"].tell(words.S_KIND_HELP, HelpState.HELP)
        self.rows["margin"].tell(words.MARGIN_YOURS if self._own_margin else words.MARGIN_HELP)
        self.margin.setEnabled(not is_open)

    def clear_form(self) -> None:
        self._found = None
        for box in (self.repeat, self.fold):
            box.show_columns((), None)
            box.setEnabled(False)
        self.models.offer((), (), (), {})
        self.models.setEnabled(False)
        self.kind_box.setCurrentIndex(-1)
        self.earlier.setValue(0)

    def clear_answer(self) -> None:
        self._found = None

    def roles(self) -> ScoreRoles:
        return ScoreRoles(self.models.models, self.repeat.column, self.fold.column)

    def design(self) -> Design:
        return Design(
            folds=self.folds.value(),
            repeats=self.repeats.value(),
            same_folds=Reply(self.answers.get(SAME, Reply.NOT_SURE.value)),
            kind=str(self.kind_box.currentData()),
            margin=self.margin.value(),
            earlier_comparisons=self.earlier.value(),
        )

    def asked(self) -> tuple[Problem, ...]:
        if self.table is None:
            return ()
        choices = (("Yes", Reply.YES), ("No", Reply.NO), ("Don't know", Reply.NOT_SURE))
        fixes = tuple(Fix(text, f"answers.{SAME}", said.value) for text, said in choices)
        return (Problem(SAME, Severity.ASKS, words.S_SAME, f"answers.{SAME}", fixes),)

    def find_gap(self, step: str) -> tuple[str, QWidget] | None:
        if step == DATA:
            few = len(self.models.models) < 2
            return (strings.SCORES_NO_MODELS, self.models.first_control()) if few else None
        return (strings.SCORES_NO_KIND, self.kind_box) if self.kind_box.currentIndex() < 0 else None

    def form_values(self) -> dict[str, object]:
        return {
            "models": list(self.models.models),
            "repeat": self.repeat.column,
            "fold": self.fold.column,
            "folds": self.folds.value(),
            "repeats": self.repeats.value(),
            "kind": self.kind_box.currentData(),
            "margin": self.margin.value() if self._own_margin else None,
            "earlier": self.earlier.value(),
        }

    def fill_form(self, values: dict[str, object]) -> None:
        table = self.table
        assert table is not None
        for box, key in ((self.repeat, "repeat"), (self.fold, "fold")):
            chosen = values.get(key)
            box.show_columns(table.names, str(chosen) if chosen in table.names else None)
        models = values.get("models")
        self._offer(table, tuple(map(str, models)) if isinstance(models, list) else None)
        margin = values.get("margin")
        self._own_margin = isinstance(margin, int | float)
        if isinstance(margin, int | float):
            self.margin.setValue(float(margin))
        self.kind_box.setCurrentIndex(self.kind_box.findData(values.get("kind")))
        if self.kind_box.currentIndex() >= 0:
            self._fit_kind()
        for number, key in ((self.folds, "folds"), (self.repeats, "repeats"), (self.earlier, "earlier")):
            count = values.get(key)
            if isinstance(count, int):
                number.setValue(count)

    # --- The answer --------------------------------------------------------------------------------------------------

    def work(self) -> None:
        if self.table is not None:
            work = partial(compare_scores, self.table, self.roles(), self.design())
            self._background.start(work, self._show, self.failed)

    def _show(self, found: ScoreFindings) -> None:
        self._found = found
        top, kind = found.top, score_kind(found.design.kind)
        asked = fill(words.S_ASKED.format(baseline=self.models.models[0]))
        self.banner.show_answer(top.answer, asked, fill(word_headline(top)), fill(word_body(top, found.design)))
        self._show_rows(found)
        self.strip.show_gap(picture_of(top, kind), word_body(top, found.design))
        self.action.setText(frame.verdict.DO.format(action=escape(word_action(top), quote=False)))
        run = dict.fromkeys(TITLES[one.comparer] for one in found.comparisons)
        self.run.setText("<br>".join(escape(title, quote=False) for title in run) or "–")
        refused = (
            f"<b>{escape(one.title, quote=False)}.</b> {escape(one.reason, quote=False)}" for one in found.refused
        )
        self.refused.setText("<br>".join(refused) or "–")
        told = "<br>".join(escape(word_plain_caution(caution), quote=False) for caution in found.cautions)
        self._cautions.setText(told)
        self._cautions.setVisible(bool(told))
        self.finish()

    def _show_rows(self, found: ScoreFindings) -> None:
        answers = {one.model: one for one in found.rows}
        self.result.setRowCount(len(found.levels))
        for place, level in enumerate(found.levels):
            against = answers.get(level.model)
            said = "–" if against is None else word_body(against, found.design)
            for column_, text in enumerate((level.model, level.text.partition(": ")[2] or level.text, said)):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                self.result.setItem(place, column_, item)
            if against is not None:
                self.result.setCellWidget(place, 3, AnswerChip(against.answer, words.S_RESULT_COLUMNS[3]))
            else:
                self.result.setItem(place, 3, QTableWidgetItem("Baseline"))

    def answer_facts(self) -> tuple[Answer, str]:
        found = self._found
        return (Answer.NONE, "") if found is None else (found.top.answer, word_headline(found.top))

    def comparisons(self) -> int:
        return 0 if self._found is None else self._found.count

    def summary_of(self, step: str) -> str:
        if self.table is None:
            return ""
        if step == DATA:
            return f"{len(self.models.models)} models, {self.table.rows:,} folds"
        if step == DESIGN and (self.step != DATA or self.is_answered):
            return f"{self.folds.value()} folds × {self.repeats.value()}"
        return self._found.top.answer.value.capitalize() if step == RESULT and self._found is not None else ""

    def document(self) -> Document | None:
        return None if self._found is None or self.table is None else scores_document(self._found, self.table.name)

    def sentence(self) -> str:
        found = self._found
        if found is None:
            return ""
        stamp = strings.SCORES_STAMP.format(
            design=found.design.text, count=found.count, s="" if found.count == 1 else "s", version=VERSION
        )
        return f"{word_headline(found.top)} {word_body(found.top, found.design)} ({stamp}.)"


def _named(names: tuple[str, ...], known: tuple[str, ...]) -> str | None:
    return next((name for name in names if name.strip().lower() in known), None)
