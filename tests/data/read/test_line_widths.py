"""Widths of lines counted in blocks of bytes are those counted line by line, whichever way lines end."""

from pathlib import Path

import numpy as np
import pytest

from core.data.read.dialect import Dialect
from core.data.read.line_widths import LineWidths, measure_line_widths

CHANCE = np.random.default_rng(0)


def shape(
    path: Path, content: bytes, dialect: Dialect | None = None, encoding: str = "utf-8", before: int = 0
) -> LineWidths:
    path.write_bytes(content)
    return measure_line_widths(path, dialect or Dialect(","), encoding, before, lambda _share: True)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_that_lines_may_end_in_any_way_and_blank_lines_are_no_rows(tmp_path: Path, end: bytes) -> None:
    lines = [b"above", b"1,2,3", b"", b"4,5,6", b"  ", b"7,8", b"9,10,11,12"]
    found = shape(tmp_path / "a.csv", end.join(lines), before=1)
    assert (found.widest, found.usual, found.odd, found.first, found.cells) == (4, 3, 2, 3, 2)


def test_that_empty_cells_at_the_end_are_no_more_cells(tmp_path: Path) -> None:
    found = shape(tmp_path / "a.csv", b"1,2\n3,4\n0,0\n5,6,,\n7,8,,9\n")
    assert (found.widest, found.usual, found.odd, found.first) == (4, 2, 1, 5)


def test_that_quotes_comments_and_blanks_are_heeded(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    assert shape(path, b'1,2\n"a,b",2\n3,4\n').odd == 0
    assert shape(path, b"1,2\n# one, two, three\n3,4\n", Dialect(",", comment="#")).odd == 0
    assert shape(path, b"1  2\n3 4 \n5\n", Dialect("blanks")).first == 3


def test_that_wide_encodings_give_the_same(tmp_path: Path) -> None:
    text = "1;2;3\n4;5\n6;7;8\n"
    path = tmp_path / "a.csv"
    narrow, wide = shape(path, text.encode(), Dialect(";")), shape(path, text.encode("utf-16"), Dialect(";"), "utf-16")
    assert narrow == wide
    assert (narrow.odd, narrow.first, narrow.cells) == (1, 2, 2)


def test_that_nothing_is_lost_between_blocks(tmp_path: Path) -> None:
    """A file of several blocks, with carriage returns, in which a few lines are wider."""
    cells = np.full(60_000, 5)
    wide = np.sort(CHANCE.choice(60_000, 7, replace=False))
    cells[wide] = 9
    content = b"\r\n".join(b",".join([b"%05d" % row] * width) for row, width in enumerate(cells.tolist()))
    found = shape(tmp_path / "a.csv", content)
    assert len(content) > 1_500_000
    assert (found.widest, found.usual, found.odd, found.first, found.cells) == (9, 5, 7, wide[0] + 1, 9)


def test_that_lines_of_many_hundred_cells_are_counted(tmp_path: Path) -> None:
    lines = [b",".join([b"1"] * width) for width in (600, 600, 344, 600, 88, 1112)]
    found = shape(tmp_path / "a.csv", b"\n".join(lines) + b"\n")
    assert (found.widest, found.usual, found.odd, found.first, found.cells) == (1112, 600, 3, 3, 344)
