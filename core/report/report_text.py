"""Texts and numbers as a report shows them, whatever strange names a file brought along."""

from collections.abc import Iterable
from math import floor, isfinite, log10

from core.domain.findings import Interval
from core.store.timestamps import current_time, format_time
from core.support.text import SPACE

UNKNOWN = "–"
DIGITS = 4  # of the largest number of a column
MOST_DECIMALS = 8
NOISE = 1e-12  # smaller numbers are what rounding leaves behind


def shortened(text: str, most: int = 48) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def figure(value: float | None, scale: float = 1.0, decimals: int | None = None) -> str:
    """Four digits that mean something, or so many decimals; a dash for what is not known."""
    if value is None:
        return UNKNOWN
    if abs(scale * value) < NOISE:
        value = 0.0
    shown = f"{scale * value:.{DIGITS}g}" if decimals is None else f"{scale * value:.{decimals}f}"
    return (shown.removeprefix("-") if not float(shown) else shown).replace("-", "−")


def span(interval: Interval | None, scale: float = 1.0, decimals: int | None = None) -> str:
    return UNKNOWN if interval is None else from_to(interval.low, interval.high, scale, decimals)


def from_to(low: float, high: float, scale: float = 1.0, decimals: int | None = None) -> str:
    """ "−1.2 to 3.4", never torn apart at the end of a line."""
    return SPACE.join((figure(low, scale, decimals), "to", figure(high, scale, decimals)))


def decimals_of(values: Iterable[float | None], scale: float = 1.0) -> int | None:
    """As many decimals as give the largest of these four digits, so that a column of them can be read down."""
    sizes = [abs(scale * value) for value in values if value is not None and isfinite(value)]
    largest = max(sizes, default=0.0)
    if largest < NOISE:
        return 0
    decimals = DIGITS - 1 - floor(log10(largest))
    return max(0, decimals) if decimals <= MOST_DECIMALS else None


def chance(p: float | None) -> str:
    if p is None:
        return UNKNOWN
    return f"<{SPACE}0.0001" if p < 0.0001 else f"{p:.4f}"


def moment(stored: str = "") -> str:
    """A stored moment, or now, by the clock that is the same everywhere: "2026-03-01 14:05 UTC"."""
    return format_time(stored or current_time())


def yes_no(truth: bool) -> str:
    return "yes" if truth else "no"


def duration(seconds: float) -> str:
    if 0 < seconds < 0.1:
        return f"{1000 * seconds:.2g} ms" if seconds < 0.01 else f"{1000 * seconds:.0f} ms"
    if seconds < 120:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
