"""Some of the rows of a training part, for models at sizes between half and most of the rows."""

from dataclasses import replace

import numpy as np

from core.domain.dataset import Dataset, Integers
from core.domain.evidence import Split
from core.domain.study import Study
from core.schemes.assignment import assign_sides, compute_strata, count_units, make_generator
from core.schemes.inner_splits import find_groups_within
from core.schemes.study_parts import drop_unused_roles


def list_sizes_between(rows: int, folds: int, count: int) -> tuple[int, ...]:
    """Numbers of training rows, evenly spaced between half the rows and those of a fold model, neither included."""
    half, most = rows / 2, rows * (folds - 1) / folds
    sizes = (round(half + (most - half) * step / (count + 1)) for step in range(1, count + 1))
    return tuple(size for size in dict.fromkeys(sizes) if half < size < most)


def take_fewer_rows(study: Study, data: Dataset, split: Split, size: int) -> Integers:
    """About `size` training rows of a split: classes in proportion, groups whole, chance by the study's seed alone."""
    used = drop_unused_roles(study, data)
    groups = find_groups_within(split.train, used)
    if size >= len(split.train) or count_units(groups, len(split.train)) < 2:
        return split.train
    chance = make_generator(study.seed, "fewer-rows", size, split.repeat, split.fold)
    layers = compute_strata(replace(used, targets=used.targets[split.train]))
    return np.sort(split.train[assign_sides(layers, groups, size / len(split.train), chance) == 0])
