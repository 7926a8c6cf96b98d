"""Many 5 x 2 cross-validations of the same rows: their rank plot and averaged t (Bradford & Brodley 2001, 3 and 4)."""

import numpy as np

from core.domain.chances import word_p_value
from core.domain.dataset import Floats
from core.domain.evidence import Run
from core.domain.study import SchemeChoice
from core.figures.exhibit_drawing import Drawing, Mark, Trace
from core.judge.scores import build_score_table
from core.laboratory.demo_runner import DemoRunner, Working, make_jobs, train_in_pieces
from core.laboratory.procedure import Need, Procedure, ProcedureResult, Subject, cell
from core.schemes import count_splits, drop_unused_roles, make_splits
from core.statistics.five_by_two import FiveByTwoT, five_by_two_t
from core.statistics.measures import find_measure
from core.statistics.partition_tests import AveragedT, averaged_t_from_t, rank_curve
from core.statistics.undefined import Undefined
from core.support.errors import StudyError

PART = "many-halves"
REPEATS, FREEDOM, CLEAR = 5, 5, 0.05
AMOUNTS = {"11": "11 sets", "55": "55 sets, as the paper"}


def run_many_halves(shop: DemoRunner, subject: Subject) -> Working[ProcedureResult]:
    """So many sets of five repeats into halves; each set has one t of Dietterich's, with 5 degrees of freedom."""
    sets = int(subject.amount)
    data = drop_unused_roles(subject.study, subject.data)
    scheme = _scheme(subject, sets)
    if count_splits(data, scheme, subject.study.seed) < 2 * REPEATS * sets:
        raise StudyError("These rows or groups do not allow so many different halves.", hint="Choose fewer sets.")
    wanted = (
        job
        for split in make_splits(data, scheme, subject.study.seed)
        for job in make_jobs(subject.study, PART, subject.pair, (split,))
    )
    outcomes = yield from train_in_pieces(shop, subject.study, data, wanted, count_trainings(subject))
    if outcomes is None:
        return None
    table = build_score_table(subject.study, data, Run(outcomes, True), PART)
    row = find_measure(subject.study.question.measure)
    theirs, ours = (table.grid(one.key, row, subject.output) for one in subject.pair)
    differences = (theirs - ours) if row.lower_is_better else (ours - theirs)
    t_values = compute_t_of_sets(differences)
    return describe_sets(subject, t_values, averaged_t_from_t(t_values, FREEDOM))


def _scheme(subject: Subject, sets: int) -> SchemeChoice:
    repeats = REPEATS * sets
    return SchemeChoice(folds=2, repeats=repeats, max_repeats=repeats, grouped=subject.study.scheme.grouped)


def count_trainings(subject: Subject) -> int:
    return 2 * REPEATS * int(subject.amount or 0) * len(subject.pair)


def compute_t_of_sets(differences: Floats) -> tuple[float | None, ...]:
    """One t for every five repeats of `differences` (repeats x halves); 0 where nothing differs, None without a t."""
    found: list[float | None] = []
    for start in range(0, len(differences) - REPEATS + 1, REPEATS):
        test: FiveByTwoT | Undefined = five_by_two_t(np.asarray(differences[start : start + REPEATS]))
        if isinstance(test, Undefined):
            found.append(0.0 if test.reason == "identical_scores" else None)
        else:
            found.append(test.t)
    return tuple(found)


def describe_sets(subject: Subject, t_values: tuple[float | None, ...], averaged: AveragedT) -> ProcedureResult:
    first, second = subject.name(subject.candidate.key), subject.name(subject.baseline.key)
    curve = rank_curve(t_values, FREEDOM)
    ordered = () if isinstance(curve, Undefined) else curve
    ahead, behind = sum(p > 1 - CLEAR / 2 for p in ordered), sum(p < CLEAR / 2 for p in ordered)
    none = len(ordered) - ahead - behind
    mean = "has no value" if averaged.p is None else f"is {averaged.mean_t:.3g}, {word_p_value(averaged.p)}"
    marks = tuple(Mark(place + 1, p) for place, p in enumerate(ordered))
    rows = tuple((str(place + 1), cell(t, 3)) for place, t in enumerate(t_values))
    return ProcedureResult(
        PART,
        f"{len(t_values)} sets of five times two halves: {first} better in {ahead}, no difference in {none}, {second} "
        f"better in {behind}. The averaged t {mean}.",
        "One set can say either thing: only the way the rows were halved differs. Above 0.975 or below 0.025 a set "
        "would be called clear. The averaged t has the 5 degrees of one set, so more sets make it steadier, not "
        "smaller (Bradford & Brodley 2001, figures 3 and 4, tables 2 and 3, section 4).",
        ("Set", "t, 5 degrees"),
        (*rows, ("averaged", cell(averaged.mean_t, 3)), ("p of it", cell(averaged.p, 3))),
        Drawing("sets, sorted", f"P(T ≤ t): upper half for {first}", (Trace("", marks),), rule=0.5),
    )


MANY_HALVES = Procedure(
    PART,
    "Many sets of five times two halves",
    "Bradford & Brodley 2001, section 3",
    "Dietterich's 5 × 2 test again and again on the same rows: rank plot and averaged t.",
    (Need.TWO_MODELS, Need.TRAINED, Need.NO_TIME),
    run_many_halves,
    count_trainings,
    AMOUNTS,
    "11",
)
