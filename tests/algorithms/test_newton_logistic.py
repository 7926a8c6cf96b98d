"""Logistic regression by Newton's method: the minimum of its definition, along a path as well as alone."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from core.algorithms import newton_logistic
from core.algorithms.linear import build_logistic_for_choices
from core.algorithms.newton_logistic import NewtonLogistic
from core.domain.dataset import Floats, Integers
from core.domain.study import Settings

SHRINKAGES = (100.0, 1.0, 0.01)


def rows(classes: int) -> tuple[Floats, Integers]:
    rng = np.random.default_rng(classes)
    inputs = rng.normal(size=(150, 4))
    noisy = inputs[:, 0] - inputs[:, 1] + rng.normal(size=150)
    return inputs, np.digitize(noisy, np.quantile(noisy, np.arange(1, classes) / classes))


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_that_the_minimum_is_that_of_scikit_learn(classes: int) -> None:
    inputs, labels = rows(classes)
    model = NewtonLogistic(SHRINKAGES)
    model.fit(inputs, labels)
    for shrinkage, found in zip(SHRINKAGES, model.answers_of_choices(inputs), strict=True):
        other = LogisticRegression(C=1 / shrinkage, tol=1e-10, max_iter=10_000).fit(inputs, labels)
        np.testing.assert_allclose(found, other.predict_proba(inputs), atol=1e-5)


@pytest.mark.parametrize("classes", [2, 3])
def test_that_a_path_ends_where_a_start_from_nothing_ends(classes: int) -> None:
    inputs, labels = rows(classes)
    path, alone = NewtonLogistic(SHRINKAGES), NewtonLogistic(SHRINKAGES[-1:])
    path.fit(inputs, labels)
    alone.fit(inputs, labels)
    path.choose(2)
    np.testing.assert_allclose(path.scores(inputs), alone.scores(inputs), atol=1e-5)
    assert (path.scores(inputs).argmax(axis=1) == alone.scores(inputs).argmax(axis=1)).all()


@pytest.mark.parametrize("is_weighted", [False, True])
@pytest.mark.parametrize("classes", [2, 3])
def test_that_a_search_from_the_solution_on_some_of_the_rows_ends_where_one_from_nothing_ends(
    classes: int, is_weighted: bool
) -> None:
    inputs, labels = rows(classes)
    weights = np.linspace(0.2, 1.8, 150) if is_weighted else None
    some, warm, cold = NewtonLogistic(SHRINKAGES), NewtonLogistic(SHRINKAGES[-1:]), NewtonLogistic(SHRINKAGES[-1:])
    some.row_weights = None if weights is None else weights[::2]
    warm.row_weights = cold.row_weights = weights
    some.fit(inputs[::2], labels[::2])
    warm.start_from(some)
    warm.fit(inputs, labels)
    cold.fit(inputs, labels)
    np.testing.assert_allclose(warm.scores(inputs), cold.scores(inputs), atol=1e-5)
    assert np.abs(some.weights[0.01] - cold.weights[0.01]).max() > 0.01


def test_that_solutions_for_other_columns_or_classes_start_nothing() -> None:
    inputs, labels = rows(3)
    narrow, fewer = NewtonLogistic(SHRINKAGES), NewtonLogistic(SHRINKAGES)
    narrow.fit(inputs[:, :2], labels)
    fewer.fit(inputs, np.minimum(labels, 1))
    cold = NewtonLogistic(SHRINKAGES)
    cold.fit(inputs, labels)
    for other in (narrow, fewer):
        warm = NewtonLogistic(SHRINKAGES)
        warm.start_from(other)
        warm.fit(inputs, labels)
        np.testing.assert_array_equal(warm.scores(inputs), cold.scores(inputs))


def test_that_classes_which_can_be_told_apart_end_with_finite_weights() -> None:
    inputs = np.linspace(-1, 1, 40)[:, None]
    model = NewtonLogistic([1e-4])
    model.fit(inputs, (inputs[:, 0] > 0).astype(np.int64))
    assert np.isfinite(model.scores(inputs)).all()
    assert (model.scores(inputs).argmax(axis=1) == (inputs[:, 0] > 0)).all()


def test_that_equal_inputs_and_more_inputs_than_rows_are_no_obstacle() -> None:
    inputs = np.random.default_rng(1).normal(size=(20, 30))
    inputs[:, 1] = inputs[:, 0]
    model = NewtonLogistic([1.0])
    model.fit(inputs, np.arange(20) % 3)
    np.testing.assert_allclose(model.weights[1.0][:, 0], model.weights[1.0][:, 1], atol=1e-6)


def test_that_too_many_weights_are_left_to_scikit_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    inputs, labels = rows(3)
    plain, many = NewtonLogistic([1.0]), NewtonLogistic([1.0])
    plain.fit(inputs, labels)
    monkeypatch.setattr(newton_logistic, "MOST_WEIGHTS", 1)
    many.fit(inputs, labels)
    assert many.estimators
    np.testing.assert_allclose(many.scores(inputs), plain.scores(inputs), atol=1e-2)


@pytest.mark.parametrize(("kept", "is_shared"), [((2, 2), True), ((2, 3), False)])
def test_that_choices_share_a_path_only_with_the_same_inputs(kept: tuple[int, int], is_shared: bool) -> None:
    choices: list[Settings] = [{"shrinkage": 1.0, "kept": count} for count in kept]
    assert (build_logistic_for_choices(choices, 1) is not None) is is_shared
