"""Dates as people and instruments write them, recognised for a whole column at once."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

_CLOCK = r"(?:[T ]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*(?:Z|UTC|[+-]00:?00)?)?"
_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})" + _CLOCK, re.ASCII)
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})" + _CLOCK, re.ASCII)


DAY_FIRST, MONTH_FIRST = "day-month-year", "month-day-year"


@dataclass(frozen=True, slots=True)
class DateSpelling:
    """The order of day, month and year; `sure` is False when 03/04/2024 could be read both ways."""

    order: str
    sure: bool


def spelling_of(cells: Sequence[str]) -> DateSpelling | None:
    """How these cells write dates, None unless at least nine in ten do so."""
    for pattern, order in ((_YEAR_FIRST, "year-month-day"), (_YEAR_LAST, DAY_FIRST)):
        found = [match for match in map(pattern.fullmatch, cells) if match]
        if cells and len(found) >= 0.9 * len(cells):
            return DateSpelling(order, True) if order.startswith("year") else _day_or_month_first(found)
    return None


def _day_or_month_first(found: Sequence[re.Match[str]]) -> DateSpelling:
    first = max(int(match[1]) for match in found)
    second = max(int(match[3]) for match in found)
    if second > 12:
        return DateSpelling(MONTH_FIRST, True)
    return DateSpelling(DAY_FIRST, first > 12 or found[0][2] == ".")


def read_either_way(cells: Sequence[str]) -> str:
    """A date among these cells that is another day when the month stands first; "" when none or the rest tells."""
    spelling = spelling_of(cells)
    if spelling is None or spelling.sure:
        return ""
    both = ((cell, _YEAR_LAST.fullmatch(cell)) for cell in cells)
    return next((cell for cell, match in both if match and 0 < int(match[1]) != int(match[3]) > 0), "")


def moment(cell: str, order: str) -> datetime | None:
    pattern = _YEAR_FIRST if order.startswith("year") else _YEAR_LAST
    match = pattern.fullmatch(cell)
    if match is None:
        return None
    one, two, three = int(match[1]), int(match[3]), int(match[4])
    year, month, day = {
        "year-month-day": (one, two, three),
        "day-month-year": (three, two, one),
        "month-day-year": (three, one, two),
    }[order]
    hour, minute, second = (int(match[i] or 0) for i in (5, 6, 7))
    micro = int(((match[8] or "0") + "000000")[:6])
    try:
        return datetime(year, month, day, hour, minute, second, micro)
    except ValueError:
        return None
