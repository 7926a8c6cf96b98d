"""Bootstrap samples: rows (or whole groups) drawn with replacement, tested on those that were not drawn."""

from collections.abc import Iterator
from itertools import count

import numpy as np

from core.domain.dataset import Dataset, Integers
from core.domain.evidence import Split
from core.domain.study import SchemeChoice
from core.schemes.deal import generator, units
from core.support.errors import StudyError


def bootstrap_splits(data: Dataset, choice: SchemeChoice, seed: int) -> Iterator[Split]:
    bootstrap_count(data, choice, seed)
    groups = data.groups if choice.grouped else None
    for sample in range(choice.samples):
        yield _sample(data.size, groups, sample, seed)


def bootstrap_count(data: Dataset, choice: SchemeChoice, _seed: int) -> int:
    if choice.samples < 1:
        raise StudyError("At least one bootstrap sample is needed.", hint="Use 50 to 200 samples.")
    if units(data.groups if choice.grouped else None, data.size) < 2:
        raise StudyError("There is only one row or one group, so none is left for testing.", hint="Use more data.")
    return choice.samples


def _sample(rows: int, groups: Integers | None, sample: int, seed: int) -> Split:
    """One sample; it is drawn again when nothing is left out of it."""
    for attempt in count():
        train = _drawn(rows, groups, generator(seed, "bootstrap", sample, attempt))
        left_out = np.ones(rows, dtype=bool)
        left_out[train] = False
        if left_out.any():
            return Split(sample, 0, train, np.flatnonzero(left_out))
    raise AssertionError("unreachable")


def _drawn(rows: int, groups: Integers | None, chance: np.random.Generator) -> Integers:
    if groups is None:
        return np.sort(chance.integers(rows, size=rows))
    _, member = np.unique(groups, return_inverse=True)
    number = int(member.max()) + 1
    times = np.bincount(chance.integers(number, size=number), minlength=number)
    return np.repeat(np.arange(rows, dtype=np.int64), times[member])
