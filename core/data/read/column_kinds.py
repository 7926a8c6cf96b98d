"""From the texts of one column to numbers, names, yes/no, dates or text."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from core.data.read.cell_spelling import (
    NO,
    YES,
    Spelling,
    find_decimal_evidence,
    has_thousands_marks,
    is_code,
    is_missing,
    is_missing_number,
    parse_number,
    parse_plain_number,
    split_unit,
)
from core.data.read.dates import detect_date_format, parse_days_in_digits, parse_moment
from core.domain.dataset import Column, Floats, Integers, Kind
from core.support.text import to_one_line

NUMBER_SHARE = 0.8  # a column is of numbers when at least this share of its filled cells are
FEW_CODES = 20  # repeated non-numbers among this many distinct whole numbers are codes, not strays
ALWAYS_NAMES = 20  # up to this many distinct texts are names when they repeat
MOST_NAMES = 1000
_EITHER = YES | NO


def infer_column(name: str, cells: Sequence[str | None], decimal: str = ".", dates: str = "") -> Column:
    """The column these cells stand for; decimal mark and order of dates are used where the column does not tell."""
    return infer_coded_column(name, *_distinct(cells), decimal, dates)


def infer_coded_column(name: str, codes: Integers, texts: list[str], decimal: str, dates: str = "") -> Column:
    """The same from positions in a list of distinct stripped texts, the first of which is empty."""
    counts = np.bincount(codes, minlength=len(texts))
    return (
        _yes_no(name, codes, texts)
        or _days_in_digits(name, codes, texts)
        or _numbers(name, codes, texts, counts, decimal)
        or _dates(name, codes, texts, dates)
        or _names(name, codes, texts)
        or _text(name, codes, texts)
    )


def _distinct(cells: Sequence[str | None]) -> tuple[Integers, list[str]]:
    """Position of each cell in the list of distinct stripped texts; the first of them is the missing one."""
    raw = dict.fromkeys(cells)
    stripped = {cell: "" if cell is None else to_one_line(cell).strip() for cell in raw}
    texts = list(dict.fromkeys(["", *stripped.values()]))
    place = {text: position for position, text in enumerate(texts)}
    to_place = {cell: place[text] for cell, text in stripped.items()}
    return np.fromiter((to_place[cell] for cell in cells), dtype=np.int64, count=len(cells)), texts


def _yes_no(name: str, codes: Integers, texts: list[str]) -> Column | None:
    if any(text.lower() not in _EITHER and not is_missing(text) for text in texts):
        return None
    filled = [text for text in texts if not is_missing(text)]
    lower = {text.lower() for text in filled}
    if not (lower & YES and lower & NO and lower <= YES | NO):
        return None
    levels = _yes_no_levels(filled)
    place = {text: int(text.lower() in YES) for text in filled}
    values = np.array([place.get(text, -1) for text in texts], dtype=np.int32)[codes]
    return Column(name, Kind.YES_NO, values, levels)


def _yes_no_levels(filled: Sequence[str]) -> tuple[str, str]:
    """The spelling of the table when there is one spelling of each, else plain no and yes."""
    no = [text for text in filled if text.lower() in NO]
    yes = [text for text in filled if text.lower() in YES]
    return (no[0], yes[0]) if len(no) == len(yes) == 1 else ("no", "yes")


def _days_in_digits(name: str, codes: Integers, texts: list[str]) -> Column | None:
    filled = [text for text in texts if not is_missing_number(text)] if texts[1:] and len(texts[1]) == 8 else []
    days = parse_days_in_digits(filled)
    if days is None:
        return None
    known = dict(zip(filled, days, strict=True))
    return Column(name, Kind.DATE, np.array([known.get(text) for text in texts], dtype="datetime64[ms]")[codes])


def _numbers(name: str, codes: Integers, texts: list[str], counts: Integers, decimal: str) -> Column | None:
    plain = _plain_numbers(texts) if decimal == "." else None
    if plain is not None:
        return Column(name, Kind.NUMBER, plain[codes])
    filled = [place for place, text in enumerate(texts) if not is_missing_number(text)]
    if any(is_code(texts[place]) for place in filled):
        return None
    spelling = detect_number_spelling([(texts[place], int(counts[place])) for place in filled], decimal)
    values = {place: parse_number(texts[place], spelling) for place in filled}
    good = sum(int(counts[place]) for place, value in values.items() if value is not None)
    odd = [place for place, value in values.items() if value is None]
    cells = good + sum(int(counts[place]) for place in odd)
    if good < NUMBER_SHARE * cells or (cells == 0 and len(texts) > 1 and not _all_plainly_missing(texts)):
        return None
    if odd and _are_codes([value for value in values.values() if value is not None], odd, counts):
        return None
    found = np.array(
        [np.nan if values.get(place) is None else values[place] for place in range(len(texts))], dtype=float
    )
    return Column(name, Kind.NUMBER, found[codes], (), list_strays(odd, codes, texts))


def _plain_numbers(texts: Sequence[str]) -> Floats | None:
    """The usual case, quickly: every text but the empty one is a plain number."""
    values = np.full(len(texts), np.nan)
    for place, text in enumerate(texts):
        if text:
            value = parse_plain_number(text)
            if value is None:
                return None
            values[place] = value
    return values


def _all_plainly_missing(texts: Sequence[str]) -> bool:
    return all(is_missing(text) for text in texts)


def _are_codes(numbers: Sequence[float], odd: Sequence[int], counts: Integers) -> bool:
    whole = all(value == int(value) for value in numbers)
    return whole and len(numbers) <= FEW_CODES and any(counts[place] > 1 for place in odd)


def list_strays(odd: Sequence[int], codes: Integers, texts: Sequence[str]) -> tuple[tuple[int, str], ...]:
    rows = np.flatnonzero(np.isin(codes, odd)) if odd else ()
    return tuple((int(row), texts[codes[row]]) for row in rows)


def detect_number_spelling(cells: Sequence[tuple[str, int]], decimal: str) -> Spelling:
    """Unit, decimal mark and thousands marks used by most of these (text, count) cells."""
    units: Counter[str] = Counter()
    evidence: Counter[str] = Counter()
    for text, count in cells:
        bare, unit = split_unit(text)
        units[unit] += count
        evidence[find_decimal_evidence(bare)] += count
    unit = max((unit for unit in units if unit), key=units.__getitem__, default="")
    if units[unit] < 0.5 * sum(units.values()):
        unit = ""
    if evidence[","] != evidence["."]:
        decimal = "," if evidence[","] > evidence["."] else "."
    marked = sum(count for text, count in cells if has_thousands_marks(split_unit(text)[0], decimal))
    usual = marked >= max(2, 0.01 * sum(units.values()))
    return Spelling(decimal, unit, usual or (marked > 0 and not evidence[","] and not evidence["."]))


def _dates(name: str, codes: Integers, texts: list[str], wanted: str) -> Column | None:
    filled = [text for text in texts if not is_missing_number(text)]
    spelling = detect_date_format(filled)
    if spelling is None:
        return None
    order = spelling.order if spelling.sure else wanted or spelling.order
    moments = {text: parse_moment(text, order) for text in filled}
    values = np.array([moments.get(text) for text in texts], dtype="datetime64[ms]")[codes]
    odd = [place for place, text in enumerate(texts) if text in moments and moments[text] is None]
    return Column(name, Kind.DATE, values, (), list_strays(odd, codes, texts))


def _names(name: str, codes: Integers, texts: list[str]) -> Column | None:
    filled = [text for text in texts if not is_missing(text)]
    rows = int(np.sum(~np.isin(codes, [place for place, text in enumerate(texts) if is_missing(text)])))
    repeat = len(filled) <= ALWAYS_NAMES and 2 * len(filled) <= max(rows, 10)
    if not (repeat or (5 * len(filled) <= rows and len(filled) <= MOST_NAMES)):
        return None
    return make_categories(name, codes, texts, tuple(filled))


def make_categories(name: str, codes: Integers, texts: Sequence[str], levels: tuple[str, ...]) -> Column:
    place = {level: position for position, level in enumerate(levels)}
    values = np.array([place.get(text, -1) for text in texts], dtype=np.int32)[codes]
    return Column(name, Kind.NAMES, values, levels)


def _text(name: str, codes: Integers, texts: list[str]) -> Column:
    kept = np.array([None if is_missing(text) else text for text in texts], dtype=object)
    return Column(name, Kind.TEXT, kept[codes])
