"""A worker process on a computer where libraries load slowly, by a clock that only the work itself moves.

The first fit of a process loads libraries for `LOADING` seconds, every fit then takes `FIT` seconds. The module is also
the library of algorithms: "loads" is the one that does so.
"""

from core.algorithms.learner import Schema
from core.algorithms.row import BOTH_TASKS, Algorithm
from core.algorithms.trivial import Constant
from core.domain.dataset import Floats
from core.engine import training
from core.engine.worker_process import serve_parent

LOADING, FIT = 2.5, 0.25
CLOCK = [0.0]
LOADED: list[bool] = []


class LoadingConstant(Constant):
    def fit(self, inputs: Floats, targets: Floats, schema: Schema) -> None:
        CLOCK[0] += FIT if LOADED else LOADING + FIT
        LOADED.append(True)
        super().fit(inputs, targets, schema)


def find_algorithm(key: str) -> Algorithm:
    return Algorithm(key, key, key, "tests", BOTH_TASKS, (), {}, lambda settings, seed: LoadingConstant(), 9)


def serve_by_own_clock(*arguments: object) -> None:
    training.perf_counter = lambda: CLOCK[0]  # type: ignore[attr-defined]
    serve_parent(*arguments)  # type: ignore[arg-type]
