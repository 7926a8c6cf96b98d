"""Algorithms that misbehave in every way a training can, and the healthy ones beside them; a library for workers."""

import ctypes
import os
import signal
import time
import warnings
from collections import deque
from collections.abc import Callable
from itertools import repeat
from pathlib import Path

import numpy as np

from core import algorithms
from core.algorithms.learner import Learner, Prediction, Schema
from core.algorithms.row import BOTH_TASKS, Algorithm
from core.algorithms.trivial import Constant
from core.domain.dataset import Floats
from core.domain.study import Settings

Trick = Callable[[Settings], None]


class Misbehaving(Constant):
    """A majority class or mean that does something else first."""

    def __init__(self, trick: Trick, settings: Settings) -> None:
        super().__init__()
        self.trick = trick
        self.settings = settings

    def fit(self, inputs: Floats, targets: Floats, schema: Schema) -> None:
        self.trick(self.settings)
        super().fit(inputs, targets, schema)


class Diverging(Constant):
    def predict(self, inputs: Floats) -> Prediction:
        return Prediction(np.full((len(inputs), 1), np.nan), None)


class Misshapen(Constant):
    def predict(self, inputs: Floats) -> Prediction:
        return Prediction(np.zeros((len(inputs) + 1, 1)), None)


def raises(settings: Settings) -> None:
    raise np.linalg.LinAlgError("singular matrix\nin two lines")


def runs_out_of_memory(settings: Settings) -> None:
    raise MemoryError


def kills_itself(settings: Settings) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def segfaults(settings: Settings) -> None:
    ctypes.string_at(0)


def hangs(settings: Settings) -> None:
    while True:
        time.sleep(0.01)


def hangs_in_c(settings: Settings) -> None:
    """Never gives the interpreter back, so no thread and no signal handler of this process runs again."""
    deque(repeat(0), maxlen=0)


def dies_once(settings: Settings) -> None:
    marker = Path(str(settings["marker"]))
    if not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)


def sleeps(settings: Settings) -> None:
    if "marker" in settings:
        Path(str(settings["marker"])).write_text(str(os.getpid()))
    time.sleep(float(str(settings["seconds"])))


def waits(settings: Settings) -> None:
    """Until the file of that name is there, however long that takes; the marker says that it has begun."""
    if "marker" in settings:
        Path(str(settings["marker"])).write_text(str(os.getpid()))
    while not Path(str(settings["gate"])).exists():
        time.sleep(0.01)


def warns(settings: Settings) -> None:
    for _ in range(3):
        warnings.warn("did not converge", RuntimeWarning, stacklevel=1)


def fails_unless_two(settings: Settings) -> None:
    if settings["number"] != 2:
        raise ValueError("only two is right")


TRICKS: tuple[Trick, ...] = (
    raises,
    runs_out_of_memory,
    kills_itself,
    segfaults,
    hangs,
    hangs_in_c,
    dies_once,
    sleeps,
    waits,
    warns,
    fails_unless_two,
)


def _row(key: str, build: Callable[[Settings, int], Learner]) -> Algorithm:
    return Algorithm(key, key, key, "tests", BOTH_TASKS, (), {}, build, 9)


def find_algorithm(key: str) -> Algorithm:
    if key == "diverges":
        return _row(key, lambda settings, seed: Diverging())
    if key == "misshapen":
        return _row(key, lambda settings, seed: Misshapen())
    trick = next((trick for trick in TRICKS if trick.__name__ == key), None)
    if trick is None:
        return algorithms.find_algorithm(key)
    return _row(key, lambda settings, seed: Misbehaving(trick, settings))
