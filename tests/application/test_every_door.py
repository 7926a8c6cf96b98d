"""Same rows, same question: same range and same answer, whatever door was used.

Two models are trained on the old rows and predict the new ones. What the new rows say is then asked for at every door
where it means the same: confirmation on new rows, one test set inside a study, imported predictions (as a file of
predictions, and as columns of a plan that would cross-validate), and the final test rows. Repeated cross-validation and
fold scores mean something else, since models are trained again for every fold; they share the mean difference.
"""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest

from core.application.compare_fold_scores import compare_scores
from core.application.confirm_study import confirm_study
from core.application.imported_predictions import PredictionRoles
from core.application.run_study import run_study
from core.data.new_rows import align_new_rows
from core.data.prepare import prepare_dataset
from core.domain.conclusion import Answer, DifferenceInterval, Reason
from core.domain.dataset import Column, Dataset, Kind, Table, Task
from core.domain.events import Ended
from core.domain.evidence import GIVEN, MAIN, TRIVIAL, FitResult, Job, Run
from core.domain.findings import Findings, Interval
from core.domain.fold_scores import Design, ScoreRoles
from core.domain.study import Candidate, Columns, Question, Reply, SchemeChoice, SchemeKind, Study, Tuning, TuningKind
from core.engine.single_training import train_and_predict
from core.judge.conclude import conclude_study
from core.judge.judge_final_test import judge_final_test
from core.statistics.measures import MEASURES, find_measure
from tests.application.prediction_tables import compare_predictions, names, numbers
from tests.laboratory.inline import INLINE

OLD, NEW, GROUPS = 150, 160, 16
MODELS = {Task.CLASSES: ("logistic", "knn"), Task.NUMBERS: ("linear", "knn")}
ALL = [row.key for row in MEASURES if row.key != "max-error"]  # of a maximum no range is known
FROM_SCORES = ("auc", "pr-auc", "log-loss", "brier", "cost")
ANSWERS = {"TRAINED-ON": "no", "ORDER": "yes"}


@dataclass(frozen=True)
class World:
    """A study on the old rows, the new rows as a table and as data, and what its models predict for them."""

    study: Study
    old: Dataset
    table: Table
    new: Dataset
    outcomes: Mapping[str, FitResult]


@dataclass(frozen=True)
class Told:
    """What a door says: the difference with its range, the answer, and the performance of each model."""

    mean: float | None
    interval: DifferenceInterval | None
    undefined: str
    answer: Answer
    reason: Reason
    estimates: dict[str, tuple[float | None, Interval | None]]


def make_table(rows: int, seed: int, task: Task) -> Table:
    """Rows of one machine share an effect, so that groups matter."""
    random = np.random.default_rng(seed)
    machine = np.arange(rows) % GROUPS
    x, y = random.normal(size=(2, rows))
    value = x + 0.5 * x * y + random.normal(size=GROUPS)[machine] + random.normal(size=rows)
    target = (
        names("fault", (value > 0.3).astype(int), ("no", "yes"))
        if task is Task.CLASSES
        else numbers("strength", 10 + value)
    )
    named = tuple(f"M{seed}-{place}" for place in range(GROUPS))
    columns = (numbers("x", x), numbers("y", y), names("machine", machine, named), target)
    return Table("rows", "rows.csv", columns)


@cache
def make_world(measure: str, is_grouped: bool) -> World:
    task = find_measure(measure).task
    target = "fault" if task is Task.CLASSES else "strength"
    columns = Columns(
        target=(target,),
        positive="yes" if task is Task.CLASSES else None,
        group="machine" if is_grouped else None,
        ignore=() if is_grouped else ("machine",),
    )
    study = Study(
        title="Doors",
        source="rows.csv",
        columns=columns,
        question=Question(measure=measure, margin=1.0, cost_ratio=3.0 if measure == "cost" else 1.0, tolerance=1.0),
        candidates=tuple(Candidate(key, key) for key in MODELS[task]),
        baseline=MODELS[task][0],
        scheme=SchemeChoice(folds=5, repeats=2, max_repeats=2),
        tuning=Tuning(TuningKind.NONE),
        answers=ANSWERS,
    )
    old, table = prepare_dataset(make_table(OLD, 1, task), columns), make_table(NEW, 2, task)
    new = align_new_rows(study, old, table).data
    return World(study, old, table, new, train_and_predict(study, study.candidates, old, new, "confirm"))


def read_told(findings: Findings, first: str, second: str, measure: str) -> Told:
    (row,) = findings.conclusion.rows
    assert row.difference is not None
    assert (row.difference.first, row.difference.second) == (first, second)
    estimates = {
        one.algorithm: (one.mean, one.interval)
        for one in findings.estimates
        if one.measure == measure and one.algorithm in (first, second)
    }
    return Told(
        row.difference.mean, row.difference.interval, row.difference.undefined, row.answer, row.reason, estimates
    )


# --- the doors ---


def by_confirmation(world: World) -> Told:
    baseline, candidate = (one.key for one in world.study.candidates)
    found = confirm_study(world.study, world.old, world.table, candidate)
    return read_told(found.findings, candidate, baseline, world.study.question.measure)


def by_one_test_set(world: World) -> Told:
    """A holdout whose training rows are the old ones; the constant guess is left out, as nothing imported has one."""
    baseline, candidate = (one.key for one in world.study.candidates)
    groups = None
    if world.old.groups is not None and world.new.groups is not None:
        groups = np.concatenate([world.old.groups, world.new.groups + world.old.groups.max() + 1])
    both = replace(
        world.new,
        inputs=np.concatenate([world.old.inputs, world.new.inputs]),
        targets=np.concatenate([world.old.targets, world.new.targets]),
        groups=groups,
        rows=None,
    )
    tested = OLD + np.arange(NEW)
    outcomes = tuple(
        replace(made, job=Job(MAIN, 0, 0, key), rows=tested, train_size=OLD) for key, made in world.outcomes.items()
    )
    study = replace(world.study, scheme=SchemeChoice(SchemeKind.HOLDOUT, repeats=1, max_repeats=1))
    found = conclude_study(study, both, Run(outcomes, complete=True))
    return read_told(found, candidate, baseline, study.question.measure)


def add_predictions(world: World, with_scores: bool) -> Table:
    added: list[Column] = []
    for key, made in world.outcomes.items():
        assert made.predicted is not None
        values = made.predicted[:, 0]
        if world.new.classes:
            added.append(names(f"{key} says", values.astype(int), world.new.classes))
        else:
            added.append(numbers(f"{key} says", values))
        if with_scores and made.scores is not None:
            added.append(numbers(f"{key} score", made.scores[:, world.new.positive_class]))
    return replace(world.table, columns=(*world.table.columns, *added))


def by_imported_file(world: World) -> Told:
    baseline, candidate = (f"{one.key} says" for one in world.study.candidates)
    has_scores = bool(world.new.classes)
    roles = PredictionRoles(
        truth=world.new.outputs[0],
        models=(baseline, candidate),
        scores={f"{key} says": f"{key} score" for key in world.outcomes} if has_scores else {},
        group=world.study.columns.group,
        positive=world.study.columns.positive,
    )
    table = add_predictions(world, with_scores=has_scores)
    findings = compare_predictions(table, roles, ANSWERS, world.study.question)
    told = read_told(findings, candidate, baseline, world.study.question.measure)
    return replace(told, estimates={key.removesuffix(" says"): value for key, value in told.estimates.items()})


def run_imported_columns(world: World) -> tuple[Run, Findings]:
    """A plan of 5 folds and 2 repeats whose models are columns."""
    study, data = plan_imported_columns(world)
    *_, last = run_study(study, data, threading.Event(), threading.Event(), INLINE, None)
    assert isinstance(last, Ended)
    assert last.findings is not None
    return last.run, last.findings


def plan_imported_columns(world: World) -> tuple[Study, Dataset]:
    given = tuple(f"{one.key} says" for one in world.study.candidates)
    columns = replace(world.study.columns, given=given)
    data = prepare_dataset(add_predictions(world, with_scores=False), columns)
    study = replace(
        world.study,
        columns=columns,
        candidates=tuple(
            replace(one, algorithm=GIVEN, settings={"column": f"{one.key} says"}) for one in world.study.candidates
        ),
    )
    return study, data


def by_imported_columns(world: World) -> Told:
    """Nothing is trained again, so each row counts once."""
    study, data = plan_imported_columns(world)
    outcomes = tuple(one for one in run_imported_columns(world)[0].outcomes if one.job.candidate in world.outcomes)
    found = conclude_study(study, data, Run(outcomes, complete=True))  # without the constant guess
    baseline, candidate = (one.key for one in study.candidates)
    return read_told(found, candidate, baseline, study.question.measure)


def check_equal(told: Told, other: Told, door: str) -> None:
    assert (told.answer, told.reason, told.undefined) == (other.answer, other.reason, other.undefined), door
    check_value(told.mean, other.mean, door)
    check_interval(told.interval, other.interval, door)
    assert told.estimates.keys() == other.estimates.keys()
    for key, (mean, interval) in told.estimates.items():
        check_value(mean, other.estimates[key][0], f"{door}, {key}")
        check_interval(interval, other.estimates[key][1], f"{door}, {key}")


def check_value(first: float | None, second: float | None, door: str) -> None:
    assert (first is None) == (second is None), door
    if first is not None:
        assert first == pytest.approx(second, rel=1e-12, abs=1e-15), door


def check_interval(
    first: DifferenceInterval | Interval | None, second: DifferenceInterval | Interval | None, door: str
) -> None:
    assert (first is None) == (second is None), door
    if first is None or second is None:
        return
    assert (first.method, first.level) == (second.method, second.level), door
    assert (first.low, first.high) == pytest.approx((second.low, second.high), rel=1e-12, abs=1e-15), door


# --- the contract ---


@pytest.mark.parametrize("is_grouped", [False, True], ids=["rows", "groups"])
@pytest.mark.parametrize("measure", ALL)
def test_that_every_door_gives_the_same_range_and_answer(measure: str, is_grouped: bool) -> None:
    world = make_world(measure, is_grouped)
    told = by_confirmation(world)
    assert told.interval is not None or told.undefined, "a range or the reason why there is none"
    check_equal(told, by_one_test_set(world), "one test set")
    check_equal(told, by_imported_file(world), "imported predictions")
    if measure not in FROM_SCORES:
        check_equal(told, by_imported_columns(world), "imported columns of a plan")


def test_that_the_constant_guess_beside_imported_columns_ranks_nothing() -> None:
    """Its shares are learned fold by fold; put together they would order the rows, against their classes."""
    world = make_world("error", is_grouped=True)
    question = replace(world.study.question, cross_check="auc")
    _, findings = run_imported_columns(replace(world, study=replace(world.study, question=question)))
    areas = [one.mean for one in findings.estimates if (one.algorithm, one.measure) == (TRIVIAL, "auc")]
    assert areas == [0.5]


@pytest.mark.parametrize("is_grouped", [False, True], ids=["rows", "groups"])
@pytest.mark.parametrize("measure", ALL)
def test_that_final_test_rows_give_the_range_of_the_same_rows(measure: str, is_grouped: bool) -> None:
    """One model, so that the level is the same: a final test is adjusted for nothing."""
    world = make_world(measure, is_grouped)
    (key, *_) = world.outcomes
    study = replace(world.study, candidates=(world.study.candidate(key),), baseline=key)
    (line,) = judge_final_test(
        study, world.new, conclude_study(study, world.new, Run((), True)), {key: world.outcomes[key]}
    )
    scheme = SchemeChoice(SchemeKind.HOLDOUT, repeats=1, max_repeats=1)
    run = Run((world.outcomes[key],), complete=True)
    found = conclude_study(replace(study, scheme=scheme), world.new, run).estimates
    (estimate,) = (one for one in found if one.measure == measure)
    assert line.value == pytest.approx(estimate.mean, rel=1e-12)
    check_interval(line.interval, estimate.interval, "final test rows")


@pytest.mark.parametrize("measure", ["error", "mae"])
def test_that_fold_scores_share_the_mean_difference_of_their_study_and_never_claim_more(measure: str) -> None:
    world = make_world(measure, is_grouped=False)
    *_, last = run_study(world.study, world.old, threading.Event(), threading.Event(), INLINE, None)
    assert isinstance(last, Ended)
    assert last.findings is not None
    baseline, candidate = (one.key for one in world.study.candidates)
    (row,) = last.findings.conclusion.rows
    scheme = world.study.scheme
    wanted = (measure, scheme.kind.value)
    values = {one.algorithm: one.values for one in last.findings.estimates if (one.measure, one.scheme) == wanted}
    columns = tuple(Column(key, Kind.NUMBER, np.array(values[key], dtype=np.float64)) for key in (baseline, candidate))
    kind = "error" if measure == "error" else "miss"
    design = Design(scheme.folds, scheme.repeats, Reply.YES, kind, margin=1.0)
    found = compare_scores(Table("scores", "scores.csv", columns), ScoreRoles((baseline, candidate)), design)
    assert row.difference is not None
    assert row.difference.interval is not None
    scored = found.top.difference
    assert scored is not None
    assert scored.interval is not None
    assert scored.mean == pytest.approx(row.difference.mean, rel=1e-9)
    assert scored.interval.low <= 0 <= scored.interval.high
    assert scored.repeats == row.difference.repeats
