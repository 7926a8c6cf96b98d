"""The tabs of Explore that list: every test, every training."""

from collections.abc import Callable

from core.domain.evidence import MAIN, FitResult, Run
from core.domain.findings import Comparison
from core.laboratory.clt_range import compute_clt_range
from core.report.sections.decider import standing_in, title_of
from core.statistics.measures import find_measure
from core.wording.tendency_text import word_tendency
from core.wording.undefined_text import describe_note
from core.wording.units import sentences
from gui import strings
from gui.results.choices import Choice
from gui.results.tab import Tab, View, figure
from gui.results.words import setting_words
from gui.strings import explore as words

Say = Callable[[str], None]
SHORT = 16
"""Signs of a fingerprint that are enough to recognise it."""


class ComparisonsTab(Tab):
    """All comparisons of the study, those of the chosen candidate first, exhibits included."""

    def __init__(self, say: Say) -> None:
        super().__init__("tests", say)

    def show_view(self, view: View) -> None:
        self.show_something()
        self.tell(strings.EXPLORE_TESTS_CAPTION)
        found = sorted(view.findings.comparisons, key=lambda one: one.output != view.output)
        chosen = [comparison_row(one, view) for one in found if one.first == view.candidate]
        others = [comparison_row(one, view) for one in found if one.first != view.candidate]
        self.fill(strings.EXPLORE_TESTS_HEADINGS, [*chosen, *list_unstored_rows(view), *others])


def comparison_row(found: Comparison, view: View) -> tuple[str, ...]:
    span, unit = found.interval, find_measure(found.measure)
    effect = None if found.effect is None else unit.shown(found.effect)
    return (
        title_of(found),
        standing_in(view.findings.conclusion, found),
        sentences(view.names.get(found.first, found.first)),
        found.output,
        unit.title,
        figure(effect),
        f"{figure(unit.shown(span.low))} to {figure(unit.shown(span.high))}" if span else "–",
        figure(found.statistic),
        figure(found.p, 3),
        figure(found.p_required, 3),
        describe_note(found) or word_tendency(found.comparer),
    )


def list_unstored_rows(view: View) -> list[tuple[str, ...]]:
    """Ranges that are no part of the findings: Bayle's, computed here, and Bates', which would take more trainings."""
    if view.candidate is None:
        return []
    study, unit, place = view.study, find_measure(view.study.question.measure), view.place
    found = compute_clt_range(
        study, view.data, view.run, view.candidate, study.baseline, place, view.findings.conclusion.level
    )
    name = sentences(view.names.get(view.candidate, view.candidate))
    about = (words.TEST_BESIDE, name, view.data.outputs[place], unit.title)
    missing = ("–",) * 5
    rows: list[tuple[str, ...]] = [(words.NESTED_RANGE, *about, *missing, word_tendency("nested"))]
    if found is not None:
        ends = f"{figure(unit.shown(found.low))} to {figure(unit.shown(found.high))}"
        shown = (figure(unit.shown(found.mean)), ends, figure(found.statistic), "–", "–")
        rows.insert(0, (words.CLT_RANGE, *about, *shown, word_tendency("clt")))
    return rows


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
    """With the fingerprints by which plan and data can be recognised."""
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
