"""The tab ROC: bundles of curves, what happens at every threshold, and how reliable the scores are."""

from collections.abc import Callable
from functools import cached_property

import numpy as np
from PySide6.QtWidgets import QLabel, QSizePolicy, QStackedWidget, QWidget

from core.application.inspect_predictions import RocComparison, Side, build_score_table, compare_roc
from core.figures.roc import GRID
from core.figures.thresholds import RATIOS, STANDARD, THRESHOLDS, Performance, threshold_of
from core.wording.units import sentences
from gui.plots.key import LINES, SeriesKey
from gui.plots.roc import RocPlot
from gui.plots.two_lines import NOTHING, Points, TwoLines
from gui.results.choices import Choice, Slider
from gui.results.pages import put
from gui.results.tab import Tab, View, figure
from gui.strings import explore as words
from gui.widgets.parts import column

Say = Callable[[str], None]
SIGNS = ("●", "▲")
"""Of the reference and of the candidate, as in the key."""


class RocTab(Tab):
    """Nothing is trained: everything comes from the stored scores."""

    def __init__(self, say: Say) -> None:
        self._roc: RocComparison | None = None
        self._pages = QStackedWidget()
        self.curves = put(self._pages, RocPlot())
        self.readout, self._key = QLabel(), SeriesKey(LINES)
        self.readout.setObjectName("rocReadout")
        self.readout.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.shown = Choice("rocShown", words.ROC_VIEW, self._show)
        self.positive = Choice("rocClass", words.ROC_CLASS, self._renew)
        self.quantity = Choice("rocQuantity", words.ROC_QUANTITY, self._show)
        self.slider = Slider("rocCost", words.ROC_SLIDER, words.ROC_SLIDER_TIP, len(RATIOS) - 1, self._moved)
        self.shown.fill(words.ROC_VIEWS)
        self.quantity.fill(words.ROC_QUANTITY_TITLES)
        self._view: View | None = None
        side = (self.shown, self.positive, self.quantity, self.slider, self.readout)
        super().__init__("roc", say, self._picture(), side=side)

    def _picture(self) -> QWidget:
        picture = QWidget()
        picture.setObjectName("rocPicture")
        picture.setAccessibleName(words.ROC_CURVES)
        inside = column(self._key, self._pages, spacing=2)
        inside.setStretch(1, 1)
        picture.setLayout(inside)
        return picture

    @cached_property
    def thresholds(self) -> TwoLines:
        return put(self._pages, TwoLines("thresholdPlot", words.ROC_VIEWS["thresholds"]))

    @cached_property
    def reliable(self) -> TwoLines:
        title = words.ROC_VIEWS["reliability"]
        return put(self._pages, TwoLines("reliabilityPlot", title, marked=True, diagonal=True))

    # --- What is looked at -------------------------------------------------------------------------------------------

    def show_view(self, view: View) -> None:
        self._view = view
        classes = {str(place): name for place, name in enumerate(view.data.classes)}
        self.positive.fill(classes, str(view.data.positive_class) if classes else "")
        self.positive.setVisible(len(classes) > 2)
        place = int(np.argmin(np.abs(np.log(RATIOS / view.study.question.cost_ratio))))
        self.slider.bar.blockSignals(True)
        self.slider.bar.setValue(place)
        self.slider.bar.blockSignals(False)
        self._renew()

    def _renew(self) -> None:
        view = self._view
        if view is None:
            return
        positive = int(self.positive.key or 0)
        self.compute(
            lambda: compare_roc(
                build_score_table(view.study, view.data, view.run), view.names, view.candidate, positive
            ),
            self._take,
        )

    def _take(self, found: RocComparison) -> None:
        self._roc = found
        self.show_something()
        self._key.show_names(*(sentences(side.name) for side in found.sides))
        self.curves.show_roc(found, self.threshold)
        self._show()

    @property
    def ratio(self) -> float:
        return float(RATIOS[self.slider.bar.value()])

    @property
    def threshold(self) -> float:
        return threshold_of(self.ratio)

    # --- The three pictures ------------------------------------------------------------------------------------------

    def _show(self) -> None:
        if self._roc is None:
            return
        shown = self.shown.key
        self.quantity.setVisible(shown == "thresholds")
        self.slider.setVisible(shown != "reliability" and self._roc.has_cut)
        self.readout.setVisible(shown == "curves" and self._roc.has_cut)
        self.slider.say(words.ROC_RATIO.format(ratio=self.ratio, threshold=self.threshold))
        {"curves": self._show_curves, "thresholds": self._show_thresholds, "reliability": self._show_reliable}[shown](
            self._roc
        )

    def _moved(self, _value: int) -> None:
        self._show()

    def _show_curves(self, found: RocComparison) -> None:
        self._pages.setCurrentWidget(self.curves)
        self.curves.show_threshold(self.threshold)
        self.readout.setText(readout(found, self.ratio))
        told = " ".join(part for part in (winner(found, self.ratio), found.crossing_words()) if part)
        crossing = words.ROC_CROSSING_CAPTION if found.crossing else ""
        self.tell(sentences(told or found.sentence()), words.ROC_CURVES_CAPTION + crossing)
        self.curves.say(f"{found.sentence()} {self.sentence.text()} {found.cost_sentence()}".strip())
        means = [side.bundle.mean for side in found.sides]
        self.fill(
            headings(words.ROC_CURVE_HEADINGS, found),
            [(figure(float(x)), *(figure(float(y)) for y in line)) for x, *line in zip(GRID, *means, strict=True)],
        )

    def _show_thresholds(self, found: RocComparison) -> None:
        self._pages.setCurrentWidget(self.thresholds)
        if not found.has_cut:
            self.tell(words.ROC_THRESHOLD_NONE)
            self.thresholds.show_lines(NOTHING)
            self.fill((), ())
            return
        lines = [performances(side, self.ratio) for side in found.sides]
        drawn = [points(line, self.quantity.key) for line in lines]
        highest = max(max(y) for _, y in drawn)
        self.thresholds.label_axes(words.ROC_THRESHOLD, words.ROC_QUANTITIES[self.quantity.key])
        self.thresholds.show_range((0.0, 1.0), (0.0, 1.05 * highest or 1.0))
        self.thresholds.show_lines(*drawn)
        self.thresholds.show_guides((STANDARD, self.threshold))
        self.tell(threshold_sentence(found, self.ratio, self.quantity.key), words.ROC_THRESHOLD_CAPTION)
        self.thresholds.say(self.sentence.text())
        self.fill(threshold_headings(found), threshold_rows(lines))

    def _show_reliable(self, found: RocComparison) -> None:
        self._pages.setCurrentWidget(self.reliable)
        known = [(side, side.reliability) for side in found.sides if side.reliability is not None]
        self.reliable.label_axes(words.ROC_SCORE, words.ROC_SHARE.format(positive=found.positive))
        drawn: list[Points] = [
            ([one.score for one in side.reliability.bins], [one.share for one in side.reliability.bins])
            if side.reliability
            else NOTHING
            for side in found.sides
        ]
        self.reliable.show_lines(*drawn)
        farthest = max([value for line in drawn for axis in line for value in axis], default=1.0)
        reach = min(1.0, 1.1 * farthest) or 1.0  # scores of a rare class all stand in one corner
        self.reliable.show_range((0.0, reach), (0.0, reach))
        told = " ".join(reliability.sentence(sentences(side.name)) for side, reliability in known)
        self.tell(told or words.ROC_THRESHOLD_NONE, words.ROC_RELIABLE_CAPTION)
        self.reliable.say(self.sentence.text())
        self.fill(
            words.ROC_RELIABLE_HEADINGS,
            [
                (sentences(side.name), f"{one.rows:,}", figure(one.score), figure(one.share))
                for side, reliability in known
                for one in reliability.bins
            ],
        )


def headings(texts: tuple[str, ...], found: RocComparison) -> tuple[str, ...]:
    """With the names in them; without the candidate's where there is none."""
    first = found.candidate.name if found.candidate else ""
    kept = [text for text in texts if first or "{first}" not in text]
    return tuple(sentences(text.format(first=first, second=found.baseline.name)) for text in kept)


def performances(side: Side, ratio: float) -> list[Performance]:
    return [side.tally.at(float(threshold), ratio) for threshold in THRESHOLDS]


def points(line: list[Performance], quantity: str) -> Points:
    return [one.threshold for one in line], [getattr(one, quantity) for one in line]


def threshold_headings(found: RocComparison) -> tuple[str, ...]:
    parts = [f"{side.name}: {words.ROC_QUANTITIES[key]}" for side in found.sides for key in words.ROC_QUANTITIES]
    return tuple(map(sentences, ("threshold", *parts)))


def threshold_rows(lines: list[list[Performance]]) -> list[tuple[str, ...]]:
    return [
        (
            figure(at_once[0].threshold),
            *(figure(getattr(one, key)) for one in at_once for key in words.ROC_QUANTITIES),
        )
        for at_once in zip(*lines, strict=True)
    ]


def threshold_sentence(found: RocComparison, ratio: float, quantity: str) -> str:
    cuts = dict.fromkeys((STANDARD, threshold_of(ratio)))
    parts = [
        f"{side.name} "
        + " and ".join(f"{getattr(side.tally.at(cut, ratio), quantity):.3g} at {cut:.2g}" for cut in cuts)
        for side in found.sides
    ]
    return sentences(f"{words.ROC_QUANTITIES[quantity]}: {'; '.join(parts)}.")


def winner(found: RocComparison, ratio: float) -> str:
    """Who costs less at the cost of a miss that is set."""
    if found.candidate is None or not found.has_cut:
        return ""
    costs = {side.name: side.tally.at(threshold_of(ratio), ratio).cost for side in found.sides}
    low, high = sorted(costs.values())
    if high - low < 1e-9:
        return words.ROC_NO_WINNER.format(ratio=ratio, low=low)
    return words.ROC_WINNER.format(ratio=ratio, name=min(costs, key=lambda name: costs[name]), low=low, high=high)


def readout(found: RocComparison, ratio: float) -> str:
    """A small table beside the curves: one column per model, at one half and at the cost threshold if it is another."""
    cuts = tuple(dict.fromkeys((STANDARD, threshold_of(ratio))))
    columns = [side.tally.at(cut, ratio) for cut in cuts for side in found.sides]
    over = "".join(
        f'<td colspan="{len(found.sides)}" align="right">{words.ROC_AT.format(cut=cut)}</td>' for cut in cuts
    )
    signs = "".join(_cell(sign) for _ in cuts for sign, _ in zip(SIGNS, found.sides, strict=False))
    lines = "".join(
        f"<tr><td>{name}</td>{''.join(_cell(f'{getattr(one, key):.1f}') for one in columns)}</tr>"
        for name, key in zip(words.ROC_READ_ROWS, ("hits", "alarms", "errors", "cost"), strict=True)
    )
    areas = "".join(_cell(f"{sign} {side.bundle.auc:.3f}") for sign, side in zip(SIGNS, found.sides, strict=False))
    top = f"<tr><td>{words.ROC_AREA}</td>{areas}</tr>"
    head = f"<tr><td><b>{words.ROC_PER_100}</b></td>{over}</tr><tr><td></td>{signs}</tr>"
    return f"<table>{top}</table><table>{head}{lines}</table>"


def _cell(text: str) -> str:
    return f'<td align="right">&nbsp;{text}</td>'
