"""Cross-validation: every row is tested once in every repeat; leave-one-out and leave-k-out are special cases."""

from collections.abc import Iterator

import numpy as np

from core.domain.dataset import Dataset, Integers
from core.domain.evidence import Split
from core.domain.study import SchemeChoice
from core.schemes.assignment import assign_folds, compute_strata, count_units, make_generator
from core.support.errors import StudyError

MANY_UNITS = 64  # above this number, two equal partitions do not happen by chance
ATTEMPTS = 60


def make_kfold_splits(data: Dataset, choice: SchemeChoice, seed: int) -> Iterator[Split]:
    for repeat, fold_of in enumerate(make_partitions(data, choice, seed)):
        yield from _make_folds(repeat, fold_of)


def count_kfold_splits(data: Dataset, choice: SchemeChoice, seed: int) -> int:
    groups = _check_groups(data, choice)
    if count_units(groups, data.size) > max(MANY_UNITS, choice.folds):
        return choice.folds * choice.repeats
    return choice.folds * sum(1 for _ in make_partitions(data, choice, seed))


def make_leave_one_out_splits(data: Dataset, choice: SchemeChoice, _seed: int) -> Iterator[Split]:
    yield from _make_folds(0, assign_one_by_one(data, choice))


def count_leave_one_out_splits(data: Dataset, choice: SchemeChoice, _seed: int) -> int:
    return int(assign_one_by_one(data, choice).max()) + 1


def make_partitions(data: Dataset, choice: SchemeChoice, seed: int) -> Iterator[Integers]:
    """Yield the fold of every row, once per repeat; only distinct partitions, so there may be fewer than asked for."""
    groups = _check_groups(data, choice)
    number = count_units(groups, data.size)
    if number == choice.folds:
        yield assign_one_by_one(data, choice)
        return
    seen: set[bytes] = set()
    for repeat in range(choice.repeats):
        fold_of = _find_new_partition(data, choice, groups, seed, repeat, seen if number <= MANY_UNITS else None)
        if fold_of is None:
            return
        yield fold_of


def _find_new_partition(
    data: Dataset, choice: SchemeChoice, groups: Integers | None, seed: int, repeat: int, seen: set[bytes] | None
) -> Integers | None:
    layers = compute_strata(data) if choice.stratified else np.zeros(data.size, dtype=np.int64)
    for attempt in range(ATTEMPTS):
        fold_of = assign_folds(
            layers, groups, choice.folds, make_generator(seed, f"kfold {choice.folds}", repeat, attempt)
        )
        if seen is None:
            return fold_of
        name = _number_by_first_row(fold_of)
        if name not in seen:
            seen.add(name)
            return fold_of
    return None


def _number_by_first_row(fold_of: Integers) -> bytes:
    """Return the partition whatever its folds are called: folds numbered by their first row."""
    _, first, member = np.unique(fold_of, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[member].astype(np.int32).tobytes()


def _make_folds(repeat: int, fold_of: Integers) -> Iterator[Split]:
    for fold in range(int(fold_of.max()) + 1):
        inside = fold_of == fold
        yield Split(repeat, fold, np.flatnonzero(~inside), np.flatnonzero(inside))


def assign_one_by_one(data: Dataset, choice: SchemeChoice) -> Integers:
    groups = data.groups if choice.grouped else None
    if count_units(groups, data.size) < 2:
        raise StudyError("There is only one row or one group, so nothing can be left out.", hint="Use more data.")
    if groups is None:
        return np.arange(data.size, dtype=np.int64)
    return np.unique(groups, return_inverse=True)[1].astype(np.int64)


def _make_fold_error(data: Dataset, folds: int, groups: Integers | None) -> StudyError:
    number = count_units(groups, data.size)
    what = "rows" if groups is None else f"groups of {data.group_name or 'rows kept whole'}"
    return StudyError(
        f"{folds} folds need at least {folds} {what}, and there are {number}.",
        hint=f"Use at most {number} folds." if number >= 2 else "Use more data.",
    )


def _check_groups(data: Dataset, choice: SchemeChoice) -> Integers | None:
    groups = data.groups if choice.grouped else None
    if choice.folds < 2:
        raise StudyError(f"{choice.folds} folds leave nothing to train on.", hint="Use at least 2 folds; 10 is usual.")
    if choice.folds > count_units(groups, data.size):
        raise _make_fold_error(data, choice.folds, groups)
    if choice.repeats < 1:
        raise StudyError("At least one repeat is needed.", hint="Use 10 repeats, or 1 for a quick look.")
    return groups
