"""Contracts that every row of the table of intervals keeps."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.findings import Status
from core.statistics.interval_methods import INTERVAL_METHODS, Basis, IntervalRow, find_interval_method
from core.support.errors import StudyError

by_row = pytest.mark.parametrize("row", INTERVAL_METHODS, ids=lambda row: row.key)
rng = np.random.default_rng(11)
SAMPLE = rng.exponential(size=40)
FULL = Basis(
    successes=80,
    trials=100,
    values=rng.normal(0.1, 0.02, 100),
    ratio=1 / 9,
    truth=np.tile([0, 1], 30),
    ranking=rng.normal(size=60) + np.tile([0, 1], 30),
    positives=30,
    negatives=30,
    errors=12,
    sample=SAMPLE,
    replicates=rng.choice(SAMPLE, (2000, 40)).mean(axis=1),
    first_only=12,
    second_only=7,
)
HARD = {
    "nothing": Basis(
        successes=0,
        trials=0,
        values=np.zeros(0),
        ratio=0.5,
        truth=np.zeros(0, int),
        ranking=np.zeros(0),
        positives=0,
        negatives=0,
        errors=0,
        sample=np.zeros(0),
        replicates=np.zeros(0),
        first_only=0,
        second_only=0,
    ),
    "one of each": Basis(
        successes=1,
        trials=1,
        values=np.ones(1),
        ratio=1.0,
        truth=np.ones(1, int),
        ranking=np.ones(1),
        positives=1,
        negatives=0,
        errors=0,
        sample=np.ones(1),
        replicates=np.ones(1),
        first_only=1,
        second_only=0,
    ),
    "no variation": Basis(
        successes=4,
        trials=4,
        values=np.full(5, 0.3),
        ratio=0.25,
        truth=np.array([0, 1, 0, 1]),
        ranking=np.full(4, 0.3),
        positives=2,
        negatives=2,
        errors=0,
        sample=np.full(6, 0.2),
        replicates=np.full(50, 0.2),
        first_only=0,
        second_only=0,
    ),
    "undefined": Basis(
        successes=5,
        trials=4,
        values=np.full(5, np.nan),
        ratio=-1.0,
        truth=np.array([0, 1, 0, 1]),
        ranking=np.full(4, np.nan),
        positives=2,
        negatives=2,
        errors=9,
        sample=np.array([1.0, 2.0, 3.0]),
        replicates=np.full(50, 9.0),
        first_only=-1,
        second_only=0,
    ),
}


def test_that_keys_and_titles_are_unique() -> None:
    assert len({row.key for row in INTERVAL_METHODS}) == len(INTERVAL_METHODS)
    assert len({row.title for row in INTERVAL_METHODS}) == len(INTERVAL_METHODS)


@by_row
def test_that_every_row_explains_itself(row: IntervalRow) -> None:
    assert row.note.endswith(".")
    assert row.source
    assert row.needs


@by_row
def test_that_the_range_of_ordinary_material_is_defined_and_ordered(row: IntervalRow) -> None:
    reading = row.read(FULL, 0.95)
    assert reading.status is Status.OK
    assert reading["low"] < reading["high"]


@by_row
@settings(deadline=None, max_examples=40)
@given(levels=st.tuples(st.floats(0.5, 0.999), st.floats(0.5, 0.999)))
def test_that_a_higher_level_contains_a_lower_one(row: IntervalRow, levels: tuple[float, float]) -> None:
    narrow, wide = (row.read(FULL, level) for level in sorted(levels))
    assert wide["low"] <= narrow["low"] + 1e-12
    assert narrow["high"] <= wide["high"] + 1e-12


@by_row
@pytest.mark.parametrize("hard", HARD, ids=str)
def test_that_hard_material_gives_a_reason_and_never_a_nan(row: IntervalRow, hard: str) -> None:
    reading = row.read(HARD[hard], 0.95)
    assert (reading.status is Status.OK) == (reading.reason == "")
    numbers = [value for value in reading.values.values() if value is not None]
    assert all(math.isfinite(number) for number in numbers)
    assert (reading["low"] is None) == (reading["high"] is None)
    assert reading["low"] is not None or reading.reason


@by_row
def test_that_missing_material_is_said(row: IntervalRow) -> None:
    assert row.read(Basis(), 0.95).reason == "nothing_to_read"
    assert row.interval(Basis(), 0.95) is None


@by_row
def test_that_the_interval_of_findings_names_its_method_and_level(row: IntervalRow) -> None:
    interval = row.interval(FULL, 0.9)
    assert interval is not None
    assert (interval.method, interval.level) == (row.key, 0.9)


@pytest.mark.parametrize("key", ["t-mean", "corrected-resampled", "delong", "percentile", "bca"])
def test_that_material_without_variation_becomes_no_interval(key: str) -> None:
    assert find_interval_method(key).interval(HARD["no variation"], 0.95) is None


def test_that_an_unknown_interval_is_refused_with_the_allowed_keys() -> None:
    with pytest.raises(StudyError) as refusal:
        find_interval_method("wald")
    assert "wilson" in refusal.value.hint
