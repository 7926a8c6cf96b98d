"""Whether a file comes from another population."""

import numpy as np
import pytest

from core.prediction.population_drift import DriftTest, find_drift
from core.statistics.undefined import Undefined

KINDS = np.zeros(4, dtype=np.bool_)


def test_that_the_same_population_is_rarely_called_another() -> None:
    rng, found = np.random.default_rng(1), []
    for _ in range(60):
        test = find_drift(rng.normal(size=(100, 4)), rng.normal(size=(30, 4)), KINDS, permutations=99)
        assert isinstance(test, DriftTest)
        found.append(test.p <= 0.05)
    assert np.mean(found) <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 60)


@pytest.mark.parametrize("kind", ["shift", "spread", "relation", "gaps", "category"])
def test_that_each_kind_of_drift_is_found(kind: str) -> None:
    rng = np.random.default_rng(2)
    old, new, kinds = rng.normal(size=(200, 4)), rng.normal(size=(60, 4)), KINDS.copy()
    old[:, 1] = old[:, 0] + 0.2 * rng.normal(size=200)
    new[:, 1] = new[:, 0] + 0.2 * rng.normal(size=60)
    if kind == "shift":
        new[:, 2] += 1.0
    if kind == "spread":
        new[:, 2] *= 2.5
    if kind == "relation":
        new[:, 1] = rng.permutation(new[:, 1])
    if kind == "gaps":
        new[:20, 3] = np.nan
    if kind == "category":
        kinds[3] = True
        old[:, 3], new[:, 3] = rng.integers(0, 3, 200), rng.integers(0, 2, 60)
    test = find_drift(old, new, kinds, permutations=199)
    assert isinstance(test, DriftTest)
    assert test.p <= 0.01


def test_that_groups_are_permuted_whole() -> None:
    """Rows of a group are alike, so rows taken for themselves would always differ."""
    rng, claims = np.random.default_rng(3), 0
    for _ in range(40):
        groups = np.repeat(np.arange(40), 5)
        rows = rng.normal(size=(40, 4))[groups] + 0.1 * rng.normal(size=(200, 4))
        test = find_drift(rows[:140], rows[140:], KINDS, groups, permutations=99)
        assert isinstance(test, DriftTest)
        claims += test.p <= 0.05
    assert claims <= 40 * 0.05 + 2 * np.sqrt(40 * 0.05 * 0.95) + 1


def test_that_too_little_material_is_refused() -> None:
    rows = np.random.default_rng(4).normal(size=(40, 4))
    assert find_drift(rows[:19], rows, KINDS) == Undefined("too_few_rows")
    assert find_drift(rows, rows[:9], KINDS) == Undefined("too_few_rows")
    assert find_drift(rows[:20], rows[20:], KINDS, np.arange(40) // 4) == Undefined("too_few_groups")
    assert find_drift(np.ones((30, 4)), np.ones((20, 4)), KINDS) == Undefined("constant_inputs")
