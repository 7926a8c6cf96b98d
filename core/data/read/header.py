"""Where the names of the columns stand: title lines above, one or two header rows, units below, or nothing."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.data.read.cell_spelling import (
    UNITS,
    Spelling,
    is_missing_number,
    parse_number,
    parse_plain_number,
    split_unit,
)
from core.data.read.noise_lines import is_drawn
from core.support.text import to_one_line

Cells = Sequence[str | None]
MOST_HEADER_ROWS = 3
_ROWS_LOOKED_AT = 200
_CELLS_LOOKED_AT = 100_000
_SHORTEST_PREAMBLE = 3
_WIDEST_PREAMBLE = 500


@dataclass(frozen=True, slots=True)
class Header:
    """`start` is the first row of names, `data` the first row of data, both from 0; no names when they are equal."""

    start: int
    data: int


def find_header(rows: Sequence[Cells]) -> Header:
    start = max(_first_full_row(rows), _below_preamble(rows[:_ROWS_LOOKED_AT]))
    sample = rows[start : start + max(_CELLS_LOOKED_AT // max(len(rows[start]), 1), 20)][:_ROWS_LOOKED_AT]
    if len(sample) < 2:
        return Header(start, start + 1)
    width = max(map(len, sample))
    below = [[_cell(row, place) for row in sample[1:]] for place in range(width)]
    skip = min(MOST_HEADER_ROWS, len(sample) // 2) - 1  # rows that may still be names or units
    numeric = [place for place in range(width) if _mostly_numbers(below[place][skip:])]
    if not _is_names(sample[0], below, numeric):
        return Header(start, start)
    extra = 0
    while extra + 1 < min(MOST_HEADER_ROWS, len(sample) - 1) and _goes_on(sample[extra + 1], numeric):
        extra += 1
    return Header(start, start + 1 + extra)


def _first_full_row(rows: Sequence[Cells]) -> int:
    """The first row about as wide as the rest; what stands above are title lines."""
    widths = [sum(1 for cell in row if cell) for row in rows[:_ROWS_LOOKED_AT]]
    usual = Counter(widths).most_common(1)[0][0]
    return next((place for place, width in enumerate(widths) if 2 * width > usual), 0)


def _below_preamble(rows: Sequence[Cells]) -> int:
    """Where the names stand in a file of an instrument: lines about the recording, names, then rows of numbers.

    0 unless most rows have numbers in the same two or more places, with a row of words in all these places above.
    """
    if max(map(len, rows), default=0) > _WIDEST_PREAMBLE:
        return 0
    patterns = [tuple(place for place, cell in enumerate(row) if cell and is_number(cell.strip())) for row in rows]
    usual, count = Counter(patterns).most_common(1)[0]
    first = patterns.index(usual)
    if len(usual) < 2 or 2 * count < len(rows) or first < _SHORTEST_PREAMBLE:
        return 0
    start = first
    while start and first - start < MOST_HEADER_ROWS and _has_words(rows[start - 1], usual):
        start -= 1
    return 0 if start == first else start


def _has_words(row: Cells, places: Sequence[int]) -> bool:
    """Whether there is a word, and no number, in each of these places."""
    cells = [_cell(row, place) for place in places]
    return all(cell and not is_number(cell) for cell in cells)


def _cell(row: Cells, place: int) -> str:
    return (row[place] or "").strip() if place < len(row) else ""


def is_number(cell: str) -> bool:
    if parse_plain_number(cell) is not None:
        return True
    bare = split_unit(cell)[0]
    return (
        parse_number(bare, Spelling(".", "", True)) is not None
        or parse_number(bare, Spelling(",", "", True)) is not None
    )


def _mostly_numbers(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if not is_missing_number(cell)]
    return bool(filled) and sum(map(is_number, filled)) >= 0.8 * len(filled)


def _is_names(row: Cells, below: Sequence[Sequence[str]], numeric: Sequence[int]) -> bool:
    first = [_cell(row, place) for place in range(len(below))]
    text_over_numbers = sum(1 for place in numeric if first[place] and not is_number(first[place]))
    number_over_numbers = [to_number(first[place]) for place in numeric if is_number(first[place])]
    if text_over_numbers > len(number_over_numbers):
        return not _only_strays(first, below, numeric)
    others = [place for place in range(len(below)) if place not in set(numeric) and first[place]]
    seen_again = sum(1 for place in others if first[place] in below[place])
    if number_over_numbers:
        return bool(others) and seen_again == 0 and _rising(number_over_numbers)
    return 2 * seen_again < len(others) or not others


def _only_strays(first: Sequence[str], below: Sequence[Sequence[str]], numeric: Sequence[int]) -> bool:
    """All texts above numbers are ways of saying missing: then this row is data."""
    return all(is_missing_number(first[place]) for place in numeric) and bool(numeric)


def to_number(cell: str) -> float | None:
    return parse_number(split_unit(cell)[0], Spelling(".", "", True))


def _rising(values: Sequence[float | None]) -> bool:
    """Names like wavelengths: at least three numbers, each above the one before."""
    if len(values) < 3:
        return False
    return all(a is not None and b is not None and a < b for a, b in pairwise(values))


def _goes_on(row: Cells, numeric: Sequence[int]) -> bool:
    """Whether a row below the names is a second row of names or units: no number where numbers follow."""
    cells = [_cell(row, place) for place in numeric]
    if any(is_number(cell) and cell not in UNITS for cell in cells):
        return False
    words = [cell for cell in cells if cell and (not is_missing_number(cell) or cell == "-")]
    return len(words) >= 2 and 2 * len(words) >= len(cells)


def join_names(rows: Sequence[Cells], header: Header, width: int) -> list[str]:
    """One name per column from the header rows, units in brackets; "" where there is none."""
    named = rows[header.start : header.data]
    parts = [[_cell(row, place) for row in named] for place in range(width)]
    return [_joined(part) for part in parts]


def _joined(parts: Sequence[str]) -> str:
    if not parts:
        return ""
    name = parts[0]
    for part in parts[1:]:
        if part and part != name and not is_drawn(part):
            name = f"{name} {_unit(part) or part}".strip()
    return name


def _unit(part: str) -> str:
    if part in UNITS or part == "-":
        return f"[{part}]"
    return part if part.startswith(("[", "(")) else ""


def make_unique(names: Sequence[str]) -> tuple[str, ...]:
    """Every column gets its own name: "column 3" when it has none, "x (2)" for the second x."""
    taken: set[str] = set()
    found: list[str] = []
    for place, name in enumerate(names):
        base = " ".join(to_one_line(name).split()) or f"column {place + 1}"
        free, count = base, 1
        while free in taken:
            count += 1
            free = f"{base} ({count})"
        taken.add(free)
        found.append(free)
    return tuple(found)
