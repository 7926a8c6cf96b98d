"""The tab On this test third: Aslan's own comparison of two models, with the case it ends in and what that is not."""

from collections.abc import Hashable

from PySide6.QtWidgets import QStackedWidget, QWidget

from core.application.paper_studies import (
    TRAINING_SETS,
    FixedTestComparison,
    compare_on_test_third,
    draw_bundles,
    find_claim_range,
)
from core.application.run_procedure import DemoRunner, Order, Working
from core.domain.dataset import Task
from core.domain.evidence import GIVEN
from core.figures.exhibit_drawing import draw_exhibit
from core.figures.histogram import back_to_back
from core.wording.units import sentences
from gui import strings
from gui.plots.back_to_back import BackToBackPlot
from gui.plots.chart_view import ChartView
from gui.plots.key import BARS, SeriesKey
from gui.results.choices import Choice
from gui.results.four_cases import FourCases
from gui.results.looks import count_variant
from gui.results.running_tab import RunningTab, Say
from gui.results.tab import View
from gui.strings import exhibits as words
from gui.strings import explore as explore_words
from gui.widgets.parts import column, row

KEYS = ("error", "auc")


class ThirdTab(RunningTab[FixedTestComparison]):
    """The candidate against the reference; a study of numbers has no such test."""

    kinds = (FixedTestComparison,)
    intro = f"{words.THIRD_INTRO} {words.LOOK}"

    def __init__(self, say: Say) -> None:
        self.plots = {key: BackToBackPlot(f"third_{key}", words.THIRD, words.THIRD_UNITS[key]) for key in KEYS}
        self._key, self.cases = SeriesKey(BARS), FourCases()
        picture = QWidget()
        picture.setObjectName("thirdPicture")
        picture.setAccessibleName(words.THIRD)
        both = row(*self.plots.values(), self.cases)
        for place in range(len(self.plots)):
            both.setStretch(place, 1)
        layout = column(row(self._key, 0), both)
        layout.setStretch(1, 1)
        picture.setLayout(layout)
        self.curves = ChartView("thirdCurves")
        self.pages = QStackedWidget()
        self.pages.setObjectName("thirdPages")
        self.pages.setAccessibleName(words.THIRD)
        for page in (picture, self.curves):
            self.pages.addWidget(page)
        self.shown = Choice("thirdShown", words.THIRD_VIEW, self.renew)
        self.shown.fill(words.THIRD_VIEWS)
        super().__init__("third", say, self.pages, (self.shown,))
        self.shown.setVisible(False)

    def renew(self) -> None:
        self.shown.setVisible(False)
        super().renew()

    def count_trainings(self, view: View) -> int:
        return TRAINING_SETS * len(view.pair)

    @property
    def is_look(self) -> bool:
        return True

    def prepare(self, view: View) -> str:
        if view.contest is None:
            return explore_words.ONE_MODEL
        if view.data.task is not Task.CLASSES:
            return strings.EXPLORE_AGREEMENT_NONE
        pair = [view.study.candidate(key) for key in view.pair]
        return strings.EXPLORE_NOTHING if any(one.algorithm == GIVEN for one in pair) else ""

    def result_key(self) -> Hashable:
        return self.view.candidate if self.view else None

    def order(self, view: View) -> Order[FixedTestComparison]:
        pair = [view.study.candidate(key) for key in view.pair]

        def work(shop: DemoRunner) -> Working[FixedTestComparison]:
            found = yield from compare_on_test_third(shop, view.study, view.data, pair, view.study.seed)
            return found[0] if found else None

        return work

    def started(self, view: View) -> None:
        count_variant(view, words.THIRD_VARIANT, self._say)

    def show_result(self, view: View, result: FixedTestComparison) -> None:
        names = {key: sentences(name) for key, name in view.names.items()}
        first, second = names[result.first], names[result.second]
        self._key.show_names(second, first)
        self.shown.setVisible(bool(result.curves))
        is_curves = self.shown.key == "curves" and bool(result.curves)
        self.pages.setCurrentIndex(int(is_curves))
        headings, rows = tuple(text.format(first=first, second=second) for text in words.THIRD_HEADINGS), result.rows()
        if is_curves:
            self.curves.show_chart(
                draw_exhibit("third", words.THIRD_CURVES, draw_bundles(result, names), headings, rows)
            )
        errors, areas = result.errors.per_100, (result.areas.first, result.areas.second)
        for key, (ours, theirs), highest in zip(KEYS, (errors, areas), (100.0, 1.0), strict=True):
            self.plots[key].show_bins(back_to_back(theirs, ours, within=(0.0, highest)))
            self.plots[key].label_axes(words.THIRD_UNITS[key], words.THIRD_AXIS)
        self.cases.show_cases({}, result.case)
        low, high = find_claim_range()
        caption = words.THIRD_CAPTION.format(rows=result.test_rows, low=low, high=high)
        if len(view.data.classes) > len(result.classes):
            caption += words.THIRD_REDUCED.format(first=result.classes[0], second=result.classes[1])
        if result.failed:
            caption += words.THIRD_FAILED.format(count=result.failed)
        if is_curves:
            caption = words.THIRD_CURVES_CAPTION + caption
        self.tell(result.sentence(view.names), caption)
        self.fill(headings, rows)
