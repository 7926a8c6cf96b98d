"""Medians of all training sets of a shuffle."""

import numpy as np

from core.domain.dataset import Floats, Integers


def medians_of_others(values: Floats, fold_of: Integers, folds: int) -> Floats:
    """For each fold the median of the known values in all other folds, 0 where there is none."""
    known = ~np.isnan(values)
    if folds < len(values):
        return np.array([median(values[known & (fold_of != fold)]) for fold in range(folds)])
    found = np.full(folds, median(values[known]))
    if known.sum() > 1:
        found[fold_of[known]] = _medians_without_one(values[known])
    return found


def median(values: Floats) -> float:
    return float(np.median(values)) if len(values) else 0.0


def _medians_without_one(values: Floats) -> Floats:
    """The median of all other values, for every value."""
    order = np.argsort(values, kind="stable")
    arranged, place = values[order], np.empty(len(values), dtype=np.int64)
    place[order] = np.arange(len(values))
    low, high = (len(values) - 2) // 2, (len(values) - 1) // 2
    return np.asarray((arranged[low + (place <= low)] + arranged[high + (place <= high)]) / 2)
