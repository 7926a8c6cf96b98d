"""Reliability: how often what a model calls so and so likely is really so (Aslan II.B takes it for granted)."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from core.domain.dataset import Floats
from core.figures.roc import Fold

BINS = 10
FEWEST = 5
"""Rows that a bin needs to show anything."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Rows with about the same score: their mean score and the share that are positive."""

    rows: int
    score: float
    share: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """`off` is how far scores and shares lie apart on average over rows; `brier` the mean squared distance to truth."""

    bins: tuple[Bin, ...]
    off: float
    brier: float

    def sentence(self, name: str) -> str:
        lean = sum(one.rows * (one.score - one.share) for one in self.bins) / sum(one.rows for one in self.bins)
        way = "neither high nor low on the whole" if abs(lean) < 0.01 else "too high" if lean > 0 else "too low"
        return f"{name}: scores are off by {100 * self.off:.1f} in 100 on average, {way}."


def reliability(fold: Fold) -> Reliability | None:
    """Bins of equal counts, rows with the same score never parted; None unless the scores are probabilities."""
    scores = fold.ranking
    if not len(scores) or np.isnan(scores).any() or scores.min() < 0 or scores.max() > 1:
        return None
    order = np.argsort(scores, kind="stable")
    ranking, truth = scores[order], (fold.truth[order] == 1).astype(np.float64)
    bins = tuple(
        Bin(end - start, float(ranking[start:end].mean()), float(truth[start:end].mean()))
        for start, end in _spans(ranking)
    )
    off = sum(one.rows * abs(one.score - one.share) for one in bins) / len(ranking)
    return Reliability(bins, off, float(np.mean((ranking - truth) ** 2)))


def _spans(ranking: Floats) -> list[tuple[int, int]]:
    """Starts and ends of the bins over sorted scores."""
    count = max(1, min(BINS, len(ranking) // FEWEST))
    cuts = np.linspace(0, len(ranking), count + 1).round().astype(int)[1:-1]
    moved = [int(np.searchsorted(ranking, ranking[cut], "left")) for cut in cuts]
    ends = sorted({0, *moved, len(ranking)})
    return list(pairwise(ends))
