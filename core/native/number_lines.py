"""Read lines of plain numbers by compiled code; whatever is not plain is left to a reader that knows everything."""

from ctypes import POINTER, Structure, byref, c_int64, c_void_p
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.native.library import address, compiled_library

ODD = -3  # as in number_lines.c
MOST_DIFFICULT = 4096  # cells in a row of calls that are left to Python
EXACT = 2.0**53


class CNumberLines(Structure):
    """`NumberLines` of number_lines.c."""

    _fields_ = [
        ("text", c_void_p),
        ("length", c_int64),
        ("columns", c_int64),
        ("separator", c_int64),
        ("cells", c_void_p),
        ("most_rows", c_int64),
        ("lowest", c_void_p),
        ("highest", c_void_p),
        ("difficult", c_void_p),
        ("most_difficult", c_int64),
        ("difficult_count", c_int64),
        ("used", c_int64),
    ]


@dataclass(frozen=True, slots=True, eq=False)
class NumberCells:
    """Room for rows x columns of numbers (NaN: missing), and the least and the largest of each column so far."""

    cells: Floats
    lowest: Floats
    highest: Floats

    @classmethod
    def make(cls, rows: int, columns: int) -> "NumberCells":
        return cls(np.empty((rows, columns)), np.full(columns, np.inf), np.full(columns, -np.inf))


def can_read_number_lines() -> bool:
    return compiled_library() is not None


def read_number_lines(text: bytes, separator: bytes, into: NumberCells, start: int) -> int | None:
    """Read whole lines, the last of which ends with a line feed, into the rows from `start` on; give how many they are.

    None where something is not plain: a cell that is neither a number nor empty, a whole number above 2^53, an empty
    line, another number of cells, or more lines than there is room for. The rows then hold nothing of use.
    """
    library, (most_rows, columns) = compiled_library(), into.cells.shape
    if library is None or columns == 0 or len(separator) != 1 or separator in b"0123456789+-.eE\r\n":
        return None
    if text[-1:] != b"\n" or not 0 <= start <= most_rows:
        return None
    call = library.read_number_lines
    call.restype, call.argtypes = c_int64, (POINTER(CNumberLines),)
    letters, done, rows = np.frombuffer(text, dtype=np.uint8), 0, 0
    difficult = np.empty((max(MOST_DIFFICULT, columns), 3), dtype=np.int64)
    while done < len(text):
        room = into.cells[start + rows :]
        lines = CNumberLines(
            text=address(letters[done:], np.uint8),
            length=len(text) - done,
            columns=columns,
            separator=separator[0],
            cells=address(room, np.float64),
            most_rows=len(room),
            lowest=address(into.lowest, np.float64),
            highest=address(into.highest, np.float64),
            difficult=address(difficult, np.int64),
            most_difficult=len(difficult),
        )
        found = call(byref(lines))
        if found <= 0:
            return None  # odd, or no room
        for cell, place, length in difficult[: lines.difficult_count].tolist():
            value = float(text[done + place : done + place + length]) + 0.0
            if abs(value) > EXACT:
                return None
            row, column = divmod(cell, columns)
            room[row, column] = value
            into.lowest[column], into.highest[column] = (
                min(into.lowest[column], value),
                max(into.highest[column], value),
            )
        rows, done = rows + int(found), done + lines.used
    return rows
