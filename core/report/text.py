"""Texts and numbers as a report shows them, whatever strange names a file brought along."""

import re

from core.domain.findings import Interval

_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
UNKNOWN = "–"
NOISE = 1e-12  # smaller numbers are what rounding leaves behind


def printable(text: str) -> str:
    """Without control characters, overrides of the direction of writing, and halves of characters."""
    return _UNPRINTABLE.sub("\ufffd", text)


def shortened(text: str, most: int = 48) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def figure(value: float | None, scale: float = 1.0) -> str:
    """Four digits that mean something; a dash for what is not known."""
    if value is None:
        return UNKNOWN
    if abs(scale * value) < NOISE:
        return "0"
    return f"{scale * value:.4g}".replace("-", "−")


def span(interval: Interval | None, scale: float = 1.0) -> str:
    if interval is None:
        return UNKNOWN
    return f"{figure(interval.low, scale)} to {figure(interval.high, scale)}"


def chance(p: float | None) -> str:
    if p is None:
        return UNKNOWN
    return "< 0.0001" if p < 0.0001 else f"{p:.4f}"


def yes_no(truth: bool) -> str:
    return "yes" if truth else "no"


def counted(count: int, one: str, several: str = "") -> str:
    """ "1 row", "12 rows"."""
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
