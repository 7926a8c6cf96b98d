"""The report card: one row for each coded check, in the order shown; every code has a help page of its own."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from core.domain.check_result import CheckLevel, CheckResult
from core.insight import data_checks, result_checks, training_checks
from core.insight.check_evidence import CheckEvidence, FindChecks, Finding
from core.insight.coded_checks import judge_checks

OWN = "Evenfold's own check"


@dataclass(frozen=True, slots=True)
class Check:
    """`key` is that of the help page; `note` says in one sentence what is looked at."""

    key: str
    title: str
    note: str
    source: str
    find: FindChecks = field(compare=False)

    @property
    def code(self) -> str:
        """As it is shown: "D-01"."""
        return self.key.upper()


CHECKS: tuple[Check, ...] = (
    Check(
        "d-01",
        "Exact duplicates",
        "Rows equal to an earlier row in every input and output, on both sides of a split.",
        OWN,
        data_checks.check_exact_duplicates,
    ),
    Check(
        "d-02",
        "Repeated measurements",
        "Rows with equal inputs and another output, on both sides of a split.",
        OWN,
        data_checks.check_repeated_measurements,
    ),
    Check(
        "d-03",
        "Missing values",
        "Rows with at least one input missing.",
        OWN,
        data_checks.check_missing_values,
    ),
    Check(
        "d-04",
        "Rows fit the use",
        "Your own statement of where the model will be used.",
        OWN,
        data_checks.check_stated_use,
    ),
    Check(
        "l-01",
        "One input reveals the target",
        "Inputs that alone predict the target almost without error.",
        "Kapoor & Narayanan 2023",
        data_checks.check_revealing_inputs,
    ),
    Check(
        "l-02",
        "Computed before the split",
        "Your answer whether anything was computed from the whole table before import.",
        "Kapoor & Narayanan 2023",
        data_checks.check_preparation,
    ),
    Check(
        "g-01",
        "Groups kept together",
        "Whether rows of one group stand on one side of every split.",
        OWN,
        data_checks.check_groups,
    ),
    Check(
        "g-02",
        "Enough groups",
        "How many groups were drawn; ranges rest on them, not on the rows.",
        OWN,
        data_checks.check_few_groups,
    ),
    Check(
        "t-01",
        "Settings at the edge of the grid",
        "Whether tuning prefers the end of a grid, and the end still gains over its neighbor.",
        OWN,
        training_checks.check_grid_ends,
    ),
    Check(
        "t-02",
        "Failed training runs",
        "Training runs that ended with an error, ran out of time or out of memory.",
        OWN,
        training_checks.check_failed_trainings,
    ),
    Check(
        "t-03",
        "Strong default",
        "Gradient boosting with fixed settings, trained beside the study when nobody entered it.",
        OWN,
        training_checks.check_strong_default,
    ),
    Check(
        "t-04",
        "Training rows learned by heart",
        "Error on training rows at most half that on test rows, and worse than the simplest model.",
        OWN,
        training_checks.check_learning_by_heart,
    ),
    Check(
        "r-01",
        "Repeats agree",
        "How many repeats, taken alone, give the result of all of them.",
        "Bradford & Brodley 2001",
        result_checks.check_repeats,
    ),
    Check(
        "r-02",
        "Unstable rows",
        "How much the predictions of a row change from one repeat to the next.",
        OWN,
        result_checks.check_unstable_rows,
    ),
    Check(
        "r-03",
        "One fold unlike the others",
        "The fold whose mean error lies farthest from that of its repeat; a permutation test.",
        OWN,
        result_checks.check_unlike_fold,
    ),
    Check(
        "r-04",
        "Rows unlike all models",
        "Rows that every model misses by far more than its other rows.",
        OWN,
        result_checks.check_outlying_rows,
    ),
    Check(
        "m-01",
        "Measures agree",
        "Whether the second measure shows the same model ahead.",
        "Aslan et al. 2009",
        result_checks.check_second_measure_agrees,
    ),
    Check(
        "m-02",
        "Calibration",
        "Slope and intercept of the actual classes on the predicted probabilities.",
        "Cox 1958",
        result_checks.check_calibration,
    ),
    Check(
        "h-01",
        "Half-size check",
        "Whether models trained on half the rows show the difference too.",
        OWN,
        result_checks.check_half_size,
    ),
    Check(
        "p-01",
        "Coverage of ranges",
        "Share of held-out rows inside the 90 % range, by third of the prediction.",
        OWN,
        result_checks.check_range_coverage,
    ),
    Check(
        "i-01",
        "One input does it all",
        "The model to use, trained on its most important input alone, is not worse by the margin; on request.",
        OWN,
        training_checks.check_one_input,
    ),
    Check(
        "i-02",
        "Inputs move together",
        "Pairs of inputs with |Spearman| above 0.6; from 0.9 on they form one group.",
        OWN,
        data_checks.check_related_inputs,
    ),
    Check(
        "i-03",
        "Inputs without effect",
        "Inputs whose replacement by values of other rows is not shown to raise the error.",
        OWN,
        data_checks.check_useless_inputs,
    ),
    Check(
        "n-01",
        "Noise floor",
        "Whether the error is down to the scatter of repeated measurements.",
        OWN,
        result_checks.check_noise_floor,
    ),
    Check(
        "s-01",
        "Slower but not better",
        "A model that takes ten times as long as another one and is not better by the margin.",
        OWN,
        training_checks.check_slow_models,
    ),
)


def find_check(code: str) -> Check:
    return next(row for row in CHECKS if row.code == code)


def check_study(evidence: CheckEvidence) -> tuple[CheckResult, ...]:
    """Carry out all checks; the p of all of them form one family (Holm at 5 %), so that sound studies rarely ring.

    One result for each code, or one for each model that a code rings for.
    """
    findings = [finding for row in CHECKS for finding in row.find(evidence, row.code)]
    judged = _judge_family(findings)
    return tuple(result for row in CHECKS for result in _shorten(row.code, judged))


def _judge_family(findings: list[Finding]) -> list[CheckResult]:
    """Set levels and adjusted p: what does not reach 5 % in the family has passed."""
    exact = [finding.p if not finding.is_corrected_t else None for finding in findings]
    corrected = [finding.p if finding.is_corrected_t else None for finding in findings]
    family = judge_checks(exact, corrected)
    judged = []
    for place, finding in enumerate(findings):
        if finding.p is None:
            judged.append(finding.result)
            continue
        where = place + len(findings) if finding.is_corrected_t else place
        level = finding.result.level if family.rings[where] else CheckLevel.PASSED
        judged.append(replace(finding.result, level=level, p=family.adjusted[where]))
    return judged


LEVELS = (
    CheckLevel.PROBLEM,
    CheckLevel.ATTENTION,
    CheckLevel.NOTED,
    CheckLevel.PASSED,
    CheckLevel.NOT_COMPUTED,
    CheckLevel.NOT_APPLICABLE,
)


def _shorten(code: str, results: Iterable[CheckResult]) -> list[CheckResult]:
    """All results of the gravest level where that rings or is noted; else one for the whole code."""
    mine = [result for result in results if result.code == code]
    gravest = min((result.level for result in mine), key=LEVELS.index)
    chosen = [result for result in mine if result.level is gravest]
    if gravest in (CheckLevel.PROBLEM, CheckLevel.ATTENTION):
        return [result for result in mine if result.rings]
    if gravest is CheckLevel.PASSED:
        with_p = [result for result in chosen if result.p is not None]
        return [min(with_p, key=lambda result: result.p or 0.0)] if with_p else chosen[:1]
    return chosen if gravest is CheckLevel.NOTED else chosen[:1]
