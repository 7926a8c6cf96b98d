"""The average of models: weights from rows no member saw, never from a test row."""

from dataclasses import replace

import numpy as np
import pytest

from core.algorithms import ALGORITHMS, AVERAGED, find_algorithm
from core.algorithms.average import STANDARD, Average, choose_members, least_squares_shares
from core.algorithms.effort import member_problems
from core.domain.dataset import Dataset, Floats, Kind, Task
from core.domain.problem import Severity
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Study, Tuning, TuningKind
from core.engine.fit_context import FitJob, make_fit_context
from core.engine.plan import list_fit_jobs
from core.engine.training import train_on_all_rows
from core.support.errors import StudyError
from tests.algorithms.examples import Example, numbers_only, schema
from tests.engine.studies import study_of
from tests.schemes.datasets import numbers

ROW = find_algorithm("average")
TOO_MANY = ["mean", "median", "linear", "ridge", "lasso", "elastic-net", "pls", "knn", "tree", "forest", "boosting"]


def average(named: str, folds: int = 5) -> Average:
    found = ROW.build({"members": named, "folds": folds}, 1)
    assert isinstance(found, Average)
    return found


def waving(rows: int) -> tuple[Floats, Floats]:
    inputs = np.random.default_rng(1).uniform(0, 6, (rows, 1))
    return inputs, np.sin(2 * inputs)


def test_that_weights_go_to_the_model_that_predicts_rows_it_did_not_see() -> None:
    """The memoriser is perfect on rows it has seen; only inner folds can tell that it is not."""
    inputs, targets = waving(120)
    targets = targets + np.random.default_rng(2).normal(size=targets.shape)
    model = average("memoriser; additive")
    model.fit(inputs, targets, schema(Task.NUMBERS, (Kind.NUMBER,), outputs=1))
    assert model.weights[:, 0].sum() == pytest.approx(1.0)
    assert model.weights[1, 0] > 0.8


def test_that_the_average_is_the_weighted_sum_of_its_members() -> None:
    for task in Task:
        example = numbers_only(task)
        model = average("tree; knn")
        model.fit(example.inputs, example.targets, example.schema)
        found = model.predict(example.new)
        parts = [learner.predict(example.new) for learner in model.learners]
        if task is Task.NUMBERS:
            mixed = sum(part.predicted * weight for part, weight in zip(parts, model.weights, strict=True))
            np.testing.assert_allclose(found.predicted, mixed)
        else:
            scores = [part.scores for part in parts if part.scores is not None]
            np.testing.assert_allclose(found.scores, np.tensordot(model.weights[:, 0], scores, axes=1))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(5))
def test_that_shares_have_the_least_squared_error_of_all_shares(seed: int) -> None:
    rng = np.random.default_rng(seed)
    wanted = rng.normal(size=50)
    columns = wanted[:, None] * rng.uniform(0, 1.5, 4) + rng.normal(size=(50, 4))
    shares = least_squares_shares(columns, wanted)
    assert (shares >= 0).all()
    assert shares.sum() == pytest.approx(1.0)
    error = np.sum((columns @ shares - wanted) ** 2)
    others = rng.dirichlet(np.ones(4), 3000)
    assert error <= np.sum((columns @ others.T - wanted[:, None]) ** 2, axis=0).min() + 1e-9


def test_that_equal_columns_share_nothing_and_a_perfect_one_takes_all() -> None:
    wanted = np.arange(10.0)
    np.testing.assert_allclose(least_squares_shares(np.column_stack([wanted, wanted]), wanted), [1.0, 0.0])
    np.testing.assert_allclose(least_squares_shares(np.column_stack([wanted + 1, wanted]), wanted), [0.0, 1.0])


def test_that_groups_stay_whole_in_the_inner_folds() -> None:
    example = numbers_only(Task.NUMBERS)
    model = average("tree", 4)
    model.groups = np.arange(60) // 5
    pairs = model._deal(example.targets, example.schema)
    assert len(pairs) == 4
    assert sorted(np.concatenate([t2 for _, t2 in pairs]).tolist()) == list(range(60))
    for t1, t2 in pairs:
        assert not set(model.groups[t1].tolist()) & set(model.groups[t2].tolist())
    model.groups = np.arange(60) // 20
    assert model._deal(example.targets, example.schema) == []


def test_that_too_few_rows_count_all_models_the_same_and_say_so() -> None:
    few = numbers_only(Task.NUMBERS)
    example = Example(few.inputs[:6], few.targets[:6], few.new, few.schema)
    model = average("mean; knn")
    with pytest.warns(UserWarning, match="too few to weigh"):
        model.fit(example.inputs, example.targets, example.schema)
    np.testing.assert_array_equal(model.weights, np.full((2, 2), 0.5))


@pytest.mark.parametrize(
    "members",
    ["logistic", "average", "nobody", "; ".join(TOO_MANY)],
)
def test_that_members_that_cannot_be_averaged_are_refused_before_the_lock(members: str) -> None:
    data = numbers(60)
    with pytest.raises(StudyError):
        ROW.build({"members": members}, 1).fit(data.inputs, data.targets, numbers_only(Task.NUMBERS).schema)
    study = study_of(Candidate("mix", "average", {"members": members}))
    (problem,) = member_problems(study, data)
    assert problem.severity is Severity.BLOCKS
    assert member_problems(replace(study, candidates=problem.fixes[0].value), data) == ()  # type: ignore[arg-type]


def test_that_the_standard_members_can_be_averaged() -> None:
    for task in Task:
        assert len(choose_members(ALGORITHMS, (), task)) == 4


def of_study(*candidates: Candidate) -> Study:
    return study_of(*candidates, Candidate("mix", "average", {"folds": 3}), measure="mae")


def job_of_average(study: Study, data: Dataset) -> FitJob:
    return next(job for job in list_fit_jobs(study, data, frozenset()) if job.job.candidate == "mix")


def trained_average(study: Study, data: Dataset, job: FitJob) -> Average:
    learner, result = train_on_all_rows(job, make_fit_context(study, data))
    assert result.ok, result.message
    assert isinstance(learner, Average)
    return learner


def test_that_the_other_models_of_the_study_are_averaged_with_their_own_settings() -> None:
    """Two of one algorithm, one of them fixed; imported predictions and formulas are left out."""
    fixed = Candidate("far", "knn", {"neighbours": 9})
    tuned = Candidate("near", "knn", {}, {"neighbours": (3, 1)})
    study = of_study(fixed, tuned, Candidate("sum", "formula", {"formula": "1"}))
    context = make_fit_context(study, numbers(60))
    averaged = choose_members(AVERAGED, (), Task.NUMBERS, context.candidates)
    assert [one.choices for one in averaged] == [({"neighbours": 9},), ({"neighbours": 3}, {"neighbours": 1})]
    assert len(trained_average(study, numbers(60), job_of_average(study, numbers(60))).learners) == 2
    untuned = make_fit_context(replace(study, tuning=Tuning(TuningKind.NONE)), numbers(60))
    assert [len(one.choices) for one in choose_members(AVERAGED, (), Task.NUMBERS, untuned.candidates)] == [1, 1]


def test_that_named_models_are_those_of_the_study_where_it_has_them() -> None:
    ours = Candidate("knn", "knn", {"neighbours": 9})
    first, second = choose_members(AVERAGED, ("knn", "ridge"), Task.NUMBERS, (ours,))
    assert first.choices == ({"neighbours": 9},)
    assert len(second.choices) == len(find_algorithm("ridge").grid["shrinkage"])


def test_that_one_other_model_is_too_few_and_the_standard_ones_are_averaged() -> None:
    averaged = choose_members(AVERAGED, (), Task.NUMBERS, of_study(Candidate("knn", "knn")).candidates)
    assert [one.row.key for one in averaged] == list(STANDARD[Task.NUMBERS])


def test_that_an_average_of_too_many_models_of_the_study_says_so_before_the_lock() -> None:
    study = of_study(*(Candidate(key, key) for key in TOO_MANY))
    (problem,) = member_problems(study, numbers(60))
    assert "at most 10" in problem.text.lower()
    assert member_problems(replace(study, candidates=problem.fixes[0].value), numbers(60)) == ()  # type: ignore[arg-type]


def test_that_poisoned_test_rows_change_no_weight_of_the_models_of_a_study() -> None:
    """Inputs and answers of the test rows are replaced by others far away: weights and members stay."""
    study = of_study(Candidate("knn", "knn", {}, {"neighbours": (5, 1)}), Candidate("linear", "linear"))
    data = numbers(60)
    job = job_of_average(study, data)
    inputs, targets = data.inputs.copy(), data.targets.copy()
    inputs[job.test], targets[job.test] = 1e6, -1e7
    poisoned = replace(data, inputs=inputs, targets=targets)
    clean, other = (trained_average(study, one, job) for one in (data, poisoned))
    np.testing.assert_array_equal(clean.weights, other.weights)
    new = data.inputs[job.test]
    np.testing.assert_array_equal(clean.predict(new).predicted, other.predict(new).predicted)


def test_that_inner_test_rows_follow_the_others_in_time() -> None:
    study = replace(
        of_study(Candidate("knn", "knn"), Candidate("linear", "linear")),
        scheme=SchemeChoice(SchemeKind.TIME, folds=3, repeats=1, max_repeats=1, stratified=False),
    )
    order = np.random.default_rng(1).permutation(60).astype(float)
    data = replace(numbers(60), order=order)
    job = job_of_average(study, data)
    learner = trained_average(study, data, job)
    assert learner.pairs
    for t1, t2 in learner.pairs:
        assert order[job.train[t1]].max() < order[job.train[t2]].min()
