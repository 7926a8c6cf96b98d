"""Fold-by-fold gaps between two candidates: pairs of values, and how often each size of difference was seen."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.domain.findings import Estimate
from core.figures.histogram import round_step
from core.support.text import pluralize

BINS = 14


@dataclass(frozen=True, slots=True)
class Pair:
    """Both values of one split in the unit shown; `difference` is positive where the candidate did better."""

    split: int
    baseline: float
    candidate: float
    difference: float


@dataclass(frozen=True, slots=True)
class SplitDifferences:
    """All pairs, and the histogram of their gaps; `margin` is too small to matter.

    One bin has zero in its middle, so that ties stand on neither side.
    """

    pairs: tuple[Pair, ...]
    edges: tuple[float, ...]
    counts: tuple[int, ...]
    margin: float

    @property
    def mean(self) -> float:
        return float(np.mean([pair.difference for pair in self.pairs]))

    @property
    def places(self) -> Mapping[tuple[float, float], int]:
        """How many folds lie on the same spot: small test sets have few different values."""
        return Counter((pair.baseline, pair.candidate) for pair in self.pairs)

    @property
    def span(self) -> tuple[float, float]:
        """Ends of both values together, with a little air, so that the diagonal is a diagonal."""
        values = [value for pair in self.pairs for value in (pair.baseline, pair.candidate)]
        low, high = min(values), max(values)
        air = 0.05 * (high - low) or 0.05 * max(abs(high), 0.1)
        return low - air, high + air

    @property
    def reach(self) -> float:
        """How far the histogram goes to either side of zero."""
        return 1.05 * max(abs(self.edges[0]), abs(self.edges[-1]), self.margin)

    @property
    def ordered(self) -> tuple[Pair, ...]:
        """From the smallest difference to the largest."""
        return tuple(sorted(self.pairs, key=lambda pair: pair.difference))

    def in_words(self, first: str, second: str) -> tuple[str, ...]:
        """One phrase for each pair, from the smallest difference to the largest."""
        return tuple(
            f"{second} {pair.baseline:.4g}, {first} {pair.candidate:.4g}, difference {pair.difference:.3g}".replace(
                "-", "−"
            )
            for pair in self.ordered
        )

    def sentence(self, first: str, second: str, unit: str) -> str:
        ahead, behind = sum(pair.difference > 0 for pair in self.pairs), sum(pair.difference < 0 for pair in self.pairs)
        size = f"{abs(self.mean):.3g} {unit}".strip()
        leader = f"{first if self.mean > 0 else second} is ahead by {size}" if self.mean else "neither is ahead"
        return (
            f"Of {len(self.pairs)} folds {pluralize(ahead, 'is', 'are')} better for {first}, {behind} for {second}, "
            f"{pluralize(len(self.pairs) - ahead - behind, 'is a tie', 'are ties')}. On average {leader}."
        )


def differences(
    baseline: Estimate, candidate: Estimate, scale: float, lower_is_better: bool, margin: float
) -> SplitDifferences | None:
    """From one value per split of both; `margin` is in the measure's own unit. None where no split has both."""
    sign = 1.0 if lower_is_better else -1.0
    pairs = tuple(
        Pair(split, scale * theirs, scale * ours, sign * scale * (theirs - ours))
        for split, (theirs, ours) in enumerate(zip(baseline.values, candidate.values, strict=False))
        if theirs is not None and ours is not None
    )
    if not pairs:
        return None
    edges, counts = _around_zero(np.array([pair.difference for pair in pairs]))
    return SplitDifferences(pairs, edges, counts, scale * margin)


def _around_zero(values: Floats) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """Bins of a round width whose middles are its multiples; rounding must not carry a value over an edge."""
    farthest = float(np.abs(values).max())
    step = round_step(float(np.ptp(values)) / BINS or farthest or 1.0)
    bins = np.floor(values / step + 0.5 + 1e-9).astype(np.int64)
    first, last = int(bins.min()), int(bins.max())
    counts = np.bincount(bins - first, minlength=last - first + 1)
    edges = (np.arange(first, last + 2) - 0.5) * step
    return tuple(map(float, edges)), tuple(map(int, counts))
