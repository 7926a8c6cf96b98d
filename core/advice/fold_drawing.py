"""The drawing of one repeat: which blocks of rows train, choose settings, are tested or rest in each fold."""

from itertools import islice, takewhile

import numpy as np

from core.algorithms.effort import chooses_settings
from core.domain.dataset import Dataset, Integers
from core.domain.drawn_folds import Folds, Use
from core.domain.evidence import Split
from core.domain.study import SchemeKind, Study, Tuning, TuningKind
from core.schemes import count_splits, drop_unused_roles, make_inner_splits, make_splits

MOST_BLOCKS = 60
MOST_GROUPS = 100
MOST_STRIPS = 10


def folds(study: Study, data: Dataset) -> Folds:
    """The first repeat of the study's scheme; raises what the scheme raises when it cannot be made."""
    studied = drop_unused_roles(study, data)
    first = takewhile(lambda split: split.repeat == 0, make_splits(data, study.scheme, study.seed))
    shown = list(islice(first, MOST_STRIPS))
    more = sum(1 for _ in first) if study.scheme.kind is SchemeKind.KFOLD else _left_out_later(study, data, len(shown))
    block_of, by_group = _blocks(shown, studied)
    tuning = study.tuning if chooses_settings(study) else Tuning(TuningKind.NONE)
    uses = [_uses(split, studied, tuning, study.seed) for split in shown]
    strips = tuple(_strip(use, block_of, gather=not by_group and studied.order is None) for use in uses)
    return Folds(
        strips=strips,
        by_group=by_group,
        in_time=studied.order is not None,
        rows_per_block=max(1, round(data.size / (int(block_of.max()) + 1))),
        more=more,
        has_tuning=any(Use.TUNING in strip for strip in strips),
    )


def _left_out_later(study: Study, data: Dataset, shown: int) -> int:
    """Rows or groups whose turn to be left out comes after those that are drawn."""
    is_one_by_one = study.scheme.kind is SchemeKind.LEAVE_ONE_OUT
    return count_splits(data, study.scheme, study.seed) - shown if is_one_by_one else 0


def _blocks(shown: list[Split], data: Dataset) -> tuple[Integers, bool]:
    """The block of every row: groups where they are few, else rows side by side in the order they are tested."""
    rank = _rank(shown, data)
    if data.groups is not None and data.group_name and len(np.unique(data.groups)) <= MOST_GROUPS:
        first_rank = np.full(int(data.groups.max()) + 1, np.iinfo(np.int64).max)
        np.minimum.at(first_rank, data.groups, rank)
        order = np.argsort(np.argsort(first_rank, kind="stable"), kind="stable")
        return order[data.groups].astype(np.int64), True
    count = min(MOST_BLOCKS, data.size)
    return np.minimum(rank * count // data.size, count - 1).astype(np.int64), False


def _rank(shown: list[Split], data: Dataset) -> Integers:
    """Rows in the order of time, or in the order in which the folds test them."""
    if data.order is not None:
        return np.argsort(np.argsort(data.order, kind="stable"), kind="stable").astype(np.int64)
    tested_in = np.full(data.size, len(shown), dtype=np.int64)
    for position, split in enumerate(shown):
        tested_in[split.test] = np.minimum(tested_in[split.test], position)
    return np.argsort(np.argsort(tested_in, kind="stable"), kind="stable").astype(np.int64)


def _uses(split: Split, data: Dataset, tuning: Tuning, seed: int) -> Integers:
    """What every row is for in one fold; of several inner folds the first is T2."""
    use = np.full(data.size, Use.UNUSED, dtype=np.int64)
    use[split.train] = Use.TRAINING
    pairs = make_inner_splits(split.train, data, tuning, seed) if tuning.kind is not TuningKind.NONE else []
    if pairs:
        use[pairs[0][1]] = Use.TUNING
    use[split.test] = Use.TEST
    return use


def _strip(use: Integers, block_of: Integers, gather: bool) -> tuple[Use, ...]:
    counts = np.zeros((int(block_of.max()) + 1, len(Use)), dtype=np.int64)
    np.add.at(counts, (block_of, use), 1)
    counts = _gathered(counts) if gather and counts[:, Use.TUNING].any() else counts
    return tuple(Use(int(place)) for place in counts.argmax(axis=1))


def _gathered(counts: Integers) -> Integers:
    """Rows of T2 lie scattered over all blocks: they are drawn together, as many blocks as they fill."""
    training = np.flatnonzero((counts[:, Use.TRAINING] + counts[:, Use.TUNING]) > counts[:, Use.TEST])
    share = counts[:, Use.TUNING].sum() / max(1, counts[:, [Use.TRAINING, Use.TUNING]].sum())
    wanted = max(1, round(share * len(training)))
    gathered = counts.copy()
    gathered[:, Use.TRAINING] += gathered[:, Use.TUNING]
    gathered[:, Use.TUNING] = 0
    for block in training[-wanted:]:
        gathered[block, Use.TUNING] = gathered[block, Use.TRAINING]
        gathered[block, Use.TRAINING] = 0
    return gathered
