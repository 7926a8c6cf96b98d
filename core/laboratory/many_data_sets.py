"""A study over several data sets: all pairs of models, the family of tests corrected, mean ranks (Demsar 2006)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from core.advice.suggest_plan import UNIT_MARGINS, suggested_folds
from core.algorithms import find_algorithm
from core.domain.dataset import Dataset, Floats, Task
from core.domain.evidence import HALVES, MAIN, Run
from core.domain.findings import Comparison
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Study, Tuning, TuningKind
from core.engine.fit_context import FitJob
from core.judge.pairings import pairing
from core.judge.scores import ScoreTable, build_score_table
from core.laboratory.demo_runner import DemoRunner, Working, make_jobs, offset_progress, train_all
from core.laboratory.fixed_test_third import TRAINING_SETS, FixedTestComparison, compare_on_test_third
from core.laboratory.many_data_sets_results import ADJUSTED, ManySetsResult, OverallPair, PairResult, SetResult
from core.laboratory.partition_impact import PartitionImpact, describe_impact
from core.schemes import make_splits
from core.statistics.comparison_tests import COMPARISON_TESTS, find_comparison_test
from core.statistics.measures import find_measure
from core.statistics.multiplicity import adjust_p
from core.statistics.rank_tests import (
    CriticalDifference,
    FriedmanTest,
    SignedRankChances,
    SignedRankTest,
    average_ranks,
    bayesian_signed_rank,
    friedman,
    nemenyi_cd,
    wilcoxon_signed_rank,
)
from core.statistics.undefined import Undefined
from core.support.errors import EvenfoldError, StudyError

ALPHA = 0.05
LEAST_SETS = 2
NOT_TUNED = Tuning(TuningKind.NONE)
COMMON = ("error", "auc")  # measures of classes that mean the same on every data set


@dataclass(frozen=True, slots=True)
class ManyPlan:
    """The same for all data sets: measure, repeats, tuning, and whether Aslan's comparison is made (classes only)."""

    measure: str = "error"
    repeats: int = 10
    with_third: bool = False
    tuning: Tuning = NOT_TUNED
    margin: float | None = None  # what counts as the same over data sets, in the measure's own unit (None: suggested)


@dataclass(frozen=True, slots=True, eq=False)
class _Stage:
    """One data set, ready to be trained on."""

    study: Study
    data: Dataset
    wanted: list[FitJob]


def compare_on_many_sets(
    shop: DemoRunner, sets: Sequence[Dataset], candidates: Sequence[Candidate], plan: ManyPlan, seed: int
) -> Working[ManySetsResult]:
    """One data set after the other; what cannot be used of them is left out and told."""
    _check(sets, candidates, plan)
    stages = [_stage(data, candidates, plan, seed) for data in sets]
    more = TRAINING_SETS * len(candidates) if plan.with_third else 0
    total = sum(len(stage.wanted) + more for stage in stages)
    found: list[SetResult] = []
    pairs: list[PairResult] = []
    impacts: list[PartitionImpact] = []
    thirds: list[FixedTestComparison] = []
    left_out: list[str] = []
    done = 0
    for stage in stages:
        outcomes = yield from offset_progress(train_all(shop, stage.study, stage.data, stage.wanted), done, total)
        if outcomes is None:
            return None
        done += len(stage.wanted)
        boards = build_score_table(stage.study, stage.data, Run(tuple(outcomes), complete=True))
        found.append(_set_found(boards, candidates))
        pairs += _pairs(boards, candidates)
        impacts += _impacts(boards, candidates)
        if plan.with_third:
            cases = yield from offset_progress(_third(shop, stage, candidates, left_out), done, total)
            if cases is None:
                return None
            done, thirds = done + more, [*thirds, *cases]
    keys = tuple(candidate.key for candidate in candidates)
    return replace(_concluded(keys, plan, found, pairs, thirds, left_out), impacts=tuple(impacts))


def _check(sets: Sequence[Dataset], candidates: Sequence[Candidate], plan: ManyPlan) -> None:
    if len(sets) < LEAST_SETS or len(candidates) < 2:
        raise StudyError("This compares at least two models on at least two data sets.", hint="Add files or models.")
    wrong = [data.name for data in sets if data.task is not find_measure(plan.measure).task]
    if wrong:
        kind = "classes" if find_measure(plan.measure).task is Task.CLASSES else "numbers"
        raise StudyError(f"{wrong[0]} does not predict {kind} like the others.", hint="Take it off the list.")
    rows = [find_algorithm(candidate.algorithm) for candidate in candidates]
    unfit = [row.title for row in rows if sets[0].task not in row.tasks]
    if unfit:
        raise StudyError(f"{unfit[0]} does not predict {sets[0].task.value}.", hint="Choose another model.")


def choose_common_measure(key: str) -> str:
    """The study's measure, or errors where it hangs on the costs or the positive class of one data set."""
    return key if find_measure(key).task is Task.NUMBERS or key in COMMON else COMMON[0]


def make_study_for_set(data: Dataset, candidates: Sequence[Candidate], plan: ManyPlan, seed: int) -> Study:
    """The part of the whole that one data set has."""
    question = Question(measure=plan.measure)
    folds = suggested_folds(data, question)
    return Study(
        title=data.name,
        source="",
        columns=Columns(target=data.outputs),
        question=question,
        candidates=tuple(candidates),
        baseline=candidates[0].key,
        scheme=SchemeChoice(folds=folds, repeats=plan.repeats, max_repeats=plan.repeats),
        tuning=plan.tuning,
        seed=seed,
    )


def _stage(data: Dataset, candidates: Sequence[Candidate], plan: ManyPlan, seed: int) -> _Stage:
    study = make_study_for_set(data, candidates, plan, seed)
    return _Stage(study, data, make_jobs(study, MAIN, candidates, make_splits(data, study.scheme, seed)))


def _set_found(boards: ScoreTable, candidates: Sequence[Candidate]) -> SetResult:
    row = find_measure(boards.study.question.measure)
    values = tuple(boards.pooled(candidate.key, row) for candidate in candidates)
    failed = sum(boards.failed(candidate.key) for candidate in candidates)
    return SetResult(boards.data.name, boards.data.size, values, failed)


def _pairs(boards: ScoreTable, candidates: Sequence[Candidate]) -> Iterator[PairResult]:
    """The corrected t of every pair, the later model against the earlier one."""
    row, nothing = (
        find_measure(boards.study.question.measure),
        build_score_table(boards.study, boards.data, Run((), True), HALVES),
    )
    for second, first in combinations(candidates, 2):
        test: Comparison = COMPARISON_TESTS[0].compare(pairing(boards, nothing, first.key, second.key, row), 1 - ALPHA)
        yield PairResult(boards.data.name, first.key, second.key, test.effect, test.p)


def _impacts(boards: ScoreTable, candidates: Sequence[Candidate]) -> Iterator[PartitionImpact]:
    """What the repeats of every pair say one by one, beside their averaged t; nothing for one repeat."""
    row = find_measure(boards.study.question.measure)
    nothing = build_score_table(boards.study, boards.data, Run((), True), HALVES)
    test = find_comparison_test("averaged-t")
    for second, first in combinations(candidates, 2):
        pair = pairing(boards, nothing, first.key, second.key, row)
        found = describe_impact(boards.data.name, test.compare(pair, 1 - ALPHA))
        if found is not None:
            yield found


def _third(
    shop: DemoRunner, stage: _Stage, candidates: Sequence[Candidate], left_out: list[str]
) -> Working[tuple[FixedTestComparison, ...]]:
    try:
        return (yield from compare_on_test_third(shop, stage.study, stage.data, candidates, stage.study.seed))
    except EvenfoldError as problem:
        left_out.append(f"{stage.data.name}: {problem}")
        return ()


def _concluded(
    keys: tuple[str, ...],
    plan: ManyPlan,
    found: Sequence[SetResult],
    pairs: Sequence[PairResult],
    thirds: Sequence[FixedTestComparison],
    left_out: Sequence[str],
) -> ManySetsResult:
    usable = [one for one in found if None not in one.values]
    told = [f"{one.data}: a model gave no value, so it is left out of the ranks." for one in found if one not in usable]
    losses: Floats = np.array([one.values for one in usable], dtype=np.float64).reshape(len(usable), len(keys))
    scores = -losses if find_measure(plan.measure).lower_is_better else losses
    test, ranks = friedman(scores), average_ranks(scores)
    distance = nemenyi_cd(len(keys), len(usable), ALPHA) if usable else None
    return ManySetsResult(
        keys=keys,
        measure=plan.measure,
        sets=tuple(found),
        pairs=_adjusted(pairs),
        ranks=() if isinstance(ranks, Undefined) else ranks,
        distance=distance.distance if isinstance(distance, CriticalDifference) else None,
        chi2=test.chi2 if isinstance(test, FriedmanTest) else None,
        p=test.p,
        p_f=test.p_f if isinstance(test, FriedmanTest) else test.p,
        thirds=tuple(thirds),
        left_out=(*told, *left_out),
        overall=compare_over_sets(keys, scores, plan),
        f=test.f if isinstance(test, FriedmanTest) else None,
        df=(test.df1, test.df2) if isinstance(test, FriedmanTest) else None,
        is_relative=is_relative(plan.measure),
        is_tuned=plan.tuning.kind is not TuningKind.NONE,
    )


def is_relative(measure: str) -> bool:
    """Whether differences have the unit of an output, so that data sets can only be compared in per cent."""
    return measure not in UNIT_MARGINS


def compare_over_sets(keys: tuple[str, ...], scores: Floats, plan: ManyPlan) -> tuple[OverallPair, ...]:
    """Every pair over all data sets (rows of `scores`, higher is better): Wilcoxon with Holm, and the three chances."""
    relative = is_relative(plan.measure)
    if relative:
        means = np.abs(scores.mean(axis=1, keepdims=True))
        scores = scores / np.where(means > 0, means, 1.0)
    margin = plan.margin if plan.margin is not None else _suggest_margin(plan.measure)
    found: list[OverallPair] = []
    for second, first in combinations(range(len(keys)), 2):
        differences: Floats = scores[:, first] - scores[:, second]
        test = wilcoxon_signed_rank(differences)
        drawn = bayesian_signed_rank(differences, margin) if len(differences) >= LEAST_SETS else None
        chances = drawn if isinstance(drawn, SignedRankChances) else None
        found.append(
            OverallPair(
                first=keys[first],
                second=keys[second],
                wins=int(np.sum(differences > 0)),
                losses=int(np.sum(differences < 0)),
                mean=float(np.mean(differences)) if len(differences) else None,
                p=test.p if isinstance(test, SignedRankTest) else None,
                margin=margin,
                first_better=None if chances is None else chances.first_better,
                same=None if chances is None else chances.same,
                second_better=None if chances is None else chances.second_better,
            )
        )
    adjusted = adjust_p([pair.p for pair in found], "holm")
    values = [None] * len(found) if isinstance(adjusted, Undefined) else adjusted.adjusted
    return tuple(replace(pair, holm=p) for pair, p in zip(found, values, strict=True))


def _suggest_margin(measure: str) -> float:
    """In the measure's own unit; 2 per cent where differences are relative."""
    return UNIT_MARGINS[measure] / find_measure(measure).scale if measure in UNIT_MARGINS else 0.02


def _adjusted(pairs: Sequence[PairResult]) -> tuple[PairResult, ...]:
    """Every pair on every data set belongs to one family."""
    p_values = [pair.p for pair in pairs]
    found = [adjust_p(p_values, method) for method in ADJUSTED]
    columns = [[None] * len(pairs) if isinstance(one, Undefined) else one.adjusted for one in found]
    return tuple(
        PairResult(pair.data, pair.first, pair.second, pair.difference, pair.p, tuple(values))
        for pair, *values in zip(pairs, *columns, strict=True)
    )
