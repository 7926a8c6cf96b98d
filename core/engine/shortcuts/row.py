"""What a shortcut is: one row of the table, and the answers it gives for all folds of one shuffle."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Dataset, Floats, Integers
from core.domain.study import Settings
from core.engine.bench import Bench

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """For every row what the model trained on the other folds says; nothing here depends on which folds are wanted.

    `declined` marks folds that must go the plain way, because equal answers cannot be promised there.
    """

    predicted: Floats
    scores: Floats | None
    declined: Flags
    warnings: Sequence[tuple[str, ...]]


class Answerer(Protocol):
    """A shortcut at work on one dataset with one choice of settings."""

    def answers(self, fold_of: Integers) -> Answers: ...


class Several(Answerer, Protocol):
    """One that does several shuffles at less than their cost one by one, to the very same bits."""

    def several(self, shuffles: Sequence[Integers], labels: Sequence[Integers] | None = None) -> list[Answers]: ...


@dataclass(frozen=True, slots=True)
class Shortcut:
    """`applies` is a quick look by whoever hands out work; `start` may still find reasons to decline (None).

    `permuted` is for shuffles that have labels of their own.
    """

    key: str
    title: str
    note: str
    source: str
    algorithms: frozenset[str]
    applies: Callable[[Dataset, Settings], bool]
    start: Callable[[Bench, Settings], Answerer | None]
    permuted: Callable[[Bench, Settings], Several | None] | None = None


def all_declined(folds: int, rows: int, outputs: int) -> Answers:
    return Answers(np.zeros((rows, outputs)), None, np.ones(folds, dtype=bool), ((),) * folds)
