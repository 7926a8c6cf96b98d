"""The spread of any figure when whole groups of rows are drawn anew."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats, Integers
from core.domain.findings import Interval
from core.statistics.auc_intervals import placements
from core.statistics.distributions import t_quantile, two_sided_p

REPLICATES = 2000
TOGETHER = 100  # samples drawn in one go, so that memory stays small
METHOD = "bootstrap-groups"
FLAT = 1e-12  # below this share of the figure a spread is rounding

Figure = Callable[[Integers], Floats]
"""Samples x draws, which unit each one gave -> one value per sample (NaN where undefined)."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A figure, its standard error under drawing units anew, and the units that were drawn."""

    value: float
    se: float
    units: int

    @property
    def df(self) -> float:
        return float(self.units - 1)

    @property
    def is_flat(self) -> bool:
        return self.units < 2 or self.se <= FLAT * abs(self.value)

    @property
    def p(self) -> float | None:
        return None if self.is_flat else two_sided_p(self.value / self.se, self.df)

    def interval(self, level: float) -> Interval | None:
        if self.is_flat:
            return None
        half = t_quantile(level, self.units - 1) * self.se
        return Interval(self.value - half, self.value + half, level, METHOD)


def units_of(groups: Integers | None, rows: int) -> Integers:
    """The number of the unit each row belongs to: its group, or itself."""
    if groups is None:
        return np.arange(rows, dtype=np.int64)
    return np.asarray(np.unique(groups, return_inverse=True)[1].ravel(), dtype=np.int64)


def spread_of(figure: Figure, units: int, random: np.random.Generator) -> Spread:
    """Efron & Tibshirani 1993, section 6.2, with units / (units - 1) because few units spread too little."""
    value = float(figure(np.arange(units).reshape(1, -1))[0])
    samples = (random.integers(0, units, (TOGETHER, units)) for _ in range(REPLICATES // TOGETHER))
    drawn = np.concatenate([figure(sample) for sample in samples])
    known = drawn[np.isfinite(drawn)]
    if len(known) < 2 or units < 2:
        return Spread(value, 0.0, units)
    return Spread(value, float(np.std(known, ddof=1)) * float(np.sqrt(units / (units - 1))), units)


def mean_figure(values: Floats, units: Integers) -> Figure:
    """The mean over rows."""
    sums, sizes = np.bincount(units, weights=values), np.bincount(units).astype(np.float64)
    return lambda drawn: np.asarray(sums.take(drawn).sum(axis=1) / sizes.take(drawn).sum(axis=1))


def area_figure(truth: Integers, ranking: Floats, units: Integers) -> Figure:
    """The AUC, taken apart into what each row adds to it (placements of DeLong et al. 1988; Obuchowski 1997)."""
    area, parts = _area_parts(truth, ranking)
    sums = np.bincount(units, weights=parts)
    return lambda drawn: np.asarray(area + sums.take(drawn).sum(axis=1))


def area_gap_figure(truth: Integers, first: Floats, second: Floats, units: Integers) -> Figure:
    one, other = area_figure(truth, first, units), area_figure(truth, second, units)
    return lambda drawn: one(drawn) - other(drawn)


def _area_parts(truth: Integers, ranking: Floats) -> tuple[float, Floats]:
    """The AUC and, row by row, how much it would change to first order if the row were drawn once more."""
    positives = truth == 1
    above, below = placements(ranking[positives], ranking[~positives])
    area = float(above.mean())
    parts = np.empty(len(truth))
    parts[positives], parts[~positives] = (above - area) / len(above), (below - area) / len(below)
    return area, parts
