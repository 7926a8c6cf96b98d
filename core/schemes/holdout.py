"""Holdout: one part is trained on and the other tested, once or several times; train, tune and test is one of them."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from core.domain.dataset import Dataset, Integers
from core.domain.evidence import Split
from core.domain.study import SchemeChoice
from core.schemes.assignment import assign_sides, compute_strata, count_units, make_generator
from core.support.errors import StudyError

MANY_UNITS = 64
ATTEMPTS = 60


def make_repeated_splits(data: Dataset, choice: SchemeChoice, seed: int) -> Iterator[Split]:
    for repeat, side in enumerate(_make_sides(data, choice, seed)):
        yield Split(repeat, 0, np.flatnonzero(side == 0), np.flatnonzero(side == 1))


def count_repeated_splits(data: Dataset, choice: SchemeChoice, seed: int) -> int:
    if count_units(_check_groups(data, choice), data.size) > MANY_UNITS:
        return choice.repeats
    return sum(1 for _ in _make_sides(data, choice, seed))


def make_single_split(data: Dataset, choice: SchemeChoice, seed: int) -> Iterator[Split]:
    return make_repeated_splits(data, replace(choice, repeats=1), seed)


def count_single_split(data: Dataset, choice: SchemeChoice, _seed: int) -> int:
    _check_groups(data, replace(choice, repeats=1))
    return 1


def _make_sides(data: Dataset, choice: SchemeChoice, seed: int) -> Iterator[Integers]:
    """Yield side 0 or 1 of every row, once per repeat, each division once only."""
    groups = _check_groups(data, choice)
    layers = compute_strata(data) if choice.stratified else np.zeros(data.size, dtype=np.int64)
    few = count_units(groups, data.size) <= MANY_UNITS
    seen: set[bytes] = set()
    for repeat in range(choice.repeats):
        for attempt in range(ATTEMPTS):
            side = assign_sides(layers, groups, choice.share, make_generator(seed, "holdout", repeat, attempt))
            if not few or side.tobytes() not in seen:
                break
        else:
            return
        if few:
            seen.add(side.tobytes())
        yield side


def _check_groups(data: Dataset, choice: SchemeChoice) -> Integers | None:
    groups = data.groups if choice.grouped else None
    if not 0 < choice.share < 1:
        raise StudyError(
            f"A training share of {choice.share:g} leaves one side empty.",
            hint="Use a share between 0 and 1, e.g. 2/3.",
        )
    if count_units(groups, data.size) < 2:
        raise StudyError("There is only one row or one group, so no test part can be set aside.", hint="Use more data.")
    if choice.repeats < 1:
        raise StudyError("At least one repeat is needed.", hint="Use 10 repeats, or 1 for a quick look.")
    return groups
