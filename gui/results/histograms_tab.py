"""The tab Histograms: one value per fold for error and AUC, with ranges of the AUC beside (Aslan 2009, figures 2-6)."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QGridLayout, QWidget

from core.application.describe_measures import Measure, find_measure, measures_of
from core.application.inspect_predictions import (
    APPROXIMATE,
    METHODS,
    AucRange,
    AucRanges,
    ScoreTable,
    build_score_table,
    compare_auc_ranges,
)
from core.application.study_facts import is_imported
from core.domain.dataset import Task
from core.domain.study import Study
from core.figures.histogram import BackToBack, back_to_back
from core.figures.live import LIMITS
from core.wording.method_tables import MEASURE_ENTRIES
from core.wording.units import plural, sentences
from gui.plots.back_to_back import BackToBackPlot, RangeLine
from gui.plots.key import BARS, SeriesKey
from gui.results.tab import Tab, View, figure
from gui.results.words import axis_unit
from gui.strings import explore as words
from gui.strings import laboratory
from gui.strings import run as run_words
from gui.widgets.parts import column, empty, label

Say = Callable[[str], None]
DASHES = {"cortes-mohri": (5.0, 2.0, 1.0, 2.0), "agarwal": (1.0, 2.0)}
"""As in the paper's figure 6; the others are solid."""


@dataclass(frozen=True, slots=True, eq=False)
class Panels:
    """What is drawn: bins per measure, and what is known about the AUC."""

    bins: tuple[tuple[Measure, BackToBack], ...]
    areas: AucRanges


class HistogramsTab(Tab):
    def __init__(self, say: Say) -> None:
        picture = QWidget()
        picture.setObjectName("histogramsPicture")
        picture.setAccessibleName(laboratory.TITLES["histograms"])
        self._key = SeriesKey(BARS)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._view: View | None = None
        layout = column(self._key, self._grid)
        layout.setStretch(1, 1)
        picture.setLayout(layout)
        super().__init__("histograms", say, picture)

    def show_view(self, view: View) -> None:
        self._view = view
        self.compute(lambda: panels(view), lambda found: self._take(view, found))

    def _take(self, view: View, found: Panels) -> None:
        empty(self._grid)
        if not found.bins:
            self.show_nothing()
            return
        self.show_something()
        self._key.show_names(*(sentences(view.names[key]) for key in view.pair))
        for place, (shown, bins) in enumerate(found.bins):
            unit = axis_unit(shown, plural(view.study.row_meaning), view.study.columns, view.output)
            self._add(place, shown, bins, found.areas, unit)
        self._grid.setRowStretch(1, 1)
        self.tell(" ".join(told(view, found)), caption(found, view.study))
        names = [sentences(view.names[key]) for key in view.pair]
        self.fill((*words.HISTOGRAM_HEADINGS, *names), [*bin_rows(found, len(names)), *range_rows(found.areas, names)])

    def _add(self, place: int, shown: Measure, bins: BackToBack, known: AucRanges, unit: str) -> None:
        plot = BackToBackPlot(f"final_{shown.key}", MEASURE_ENTRIES[shown.key].title, unit)
        plot.show_bins(bins, range_lines(known.ranges) if shown.key == "auc" else ((), ()))
        self._grid.addWidget(
            label(run_words.HISTOGRAM.format(title=MEASURE_ENTRIES[shown.key].title), "strong"), 0, place
        )
        self._grid.addWidget(plot, 1, place)
        self._grid.setColumnStretch(place, 1)


def panels(view: View) -> Panels:
    main = build_score_table(view.study, view.data, view.run)
    keys = [row.key for row in measures_of(view.study)]
    if view.data.task is Task.CLASSES:
        keys += ["error", "auc"]
    bins = [(find_measure(key), final_bins(main, view, find_measure(key))) for key in dict.fromkeys(keys)]
    known = compare_auc_ranges(main, view.names, view.candidate, 1 - view.study.alpha)
    return Panels(tuple((row, found) for row, found in bins if found is not None), known)


def final_bins(main: ScoreTable, view: View, row: Measure) -> BackToBack | None:
    """None where no fold has a value of the reference."""
    sides = [[row.shown(v) for v in main.values(key, row, view.place) if v is not None] for key in view.pair]
    up, down = (sides[0], sides[1]) if len(sides) > 1 else (sides[0], [])
    return back_to_back(up, down, within=LIMITS.get(row.key)) if up else None


def told(view: View, found: Panels) -> list[str]:
    """The means of every panel."""
    folds = sum(found.bins[0][1].baseline)
    what = words.HISTOGRAM_ONE if folds == 1 else words.HISTOGRAM_FOLDS.format(folds=folds)
    return [f"{what}.", *(means_said(view, row, bins) for row, bins in found.bins)]


def means_said(view: View, row: Measure, bins: BackToBack) -> str:
    named = zip(view.pair, (bins.baseline_mean, bins.candidate_mean), strict=False)
    means = (words.HISTOGRAM_OF.format(mean=figure(mean, 3), name=view.names[key]) for key, mean in named)
    return words.HISTOGRAM_MEAN.format(title=sentences(MEASURE_ENTRIES[row.key].title), means=", ".join(means))


def caption(found: Panels, study: Study) -> str:
    """The tests between AUCs, which line is what and what it takes for granted, or why there is none."""
    known, folds = found.areas, sum(found.bins[0][1].baseline)
    if known.declined:
        return f"{known.declined} {run_words.CAPTION_OF_FOLDS}"
    letters = ", ".join(f"{method.letter} {method.title}" for method in METHODS)
    missing = dict.fromkeys(f"No {one.method.title}: {one.reason}" for one in known.ranges if one.low is None)
    doubt = (APPROXIMATE,) if folds > 1 and not is_imported(study) else ()
    tests = (test.sentence() for test in known.tests)
    return " ".join((words.HISTOGRAM_LINES.format(letters=letters), *tests, *doubt, *missing))


def range_lines(ranges: tuple[AucRange, ...]) -> tuple[list[RangeLine], ...]:
    """Above for the first model named, below for the other."""
    models = list(dict.fromkeys(one.model for one in ranges))
    sides: tuple[list[RangeLine], ...] = ([], [])
    for one in ranges:
        if one.low is not None and one.high is not None:
            line = RangeLine(one.method.letter, one.low, one.high, DASHES.get(one.method.key, ()))
            sides[models.index(one.model)].append(line)
    return sides


def bin_rows(found: Panels, models: int) -> list[tuple[str, ...]]:
    return [
        (MEASURE_ENTRIES[row.key].title, "", figure(low), figure(high), *(str(up), str(down))[:models])
        for row, bins in found.bins
        for low, high, up, down in zip(bins.edges, bins.edges[1:], bins.baseline, bins.candidate, strict=False)
    ]


def range_rows(known: AucRanges, names: list[str]) -> list[tuple[str, ...]]:
    """Ranges of the AUC below the counts: their ends stand where bins have theirs."""
    return [
        (
            words.HISTOGRAM_RANGE.format(method=one.method.title),
            one.reason or f"{sentences(one.model)}; {one.method.note}",
            figure(one.low),
            figure(one.high),
            *("–" for _ in names),
        )
        for one in known.ranges
    ]
