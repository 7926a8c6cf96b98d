"""The tab How often would this study be wrong?: ranges of smaller studies against what the whole table shows."""

from collections.abc import Hashable
from typing import Any

import pyqtgraph

from core.application.paper_studies import WrongStudies, explain_refusal, measure_wrong_studies
from core.application.run_procedure import DemoRunner, Order, Working
from core.domain.evidence import GIVEN
from core.wording.units import plural, sentences
from gui import strings, theme
from gui.plots.ink import thin
from gui.plots.interval_rows import IntervalRows, RangeRow
from gui.results.looks import count_variant
from gui.results.running_tab import RunningTab, Say
from gui.results.tab import View, figure
from gui.strings import exhibits as words
from gui.strings import explore as explore_words


class HalvesPlot(IntervalRows):
    """One range per half, and the line of what the whole table shows."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__(name, title)
        self._line: Any = pyqtgraph.InfiniteLine(0, angle=90)
        self.plot.addItem(self._line, ignoreBounds=True)
        self.dress()

    def show_line(self, value: float) -> None:
        self._line.setValue(value)

    def dress(self) -> None:
        super().dress()
        if hasattr(self, "_line"):
            self._line.setPen(thin(theme.current().text))


class WrongTab(RunningTab[WrongStudies]):
    """The chosen model against the baseline."""

    kinds = (WrongStudies,)
    intro = f"{words.WRONG_INTRO} {words.LOOK}"

    def __init__(self, say: Say) -> None:
        self.plot = HalvesPlot("wrongPlot", words.WRONG)
        super().__init__("wrong", say, self.plot)

    def prepare(self, view: View) -> str:
        if view.contest is None:
            return explore_words.ONE_MODEL
        if any(view.study.candidate(key).algorithm == GIVEN for key in view.pair):
            return strings.EXPLORE_NOTHING
        return explain_refusal(view.study, view.data)

    def result_key(self) -> Hashable:
        return (self.view.candidate, self.view.output) if self.view else None

    def order(self, view: View) -> Order[WrongStudies]:
        baseline, candidate = (view.study.candidate(key) for key in view.pair)

        def work(shop: DemoRunner) -> Working[WrongStudies]:
            return (yield from measure_wrong_studies(shop, view.study, view.data, (baseline, candidate), view.place))

        return work

    def started(self, view: View) -> None:
        count_variant(view, words.WRONG_VARIANT, self._say)

    def show_result(self, view: View, result: WrongStudies) -> None:
        contest = view.contest
        scale, unit = (1.0, "") if contest is None else (contest.unit.scale, contest.unit.short)
        rows = [
            RangeRow(
                words.WRONG_HALF.format(number=number),
                scale * (one.mean or 0.0),
                None if one.low is None else scale * one.low,
                None if one.high is None else scale * one.high,
                result.misses(one),
            )
            for number, one in enumerate(result.studies, 1)
        ]
        first = sentences(view.names[result.first])
        axis = words.WRONG_AXIS.format(first=first, unit=f", {unit}" if unit else "")
        self.plot.show_rows(rows, axis, from_zero=False)
        self.plot.show_line(scale * result.difference)
        group = plural(view.data.group_name) if result.groups else ""
        difference = f"{figure(scale * result.difference, 3)} {unit}".strip()
        caption = words.WRONG_CAPTION.format(difference=difference, rows=result.train_rows)
        self.tell(result.sentence(view.names, group), caption)
        self.plot.say(self.sentence.text())
        said = {True: words.WRONG_YES, False: words.WRONG_NO}
        self.fill(
            words.WRONG_HEADINGS,
            [(one.name, figure(one.value), figure(one.low), figure(one.high), said[one.marked]) for one in rows],
        )
