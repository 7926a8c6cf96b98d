"""The linear perceptron: straight down, from nearly nothing, to what logistic regression without shrinkage finds."""

import numpy as np
import pytest

from core.algorithms import find_algorithm
from core.algorithms.perceptron import START, Perceptron
from core.domain.dataset import Floats, Integers, Task
from tests.algorithms.examples import numbers_only


def rows() -> tuple[Floats, Integers]:
    made = numbers_only(Task.CLASSES, rows=200)
    inputs = (made.inputs - made.inputs.mean(axis=0)) / made.inputs.std(axis=0)
    return inputs, made.targets[:, 0].astype(np.int64)


def loss(model: Perceptron, inputs: Floats, labels: Integers) -> float:
    return float(-np.log(model.scores(inputs)[np.arange(len(labels)), labels]).mean())


def trained(rounds: int, rate: float = 1.0, seed: int = 1) -> Perceptron:
    model = Perceptron(rounds, rate, seed)
    model.fit(*rows())
    return model


def test_that_it_starts_near_equal_chances() -> None:
    model = Perceptron(1, 0.001, 1)
    model.fit(*rows())
    assert np.abs(model.weights).max() < 2 * START
    np.testing.assert_allclose(model.scores(rows()[0]), 1 / 3, atol=0.05)


@pytest.mark.parametrize("rate", [0.1, 0.5, 1.0])
def test_that_more_rounds_never_make_the_training_loss_larger(rate: float) -> None:
    inputs, labels = rows()
    losses = [loss(trained(rounds, rate), inputs, labels) for rounds in (1, 2, 5, 20, 80)]
    assert losses == sorted(losses, reverse=True)


def test_that_many_rounds_end_at_logistic_regression_without_shrinkage() -> None:
    example = numbers_only(Task.CLASSES, rows=200)
    scores = []
    for key, settings in (("perceptron", {"rounds": 20_000}), ("logistic", {"shrinkage": 1e-4})):
        learner = find_algorithm(key).build(settings, 1)
        learner.fit(example.inputs, example.targets, example.schema)
        scores.append(learner.predict(example.new).scores)
    assert scores[0] is not None
    assert scores[1] is not None
    np.testing.assert_allclose(scores[0], scores[1], atol=0.02)


def test_that_the_start_is_forgotten_after_many_rounds() -> None:
    inputs, _ = rows()
    np.testing.assert_allclose(trained(5000, seed=1).scores(inputs), trained(5000, seed=2).scores(inputs), atol=0.01)


def test_that_inputs_of_any_size_do_not_overshoot() -> None:
    inputs, labels = rows()
    losses = []
    for rounds in (1, 10, 50):
        model = Perceptron(rounds, 1.0, 1)
        model.fit(inputs * 1e4, labels)
        losses.append(loss(model, inputs * 1e4, labels))
    assert losses == sorted(losses, reverse=True)
