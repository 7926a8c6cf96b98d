"""How much better a model would be with more rows, from its loss at two training sizes: most rows, and half of them.

A loss falls towards its limit as 1/rows^c. Two sizes cannot tell c, so the forecast is the hull of c = 1/2 and c = 1.
"""

import math
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats, Integers
from core.statistics.difference_rule import TRAINING_SHARE, compute_group_variance, compute_training_variance
from core.statistics.distributions import is_level, t_quantile
from core.statistics.undefined import Undefined

EXPONENTS = (0.5, 1.0)
FARTHEST = 2.0  # times the rows of the study; beyond that the forecast was not measured


@dataclass(frozen=True, slots=True)
class MoreRowsForecast:
    """Hold the range of the loss with `rows` rows and of the gain over now, in the unit of the losses."""

    rows: int
    training_variance: float
    level_low: float
    level_high: float
    gain_low: float
    gain_high: float

    @property
    def says_gain(self) -> bool:
        """Whether more rows are shown to help; else these rows cannot tell."""
        return self.gain_low > 0


def forecast_more_rows(
    row_losses: Floats,
    halves: Floats,
    half_ids: Integers,
    target: int,
    level: float = 0.95,
    folds: int = 10,
    groups: Integers | None = None,
) -> MoreRowsForecast | Undefined:
    """Forecast the loss with `target` rows.

    `row_losses` is the mean held-out loss of each row over the repeats, `halves` repeats x rows with models trained on
    half the rows and `half_ids` the half that tested a row.
    Undefined: `impossible_level`, `too_far` (beyond twice the rows, or not beyond them), `too_few_rows`,
    `too_few_groups`, `no_halves`.
    """
    rows = row_losses.size
    if not is_level(level):
        return Undefined("impossible_level")
    if not rows < target <= FARTHEST * rows:
        return Undefined("too_far")
    training = compute_training_variance(halves, half_ids)
    if training is None:
        return Undefined("no_halves")
    member = None if groups is None else np.unique(groups, return_inverse=True)[1].astype(np.int64)
    units = rows if member is None else int(member.max()) + 1
    if units < 2 or folds < 2:
        return Undefined("too_few_rows" if member is None else "too_few_groups")
    gain = np.mean(halves, axis=0) - row_losses
    quantile, sharing = t_quantile(level, units - 1), folds / (folds - 1)
    levels, gains = [], []
    for exponent in EXPONENTS:
        reach = compute_reach(rows, target, exponent, folds)
        forecast = row_losses - reach * gain
        spread = sharing * _variance_of_mean(forecast, member) + TRAINING_SHARE * (1 + reach) ** 2 * training
        gain_spread = sharing * _variance_of_mean(gain, member) + TRAINING_SHARE * training
        levels.append((float(np.mean(forecast)), quantile * math.sqrt(spread)))
        gains.append((reach * float(np.mean(gain)), quantile * reach * math.sqrt(gain_spread)))
    return MoreRowsForecast(
        rows=target,
        training_variance=training,
        level_low=min(middle - half for middle, half in levels),
        level_high=max(middle + half for middle, half in levels),
        gain_low=min(middle - half for middle, half in gains),
        gain_high=max(middle + half for middle, half in gains),
    )


def compute_reach(rows: int, target: float, exponent: float, folds: int = 10) -> float:
    """How many times the gain from half to most rows comes again from most rows to `target`, for this exponent."""
    most, half = rows * (folds - 1) / folds, rows / 2
    return float((most**-exponent - target**-exponent) / (half**-exponent - most**-exponent))


def _variance_of_mean(values: Floats, member: Integers | None) -> float:
    return float(np.var(values, ddof=1)) / values.size if member is None else compute_group_variance(values, member)
