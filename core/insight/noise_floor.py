"""The scatter of repeated measurements: no model can be expected to err less than the rows contradict each other."""

import math
from dataclasses import dataclass

import numpy as np

from core.data.repeated_rows import RepeatedRows, find_repeated_rows
from core.domain.dataset import Dataset, Floats
from core.domain.study import Study
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

FEWEST_DEGREES = 5
# What a measure shows of normal scatter with standard deviation 1; other measures have no such floor.
SHARE_OF_SCATTER = {"rmse": 1.0, "mae": math.sqrt(2 / math.pi)}


@dataclass(frozen=True, slots=True)
class NoiseFloor:
    """Hold the floor in the unit of the measure with its 95 % range, and the standard deviation behind it.

    `degrees` is 0 where the person stated it: then there is no range.
    """

    value: float
    low: float
    high: float
    scatter: float
    degrees: int


def find_noise_floor(study: Study, data: Dataset, output: int, measure: str) -> NoiseFloor | Undefined:
    """Return the floor of one output: from the uncertainty the person stated, else from repeated measurements.

    Undefined as in `estimate_noise_floor`.
    """
    stated = study.question.noise.get(data.outputs[output])
    if stated is None:
        return estimate_noise_floor(data.targets[:, output], find_repeated_rows(data.inputs, data.targets), measure)
    if measure not in SHARE_OF_SCATTER:
        return Undefined("no-floor")
    value = SHARE_OF_SCATTER[measure] * stated
    return NoiseFloor(value, value, value, stated, 0)


def estimate_noise_floor(
    targets: Floats, repeated: RepeatedRows, measure: str, level: float = 0.95
) -> NoiseFloor | Undefined:
    """Estimate pure error from sets of rows with equal inputs; exact duplicates are dropped first.

    Undefined: `no-floor` (the measure has none), `few-replicates` (fewer than five degrees of freedom), `no-scatter`.
    """
    if measure not in SHARE_OF_SCATTER:
        return Undefined("no-floor")
    kept = np.setdiff1d(np.arange(len(targets)), repeated.duplicates)
    _, sets = np.unique(repeated.sets[kept], return_inverse=True)
    counts = np.bincount(sets)
    degrees = int(np.sum(counts - 1))
    if degrees < FEWEST_DEGREES:
        return Undefined("few-replicates")
    values = targets[kept]
    means = np.bincount(sets, values) / counts
    variance = float(np.sum((values - means[sets]) ** 2)) / degrees
    if variance <= 0:
        return Undefined("no-scatter")
    share, scatter = SHARE_OF_SCATTER[measure], math.sqrt(variance)
    tails = ((1 + level) / 2, (1 - level) / 2)
    low, high = (scatter * math.sqrt(degrees / float(special.chdtri(degrees, 1 - tail))) for tail in tails)
    return NoiseFloor(share * scatter, share * low, share * high, scatter, degrees)
