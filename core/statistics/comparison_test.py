"""One row of the table of comparers, and how a formula's reading becomes a comparison."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from core.domain.dataset import Floats
from core.domain.findings import Comparison, Interval
from core.domain.pairing import Pairing
from core.domain.reading import Reading, degenerate
from core.statistics.undefined_reasons import in_words

ENOUGH = 0.8  # share of splits that must have a defined score


class Standing(StrEnum):
    """Headline: may decide. Support: shown beside it. Exhibit: a paper's own procedure, shown for study only."""

    HEADLINE = "headline"
    SUPPORT = "support"
    EXHIBIT = "exhibit"


@dataclass(frozen=True, slots=True)
class ComparisonTest:
    """`compare` takes the two algorithms on the same splits and the level of the interval (1 - alpha)."""

    key: str
    title: str
    note: str
    source: str
    standing: Standing
    compare: Callable[[Pairing, float], Comparison]


@dataclass(frozen=True, slots=True)
class Figures:
    """The named numbers of a comparison; what a test does not have stays None."""

    statistic: float | None = None
    df: float | tuple[float, float] | None = None
    p: float | None = None
    interval: Interval | None = None
    effect: float | None = None


def compared(
    key: str, pairing: Pairing, reading: Reading, figures: Figures, details: Mapping[str, object] | None = None
) -> Comparison:
    return Comparison(
        comparer=key,
        measure=pairing.measure,
        first=pairing.first,
        second=pairing.second,
        statistic=figures.statistic,
        df=figures.df,
        p=figures.p,
        effect=figures.effect,
        interval=figures.interval,
        status=reading.status,
        note=in_words(reading.reason),
        output=pairing.output,
        details={"reason": reading.reason, **(details or {})},
    )


def undefined(key: str, pairing: Pairing, reason: str) -> Comparison:
    """A comparison that could not be made at all."""
    return compared(key, pairing, degenerate(reason), Figures(effect=mean_difference(pairing)))


def mean_difference(pairing: Pairing) -> float | None:
    """Unweighted mean of the differences per split; None when too few splits are defined."""
    kept = defined(pairing.differences)
    return float(np.mean(kept)) if kept is not None else None


def defined(differences: Floats) -> Floats | None:
    """The differences of the splits with a score, in order, if at least four fifths have one."""
    known = np.isfinite(differences)
    if not known.size or np.mean(known) < ENOUGH:
        return None
    return np.asarray(differences[known], dtype=np.float64)


def largest_score(pairing: Pairing) -> float:
    """Against this, spreads and sums are told from rounding."""
    scores = np.concatenate((pairing.first_scores.ravel(), pairing.second_scores.ravel()))
    return float(np.max(np.abs(scores), where=np.isfinite(scores), initial=0.0))


def interval_of(reading: Reading, level: float, method: str) -> Interval | None:
    """No interval for special cases: a width of zero would claim certainty."""
    return Interval(reading["ci_low"], reading["ci_high"], level, method) if reading.is_ok else None
