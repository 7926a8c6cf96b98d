"""The tab Kohavi's study: bias and spread of estimates on samples whose truth is known, and the learning curve."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from PySide6.QtWidgets import QLabel, QSpinBox, QStackedWidget, QWidget

from core.application.describe_measures import find_measure
from core.application.paper_studies import (
    CURVE_DRAWS,
    CURVE_HEADINGS,
    KOHAVI_HEADINGS,
    LEAST,
    Curve,
    KohaviPlan,
    KohaviResult,
    Point,
    choose_curve_sizes,
    run_kohavi_study_with_curve,
)
from core.application.prepare_data import prepare_dataset
from core.application.read_tables import make_waveform
from core.application.run_procedure import Order
from core.domain.dataset import Dataset, Task
from core.domain.study import Columns, Question, Study
from core.wording.units import plural, unit_of
from gui import strings
from gui.plots.key import LINES, SeriesKey
from gui.plots.two_series import TwoSeries
from gui.results.choices import Choice
from gui.results.pages import put
from gui.results.running_tab import RunningTab, Say, models, name_of
from gui.results.tab import View
from gui.results.words import axis_unit
from gui.strings import exhibits as words
from gui.widgets.numbers import MARGIN
from gui.widgets.parts import column, row

WAVEFORM_ROWS = 4000
USUAL_SIZE, LARGEST = 100, 5000
PLANS = {
    "10": KohaviPlan(0, 10),
    "50": KohaviPlan(0, 50),
    "50-1": KohaviPlan(0, 50, leave_one_out=True),
    "500": KohaviPlan(0, 50, folds=(2, 5, 10, 20, -5, -2), truths=500),
}
"""How much is computed; the size is chosen apart."""
Found = tuple[KohaviResult, Curve]


class KohaviTab(RunningTab[Found]):
    """On the person's own data, or on generated waves of which there are as many as one likes."""

    kinds = (KohaviResult, Curve)
    intro = words.KOHAVI_INTRO

    def __init__(self, say: Say) -> None:
        self._pages, self._keys = QStackedWidget(), (SeriesKey(LINES), SeriesKey(LINES))
        self.source = Choice("kohaviData", words.KOHAVI_DATA, self._source_chosen)
        self.model_choice = Choice("kohaviModel", words.MODEL, self.renew)
        self.rows_box = QSpinBox()
        self.rows_box.setObjectName("kohaviSize")
        self.rows_box.setAccessibleName(words.KOHAVI_SIZE.replace("&", ""))
        self.rows_box.lineEdit().setTextMargins(MARGIN, 0, 0, 0)
        self.rows_box.valueChanged.connect(lambda _value: self.renew())
        label = QLabel(words.KOHAVI_SIZE)
        label.setBuddy(self.rows_box)
        self.draws = Choice("kohaviDraws", words.MUCH, self.renew)
        self.draws.box.setMinimumContentsLength(17)
        self.shown = Choice("kohaviShown", words.KOHAVI_VIEW, self.renew)
        size = row(label, self.rows_box)
        size.setStretch(1, 1)
        where = (self.source, self.model_choice, size)
        super().__init__("kohavi", say, self._picture(), where, (self.draws, self.shown))
        for choice, entries in (
            (self.source, words.KOHAVI_DATA_CHOICES),
            (self.draws, words.KOHAVI_DRAWS),
            (self.shown, words.KOHAVI_VIEWS),
        ):
            choice.fill(entries)
        self.shown.setVisible(False)

    def _picture(self) -> QWidget:
        picture = QWidget()
        picture.setObjectName("kohaviPicture")
        picture.setAccessibleName(words.KOHAVI)
        picture.setLayout(column(self._pages))
        return picture

    @cached_property
    def panels(self) -> tuple[TwoSeries, TwoSeries]:
        """Folds and bootstrap samples."""
        return TwoSeries("kohaviFolds", words.KOHAVI), TwoSeries("kohaviSamples", words.KOHAVI)

    @cached_property
    def both(self) -> QWidget:
        """The two side by side."""
        page = put(self._pages, QWidget())
        sides = [column(key, plot, spacing=2) for key, plot in zip(self._keys, self.panels, strict=True)]
        for side in sides:
            side.setStretch(1, 1)
        page.setLayout(row(*sides))
        return page

    @cached_property
    def curve(self) -> TwoSeries:
        return put(self._pages, TwoSeries("kohaviCurve", words.KOHAVI_VIEWS["curve"]))

    # --- What is computed --------------------------------------------------------------------------------------------

    def prepare(self, view: View) -> str:
        known = models(view)
        if not known:
            return strings.EXPLORE_NOTHING
        self.model_choice.fill(known, view.candidate or view.study.baseline)
        self.source.setVisible(view.data.task is Task.CLASSES)
        self._limit_size(view)
        return ""

    def _source_chosen(self) -> None:
        if self.view is not None:
            self._limit_size(self.view)
        self.renew()

    def _limit_size(self, view: View) -> None:
        rows = WAVEFORM_ROWS if self._is_generated else view.data.size
        self.rows_box.blockSignals(True)
        self.rows_box.setRange(LEAST, max(LEAST, min(rows - LEAST, LARGEST)))
        if self.rows_box.value() == LEAST:
            self.rows_box.setValue(min(USUAL_SIZE, max(LEAST, rows // 3)))
        self.rows_box.blockSignals(False)

    @property
    def _is_generated(self) -> bool:
        return self.source.key == "waveform" and self.view is not None and self.view.data.task is Task.CLASSES

    def result_key(self) -> Hashable:
        return self.source.key, self.model_choice.key, self.rows_box.value(), self.draws.key

    def _plan(self) -> KohaviPlan:
        return replace(PLANS[self.draws.key], size=self.rows_box.value())

    def count_trainings(self, view: View) -> int:
        rows = WAVEFORM_ROWS if self._is_generated else view.data.size
        curve = len(choose_curve_sizes(rows)) * CURVE_DRAWS if rows >= 2 * LEAST else 0
        return self._plan().trainings + curve

    def order(self, view: View) -> Order[Found]:
        study, data = _waves(view.study) if self._is_generated else (view.study, view.data)
        candidate = view.study.candidate(self.model_choice.key)
        plan = self._plan()
        return lambda shop: run_kohavi_study_with_curve(shop, study, data, candidate, plan, study.seed)

    # --- What is shown -----------------------------------------------------------------------------------------------

    def renew(self) -> None:
        self.shown.setVisible(False)
        super().renew()

    def show_result(self, view: View, result: Found) -> None:
        found, curve = result
        self.shown.setVisible(True)
        unit = axis_unit(
            find_measure(found.measure), plural(view.study.row_meaning), view.study.columns, view.data.outputs[0]
        )
        name, shown = name_of(view.names, self.model_choice.key), self.shown.key
        plots = (self.curve,) if shown == "curve" else self.panels
        self._pages.setCurrentWidget(self.curve if shown == "curve" else self.both)
        if shown == "curve":
            self._show_curve(curve, unit)
        else:
            self._show_panels(found, shown, short_axis(words.KOHAVI_AXES[shown], view, found))
        told = curve.sentence(name) if shown == "curve" else found.sentence(name)
        plainly = words.KOHAVI_PLAIN if view.data.groups is not None or view.data.order is not None else ""
        self.tell(told, words.KOHAVI_CAPTIONS[shown].format(unit=unit) + plainly)
        for plot in plots:
            plot.say(told)
        headings, rows = (CURVE_HEADINGS, curve.table()) if shown == "curve" else (KOHAVI_HEADINGS, found.table())
        self.fill(headings, rows)

    def _show_panels(self, found: KohaviResult, shown: str, axis: str) -> None:
        scale = find_measure(found.measure).scale
        panels = zip(self.panels, (("folds", "stratified"), ("632", "e0")), strict=True)
        for (plot, series), below, key, titles in zip(
            panels, (words.KOHAVI_FOLDS, words.KOHAVI_SAMPLES), self._keys, words.KOHAVI_KEYS, strict=True
        ):
            first, second = (points_of(found.of(one), shown, scale, found.draws) for one in series)
            places = [str(point.x).replace("-", "−") for point in found.of(series[0])]
            plot.label_axes(below, axis)
            plot.show_series(places, first, second, band_of(found, shown, scale), from_zero=shown == "spread")
            key.show_names(*titles)

    def _show_curve(self, curve: Curve, unit: str) -> None:
        scale = find_measure(curve.measure).scale
        self.curve.label_axes(words.KOHAVI_ROWS, unit)
        points = [(scale * mean, 2 * scale * spread) for _, mean, spread in curve.known]
        self.curve.show_series([str(size) for size, *_ in curve.known], points)


def short_axis(title: str, view: View, found: KohaviResult) -> str:
    """There is little room beside two pictures: the caption has the unit in full."""
    return f"{title}, {unit_of(found.measure, view.study, view.data).short}".removesuffix(", ")


def points_of(points: Sequence[Point], shown: str, scale: float, draws: int) -> list[tuple[float, float]]:
    """Mean estimates with two standard errors, or spreads without bars."""
    if shown == "spread":
        return [(scale * point.spread, 0.0) for point in points]
    return [(scale * point.mean, 2 * scale * point.spread / draws**0.5) for point in points]


def band_of(found: KohaviResult, shown: str, scale: float) -> tuple[float, float] | None:
    if shown != "bias" or found.truth is None or found.truth_spread is None:
        return None
    half = 2 * found.truth_spread / max(1, found.truths) ** 0.5
    return scale * (found.truth - half), scale * (found.truth + half)


def _waves(study: Study) -> tuple[Study, Dataset]:
    """Breiman's waves, of which the truth is as well known as one likes."""
    table = make_waveform(WAVEFORM_ROWS, np.random.default_rng(study.seed))
    columns = Columns(target=("class",))
    return replace(study, columns=columns, question=Question()), prepare_dataset(table, columns)
