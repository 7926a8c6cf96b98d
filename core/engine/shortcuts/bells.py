"""The bell curves that naive Bayes puts over the numbers of every class, for all training sets at once."""

from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats, Integers
from core.engine.shortcuts.row import Flags

FARTHEST = 1e6  # column spreads at which the plain way cuts values off
NEARLY_FLAT = 1e-9  # spread over size below which rounding may decide whether a column varies
LEAST_VARIANCE = 1e-10  # share of the variance of a column below which rounding may decide


@dataclass(frozen=True, slots=True, eq=False)
class Bells:
    """Bell curves of every training set, class and column, in the units of the data and counted from `middle`."""

    means: Floats
    halved_precisions: Floats
    constants: Floats
    centre: Floats
    spread: Floats
    doubtful: Flags
    looseness: Floats  # how much rounding in the sums is magnified in a variance
    reach: Floats  # squared distance of a class mean from the middle, in variances

    @classmethod
    def of(
        cls, first: Floats, second: Floats, number: Floats, centres: Floats, middle: Floats, flat: Flags, floor: float
    ) -> "Bells":
        shift = first / np.maximum(number, 1.0)
        own = np.maximum(second / np.maximum(number, 1.0) - shift**2, 0.0)
        means = (centres - middle) + shift
        everyone = np.maximum(number.sum(axis=1), 1.0)
        centre = (number * means).sum(axis=1) / everyone
        spread = np.sqrt((number * (own + (means - centre[:, None]) ** 2)).sum(axis=1) / everyone)
        useless = flat | (spread == 0)
        unit = np.where(useless, 1.0, spread**2)[:, None]
        empty = (number == 0) | useless[:, None]
        variances = np.where(empty, unit, np.maximum(own, floor * unit))
        return cls(
            np.where(number > 0, means, centre[:, None]),
            np.where(useless[:, None], 0.0, 0.5 / variances),
            np.where(useless[:, None], 0.0, -0.5 * np.log(2.0 * np.pi * variances / unit)),
            centre,
            np.where(useless, np.inf, spread),
            (~useless & (spread < NEARLY_FLAT * np.abs(centre + middle))).any(axis=1)
            | (~empty & ~(variances > LEAST_VARIANCE * unit)).any(axis=(1, 2)),
            np.where(empty, 0.0, shift**2 / variances).max(axis=(1, 2), initial=0.0),
            np.where(empty, 0.0, means**2 / variances).max(axis=(1, 2), initial=0.0),
        )

    def evidence(self, values: Floats, folds: Integers) -> tuple[Floats, Floats]:
        """Logs of the heights of the bell curves, and the size of what was added up; rows x classes."""
        known = ~np.isnan(values)
        complete = bool(known.all())
        found, sizes = np.empty((2, len(values), self.means.shape[1]))
        for position in range(found.shape[1]):
            away = values - self.means[folds, position]
            away *= away
            away *= self.halved_precisions[folds, position]
            height = self.constants[folds, position]
            if not complete:
                away[~known] = 0.0
                height[~known] = 0.0
            sizes[:, position] = away.sum(axis=1)
            found[:, position] = height.sum(axis=1) - sizes[:, position]
        return found, sizes + np.sqrt(sizes * self.reach[folds, None])

    def by_products(self, values: Floats, fold: int | slice) -> tuple[Floats, Floats]:
        """The same with squares multiplied out, for rows of one fold, or for all folds: folds x rows x columns."""
        precisions, means, heights = self.halved_precisions[fold], self.means[fold], self.constants[fold]
        lifted = means**2 * precisions
        missing = np.isnan(values)
        if missing.any():
            values = np.where(missing, 0.0, values)
            known = (~missing).astype(np.float64)
            height, offset = known @ _turned(heights), known @ _turned(lifted)
        else:
            height, offset = heights.sum(axis=-1)[..., None, :], lifted.sum(axis=-1)[..., None, :]
        squares = (values**2) @ _turned(precisions) + offset
        return height - (squares - 2.0 * (values @ _turned(means * precisions))), squares

    def is_far(self, lowest: Floats, highest: Floats) -> Flags:
        """Folds with values so far away that the plain way cuts them off."""
        away = np.maximum(np.abs(lowest - self.centre), np.abs(highest - self.centre))
        return np.asarray(((lowest <= highest) & (away >= 0.5 * FARTHEST * self.spread)).any(axis=1))


def _turned(table: Floats) -> Floats:
    return table.swapaxes(-1, -2)
