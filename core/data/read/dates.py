"""Dates as people and instruments write them, recognized for a whole column at once."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

_Found = TypeVar("_Found")

_CLOCK = (
    r"(?:(?:T|,?\s+)(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2})(?:[.,](?P<part>\d{1,9}))?)?"
    r"\s*(?P<half>[AaPp]\.?[Mm]\.?)?\s*(?:Z|UTC|GMT|(?P<zone>[+-]\d{2}:?\d{2}))?)?"
)
_YEAR_FIRST = re.compile(r"(?P<year>\d{4})(?P<mark>[-/.])(?P<one>\d{1,2})(?P=mark)(?P<two>\d{1,2})" + _CLOCK, re.ASCII)
_YEAR_LAST = re.compile(r"(?P<one>\d{1,2})(?P<mark>[-/.])(?P<two>\d{1,2})(?P=mark)(?P<year>\d{4})" + _CLOCK, re.ASCII)
_SHORT_YEAR = re.compile(r"(?P<one>\d{2})(?P<mark>[/.])(?P<two>\d{2})(?P=mark)(?P<year>\d{2})" + _CLOCK, re.ASCII)
_NAMED = re.compile(
    r"(?P<one>\d{1,2})\.?[-/ ]?(?P<name>[A-Za-zäûé]{3,9})\.?[-/ ,]{0,2}(?P<year>\d{4}|\d{2})" + _CLOCK, re.ASCII
)
_NAME_FIRST = re.compile(r"(?P<name>[A-Za-z]{3,9})\.? (?P<one>\d{1,2}),? (?P<year>\d{4})" + _CLOCK, re.ASCII)
_WITH_POINTS = re.compile(r"(?P<one>\d{1,2})(?P<mark>\.)(?P<two>\d{1,2})\.(?P<year>\d{4})" + _CLOCK, re.ASCII)
_MONTHS = {
    name: place
    for place, names in enumerate(
        ("jan", "feb", "mar mär mrz", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez"), 1
    )
    for name in names.split()
}
_IN_DIGITS = re.compile(r"(?:19|20)\d{6}", re.ASCII)
_FEWEST_IN_DIGITS = 5
_THIS_CENTURY = 69  # two digits below stand for 2000 and later

YEAR_FIRST, DAY_FIRST, MONTH_FIRST = "year-month-day", "day-month-year", "month-day-year"
NAMED = "day-name-year"
WITH_POINTS = "31.12.2024"
MIXED = "mixed"  # several ways of writing, none of which can be read as another day
_SURE = (YEAR_FIRST, WITH_POINTS, NAMED)
_PATTERNS = (
    (_YEAR_FIRST, YEAR_FIRST), (_YEAR_LAST, DAY_FIRST), (_SHORT_YEAR, DAY_FIRST), (_NAMED, NAMED), (_NAME_FIRST, NAMED),
)  # fmt: skip
_WRITTEN = {
    YEAR_FIRST: (_YEAR_FIRST,),
    WITH_POINTS: (_WITH_POINTS,),
    NAMED: (_NAMED, _NAME_FIRST),
    DAY_FIRST: (_YEAR_LAST, _SHORT_YEAR),
    MONTH_FIRST: (_YEAR_LAST, _SHORT_YEAR),
}


@dataclass(frozen=True, slots=True)
class DateFormat:
    """The order of day, month and year; `sure` is False when 03/04/2024 could be read both ways."""

    order: str
    sure: bool


def detect_date_format(cells: Sequence[str]) -> DateFormat | None:
    """How these cells write dates, None unless at least nine in ten do so."""
    if not cells:
        return None
    for pattern, order in _PATTERNS:
        found = _most_of(map(pattern.fullmatch, cells), len(cells))
        if found is not None:
            spelling = _day_or_month_first(found) if order == DAY_FIRST else DateFormat(order, True)
            if pattern in (_YEAR_FIRST, _YEAR_LAST) or _are_dates(found, spelling.order):
                return spelling
    plain = _most_of((parse_moment(cell, MIXED) for cell in cells), len(cells))
    return None if plain is None else DateFormat(MIXED, True)


def _most_of(found: Iterable[_Found | None], count: int) -> list[_Found] | None:
    """Return what was found, or None as soon as more than one in ten are missing: most columns hold no dates."""
    kept: list[_Found] = []
    missed = 0
    for one in found:
        if one is not None:
            kept.append(one)
        else:
            missed += 1
            if count - missed < 0.9 * count:
                return None
    return kept


def parse_days_in_digits(cells: Sequence[str]) -> list[datetime] | None:
    """Days written as one number, 20241231: only where every one of several cells is such a day."""
    if len(cells) < _FEWEST_IN_DIGITS or not all(map(_IN_DIGITS.fullmatch, cells)):
        return None
    found = [parse_moment(f"{cell[:4]}-{cell[4:6]}-{cell[6:]}", YEAR_FIRST) for cell in cells]
    days = [at for at in found if at is not None]
    return days if len(days) == len(cells) else None


def _day_or_month_first(found: Sequence[re.Match[str]]) -> DateFormat:
    first = max(int(match["one"]) for match in found)
    second = max(int(match["two"]) for match in found)
    if second > 12:
        return DateFormat(MONTH_FIRST, True)
    return DateFormat(DAY_FIRST, first > 12 or found[0]["mark"] == ".")


def _are_dates(found: Sequence[re.Match[str]], order: str) -> bool:
    """Short years and words are also how codes are written: nearly all must be days of a calendar."""
    return sum(_moment(match, order) is not None for match in found) >= 0.9 * len(found)


def find_ambiguous_date(cells: Sequence[str]) -> str:
    """A date among these cells that is another day when the month stands first; "" when none or the rest tells."""
    spelling = detect_date_format(cells)
    if spelling is None or spelling.sure:
        return ""
    both = ((cell, _YEAR_LAST.fullmatch(cell) or _SHORT_YEAR.fullmatch(cell)) for cell in cells)
    return next((cell for cell, match in both if match and 0 < int(match["one"]) != int(match["two"]) > 0), "")


def parse_moment(cell: str, order: str) -> datetime | None:
    """The moment a cell stands for in this order, in world time where it names its zone."""
    if order == MIXED:
        return next((at for way in _SURE if (at := parse_moment(cell, way)) is not None), None)
    match = next((match for pattern in _WRITTEN[order] if (match := pattern.fullmatch(cell))), None)
    return None if match is None else _moment(match, order)


def _moment(match: re.Match[str], order: str) -> datetime | None:
    found = match.groupdict()
    if order == NAMED:
        day, month = int(found["one"]), _MONTHS.get(found["name"][:3].lower(), 0)
    else:
        one, two = int(found["one"]), int(found["two"])
        day, month = (one, two) if order in (DAY_FIRST, WITH_POINTS) else (two, one)
    part = int(((found["part"] or "0") + "000000")[:6])
    try:
        hour = _hour(int(found["hour"] or 0), found["half"])
        at = datetime(
            _year(found["year"]), month, day, hour, int(found["minute"] or 0), int(found["second"] or 0), part
        )
        return at - _zone(found["zone"])
    except (ValueError, OverflowError):
        return None


def _year(text: str) -> int:
    year = int(text)
    return year if len(text) == 4 else year + (2000 if year < _THIS_CENTURY else 1900)


def _hour(hour: int, half: str | None) -> int:
    """Of a clock with twelve hours, where a half of the day is named."""
    if not half:
        return hour
    if not 1 <= hour <= 12:
        raise ValueError
    return hour % 12 + (12 if half[0] in "pP" else 0)


def _zone(text: str | None) -> timedelta:
    if not text:
        return timedelta()
    size = timedelta(hours=int(text[1:3]), minutes=int(text[-2:]))
    return -size if text[0] == "-" else size
