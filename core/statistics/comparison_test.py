"""One row of the table of comparers, and how the result of a formula becomes a comparison."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from core.domain.dataset import Floats
from core.domain.findings import Comparison, ComparisonDetails, Interval, Status
from core.domain.pairing import Pairing
from core.statistics.t_tests import ENOUGH_DEFINED
from core.statistics.undefined import Undefined


class Standing(StrEnum):
    """Headline: may decide. Support: shown beside it. Exhibit: a paper's own procedure, shown for study only."""

    HEADLINE = "headline"
    SUPPORT = "support"
    EXHIBIT = "exhibit"


@dataclass(frozen=True, slots=True)
class ComparisonTest:
    """`compare` takes the two algorithms on the same splits and the level of the interval (1 - alpha)."""

    key: str
    standing: Standing
    compare: Callable[[Pairing, float], Comparison]


def describe_comparison(
    key: str,
    pairing: Pairing,
    *,
    statistic: float | None = None,
    df: float | tuple[float, float] | None = None,
    p: float | None = None,
    effect: float | None = None,
    interval: Interval | None = None,
    reason: str = "",
    details: ComparisonDetails | None = None,
) -> Comparison:
    """Build the record of one test between the two of a pairing; what a test does not have stays None."""
    return Comparison(
        comparer=key,
        measure=pairing.measure,
        first=pairing.first,
        second=pairing.second,
        statistic=statistic,
        df=df,
        p=p,
        effect=effect,
        interval=interval,
        status=Status.DEGENERATE if reason else Status.OK,
        reason=reason,
        output=pairing.output,
        details=details,
    )


def describe_undefined(key: str, pairing: Pairing, found: Undefined) -> Comparison:
    """Build the record of a test without an answer; the mean difference is told all the same."""
    effect = mean_difference(pairing) if found.estimate is None else found.estimate
    return describe_comparison(key, pairing, reason=found.reason, p=found.p, effect=effect)


def mean_difference(pairing: Pairing) -> float | None:
    """Unweighted mean of the differences per split; None when too few splits are defined."""
    kept = defined(pairing.differences)
    return float(np.mean(kept)) if kept is not None else None


def defined(differences: Floats) -> Floats | None:
    """The differences of the splits with a score, in order, if at least four fifths have one."""
    known = np.isfinite(differences)
    if not known.size or np.mean(known) < ENOUGH_DEFINED:
        return None
    return np.asarray(differences[known], dtype=np.float64)


def largest_score(pairing: Pairing) -> float:
    """Against this, spreads and sums are told from rounding."""
    scores = np.concatenate((pairing.first_scores.ravel(), pairing.second_scores.ravel()))
    return float(np.max(np.abs(scores), where=np.isfinite(scores), initial=0.0))
