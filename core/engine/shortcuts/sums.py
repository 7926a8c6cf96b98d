"""Sums over the rows of every fold, and over all other folds, always by adding, so that nothing cancels."""

from collections.abc import Iterator
from typing import TypeVar

import numpy as np

from core.domain.dataset import Floats, Integers
from core.engine.shortcuts.row import Flags

Rows = TypeVar("Rows", Floats, Integers)
SHORT = 2**15
CELLS_AT_ONCE = 2**18  # so that large data needs little memory beside itself


def pieces(rows: int, cells_each: int) -> Iterator[slice]:
    """All rows, a few at a time; the same pieces whatever is asked for."""
    step = max(CELLS_AT_ONCE // max(cells_each, 1), 1)
    return (slice(start, min(start + step, rows)) for start in range(0, rows, step))


def sums_by(places: Integers, number: int, values: Floats) -> Floats:
    """Sums of the rows of `values` at each of a number of places, added up in the order of the rows.

    Where there are more places than rows, the rows come again and again.
    """
    order, starts, present = _arranged(places, number)
    found = np.zeros((number, values.shape[1]))
    found[present] = np.add.reduceat(_taken(values, order), starts, axis=0)
    return found


def _taken(values: Floats, order: Integers) -> Floats:
    return values[order if len(order) <= len(values) else order % len(values)]


def of_others(by_fold: Floats) -> Floats:
    """For each fold (first axis) the sum over all other folds: those before it plus those after it."""
    return np.asarray(_before(by_fold) + _before(by_fold[::-1])[::-1])


def extremes_of_others(lowest: Floats, highest: Floats) -> tuple[Floats, Floats]:
    """For each fold the least and the largest value among all other folds."""
    return -_largest_of_others(-lowest), _largest_of_others(highest)


def extremes_by(places: Integers, number: int, values: Floats) -> tuple[Floats, Floats]:
    """The least and the largest known value at each place: infinite, the wrong way round, where there is none.

    Rows come again and again where there are more places.
    """
    order, starts, present = _arranged(places, number)
    ordered = _taken(values, order)
    low, high = (np.fmin, np.fmax) if np.isnan(ordered).any() else (np.minimum, np.maximum)
    lowest = np.full((number, values.shape[1]), np.inf)
    highest = np.full((number, values.shape[1]), -np.inf)
    lowest[present] = np.fmin(low.reduceat(ordered, starts, axis=0), np.inf)
    highest[present] = np.fmax(high.reduceat(ordered, starts, axis=0), -np.inf)
    return lowest, highest


def any_by(places: Integers, number: int, flags: Flags) -> Flags:
    """At which places any row is flagged."""
    return np.bincount(places[flags], minlength=number) > 0


def _arranged(places: Integers, number: int) -> tuple[Integers, Integers, Integers]:
    """Rows by place, where each place starts among them, and which places these are; short numbers sort faster."""
    order = np.argsort(places.astype(np.int16) if number <= SHORT else places, kind="stable")
    arranged = places[order]
    starts = np.flatnonzero(np.concatenate([[True], arranged[1:] != arranged[:-1]]))
    return order, starts, arranged[starts]


def _before(by_fold: Floats) -> Floats:
    """For each fold the sum over the folds before it."""
    passed = np.cumsum(by_fold[:-1], axis=0)
    return np.concatenate([np.zeros((1, *by_fold.shape[1:])), passed])


def _largest_of_others(values: Floats) -> Floats:
    lowest = np.full((1, *values.shape[1:]), -np.inf)
    before = np.concatenate([lowest, np.maximum.accumulate(values[:-1], axis=0)])
    after = np.concatenate([np.maximum.accumulate(values[:0:-1], axis=0)[::-1], lowest])
    return np.asarray(np.maximum(before, after))
