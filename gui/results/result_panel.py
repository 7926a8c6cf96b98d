"""A result on one page: the answer, every model in a table, the strip of the selected row, and one large plot."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from core.application.charts.result_view import ResultView
from core.application.charts.strip_charts import draw_limit_strip, draw_strip
from core.domain.conclusion import Answer
from core.domain.dataset import Dataset
from core.domain.evidence import FitResult, Run
from core.domain.findings import Findings
from core.domain.study import QuestionKind, Study
from core.wording.conclusion_text import ConclusionText, word_conclusion
from core.wording.result_table import ModelRole, ResultTable, word_result_table
from gui import theme
from gui.dressing import Dressed
from gui.plots.chart_view import ChartView
from gui.results.plot_card import PlotCard
from gui.results.result_table_view import ResultTableView
from gui.strings import result as words
from gui.widgets.answer_banner import AnswerBanner
from gui.widgets.flow import WITHOUT_END
from gui.widgets.parts import OneLine, as_tip, label

NARROW, WIDE = 960, 1340
"""Widths of the panel, in pixels of normal text, below and from which on it has another form."""

LEFT, LEFT_GOOD_ENOUGH, LEFT_OUTPUTS, LEFT_WIDE, SHARE_NARROW = 488, 404, 506, 640, 0.44
LARGE_TEXT, LEFT_STACKED, CARD_STACKED = 1.25, 300, 340
"""Text size from which on columns may stack, and their heights then, in pixels of normal text."""
HIGHEST_STRIP = 400
"""Pixels of normal text beyond which the strip grows no more: there is one row of marks to show."""

HIGH_ENOUGH = 730
"""Height of the panel from which on several outputs leave room for the strip."""

BUTTONS = {
    Answer.UNCLEAR: (("find-out", words.FIND_OUT), ("save", words.SAVE_MODEL)),
    Answer.BLOCKED: (("fix", words.FIX), ("details", words.DETAILS)),
}
USUAL_BUTTONS = (("save", words.SAVE_MODEL), ("predict", words.PREDICT))


@dataclass(frozen=True, slots=True, eq=False)
class ShownResult:
    """What the panel shows: a study with its findings and their words."""

    study: Study
    data: Dataset
    run: Run
    findings: Findings
    text: ConclusionText
    table: ResultTable


class ResultPanel(Dressed, QWidget):
    """Holds banner, table, strip and plot card; `pressed` names a button of the banner."""

    pressed = Signal(str)
    explain_wanted = Signal()
    said = Signal(str)
    chosen = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("resultPanel")
        self._shown: ShownResult | None = None
        self._view: ResultView | None = None
        self.is_stacked = False
        """Whether the plot stands below the table: with large text there is no room for both beside each other."""
        self.banner = AnswerBanner()
        self.table = ResultTableView()
        self.below = label("", "caption", "tableBelow")
        self.strip = ChartView("differenceStrip")
        self.strip_title = OneLine("title", "stripTitle")
        self.card = PlotCard()
        self._lay_out()
        self.banner.pressed.connect(self.pressed)
        self.banner.asked.connect(self.explain_wanted)
        self.table.chosen.connect(self._choose)
        self.table.enlarge_wanted.connect(self.card.toggle_large)
        self.card.enlarged.connect(self._enlarge)
        self.card.said.connect(self.said)

    def _lay_out(self) -> None:
        self._table_card, self._strip_card = (_make_card(name) for name in ("tableCard", "stripCard"))
        inside = QVBoxLayout(self._table_card)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.setSpacing(0)
        inside.addWidget(self.table)
        self.below.setContentsMargins(12, 6, 12, 6)
        inside.addWidget(self.below)
        strip = QVBoxLayout(self._strip_card)
        strip.setContentsMargins(14, 10, 14, 8)
        strip.setSpacing(2)
        strip.addWidget(self.strip_title)
        strip.addWidget(self.strip, 1)
        self._left = QWidget()
        left = QVBoxLayout(self._left)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(8)
        self._table_card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        left.addWidget(self._table_card, 0)
        left.addWidget(self._strip_card, 1)
        self._filler = QWidget()
        self._filler.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        left.addWidget(self._filler, 0)
        self._row = QHBoxLayout()
        self._row.setSpacing(16)
        self._row.addWidget(self._left)
        self._row.addWidget(self.card, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self.banner)
        layout.addLayout(self._row, 1)

    # --- showing ---

    @property
    def view(self) -> ResultView | None:
        return self._view

    @property
    def shown(self) -> ShownResult | None:
        return self._shown

    def show_result(
        self,
        study: Study,
        data: Dataset,
        run: Run,
        findings: Findings,
        buttons: tuple[tuple[str, str], ...] | None = None,
        beside: tuple[FitResult, ...] = (),
    ) -> None:
        """Show a finished study; the row the headline is about is selected."""
        text = word_conclusion(study, data, findings)
        table = word_result_table(study, data, findings)
        self._shown = ShownResult(study, data, run, findings, text, table)
        answer = findings.conclusion.answer
        self.banner.show_answer(
            answer,
            text.overline,
            text.headline,
            text.body,
            BUTTONS.get(answer, USUAL_BUTTONS) if buttons is None else buttons,
        )
        self.show_below(())
        model, output = self._first_row(table)
        self._view = ResultView(study, data, run, findings, model, output, beside)
        self.table.show_table(table, model, output)
        self._show_selected()
        self._fit()

    def show_below(self, lines: Sequence[str]) -> None:
        """Say under the table what the outputs show together, and what was found later."""
        told = [line.text for line in self._shown.table.below] if self._shown is not None else []
        self.below.setText("<br>".join(escape(line, quote=False) for line in (*told, *lines)))
        self.below.setVisible(bool(self.below.text()))
        self._fit()

    def _first_row(self, table: ResultTable) -> tuple[str, str]:
        """The row of the model to use or of the headline, on the output the headline is about."""
        assert self._shown is not None
        conclusion = self._shown.findings.conclusion
        output = conclusion.output or self._shown.data.outputs[0]
        keys = {row.model for row in table.rows}
        reference = self._shown.study.baseline
        wanted = [conclusion.model, conclusion.use, *(row.model for row in table.rows if row.role is ModelRole.MODEL)]
        if conclusion.question in (QuestionKind.BETTER, QuestionKind.REPLACE):
            wanted = [key for key in wanted if key != reference]
        return next((key for key in wanted if key in keys), reference), output

    def _choose(self, model: str, output: str) -> None:
        if self._view is not None and (model, output) != (self._view.model, self._view.output):
            self._view = replace(self._view, model=model, output=output)
            self._show_selected()
            self.chosen.emit(model, output)

    def add_beside(self, beside: tuple[FitResult, ...]) -> None:
        """Show what work after the folds found."""
        if self._view is not None:
            self._view = replace(self._view, beside=beside)
            self.card.show_view(self._view)

    def choose(self, model: str, output: str) -> None:
        """Select a row, as if the person had."""
        self.table.choose(model, output)
        self._choose(model, output)

    def _show_selected(self) -> None:
        view = self._view
        if view is None:
            return
        is_limit = view.study.question.kind is QuestionKind.GOOD_ENOUGH
        chart = (draw_limit_strip(view) if is_limit else None) or draw_strip(view)
        self.strip.show_chart(chart)
        self.strip_title.setText("" if chart is None else chart.title)
        self.strip_title.setToolTip("" if chart is None else as_tip(chart.title))
        self.strip.setToolTip("" if chart is None else as_tip(chart.caption))
        self.card.show_view(view)
        self._show_strip()

    def _show_strip(self) -> None:
        has_chart = self.strip.chart is not None
        outputs = 0 if self._shown is None else len(self._shown.data.outputs)
        has_room = outputs < 2 or self.height() >= HIGH_ENOUGH * theme.scale() or self.is_stacked
        self._strip_card.setVisible(has_chart and has_room)
        self._strip_card.setMaximumHeight(round(HIGHEST_STRIP * theme.scale()))

    # --- sizes ---

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def redress(self) -> None:
        self._fit()

    def _fit(self) -> None:
        width, scale = self.width(), theme.scale()
        is_narrow, is_wide = width < NARROW * scale, width >= WIDE * scale
        self.table.set_form(is_narrow, is_wide)
        self.card.set_captioned(not is_narrow)
        self.is_stacked = scale >= LARGE_TEXT and width < NARROW * scale
        directions = QBoxLayout.Direction
        self._row.setDirection(directions.TopToBottom if self.is_stacked else directions.LeftToRight)
        wanted = self._left_width(width, is_narrow, is_wide)
        self._left.setMinimumWidth(0 if self.is_stacked else wanted)
        self._left.setMaximumWidth(WITHOUT_END if self.is_stacked else wanted)
        self._left.setMinimumHeight(round(LEFT_STACKED * scale) if self.is_stacked else 0)
        self.card.setMinimumHeight(round(CARD_STACKED * scale) if self.is_stacked else 0)
        self._show_strip()
        self.updateGeometry()

    def _left_width(self, width: int, is_narrow: bool, is_wide: bool) -> int:
        scale = theme.scale()
        if is_narrow:
            return round(SHARE_NARROW * width)
        if is_wide:
            return round(min(LEFT_WIDE * scale, 0.46 * width))
        shown = self._shown
        if shown is not None and len(shown.data.outputs) > 1:
            wanted = LEFT_OUTPUTS
        elif shown is not None and not shown.table.difference:
            wanted = LEFT_GOOD_ENOUGH
        else:
            wanted = LEFT
        return round(min(wanted * scale, 0.48 * width))

    def _enlarge(self, is_large: bool) -> None:
        self._left.setVisible(not is_large)
        if is_large:
            self.card.plot.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def minimumSizeHint(self) -> QSize:
        if self.is_stacked:
            needed = self.banner.height_for(self.width()) + round((LEFT_STACKED + CARD_STACKED) * theme.scale())
            return QSize(600, needed + 12 + self._row.spacing())
        return QSize(600, 320)

    def hasHeightForWidth(self) -> bool:
        """Texts inside have one, but a scroll area would then give the panel the height it likes best."""
        return False


def _make_card(name: str) -> QFrame:
    card = QFrame()
    card.setObjectName(name)
    card.setProperty("look", "card")
    return card
