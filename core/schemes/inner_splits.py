"""Splits inside a training set T, to choose settings: trained on T1, scored on T2."""

from dataclasses import replace

import numpy as np

from core.domain.dataset import Dataset, Integers
from core.domain.study import Tuning, TuningKind
from core.schemes.assignment import assign_folds, assign_sides, compute_strata, count_units, make_generator
from core.schemes.time_order import assign_blocks

Pair = tuple[Integers, Integers]


def make_inner_splits(rows: Integers, data: Dataset, tuning: Tuning, seed: int) -> list[Pair]:
    """Return pairs of T1 and T2: one, or one per inner fold; none where the rows allow no division.

    Groups stay whole, rows drawn twice stay on one side, and with time order T2 follows T1.
    """
    if tuning.kind is TuningKind.NONE:
        return []
    if data.order is not None:
        return _split_in_time(rows, data, tuning)
    groups = find_groups_within(rows, data)
    number = count_units(groups, len(rows))
    if number < 2:
        return []
    chance = make_generator(seed, "inner")
    layers = compute_strata(replace(data, targets=data.targets[rows]))  # by the answers of T alone
    if tuning.kind is TuningKind.HOLDOUT:
        return _make_pairs(rows, assign_sides(layers, groups, 1 - tuning.share, chance), (1,))
    folds = min(tuning.folds, number)
    return _make_pairs(rows, assign_folds(layers, groups, folds, chance), range(folds))


def find_groups_within(rows: Integers, data: Dataset) -> Integers | None:
    """Which of some rows must stay together: those of one group, and rows that were drawn twice; None: none of them."""
    if data.groups is not None:
        return data.groups[rows]
    return rows if len(np.unique(rows)) < len(rows) else None


def _make_pairs(rows: Integers, place: Integers, tested: range | tuple[int, ...]) -> list[Pair]:
    return [(rows[place != bin_number], rows[place == bin_number]) for bin_number in tested]


def _split_in_time(rows: Integers, data: Dataset, tuning: Tuning) -> list[Pair]:
    assert data.order is not None
    number = max(round(1 / tuning.share), 2) if tuning.kind is TuningKind.HOLDOUT else tuning.folds + 1
    block_of = assign_blocks(data.order[rows], number)
    last = int(block_of.max())
    tested = range(max(last, 1), last + 1) if tuning.kind is TuningKind.HOLDOUT else range(1, last + 1)
    pairs = [(rows[block_of < block], rows[block_of == block]) for block in tested]
    return [pair for pair in (_drop_shared_groups(pair, data) for pair in pairs) if len(pair[0])]


def _drop_shared_groups(pair: Pair, data: Dataset) -> Pair:
    if data.groups is None:
        return pair
    past, following = pair
    return past[~np.isin(data.groups[past], data.groups[following])], following
