"""The linear perceptron and the small net: gradients, steps, and the two ways to stop."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.special import softmax

from core.algorithms import find_algorithm, nets, perceptron, rows
from core.algorithms.layers import first_weights
from core.algorithms.nets import MLP, Net
from core.algorithms.perceptron import Perceptron
from core.algorithms.row import chosen
from core.domain.dataset import Floats, Task
from core.support.errors import EngineError
from tests.algorithms import plain_net
from tests.algorithms.examples import numbers_only


def loss(net: Net, inputs: Floats, wanted: Floats) -> float:
    answer = net.numbers(inputs)
    if net.classes:
        fit = -np.log(softmax(answer, axis=1)[wanted == 1]).mean()
    else:
        fit = 0.5 * ((answer - wanted) ** 2).sum() / len(inputs)
    matrices = []
    start = 0
    for above, below in pairwise(net.sizes):
        matrices.append(net.weights[start : start + above * below])
        start += (above + 1) * below
    squares = sum(float((matrix**2).sum()) for matrix in matrices)
    return float(fit + 0.5 * net.shrinkage / len(inputs) * squares)


@pytest.mark.parametrize("classes", [True, False])
def test_that_the_gradient_is_the_slope_of_the_loss(classes: bool) -> None:
    rng = np.random.default_rng(5)
    net = Net(chosen(MLP.settings, {"hidden": [4, 3], "shrinkage": 2.0}, "net"), 1)
    net.classes, net.sizes = classes, (3, 4, 3, 2)
    net.weights = first_weights(net.sizes, rng) + 0.1
    inputs = rng.normal(size=(9, 3))
    wanted = np.eye(2)[rng.integers(0, 2, 9)] if classes else rng.normal(size=(9, 2))
    gradient = net.gradient(inputs, wanted)
    for place in range(0, len(net.weights), 5):
        start = net.weights[place]
        net.weights[place] = start + 1e-6
        above = loss(net, inputs, wanted)
        net.weights[place] = start - 1e-6
        below = loss(net, inputs, wanted)
        net.weights[place] = start
        assert gradient[place] == pytest.approx((above - below) / 2e-6, abs=1e-6)


@pytest.mark.parametrize("hidden", [(30, 30), (5,), (7, 1, 4)])
@pytest.mark.parametrize("rows", [37, 200, 430])
def test_that_the_quick_net_gives_the_chances_of_the_plain_one(hidden: tuple[int, ...], rows: int) -> None:
    rng = np.random.default_rng(8)
    inputs, labels = rng.normal(size=(rows, 6)), rng.integers(0, 3, rows)
    net = Net(chosen(MLP.settings, {"hidden": hidden, "rounds": 60}, "net"), 4)
    net.fit(inputs, labels)
    layers = plain_net.trained(inputs, np.eye(3)[labels], hidden, True, net.shrinkage, 60, 4)
    expected = softmax(plain_net.outputs(layers, inputs)[-1], axis=1)
    assert np.abs(net.scores(inputs) - expected).max() < 1e-9


def test_that_the_quick_net_gives_the_numbers_of_the_plain_one() -> None:
    rng = np.random.default_rng(9)
    inputs, targets = rng.normal(size=(301, 8)), rng.normal(size=(301, 3))
    net = Net(chosen(MLP.settings, {"hidden": (30,)}, "net"), 2)
    net.fit(inputs, targets)
    layers = plain_net.trained(inputs, targets, (30,), False, net.shrinkage, net.rounds, 2)
    assert np.abs(net.numbers(inputs) - plain_net.outputs(layers, inputs)[-1]).max() < 1e-9


@pytest.mark.parametrize("stop", ["rounds", "error"])
def test_that_a_net_of_many_rows_has_the_same_bits_without_a_copy_of_them(
    stop: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(10)
    inputs, labels = np.asfortranarray(rng.normal(size=(930, 7))), rng.integers(0, 3, 930)
    settings = {"rounds": 5, "stop": stop, "error": 0.6}
    expected, found = (Net(chosen(MLP.settings, settings, "net"), 2) for _ in range(2))
    expected.fit(inputs, labels)
    for module in (nets, rows):
        monkeypatch.setattr(module, "CELLS_AT_ONCE", 64 * 40)
    found.fit(inputs, labels)
    assert found.weights.tobytes() == expected.weights.tobytes()


def test_that_a_perceptron_of_many_rows_gives_the_same_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(11)
    inputs, labels = rng.normal(size=(930, 7)), rng.integers(0, 3, 930)
    expected, found = Perceptron(50, 1.0, 3), Perceptron(50, 1.0, 3)
    expected.fit(inputs, labels)
    for module in (perceptron, rows):
        monkeypatch.setattr(module, "CELLS_AT_ONCE", 1000)
    found.fit(inputs, labels)
    assert np.abs(found.weights - expected.weights).max() < 1e-12


def test_that_a_net_learns_what_no_weighted_sum_can() -> None:
    rng = np.random.default_rng(6)
    inputs = rng.uniform(-1, 1, (300, 2))
    targets = (inputs[:, 0] * inputs[:, 1] > 0).astype(float)[:, None]
    schema = numbers_only(Task.CLASSES, features=2, classes=2).schema
    errors = {}
    for key in ("perceptron", "mlp"):
        learner = find_algorithm(key).build({}, 1)
        learner.fit(inputs[:200], targets[:200], schema)
        errors[key] = np.mean(learner.predict(inputs[200:]).predicted != targets[200:])
    assert errors["mlp"] < 0.15 < 0.3 < errors["perceptron"]


def test_that_training_can_stop_at_an_error_instead_of_after_rounds() -> None:
    example = numbers_only(Task.CLASSES, classes=2)
    inputs, labels = example.inputs, example.targets[:, 0].astype(np.int64)
    errors = []
    for wanted in (0.3, 0.05):
        values = chosen(MLP.settings, {"stop": "error", "error": wanted, "rounds": 2000, "shrinkage": 0}, "net")
        net = Net(values, 1)
        net.fit((inputs - 5) / 3, labels)
        errors.append(np.mean(net.scores((inputs - 5) / 3).argmax(axis=1) != labels))
    assert 0.05 < errors[0] <= 0.3
    assert errors[1] <= 0.05


def test_that_an_error_that_is_not_reached_is_told() -> None:
    example = numbers_only(Task.NUMBERS)
    learner = find_algorithm("mlp").build({"stop": "error", "error": 0.0, "rounds": 3}, 1)
    with pytest.warns(UserWarning, match="did not reach the training error 0 in 3 rounds"):
        learner.fit(example.inputs, example.targets, example.schema)


def test_that_a_diverging_net_fails_in_words() -> None:
    net = Net(chosen(MLP.settings, {}, "net"), 1)
    with pytest.raises(EngineError, match="diverged"):
        net.fit(np.array([[1e200], [-1e200]]), np.array([[1e200], [-1e200]]))


def test_that_different_seeds_start_nets_elsewhere() -> None:
    example = numbers_only(Task.NUMBERS)
    answers = []
    for seed in (1, 2):
        learner = find_algorithm("mlp").build({}, seed)
        learner.fit(example.inputs, example.targets, example.schema)
        answers.append(learner.predict(example.new).predicted)
    assert not np.allclose(answers[0], answers[1])


def test_that_every_round_of_the_perceptron_goes_down() -> None:
    example = numbers_only(Task.CLASSES)
    inputs, labels = example.inputs, example.targets[:, 0].astype(np.int64)
    entropies = []
    for rounds in (1, 2, 5, 20, 100, 500):
        model = Perceptron(rounds, 1.0, 1)
        model.fit(inputs, labels)
        entropies.append(-np.log(model.scores(inputs)[np.arange(len(labels)), labels]).mean())
    assert all(later < earlier for earlier, later in pairwise(entropies))
