"""Outcomes laid end to end, so that a measure is computed for all of them at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers
from core.domain.evidence import Outcome
from core.measures import Context, Measure


@dataclass(frozen=True, slots=True, eq=False)
class Stack:
    """Outcomes with predictions, all of them with scores or all without; `places` are their positions among all."""

    places: tuple[int, ...]
    starts: Integers
    rows: Integers
    truth: Floats
    predicted: Floats
    scores: Floats | None

    def values(self, row: Measure, output: int, context: Context) -> tuple[float | None, ...]:
        return self.values_from(self.starts, row, output, context)

    def values_from(self, starts: Integers, row: Measure, output: int, context: Context) -> tuple[float | None, ...]:
        """The same for parts that begin elsewhere: several outcomes taken as one."""
        return row.values(self.truth[:, output], self.predicted[:, output], self.scores, starts, context)


def stacks_of(outcomes: Sequence[Outcome], data: Dataset) -> tuple[Stack, ...]:
    """At most two: outcomes with and without scores. Those that failed or were tested on no row are in none."""
    usable = [place for place, one in enumerate(outcomes) if one.predicted is not None and len(one.rows)]
    scored = tuple(place for place in usable if outcomes[place].scores is not None)
    others = tuple(place for place in usable if outcomes[place].scores is None)
    return tuple(_stack(places, outcomes, data) for places in (scored, others) if places)


def _stack(places: tuple[int, ...], outcomes: Sequence[Outcome], data: Dataset) -> Stack:
    some = [outcomes[place] for place in places]
    rows = np.concatenate([one.rows for one in some])
    predicted = np.concatenate([one.predicted for one in some if one.predicted is not None])
    scores = [one.scores for one in some if one.scores is not None]
    sizes = np.array([len(one.rows) for one in some], dtype=np.int64)
    starts = np.cumsum(sizes) - sizes
    return Stack(places, starts, rows, data.targets[rows], predicted, np.concatenate(scores) if scores else None)


def stacked_values(
    stacks: Sequence[Stack], count: int, row: Measure, output: int, context: Context
) -> tuple[float | None, ...]:
    """One value per outcome, in their order; None for those in no stack."""
    found: list[float | None] = [None] * count
    for stack in stacks:
        for place, value in zip(stack.places, stack.values(row, output, context), strict=True):
            found[place] = value
    return tuple(found)
