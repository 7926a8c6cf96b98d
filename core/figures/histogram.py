"""Back-to-back histograms: one value per fold, the baseline upward and the candidate downward, on shared bins."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats

MOST_BINS = 24


@dataclass(frozen=True, slots=True)
class BackToBack:
    """Counts per bin of both sides and their means (None: no values yet); `edges` are one more than the counts."""

    edges: tuple[float, ...]
    baseline: tuple[int, ...]
    candidate: tuple[int, ...]
    baseline_mean: float | None
    candidate_mean: float | None

    @property
    def highest(self) -> int:
        return max((*self.baseline, *self.candidate), default=0)

    @property
    def in_words(self) -> tuple[str, ...]:
        """One phrase for each bin that holds something, from low to high."""
        bins = zip(self.edges, self.edges[1:], self.baseline, self.candidate, strict=False)
        return tuple(
            f"{low:.4g} to {high:.4g}: baseline {up}, candidate {down}" for low, high, up, down in bins if up or down
        )

    @property
    def sentence(self) -> str:
        """What the picture shows, for people who cannot see it."""
        if self.baseline_mean is None or self.candidate_mean is None:
            return "No values yet."
        counts = f"{sum(self.baseline)} and {sum(self.candidate)} values"
        return f"{counts}; baseline mean {self.baseline_mean:.4g}, candidate mean {self.candidate_mean:.4g}."


def back_to_back(
    baseline: Sequence[float], candidate: Sequence[float], within: tuple[float, float] | None = None
) -> BackToBack:
    """Bins on round numbers over all values; `within` are ends that the axis must not pass (0 and 1 for shares)."""
    values = np.array([*baseline, *candidate], dtype=np.float64)
    edges = _edges(values, within)
    return BackToBack(
        edges=tuple(float(edge) for edge in edges),
        baseline=_counts(baseline, edges),
        candidate=_counts(candidate, edges),
        baseline_mean=float(np.mean(baseline)) if len(baseline) else None,
        candidate_mean=float(np.mean(candidate)) if len(candidate) else None,
    )


def _counts(values: Sequence[float], edges: Floats) -> tuple[int, ...]:
    counts, _ = np.histogram(np.asarray(values, dtype=np.float64), bins=edges)
    return tuple(int(count) for count in counts)


def _edges(values: Floats, within: tuple[float, float] | None) -> Floats:
    low, high = (float(values.min()), float(values.max())) if values.size else (within or (0.0, 1.0))
    if high - low < 1e-12 * max(1.0, abs(high)):
        low, high = low - 0.05 * max(0.1, abs(low)), high + 0.05 * max(0.1, abs(high))
    step = round_step((high - low) / (MOST_BINS / 2))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    edges: Floats = np.arange(first, max(last, first + 1) + 1, dtype=np.float64) * step
    edges[0], edges[-1] = min(edges[0], low), max(edges[-1], high)
    if within is not None:
        edges = np.unique(np.clip(edges, *within))
    return edges if len(edges) > 1 else edges[0] + np.array([-step / 2, step / 2])


def round_step(width: float) -> float:
    """The next 1, 2 or 5 times a power of ten that is not smaller."""
    power = 10.0 ** math.floor(math.log10(width))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= width * (1 - 1e-9))
