"""Long searches for files that crash a reader, on demand: EVENFOLD_FUZZ_SECONDS says how long all take on one core."""

import gc
import itertools
import os
import resource
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from core.data.prepare import prepare_dataset
from core.data.read import read_table
from core.data.read.large_text_table import read_large_text_table
from core.data.read.reader import ignore_progress
from core.data.screen import screen_table
from core.data.suggest import suggest_roles
from core.domain.dataset import Table
from core.support.errors import DataError

SEARCHES = 4
SECONDS = float(os.environ.get("EVENFOLD_FUZZ_SECONDS", "600")) / SEARCHES
FIRST_SEED = int(os.environ.get("EVENFOLD_FUZZ_SEED", "1"))
LONGEST = 5.0  # CPU seconds one small file may take
MOST_MEMORY = 300  # megabytes a whole search may add
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
ROWS = st.lists(st.lists(CELLS, max_size=5), max_size=14)
MARKS = st.sampled_from([",", ";", "\t", " ", "|"])
ENDINGS = st.sampled_from(["\n", "\r\n", "\r"])
ENCODINGS = st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"])
SOUND = {
    "csv": b"\xef\xbb\xbfwhen;load (kN);'name';ok\r\n2024-01-31;1.234,5;\"a;b\";yes\r\n01.02.2024;-7;'c';no\r\n" * 3,
    "arff": b"% c\n@RELATION 'r r'\n@attribute a real [0,9]\n@attribute 'b' {x,'y z',?}\n@attribute c date 'yyyy'\n"
    b"@attribute d string\n@data\n1,x,1999,'a\\'b'\n{0 2, 3 \"q\"}\n?,?,?,?,{2.0}\n",
}
pytestmark = pytest.mark.on_demand


def _for_a_while(search: Callable[[], None]) -> None:
    """The search again and again, each time from another seed, until its share of the time is over."""
    before, until = _peak(), time.process_time() + SECONDS
    batch = settings(max_examples=500, deadline=None, database=None, suppress_health_check=list(HealthCheck))(search)
    for number in itertools.count(FIRST_SEED):
        if time.process_time() > until:
            break
        seed(number)(batch)()
        gc.collect()  # which tests do only between them
    assert _peak() - before < MOST_MEMORY


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _try(path: Path, content: bytes, reader: Callable[[Path], Table] = read_table) -> None:
    path.write_bytes(content)
    started = time.process_time()
    try:
        table = reader(path)
    except DataError:
        return
    _check(table)
    assert time.process_time() - started < LONGEST


def _check(table: Table) -> None:
    assert all(len(column.values) == table.rows for column in table.columns)
    assert len(set(table.names)) == len(table.names)
    columns = suggest_roles(table).columns
    screen_table(table, columns)
    try:
        data = prepare_dataset(table, columns)
    except DataError:
        return
    assert len(data.fingerprint) == 32


def test_that_no_text_table_crashes(tmp_path: Path) -> None:
    @given(rows=ROWS, mark=MARKS, ending=ENDINGS, encoding=ENCODINGS)
    def search(rows: list[list[str]], mark: str, ending: str, encoding: str) -> None:
        text = ending.join(mark.join(row) for row in rows)
        _try(tmp_path / "any.csv", text.encode(encoding, errors="replace"))

    _for_a_while(search)


def test_that_no_large_table_crashes(tmp_path: Path) -> None:
    @given(rows=ROWS.filter(lambda rows: len(rows) > 1), mark=MARKS, ending=ENDINGS, encoding=ENCODINGS)
    def search(rows: list[list[str]], mark: str, ending: str, encoding: str) -> None:
        lines = (mark.join(row) + ending for row in rows)  # the last line too: of a large file only the first are seen
        content = "".join(lines).encode(encoding, errors="replace")
        _try(tmp_path / "any.csv", content, lambda path: read_large_text_table(path, {}, ignore_progress))

    _for_a_while(search)


def test_that_no_arff_file_crashes(tmp_path: Path) -> None:
    kinds = ["a numeric", "'b b' {x, 'y z', 7}", "c string", 'd date "yyyy-MM-dd"', "e INTEGER [0,9]", "f {yes,no}"]

    @given(attributes=st.lists(st.sampled_from(kinds), max_size=4), rows=ROWS, sparse=st.booleans())
    def search(attributes: list[str], rows: list[list[str]], sparse: bool) -> None:
        lines = ["@relation r", *(f"@attribute {attribute}" for attribute in attributes), "@data"]
        for row in rows:
            pairs = [f"{place} {cell}" for place, cell in enumerate(row)]
            lines.append("{" + ",".join(pairs) + "}" if sparse else ",".join(row))
        _try(tmp_path / "any.arff", "\n".join(lines).encode("utf-8", errors="replace"))

    _for_a_while(search)


def test_that_no_damaged_file_crashes(tmp_path: Path) -> None:
    changes = st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 20), st.one_of(st.binary(max_size=4), CELLS.map(_bytes))), max_size=6
    )

    @given(form=st.sampled_from(sorted(SOUND)), changes=changes)
    def search(form: str, changes: list[tuple[float, int, bytes]]) -> None:
        content = SOUND[form]
        for share, length, put in changes:
            place = int(share * len(content))
            content = content[:place] + put + content[place + length :]
        _try(tmp_path / f"any.{form}", content)

    _for_a_while(search)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", errors="replace")
