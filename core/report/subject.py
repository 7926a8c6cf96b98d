"""Everything one report is about, and the questions its sections ask of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.application.run_study import load_findings
from core.domain.conclusion import Conclusion, ModelAnswer
from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN, Run
from core.domain.findings import Comparison, Estimate, Findings, Interval
from core.domain.study import Study
from core.domain.vault import VaultReading
from core.engine.plan import list_jobs
from core.engine.versions import read_versions
from core.history.current_conclusion import CurrentConclusion
from core.history.history import History, history_path
from core.laboratory.parametric import Varied
from core.laboratory.put_back import kept_in
from core.laboratory.without_leak import KEY as LEAK
from core.report.text import decimals_of
from core.statistics.deciding_methods import DECIDING
from core.store.study_file import StudyFile
from core.support.errors import StoreError, StudyError
from core.wording.model_names import names_of
from core.wording.origin import find_origin
from core.wording.result_text import ResultText, word_result
from core.wording.units import Unit, unit_of

STATED, ASSUMED = "set by you", "assumed by Evenfold"
NOT_STATED = "not stated"
DECIDING_KEYS = frozenset(DECIDING)
ON_ROWS = ("sign-test", "mcnemar", "mcnemar-midp", "delong")  # tests that look at rows, not at splits
MOST_DECIMALS = {"error": 3, "cost": 3, "auc": 4}


@dataclass(frozen=True, slots=True, eq=False)
class ReportInput:
    """`locked_at`, `source_file` and `statements` (by item of the checklist) are known when the study is in a file.

    `looks` is what the ledger knows of these rows, `vault` what the sealed rows said once they were opened,
    `put_back` the verdicts with the rows in that rules leave out, and `without_leak` those without the inputs that may
    contain the answer, where they were asked for, `changed` whether a seal of the file is broken.
    """

    study: Study
    data: Dataset
    run: Run
    findings: Findings
    plan_hash: str
    locked_at: str = ""
    source_file: str = ""
    statements: Mapping[str, str] = field(default_factory=dict)
    looks: tuple[CurrentConclusion, ...] = ()
    vault: VaultReading | None = None
    put_back: Mapping[str, Varied] = field(default_factory=dict)
    without_leak: Mapping[str, Varied] = field(default_factory=dict)
    changed: bool = False
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
        measure = self.study.question.measure
        return tuple(c for c in self.findings.comparisons if c.comparer in DECIDING_KEYS and c.measure == measure)

    @property
    def tests(self) -> tuple[Comparison, ...]:
        """Every test that has a meaning here: models that were trained elsewhere have rows, and no splits."""
        found = self.findings.comparisons
        return tuple(one for one in found if one.comparer in (*ON_ROWS, *DECIDING)) if self.is_given else found

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


def gaps_decimals(subject: ReportInput, found: Sequence[Comparison]) -> int | None:
    """Decimals of the gaps and ranges of one measure and output."""
    ends = (end for one in found for end in ends_of(one.effect, one.interval))
    return subject.decimals(found[0].measure, found[0].output, ends)


def subject_of(file: StudyFile) -> ReportInput:
    """The subject of a finished study file; its findings as they were saved."""
    study, data, findings = file.study, file.data, load_findings(file)
    if findings is None:
        raise StudyError(f"{file.path.name} is not finished: there is nothing to report yet.", "Let it run to its end.")
    planned = set(list_jobs(study, data))
    outcomes = tuple(sorted((o for o in file.outcomes() if o.job in planned), key=lambda outcome: outcome.job))
    seconds = file.seconds() or sum(o.seconds for o in outcomes)
    run = Run(outcomes, len(outcomes) == len(planned), seconds, file.versions() or read_versions())
    return in_file(file, run, findings)


def in_file(file: StudyFile, run: Run, findings: Findings) -> ReportInput:
    """The subject of a study that is kept in a file, with what the ledger knows of its rows."""
    return ReportInput(
        file.study,
        file.data,
        run,
        findings,
        file.plan_hash,
        file.locked_at or "",
        file.path.name,
        file.statements(),
        looks_on(file.study, file.data),
        file.vault(),
        kept_in(file),
        kept_in(file, LEAK),
        not file.is_unchanged,
    )


def looks_on(study: Study, data: Dataset) -> tuple[CurrentConclusion, ...]:
    """Every comparison on these rows that the ledger of this computer remembers; none when it cannot be read."""
    path = history_path(study)
    try:
        return History.open(path).list_current_conclusions(data) if path.exists() else ()
    except StoreError:
        return ()
