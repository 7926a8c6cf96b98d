"""One value per test row whose mean is the AUC, so that ranges of means hold for the AUC too."""

import numpy as np

from core.domain.dataset import Floats, Integers


def compute_auc_row_values(positives: Integers, scores: Floats) -> Floats | None:
    """Return AUC plus the influence of each row; None when a class is absent or a score is missing.

    A positive row stands for its share of negatives ranked below it, a negative row for its share of positives ranked
    above it (DeLong's placements, ties one half). Scaled by rows per class, their mean over all rows is exactly the
    AUC and their spread that of the AUC to first order. Positives are 1.
    """
    is_positive = positives == 1
    count, found = len(positives), int(is_positive.sum())
    if found in (0, count) or not np.all(np.isfinite(scores)):
        return None
    above, below = np.sort(scores[is_positive]), np.sort(scores[~is_positive])
    placements = np.empty(count)
    placements[is_positive] = _share_below(below, scores[is_positive])
    placements[~is_positive] = 1.0 - _share_below(above, scores[~is_positive])
    auc = float(np.mean(placements[is_positive]))
    weights = np.where(is_positive, count / found, count / (count - found))
    # The classes are halves of one sum: each class mean is the AUC, and so is the mean of both weighted by rows.
    values: Floats = auc + weights * (placements - auc)
    return values


def _share_below(ordered: Floats, values: Floats) -> Floats:
    left, right = np.searchsorted(ordered, values, "left"), np.searchsorted(ordered, values, "right")
    return np.asarray((left + right) / (2 * len(ordered)))
