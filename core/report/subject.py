"""Everything one report is about, and the questions its sections ask of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.domain.dataset import Dataset
from core.domain.evidence import Run
from core.domain.findings import Comparison, Estimate, Findings, Interval, Verdict, VerdictKind
from core.domain.study import Study
from core.domain.vault import VaultReading
from core.engine.plan import list_jobs
from core.engine.versions import read_versions
from core.history.current_conclusion import CurrentConclusion
from core.history.history import History, history_path
from core.judge.forecast import comparisons_of
from core.judge.gaps import is_one_test_set
from core.judge.names import GIVEN, names_of
from core.judge.words import Unit, unit_of
from core.laboratory.parametric import Varied
from core.laboratory.put_back import kept_in
from core.laboratory.without_leak import KEY as LEAK
from core.report.text import decimals_of
from core.statistics.comparison_tests import COMPARISON_TESTS
from core.store.study_file import StudyFile
from core.support.errors import StoreError, StudyError

HEADLINE = COMPARISON_TESTS[0].key
STATED, ASSUMED = "stated by the user", "assumed by Evenfold"
NOT_STATED = "not stated"
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

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", names_of(self.study, self.data))

    def name(self, key: str) -> str:
        return self.names.get(key, key)

    @property
    def comparisons(self) -> int:
        """The count the bar is divided by."""
        return comparisons_of(self.study, self.data)

    @property
    def has_outputs(self) -> bool:
        return len(self.data.outputs) > 1

    @property
    def is_descriptive(self) -> bool:
        """Whether the design supports no claim, whatever the numbers are."""
        return self.findings.verdict.outcome is VerdictKind.DESCRIPTIVE

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
        """Who fixed a value of the plan."""
        return ASSUMED if set(fields) & set(self.study.assumed) else STATED

    def estimate(self, key: str, measure: str, output: str, scheme: str = "") -> Estimate | None:
        wanted = (key, measure, output, scheme or self.study.scheme.kind.value)
        found = self.findings.estimates
        return next((e for e in found if (e.algorithm, e.measure, e.output, e.scheme) == wanted), None)

    def deciding(self) -> tuple[Comparison, ...]:
        """One per candidate and output: the comparison that decides, on the main measure."""
        measure = self.study.question.measure
        found = (c for c in self.findings.comparisons if c.comparer == HEADLINE and c.measure == measure)
        return tuple(map(self._on_rows, found)) if is_one_test_set(self.study) else tuple(found)

    @property
    def tests(self) -> tuple[Comparison, ...]:
        """Every test that has a meaning here: models that were trained elsewhere have rows, and no splits."""
        found = self.findings.comparisons
        return tuple(one for one in found if one.comparer in ON_ROWS) if self.is_given else found

    def _on_rows(self, found: Comparison) -> Comparison:
        """On one test set the range of the answer is that over rows, not over splits."""
        verdict = self.verdict_on(found.first, found.output)
        return replace(found, interval=verdict.interval if verdict else None, df=None)

    def verdict_on(self, key: str, output: str) -> Verdict | None:
        """Verdicts stand in the order of candidates and outputs."""
        order = [(candidate.key, name) for candidate in self.study.challengers for name in self.data.outputs]
        return dict(zip(order, self.findings.verdicts, strict=False)).get((key, output))

    def outcome(self, key: str, output: str) -> VerdictKind:
        found = self.verdict_on(key, output)
        return found.outcome if found else VerdictKind.NO_VERDICT

    def headline(self) -> Comparison | None:
        """The comparison behind the headline; the leading candidate's first output where there are several."""
        verdict = self.findings.verdict
        mine = [c for c in self.deciding() if self.name(c.first) == verdict.first]
        return next((c for c in mine if verdict.output in ("", c.output)), None)

    @property
    def leading(self) -> str:
        """The key of the candidate the headline is about, else of the reference."""
        found = self.headline()
        return found.first if found else self.study.reference

    def leading_first(self, found: Iterable[Comparison]) -> list[Comparison]:
        return sorted(found, key=lambda c: c.first != self.leading)


def ends_of(value: float | None, interval: Interval | None) -> list[float | None]:
    """Everything that is printed beside each other, to be given the same decimals."""
    return [value, *((interval.low, interval.high) if interval else ())]


def gaps_decimals(subject: ReportInput, found: Sequence[Comparison]) -> int | None:
    """Decimals of the gaps and ranges of one measure and output."""
    ends = (end for one in found for end in ends_of(one.effect, one.interval))
    return subject.decimals(found[0].measure, found[0].output, ends)


def subject_of(file: StudyFile) -> ReportInput:
    """The subject of a finished study file; its findings as they were saved."""
    study, data, findings = file.study, file.data, file.findings()
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
        not file.is_as_sealed,
    )


def looks_on(study: Study, data: Dataset) -> tuple[CurrentConclusion, ...]:
    """Every comparison on these rows that the ledger of this computer remembers; none when it cannot be read."""
    path = history_path(study)
    try:
        return History.open(path).list_current_conclusions(data) if path.exists() else ()
    except StoreError:
        return ()
