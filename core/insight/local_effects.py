"""Accumulated local effects with a band, from the steps of all fold models (Apley & Zhu 2020).

Fold models of one repeat leave out one row in k each. Left-out parts of the rows move an estimate less than a fresh
sample would: the spread over fold models times k - 1 is the variance over training sets (delete-d jackknife).
"""

import numpy as np

from core.domain.dataset import Floats
from core.engine.explaining import find_steps
from core.statistics.distributions import t_quantile

LEVEL = 0.95


def accumulate_effect(steps: Floats, values: Floats, edges: Floats, folds: int) -> tuple[Floats, Floats, Floats]:
    """Return effect, low and high at every edge; `steps` is models x steps, `values` the input of the effect rows.

    The effect is centered: its mean over the rows is 0.
    """
    curves = np.concatenate([np.zeros((len(steps), 1)), np.cumsum(steps, axis=1)], axis=1)
    weights = _weigh_edges(values[~np.isnan(values)], edges)
    return add_band(curves - (curves @ weights)[:, None], folds)


def _weigh_edges(values: Floats, edges: Floats) -> Floats:
    """How much each edge counts in the mean over the rows, whose effect lies on the straight line between two edges.

    Taking the middle of a step for its rows instead shifts the whole curve, because the outer steps are wide.
    """
    steps = find_steps(values, edges)
    share = (values - edges[steps]) / (edges[steps + 1] - edges[steps])
    count = len(edges)
    return np.asarray((np.bincount(steps, 1 - share, count) + np.bincount(steps + 1, share, count)) / len(values))


def compare_levels(steps: Floats, counts: Floats, folds: int) -> tuple[Floats, Floats, Floats]:
    """Return effect, low and high of every level of a category; `counts` are its rows, by which 0 is the mean."""
    centered = steps - (steps @ counts / counts.sum())[:, None]
    return add_band(centered, folds)


def add_band(curves: Floats, folds: int) -> tuple[Floats, Floats, Floats]:
    """Return the mean over models (the first axis) and the ends of the band around it."""
    middle = curves.mean(axis=0)
    variance = (folds - 1) * curves.var(axis=0)
    # k parts left out in turn have k - 1 degrees of freedom. Counting every repeat as new, the band held the known
    # straight line in 80 to 85 of 100 simulated studies only.
    reach = t_quantile(LEVEL, max(1, folds - 1)) * np.sqrt(variance)
    return middle, middle - reach, middle + reach
