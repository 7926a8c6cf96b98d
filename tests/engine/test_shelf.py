"""Large outcomes lie in a file while a study runs, and are the same to whoever reads them."""

import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.domain.evidence import Ending, FitResult, Job
from core.engine import shelf
from core.engine.shelf import Shelf


def outcome(rows: int, classes: int = 2) -> FitResult:
    chance = np.random.default_rng(rows)
    scores = chance.random((classes, rows)).T if classes else None  # not row after row in memory
    return FitResult(Job("main", 0, 0, "a"), np.arange(rows), chance.standard_normal((rows, 1)), scores, seconds=2.0)


def same(one: FitResult, other: FitResult) -> bool:
    arrays = [(one.rows, other.rows), (one.predicted, other.predicted), (one.scores, other.scores)]
    equal = all(a is b is None or np.array_equal(np.asarray(a), np.asarray(b)) for a, b in arrays)
    return equal and (one.job, one.seconds) == (other.job, other.seconds)


@pytest.mark.parametrize("classes", [0, 2, 3])
def test_that_large_outcomes_are_the_same_and_no_longer_memory_of_ours(classes: int) -> None:
    kept, before = Shelf(), [outcome(20_000 + extra, classes) for extra in range(3)]
    after = [kept.laid(one) for one in before]
    assert all(same(one, other) for one, other in zip(before, after, strict=True))
    assert all(one.predicted is not None and not one.predicted.flags.owndata for one in after)
    assert not any(one.rows.flags.writeable for one in after)


def test_that_candidates_share_the_rows_of_a_split_and_only_those() -> None:
    kept, first = Shelf(), outcome(20_000)
    other = kept.laid(replace(first, job=first.job._replace(candidate="b")))
    assert kept.laid(first).rows is other.rows
    assert kept.laid(replace(first, job=first.job._replace(fold=1))).rows is not other.rows
    elsewhere = replace(first, rows=first.rows + 1)
    assert same(kept.laid(elsewhere), elsewhere)


def test_that_outcomes_larger_than_a_file_get_one_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "BOARD", 100)
    before, kept = outcome(20_000), Shelf()
    assert same(kept.laid(before), before)
    assert same(kept.laid(before), before)


def test_that_small_and_failed_outcomes_stay_where_they_are() -> None:
    small = outcome(10)
    failed = FitResult(Job("main", 0, 0, "a"), np.arange(100_000), None, ending=Ending.FAILED)
    assert Shelf().laid(small) is small
    assert Shelf().laid(failed) is failed


def test_that_nothing_is_left_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    kept = Shelf()
    found = kept.laid(outcome(20_000))
    assert same(found, outcome(20_000))
    assert list(tmp_path.iterdir()) == []


def test_that_outcomes_stay_in_memory_where_the_disk_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    large = outcome(20_000)
    monkeypatch.setattr(tempfile, "tempdir", "/dev/null/nowhere")
    assert Shelf().laid(large) is large
    monkeypatch.undo()
    kept = Shelf()
    kept.laid(large)
    assert kept._board is not None
    with open("/dev/full", "wb", buffering=0) as full:
        monkeypatch.setattr(kept._board, "_file", full)
        assert kept.laid(large) is large
