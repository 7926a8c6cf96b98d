"""How the verdict would read with another margin, another method, fewer folds, or without some rows.

Nothing is trained: every variant judges the stored predictions again (Reich & Barai 1999, section 5.1).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.domain.conclusion import DifferenceInterval, Reason, Scope
from core.domain.dataset import Dataset, Floats
from core.domain.evidence import HALVES, MAIN, FitResult, Run
from core.domain.findings import Comparison, ComparisonRole, Findings, Interval
from core.domain.laboratory_results import Band, Variant
from core.domain.study import SchemeKind, Study
from core.judge.compare import compare_models
from core.judge.context import ComparisonContext, count_comparisons
from core.judge.decide import explain_range
from core.judge.scores import build_score_table
from core.laboratory.residuals import average_known
from core.laboratory.row_predictions import collect_losses, name_group
from core.statistics.comparison_test import Standing
from core.statistics.comparison_tests import COMPARISON_TESTS
from core.statistics.measures import find_measure
from core.support.errors import DataError
from core.support.text import pluralize
from core.wording.deciding_methods import DECIDING_METHODS
from core.wording.method_tables import TEST_TEXTS
from core.wording.units import unit_of

VERDICTS = {
    Reason.WIN: "better by more than what matters",
    Reason.LOSS: "worse by more than what matters",
    Reason.SAME: "no relevant difference",
    Reason.BETTER: "better, size open",
    Reason.WORSE: "worse, size open",
    Reason.NOT_WORSE: "not worse by what matters",
    Reason.NOT_BETTER: "not better by what matters",
    Reason.CANNOT_TELL: "unclear",
}
SIDES = {"candidate ahead": 1, "baseline ahead": -1, "not clear": 0}
"""What a method without a range can say."""
DROPPED = (0.01, 0.02, 0.05, 0.1)
MOST_GROUPS = 60
EXTRA = "extra:"
FEWER = (50, 30, 20, 10, 5, 3, 2, 1)
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One contest to be judged again."""

    study: Study
    data: Dataset
    run: Run
    candidate: str
    output: int

    @property
    def scale(self) -> float:
        return unit_of(self.study.question.measure, self.study, self.data, self.data.outputs[self.output]).scale

    @property
    def margin(self) -> float:
        """In the measure's own unit."""
        return self.study.margin(self.data.outputs[self.output]) / self.scale

    @property
    def level(self) -> float:
        return 1 - self.study.alpha / count_comparisons(self.study, self.data)

    @property
    def pair(self) -> tuple[str, str]:
        return self.study.baseline, self.candidate


# --- Margin ----------------------------------------------------------------------------------------------------------


def list_margin_bands(low: float, high: float) -> tuple[Band, ...]:
    """All verdicts a range can have, by the smallest difference that matters; both are in the same unit."""
    turns = sorted({0.0, abs(low), abs(high)})
    ends: list[float | None] = [*turns[1:], None]
    found: list[Band] = []
    for start, end in zip(turns, ends, strict=True):
        name = VERDICTS[explain_range(low, high, start + 1.0 if end is None else (start + end) / 2)]
        if found and found[-1].verdict == name:
            found[-1] = Band(found[-1].low, end, name)
        else:
            found.append(Band(start, end, name))
    return tuple(found)


# --- Method ----------------------------------------------------------------------------------------------------------


def judge_by_methods(case: Case, findings: Findings) -> tuple[Variant, ...]:
    """Every comparer on the main measure that has an answer: by its range, else by its p."""
    wanted = (case.study.question.measure, case.candidate, case.data.outputs[case.output])
    tests = {row.key: (TEST_TEXTS[row.key].title, row.standing.value) for row in COMPARISON_TESTS}
    deciding = {row.key: (row.title, Standing.HEADLINE.value) for row in DECIDING_METHODS}
    return tuple(
        _of_method(case, found, *(deciding if found.role is ComparisonRole.DECIDES else tests)[found.comparer])
        for found in findings.comparisons
        if (found.measure, found.first, found.output) == wanted and (found.interval is not None or found.p is not None)
    )


def _of_method(case: Case, found: Comparison, title: str, standing: str) -> Variant:
    if found.interval is not None:
        return _variant(case, title, found.effect, found.interval, standing)
    difference_shown = None if found.effect is None else case.scale * found.effect
    is_clear = found.p is not None and found.p < (found.p_required or case.study.alpha)
    side = int(np.sign(found.effect or 0)) if is_clear else 0
    return Variant(
        title, difference_shown, None, None, next(name for name, way in SIDES.items() if way == side), standing
    )


def _variant(
    case: Case, label: str, effect: float | None, interval: Interval | DifferenceInterval | None, note: str = ""
) -> Variant:
    if effect is None or interval is None:
        return Variant(label, None if effect is None else case.scale * effect, None, None, "no result", note)
    kind = explain_range(interval.low, interval.high, case.margin)
    return Variant(
        label, case.scale * effect, case.scale * interval.low, case.scale * interval.high, VERDICTS[kind], note
    )


# --- Folds and repeats ----------------------------------------------------------------------------------------------


def judge_by_folds(case: Case) -> tuple[Variant, ...]:
    """As it was, with the first repeats only, with five two-fold repeats, and with extra schemes that were run."""
    repeats = 1 + max((o.job.repeat for o in case.run.of(case.candidate)), default=0)
    steps = (repeats, *(count for count in FEWER if count < repeats))
    folds, is_folds = case.study.scheme.folds, case.study.scheme.kind is SchemeKind.KFOLD
    found = [
        judge_outcomes(
            case, _first(case, count), f"{count} × {folds} folds" if is_folds else pluralize(count, "repeat")
        )
        for count in steps
    ]
    parts = dict.fromkeys(o.job.part for o in case.run.outcomes if o.job.part != MAIN and o.job.candidate in case.pair)
    return (*found, *(_of_part(case, part) for part in parts))


def _first(case: Case, repeats: int) -> Iterable[FitResult]:
    return (o for key in case.pair for o in case.run.of(key) if o.job.repeat < repeats)


def _of_part(case: Case, part: str) -> Variant:
    title = "5 × 2 folds" if part == HALVES else part.removeprefix(EXTRA)
    outcomes = [replace(o, job=o.job._replace(part=MAIN)) for key in case.pair for o in case.run.of(key, part)]
    return judge_outcomes(case, outcomes, title, is_split=True)


# --- Rows left out ---------------------------------------------------------------------------------------------------


def judge_without_rows(case: Case) -> tuple[Variant, ...]:
    """Leaving out the rows that speak most for whoever is ahead."""
    differences = _row_differences(case)
    ahead = 1.0 if float(np.nansum(differences)) >= 0 else -1.0
    order = np.argsort(-ahead * np.nan_to_num(differences), kind="stable")
    counts = dict.fromkeys(max(1, round(share * case.data.size)) for share in DROPPED)
    found = [judge_outcomes(case, _main(case), "all rows")]
    for count in counts:
        kept = np.ones(case.data.size, dtype=np.bool_)
        kept[order[:count]] = False
        left = f"{count:,} row fewer" if count == 1 else f"{count:,} rows fewer"
        found.append(judge_outcomes(case, _masked(case, kept), left))
    return tuple(found)


def judge_without_groups(case: Case) -> tuple[Variant, ...]:
    """Leaving out one group after the other, first those that move the difference most; of very many only these."""
    groups = case.data.groups
    if groups is None or not case.data.group_name:
        raise DataError("No column keeps rows together in this study, so there are no groups to leave out.")
    names, place = np.unique(groups, return_inverse=True)
    moved = np.bincount(place, weights=np.nan_to_num(_row_differences(case)), minlength=len(names))
    found = [judge_outcomes(case, _main(case), "all groups")]
    for group in names[np.argsort(-np.abs(moved), kind="stable")[:MOST_GROUPS]]:
        label = f"without {name_group(case.data, int(np.flatnonzero(groups == group)[0]))}"
        found.append(judge_outcomes(case, _masked(case, np.asarray(groups != group)), label))
    return tuple(found)


def _row_differences(case: Case) -> Floats:
    """How much less each row loses with the candidate, on average over repeats."""
    main = build_score_table(case.study, case.data, Run(tuple(_main(case)), True))
    theirs, ours = (average_known(collect_losses(main, key, case.output)) for key in case.pair)
    return theirs - ours


def _main(case: Case) -> list[FitResult]:
    return [outcome for key in case.pair for outcome in case.run.of(key)]


def _masked(case: Case, kept: Flags) -> list[FitResult]:
    return [_without(outcome, kept[outcome.rows]) for outcome in _main(case)]


def _without(outcome: FitResult, kept: Flags) -> FitResult:
    """A fold without rows has no value."""
    if outcome.predicted is None or not kept.any():
        return replace(outcome, predicted=None)
    scores = None if outcome.scores is None else outcome.scores[kept]
    return replace(outcome, rows=outcome.rows[kept], predicted=outcome.predicted[kept], scores=scores)


# --- Judging ---------------------------------------------------------------------------------------------------------


def judge_outcomes(case: Case, outcomes: Iterable[FitResult], label: str, is_split: bool = False) -> Variant:
    """The range that would decide, on these outcomes alone; the halves of the study confirm it or not.

    `is_split`: the outcomes come from another scheme, so they are judged over splits whatever the study's scheme is.
    """
    study = replace(case.study, scheme=replace(case.study.scheme, kind=SchemeKind.KFOLD)) if is_split else case.study
    halves = [outcome for key in case.pair for outcome in case.run.of(key, HALVES)]
    main = build_score_table(study, case.data, Run(tuple(outcomes), True))
    context = ComparisonContext(
        study,
        case.data,
        main,
        build_score_table(study, case.data, Run(tuple(halves), True), HALVES),
        (),
        Scope.ALGORITHMS,
    )
    row = find_measure(study.question.measure)
    found = compare_models(context, case.candidate, study.baseline, row, case.output, case.level)
    return _variant(case, label, found.mean, found.interval, found.undefined.replace("_", " "))


def find_differing(found: Iterable[Variant]) -> tuple[Variant, ...]:
    """Those whose verdict is not that of the first; without a range, those that name another side, or none."""
    first, *others = found
    return tuple(one for one in others if not agrees(first, one))


def agrees(first: Variant, other: Variant) -> bool:
    """A method without a range has no verdict of its own: it names a side or does not, as the range does with 0."""
    return other.verdict == first.verdict or (other.verdict in SIDES and SIDES[other.verdict] == _side(first))


def _side(one: Variant) -> int:
    """Which side of 0 the range lies on; 0 where it holds it."""
    return 0 if one.low is None or one.high is None else int(one.low > 0) - int(one.high < 0)
