"""The tab Agreement: rows both, one or none got right, and the tests on the rows that only one got right."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from core.application.study_facts import is_imported
from core.domain.chances import word_p_value
from core.domain.findings import Comparison, CountDetails
from core.domain.study import Study
from core.figures.agreement import Agreement, agreement
from core.wording.undefined_text import describe_note
from core.wording.units import sentences
from gui import strings
from gui.results.contests import SIGN_TEST, Contest, comparison
from gui.results.picture_tabs import named
from gui.results.tab import Tab, View
from gui.strings import explore as words

Say = Callable[[str], None]
HEADING = 3.2
"""Lines of text: two, bold, with room around them."""


class Wrapped(QStyledItemDelegate):
    """The room beside the words counts too when their lines are counted, so that none is cut off."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        narrow = QStyleOptionViewItem(option)
        narrow.rect = narrow.rect.adjusted(0, 0, -2 * narrow.fontMetrics.height(), 0)
        return super().sizeHint(narrow, index)


class AgreementTab(Tab):
    """Two by two, in counts and per 100."""

    def __init__(self, say: Say) -> None:
        super().__init__("agreement", say)
        self.table.setWordWrap(True)
        self.table.setItemDelegate(Wrapped(self.table))
        self.table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
        self._later = QTimer(self, singleShot=True, interval=0)  # when the table has its width
        self._later.timeout.connect(self._fit_columns)
        self.table.verticalScrollBar().rangeChanged.connect(lambda _low, _high: self._later.start())
        self._fit_heading()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._later.start()

    def _fit_columns(self) -> None:
        """Three of the same width, with as many lines as their words need."""
        for place in range(2):
            self.table.setColumnWidth(place, self.table.viewport().width() // 3)
        self.table.resizeRowsToContents()

    def redress(self) -> None:
        super().redress()
        self._fit_heading()
        self._later.start()

    def _fit_heading(self) -> None:
        """Names of models may need two lines."""
        self.table.horizontalHeader().setFixedHeight(round(HEADING * self.fontMetrics().height()))

    def show_view(self, view: View) -> None:
        contest = view.contest
        if contest is None:
            self.show_nothing(words.ONE_MODEL)
            return
        test = comparison(view.study, view.findings, SIGN_TEST, contest.candidate, contest.output)
        found = agreement(test)
        if test is None or found is None:
            self.show_nothing(strings.EXPLORE_AGREEMENT_NONE)
            return
        self.show_something()
        self.tell(sentences(found.sentence(contest.first, contest.second)), agreement_caption(view.study))
        self.fill(
            named(strings.EXPLORE_AGREEMENT_HEADINGS, contest),
            [*agreement_rows(found, contest), *tests_of(view, contest), odds_row(test, contest)],
        )
        self._fit_columns()
        self._later.start()


def agreement_caption(study: Study) -> str:
    """Which rows are counted, and what the tests take for granted."""
    at_half = words.AGREEMENT_AT_HALF if study.question.measure == "cost" else ""
    return (words.AGREEMENT_GIVEN if is_imported(study) else words.AGREEMENT_CAPTION) + at_half


def agreement_rows(found: Agreement, contest: Contest) -> list[tuple[str, ...]]:
    counts = ((found.both_right, found.only_candidate), (found.only_baseline, found.both_wrong))
    return [
        (title, *(strings.EXPLORE_AGREEMENT_CELL.format(count=each, share=found.per_100(each)) for each in line))
        for title, line in zip(named(strings.EXPLORE_AGREEMENT_ROWS, contest), counts, strict=True)
    ]


def tests_of(view: View, contest: Contest) -> list[tuple[str, ...]]:
    """The exact test first; the others say the same less cautiously or less exactly."""
    found = (
        (
            title,
            words.AGREEMENT_NOTES[key],
            comparison(view.study, view.findings, key, contest.candidate, contest.output),
        )
        for key, title in words.AGREEMENT_TESTS.items()
    )
    return [
        (title, "–" if test.p is None else word_p_value(test.p), note)
        for title, note, test in found
        if test is not None
    ]


def odds_row(test: Comparison, contest: Contest) -> tuple[str, ...]:
    """How the rows that only one got right are split, with the exact range."""
    title, counts = words.AGREEMENT_SHARE.format(first=contest.first), test.details
    if not isinstance(counts, CountDetails):
        return (title, "–", describe_note(test))
    share, low, high = counts.share, counts.share_low, counts.share_high
    if share is None or low is None or high is None:
        return (title, "–", describe_note(test))
    note = words.AGREEMENT_SHARE_RANGE.format(low=100 * low, high=100 * high)
    return (title, f"{100 * share:.0f} in 100", note)
