"""Time order: trained on the past, tested on the next block."""

from collections.abc import Iterator

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers
from core.domain.evidence import Split
from core.domain.study import SchemeChoice
from core.support.errors import StudyError


def make_time_splits(data: Dataset, choice: SchemeChoice, _seed: int) -> Iterator[Split]:
    block_of = _assign_test_blocks(data, choice)
    groups = data.groups if choice.grouped else None
    for fold in range(choice.folds):
        test = np.flatnonzero(block_of == fold + 1)
        yield Split(0, fold, _find_past(block_of, fold, test, groups), test)


def count_time_splits(data: Dataset, choice: SchemeChoice, _seed: int) -> int:
    _assign_test_blocks(data, choice)
    return choice.folds


def assign_blocks(moments: Floats, number: int) -> Integers:
    """Return consecutive blocks of nearly equal size; rows of one moment stay together, so some may be missing."""
    _, member, sizes = np.unique(moments, return_inverse=True, return_counts=True)
    started = np.cumsum(sizes) - sizes
    block = np.minimum((started * number) // len(moments), number - 1)
    return np.unique(block[member], return_inverse=True)[1].astype(np.int64)


def _assign_test_blocks(data: Dataset, choice: SchemeChoice) -> Integers:
    if data.order is None:
        raise StudyError("Testing on the future needs a column of times.", hint="Mark a column as time order.")
    if choice.folds < 1:
        raise StudyError(f"{choice.folds} test blocks test nothing.", hint="Use at least 1 block; 5 is usual.")
    result = assign_blocks(data.order, choice.folds + 1)
    found = int(result.max()) + 1
    if found <= choice.folds:
        raise StudyError(
            f"{choice.folds} test blocks need more different moments than this data has.",
            hint=f"Use at most {found - 1} blocks." if found > 1 else "Choose another time column.",
        )
    return result


def _find_past(block_of: Integers, fold: int, test: Integers, groups: Integers | None) -> Integers:
    past = np.flatnonzero(block_of <= fold)
    if groups is not None:
        past = past[~np.isin(groups[past], groups[test])]
    if not len(past):
        raise StudyError(
            f"Before test block {fold + 1} there are no rows of other groups to train on.",
            hint="Use fewer blocks, or let groups be divided by time.",
        )
    return past
