"""Algorithms that see some of the inputs only: two on exchangeable blocks are exactly equally good."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from core import algorithms
from core.algorithms.learner import Learner, Prediction, Schema
from core.algorithms.row import Algorithm
from core.domain.dataset import Floats
from core.domain.study import Settings

T = TypeVar("T")
COLUMNS = "columns"  # setting of a candidate: the inputs it may see, as "first:after the last"


class OnColumns:
    """A learner to which all other inputs do not exist."""

    def __init__(self, learner: Learner, first: int, after: int) -> None:
        self.learner = learner
        self.columns = np.arange(first, after)

    def fit(self, inputs: Floats, targets: Floats, schema: Schema) -> None:
        self.learner.fit(inputs[:, self.columns], targets, self._narrowed(schema))

    def predict(self, inputs: Floats) -> Prediction:
        return self.learner.predict(inputs[:, self.columns])

    def _narrowed(self, schema: Schema) -> Schema:
        return replace(
            schema, kinds=self._of(schema.kinds), levels=self._of(schema.levels), features=self._of(schema.features)
        )

    def _of(self, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(items[int(column)] for column in self.columns)


def find_algorithm(key: str) -> Algorithm:
    """The program's own algorithm, which takes one more setting: the inputs it sees (without it, all of them)."""
    row = algorithms.find_algorithm(key)

    def build(settings: Settings, seed: int) -> Learner:
        others = {name: value for name, value in settings.items() if name != COLUMNS}
        learner = row.build(others, seed)
        if COLUMNS not in settings:
            return learner
        first, after = str(settings[COLUMNS]).split(":")
        return OnColumns(learner, int(first), int(after))

    # One training for several settings would go around `build` and see all inputs.
    return replace(row, build=build, build_for_choices=None)
