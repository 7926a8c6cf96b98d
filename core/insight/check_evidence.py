"""What the checks of the report card look at: a finished study, its score tables, and what was trained afterwards."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from core.domain.check_result import CheckLevel, CheckResult
from core.domain.dataset import Dataset, Floats, Integers, Task
from core.domain.evidence import GIVEN, ONE_INPUT, STRONG_DEFAULT, FitResult, Run
from core.domain.findings import Findings
from core.domain.study import SchemeKind, Study
from core.insight.coded_checks import compute_one_sided_p
from core.judge.conclude import build_context
from core.judge.context import ComparisonContext
from core.judge.row_values import RowLosses, build_row_losses
from core.judge.scores import ScoreTable, build_score_table
from core.statistics.measures import Measure
from core.statistics.undefined import Undefined


@dataclass(frozen=True, slots=True)
class Finding:
    """A result, and the p it brings into the family of all checks; without one its level stands.

    `is_corrected_t`: the p comes from the corrected t, whose tail is liberal.
    """

    result: CheckResult
    p: float | None = None
    is_corrected_t: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class CheckEvidence:
    """One finished study. `strong_default` is what boosting as it comes gave on the same splits, `useless` the inputs
    without a shown effect in the model to use (None: importance was not measured), `strongest` the one (or the group)
    with the largest. `one_input` is what the model to use gave with that input alone.

    `coverage` is the share of held-out rows inside the 90 % range by third of the prediction (numbers only).
    """

    study: Study
    data: Dataset
    findings: Findings
    context: ComparisonContext
    strong_default: ScoreTable
    one_input: ScoreTable
    useless: tuple[str, ...] | None = None
    strongest: tuple[str, ...] = ()
    coverage: Mapping[str, float] = field(default_factory=dict)

    @property
    def measure(self) -> Measure:
        return self.context.measure

    @property
    def model(self) -> str:
        """The model to use or keep, else the one the headline speaks about, else the baseline."""
        conclusion = self.findings.conclusion
        return conclusion.use or conclusion.model or self.study.baseline

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(candidate.key for candidate in self.study.candidates)

    @property
    def trained(self) -> tuple[str, ...]:
        return tuple(candidate.key for candidate in self.study.candidates if candidate.algorithm != GIVEN)

    @property
    def has_folds(self) -> bool:
        """Whether every repeat tests every row once, by models trained on the other folds."""
        return self.study.scheme.kind is SchemeKind.KFOLD and self.study.scheme.folds < self.data.size

    @property
    def groups(self) -> Integers | None:
        return self.data.groups if self.context.has_groups else None

    def losses(self, model: str, output: int, table: ScoreTable | None = None) -> Floats:
        """Loss of every split, one after another; lower is better, NaN where there is none."""
        grid = (table or self.context.main).grid(model, self.measure, output)
        return np.asarray((grid if self.measure.lower_is_better else -grid).ravel())

    def row_losses(self, model: str, output: int) -> RowLosses | None:
        """Losses of the rows; where the main measure has none, those of the plainest measure that has."""
        found = build_row_losses(self.context.main, model, self.measure.key, output)
        if found is not None:
            return found
        plain = "error" if self.data.task is Task.CLASSES else "mae"
        return build_row_losses(self.context.main, model, plain, output)

    def test_difference(self, differences: Floats, margin: float = 0.0) -> float | Undefined:
        """p of "the mean is at most margin" over the splits that have a value."""
        known = differences[np.isfinite(differences)]
        found = compute_one_sided_p(known, self.study.scheme.folds, margin)
        return found if isinstance(found, Undefined) else found.p

    def list_outputs(self) -> Iterator[tuple[int, str]]:
        """Position and name of every output; the name is empty where there is only one."""
        outputs = self.data.outputs
        return ((place, name if len(outputs) > 1 else "") for place, name in enumerate(outputs))


FindChecks = Callable[[CheckEvidence, str], Iterator[Finding]]


def collect_evidence(
    study: Study, data: Dataset, run: Run, findings: Findings, beside: Sequence[FitResult] = ()
) -> CheckEvidence:
    """Lay out a finished run, and what was trained after its folds, for the checks."""
    after = Run(tuple(beside), complete=True)
    return CheckEvidence(
        study,
        data,
        findings,
        build_context(study, data, run),
        build_score_table(study, data, after, STRONG_DEFAULT),
        build_score_table(study, data, after, ONE_INPUT),
    )


def skip_check(code: str, reason: str, model: str = "") -> Finding:
    """Say that a check does not apply, by the key of the reason."""
    return Finding(CheckResult(code, CheckLevel.NOT_APPLICABLE, reason, model))
