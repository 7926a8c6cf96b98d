"""The average of models: weights from rows no member saw, never from a test row."""

from dataclasses import replace

import numpy as np
import pytest

from core.algorithms import ALGORITHMS, find_algorithm
from core.algorithms.average import Average, choose_members, least_squares_shares
from core.algorithms.effort import member_problems
from core.domain.dataset import Floats, Kind, Task
from core.domain.problem import Severity
from core.domain.study import Candidate
from core.support.errors import StudyError
from tests.algorithms.examples import Example, numbers_only, schema
from tests.engine.studies import study_of
from tests.schemes.datasets import numbers

ROW = find_algorithm("average")


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
    fold_of = model._deal(example.targets, example.schema)
    assert fold_of is not None
    assert len(set(fold_of.tolist())) == 4
    assert all(len(set(fold_of[model.groups == group].tolist())) == 1 for group in range(12))
    model.groups = np.arange(60) // 20
    assert model._deal(example.targets, example.schema) is None


def test_that_too_few_rows_count_all_models_the_same_and_say_so() -> None:
    few = numbers_only(Task.NUMBERS)
    example = Example(few.inputs[:6], few.targets[:6], few.new, few.schema)
    model = average("mean; knn")
    with pytest.warns(UserWarning, match="too few to weigh"):
        model.fit(example.inputs, example.targets, example.schema)
    np.testing.assert_array_equal(model.weights, np.full((2, 2), 0.5))


@pytest.mark.parametrize(
    "members",
    ["logistic", "average", "nobody", "; ".join(["mean", "median", "linear", "ridge", "lasso", "pls", "knn"])],
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
