"""Outcomes laid end to end, so that a measure is computed for all of them at once."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers
from core.domain.evidence import FitResult
from core.statistics.measures import Context, Measure
from core.statistics.weighted_measures import compute_weighted_value
from core.support.memory import drop_pages

MOST_ROWS = 2**19  # test rows that are held together, unless one repeat has more
MANY_ROWS = 2**15


@dataclass(frozen=True, slots=True, eq=False)
class Stack:
    """Outcomes with predictions, all of them with scores or all without; `places` are their positions among all."""

    places: tuple[int, ...]
    starts: Integers
    rows: Integers
    truth: Floats
    predicted: Floats
    scores: Floats | None
    weights: Floats | None = None

    def values(self, row: Measure, output: int, context: Context) -> tuple[float | None, ...]:
        return self.values_from(self.starts, row, output, context)

    def values_from(self, starts: Integers, row: Measure, output: int, context: Context) -> tuple[float | None, ...]:
        """The same for parts that begin elsewhere: several outcomes taken as one."""
        truth, predicted = self.truth[:, output], self.predicted[:, output]
        if self.weights is None:
            return row.values(truth, predicted, self.scores, starts, context)
        ends = (*starts[1:].tolist(), len(truth))
        parts = [slice(start, end) for start, end in zip(starts.tolist(), ends, strict=True)]
        return tuple(
            compute_weighted_value(
                row,
                truth[part],
                predicted[part],
                None if self.scores is None else self.scores[part],
                context,
                self.weights[part],
            )
            for part in parts
        )


def stacks_of(outcomes: Sequence[FitResult], data: Dataset) -> Iterator[Stack]:
    """Outcomes with scores, then those without. Those that failed or were tested on no row are in none.

    Very many rows are several stacks of whole repeats, made one after another.
    """
    usable = [place for place, one in enumerate(outcomes) if is_usable(one)]
    scored = [place for place in usable if outcomes[place].scores is not None]
    others = [place for place in usable if outcomes[place].scores is None]
    for places in (scored, others):
        yield from (_stack(tuple(some), outcomes, data) for some in _piles(places, outcomes) if some)


def is_usable(outcome: FitResult) -> bool:
    """Whether it says anything about any row."""
    return outcome.predicted is not None and len(outcome.rows) > 0


def _piles(places: list[int], outcomes: Sequence[FitResult]) -> Iterator[list[int]]:
    """Whole repeats that may be held together."""
    if rows_of(outcomes) <= MOST_ROWS:
        yield places
        return
    pile: list[int] = []
    held = 0
    for _, found in groupby(places, key=lambda place: outcomes[place].job.repeat):
        repeat = list(found)
        rows = rows_of(outcomes[place] for place in repeat)
        if pile and held + rows > MOST_ROWS:
            yield pile
            pile, held = [], 0
        pile += repeat
        held += rows
    yield pile


def rows_of(outcomes: Iterable[FitResult]) -> int:
    """How many test rows they have together."""
    return sum(len(one.rows) for one in outcomes)


def _stack(places: tuple[int, ...], outcomes: Sequence[FitResult], data: Dataset) -> Stack:
    some = [outcomes[place] for place in places]
    rows = np.concatenate([one.rows for one in some])
    predicted = np.concatenate([one.predicted for one in some if one.predicted is not None])
    scores = [one.scores for one in some if one.scores is not None]
    sizes = np.array([len(one.rows) for one in some], dtype=np.int64)
    starts = np.cumsum(sizes) - sizes
    stack = Stack(
        places,
        starts,
        rows,
        data.targets[rows],
        predicted,
        np.concatenate(scores) if scores else None,
        None if data.weights is None else data.weights[rows],
    )
    put_away(some)
    return stack


def put_away(outcomes: Sequence[FitResult]) -> None:
    """Predictions that lie in a file need not be held once they were copied; few are not worth asking."""
    if rows_of(outcomes) > MANY_ROWS:
        drop_pages(*(array for one in outcomes for array in (one.rows, one.predicted, one.scores)))


def stacked_values(
    stacks: Iterable[Stack], count: int, row: Measure, output: int, context: Context
) -> tuple[float | None, ...]:
    """One value per outcome, in their order; None for those in no stack."""
    found: list[float | None] = [None] * count
    for stack in stacks:
        for place, value in zip(stack.places, stack.values(row, output, context), strict=True):
            found[place] = value
    return tuple(found)
