"""The exhibit that draws differences fold by fold."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from core.application.describe_measures import find_measure
from core.application.study_facts import is_imported
from core.domain.study import Study
from core.figures.split_differences import SplitDifferences, differences
from core.wording.units import sentences
from gui import strings
from gui.plots.gaps import GapHistogram, GapPoints
from gui.results.contests import Contest, estimate
from gui.results.tab import Tab, View, figure
from gui.strings import explore as words
from gui.strings import laboratory
from gui.widgets.parts import column, plain, row

Say = Callable[[str], None]


class GapsTab(Tab):
    """Where the pairing becomes visible."""

    def __init__(self, say: Say) -> None:
        self.points, self.histogram = GapPoints(), GapHistogram()
        picture = QWidget()
        picture.setObjectName("gapsPicture")
        picture.setAccessibleName(laboratory.TITLES["gaps"])
        sides = (
            column(plain(strings.EXPLORE_GAPS_POINTS, "strong"), self.points, spacing=2),
            column(plain(strings.EXPLORE_GAPS_HISTOGRAM, "strong"), self.histogram, spacing=2),
        )
        layout = row(*sides)
        for place, side in enumerate(sides):
            side.setStretch(1, 1)
            layout.setStretch(place, 1)
        picture.setLayout(layout)
        super().__init__("gaps", say, picture)

    def show_view(self, view: View) -> None:
        contest, study = view.contest, view.study
        row = find_measure(study.question.measure)
        mine = contest and estimate(study, view.findings, contest.candidate, row.key, contest.output)
        theirs = contest and estimate(study, view.findings, study.baseline, row.key, contest.output)
        found = (
            differences(theirs, mine, row.scale, row.lower_is_better, contest.margin)
            if mine and theirs and contest
            else None
        )
        if contest is None or found is None:
            self.show_nothing(words.ONE_MODEL if contest is None else strings.EXPLORE_NOTHING)
            return
        self.show_something()
        self.points.show_gaps(found, sentences(contest.first), sentences(contest.second), contest.unit.short)
        self.histogram.show_gaps(found, contest.first, contest.unit.short)
        sentence = found.sentence(contest.first, contest.second, contest.unit.apart or contest.unit.short)
        self.points.say(sentence)
        self.histogram.say(sentence)
        self.tell(sentence, gaps_caption(found, contest.first, study))
        places = [(outcome.job.repeat + 1, outcome.job.fold + 1) for outcome in view.run.of(contest.candidate)]
        self.fill(
            named(strings.EXPLORE_GAPS_HEADINGS, contest),
            [
                (*map(str, places[pair.split]), figure(pair.baseline), figure(pair.candidate), figure(pair.difference))
                for pair in found.pairs
            ],
        )


def gaps_caption(found: SplitDifferences, first: str, study: Study) -> str:
    """How to read both pictures."""
    lower = find_measure(study.question.measure).lower_is_better
    which = strings.EXPLORE_GAPS_LOWER_IS_BETTER if lower else strings.EXPLORE_GAPS_HIGHER_IS_BETTER
    why = strings.EXPLORE_GAPS_GIVEN if is_imported(study) else strings.EXPLORE_GAPS_PAIRED
    caption = strings.EXPLORE_GAPS_CAPTION.format(lower=which.format(first=first), why=why)
    return f"{strings.EXPLORE_GAPS_TOGETHER} {caption}" if max(found.places.values()) > 1 else caption


def named(headings: tuple[str, ...], contest: Contest) -> tuple[str, ...]:
    """Headings with the names of the two models in them."""
    return tuple(sentences(text.format(first=contest.first, second=contest.second)) for text in headings)
