"""A threshold with a promise: "at most x of 100 faults are missed", with 95 % certainty (Learn then Test, 2021).

Scores are of true faults that the model had not seen. Thresholds are tried upwards; as the missed share only grows,
the first that is not shown to keep the promise ends the search, and no correction for the number tried is needed.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats, Integers
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class GuaranteedThreshold:
    """Hold the threshold (alarm at scores of at least this) and what it missed: faults, or the mean share of groups.

    `needed` is the number of faults (groups) below which no threshold can keep the promise.
    """

    threshold: float
    missed: float
    needed: int
    p: float


def count_needed_faults(limit: float, alpha: float = ALPHA) -> int:
    """How many faults without a single miss show that at most `limit` of them are missed: 29 for 10 %."""
    return math.ceil(math.log(alpha) / math.log(1 - limit))


def find_guaranteed_threshold(
    fault_scores: Floats, limit: float, groups: Integers | None = None, alpha: float = ALPHA
) -> GuaranteedThreshold | Undefined:
    """Find the highest threshold at which the missed share is shown to be at most `limit`, for one repeat.

    Divide alpha by the number of limits or models looked at.
    Undefined: `impossible_limit`, `missing_score`, `too_few_faults`, `too_few_groups`.
    """
    if not 0 < limit < 1 or not 0 < alpha < 1:
        return Undefined("impossible_limit")
    if not np.all(np.isfinite(fault_scores)):
        return Undefined("missing_score")
    needed = count_needed_faults(limit, alpha)
    member = None if groups is None else np.unique(groups, return_inverse=True)[1]
    units = fault_scores.size if member is None else int(member.max(initial=-1)) + 1
    if units < needed:
        return Undefined("too_few_faults" if groups is None else "too_few_groups")
    found: GuaranteedThreshold | None = None
    for threshold in np.unique(fault_scores):
        missed = fault_scores < threshold
        if member is None:
            count = int(np.sum(missed))
            p, lost = float(special.bdtr(count, units, limit)), float(count)
        else:
            lost = float(np.mean(np.bincount(member, missed, units) / np.bincount(member, minlength=units)))
            p = compute_hoeffding_bentkus_p(lost, units, limit)
        if p > alpha:
            break
        found = GuaranteedThreshold(float(threshold), lost, needed, p)
    return found if found is not None else Undefined("too_few_faults" if groups is None else "too_few_groups")


def choose_threshold_over_repeats(thresholds: Sequence[float]) -> float | Undefined:
    """The lower median: never average scores over repeats, averages are smoother than any one model's scores."""
    ordered = sorted(thresholds)
    return ordered[(len(ordered) - 1) // 2] if ordered else Undefined("no_thresholds")


def compute_hoeffding_bentkus_p(mean_loss: float, units: int, limit: float) -> float:
    """p of "the mean of losses in [0, 1] is above `limit`" by Hoeffding and by Bentkus, whichever is smaller."""
    low = min(mean_loss, limit)
    divergence = float(special.rel_entr(low, limit) + special.rel_entr(1 - low, 1 - limit))
    bentkus = math.e * float(special.bdtr(math.ceil(units * mean_loss - 1e-9), units, limit))
    return min(1.0, math.exp(-units * divergence), bentkus)
