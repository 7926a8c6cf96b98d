"""Weighted sums against their definitions and scikit-learn."""

import numpy as np
import pytest
from sklearn.cross_decomposition import PLSRegression
from sklearn.linear_model import LinearRegression

from core.algorithms import find_algorithm
from core.algorithms.linear import LeastSquares, PartialLeastSquares
from core.domain.dataset import Floats, Task
from tests.algorithms.examples import Example, more_inputs_than_rows, numbers_only


def centered(example: Example) -> tuple[Floats, Floats]:
    return example.inputs, example.targets - example.targets.mean(axis=0)


def test_that_least_squares_are_those_of_scikit_learn() -> None:
    example = numbers_only(Task.NUMBERS)
    learner = find_algorithm("linear").build({}, 1)
    learner.fit(example.inputs, example.targets, example.schema)
    expected = LinearRegression().fit(example.inputs, example.targets).predict(example.new)
    np.testing.assert_allclose(learner.predict(example.new).predicted, expected)


def test_that_more_inputs_than_rows_give_the_smallest_weights_that_fit() -> None:
    inputs, targets = centered(more_inputs_than_rows(Task.NUMBERS))
    model = LeastSquares()
    model.fit(inputs.copy(), targets)
    np.testing.assert_allclose(model.numbers(inputs), targets, atol=1e-9)
    np.testing.assert_allclose(model.weights, np.linalg.pinv(inputs - inputs.mean(axis=0)) @ targets, atol=1e-9)


@pytest.mark.parametrize("directions", [1, 2, 3])
def test_that_partial_least_squares_of_one_output_are_those_of_scikit_learn(directions: int) -> None:
    inputs, targets = centered(numbers_only(Task.NUMBERS, features=6, outputs=1))
    model = PartialLeastSquares(directions)
    model.fit(inputs.copy(), targets)
    expected = PLSRegression(directions, scale=False).fit(inputs, targets).predict(inputs)
    np.testing.assert_allclose(model.numbers(inputs), expected.reshape(-1, 1), atol=1e-8)


def test_that_as_many_directions_as_inputs_give_least_squares() -> None:
    inputs, targets = centered(numbers_only(Task.NUMBERS))
    plain, partial = LeastSquares(), PartialLeastSquares(100)
    plain.fit(inputs.copy(), targets)
    partial.fit(inputs.copy(), targets)
    np.testing.assert_allclose(partial.weights, plain.weights, atol=1e-8)


def test_that_partial_least_squares_stop_when_nothing_is_left_to_explain() -> None:
    rng = np.random.default_rng(2)
    signal = rng.normal(size=(30, 1))
    inputs = signal @ np.array([[1.0, 2.0, -1.0]])
    model = PartialLeastSquares(3)
    model.fit(inputs.copy(), signal - signal.mean())
    np.testing.assert_allclose(model.numbers(inputs), signal - signal.mean(), atol=1e-9)


@pytest.mark.parametrize("key", ["ridge", "lasso"])
def test_that_strong_shrinkage_leaves_the_mean(key: str) -> None:
    example = numbers_only(Task.NUMBERS)
    learner = find_algorithm(key).build({"shrinkage": 10.0 if key == "lasso" else 1e6}, 1)
    learner.fit(example.inputs, example.targets, example.schema)
    np.testing.assert_allclose(learner.predict(example.new).predicted[0], example.targets.mean(axis=0), rtol=1e-3)


def test_that_shrinkage_pulls_chances_of_classes_together() -> None:
    example = numbers_only(Task.CLASSES)
    highest = []
    for shrinkage in (1000.0, 1.0):
        learner = find_algorithm("logistic").build({"shrinkage": shrinkage}, 1)
        learner.fit(example.inputs, example.targets, example.schema)
        scores = learner.predict(example.new).scores
        assert scores is not None
        highest.append(scores.max())
    assert highest[0] < 0.5 < highest[1]
