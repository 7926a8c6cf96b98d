"""Entropy and probabilities from counts of classes."""

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats


def times_log(values: Floats) -> Floats:
    """n log2 n, and 0 for 0."""
    return np.asarray(values * np.log2(np.where(values > 0, values, 1.0)))


def bits(counts: Floats) -> Floats:
    """Rows times class entropy, for counts by class along the last axis."""
    return np.asarray(times_log(counts.sum(axis=-1)) - times_log(counts).sum(axis=-1))


def laplace(counts: Floats, seen: NDArray[np.bool_]) -> Floats:
    """Shares of the classes after one more row of each class that the training rows had (`seen`)."""
    raised = np.where(seen, counts + 1.0, 0.0)
    return np.asarray(raised / raised.sum())
