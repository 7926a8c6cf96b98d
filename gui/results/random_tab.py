"""The tab Randomization: what the pipeline reaches when answers are dealt out by chance."""

from collections.abc import Hashable

from core.application.describe_measures import find_measure
from core.application.paper_studies import RANDOMIZATION_HEADINGS, RandomizationResult, run_randomization
from core.application.run_procedure import Order
from core.wording.units import plural
from gui import strings
from gui.plots.chance_plot import ChancePlot
from gui.results.choices import Choice
from gui.results.running_tab import RunningTab, Say, models, name_of
from gui.results.tab import View
from gui.results.words import axis_unit
from gui.strings import exhibits as words


class RandomTab(RunningTab[RandomizationResult]):
    """One model at a time, under the study's own scheme with one shuffle."""

    kinds = (RandomizationResult,)
    intro = words.RANDOM_INTRO

    def __init__(self, say: Say) -> None:
        self.plot = ChancePlot("chancePlot", words.RANDOM)
        self.model_choice = Choice("randomModel", words.MODEL, self.renew)
        self.times = Choice("randomTimes", words.MUCH, self.renew)
        self.times.fill(words.RANDOM_TIMES, "99")
        super().__init__("randomization", say, self.plot, (self.model_choice, self.times))

    def prepare(self, view: View) -> str:
        known = models(view)
        self.model_choice.fill(known, view.candidate or view.study.baseline)
        return "" if known else strings.EXPLORE_NOTHING

    def result_key(self) -> Hashable:
        return self.model_choice.key, self.times.key, self.view.output if self.view else ""

    def count_trainings(self, view: View) -> int:
        return (int(self.times.key) + 2) * view.study.scheme.folds

    def order(self, view: View) -> Order[RandomizationResult]:
        candidate, times = view.study.candidate(self.model_choice.key), int(self.times.key)
        return lambda shop: run_randomization(
            shop, view.study, view.data, candidate, times, view.place, view.study.seed
        )

    def show_result(self, view: View, result: RandomizationResult) -> None:
        row = find_measure(result.measure)
        if result.observed is None or not result.permuted:
            self.show_nothing(result.sentence(name_of(view.names, result.candidate)))
            return
        self.plot.show_values(
            [row.shown(value) for value in result.permuted],
            row.shown(result.observed),
            None if result.trivial is None else row.shown(result.trivial),
            axis_unit(row, plural(view.study.row_meaning), view.study.columns, view.output),
            words.RANDOM_AXIS,
        )
        self.tell(
            result.sentence(name_of(view.names, result.candidate)),
            words.RANDOM_CAPTION + (words.RANDOM_GROUPS if result.by_groups else ""),
        )
        self.plot.say(self.sentence.text())
        self.fill(RANDOMIZATION_HEADINGS, result.rows())
