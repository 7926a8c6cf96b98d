"""Large outcomes lie in a file while a study runs, and are the same to whoever reads them."""

import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.domain.evidence import Ending, FitResult, Job
from core.engine import outcome_cache
from core.engine.outcome_cache import OutcomeCache


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
    kept, before = OutcomeCache(), [outcome(20_000 + extra, classes) for extra in range(3)]
    after = [kept.store(one) for one in before]
    assert all(same(one, other) for one, other in zip(before, after, strict=True))
    assert all(one.predicted is not None and not one.predicted.flags.owndata for one in after)
    assert not any(one.rows.flags.writeable for one in after)


def test_that_candidates_share_the_rows_of_a_split_and_only_those() -> None:
    kept, first = OutcomeCache(), outcome(20_000)
    other = kept.store(replace(first, job=first.job._replace(candidate="b")))
    assert kept.store(first).rows is other.rows
    assert kept.store(replace(first, job=first.job._replace(fold=1))).rows is not other.rows
    elsewhere = replace(first, rows=first.rows + 1)
    assert same(kept.store(elsewhere), elsewhere)


def test_that_outcomes_larger_than_a_file_get_one_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcome_cache, "FILE_SIZE", 100)
    before, kept = outcome(20_000), OutcomeCache()
    assert same(kept.store(before), before)
    assert same(kept.store(before), before)


def test_that_small_and_failed_outcomes_stay_where_they_are() -> None:
    small = outcome(10)
    failed = FitResult(Job("main", 0, 0, "a"), np.arange(100_000), None, ending=Ending.FAILED)
    assert OutcomeCache().store(small) is small
    assert OutcomeCache().store(failed) is failed


def test_that_nothing_is_left_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    kept = OutcomeCache()
    found = kept.store(outcome(20_000))
    assert same(found, outcome(20_000))
    assert list(tmp_path.iterdir()) == []


def test_that_outcomes_stay_in_memory_where_the_disk_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    large = outcome(20_000)
    monkeypatch.setattr(tempfile, "tempdir", "/dev/null/nowhere")
    assert OutcomeCache().store(large) is large
    monkeypatch.undo()
    kept = OutcomeCache()
    kept.store(large)
    assert kept._file is not None
    with open("/dev/full", "wb", buffering=0) as full:
        monkeypatch.setattr(kept._file, "_file", full)
        assert kept.store(large) is large
