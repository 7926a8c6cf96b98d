"""Algorithms whose time grows too fast with the rows: refused above a limit, or trained on rows drawn by chance."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.algorithms.row import Setting
from core.domain.dataset import Floats, Integers
from core.support.errors import EngineError

REFUSE, DRAW = "refuse", "draw"
ABOVE_LIMIT = "above_limit"


@dataclass(frozen=True, slots=True)
class Limit:
    """The most training rows; one training at the limit takes about `seconds`, which grow with a power of the rows."""

    title: str
    rows: int
    seconds: float
    power: float

    @property
    def setting(self) -> Setting:
        note = f"With more than {self.rows:,} training rows: refuse, or draw {self.rows:,} of them by chance."
        return Setting(ABOVE_LIMIT, "Above the limit", note, REFUSE, (REFUSE, DRAW))

    def expected(self, rows: int) -> str:
        """How long one training would take, in words."""
        return time_words(self.seconds * (rows / self.rows) ** self.power)

    def too_many(self, rows: int) -> str:
        return (
            f"{self.title} on {rows:,} training rows would take about {self.expected(rows)} for each training; "
            f"the limit is {self.rows:,} rows."
        )

    def kept(self, targets: Floats | Integers, policy: str, seed: int) -> Integers:
        """Positions of the rows to train on: all of them within the limit, else as the person chose."""
        rows = len(targets)
        if rows <= self.rows:
            return np.arange(rows)
        if policy == REFUSE:
            hint = f'Use boosting or a forest instead, or set "{ABOVE_LIMIT}" to "{DRAW}".'
            raise EngineError(self.too_many(rows), hint=hint)
        warnings.warn(f"Trained on {self.rows:,} of {rows:,} training rows, drawn by chance.", stacklevel=2)
        return drawn(targets, self.rows, np.random.default_rng(seed))


class Limited:
    """A classifier or regressor that sees at most as many rows as its limit allows."""

    def __init__(self, make: Callable[[], Any], limit: Limit, policy: str, seed: int) -> None:
        self.model = make()
        self.limit = limit
        self.policy = policy
        self.seed = seed
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats, targets: Floats | Integers) -> None:
        rows = self.limit.kept(targets, self.policy, self.seed)
        self.model.row_weights = None if self.row_weights is None else self.row_weights[rows]
        self.model.fit(inputs[rows], targets[rows])

    def scores(self, inputs: Floats) -> Floats:
        return np.asarray(self.model.scores(inputs))

    def numbers(self, inputs: Floats) -> Floats:
        return np.asarray(self.model.numbers(inputs))


def drawn(targets: Floats | Integers, count: int, rng: np.random.Generator) -> Integers:
    """Rows by chance, in their order; at least one of every label where targets are labels."""
    order = rng.permutation(len(targets))
    if targets.ndim == 1 and np.issubdtype(targets.dtype, np.integer):
        _, firsts = np.unique(targets[order], return_index=True)
        order = np.concatenate([order[firsts], np.delete(order, firsts)])
    return np.sort(order[:count]).astype(np.int64)


def time_words(seconds: float) -> str:
    for size, unit in ((86_400, "days"), (3_600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{max(seconds, 1):.0f} seconds"


PROCESS_LIMIT = Limit("A Gaussian process", 1_500, 12.0, 3.0)
VECTOR_LIMIT = Limit("A support vector machine", 10_000, 10.0, 2.0)
LIMITS = {"gaussian-process": PROCESS_LIMIT, "svm": VECTOR_LIMIT}
