"""The tabs of Explore that list: every test, every training."""

from collections.abc import Callable

from core.application.charts.tests_table import CAPTION, HEADINGS, tabulate_tests, word_family
from core.domain.evidence import MAIN, FitResult, Run
from core.wording.units import sentences
from gui import strings
from gui.results.choices import Choice
from gui.results.tab import Tab, View
from gui.results.words import setting_words
from gui.strings import explore as words

Say = Callable[[str], None]
SHORT = 16
"""Signs of a fingerprint that are enough to recognize it."""


class ComparisonsTab(Tab):
    """All comparisons of the study, those of the chosen candidate first, exhibits included."""

    def __init__(self, say: Say) -> None:
        super().__init__("tests", say)

    def show_view(self, view: View) -> None:
        self.show_something()
        said = word_family(view.study, view.findings)
        self.tell(said or CAPTION, CAPTION if said else "")
        rows = tabulate_tests(view.study, view.data, view.run, view.findings, view.names, view.candidate, view.output)
        self.fill(HEADINGS, rows)


class LogTab(Tab):
    """Every training with its time, settings and ending, or every event of the study with its time."""

    def __init__(self, say: Say) -> None:
        self.shown = Choice("logShown", words.ROC_VIEW, self._show)
        self.shown.fill(words.LOG_VIEWS)
        self._view: View | None = None
        super().__init__("log", say, controls=(self.shown, 0))

    def show_view(self, view: View) -> None:
        self._view = view
        self._show()

    def _show(self) -> None:
        view = self._view
        if view is None:
            return
        self.show_something()
        if self.shown.key == "events":
            self.tell(events_sentence(view))
            self.fill(words.LOG_EVENT_HEADINGS, view.file.log_lines() if view.file else [])
        else:
            self.tell(strings.EXPLORE_LOG_CAPTION)
            self.fill(strings.EXPLORE_LOG_HEADINGS, [log_row(outcome, view) for outcome in in_order(view.run)])


def events_sentence(view: View) -> str:
    """With the fingerprints by which plan and data can be recognized."""
    if view.file is None:
        return words.LOG_NO_FILE
    return words.LOG_EVENTS.format(plan=view.file.plan_hash[:SHORT], data=view.data.fingerprint[:SHORT])


def in_order(run: Run) -> list[FitResult]:
    """The main scheme first."""
    return sorted(run.outcomes, key=lambda outcome: outcome.job.part != MAIN)


def log_row(outcome: FitResult, view: View) -> tuple[str, ...]:
    job = outcome.job
    ending = outcome.ending.value if outcome.ok else f"{outcome.ending.value}: {outcome.message}"
    return (
        job.part,
        str(job.repeat + 1),
        str(job.fold + 1),
        sentences(view.names.get(job.candidate, job.candidate)),
        str(len(outcome.rows)),
        f"{outcome.seconds:.3f}",
        setting_words(outcome.settings),
        "; ".join((ending, *outcome.warnings)),
    )
