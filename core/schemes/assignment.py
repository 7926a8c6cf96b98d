"""Assign rows to folds or to the two sides of a split: classes in proportion, groups whole, chance by seed alone."""

from zlib import crc32

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers, Task

QUINTILES = (0.2, 0.4, 0.6, 0.8)


def make_generator(seed: int, key: str, *coordinates: int) -> np.random.Generator:
    """Return chance that depends on the seed, the kind of split and its coordinates, and on nothing else."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(crc32(key.encode()), *coordinates)))


def compute_strata(data: Dataset) -> Integers:
    """Return what is kept in proportion: the class of a row, or the fifth of the first output it belongs to."""
    if data.task is Task.CLASSES:
        return data.labels
    first = data.targets[:, 0]
    return np.searchsorted(np.unique(np.quantile(first, QUINTILES)), first, side="left").astype(np.int64)


def count_units(groups: Integers | None, rows: int) -> int:
    """Return how many things can be assigned: groups, or rows where each row stands alone."""
    return rows if groups is None else len(np.unique(groups))


def assign_folds(layers: Integers, groups: Integers | None, folds: int, chance: np.random.Generator) -> Integers:
    """Return the fold of every row."""
    if groups is None:
        return _assign_rows_to_folds(layers, folds, chance)
    return _assign_groups(layers, groups, np.full(folds, 1 / folds), chance)


def assign_sides(layers: Integers, groups: Integers | None, share: float, chance: np.random.Generator) -> Integers:
    """Return side 0 (about `share` of the rows) or side 1 for every row; no side is empty."""
    if groups is None:
        return _assign_rows_to_sides(layers, share, chance)
    return _assign_groups(layers, groups, np.array([share, 1 - share]), chance)


def _shuffle_by_layer(layers: Integers, chance: np.random.Generator) -> Integers:
    order = chance.permutation(len(layers))
    return order[np.argsort(layers[order], kind="stable")]


def _assign_rows_to_folds(layers: Integers, folds: int, chance: np.random.Generator) -> Integers:
    """Round robin through the layers without starting anew, so layer counts and fold sizes differ by at most one."""
    result = np.empty(len(layers), dtype=np.int64)
    result[_shuffle_by_layer(layers, chance)] = chance.permutation(folds)[np.arange(len(layers)) % folds]
    return result


def _assign_rows_to_sides(layers: Integers, share: float, chance: np.random.Generator) -> Integers:
    """Systematic sampling along the layers: the total is exact, each layer is within one row of its proportion."""
    rows = len(layers)
    wanted = min(max(round(rows * (1 - share)), 1), rows - 1)
    steps = (np.arange(rows + 1, dtype=np.int64) * wanted + int(chance.integers(rows))) // rows
    result = np.empty(rows, dtype=np.int64)
    result[_shuffle_by_layer(layers, chance)] = np.diff(steps)
    return result


def _assign_groups(layers: Integers, groups: Integers, shares: Floats, chance: np.random.Generator) -> Integers:
    """Whole groups, larger ones first, each to the bin where the sum of squared layer counts grows least."""
    names, member = np.unique(groups, return_inverse=True)
    _, layer = np.unique(layers, return_inverse=True)
    counts = np.zeros((len(names), int(layer.max()) + 1))
    np.add.at(counts, (member, layer), 1)
    return _fill_bins(counts, shares, chance)[member]


def _fill_bins(counts: Floats, shares: Floats, chance: np.random.Generator) -> Integers:
    """The bin of every group; sizes are blurred much, so that unequal groups still can be shuffled."""
    blurred = counts.sum(axis=1) * chance.uniform(0.2, 1, len(counts))
    scaled = counts / np.sqrt(counts.sum(axis=0))
    parts_of: list[list[tuple[int, float]]] = [[] for _ in counts]  # layers of each group; most have one
    of_group, of_layer = counts.nonzero()
    for group, layer, value in zip(
        of_group.tolist(), of_layer.tolist(), scaled[of_group, of_layer].tolist(), strict=True
    ):
        parts_of[group].append((layer, value))
    filled = [[0.0] * counts.shape[1] for _ in shares]
    lot, share_of, sums = (chance.permutation(len(shares)) * 1e-12).tolist(), shares.tolist(), [0.0] * len(shares)
    place = np.empty(len(counts), dtype=np.int64)
    empty = len(shares)
    # Plain numbers: each group depends on those before, and arrays of this size cost ten times as much.
    for left, group in zip(range(len(counts), 0, -1), np.argsort(-blurred, kind="stable").tolist(), strict=True):
        parts, least, chosen = parts_of[group], np.inf, 0
        for number, here in enumerate(filled):
            if left <= empty and sums[number]:
                continue
            growth = sums[number] * 1e-9
            for layer, value in parts:
                growth += (2 * here[layer] + value) * value
            growth = growth / share_of[number] + lot[number]
            if growth < least:
                least, chosen = growth, number
        place[group] = chosen
        empty -= not sums[chosen]
        for layer, value in parts:
            filled[chosen][layer] += value
            sums[chosen] += value
    return place
