"""Measures of many test parts at once: their rows lie one after another, each part beginning at its start."""

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats, Integers
from core.statistics.measure import AtOnce, Context
from core.statistics.ranking_measures import pair_shares

Flags = NDArray[np.bool_]


def defined_at_once(formula: AtOnce) -> AtOnce:
    """The formula, with NaN for parts with missing answers or predictions and for results that are no number."""

    def values(truth: Floats, predicted: Floats, scores: Floats | None, starts: Integers, context: Context) -> Floats:
        with np.errstate(all="ignore"):
            found = formula(truth, predicted, scores, starts, context)
            unknown = np.logical_or.reduceat(np.isnan(truth) | np.isnan(predicted), starts)
        return np.where(unknown | ~np.isfinite(found), np.nan, found)

    return values


def sizes_of(starts: Integers, rows: int) -> Integers:
    return np.diff(starts, append=rows)


def part_of_rows(starts: Integers, rows: int) -> Integers:
    """The part that each row belongs to."""
    return np.repeat(np.arange(len(starts)), sizes_of(starts, rows))


def error_rates(truth: Floats, predicted: Floats, scores: Floats | None, starts: Integers, context: Context) -> Floats:
    return _counts(truth != predicted, starts) / sizes_of(starts, len(truth))


def costs(truth: Floats, predicted: Floats, scores: Floats | None, starts: Integers, context: Context) -> Floats:
    positive, flagged = _decisions(truth, predicted, scores, starts, context)
    misses, alarms = _counts(positive & ~flagged, starts), _counts(~positive & flagged, starts)
    found = (context.cost_ratio * misses + alarms) / sizes_of(starts, len(truth))
    return _where_decided(found, scores, starts, context)


def _decisions(
    truth: Floats, predicted: Floats, scores: Floats | None, starts: Integers, context: Context
) -> tuple[Flags, Flags]:
    """Which rows are positive and which are taken for it; labels decide in parts whose scores are no probabilities."""
    flagged = predicted == context.positive
    if scores is not None and context.classes == 2:
        chances = np.logical_and.reduceat(((scores >= 0) & (scores <= 1)).all(axis=1), starts)
        by_score = scores[:, context.positive] > context.threshold
        flagged = np.where(chances[part_of_rows(starts, len(truth))], by_score, flagged)
    return truth == context.positive, flagged


def _where_decided(found: Floats, scores: Floats | None, starts: Integers, context: Context) -> Floats:
    """Only two classes can be decided between, and not by missing scores."""
    if context.classes != 2:
        return np.full(len(starts), np.nan)
    return found if scores is None else np.where(_unknown_scores(scores, starts), np.nan, found)


def _unknown_scores(scores: Floats, starts: Integers) -> Flags:
    return np.asarray(np.logical_or.reduceat(np.isnan(scores).any(axis=1), starts))


def areas(truth: Floats, predicted: Floats, scores: Floats | None, starts: Integers, context: Context) -> Floats:
    """AUC of two classes for all parts by one sort; Hand and Till's for more classes by one sort for each pair."""
    if scores is None or context.classes < 2:
        return np.full(len(starts), np.nan)
    if context.classes == 2:
        found = pair_shares(truth == context.positive, scores[:, context.positive], part_of_rows(starts, len(truth)))
    else:
        found = _hand_till(truth, scores, starts, context.classes)
    return np.where(_unknown_scores(scores, starts), np.nan, found)


def _hand_till(truth: Floats, scores: Floats, starts: Integers, classes: int) -> Floats:
    """Mean over pairs of classes of the two one-against-one areas (Hand & Till 2001); NaN where a class is absent."""
    parts, count = part_of_rows(starts, len(truth)), len(starts)
    found = np.zeros(count)
    for first in range(classes):
        for second in range(classes):
            if first != second:
                these = (truth == first) | (truth == second)
                found += pair_shares(truth[these] == first, scores[these, first], parts[these], count)
    return found / (classes * (classes - 1))


def mean_misses(truth: Floats, predicted: Floats, scores: Floats | None, starts: Integers, context: Context) -> Floats:
    return _means(np.abs(truth - predicted), starts)


def mean_squares(truth: Floats, predicted: Floats, scores: Floats | None, starts: Integers, context: Context) -> Floats:
    return _means((truth - predicted) ** 2, starts)


def root_mean_squares(
    truth: Floats, predicted: Floats, scores: Floats | None, starts: Integers, context: Context
) -> Floats:
    return np.sqrt(_means((truth - predicted) ** 2, starts))


def relative_misses(
    truth: Floats, predicted: Floats, scores: Floats | None, starts: Integers, context: Context
) -> Floats:
    """A part with a true value of zero has none."""
    return _means(np.where(truth == 0, np.nan, np.abs((truth - predicted) / truth)), starts)


def _counts(flags: Flags, starts: Integers) -> Integers:
    return np.add.reduceat(flags, starts, dtype=np.int64)


def _means(values: Floats, starts: Integers) -> Floats:
    return np.asarray(np.add.reduceat(values, starts) / sizes_of(starts, len(values)))
