"""Numbers read from bytes are exactly those that Python reads from the cells."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from core.data.read.plain import cut, numbers

_DECIMAL = re.compile(r"-?(\d+\.?\d*|\.\d+)")
_CELL = some.one_of(
    some.from_regex(r"-?[0-9]{0,9}\.?[0-9]{0,9}", fullmatch=True),
    some.sampled_from(
        ["", "-", ".", "-.", "NA", "1e5", "+5", "--5", "1.2.3", "9" * 16, "9007199254740993", "1 2", "/"]
    ),
    some.decimals(-9999, 9999, places=3).map(str),
)


def _read(rows: list[list[str]], mark: str = ";") -> tuple[np.ndarray, np.ndarray]:
    lines = "".join(mark.join(row) + "\n" for row in rows).encode()
    found = cut(lines, mark.encode())
    assert found is not None
    columns = [numbers(found, place, b".") for place in range(len(rows[0]))]
    return np.column_stack([values for values, _ in columns]), np.column_stack([unread for _, unread in columns])


@settings(max_examples=200, deadline=None)
@given(
    some.integers(1, 4).flatmap(lambda width: some.lists(some.lists(_CELL, min_size=width, max_size=width), min_size=1))
)
def test_that_every_number_read_is_the_one_python_reads(rows: list[list[str]]) -> None:
    values, unread = _read(rows)
    for row, cells in enumerate(rows):
        for place, cell in enumerate(cells):
            if unread[row, place]:
                continue
            if cell in ("", "-"):
                assert np.isnan(values[row, place])
            else:
                assert _DECIMAL.fullmatch(cell)
                assert values[row, place].hex() == float(cell).hex()


def test_that_usual_numbers_are_all_read() -> None:
    chance = np.random.default_rng(0)
    for decimals in range(7):
        rows = [[f"{value:.{decimals}f}", f"{-value:9.{decimals}f}"] for value in chance.normal(0, 2000, 500)]
        values, unread = _read(rows)
        assert not unread.any()
        assert np.array_equal(values, [[float(cell) for cell in row] for row in rows])


@pytest.mark.parametrize("cell", ["12.5 ", "   12.5", " 12.5  "])
def test_that_blanks_around_a_number_do_not_matter(cell: str) -> None:
    values, unread = _read([[cell, "1"], ["3", cell]])
    assert not unread.any()
    assert values.tolist() == [[12.5, 1.0], [3.0, 12.5]]


def test_that_lines_of_different_widths_are_not_cut() -> None:
    assert cut(b"1;2\n3\n4;5;6\n", b";") is None
    assert cut(b"1;2\n3\n", b";") is None


def test_that_a_cell_is_found_again_as_it_was_written() -> None:
    found = cut(b" ab ; 12345678901234567890\nc;d\n", b";")
    assert found is not None
    assert found.cell(0, 0) == b"ab"
    assert found.cell(0, 1) == b"12345678901234567890"
    assert numbers(found, 1, b".")[1].all()
