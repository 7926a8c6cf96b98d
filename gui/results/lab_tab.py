"""The tab Estimators: every estimate of one model's error beside the others, in the order they usually have."""

from collections.abc import Hashable, Sequence

from PySide6.QtWidgets import QStackedWidget

from core.application.describe_measures import find_measure
from core.application.paper_studies import (
    ESTIMATE_HEADINGS,
    SMALL_ENOUGH,
    ErrorEstimate,
    ErrorEstimates,
    estimate_all_ways,
    find_method,
)
from core.application.run_procedure import Order
from core.domain.laboratory_results import EstimatePlan
from core.domain.study import SchemeKind
from core.figures.exhibit_drawing import Drawing, Mark, Trace, draw_exhibit
from core.wording.method_tables import MEASURE_ENTRIES
from core.wording.units import plural
from gui import strings
from gui.plots.chart_view import ChartView
from gui.plots.interval_rows import IntervalRows, RangeRow
from gui.results.choices import Choice
from gui.results.running_tab import RunningTab, Say, models, name_of
from gui.results.tab import View, figure
from gui.results.words import axis_unit
from gui.strings import exhibits as words

PATH = ("R", "632", "KI", "HI")
PLANS = {
    "quick": EstimatePlan(repeats=5, samples=20, leave_out=False),
    "usual": EstimatePlan(),
    "much": EstimatePlan(samples=200),
}


class LabTab(RunningTab[ErrorEstimates]):
    """Nothing is compared here: it is about how to estimate, not about which model."""

    kinds = (ErrorEstimates,)
    intro = words.LAB_INTRO

    def __init__(self, say: Say) -> None:
        self.plot = IntervalRows("estimatorPlot", words.LAB)
        self.iterations = ChartView("iterationsChart")
        self.pages = QStackedWidget()
        self.pages.setObjectName("estimatorPicture")
        self.pages.setAccessibleName(words.LAB)
        for page in (self.plot, self.iterations):
            self.pages.addWidget(page)
        self.shown = Choice("labShown", words.LAB_VIEW, self.renew)
        self.shown.fill(words.LAB_VIEWS)
        self.model_choice = Choice("labModel", words.MODEL, self.renew)
        self.much = Choice("labMuch", words.MUCH, self.renew)
        self.much.box.setMinimumContentsLength(11)
        self.much.setToolTip(words.LAB_MUCH_TIP)
        super().__init__("estimators", say, self.pages, (self.model_choice, self.much), (self.shown,))
        self.shown.setVisible(False)

    def renew(self) -> None:
        self.shown.setVisible(False)
        super().renew()

    def prepare(self, view: View) -> str:
        known = models(view)
        if not known or view.study.scheme.kind is SchemeKind.TIME:
            return strings.EXPLORE_NOTHING
        self.model_choice.fill(known, view.candidate or view.study.baseline)
        self.much.fill(words.LAB_MUCH, "usual" if view.data.size <= SMALL_ENOUGH else "quick")
        return ""

    def result_key(self) -> Hashable:
        return self.model_choice.key, self.much.key

    def order(self, view: View) -> Order[ErrorEstimates]:
        candidate, plan = view.study.candidate(self.model_choice.key), PLANS[self.much.key]
        return lambda shop: estimate_all_ways(shop, view.study, view.data, candidate, plan, view.run)

    def show_result(self, view: View, result: ErrorEstimates) -> None:
        row = find_measure(result.measure)
        output = view.output or view.data.outputs[0]
        self.shown.setVisible(True)
        self.pages.setCurrentWidget(self.iterations if self.shown.key == "iterations" else self.plot)
        if self.shown.key == "iterations":
            self._show_iterations(view, result, output)
            return
        flagged = {one.sooner for one in result.deviations_of(output) if one.is_large}
        known = [one for one in result.of(output) if one.estimate is not None]
        keys = [one.method for one in known]
        self.plot.show_rows(
            [range_row(one, row.scale, one.method in flagged) for one in known],
            axis_unit(row, plural(view.study.row_meaning), view.study.columns, output),
            [keys.index(key) for key in PATH if key in keys],
        )
        self.tell(result.sentence(name_of(view.names, result.candidate), output), caption_of(result, output))
        self.plot.say(self.sentence.text())
        self.fill(ESTIMATE_HEADINGS, result.rows())

    def _show_iterations(self, view: View, result: ErrorEstimates, output: str) -> None:
        row, found = find_measure(result.measure), iterated_of(result, output)
        unit = axis_unit(row, plural(view.study.row_meaning), view.study.columns, output)
        drawing = iteration_drawing(found, row.scale, unit)
        self.iterations.show_chart(draw_exhibit("iterations", words.LAB, drawing, ESTIMATE_HEADINGS, result.rows()))
        said = "; ".join(iteration_words(one, row.scale) for one in found)
        name = name_of(view.names, result.candidate)
        text = words.LAB_ITERATIONS.format(
            name=name, measure=MEASURE_ENTRIES[row.key].title.lower(), output=output, said=said
        )
        self.tell(text, " ".join((words.LAB_ITERATIONS_CAPTION, *result.hints)))
        self.fill(ESTIMATE_HEADINGS, result.rows())


def iterated_of(result: ErrorEstimates, output: str) -> list[ErrorEstimate]:
    """Those that were repeated: H, K and the bootstraps, as in the paper's tables."""
    return [one for one in result.of(output) if one.iterations > 1 and one.estimate is not None]


def iteration_words(one: ErrorEstimate, scale: float) -> str:
    least, most, mean, spread = (
        figure(None if value is None else scale * value, 3) for value in (one.least, one.most, one.estimate, one.spread)
    )
    symbol = find_method(one.method).symbol
    return words.LAB_ITERATION.format(
        symbol=symbol, least=least, most=most, mean=mean, spread=spread, count=one.iterations
    )


def iteration_drawing(found: Sequence[ErrorEstimate], scale: float, unit: str) -> Drawing:
    def scaled(value: float | None) -> float | None:
        return None if value is None else scale * value

    marks = []
    for place, one in enumerate(found):
        low, high = one.iterated or (None, None)
        assert one.estimate is not None, "only those with a value are drawn"
        ends = (scaled(low), scaled(high), scaled(one.least), scaled(one.most))
        marks.append(Mark(place, scale * one.estimate, *ends))
    names = tuple(f"{find_method(one.method).symbol}  {find_method(one.method).title}" for one in found)
    return Drawing(unit, "", (Trace("", tuple(marks), is_line=False),), names, is_rows=True)


def caption_of(result: ErrorEstimates, output: str) -> str:
    """Large deviations with their usual reasons, small ones by name."""
    found = result.deviations_of(output)
    large = [one.text for one in found if one.is_large]
    pairs = [
        words.LAB_PAIR.format(sooner=find_method(one.sooner).symbol, later=find_method(one.later).symbol)
        for one in found
        if not one.is_large
    ]
    small = [words.LAB_SMALL.format(pairs=", ".join(pairs))] if pairs else []
    head = words.LAB_CAPTION + (words.LAB_EXPLAIN if found else "")
    return " ".join((head, *large, *small, *result.hints))


def range_row(one: ErrorEstimate, scale: float, flagged: bool) -> RangeRow:
    assert one.estimate is not None
    name = f"{find_method(one.method).symbol}  {find_method(one.method).title}"
    low, high = (None if end is None else scale * end for end in (one.low, one.high))
    shown = words.LAB_FLAG.format(name=name) if flagged else name
    return RangeRow(shown, scale * one.estimate, low, high, flagged)
