"""A small neural net, trained for a number of rounds or until a training error is reached."""

import warnings
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from core.algorithms.layers import Layers, Steps, first_weights, matrices_of, softmax_in_place, with_ones
from core.algorithms.learner import Learner
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.row import BOTH_TASKS, Algorithm, Chosen, Setting, Simpler, chosen
from core.algorithms.rows import CELLS_AT_ONCE, Rows
from core.domain.dataset import Floats, Integers
from core.domain.study import Settings
from core.support.errors import EngineError

ROUNDS, ERROR = "rounds", "error"
BATCH = 200  # rows looked at before each step


class Net:
    """Layers of tanh units and a linear last layer; softmax and cross-entropy for classes, squares for numbers.

    All weights lie in one vector, so that a step is a few operations whatever the layers. Losses of rows count by
    `row_weights`, of mean 1.
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
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats, targets: Floats | Integers) -> None:
        self.classes = targets.ndim == 1
        wanted = np.eye(targets.max() + 1)[targets] if self.classes else targets.astype(np.float64)
        self.sizes = (inputs.shape[1], *self.hidden, wanted.shape[1])
        rng = np.random.default_rng(self.seed)
        self.weights = first_weights(self.sizes, rng)
        with np.errstate(over="ignore", invalid="ignore"):
            self._descend(inputs, np.ascontiguousarray(wanted.T), rng)
        if not np.isfinite(self.weights).all():
            raise EngineError("The net diverged: its weights grew beyond all bounds.", hint="Try a smaller step.")

    def scores(self, inputs: Floats) -> Floats:
        answer = self._answer(with_ones(inputs))
        softmax_in_place(answer)
        return np.ascontiguousarray(answer.T)

    def numbers(self, inputs: Floats) -> Floats:
        return np.ascontiguousarray(self._answer(with_ones(inputs)).T)

    def gradient(self, inputs: Floats, wanted: Floats) -> Floats:
        """Of the mean loss (cross-entropy, or half the square) plus half the shrinkage times the squared weights."""
        gradient = np.empty_like(self.weights)
        matrices, into = matrices_of(self.weights, self.sizes), matrices_of(gradient, self.sizes)
        self._slopes(Layers(self.sizes, len(inputs)), matrices, into, with_ones(inputs), wanted.T)
        return gradient

    def _descend(self, inputs: Floats, wanted: Floats, rng: np.random.Generator) -> None:
        """Equal rounds, or equal error within the rounds: the two fair ways to train nets (Reich & Barai 1999, 5.3)."""
        steps, gradient = Steps(self.rate, len(self.weights)), np.empty_like(self.weights)
        matrices, into = matrices_of(self.weights, self.sizes), matrices_of(gradient, self.sizes)
        batches, row_weights = self._batches(len(inputs)), self.row_weights
        rounds = (_mixed_by_batch if inputs.size > CELLS_AT_ONCE else _mixed)(inputs, wanted, batches)
        for _ in range(self.rounds):
            order = rng.permutation(len(inputs))
            for (rows, _), (layers, first, answers) in zip(batches, rounds(order), strict=True):
                weights = None if row_weights is None else row_weights[order[rows]]
                self._slopes(layers, matrices, into, first, answers, weights)
                steps.take(self.weights, gradient)
            if self._has_reached_its_error(inputs, wanted):
                return
        if self.error is not None:
            reached = f"The net did not reach the training error {self.error:g} in {self.rounds} rounds."
            warnings.warn(reached, stacklevel=2)

    def _batches(self, rows: int) -> list[tuple[slice, Layers]]:
        """Which rows of a round make one step, and room for them: batches of one size share it."""
        slices = [slice(start, min(start + BATCH, rows)) for start in range(0, rows, BATCH)]
        room = {size: Layers(self.sizes, size) for size in {one.stop - one.start for one in slices}}
        return [(one, room[one.stop - one.start]) for one in slices]

    def _slopes(
        self,
        layers: Layers,
        matrices: list[Floats],
        into: list[Floats],
        inputs: Floats,
        wanted: Floats,
        weights: Floats | None = None,
    ) -> None:
        answer = layers.forward(matrices, inputs)
        if self.classes:
            softmax_in_place(answer)
        answer -= wanted
        answer /= layers.rows
        if weights is not None:
            answer *= weights
        layers.backward(matrices, into, inputs, self.shrinkage / layers.rows)

    def _answer(self, inputs: Floats) -> Floats:
        return Layers(self.sizes, inputs.shape[1]).forward(matrices_of(self.weights, self.sizes), inputs)

    def _has_reached_its_error(self, inputs: Floats, wanted: Floats) -> bool:
        return self.error is not None and self._training_error(inputs, wanted) <= self.error

    def _training_error(self, inputs: Floats, wanted: Floats) -> float:
        """Share of wrong rows, or root of the mean squared miss of outputs with spread 1."""
        parts = [self._answer(with_ones(part.picked())) for part in Rows(inputs).parts(sum(self.sizes))]
        answer = np.hstack(parts)
        if self.classes:
            return float(np.mean(answer.argmax(axis=0) != wanted.argmax(axis=0)))
        return float(np.sqrt(np.mean((answer - wanted) ** 2)))


Step = tuple[Layers, Floats, Floats]  # room for some rows, their inputs with a row of ones, and what they should say
Round = Callable[[Integers], Iterator[Step]]  # all rows once, in this order


def _mixed(inputs: Floats, wanted: Floats, batches: list[tuple[slice, Layers]]) -> Round:
    """All rows are brought into the order of a round at once."""
    first = with_ones(inputs)
    mixed, mixed_wanted = np.empty_like(first), np.empty_like(wanted)

    def one_round(order: Integers) -> Iterator[Step]:
        np.take(first, order, axis=1, out=mixed, mode="clip")
        np.take(wanted, order, axis=1, out=mixed_wanted, mode="clip")
        return ((layers, mixed[:, rows], mixed_wanted[:, rows]) for rows, layers in batches)

    return one_round


def _mixed_by_batch(inputs: Floats, wanted: Floats, batches: list[tuple[slice, Layers]]) -> Round:
    """The same for many rows, without a copy of them: each batch is gathered when its turn comes."""
    room = {layers.rows: np.ones((inputs.shape[1] + 1, layers.rows)) for _, layers in batches}

    def one_round(order: Integers) -> Iterator[Step]:
        for rows, layers in batches:
            first = room[layers.rows]
            np.take(inputs.T, order[rows], axis=1, out=first[:-1], mode="clip")
            yield layers, first, wanted[:, order[rows]]

    return one_round


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
    uses_weights=True,
    simplicity=7,
)
