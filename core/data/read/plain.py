"""Plain decimal numbers from the bytes of a text table, many at a time by arithmetic on eight letters at once.

Every number is the one `float` gives for its cell: digits up to 2**53 and a power of ten up to 10**22 are exact, so one
division rounds correctly. Cells written in any other way are left to somebody else.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats, Integers

Words = NDArray[np.uint64]
Mask = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
LETTERS = 8  # in a word
LONGEST = 2 * LETTERS  # letters of a number that can be read here
PAD = bytes(LONGEST)  # stands before the text, so that the first cell has a word before its end too
_BLANK, _MINUS, _FEED = b" -\n"
_MOST_BLANKS = 64  # on one side of a cell


def _each(byte: int) -> np.uint64:
    return np.uint64(int.from_bytes(bytes([byte] * LETTERS), "little"))


_ZEROS, _ONES, _TOPS, _BEYOND_NINE = _each(ord("0")), _each(1), _each(0x80), _each(0x7F - 9)
_BYTE = np.uint64(0xFF)
_KEPT = np.array([0, *(2**64 - 2 ** (64 - 8 * count) for count in range(1, LETTERS + 1))], dtype=np.uint64)
_TENS = 10.0 ** np.arange(LONGEST + 1)
_EXACT = np.uint64(2**53)


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A text cut into cells, rows x columns.

    `ends` is the place after the last letter of a cell; `low` its last eight letters, and whatever stands before it.
    """

    text: Bytes
    ends: Integers
    lengths: Integers
    low: Words
    is_negative: Mask | None

    def cell(self, row: int, place: int) -> bytes:
        end = self.ends[row, place]
        return self.text[end - self.lengths[row, place] : end].tobytes()


def cut(lines: bytes, mark: bytes) -> Cut | None:
    """The cells of these whole lines; None unless every line has the same number of them."""
    text = np.frombuffer(PAD + lines + bytes(-len(lines) % LETTERS + LETTERS), dtype=np.uint8)
    is_feed = text == _FEED
    is_mark = is_feed | (text == mark[0])
    marks, rows = np.flatnonzero(is_mark), int(np.count_nonzero(is_feed))
    width = len(marks) // rows
    if width * rows != len(marks) or not np.all(text[marks[width - 1 :: width]] == _FEED):
        return None
    starts = np.concatenate([[len(PAD)], marks[:-1] + 1])
    trimmed = _trimmed(text, is_mark, starts, marks) if b" " in lines else (starts, marks)
    if trimmed is None:
        return None
    starts, ends = trimmed
    shape = (rows, width)
    negative = (text[starts] == _MINUS).reshape(shape) if b"-" in lines else None
    low = _words_before(text, ends).reshape(shape)
    return Cut(text, ends.reshape(shape), (ends - starts).reshape(shape), low, negative)


def _trimmed(text: Bytes, is_mark: Mask, starts: Integers, ends: Integers) -> tuple[Integers, Integers] | None:
    """Without the blanks around the cells; None where there are very many."""
    is_blank = text == _BLANK
    for _ in range(_MOST_BLANKS if text[len(PAD)] == _BLANK or np.any(is_mark[:-1] & is_blank[1:]) else 0):
        leading = is_blank[starts]
        if not leading.any():
            break
        starts = starts + leading
    for _ in range(_MOST_BLANKS if np.any(is_blank[:-1] & is_mark[1:]) else 0):
        trailing = is_blank[ends - 1] & (ends > starts)
        if not trailing.any():
            break
        ends = ends - trailing
    return None if np.any(is_blank[starts]) or np.any(is_blank[ends - 1] & (ends > starts)) else (starts, ends)


def _words_before(text: Bytes, ends: Integers) -> Words:
    """The eight letters before each end, the first of them lowest: put together from the two words they lie in."""
    words = text.view(np.uint64)
    place = ends - LETTERS
    shift = (place & 7).astype(np.uint64) << np.uint64(3)
    at = place >> 3
    return np.asarray((words[at] >> shift) | (words[at + 1] << (np.uint64(64) - shift)))


def bare_words(found: Cut, place: int, rows: Integers) -> tuple[Words, Integers]:
    """The letters of some cells of a column, zero where a cell is shorter than a word, and their lengths."""
    lengths = found.lengths[rows, place]
    return found.low[rows, place] & _kept(lengths), lengths


def numbers(found: Cut, place: int, decimal: bytes) -> tuple[Floats, Mask]:
    """The numbers of one column (NaN where there is nothing), and which cells are not read."""
    lengths, negative = np.ascontiguousarray(found.lengths[:, place]), None
    if found.is_negative is not None and found.is_negative[:, place].any():
        negative = found.is_negative[:, place]
        lengths = lengths - negative
    values, unread = _short(found.low[:, place], lengths, decimal)
    long = np.flatnonzero(lengths > LETTERS)
    if len(long):
        high = _words_before(found.text, found.ends[long, place] - LETTERS)
        values[long], unread[long] = _long(high, found.low[long, place], lengths[long], decimal)
    if not lengths.all():
        values[lengths == 0] = np.nan
    return (values if negative is None else np.where(negative, -values, values)), unread


def _short(words: Words, lengths: Integers, decimal: bytes) -> tuple[Floats, Mask]:
    digits = (words ^ _ZEROS) & _kept(lengths)
    point = _points(digits[:1], decimal)  # most columns have it in the same place throughout
    joined, wrong = _joined(digits, point, decimal)
    if wrong.any():
        point = _points(digits, decimal)
        joined, wrong = _joined(digits, point, decimal)
    has_point = point != 0
    values = _eight_digits(joined).astype(np.float64) / _TENS[_letters_after(point)]
    return values, (wrong != 0) | (lengths == has_point) & (lengths > 0)


def _long(high: Words, low: Words, lengths: Integers, decimal: bytes) -> tuple[Floats, Mask]:
    """Cells of nine to sixteen letters: what is left of the point moves one letter on, across both words."""
    upper, lower = (high ^ _ZEROS) & _kept(lengths - LETTERS), low ^ _ZEROS
    before, after = _points(upper, decimal), _points(lower, decimal)
    joined_upper, wrong_upper = _joined(upper, before, decimal)
    joined_lower, wrong_lower = _joined(lower, after, decimal)
    moves = after != 0
    joined_lower |= np.where(moves, joined_upper >> np.uint64(56), np.uint64(0))
    joined_upper = np.where(moves, joined_upper << np.uint64(8), joined_upper)
    whole = _eight_digits(joined_upper) * np.uint64(10**LETTERS) + _eight_digits(joined_lower)
    decimals = np.where(moves, _letters_after(after), np.where(before != 0, _letters_after(before) + LETTERS, 0))
    wrong = (wrong_upper | wrong_lower) != 0
    two_points = moves & (before != 0)
    return whole.astype(np.float64) / _TENS[decimals], wrong | two_points | (lengths > LONGEST) | (whole > _EXACT)


def _kept(lengths: Integers) -> Words | np.uint64:
    """Where the letters of cells of these lengths stand in their words."""
    if len(lengths) and np.all(lengths == lengths[0]):
        return np.uint64(_KEPT[min(max(int(lengths[0]), 0), LETTERS)])
    return _KEPT[np.clip(lengths, 0, LETTERS)]


def _points(digits: Words, decimal: bytes) -> Words:
    """The top bit of the first letter that is a decimal mark; 0 where there is none."""
    others = digits ^ _each(decimal[0] ^ ord("0"))
    found = (others - _ONES) & ~others & _TOPS
    return np.asarray(found & (~found + np.uint64(1)))


def _joined(digits: Words, point: Words, decimal: bytes) -> tuple[Words, Words]:
    """The digits without the point, and a word that is 0 where there were only digits beside it."""
    unit = point >> np.uint64(7)
    letter, before = unit * _BYTE, unit - np.uint64(1)
    rest = digits ^ (letter & _each(decimal[0] ^ ord("0")))
    one_on = np.where(point != 0, np.uint64(8), np.uint64(0))
    joined = ((rest & before) << one_on) | (rest & ~(before | letter))
    return joined, (rest & letter) | (((joined + _BEYOND_NINE) | joined) & _TOPS)


def _letters_after(point: Words) -> Integers:
    """How many letters of the word follow the point; 0 where there is none."""
    before = np.bitwise_count((point >> np.uint64(7)) - np.uint64(1)) >> 3
    return np.where(point != 0, 7 - before.astype(np.int64), 0)


def _eight_digits(digits: Words) -> Words:
    """The number that eight digits stand for, one in each byte, the first of them lowest: pairs, fours, eights."""
    pairs = (digits * np.uint64(10 * 2**8 + 1)) >> np.uint64(8) & np.uint64(0x00FF00FF00FF00FF)
    fours = (pairs * np.uint64(100 * 2**16 + 1)) >> np.uint64(16) & np.uint64(0x0000FFFF0000FFFF)
    return np.asarray((fours * np.uint64(10_000 * 2**32 + 1)) >> np.uint64(32))
