"""Long searches for files that crash a reader, on demand: EVENFOLD_FUZZ_EXAMPLES says how many are tried."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.data.prepare import prepare
from core.data.read import read
from core.data.read.large import read_large
from core.data.read.row import unwatched
from core.data.screen import screen
from core.data.suggest import suggest
from core.domain.dataset import Table
from core.errors import DataError

EXAMPLES = int(os.environ.get("EVENFOLD_FUZZ_EXAMPLES", "2000"))
CELLS = st.one_of(
    st.integers(-(10**20), 10**20).map(str),
    st.floats().map(repr),
    st.sampled_from(
        ["", "?", "NA", "-", "inf", "1,5", "1.234,5", "1e400", "83 %", "€ 5", "007", "yes", "no", "true", "2024-01-31",
         "31.12.2024", "99/99/2024", '"', '"a', "'", "a'b", "{", "}", "%", "#", "@data", "\\", "=1+1", "\x00",
         "\ufeff", "−3", "03/04/2024", "00/05/2024", "01.03.24",
         "5 Mar 2024", "Mar 32, 2024", "3/1/2024 0:05 PM", "2024-01-31T23:59+14:00",
         "0001-01-01T00:00+23:59", "1.5D+3", "1.234", "# x", "// x", "% x"]
    ),
    st.text(max_size=6),
)  # fmt: skip
searching = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
pytestmark = pytest.mark.on_demand


def _try(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    try:
        table = read(path)
    except DataError:
        return
    _check(table)


def _check(table: Table) -> None:
    assert all(len(column.values) == table.rows for column in table.columns)
    assert len(set(table.names)) == len(table.names)
    columns = suggest(table).columns
    screen(table, columns)
    try:
        data = prepare(table, columns)
    except DataError:
        return
    assert len(data.fingerprint) == 32


@searching
@given(
    rows=st.lists(st.lists(CELLS, max_size=5), max_size=14),
    mark=st.sampled_from([",", ";", "\t", " ", "|"]),
    ending=st.sampled_from(["\n", "\r\n", "\r"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
)
def test_that_no_text_table_crashes(
    tmp_path: Path, rows: list[list[str]], mark: str, ending: str, encoding: str
) -> None:
    text = ending.join(mark.join(row) for row in rows)
    _try(tmp_path / "any.csv", text.encode(encoding, errors="replace"))


@searching
@given(
    rows=st.lists(st.lists(CELLS, max_size=5), min_size=2, max_size=14),
    mark=st.sampled_from([",", ";", "\t", " ", "|"]),
    ending=st.sampled_from(["\n", "\r\n", "\r"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
)
def test_that_no_large_table_crashes(
    tmp_path: Path, rows: list[list[str]], mark: str, ending: str, encoding: str
) -> None:
    path = tmp_path / "any.csv"
    lines = (mark.join(row) + ending for row in rows)  # the last line too: only the first of a large file are looked at
    path.write_bytes("".join(lines).encode(encoding, errors="replace"))
    try:
        table = read_large(path, {}, unwatched)
    except DataError:
        return
    _check(table)


@searching
@given(
    attributes=st.lists(
        st.sampled_from(
            ["a numeric", "'b b' {x, 'y z', 7}", "c string", 'd date "yyyy-MM-dd"', "e INTEGER [0,9]", "f {yes,no}"]
        ),
        max_size=4,
    ),
    rows=st.lists(st.lists(CELLS, max_size=4), max_size=10),
    sparse=st.booleans(),
)
def test_that_no_arff_file_crashes(tmp_path: Path, attributes: list[str], rows: list[list[str]], sparse: bool) -> None:
    lines = ["@relation r", *(f"@attribute {attribute}" for attribute in attributes), "@data"]
    for row in rows:
        pairs = [f"{place} {cell}" for place, cell in enumerate(row)]
        lines.append("{" + ",".join(pairs) + "}" if sparse else ",".join(row))
    _try(tmp_path / "any.arff", "\n".join(lines).encode("utf-8", errors="replace"))
