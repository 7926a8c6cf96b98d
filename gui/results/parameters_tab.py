"""The tab Parameters: the verdict with other settings and other folds, and both models on data whose truth is known."""

from collections.abc import Hashable

from PySide6.QtWidgets import QStackedWidget, QWidget

from core.application.describe_measures import find_measure
from core.application.judge_again import DOUBTFUL_INPUTS as LEAK
from core.application.judge_again import (
    EXHIBIT,
    LEFT_OUT_ROWS,
    can_leave_out_leaks,
    judge_with_excluded_rows,
    judge_without_leaks,
    list_settings,
    vary_folds,
    vary_setting,
)
from core.application.paper_studies import HARDNESS, GeneratedComparison, Step, compare_on_generated_data
from core.application.run_procedure import Order
from core.application.study_files import StudyFile
from core.domain.evidence import GIVEN
from core.domain.laboratory_results import VariedStudy
from core.domain.study import Candidate, Study
from core.wording.method_tables import MEASURE_ENTRIES
from core.wording.units import plural, sentences
from gui.plots.key import LINES, SeriesKey
from gui.plots.two_lines import TwoLines
from gui.plots.variants import VariantRows
from gui.results.choices import Choice
from gui.results.looks import count_variant
from gui.results.running_tab import RunningTab, Say
from gui.results.sensitivity_tab import axis, shown_margin, variant_sentence
from gui.results.tab import View, figure
from gui.strings import explore as words
from gui.widgets.parts import column

Result = VariedStudy | GeneratedComparison
NUMBER_OF_FOLDS = "folds"
MADE = "made:"
WIDE = 30
"""Letters of the longest names of settings."""


class ParametersTab(RunningTab[Result]):
    """Trains again when asked; settings and folds count as a look, generated data does not."""

    kinds = (VariedStudy, GeneratedComparison)
    intro = words.PARAMETERS_INTRO

    def __init__(self, say: Say) -> None:
        self.variants = VariantRows("parametersPlot", words.PARAMETERS_TITLE)
        self.lines = TwoLines("generatedPlot", words.PARAMETERS_TITLE, marked=True)
        self._key = SeriesKey(LINES)
        made = QWidget()
        inside = column(self._key, self.lines, spacing=2)
        inside.setStretch(1, 1)
        made.setLayout(inside)
        self.pages = QStackedWidget()
        self.pages.setObjectName("parametersPicture")
        self.pages.setAccessibleName(words.PARAMETERS_TITLE)
        self.pages.addWidget(self.variants)
        self.pages.addWidget(made)
        self.varied = Choice("parametersVaried", words.PARAMETERS_VARIED, self.renew)
        self.varied.box.setMinimumContentsLength(WIDE)
        super().__init__(EXHIBIT, say, self.pages, (self.varied,))

    def prepare(self, view: View) -> str:
        if view.contest is None:
            return words.ONE_MODEL
        candidate = self._candidate(view)
        if GIVEN in (candidate.algorithm, view.study.candidate(view.study.baseline).algorithm):
            return words.PARAMETERS_GIVEN
        name = sentences(view.contest.first)
        own = {
            row.key: words.PARAMETERS_SETTING.format(name=name, setting=row.title) for row in list_settings(candidate)
        }
        made = {f"{MADE}{row.key}": words.PARAMETERS_MADE.format(what=row.title.lower()) for row in HARDNESS}
        rows = {LEFT_OUT_ROWS: words.PARAMETERS_ROWS} if can_put_back(view.study, view.file) else {}
        leak = {LEAK: words.PARAMETERS_LEAK} if can_leave_out_leaks(view.study, view.data) else {}
        self.varied.fill({**rows, **leak, **own, NUMBER_OF_FOLDS: words.PARAMETERS_FOLDS, **made})
        return ""

    def _candidate(self, view: View) -> Candidate:
        assert view.contest is not None
        return view.study.candidate(view.contest.candidate)

    def result_key(self) -> Hashable:
        return self.varied.key, self.view.candidate if self.view else "", self.view.output if self.view else ""

    def order(self, view: View) -> Order[Result]:
        candidate, key, study, data = self._candidate(view), self.varied.key, view.study, view.data
        if key.startswith(MADE):
            return lambda shop: compare_on_generated_data(
                shop, study, data, candidate, key.removeprefix(MADE), study.seed
            )
        if key == LEFT_OUT_ROWS:
            return lambda shop: judge_with_excluded_rows(shop, study, data, view.run, candidate, view.place)
        if key == LEAK:
            return lambda shop: judge_without_leaks(shop, study, data, view.run, candidate, view.place)
        if key == NUMBER_OF_FOLDS:
            return lambda shop: vary_folds(shop, study, data, candidate, view.place)
        return lambda shop: vary_setting(shop, study, data, candidate, key, view.place)

    def started(self, view: View) -> None:
        if not self.varied.key.startswith(MADE):
            count_variant(view, self.varied.box.currentText(), self._say)

    def renew(self) -> None:
        self.intro = words.PARAMETERS_INTROS.get(self.varied.key, words.PARAMETERS_INTRO)
        super().renew()

    # --- Showing -----------------------------------------------------------------------------------------------------

    def show_result(self, view: View, result: Result) -> None:
        if isinstance(result, VariedStudy):
            self._show_varied(view, result)
        else:
            self._show_generated(view, result)

    def _show_varied(self, view: View, found: VariedStudy) -> None:
        assert view.contest is not None
        self.pages.setCurrentIndex(0)
        self.variants.show_variants(found.variants, shown_margin(view.contest), axis(view.contest))
        caption = words.PARAMETERS_CAPTIONS.get(self.varied.key, words.PARAMETERS_CAPTION)
        self.tell(" ".join(found.told) or variant_sentence(found.variants), caption.format(what=found.what))
        self.variants.say(self.sentence.text())
        self.fill(
            (found.what, *words.SENSITIVITY_HEADINGS[1:]),
            [
                (one.label, figure(one.difference), figure(one.low), figure(one.high), one.verdict, one.note)
                for one in found.variants
            ],
        )

    def _show_generated(self, view: View, found: GeneratedComparison) -> None:
        assert view.contest is not None
        self.pages.setCurrentIndex(1)
        both = [sentences(name) for name in (view.contest.second, view.contest.first)]
        self._key.show_names(*both)
        row = find_measure(found.measure)
        at = [one.at for one in found.steps]
        theirs, ours = ([value or 0.0 for value in side] for side in _sides(found.steps))
        self.lines.show_lines((at, theirs), (at, ours))
        self.lines.show_bars(
            [(one.at, one.baseline_range) for one in found.steps],
            [(one.at, one.candidate_range) for one in found.steps],
        )
        self.lines.show_floor((at, [one.least for one in found.steps]))
        self.lines.label_axes(found.hardness.title.lower(), MEASURE_ENTRIES[row.key].unit.format(rows=plural("row")))
        air = 0.05 * (max(at) - min(at))
        spans = [span for one in found.steps for span in (one.baseline_range, one.candidate_range) if span is not None]
        highest = max(*theirs, *ours, *(high for _, high in spans))
        self.lines.show_range((min(at) - air, max(at) + air), (0.0, 1.08 * highest))
        self.tell(
            found.sentence(view.contest.first, view.contest.second),
            words.PARAMETERS_MADE_CAPTION.format(note=found.hardness.note),
        )
        self.lines.say(self.sentence.text())
        self.fill(
            (
                found.hardness.title,
                *(text for name in both for text in (name, words.PARAMETERS_RANGE.format(name=name))),
                words.PARAMETERS_LEAST,
            ),
            [
                (
                    f"{one.at:g}",
                    figure(one.baseline),
                    range_words(one.baseline_range),
                    figure(one.candidate),
                    range_words(one.candidate_range),
                    figure(one.least),
                )
                for one in found.steps
            ],
        )


def can_put_back(study: Study, file: StudyFile | None) -> bool:
    """Whether rules leave rows out of a study none of whose rows are sealed."""
    return bool(study.columns.excluded) and not (file is not None and file.final_test_size)


def range_words(span: tuple[float, float] | None) -> str:
    return "–" if span is None else f"{figure(span[0])} to {figure(span[1])}"


def _sides(steps: tuple[Step, ...]) -> tuple[list[float | None], list[float | None]]:
    return [one.baseline for one in steps], [one.candidate for one in steps]
