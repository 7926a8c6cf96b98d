"""The tree itself: forks, weighted rows sent down its branches, and the probabilities at its leaves."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.algorithms.counts import laplace
from core.domain.dataset import Floats, Integers

MISSING = -1


@dataclass(frozen=True, slots=True)
class Fork:
    """A test on one input: at most `threshold` or above it; without a threshold one branch per level."""

    feature: int
    branches: int
    threshold: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """`counts` is the weight of the training rows that came here, by class; a leaf has no fork."""

    counts: Floats
    fork: Fork | None = None
    branches: tuple["Node", ...] = ()

    @property
    def weight(self) -> float:
        return float(self.counts.sum())

    @property
    def errors(self) -> float:
        """Training rows that a leaf in this place would get wrong."""
        return float(self.counts.sum() - self.counts.max())

    @property
    def leaves(self) -> int:
        return sum(branch.leaves for branch in self.branches) if self.fork else 1


@dataclass(frozen=True, slots=True, eq=False)
class Cases:
    """Rows by position, each with the part of it that came here (1 unless an input on the way was missing)."""

    rows: Integers
    weights: Floats

    @classmethod
    def all_of(cls, inputs: Floats) -> "Cases":
        return cls(np.arange(len(inputs)), np.ones(len(inputs)))

    def counts(self, labels: Integers, classes: int) -> Floats:
        return np.bincount(labels[self.rows], weights=self.weights, minlength=classes).astype(np.float64)


def branch_of(fork: Fork, values: Floats) -> Integers:
    """Branch that each value takes; missing values and levels the fork does not know take none."""
    if fork.threshold is not None:
        return np.where(np.isnan(values), MISSING, values > fork.threshold).astype(np.int64)
    known = (values >= 0) & (values < fork.branches)
    return np.where(known, values, MISSING).astype(np.int64)


def parts_of(
    fork: Fork, values: Floats, weights: Floats, shares: Floats | None = None
) -> list[tuple[NDArray[np.bool_], Floats]]:
    """For each branch, which cases go down it and the weights of all cases there.

    A missing value goes down all branches, in parts as large as their shares; without `shares` these are the weights
    of the cases whose value is known (Quinlan 1993, section 3.2).
    """
    branches = branch_of(fork, values)
    missing = branches == MISSING
    if not missing.any():
        return [(branches == branch, weights) for branch in range(fork.branches)]
    if shares is None:
        shares = np.bincount(branches[~missing], weights[~missing], fork.branches).astype(np.float64)
    whole = float(shares.sum()) or 1.0
    return [
        ((branches == branch) | (missing & bool(share > 0)), np.where(missing, weights * (share / whole), weights))
        for branch, share in enumerate(shares)
    ]


def divide(fork: Fork, cases: Cases, inputs: Floats, shares: Floats | None = None) -> list[Cases]:
    """The cases of each branch."""
    values = inputs[cases.rows, fork.feature]
    return [Cases(cases.rows[goes], weights[goes]) for goes, weights in parts_of(fork, values, cases.weights, shares)]


def probabilities(root: Node, inputs: Floats) -> Floats:
    """Class probabilities of each row, mixed from the leaves it reaches (Quinlan 1993, section 3.3)."""
    scores = np.zeros((len(inputs), len(root.counts)))
    _add_leaves(root, root.counts, Cases.all_of(inputs), np.asfortranarray(inputs), root.counts > 0, scores)
    return scores


def _add_leaves(
    node: Node, counts_above: Floats, cases: Cases, inputs: Floats, seen: NDArray[np.bool_], scores: Floats
) -> None:
    """Add what the leaves below say; a leaf no training row came to answers like the node above it."""
    if not len(cases.rows):
        return
    counts = node.counts if node.weight > 0 else counts_above
    if node.fork is None:
        scores[cases.rows] += cases.weights[:, None] * laplace(counts, seen)
        return
    shares = np.array([branch.weight for branch in node.branches])
    for branch, part in zip(node.branches, divide(node.fork, cases, inputs, shares), strict=True):
        _add_leaves(branch, counts, part, inputs, seen, scores)
