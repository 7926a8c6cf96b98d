"""The tab Shuffles: what each shuffle says and all together, halves, Bradford's row, a counter-example, and more."""

from collections.abc import Hashable
from dataclasses import replace
from functools import cached_property

from PySide6.QtWidgets import QProgressBar, QStackedWidget

from core.application.judge_again import AddedRepeats, Partitions, can_add_repeats, judge_partitions, run_more_repeats
from core.application.run_procedure import DemoRunner, Order, Working
from core.domain.evidence import GIVEN, FitResult
from core.figures.repeat_marks import paper_ticks
from core.wording.units import sentences, unit_of
from gui import strings
from gui.plots.rank_plot import RankPlot
from gui.plots.two_series import TwoSeries
from gui.results.choices import Choice
from gui.results.contests import Contest
from gui.results.looks import count_variant
from gui.results.pages import put
from gui.results.running_tab import RunningTab, Say
from gui.results.tab import View, figure
from gui.strings import exhibits as words
from gui.strings import laboratory
from gui.widgets.parts import plain

More = tuple[FitResult, ...]
METER = 130
TABLES = ("row", "counter")


class ShufflesTab(RunningTab[More]):
    """Whether the answer depended on how the rows were shuffled; shuffles added here do not touch the verdict."""

    cancelled = words.SHUFFLES_CANCELLED

    def __init__(self, say: Say) -> None:
        self._pages = QStackedWidget()
        self.plot = put(self._pages, RankPlot())
        self._pages.setObjectName("shufflesPicture")
        self._pages.setAccessibleName(laboratory.TITLES["shuffles"])
        self.shown = Choice("shufflesShown", words.SHUFFLES_VIEW, self._show)
        self.shown.box.setMinimumContentsLength(16)
        self.count = Choice("shufflesCount", words.SHUFFLES_MORE, lambda: None)
        self.meter = QProgressBar()
        self.meter.setObjectName("shufflesMeter")
        self.meter.setAccessibleName(words.SHUFFLES_METER)
        self.meter.setFixedWidth(METER)
        self.meter.setRange(0, 100)
        self.meter.setTextVisible(False)
        self._found: Partitions | None = None
        self._added, self._extra = AddedRepeats(None), 0
        above = (self.shown, plain(words.SHUFFLES_METER), self.meter)
        super().__init__("shuffles", say, self._pages, above, (self.count,))
        self.start_button.setToolTip(words.SHUFFLES_MORE_TIP)
        self.shown.fill(words.SHUFFLES_VIEWS)

    @cached_property
    def halves(self) -> TwoSeries:
        return put(self._pages, TwoSeries("halvesPlot", words.SHUFFLES_HALVES, joined=False))

    # --- More shuffles -----------------------------------------------------------------------------------------------

    def result_key(self) -> Hashable:
        return self.view.candidate if self.view else None

    def show_view(self, view: View) -> None:
        if self.view is None or view.study is not self.view.study or view.data is not self.view.data:
            self._added, self._found = AddedRepeats(view.file), None
        super().show_view(view)

    def prepare(self, view: View) -> str:
        contest = view.contest
        if contest is None or contest.ranks is None:
            return strings.EXPLORE_NOTHING
        pair = (view.study.candidate(key) for key in view.pair)
        possible = can_add_repeats(view.study) and not any(one.algorithm == GIVEN for one in pair)
        for part in (self.count, self.start_button):
            part.setVisible(possible)
        return ""

    def order(self, view: View) -> Order[More]:
        candidate, total, added = view.contest.candidate if view.contest else "", int(self.count.key), self._added

        def work(shop: DemoRunner) -> Working[More]:
            """What is done is kept, so that a later start goes on from there."""
            known, keeping = (*view.run.outcomes, *added.outcomes), replace(shop, seen=added.keep)
            return (yield from run_more_repeats(keeping, view.study, view.data, candidate, total, known))

        return work

    def started(self, view: View) -> None:
        count_variant(view, words.SHUFFLES_VARIANT.format(count=self.count.key), self._say)

    # --- Showing -----------------------------------------------------------------------------------------------------

    def renew(self) -> None:
        view, added = self.view, self._added
        if view is None or view.contest is None:
            return
        candidate = view.contest.candidate

        def work() -> tuple[Partitions, int]:
            more = added.whole(view.run, view.pair)
            found = judge_partitions(view.study, view.data, view.run, candidate, view.place, more)
            return found, len({outcome.job.repeat for outcome in more})

        self.compute(work, self._take, keep=self._found is not None)
        if added.trouble is not None:
            self._say(words.NOT_KEPT.format(reason=added.trouble))

    def _take(self, taken: tuple[Partitions, int]) -> None:
        found, self._extra = taken
        self._found = found
        self.show_something()
        counts = {str(count): words.SHUFFLES_TO.format(count=count) for count in words.SHUFFLES_COUNTS}
        self.count.fill({key: title for key, title in counts.items() if int(key) > found.repeats})
        self.meter.setValue(round(100 * found.sufficiency))
        enough = found.ranks.enough if found.ranks else ""
        tip = words.SHUFFLES_METER_TIP.format(
            words=strings.EXPLORE_SHUFFLES_ENOUGH.get(enough, ""),
            stat=figure(found.statistic, 3),
            threshold=f"±{figure(found.threshold, 3)}",
        )
        self.meter.setToolTip(tip)
        self.meter.setAccessibleDescription(tip)
        self._show()
        self.tell_end()

    def _show(self) -> None:
        view, found = self.view, self._found
        if view is None or found is None or view.contest is None:
            return
        show = {
            "rank": self._show_ranks,
            "paper": self._show_paper,
            "halves": self._show_halves,
            "row": self._show_row,
        }
        show.get(self.shown.key, self._show_counter)(view, view.contest, found)
        self._pages.setCurrentWidget(self.halves if self.shown.key == "halves" else self.plot)
        self.show_drawn(self.shown.key not in TABLES)

    def _told_added(self) -> str:
        return words.SHUFFLES_EXTENDED.format(count=self._extra) if self._extra else ""

    def _show_ranks(self, view: View, contest: Contest, found: Partitions) -> None:
        ranks = found.ranks
        if ranks is None:
            return
        names = {1: contest.first, -1: contest.second, 0: "–"}
        self.plot.show_ranks(ranks, contest.first)
        said = words.SHUFFLES_ENOUGH_AFTER if found.enough_after else words.SHUFFLES_NOT_ENOUGH
        sentence = ranks.sentence(contest.first, contest.second)
        sentence += said.format(after=found.enough_after, count=found.repeats)
        self.plot.say(sentence)
        self.tell(sentence, strings.EXPLORE_SHUFFLES_ENOUGH.get(ranks.enough, "") + self._told_added())
        unit = unit_of(view.study.question.measure, view.study, view.data, contest.output)
        self.fill(
            strings.EXPLORE_SHUFFLES_HEADINGS,
            [
                (
                    str(mark.repeat + 1),
                    figure(unit.shown(mark.difference)),
                    figure(mark.t),
                    figure(mark.p),
                    names[mark.side],
                )
                for mark in ranks.marks
            ],
        )

    def _show_paper(self, view: View, contest: Contest, found: Partitions) -> None:
        """The same marks on the paper's own axis."""
        self._show_ranks(view, contest, found)
        if found.ranks is not None and isinstance(found.averaged.df, int | float):
            ticks = paper_ticks(found.averaged.df, found.ranks.reach)
            self.plot.show_ranks(found.ranks, contest.first, ticks)
            caption = words.SHUFFLES_PAPER_CAPTION.format(first=contest.first)
            self.tell(self.sentence.text(), caption + self._told_added())

    def _show_halves(self, _view: View, contest: Contest, found: Partitions) -> None:
        unit = contest.unit
        first, second = ([(unit.shown(pair[place]), 0.0) for pair in found.halves] for place in range(2))
        axis = words.SHUFFLES_HALVES_AXIS.format(unit=f", {unit.short}" if unit.short else "")
        self.halves.label_axes(words.SHUFFLES_HALVES_HEADINGS[0], axis)
        self.halves.show_series([str(place + 1) for place in range(len(found.halves))], first, second, (0.0, 0.0))
        if not found.halves:
            self.tell(words.SHUFFLES_HALVES_NONE)
            self.fill((), ())
            return
        caption = words.SHUFFLES_HALVES_CAPTION.format(first=contest.first)
        self.tell(found.halves_sentence(contest.first, contest.second), caption)
        self.halves.say(self.sentence.text())
        self.fill(
            words.SHUFFLES_HALVES_HEADINGS,
            [
                (str(place), *(figure(unit.shown(difference)) for difference in pair))
                for place, pair in enumerate(found.halves, start=1)
            ],
        )

    def _show_row(self, view: View, contest: Contest, found: Partitions) -> None:
        rows = found.table_row(view.study.scheme.folds)
        titles = {"first": contest.first, "second": contest.second, "unclear": words.SHUFFLES_ROW_HEADINGS[3], "": "–"}
        headings = (
            sentences(text.format(first=contest.first, second=contest.second)) for text in words.SHUFFLES_ROW_HEADINGS
        )
        self.tell(words.SHUFFLES_ROW_CAPTION, self._told_added().strip())
        self.fill(
            tuple(headings),
            [
                (
                    view.data.name,
                    one.test,
                    *one.cells(),
                    sentences(words.SHUFFLES_ROW_RESULTS[one.is_average].format(result=titles[one.result])),
                )
                for one in rows
            ],
        )

    def _show_counter(self, _view: View, _contest: Contest, found: Partitions) -> None:
        self.tell(found.counter_sentence(), words.SHUFFLES_COUNTER_CAPTION)
        self.fill(words.SHUFFLES_COUNTER_HEADINGS, found.counter_rows())
