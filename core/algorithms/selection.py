"""Which inputs tell most about the answer on their own, judged by the training rows alone."""

import numpy as np

from core.algorithms.row import Setting
from core.domain.dataset import Floats, Integers

KEPT = Setting(
    "kept",
    "Inputs kept",
    "Only so many inputs are used: those that tell most on their own in the training rows; 0 uses all.",
    0,
    low=0,
    high=10_000,
)


def strongest(inputs: Floats, targets: Floats | Integers, count: int) -> Integers:
    """Positions of the `count` columns with the largest share of variation that goes with the targets, in order.

    `targets` are labels (one whole number per row) or rows x outputs of numbers; equal shares: the first column.
    """
    if not 0 < count < inputs.shape[1]:
        return np.arange(inputs.shape[1])
    shares = _share_of_labels(inputs, targets) if targets.ndim == 1 else _share_of_numbers(inputs, targets)
    return np.sort(np.argsort(-shares, kind="stable")[:count]).astype(np.int64)


def _share_of_labels(inputs: Floats, labels: Floats | Integers) -> Floats:
    """Variation between the class means over all variation (eta squared, which orders as the F ratio)."""
    centered = inputs - inputs.mean(axis=0)
    member = labels[:, None] == np.unique(labels)
    sums = member.T.astype(np.float64) @ centered
    between = (sums**2 / member.sum(axis=0)[:, None]).sum(axis=0)
    return _ratio(between, (centered**2).sum(axis=0))


def _share_of_numbers(inputs: Floats, targets: Floats | Integers) -> Floats:
    """The largest squared correlation with one of the outputs."""
    centered, wanted = inputs - inputs.mean(axis=0), targets - targets.mean(axis=0)
    squares = np.outer((centered**2).sum(axis=0), (wanted**2).sum(axis=0))
    return np.asarray(_ratio((centered.T @ wanted) ** 2, squares).max(axis=1))


def _ratio(part: Floats, whole: Floats) -> Floats:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
