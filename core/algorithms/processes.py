"""Gaussian processes: smooth curves through the training rows."""

import warnings
from functools import partial
from typing import Any

from core.algorithms.learner import Learner
from core.algorithms.limits import ABOVE_LIMIT, PROCESS_LIMIT, Limited
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.row import NUMBERS_ONLY, Algorithm, Setting, Simpler, chosen
from core.algorithms.scikit import PerOutput, random_state
from core.domain.dataset import Floats
from core.domain.study import Settings
from core.support.lazy_import import import_lazily

exceptions = import_lazily("sklearn.exceptions")
gaussian_process = import_lazily("sklearn.gaussian_process")
kernels = import_lazily("sklearn.gaussian_process.kernels")

SMOOTHNESS = {"smooth": float("inf"), "bent": 2.5, "rough": 1.5, "jagged": 0.5}


class Process(PerOutput):
    """One process per output; size, reach and noise are those that make the training rows most likely."""

    def __init__(self, smoothness: str, reach: float, seed: int) -> None:
        super().__init__(partial(_estimator, SMOOTHNESS[smoothness], reach, random_state(seed)))

    def fit(self, inputs: Floats, targets: Floats) -> None:
        with warnings.catch_warnings():
            # A reach or noise at the end of its wide range is an answer (an input that does not matter), not a failure.
            warnings.filterwarnings("ignore", ".*close to the specified .* bound", exceptions.ConvergenceWarning)
            super().fit(inputs, targets)


def _estimator(nu: float, reach: float, state: int) -> Any:
    size, curve = kernels.ConstantKernel(1.0, (1e-3, 1e3)), kernels.Matern(reach, (1e-2, 1e3), nu=nu)
    kernel = size * curve + kernels.WhiteKernel(0.1, (1e-6, 10.0))
    return gaussian_process.GaussianProcessRegressor(kernel, random_state=state)


def build_process(settings: Settings, seed: int) -> Learner:
    values = chosen(GAUSSIAN_PROCESS.settings, settings, GAUSSIAN_PROCESS.title)
    make = partial(Process, values.word("smoothness"), values.number("reach"), seed)
    return Prepared(Recipe(), regressor=partial(Limited, make, PROCESS_LIMIT, values.word(ABOVE_LIMIT), seed))


GAUSSIAN_PROCESS = Algorithm(
    key="gaussian-process",
    title="Gaussian process",
    note="A smooth curve through the rows; very good on few, exact measurements, too slow above 1,500 training rows.",
    source="Rasmussen & Williams 2006, chapters 2 and 5",
    tasks=NUMBERS_ONLY,
    settings=(
        Setting("smoothness", "Smoothness", "How smooth the curve is taken to be.", "bent", tuple(SMOOTHNESS)),
        Setting(
            "reach",
            "First reach",
            "Where the search for the reach of a row starts.",
            3.0,
            low=0.01,
            high=1000,
            simpler=Simpler.HIGHER,
        ),
        PROCESS_LIMIT.setting,
    ),
    grid={"smoothness": tuple(SMOOTHNESS)},
    build=build_process,
    simplicity=6,
)
