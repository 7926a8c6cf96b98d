"""Everything one report is about, and the questions its sections ask of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.domain.check_result import CheckResult
from core.domain.conclusion import Conclusion, ModelAnswer
from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN, Run
from core.domain.final_test import FinalTestResult
from core.domain.findings import Comparison, ComparisonRole, Estimate, Findings, Interval
from core.domain.laboratory_results import VariedStudy
from core.domain.model_explanation import Reasons
from core.domain.prediction import ClassLimit, ErrorLimit
from core.domain.study import Study
from core.figures.chart import Chart
from core.history.current_conclusion import CurrentConclusion
from core.report.report_text import decimals_of
from core.wording.model_names import names_of
from core.wording.origin import find_origin
from core.wording.result_text import ResultText, word_result
from core.wording.units import Unit, unit_of

STATED, ASSUMED = "set by you", "assumed by Evenfold"
NOT_STATED = "not stated"
ON_ROWS = ("sign-test", "mcnemar", "mcnemar-midp", "delong")  # tests that look at rows, not at splits
MOST_DECIMALS = {"error": 3, "cost": 3, "auc": 4}


@dataclass(frozen=True, slots=True, eq=False)
class ReportInput:
    """`locked_at`, `source_file` and `statements` (by item of the checklist) are known when the study is in a file.

    `earlier_comparisons` is what the history knows of these rows, `final_test` what the final test rows said once
    they were opened, `put_back` the results with the rows in that rules leave out, and `without_leak` those without
    the inputs that may contain the answer, where they were asked for, `changed` whether a checksum of the file is
    broken, `checks` the report card, `reasons` what is known beside the performance, `charts` the plots of the result
    page, `is_short` whether two pages are wanted in place of all of it.
    """

    study: Study
    data: Dataset
    run: Run
    findings: Findings
    plan_hash: str
    locked_at: str = ""
    source_file: str = ""
    statements: Mapping[str, str] = field(default_factory=dict)
    earlier_comparisons: tuple[CurrentConclusion, ...] = ()
    final_test: FinalTestResult | None = None
    put_back: Mapping[str, VariedStudy] = field(default_factory=dict)
    without_leak: Mapping[str, VariedStudy] = field(default_factory=dict)
    changed: bool = False
    checks: tuple[CheckResult, ...] = ()
    reasons: Reasons = field(default_factory=Reasons)
    charts: tuple[Chart, ...] = ()
    is_short: bool = False
    ranges: tuple[ErrorLimit | ClassLimit, ...] = ()
    names: Mapping[str, str] = field(init=False)
    text: ResultText = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", names_of(self.study, self.data))
        object.__setattr__(self, "text", word_result(self.study, self.data, self.findings))

    @property
    def conclusion(self) -> Conclusion:
        return self.findings.conclusion

    def name(self, key: str) -> str:
        return self.names.get(key, key)

    @property
    def comparisons(self) -> int:
        """The count alpha is divided by, as it was locked."""
        return self.findings.conclusion.comparisons

    @property
    def has_outputs(self) -> bool:
        return len(self.data.outputs) > 1

    @property
    def is_descriptive(self) -> bool:
        """Whether the design supports no claim, whatever the numbers are."""
        return self.conclusion.is_descriptive

    @property
    def is_given(self) -> bool:
        """Whether all models were trained elsewhere, and only their predictions are known."""
        return all(candidate.algorithm == GIVEN for candidate in self.study.candidates)

    @property
    def row_is_told(self) -> bool:
        return self.study.row_meaning != "row"

    def of(self, output: str) -> str:
        """ " (K_T)" where there are several outputs."""
        return f" ({output})" if self.has_outputs and output else ""

    def unit(self, measure: str, output: str = "") -> Unit:
        return unit_of(measure, self.study, self.data, output or self.data.outputs[0])

    def decimals(self, measure: str, output: str, values: Iterable[float | None]) -> int | None:
        """Decimals of these values of one measure in the unit shown; no more than anybody could act on."""
        found = decimals_of(values, self.unit(measure, output).scale)
        most = MOST_DECIMALS.get(measure)
        return found if most is None else min(most, most if found is None else found)

    def who(self, *fields: str) -> str:
        """Who fixed a value of the plan; of several the one that was not stated."""
        found = [find_origin(self.study, field).words for field in fields]
        return next((words for words in found if words != STATED), STATED)

    def estimate(self, key: str, measure: str, output: str, scheme: str = "") -> Estimate | None:
        wanted = (key, measure, output, scheme or self.study.scheme.kind.value)
        found = self.findings.estimates
        return next((e for e in found if (e.algorithm, e.measure, e.output, e.scheme) == wanted), None)

    def deciding(self) -> tuple[Comparison, ...]:
        """One per row of the result: the comparison that decides, on the main measure."""
        return tuple(one for one in self.findings.comparisons if one.role is ComparisonRole.DECIDES)

    @property
    def tests(self) -> tuple[Comparison, ...]:
        """Every test that has a meaning here: models that were trained elsewhere have rows, and no splits."""
        found = self.findings.comparisons
        return (
            tuple(one for one in found if one.comparer in ON_ROWS or one.role is not ComparisonRole.BESIDE)
            if self.is_given
            else found
        )

    def row(self, found: Comparison) -> ModelAnswer | None:
        """The row of the result that a comparison belongs to; "which" holds the leader against the model."""
        models = (found.first, found.second)
        for row in self.conclusion.rows:
            known = row.difference
            if known is not None and row.output == found.output and (known.first, known.second) == models:
                return row
        return None

    def headline(self) -> Comparison | None:
        """The comparison behind the headline; the first output of the model it names where there are several."""
        row = self.conclusion.main_row
        if row is None or row.difference is None:
            return next(iter(self.deciding()), None)
        pair = (row.difference.first, row.difference.second, row.output)
        return next((c for c in self.deciding() if (c.first, c.second, c.output) == pair), None)

    @property
    def leading(self) -> str:
        """The key of the model the headline is about."""
        return self.conclusion.model

    def leading_first(self, found: Iterable[Comparison]) -> list[Comparison]:
        return sorted(found, key=lambda c: self.leading not in (c.first, c.second))


def ends_of(value: float | None, interval: Interval | None) -> list[float | None]:
    """Everything that is printed beside each other, to be given the same decimals."""
    return [value, *((interval.low, interval.high) if interval else ())]


def difference_decimals(subject: ReportInput, found: Sequence[Comparison]) -> int | None:
    """Decimals of the gaps and ranges of one measure and output."""
    ends = (end for one in found for end in ends_of(one.effect, one.interval))
    return subject.decimals(found[0].measure, found[0].output, ends)
