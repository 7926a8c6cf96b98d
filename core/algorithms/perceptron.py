"""A linear net with softmax outputs, trained by plain gradient descent."""

from functools import partial

import numpy as np

from core.algorithms.learner import Learner
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.row import CLASSES_ONLY, Algorithm, Setting, Simpler, chosen
from core.algorithms.rows import CELLS_AT_ONCE, counted, pieces_of
from core.domain.dataset import Floats, Integers
from core.domain.study import Settings
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

START = 0.01  # first weights are drawn between minus and plus this


class Perceptron:
    """Descends the cross-entropy of all rows at once; `rate` is a share of the longest step that cannot overshoot.

    The curvature of the softmax cross-entropy is at most half the largest eigenvalue of the inputs' mean square
    (Boehning 1992), so a rate up to 1 goes down in every round. Losses of rows count by `row_weights`, of mean 1.
    """

    def __init__(self, rounds: int, rate: float, seed: int) -> None:
        self.rounds = rounds
        self.rate = rate
        self.seed = seed
        self.weights = np.empty((0, 0))
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats, labels: Integers) -> None:
        wanted = np.eye(labels.max() + 1)[labels]
        draw = np.random.default_rng(self.seed)
        self.weights = draw.uniform(-START, START, (inputs.shape[1] + 1, wanted.shape[1]))
        if inputs.size > CELLS_AT_ONCE:
            self._descend_in_pieces(inputs, wanted)
        else:
            self._descend(_with_bias(inputs), wanted)

    def _descend(self, rows: Floats, wanted: Floats) -> None:
        counting = rows if self.row_weights is None else rows * np.sqrt(self.row_weights)[:, None]
        step = self._step(float(np.linalg.norm(counting, 2)) ** 2, len(rows))
        for _ in range(self.rounds):
            self.weights -= step * self._slope(rows, wanted, self.row_weights)

    def _descend_in_pieces(self, inputs: Floats, wanted: Floats) -> None:
        """The same for many rows, without a copy of them."""
        given = self.row_weights
        pieces = [(piece, None if given is None else given[piece]) for piece in pieces_of(len(inputs), inputs.shape[1])]
        parts = ((_with_bias(inputs[piece]), weights) for piece, weights in pieces)
        products = sum(counted(rows, weights) @ rows for rows, weights in parts)
        step = self._step(float(np.linalg.norm(products, 2)), len(inputs))
        for _ in range(self.rounds):
            slopes = (self._slope(_with_bias(inputs[piece]), wanted[piece], weights) for piece, weights in pieces)
            self.weights -= step * sum(slopes)

    def _step(self, strength: float, rows: int) -> float:
        """The longest that cannot overshoot, times the rate; `strength` is the largest eigenvalue of the squares."""
        curvature = 0.5 * strength / rows
        return self.rate / (curvature * rows)

    def _slope(self, rows: Floats, wanted: Floats, weights: Floats | None) -> Floats:
        return np.asarray(rows.T @ counted(_softmax(rows @ self.weights) - wanted, weights).T)

    def scores(self, inputs: Floats) -> Floats:
        return np.asarray(special.softmax(_with_bias(inputs) @ self.weights, axis=1))


def _with_bias(inputs: Floats) -> Floats:
    return np.column_stack([np.ones(len(inputs)), inputs])


def _softmax(sums: Floats) -> Floats:
    raised = np.exp(sums - sums.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def build_perceptron(settings: Settings, seed: int) -> Learner:
    values = chosen(PERCEPTRON.settings, settings, PERCEPTRON.title)
    make = partial(Perceptron, values.whole("rounds"), values.number("rate"), seed)
    return Prepared(Recipe(), classifier=make)


PERCEPTRON = Algorithm(
    key="perceptron",
    title="Linear perceptron",
    note="A net without hidden units: straight borders, found step by step; the simple relative of every net.",
    source="Rosenblatt 1958; softmax and cross-entropy, Bridle 1990",
    tasks=CLASSES_ONLY,
    settings=(
        Setting(
            "rounds",
            "Rounds",
            "How often all training rows are gone through.",
            300,
            low=1,
            high=100_000,
            simpler=Simpler.LOWER,
        ),
        Setting(
            "rate",
            "Step",
            "Length of a step; up to 1 every round goes down.",
            1.0,
            low=0.001,
            high=1.0,
            simpler=Simpler.LOWER,
        ),
    ),
    grid={"rounds": (10, 30, 100, 300, 1000)},
    build=build_perceptron,
    uses_weights=True,
    libraries=("scipy.special",),
    simplicity=3,
)
