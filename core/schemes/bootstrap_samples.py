"""Bootstrap samples: rows (or whole groups) drawn with replacement, tested on those that were not drawn."""

from collections.abc import Iterator
from itertools import count

import numpy as np

from core.domain.dataset import Dataset, Integers
from core.domain.evidence import Split
from core.domain.study import SchemeChoice
from core.schemes.assignment import count_units, make_generator
from core.support.errors import StudyError


def make_bootstrap_splits(data: Dataset, choice: SchemeChoice, seed: int) -> Iterator[Split]:
    count_bootstrap_splits(data, choice, seed)
    groups = data.groups if choice.grouped else None
    for sample in range(choice.samples):
        yield _make_sample(data.size, groups, sample, seed)


def count_bootstrap_splits(data: Dataset, choice: SchemeChoice, _seed: int) -> int:
    if choice.samples < 1:
        raise StudyError("At least one bootstrap sample is needed.", hint="Use 50 to 200 samples.")
    if count_units(data.groups if choice.grouped else None, data.size) < 2:
        raise StudyError("There is only one row or one group, so none is left for testing.", hint="Use more data.")
    return choice.samples


def _make_sample(rows: int, groups: Integers | None, sample: int, seed: int) -> Split:
    """Return one sample; it is drawn again when nothing is left out of it."""
    for attempt in count():
        train = _draw_rows(rows, groups, make_generator(seed, "bootstrap", sample, attempt))
        left_out = np.ones(rows, dtype=bool)
        left_out[train] = False
        if left_out.any():
            return Split(sample, 0, train, np.flatnonzero(left_out))
    raise AssertionError("unreachable")


def _draw_rows(rows: int, groups: Integers | None, chance: np.random.Generator) -> Integers:
    if groups is None:
        return np.sort(chance.integers(rows, size=rows))
    _, member = np.unique(groups, return_inverse=True)
    number = int(member.max()) + 1
    times = np.bincount(chance.integers(number, size=number), minlength=number)
    return np.repeat(np.arange(rows, dtype=np.int64), times[member])
