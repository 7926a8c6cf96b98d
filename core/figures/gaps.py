"""Fold-by-fold gaps between two candidates: pairs of values, and how often each size of gap was seen."""

from dataclasses import dataclass

import numpy as np

from core.domain.findings import Estimate
from core.figures.histogram import back_to_back


@dataclass(frozen=True, slots=True)
class Pair:
    """Both values of one split in the unit shown; `gap` is positive where the candidate did better."""

    split: int
    reference: float
    candidate: float
    gap: float


@dataclass(frozen=True, slots=True)
class Gaps:
    """All pairs, and the histogram of their gaps on bins that have an edge at zero; `margin` is too small to matter."""

    pairs: tuple[Pair, ...]
    edges: tuple[float, ...]
    counts: tuple[int, ...]
    margin: float

    @property
    def mean(self) -> float:
        return float(np.mean([pair.gap for pair in self.pairs]))

    @property
    def span(self) -> tuple[float, float]:
        """Ends of both values together, with a little air, so that the diagonal is a diagonal."""
        values = [value for pair in self.pairs for value in (pair.reference, pair.candidate)]
        low, high = min(values), max(values)
        air = 0.05 * (high - low) or 0.05 * max(abs(high), 0.1)
        return low - air, high + air

    @property
    def reach(self) -> float:
        """How far the histogram goes to either side of zero."""
        return 1.05 * max(abs(self.edges[0]), abs(self.edges[-1]), self.margin)

    def in_words(self, first: str, second: str) -> tuple[str, ...]:
        """One phrase for each pair, from the smallest gap to the largest."""
        return tuple(
            f"{second} {pair.reference:.4g}, {first} {pair.candidate:.4g}, gap {pair.gap:.3g}".replace("-", "−")
            for pair in sorted(self.pairs, key=lambda pair: pair.gap)
        )

    def sentence(self, first: str, second: str, unit: str) -> str:
        ahead, behind = sum(pair.gap > 0 for pair in self.pairs), sum(pair.gap < 0 for pair in self.pairs)
        mean = f"{self.mean:.3g} {unit}".strip().replace("-", "−")
        return (
            f"Of {len(self.pairs)} folds {ahead} are better for {first}, {behind} for {second}, "
            f"{len(self.pairs) - ahead - behind} are ties. The mean gap is {mean}."
        )


def gaps(reference: Estimate, candidate: Estimate, scale: float, lower_is_better: bool, margin: float) -> Gaps | None:
    """From one value per split of both; `margin` is in the measure's own unit. None where no split has both."""
    sign = 1.0 if lower_is_better else -1.0
    pairs = tuple(
        Pair(split, scale * theirs, scale * ours, sign * scale * (theirs - ours))
        for split, (theirs, ours) in enumerate(zip(reference.values, candidate.values, strict=False))
        if theirs is not None and ours is not None
    )
    if not pairs:
        return None
    bins = back_to_back([pair.gap for pair in pairs], ())
    return Gaps(pairs, bins.edges, bins.reference, scale * margin)
