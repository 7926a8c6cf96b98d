"""Lines of plain numbers: the nearest number to what is written, and nothing at all where something is not plain."""

import re
import struct

import numpy as np
import pytest

from core.domain.dataset import Floats
from core.native import number_lines
from core.native.library import compiled_library
from core.native.number_lines import NumberCells, read_number_lines

pytestmark = pytest.mark.skipif(compiled_library() is None, reason="nothing could be compiled here")

NUMBER = re.compile(rb"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,5})?")
SPELLINGS = (
    *("0", "-0", "+7", "5.", ".5", "-.25", "007", "1e3", "1E-3", "2.5e+2", "9007199254740992", "0.1", "1e-30"),
    *("123456789.123456789", "0.30000000000000004", "2.2250738585072014e-308", "5e-324", "1e-400", "1" + "0" * 14),
    *("0." + "0" * 30 + "1234", "1.00000000000000011102230246251565", "1.00000000000000011102230246251566"),
    *("8.5", "9007199254740991.5", "4503599627370497.5", "0.1e-5", "1234567890123456.25e-3", "100e-2"),
)
ODD = ("a", "-", "+", ".", "1e", "1e+", "1.2.3", " 1", "1 ", '"1"', "nan", "NA", "inf", "1_0", "0x1", "--1", "1e123456")
LARGE = ("9007199254740993", "12345678901234567890", "1e16", "-1e300")


def read_by_definition(text: bytes, separator: bytes, columns: int) -> Floats | None:
    """What the compiled code is to give: one line after another, each cell by Python's own conversion."""
    rows = []
    for line in text.split(b"\n")[:-1]:
        cells = line.removesuffix(b"\r").split(separator)
        if len(cells) != columns or not any(cells) or not all(NUMBER.fullmatch(cell) for cell in cells if cell):
            return None
        rows.append([float(cell) + 0.0 if cell else np.nan for cell in cells])
    found = np.array(rows).reshape(len(rows), columns)
    return None if (np.abs(found) > 2.0**53).any() else found


def read(text: bytes, separator: bytes, columns: int) -> Floats | None:
    room = NumberCells.make(text.count(b"\n"), columns)
    rows = read_number_lines(text, separator, room, 0)
    if rows is None:
        return None
    found = room.cells[:rows]
    for place, column in enumerate(found.T):
        known = column[~np.isnan(column)]
        assert room.lowest[place] == known.min(initial=np.inf)
        assert room.highest[place] == known.max(initial=-np.inf)
    return found


def bits(values: Floats | None) -> bytes | None:
    """Also tells apart the two zeros."""
    return None if values is None else np.where(np.isnan(values), np.nan, values).tobytes()


def random_spelling(rng: np.random.Generator) -> str:
    value = float(rng.normal() * 10.0 ** rng.integers(-12, 12))
    choice = int(rng.integers(0, 7))
    if choice == 0:
        return ""
    if choice == 1:
        return str(int(rng.integers(-1000, 1000)))
    if choice == 2:
        return repr(value)
    if choice == 3:
        return f"{value:.{int(rng.integers(0, 12))}f}"
    if choice == 4:
        return f"{value:.{int(rng.integers(0, 25))}e}"
    if choice == 5:
        raw = int(rng.integers(0, 2**63))
        exact = struct.unpack("d", struct.pack("q", (raw & (2**52 - 1)) | (int(rng.integers(980, 1070)) << 52)))[0]
        return f"{exact:.{int(rng.integers(14, 40))}g}"  # near the middle between two numbers, too
    return str(rng.choice(SPELLINGS))


@pytest.mark.parametrize("text", SPELLINGS)
def test_that_a_cell_is_the_nearest_number(text: str) -> None:
    found = read(f"{text}\n".encode(), b",", 1)
    assert found is not None
    assert found[0, 0] == float(text)


@pytest.mark.parametrize("number", range(60))
def test_that_random_tables_are_read_as_defined(number: int) -> None:
    rng = np.random.default_rng(number)
    rows, columns = int(rng.integers(1, 60)), int(rng.integers(1, 8))
    separator, end = [",", ";", "\t", "|"][number % 4], ["\n", "\r\n"][number % 2]
    text = "".join(separator.join(random_spelling(rng) for _ in range(columns)) + end for _ in range(rows)).encode()
    assert bits(read(text, separator.encode(), columns)) == bits(read_by_definition(text, separator.encode(), columns))


@pytest.mark.parametrize("number", range(60))
def test_that_random_bytes_are_read_as_defined_or_not_at_all(number: int) -> None:
    rng = np.random.default_rng(1000 + number)
    letters = np.frombuffer(b"0123456789012345678901234567899,,,,,,,\n\n\n\n..--+eE\r x\xff\0", dtype=np.uint8)
    for _ in range(200):
        text = rng.choice(letters, int(rng.integers(1, 40))).tobytes() + b"\n"
        columns = int(rng.integers(1, 4))
        assert bits(read(text, b",", columns)) == bits(read_by_definition(text, b",", columns))


@pytest.mark.parametrize("whole", [2**52 + 1, 2**52 + 2, 2**53 - 1, 2**51 + 3])
def test_that_numbers_halfway_between_two_are_rounded_to_the_even_one(whole: int) -> None:
    text = f"{whole}.5\n{whole}.25\n{whole}.75\n{whole}.499\n{whole}.501\n".encode()
    assert bits(read(text, b",", 1)) == bits(read_by_definition(text, b",", 1))


@pytest.mark.parametrize("cell", [*ODD, *LARGE, "", "1,2"])
def test_that_what_is_not_plain_ends_the_reading(cell: str) -> None:
    assert read(f"1\n2\n{cell}\n3\n".encode(), b",", 1) is None


@pytest.mark.parametrize("line", ["1", "1,2,3", ",", "1,2,", ",1,2"])
def test_that_lines_of_another_width_or_without_any_number_end_it(line: str) -> None:
    assert read(f"1,2\n{line}\n".encode(), b",", 2) is None


def test_that_there_is_one_zero_and_a_missing_cell_is_missing() -> None:
    found = read(b"-0,-0.0\n,1\n", b",", 2)
    assert found is not None
    assert not np.signbit(found[0]).any()
    assert np.isnan(found[1, 0])


def test_that_more_lines_than_room_an_unfinished_line_or_a_mark_of_numbers_are_refused() -> None:
    room = NumberCells.make(1, 1)
    assert read_number_lines(b"1\n2\n", b",", room, 0) is None
    assert read_number_lines(b"1", b",", room, 0) is None
    assert read_number_lines(b"1e1\n", b"e", NumberCells.make(1, 2), 0) is None
    assert read_number_lines(b"1\n", b",", room, 1) is None


def test_that_very_many_difficult_cells_are_read_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(number_lines, "MOST_DIFFICULT", 2)
    text = "".join(f"1e-{30 + row % 200},{row}\n" for row in range(500)).encode()
    assert bits(read(text, b",", 2)) == bits(read_by_definition(text, b",", 2))
