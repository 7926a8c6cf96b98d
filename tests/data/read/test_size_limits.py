"""Small files that stand for enormous tables are read or refused within bounded memory."""

import sys
from pathlib import Path

import pytest

from core.data.read.size_limits import MOST_CELLS, MOST_COLUMNS, check_row_widths, check_table_size
from core.support.errors import DataError
from tests.data.read.hostile_files import HOSTILE_FILES, HostileFile, read_bounded

QUICK_FILES = [file for file in HOSTILE_FILES if not file.heavy]
bounded = pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds the address space of a process")


@bounded
@pytest.mark.parametrize("file", QUICK_FILES, ids=[file.name for file in QUICK_FILES])
def test_that_a_small_file_stays_within_bounded_memory(tmp_path: Path, file: HostileFile) -> None:
    path = tmp_path / file.name
    file.write(path)
    assert path.stat().st_size < 10_000_000
    done = read_bounded(path)
    assert "memory of this computer" not in done.refused, "refused only because memory ran out"
    assert done.refused or (done.rows and done.columns)
    if file.refused is not None:
        assert bool(done.refused) == file.refused, done


@bounded
def test_that_the_bound_of_the_child_process_bites(tmp_path: Path) -> None:
    path = tmp_path / "plain.csv"
    path.write_text("a,b\n" + "1.5,2.5\n" * 500_000, "ascii")
    assert read_bounded(path).rows == 500_000
    assert "memory of this computer" in read_bounded(path, growth=20_000_000).refused


def test_that_a_refusal_names_the_size() -> None:
    check_table_size("t", MOST_CELLS // 100, 100)
    with pytest.raises(DataError, match=r"50,000 rows × 50,000 columns, 2,500,000,000 cells"):
        check_table_size("t", 50_000, 50_000)
    with pytest.raises(DataError, match="100,001 columns"):
        check_table_size("t", 1, MOST_COLUMNS + 1)


def test_that_empty_cells_at_the_end_of_a_row_are_no_columns() -> None:
    rows = check_row_widths("t", [["a", "b"], ["1", "2", *[""] * MOST_COLUMNS]])
    assert rows == [["a", "b"], ["1", "2"]]
    with pytest.raises(DataError, match="columns"):
        check_row_widths("t", [["1"] * (MOST_COLUMNS + 1)])
