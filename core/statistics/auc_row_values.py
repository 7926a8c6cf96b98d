"""One value per test row whose mean is the AUC, so that ranges of means hold for the AUC too."""

import numpy as np

from core.domain.dataset import Floats, Integers
from core.statistics.weighted_measures import weigh_pair_share


def compute_auc_row_values(positives: Integers, scores: Floats, weights: Floats | None = None) -> Floats | None:
    """Return AUC plus the influence of each row; None when a class is absent or a score is missing.

    A positive row stands for its share of negatives ranked below it, a negative row for its share of positives ranked
    above it (DeLong's placements, ties one half). Scaled by rows per class, their mean over all rows is exactly the
    AUC and their spread that of the AUC to first order. Positives are 1. With `weights` rows count by them.
    """
    is_positive = positives == 1
    count, found = len(positives), int(is_positive.sum())
    if found in (0, count) or not np.all(np.isfinite(scores)):
        return None
    if weights is not None:
        both = np.column_stack([-scores, scores])
        return compute_pairwise_auc_row_values(is_positive.astype(np.int64), both, weights)
    above, below = np.sort(scores[is_positive]), np.sort(scores[~is_positive])
    placements = np.empty(count)
    placements[is_positive] = _share_below(below, scores[is_positive])
    placements[~is_positive] = 1.0 - _share_below(above, scores[~is_positive])
    auc = float(np.mean(placements[is_positive]))
    weights = np.where(is_positive, count / found, count / (count - found))
    # The classes are halves of one sum: each class mean is the AUC, and so is the mean of both weighted by rows.
    values: Floats = auc + weights * (placements - auc)
    return values


def compute_pairwise_auc_row_values(labels: Integers, scores: Floats, weights: Floats | None = None) -> Floats | None:
    """Return the same for several classes: Hand and Till's mean over pairs of classes plus each row's influence.

    `scores` is rows x classes; with `weights` rows count by them. None when a class is absent or a score is missing.
    """
    count, classes = scores.shape
    sizes = np.bincount(labels, minlength=classes)
    if len(sizes) > classes or not np.all(sizes) or not np.all(np.isfinite(scores)):
        return None
    counted = np.ones(count) if weights is None else weights
    influences, total = np.zeros(count), 0.0
    for first in range(classes):
        for second in range(classes):
            if first == second:
                continue
            ours, theirs = labels == first, labels == second
            above, below = scores[ours, first], scores[theirs, first]
            won, area = weigh_pair_share(above, below, counted[ours], counted[theirs])
            lost = 1.0 - weigh_pair_share(below, above, counted[theirs], counted[ours])[0]
            total += area
            influences[ours] += count * counted[ours] / counted[ours].sum() * (won - area)
            influences[theirs] += count * counted[theirs] / counted[theirs].sum() * (lost - area)
    pairs = classes * (classes - 1)
    return np.asarray((total + influences) / pairs)


def _share_below(ordered: Floats, values: Floats) -> Floats:
    left, right = np.searchsorted(ordered, values, "left"), np.searchsorted(ordered, values, "right")
    return np.asarray((left + right) / (2 * len(ordered)))
