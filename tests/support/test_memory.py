"""Memory that is given back is still there for whoever reads it again."""

import mmap
from pathlib import Path

import numpy as np
import pytest

from core.support import memory as release
from core.support.memory import drop_pages, trim_heap


def held_kb() -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("RssFile:"))


@pytest.mark.skipif(not hasattr(mmap, "MADV_DONTNEED"), reason="this system has no way to let pages go")
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks at memory through /proc")
def test_that_a_mapped_array_is_no_longer_held_and_reads_the_same_again(tmp_path: Path) -> None:
    values = np.arange(4_000_000.0)
    np.save(tmp_path / "values.npy", values)
    mapped = np.load(tmp_path / "values.npy", mmap_mode="r")
    part = mapped.reshape(2000, 2000)[:, 5:]
    total = mapped.sum()
    before = held_kb()
    drop_pages(None, part)
    assert held_kb() < before - 25_000
    assert mapped.sum() == total == values.sum()


def test_that_arrays_of_our_own_are_left_alone() -> None:
    values = np.arange(1000.0)
    drop_pages(values, values[5:], None)
    assert values.sum() == 499_500.0


def test_that_giving_back_changes_nothing_where_there_is_nothing_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    trim_heap()
    monkeypatch.setattr(release, "_trim", lambda: None)
    trim_heap()
