"""How numbers are written: rounding that never crosses what matters, thousands, a true minus sign."""

import math
from collections.abc import Sequence

MOST_DECIMALS = 6
EXTRA_DECIMALS = 6
MILLION = 1e6


def choose_decimals(half_width: float) -> int:
    """Return the decimals that show two digits of half the width of a range."""
    if half_width <= 0 or not math.isfinite(half_width):
        return 2
    return min(MOST_DECIMALS, max(0, 1 - math.floor(math.log10(half_width))))


def fit_end_decimals(decimals: int, end: float, up: bool, marks: Sequence[float]) -> int:
    """Return more decimals for one end of a range where rounding it outward would cross a mark (0, margin, limit).

    Only that end needs them: 9 (0.009 to 19) keeps the side of 0 and stays readable.
    """
    tries = range(decimals, decimals + EXTRA_DECIMALS)
    fitting = (tried for tried in tries if _is_same_side(end, round_outward(end, tried, up), marks))
    return next(fitting, decimals + EXTRA_DECIMALS)


def _is_same_side(exact: float, rounded: float, marks: Sequence[float]) -> bool:
    return all((exact > mark) == (rounded > mark) and (exact < mark) == (rounded < mark) for mark in marks)


def round_outward(value: float, decimals: int, up: bool) -> float:
    """Round away from the middle of a range; a hair of floating-point noise moves no digit."""
    step = 10.0**decimals
    nudged = value * step + (-1e-9 if up else 1e-9)
    return (math.ceil(nudged) if up else math.floor(nudged)) / step


def format_number(value: float, decimals: int) -> str:
    """Write a number with thousands marked, without a minus zero."""
    text = f"{value:,.{decimals}f}"
    return text.lstrip("-") if float(text.replace(",", "")) == 0 else text.replace("-", "−")


def format_visible(value: float, decimals: int) -> str:
    """Write a number with more decimals where it would read 0 and is not: "0 more errors" says nothing."""
    texts = (format_number(value, decimals + more) for more in range(EXTRA_DECIMALS))
    return next((text for text in texts if text.strip("0.−")), format_number(value, decimals))


def format_typed(value: float) -> str:
    """Write a number as somebody typed it: 2 and not 2.0."""
    return f"{round(value, 9):,.10g}".replace("-", "−")


def format_digits(value: float) -> str:
    """Write four digits, for formulas with their numbers put in."""
    return f"{value:.4g}".replace("-", "−")


def round_count_up(number: float) -> int:
    """Round up to two digits: 1,287 -> 1,300."""
    if number < 10:
        return math.ceil(number)
    step = int(10 ** (math.floor(math.log10(number)) - 1))
    return math.ceil(number / step) * step


def estimate_times_needed(half_width: float, wanted: float) -> float:
    """How many times as many rows narrow a range to `wanted` on each side; 0 where it is, or nothing is wanted."""
    return (half_width / wanted) ** 2 if half_width > wanted > 0 else 0.0
