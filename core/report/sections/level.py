"""The range of a comparison at another level: the same difference and scatter, another bar."""

from dataclasses import replace

from core.domain.findings import Comparison, Interval
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")


def at_level(found: Comparison, level: float) -> Interval | None:
    """Only where the range comes from a t distribution; None otherwise."""
    interval, df = found.interval, found.df
    if interval is None or found.effect is None or not isinstance(df, int | float) or df <= 0:
        return None
    shrink = _quantile(level, df) / _quantile(interval.level, df)
    low, high = (found.effect + shrink * (end - found.effect) for end in (interval.low, interval.high))
    return replace(interval, low=low, high=high, level=level)


def _quantile(level: float, df: float) -> float:
    return float(special.stdtrit(df, 1 - (1 - level) / 2))
