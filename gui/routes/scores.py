"""The route Compare fold scores: the design is asked, what it supports is run, the rest is refused with its reason."""

from functools import partial
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QListWidget, QListWidgetItem

from core.application.compare_fold_scores import compare_scores, suggest_score_margin
from core.domain.dataset import Kind, Table
from core.domain.fold_scores import Design, ScoreFindings, ScoreRoles
from core.domain.problem import Fix, Problem, Severity
from core.domain.study import Reply as Said
from core.report.blocks import Document
from core.report.short_reports import TITLES, scores_document
from core.support.errors import DataError
from core.version import VERSION
from core.wording.caution_text import word_plain_caution
from core.wording.fold_scores_text import word_body, word_headline
from core.wording.score_kinds import SCORE_KINDS, score_kind
from gui.routes.boxes import ColumnBox, Fields
from gui.routes.route_page import RoutePage
from gui.routes.score_view import ScoreVerdict
from gui.strings import honesty as strings
from gui.strings import routes as common
from gui.widgets.numbers import NumberBox, WholeBox
from gui.widgets.parts import Card, column, label
from gui.widgets.side_by_side import SideBySide
from gui.wizard.page import Shell
from gui.wizard.state import State

SAME = "SAME-FOLDS"
SHUFFLES = ("shuffle", "partition", "repeat", "repetition", "rep", "run", "seed")
FOLDS = ("fold", "split")
LINES = 3


class ScoresPage(RoutePage):
    key = "scores"
    title = strings.SCORES_TITLE
    instruction = strings.SCORES_INSTRUCTION
    no_file = strings.SCORES_NO_FILE
    choose_title = strings.SCORES_ROWS_TITLE
    again = strings.SCORES_AGAIN

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._found: ScoreFindings | None = None
        self.file.setText(strings.SCORES_FILE_NONE)
        self.baseline, self.others = ColumnBox("scoresReference"), QListWidget()
        self.others.setObjectName("scoresOthers")
        self.repeat, self.fold = ColumnBox("scoresShuffle", optional=True), ColumnBox("scoresFold", optional=True)
        self.folds, self.repeats = WholeBox("scoresFolds", 2, 1_000_000), WholeBox("scoresRepeats", 1, 10_000)
        self.kind = QComboBox()
        self.kind.setObjectName("scoresKind")
        self.kind.setPlaceholderText(strings.SCORES_KIND_OPEN)
        for row in SCORE_KINDS:
            self.kind.addItem(row.title, row.key)
        self.kind.setCurrentIndex(-1)
        self.margin, self.earlier_comparisons = NumberBox("scoresMargin", 0.0, 1e12), WholeBox("scoresLooks", 0, 10_000)
        self.kind.activated.connect(lambda _index: self._kind_changed())
        self.baseline.chosen.connect(self._offer_others)
        self._fill_form()
        self._fill_answer()

    def _fill_form(self) -> None:
        columns, more, design, rest = Fields(), Fields(), Fields(), Fields()
        columns.add(strings.SCORES_REFERENCE, strings.SCORES_REFERENCE_NOTE, self.baseline)
        columns.add(strings.SCORES_OTHERS, strings.SCORES_OTHERS_NOTE, self.others)
        self.others.setFixedHeight(LINES * max(22, self.fontMetrics().height() + 6))
        more.add(strings.SCORES_SHUFFLE, strings.SCORES_SHUFFLE_NOTE, self.repeat)
        more.add(strings.SCORES_FOLD, strings.SCORES_FOLD_NOTE, self.fold)
        self._columns = Card(common.COLUMNS, "scoresColumns").add(SideBySide((columns, 1), (column(more, 0), 1)))
        design.add(strings.SCORES_FOLDS, strings.SCORES_FOLDS_NOTE, self.folds)
        design.add(strings.SCORES_REPEATS, strings.SCORES_REPEATS_NOTE, self.repeats)
        design.add(strings.SCORES_LOOKS, strings.SCORES_LOOKS_NOTE, self.earlier_comparisons)
        rest.add(strings.SCORES_KIND, strings.SCORES_KIND_NOTE, self.kind)
        rest.add(strings.SCORES_MARGIN, strings.SCORES_MARGIN_NOTE, self.margin)
        self._design = Card(strings.SCORES_DESIGN, "scoresDesign").add(SideBySide((design, 1), (column(rest, 0), 1)))
        for card in (self._columns, self._design):
            card.setEnabled(False)
        self.arrange(self._columns, self._design)

    def _fill_answer(self) -> None:
        self.verdict = ScoreVerdict()
        self.levels, self.run, self.refused = (label("", "", name) for name in ("scoresLevels", "scoresRun", "refused"))
        self._cautions = label("", "secondary", "scoresCautions")
        texts: tuple[tuple[str, QLabel], ...] = (
            (strings.SCORES_LEVELS, self.levels),
            (strings.SCORES_RUN, self.run),
            (strings.SCORES_REFUSED, self.refused),
        )
        cards = [Card(title).add(text, 0) for title, text in texts]
        top = SideBySide((column(self.verdict, cards[0], 0), 5), (column(cards[1], cards[2], 0), 4))
        self.answer.setLayout(column(top, self._cautions, 0))

    def enter(self, state: State) -> None:
        self.explained.emit(self.title, strings.SCORES_SUBTITLE, strings.SCORES_MARGIN_NOTE, strings.SCORES_SOURCE)
        self.renew()

    def subtitle(self) -> str:
        return strings.SCORES_SUBTITLE

    # --- The form ----------------------------------------------------------------------------------------------------

    def take(self, table: Table) -> None:
        numbers = tuple(column.name for column in table.columns if column.kind is Kind.NUMBER)
        repeat, fold = _named(table.names, SHUFFLES), _named(table.names, FOLDS)
        models = tuple(name for name in numbers if name not in (repeat, fold))
        for card in (self._columns, self._design):
            card.setEnabled(True)
        self.repeat.show_columns(table.names, repeat)
        self.fold.show_columns(table.names, fold)
        self.baseline.show_columns(models, models[0] if models else None)
        self._offer_others()
        self._guess_design(table, repeat)
        self.kind.setCurrentIndex(-1)

    def _offer_others(self) -> None:
        """Every other column of numbers, all of them ticked."""
        self.others.clear()
        names = [self.baseline.itemData(place) for place in range(self.baseline.count())]
        for name in names:
            if name != self.baseline.column:
                item = QListWidgetItem(str(name))
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(Qt.CheckState.Checked)
                self.others.addItem(item)

    def _guess_design(self, table: Table, repeat: str | None) -> None:
        """A start for the person to correct."""
        repeats = 1
        if repeat is not None:
            column = table.column(repeat)
            repeats = max(1, len({str(value) for value in column.values.tolist()}))
        self.repeats.setValue(repeats)
        self.folds.setValue(max(2, table.rows // repeats))

    def _kind_changed(self) -> None:
        kind = score_kind(str(self.kind.currentData()))
        self.kind.setToolTip(kind.note)
        self.kind.setAccessibleDescription(kind.note)
        self.margin.setSuffix(f" {kind.unit.short}" if kind.unit.short else "")
        self.margin.setValue(suggest_score_margin(kind.key) or 0.0)

    def roles(self) -> ScoreRoles:
        items = [self.others.item(place) for place in range(self.others.count())]
        others = [item.text() for item in items if item.checkState() is Qt.CheckState.Checked]
        models = (self.baseline.column, *others)
        return ScoreRoles(tuple(name for name in models if name), self.repeat.column, self.fold.column)

    def design(self) -> Design:
        return Design(
            folds=self.folds.value(),
            repeats=self.repeats.value(),
            same_folds=Said(self.answers.get(SAME, Said.NOT_SURE.value)),
            kind=str(self.kind.currentData()),
            margin=self.margin.value(),
            earlier_comparisons=self.earlier_comparisons.value(),
        )

    def asked(self) -> tuple[Problem, ...]:
        if self.table is None:
            return ()
        choices = (("Yes", Said.YES), ("No", Said.NO), ("Don't know", Said.NOT_SURE))
        fixes = tuple(Fix(text, f"answers.{SAME}", said.value) for text, said in choices)
        return (Problem(SAME, Severity.ASKS, strings.SCORES_SAME, f"answers.{SAME}", fixes),)

    def settle(self) -> bool:
        if self.table is not None and len(self.roles().models) < 2:
            self.baseline.setFocus()
            self.shell.announce(strings.SCORES_NO_MODELS)
            return False
        if self.table is not None and self.kind.currentIndex() < 0:
            self.kind.setFocus()
            self.shell.announce(strings.SCORES_NO_KIND)
            return False
        return super().settle()

    # --- The answer --------------------------------------------------------------------------------------------------

    def primary(self) -> tuple[str, ...]:
        return (common.COPY if self.is_answered else strings.SCORES_GO,)

    def work(self) -> None:
        if self.table is not None:
            work = partial(compare_scores, self.table, self.roles(), self.design())
            self._background.start(work, self._show, self.failed)

    def _show(self, found: ScoreFindings) -> None:
        self._found = found
        self.verdict.show_scores(found)
        self.levels.setText("<br>".join(escape(level.text, quote=False) for level in found.levels))
        run = dict.fromkeys(TITLES[one.comparer] for one in found.comparisons)
        self.run.setText("<br>".join(escape(title, quote=False) for title in run) or "–")
        self.refused.setText(
            "<br>".join(
                f"<b>{escape(one.title, quote=False)}.</b> {escape(one.reason, quote=False)}" for one in found.refused
            )
        )
        told = "<br>".join(escape(word_plain_caution(caution), quote=False) for caution in found.cautions)
        self._cautions.setText(told)
        self._cautions.setVisible(bool(told))
        self.show_answer(True)
        self.shell.announce(word_headline(found.top), shown=False)

    def document(self) -> Document | None:
        return None if self._found is None or self.table is None else scores_document(self._found, self.table.name)

    def sentence(self) -> str:
        found = self._found
        if found is None:
            raise DataError("There is no answer to copy yet.", hint="Compare the scores first.")
        stamp = strings.SCORES_STAMP.format(
            design=found.design.text, count=found.count, s="" if found.count == 1 else "s", version=VERSION
        )
        return f"{word_headline(found.top)} {word_body(found.top, found.design)} ({stamp}.)"


def _named(names: tuple[str, ...], words: tuple[str, ...]) -> str | None:
    return next((name for name in names if name.strip().lower() in words), None)
