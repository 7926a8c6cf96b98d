"""A small neural net, trained for a number of rounds or until a training error is reached."""

import warnings
from functools import partial
from typing import Any

import numpy as np
from sklearn.neural_network import MLPClassifier, MLPRegressor

from core.algorithms.learner import Learner
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.row import BOTH_TASKS, Algorithm, Chosen, Setting, chosen
from core.algorithms.scikit import ScikitClassifier, ScikitRegressor, random_state
from core.domain.dataset import Floats, Integers
from core.domain.study import Settings

ROUNDS, ERROR = "rounds", "error"


class NetClassifier(ScikitClassifier):
    """Its training error is the share of training rows it gets wrong."""

    def __init__(self, values: Chosen, seed: int) -> None:
        super().__init__(MLPClassifier(**_options(values, seed)))
        self.values = values

    def fit(self, inputs: Floats, labels: Integers) -> None:
        one_round = partial(self.estimator.partial_fit, inputs, labels, classes=np.unique(labels))
        train(one_round, lambda: float(np.mean(self.estimator.predict(inputs) != labels)), self.values)


class NetRegressor(ScikitRegressor):
    """Its training error is the root of the mean squared miss, for outputs of spread 1."""

    def __init__(self, values: Chosen, seed: int) -> None:
        super().__init__(MLPRegressor(**_options(values, seed)))
        self.values = values

    def fit(self, inputs: Floats, targets: Floats) -> None:
        wanted = targets[:, 0] if targets.shape[1] == 1 else targets
        one_round = partial(self.estimator.partial_fit, inputs, wanted)
        train(one_round, lambda: float(np.sqrt(np.mean((self.numbers(inputs) - targets) ** 2))), self.values)


def train(one_round: Any, training_error: Any, values: Chosen) -> None:
    """Equal rounds, or equal error reached within the rounds: the two fair ways to train nets (Reich & Barai 1999)."""
    until_error = values.word("stop") == ERROR
    for _ in range(values.whole("rounds")):
        one_round()
        if until_error and training_error() <= values.number("error"):
            return
    if until_error:
        warnings.warn(
            f"The net did not reach the training error {values.number('error'):g} in {values.whole('rounds')} rounds.",
            stacklevel=2,
        )


def _options(values: Chosen, seed: int) -> dict[str, Any]:
    return {
        "hidden_layer_sizes": values.wholes("hidden"),
        "alpha": values.number("shrinkage"),
        "learning_rate_init": values.number("rate"),
        "random_state": random_state(seed),
    }


def build_mlp(settings: Settings, seed: int) -> Learner:
    values = chosen(MLP.settings, settings, MLP.title)
    return Prepared(
        Recipe(), classifier=partial(NetClassifier, values, seed), regressor=partial(NetRegressor, values, seed)
    )


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
        ),
        Setting("shrinkage", "Shrinkage", "How strongly weights are pulled to 0.", 0.001, low=0, high=100),
        Setting("rounds", "Rounds", "How often all training rows are gone through.", 200, low=1, high=10_000),
        Setting("rate", "Step", "Length of a step.", 0.01, low=1e-5, high=1.0),
        Setting(
            "stop", "Stop", "After the rounds, or as soon as the training error is reached.", ROUNDS, (ROUNDS, ERROR)
        ),
        Setting("error", "Training error", "The error to reach: share wrong, or miss per spread.", 0.05, low=0, high=1),
    ),
    grid={"hidden": ((5,), (15,), (30,)), "shrinkage": (1.0, 0.01)},
    build=build_mlp,
    simplicity=7,
)
