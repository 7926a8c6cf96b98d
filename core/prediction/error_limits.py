"""How far a prediction may be off: limits from the held-out errors of a study, for numbers and for classes.

Every row was predicted by models that had not seen it. Of R repeats of n rows the k-th smallest error with
k = ceil(level (n + 1) R) holds a new row's error with probability `level`, because the new row is as likely as any
other to be the worst (split conformal prediction). With groups a new row comes from a new group, so groups count.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats, Integers
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

Flags = NDArray[np.bool_]
ROUNDING = 1e-9  # of a rank: level (n + 1) R is a whole number up to rounding where it should be one
TIED_WEIGHT = 1e-12


@dataclass(frozen=True, slots=True)
class ExpectedCoverage:
    """Hold where the realized coverage of a study lies: its mean, and the range that holds it in most studies.

    The limit is the `rank`-th smallest of `units` errors, so realized coverage follows Beta(rank, units + 1 - rank).
    """

    rank: int
    mean: float
    low: float
    high: float


def compute_error_limit(errors: Floats, level: float) -> float | Undefined:
    """Find the limit that a new row's error stays below with probability `level`; `errors` is repeats x rows.

    Undefined `too_few_rows`: n < level / (1 - level), i.e. 9 rows for 90 %, 19 for 95 %.
    """
    repeats, rows = errors.shape
    rank = math.ceil(level * (rows + 1) * repeats - ROUNDING)
    if not rows or rank > errors.size:
        return Undefined("too_few_rows")
    return float(np.partition(errors.ravel(), rank - 1)[rank - 1])


def compute_grouped_error_limit(errors: Floats, groups: Integers, level: float) -> float | Undefined:
    """Find the limit for a row of a new group: each of G groups weighs 1/(G + 1), shared by its errors.

    Undefined `too_few_groups`: G/(G + 1) < level (Lee, Barber & Willett).
    """
    repeats, _ = errors.shape
    _, member = np.unique(groups, return_inverse=True)
    if not member.size:
        return Undefined("too_few_groups")
    sizes = np.bincount(member)
    weights = np.broadcast_to(1.0 / ((sizes.size + 1) * repeats * sizes[member]), errors.shape).ravel()
    order = np.argsort(errors, axis=None, kind="stable")
    place = int(np.searchsorted(np.cumsum(weights[order]), level - TIED_WEIGHT))
    return Undefined("too_few_groups") if place >= order.size else float(errors.ravel()[order[place]])


def compute_scaled_error_limit(
    errors: Floats, sizes: Floats, level: float, groups: Integers | None = None
) -> float | Undefined:
    """Find the limit of errors divided by the local error size of their row; times a new row's size it is its limit.

    Undefined `zero_size`: some row has a local error size of 0, and nothing can be divided by it.
    """
    if np.any(sizes <= 0):
        return Undefined("zero_size")
    if groups is not None:
        return compute_grouped_error_limit(errors / sizes, groups, level)
    return compute_error_limit(errors / sizes, level)


def compute_expected_coverage(units: int, level: float, spread: float = 0.9) -> ExpectedCoverage | Undefined:
    """Say which share of new rows such limits hold in `spread` of all studies; units are rows, or groups.

    Never computed from a study's own held-out rows: leaving out a repeat returns the promised level whatever the truth.
    """
    rank = math.ceil(level * (units + 1) - ROUNDING)
    if rank > units:
        return Undefined("too_few_rows")
    ends = [float(special.betaincinv(rank, units + 1 - rank, tail)) for tail in ((1 - spread) / 2, (1 + spread) / 2)]
    return ExpectedCoverage(rank, rank / (units + 1), ends[0], ends[1])


def compute_class_limits(scores: Floats, truth: Integers, classes: int, level: float) -> tuple[float | None, ...]:
    """Find for each class how far its probability may fall short of 1; `scores` is repeats x rows, of the true class.

    By class, because one limit for all leaves rare classes covered in 55 to 71 of 100 where 90 were promised.
    None: too few rows to exclude that class ever.
    """
    limits = (compute_error_limit(1.0 - scores[:, truth == place], level) for place in range(classes))
    return tuple(None if isinstance(limit, Undefined) else limit for limit in limits)


def flag_possible_classes(scores: Floats, limits: Sequence[float | None]) -> Flags:
    """Tell which classes the scores of each row (rows x classes) do not exclude; a class without limit never is."""
    largest = np.array([np.inf if limit is None else limit + TIED_WEIGHT for limit in limits])
    return np.asarray(1.0 - scores <= largest)


def describe_coverage_by_part(errors: Floats, limit: float, parts: Mapping[str, Integers]) -> dict[str, float]:
    """Share of held-out errors inside the limit in each named part of the rows; descriptive, never a check."""
    return {name: float(np.mean(errors[:, rows] <= limit)) for name, rows in parts.items() if len(rows)}
