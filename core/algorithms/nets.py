"""A small neural net, trained for a number of rounds or until a training error is reached."""

import warnings
from functools import partial
from itertools import pairwise

import numpy as np
from scipy.special import softmax

from core.algorithms.learner import Learner
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.row import BOTH_TASKS, Algorithm, Chosen, Setting, Simpler, chosen
from core.domain.dataset import Floats, Integers
from core.domain.study import Settings
from core.errors import EngineError

ROUNDS, ERROR = "rounds", "error"
BATCH = 200  # rows looked at before each step
FIRST_MEMORY, SECOND_MEMORY, TINY = 0.9, 0.999, 1e-8  # Kingma & Ba 2015, algorithm 1


class Net:
    """Layers of tanh units and a linear last layer; softmax and cross-entropy for classes, squares for numbers.

    All weights lie in one vector, so that a step is a few operations whatever the layers.
    """

    def __init__(self, values: Chosen, seed: int) -> None:
        self.hidden = values.wholes("hidden")
        self.shrinkage = values.number("shrinkage")
        self.rounds = values.whole("rounds")
        self.rate = values.number("rate")
        self.error = values.number("error") if values.word("stop") == ERROR else None
        self.seed = seed
        self.classes = False
        self.sizes: tuple[int, ...] = ()
        self.weights = np.empty(0)

    def fit(self, inputs: Floats, targets: Floats | Integers) -> None:
        self.classes = targets.ndim == 1
        wanted = np.eye(targets.max() + 1)[targets] if self.classes else targets.astype(np.float64)
        self.sizes = (inputs.shape[1], *self.hidden, wanted.shape[1])
        rng = np.random.default_rng(self.seed)
        self.weights = first_weights(self.sizes, rng)
        with np.errstate(over="ignore", invalid="ignore"):
            self._descend(inputs, wanted, rng)
        if not np.isfinite(self.weights).all():
            raise EngineError("The net diverged: its weights grew beyond all bounds.", hint="Try a smaller step.")

    def scores(self, inputs: Floats) -> Floats:
        return np.asarray(softmax(self._layers(inputs)[-1], axis=1))

    def numbers(self, inputs: Floats) -> Floats:
        return self._layers(inputs)[-1]

    def _descend(self, inputs: Floats, wanted: Floats, rng: np.random.Generator) -> None:
        """Equal rounds, or equal error within the rounds: the two fair ways to train nets (Reich & Barai 1999, 5.3)."""
        steps = Steps(self.rate, len(self.weights))
        for _ in range(self.rounds):
            order = rng.permutation(len(inputs))
            for start in range(0, len(order), BATCH):
                rows = order[start : start + BATCH]
                self.weights -= steps.next(self.gradient(inputs[rows], wanted[rows]))
            if self.error is not None and self._training_error(inputs, wanted) <= self.error:
                return
        if self.error is not None:
            reached = f"The net did not reach the training error {self.error:g} in {self.rounds} rounds."
            warnings.warn(reached, stacklevel=2)

    def gradient(self, inputs: Floats, wanted: Floats) -> Floats:
        """Of the mean loss (cross-entropy, or half the square) plus half the shrinkage times the squared weights."""
        layers = self._layers(inputs)
        gradient = np.empty_like(self.weights)
        answer = _softmax(layers[-1]) if self.classes else layers[-1]
        miss = (answer - wanted) / len(inputs)
        parts = list(zip(_split(self.weights, self.sizes), _split(gradient, self.sizes), strict=True))
        for level in range(len(parts) - 1, -1, -1):
            (weights, _), (into_weights, into_bias) = parts[level]
            into_weights[:] = layers[level].T @ miss + self.shrinkage / len(inputs) * weights
            into_bias[:] = miss.sum(axis=0)
            if level:
                miss = (miss @ weights.T) * (1 - layers[level] ** 2)
        return gradient

    def _layers(self, inputs: Floats) -> list[Floats]:
        layers = [inputs]
        for weights, bias in _split(self.weights, self.sizes):
            layers.append(layers[-1] @ weights + bias)
            if len(layers) < len(self.sizes):
                np.tanh(layers[-1], out=layers[-1])
        return layers

    def _training_error(self, inputs: Floats, wanted: Floats) -> float:
        """Share of wrong rows, or root of the mean squared miss of outputs with spread 1."""
        answer = self._layers(inputs)[-1]
        if self.classes:
            return float(np.mean(answer.argmax(axis=1) != wanted.argmax(axis=1)))
        return float(np.sqrt(np.mean((answer - wanted) ** 2)))


class Steps:
    """Adam (Kingma & Ba 2015, algorithm 1): steps scaled by the recent size of each gradient."""

    def __init__(self, rate: float, count: int) -> None:
        self.rate = rate
        self.taken = 0
        self.first = np.zeros(count)
        self.second = np.zeros(count)

    def next(self, gradient: Floats) -> Floats:
        self.taken += 1
        self.first += (1 - FIRST_MEMORY) * (gradient - self.first)
        self.second += (1 - SECOND_MEMORY) * (gradient**2 - self.second)
        first = self.first / (1 - FIRST_MEMORY**self.taken)
        second = self.second / (1 - SECOND_MEMORY**self.taken)
        return np.asarray(self.rate * first / (np.sqrt(second) + TINY))


def first_weights(sizes: tuple[int, ...], rng: np.random.Generator) -> Floats:
    """Uniform in plus or minus the root of 6 over the units on both sides (Glorot & Bengio 2010); no bias."""
    weights = np.zeros(sum((above + 1) * below for above, below in pairwise(sizes)))
    for matrix, _ in _split(weights, sizes):
        bound = np.sqrt(6 / sum(matrix.shape))
        matrix[:] = rng.uniform(-bound, bound, matrix.shape)
    return weights


def _split(vector: Floats, sizes: tuple[int, ...]) -> list[tuple[Floats, Floats]]:
    """Views of the vector as one matrix and one bias per layer."""
    views, start = [], 0
    for above, below in pairwise(sizes):
        middle, end = start + above * below, start + (above + 1) * below
        views.append((vector[start:middle].reshape(above, below), vector[middle:end]))
        start = end
    return views


def _softmax(sums: Floats) -> Floats:
    raised = np.exp(sums - sums.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def build_mlp(settings: Settings, seed: int) -> Learner:
    values = chosen(MLP.settings, settings, MLP.title)
    make = partial(Net, values, seed)
    return Prepared(Recipe(), classifier=make, regressor=make)


MLP = Algorithm(
    key="mlp",
    title="Small neural net",
    note="Layers of simple units that can follow any smooth relation; needs many rows, and each start ends elsewhere.",
    source="Rumelhart, Hinton & Williams 1986; steps after Kingma & Ba 2015",
    tasks=BOTH_TASKS,
    settings=(
        Setting(
            "hidden",
            "Hidden units",
            "Units of each hidden layer, for example [30] or [30, 30].",
            (30,),
            low=1,
            high=1000,
            simpler=Simpler.LOWER,
        ),
        Setting(
            "shrinkage",
            "Shrinkage",
            "How strongly weights are pulled to 0.",
            1.0,
            low=0,
            high=100,
            simpler=Simpler.HIGHER,
        ),
        Setting(
            "rounds",
            "Rounds",
            "How often all training rows are gone through.",
            200,
            low=1,
            high=10_000,
            simpler=Simpler.LOWER,
        ),
        Setting("rate", "Step", "Length of a step.", 0.01, low=1e-5, high=1.0, simpler=Simpler.LOWER),
        Setting(
            "stop", "Stop", "After the rounds, or as soon as the training error is reached.", ROUNDS, (ROUNDS, ERROR)
        ),
        Setting(
            "error",
            "Training error",
            "The error to reach: share wrong, or miss per spread.",
            0.05,
            low=0,
            high=1,
            simpler=Simpler.HIGHER,
        ),
    ),
    grid={"hidden": ((5,), (15,), (30,)), "shrinkage": (10.0, 0.1)},
    build=build_mlp,
    simplicity=7,
)
