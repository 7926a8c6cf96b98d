"""The difference strip: the range, its graded bars, and twenty equally plausible values of the difference."""

from dataclasses import dataclass

from core.domain.conclusion import DifferenceInterval
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

DOTS = 20
BARS = (0.5, 0.8)


@dataclass(frozen=True, slots=True)
class Strip:
    """All in the unit of the measure; positive favors the candidate. `bars` are (low, high) from narrow to full."""

    effect: float
    margin: float
    dots: tuple[float, ...]
    bars: tuple[tuple[float, float], ...]

    @property
    def dots_for_first(self) -> int:
        return sum(dot > 0 for dot in self.dots)

    @property
    def dots_beyond_margin(self) -> int:
        return sum(dot > self.margin for dot in self.dots)


def strip(effect: float, interval: DifferenceInterval, margin: float) -> Strip:
    """Draw the range that decides; where the half-size check stretched it, dots and bars are stretched on that side."""
    half = [_quantile((1 + share) / 2, interval.df) / _quantile(1 - 0.5 / DOTS, interval.df) for share in BARS]
    below, above = effect - interval.low, interval.high - effect
    bars = tuple((effect - share * below, effect + share * above) for share in half)
    return Strip(effect, margin, dots_of(effect, interval), (*bars, (interval.low, interval.high)))


def dots_of(effect: float, interval: DifferenceInterval) -> tuple[float, ...]:
    """Middle quantiles of the distribution behind the range, widened so that the outermost dots are its ends."""
    outermost = _quantile(1 - 0.5 / DOTS, interval.df)
    spans = (_quantile((i + 0.5) / DOTS, interval.df) / outermost for i in range(DOTS))
    spread = (effect + span * ((interval.high - effect) if span >= 0 else (effect - interval.low)) for span in spans)
    return tuple(min(max(dot, interval.low), interval.high) for dot in spread)


def _quantile(probability: float, df: float | None) -> float:
    """Of the t distribution; of the normal one where a single test set leaves no degrees of freedom."""
    return float(special.stdtrit(df, probability) if df else special.ndtri(probability))
