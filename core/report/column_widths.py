"""How the columns of a table share the room there is."""

import re
from collections.abc import Iterable
from math import ceil

from core.report.blocks import Grid
from core.support.text import in_one_piece

LETTERS = 106  # of table text across a page
LONGEST, SHORT, LITTLE = 24, 32, 2  # letters: of a word and of a cell that stay whole, and between columns
MUCH = 12  # lines of a cell; more do not widen its column further
MOST = 0.85  # of the cells of a column
WHOLE = 0.6  # of the room that is left, for short cells as a whole
BOLD = 1.15  # as wide as plain letters
DIGIT = 1.1  # as wide as plain letters
BEHIND = 2  # letters between a number and the words behind it


def widths(block: Grid, letters: int = LETTERS) -> list[float]:
    """Hundredths for every column: room for its longest word; then for short cells as a whole, the shortest first and
    columns of one size together, as far as there is room; the rest goes to whichever column has the most lines."""
    needed = least(block)
    wanted = [LITTLE + max(map(_line_length, cells)) for cells in _columns(block)]
    spare = int(WHOLE * (letters - sum(needed)))
    for size in sorted({size for size in wanted if size <= SHORT}):
        alike = [i for i, one in enumerate(wanted) if one == size > needed[i]]
        more = sum(size - needed[i] for i in alike)
        if more <= spare:
            needed, spare = [size if i in alike else one for i, one in enumerate(needed)], spare - more
    usual = [LITTLE + _usual_length(cells) for cells in _columns(block)]
    for _ in range(letters - sum(needed)):
        place = max(range(len(needed)), key=lambda i: min(MUCH, usual[i] / needed[i]))
        needed[place] += wanted[place] > needed[place]
    return [round(100 * one / sum(needed), 2) for one in needed]


def least(block: Grid) -> list[int]:
    """Letters that the longest word of each column needs; heads are bold."""
    return [_least(block, place, cells) for place, cells in enumerate(_columns(block))]


def _least(block: Grid, place: int, cells: tuple[str, ...]) -> int:
    is_number, follows = place in block.numbers, place - 1 in block.numbers
    body = ceil((DIGIT if is_number else 1.0) * _longest(cells[1:]))
    return LITTLE + BEHIND * (follows and not is_number) + max(body, ceil(BOLD * _longest(cells[:1])))


def _columns(block: Grid) -> list[tuple[str, ...]]:
    return list(zip(block.head, *block.rows, strict=True))


def _longest(cells: Iterable[str]) -> int:
    words = (word for text in cells for word in re.split("[ \n]", in_one_piece(text)))
    return min(LONGEST, max(map(len, words), default=0))


def _usual_length(cells: Iterable[str]) -> int:
    """Of nearly all cells; a single long one in a long table does not take the room of the others."""
    lengths = sorted(map(_line_length, cells))
    return lengths[ceil(MOST * (len(lengths) - 1))]


def _line_length(text: str) -> int:
    return max(map(len, text.split("\n")))
