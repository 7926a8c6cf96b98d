"""A rule: conditions on single inputs that must all hold; a missing cell holds none."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats

Mask = NDArray[np.bool_]


class Relation(StrEnum):
    AT_MOST = "<="
    AT_LEAST = ">="
    IS = "="


@dataclass(frozen=True, slots=True)
class Condition:
    """A comparison of one input with a value: a number, or the position of a level."""

    feature: int
    relation: Relation
    value: float

    def holds(self, inputs: Floats) -> Mask:
        column = inputs[:, self.feature]
        if self.relation is Relation.AT_MOST:
            return np.asarray(column <= self.value)
        if self.relation is Relation.AT_LEAST:
            return np.asarray(column >= self.value)
        return np.asarray(column == self.value)


@dataclass(frozen=True, slots=True)
class Rule:
    conditions: tuple[Condition, ...] = ()

    def covers(self, inputs: Floats) -> Mask:
        covered = np.ones(len(inputs), dtype=bool)
        for condition in self.conditions:
            covered &= condition.holds(inputs)
        return covered

    def first(self, count: int) -> "Rule":
        return Rule(self.conditions[:count])

    def extended(self, condition: Condition) -> "Rule":
        return Rule((*self.conditions, condition))
