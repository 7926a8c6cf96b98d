"""What is watched while a run goes on: models, who did better, problems, and a histogram for each measure."""

from collections.abc import Iterator, Mapping
from html import escape
from itertools import cycle

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from core.application.describe_measures import Measure, measures_of
from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN
from core.domain.study import Candidate, Columns, Study
from core.figures.live import Live
from core.wording.method_tables import MEASURE_ENTRIES
from core.wording.units import plural
from gui import strings, theme
from gui.dressing import Dressed
from gui.plots.back_to_back import BackToBackPlot
from gui.results.failures_dialog import FailuresDialog
from gui.results.words import axis_unit, trouble_words
from gui.widgets.flow import WITHOUT_END
from gui.widgets.model_list import ListedModel, ModelList
from gui.widgets.parts import Card, OneLine, button, column, empty, label, plain, row
from gui.widgets.segments import Segments

LEFT, LEFT_NARROW = 248, 200  # pixels of normal text
BETTER, PROBLEMS, BETTER_LOW, PROBLEMS_LOW = 108, 112, 82, 72
LOW_WINDOW, FEW_WORDS, STACKED = 660, 900, 800
"""Sizes of the window, in pixels of normal text, below which cards are lower, words take more lines, columns stack."""
PLOTS = 300
MOST_PROBLEMS = 20
ICON = 16
TEXTS = ""
"""Stands for the texts among the plots, which are known by their measure."""


class PlotPanel(QFrame):
    """A histogram in a card; the title says what the axis counts, so that it holds for every output."""

    def __init__(self, plot: BackToBackPlot, title: str) -> None:
        super().__init__()
        self.setProperty("look", "card")
        self.plot = plot
        plot.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        heading = OneLine("title")
        heading.setText(title)
        heading.setToolTip(title)
        line = row(heading, plain(strings.run.ONE_PER_FOLD, "caption"))
        line.setStretch(0, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 6)
        layout.setSpacing(4)
        layout.addLayout(line)
        layout.addWidget(plot, 1)


class LiveView(Dressed, QWidget):
    """Shows the numbers of a `Live`; at most one plot is repainted per tick."""

    def __init__(self) -> None:
        super().__init__()
        self._live: Live | None = None
        self._study: Study | None = None
        self._outputs: tuple[str, ...] = ()
        self._names: Mapping[str, str] = {}
        self._rows = ""
        self._folds, self._last_stage = 0, 0
        self._plots: dict[str, BackToBackPlot] = {}
        self._turn = cycle(tuple[str, ...]())
        self._built: tuple[object, ...] = ()
        self._dirty: set[str] = set()
        self.flashes = False
        self._build()

    def _build(self) -> None:
        self.models = ModelList()
        self.models.chosen.connect(lambda _key: self._repaint_all())
        self._left = QWidget()
        self._left.setLayout(self._left_column())
        self.outputs = Segments((), "runOutputs")
        self._segments = QHBoxLayout()
        self._segments.setContentsMargins(0, 0, 0, 0)
        self._panels = QHBoxLayout()
        self._panels.setContentsMargins(0, 0, 0, 0)
        self._panels.setSpacing(theme.SPACE["l"])
        self.key = QLabel()
        self.key.setObjectName("histogramKey")
        self.key.setWordWrap(True)
        self.key.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.key.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.caption = label("", "secondary", "runCaption")
        self.caption.setAlignment(Qt.AlignmentFlag.AlignTop)
        right = column(self._segments, self._panels, self.key, self.caption)
        right.setStretch(1, 1)
        self._right = QWidget()
        right.setContentsMargins(0, 0, 0, 0)
        self._right.setLayout(right)
        self._columns = QHBoxLayout(self)
        self._columns.setContentsMargins(0, theme.SPACE["m"], 0, 0)
        self._columns.setSpacing(theme.SPACE["l"])
        self._columns.addWidget(self._left)
        self._columns.addWidget(self._right, 1)
        self.redress()

    def _left_column(self) -> QVBoxLayout:
        heading = row(plain(strings.run.MODELS, "strong"), 0, plain(strings.run.FOLDS, "strong"))
        heading.setContentsMargins(10, 6, 10, 6)
        self._list_card = QFrame()
        self._list_card.setProperty("look", "card")
        inside = QVBoxLayout(self._list_card)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.setSpacing(0)
        inside.addLayout(heading)
        inside.addWidget(self.models)
        self.better_in, self.better = OneLine("overline", "betterIn"), label("", "", "better")
        self.better_rest = plain("", "caption", "betterRest")
        self._better_card = Card("", "betterCard").add(self.better_in, self.better, self.better_rest, 0)
        self.problems = label("", "", "runProblems")
        self.problems.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.problems.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.sign = QLabel()
        self.sign.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.messages = button(strings.run.MESSAGES, self._show_messages, "showMessages", "link")
        told = row(self.sign, self.problems)
        told.setStretch(1, 1)
        heading = row(plain(strings.run.PROBLEMS.upper(), "overline"), 0, self.messages)
        self._problems_card = Card("", "problemsCard").add(heading, told)
        self._problems_card.body.setStretch(2, 1)
        return column(self._list_card, self._better_card, self._problems_card, 0, spacing=theme.SPACE["m"])

    def redress(self) -> None:
        effective, is_narrow = self.window().width() / theme.scale(), self._is_narrow()
        is_low = self.window().height() / theme.scale() < LOW_WINDOW
        directions = QBoxLayout.Direction
        is_stacked = effective < STACKED
        self._columns.setDirection(directions.TopToBottom if is_stacked else directions.LeftToRight)
        self._right.setMinimumHeight(theme.scaled(PLOTS if is_stacked else 0))
        lines = 2 if effective < FEW_WORDS else 1
        self._left.setMinimumWidth(0 if is_stacked else theme.scaled(LEFT_NARROW if is_narrow else LEFT))
        self._left.setMaximumWidth(WITHOUT_END if is_stacked else self._left.minimumWidth())
        self._better_card.setFixedHeight(theme.scaled(BETTER_LOW if is_low else BETTER))
        self._problems_card.setFixedHeight(theme.scaled(PROBLEMS_LOW if is_low else PROBLEMS))
        self.key.setFixedHeight(theme.scaled(lines * theme.LINES["body"]))
        self.caption.setFixedHeight(theme.scaled((1 + lines) * theme.LINES["body"]))
        self._fit_list()
        self._show_texts()

    def _is_narrow(self) -> bool:
        return self.window().width() / theme.scale() < theme.NARROW_WINDOW

    def _fit_list(self) -> None:
        """As high as its rows, and scrolling where there is no room for all of them."""
        rows = max(1, len(self.models.listed.rows))
        self._list_card.setMaximumHeight(theme.scaled(40 * rows + 36))
        self._list_card.setMinimumHeight(theme.scaled(40 * min(rows, 3) + 36))

    # --- What is shown -----------------------------------------------------------------------------------------------

    def prepare(
        self, study: Study, data: Dataset, names: Mapping[str, str], live: Live, folds: int, last_stage: int
    ) -> None:
        """Plots for this study, empty or with what is known already; it has so many test folds and stages."""
        self._take(study, data, names, live, folds, last_stage)
        if self._shape() != self._built:
            for _plot in self._rebuilt():
                pass
            return
        for plot in self._plots.values():
            plot.flashes = self.flashes
        self._repaint_all()

    def prepared(self, study: Study, data: Dataset, names: Mapping[str, str]) -> Iterator[None]:
        """The same plot by plot, while nobody sees it."""
        self._take(study, data, names, Live(()), 0, 0)
        if self._shape() != self._built:
            yield from self._rebuilt()

    def _take(
        self, study: Study, data: Dataset, names: Mapping[str, str], live: Live, folds: int, last_stage: int
    ) -> None:
        self._names, self._live, self._folds, self._last_stage = names, live, folds, last_stage
        self._rows = plural(study.row_meaning)
        if data.outputs != self._outputs:
            self._outputs = data.outputs
            self._offer_outputs()
        self._study = study
        self.caption.setText(strings.run.CAPTION.format(end=strings.run.END_STAGE.format(number=last_stage)))
        self._show_models()
        self._fit_list()

    def _offer_outputs(self) -> None:
        """Segments for several outputs; one output needs no choice and takes no room."""
        empty(self._segments)
        shown = self._outputs if len(self._outputs) > 1 else ()
        self.outputs = Segments([(str(place), name) for place, name in enumerate(shown)], "runOutputs")
        self.outputs.setAccessibleName(strings.run.OUTPUTS)
        if not shown:
            self.outputs.hide()
        self.outputs.chosen.connect(lambda _key: self._show_output())
        self._segments.addWidget(self.outputs)
        self._segments.addStretch(1)

    @property
    def output(self) -> str:
        """The output whose histograms are shown."""
        place = int(self.outputs.current or 0)
        return self._outputs[place] if self._outputs else ""

    def _show_output(self) -> None:
        if self._study is not None:
            for measure in measures_of(self._study):
                unit = self._axis_unit(measure)
                self._plots[measure.key].label_axes(unit, strings.run.FOLDS_AXIS)
        self._repaint_all()

    def _shape(self) -> tuple[object, ...]:
        """What the plots were made for: a study prepared again, as when its run begins, keeps them."""
        measures = measures_of(self._study) if self._study is not None else ()
        return tuple(measure.key for measure in measures), self._outputs, self._rows

    def _rebuilt(self) -> Iterator[None]:
        if self._study is None:
            return
        empty(self._panels)
        self._plots, self._built = {}, ()
        for measure in measures_of(self._study):
            self._panels.addWidget(self._panel(measure), 1)
            yield
        self._turn = cycle((*self._plots, TEXTS))
        self._built = self._shape()
        self._repaint_all()

    def _panel(self, measure: Measure) -> PlotPanel:
        title = MEASURE_ENTRIES[measure.key].title
        name = strings.run.HISTOGRAM.format(title=title)
        plot = BackToBackPlot(f"histogram_{measure.key}", name, self._axis_unit(measure))
        plot.flashes = self.flashes
        self._plots[measure.key] = plot
        return PlotPanel(plot, title)

    def _axis_unit(self, measure: Measure) -> str:
        columns = Columns() if self._study is None else self._study.columns
        return axis_unit(measure, self._rows, columns, self.output)

    # --- New numbers -------------------------------------------------------------------------------------------------

    def renew(self) -> None:
        """New numbers have come in."""
        self._dirty = {*self._plots, TEXTS}

    @property
    def is_behind(self) -> bool:
        return bool(self._dirty)

    def tick(self) -> None:
        """Repaint the next plot, or the texts, whose numbers changed: everything has its turn."""
        if not self._dirty:
            return
        key = next(key for key in self._turn if key in self._dirty)
        self._dirty.discard(key)
        if key == TEXTS:
            self._show_texts()
        else:
            self._repaint(key)

    def _repaint_all(self) -> None:
        self._dirty = set()
        for key in self._plots:
            self._repaint(key)
        self._show_texts()

    def _repaint(self, measure: str) -> None:
        if self._live is not None and self._study is not None:
            bins = self._live.bins(measure, self.output, self._study.baseline, self.candidate)
            self._plots[measure].show_bins(bins)

    @property
    def candidate(self) -> str:
        """The model drawn in orange; nothing where the baseline is alone."""
        return self.models.selected

    # --- Texts -------------------------------------------------------------------------------------------------------

    def _show_models(self) -> None:
        if self._live is None or self._study is None:
            return
        study, live = self._study, self._live
        self.models.show_models(
            tuple(
                ListedModel(
                    candidate.key,
                    self._title_of(candidate),
                    candidate.key == study.baseline,
                    live.count_folds_of(candidate.key),
                    self._folds,
                )
                for candidate in study.candidates
            )
        )

    def _title_of(self, candidate: Candidate) -> str:
        """A model begins with a capital letter; predictions made elsewhere keep the name of their column."""
        name = self._names[candidate.key]
        return name if candidate.algorithm == GIVEN else name[:1].upper() + name[1:]

    def _show_texts(self) -> None:
        if self._live is None or self._study is None:
            return
        self._show_models()
        self._show_key(self._study, self._live)
        self._show_better(self._study, self._live)
        self._show_problems(self._live)

    def _show_key(self, study: Study, live: Live) -> None:
        colors = theme.current()
        tally = live.tally(study.question.measure, self.output, study.baseline, self.candidate)
        count = tally.candidate + tally.tie + tally.baseline if self.candidate else live.folds
        upward = strings.run.UPWARD.format(name=escape(self._names[study.baseline]))
        parts = [f"<span style='color:{colors.base}'>●</span>&nbsp; {upward}"]
        if self.candidate:
            downward = strings.run.DOWNWARD.format(name=escape(self._names[self.candidate]))
            parts.append(f"<span style='color:{colors.sel}'>▨</span>&nbsp; {downward}")
        means = (strings.run.MEANS if self.candidate else strings.run.MEANS_ONE).format(count=count)
        parts.append(f"<b>¦</b>&nbsp; {means}")
        self.key.setText(f"<span style='color:{colors.text2}'>{' &nbsp;&nbsp;&nbsp; '.join(parts)}</span>")

    def _show_better(self, study: Study, live: Live) -> None:
        if not self.candidate:
            self.better_in.setText(strings.run.NO_COMPARISON)
            self.better.setText("")
            self.better_rest.setText("")
            return
        tally = live.tally(study.question.measure, self.output, study.baseline, self.candidate)
        count = tally.candidate + tally.tie + tally.baseline
        title = strings.run.BETTER_IN.format(name=self._names[self.candidate])
        self.better_in.setText(title.upper())
        self.better_in.setToolTip(title)
        pixels = theme.scaled(theme.SIZES["key_number"])
        self.better.setText(strings.run.BETTER.format(pixels=pixels, ahead=tally.candidate, count=count))
        self.better_rest.setText(strings.run.BETTER_REST.format(tie=tally.tie, behind=tally.baseline))
        self.better.setAccessibleName(f"{title} {tally.candidate} / {count}")

    def _show_problems(self, live: Live) -> None:
        troubles = live.troubles[:MOST_PROBLEMS]
        lines = [trouble_words(trouble, self._names, live.trainings) for trouble in troubles]
        self.problems.setText("<br>".join(escape(line, quote=False) for line in lines) or strings.run.NO_PROBLEMS)
        self.problems.setToolTip("\n".join(lines))
        self.messages.setEnabled(bool(troubles))
        colors, pixels = theme.current(), theme.scaled(ICON)
        name, ink = ("caution", colors.unclear) if troubles else ("check", colors.yes)
        self.sign.setPixmap(theme.icon(name, ink, pixels).pixmap(pixels, pixels))

    def _show_messages(self) -> None:
        if self._live is not None:
            FailuresDialog(self._live.troubles, self._names, self).open()
