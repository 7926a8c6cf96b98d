"""The tab Several outputs: all outputs together against each by itself."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QLabel

from core.application.inspect_predictions import (
    OutputDifferences,
    collect_output_differences,
    compare_each_output,
    compute_ellipse,
    run_joint_tests,
)
from core.domain.chances import word_p_value
from core.domain.laboratory_results import JointTest, OutputDifference
from core.support.errors import DataError
from core.wording.units import sentences
from gui.plots.ellipse import EllipsePlot
from gui.results.choices import Choice
from gui.results.tab import Tab, View, figure
from gui.strings import explore as words

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True, eq=False)
class Together:
    differences: OutputDifferences
    alone: tuple[OutputDifference, ...]
    tests: tuple[JointTest, ...]


class OutputsTab(Tab):
    def __init__(self, say: Say) -> None:
        self.plot = EllipsePlot()
        self.across = Choice("outputAcross", words.OUTPUTS_ACROSS, self._show)
        self.upward = Choice("outputUpward", words.OUTPUTS_UPWARD, self._show)
        self.readout = QLabel()
        self.readout.setWordWrap(True)
        self._found: Together | None = None
        self._view: View | None = None
        super().__init__("outputs", say, self.plot, side=(self.across, self.upward, self.readout))

    def show_view(self, view: View) -> None:
        self._view, self._found = view, None
        candidate = view.candidate
        if candidate is None:
            self.show_nothing(words.ONE_MODEL)
            return
        self.compute(lambda: together(view, candidate), self._take)

    def _take(self, found: Together) -> None:
        self._found = found
        self.show_something()
        titles = {str(place): output for place, output in enumerate(found.differences.outputs)}
        self.across.fill(titles, "0")
        self.upward.fill(titles, "1")
        self.readout.setText("<br>".join(joint_words(test) for test in found.tests))
        self.fill(words.OUTPUTS_HEADINGS, [*map(gap_row, found.alone), *map(joint_row, found.tests)])
        self._show()

    def _show(self) -> None:
        if self._found is None or self._view is None or self._view.contest is None:
            return
        differences, chosen = self._found.differences, [int(self.across.key or 0), int(self.upward.key or 0)]
        first, second = (differences.outputs[place] for place in chosen)
        if chosen[0] == chosen[1]:
            self.tell(words.OUTPUTS_TWICE)
            return
        try:
            drawn = compute_ellipse(differences, *chosen)
        except DataError as problem:
            self.tell(str(problem))
            return
        name = self._view.contest.first
        titles = axis(first, self._found.alone[chosen[0]].unit), axis(second, self._found.alone[chosen[1]].unit)
        self.plot.show_ellipse(drawn, differences.differences[:, chosen], titles)
        self.tell(drawn.sentence(first, second), words.OUTPUTS_CAPTION.format(first=name))
        self.plot.say(self.sentence.text())


def together(view: View, candidate: str) -> Together:
    found = collect_output_differences(view.study, view.data, view.run, candidate)
    return Together(found, compare_each_output(found), run_joint_tests(found))


def axis(output: str, unit: str) -> str:
    """With the unit, unless it stands in the output's name already."""
    said = words.OUTPUTS_AXIS.format(output=output)
    return f"{said}, {unit}" if unit and f"({unit})" not in output else said


def joint_words(test: JointTest) -> str:
    p = word_p_value(test.p) if test.p is not None else test.reason
    title = f"<b>{test.title}</b>" if test.decides else test.title
    return f"{title}: {p}" if test.decides else f"{title}: {p}; {words.OUTPUTS_EXHIBIT}"


def gap_row(one: OutputDifference) -> tuple[str, ...]:
    side = words.OUTPUTS_UNCLEAR if one.low is None or one.high is None or one.low <= 0 <= one.high else ""
    shown = side or (words.OUTPUTS_AHEAD if one.difference > 0 else words.OUTPUTS_BEHIND)
    return (one.output, figure(one.difference), figure(one.low), figure(one.high), one.unit, "–", shown)


def joint_row(test: JointTest) -> tuple[str, ...]:
    note = " ".join(part for part in (sentences(test.note) + ".", test.reason) if part)
    return (test.title, figure(test.statistic), "–", "–", "", figure(test.p, 3), note)
