"""Contracts that the table of ranges and the formulas behind it keep."""

import math
from collections.abc import Callable
from dataclasses import astuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.statistics.auc_intervals import agarwal, delong, hanley_mcneil
from core.statistics.bootstrap_intervals import bca_of_mean, percentile
from core.statistics.cortes_mohri import auc_range
from core.statistics.share_intervals import bonett_price, clopper_pearson, tango, wilson
from core.statistics.t_tests import corrected_resampled_t, one_sample_t
from core.statistics.undefined import Undefined
from core.wording.interval_methods import INTERVAL_METHODS, IntervalMethod

rng = np.random.default_rng(11)
SAMPLE = rng.exponential(size=40)
TRUTH = np.tile([0, 1], 30)
RANKING = rng.normal(size=60) + TRUTH
VALUES = rng.normal(0.1, 0.02, 100)
REPLICATES = rng.choice(SAMPLE, (2000, 40)).mean(axis=1)
NOTHING = np.zeros(0)
Formula = Callable[[float], object]
ORDINARY: dict[str, Formula] = {
    "wilson": lambda level: wilson(80, 100, level),
    "clopper-pearson": lambda level: clopper_pearson(80, 100, level),
    "t-mean": lambda level: one_sample_t(VALUES, level),
    "corrected-resampled": lambda level: corrected_resampled_t(VALUES, 1 / 9, level),
    "percentile": lambda level: percentile(REPLICATES, level),
    "bca": lambda level: bca_of_mean(SAMPLE, REPLICATES, level),
    "delong": lambda level: delong(TRUTH, RANKING, level),
    "hanley-mcneil": lambda level: hanley_mcneil(TRUTH, RANKING, level),
    "agarwal": lambda level: agarwal(TRUTH, RANKING, level),
    "cortes-mohri": lambda level: auc_range(30, 30, 12, level),
    "bonett-price": lambda level: bonett_price(12, 7, 100, level),
    "tango": lambda level: tango(12, 7, 100, level),
}
HARD: dict[str, Formula] = {
    "no trials": lambda level: wilson(0, 0, level),
    "one trial": lambda level: clopper_pearson(1, 1, level),
    "too many successes": lambda level: wilson(5, 4, level),
    "no values": lambda level: one_sample_t(NOTHING, level),
    "equal values": lambda level: corrected_resampled_t(np.full(5, 0.3), 0.25, level),
    "undefined values": lambda level: one_sample_t(np.full(5, np.nan), level),
    "no replicates": lambda level: percentile(NOTHING, level),
    "equal replicates": lambda level: percentile(np.full(50, 0.2), level),
    "replicates on one side": lambda level: bca_of_mean(np.array([1.0, 2.0, 3.0]), np.full(50, 9.0), level),
    "no cases": lambda level: delong(np.zeros(0, int), NOTHING, level),
    "equal scores": lambda level: delong(np.array([0, 1, 0, 1]), np.full(4, 0.3), level),
    "missing scores": lambda level: agarwal(np.array([0, 1, 0, 1]), np.full(4, np.nan), level),
    "too many errors": lambda level: auc_range(2, 2, 9, level),
    "no rows": lambda level: tango(0, 0, 0, level),
    "negative counts": lambda level: bonett_price(-1, 0, 4, level),
}


def ends(found: object) -> tuple[float, float]:
    assert not isinstance(found, Undefined)
    return found.low, found.high  # type: ignore[attr-defined]


def test_that_keys_and_titles_are_unique_and_every_row_has_a_formula() -> None:
    assert len({row.title for row in INTERVAL_METHODS}) == len(INTERVAL_METHODS)
    assert sorted(row.key for row in INTERVAL_METHODS) == sorted(ORDINARY)


@pytest.mark.parametrize("row", INTERVAL_METHODS, ids=lambda row: row.key)
def test_that_every_row_explains_itself(row: IntervalMethod) -> None:
    assert row.note.endswith(".")
    assert row.source


@pytest.mark.parametrize("key", ORDINARY)
@settings(deadline=None, max_examples=40)
@given(levels=st.tuples(st.floats(0.5, 0.999), st.floats(0.5, 0.999)))
def test_that_a_higher_level_contains_a_lower_one(key: str, levels: tuple[float, float]) -> None:
    narrow, wide = (ends(ORDINARY[key](level)) for level in sorted(levels))
    assert narrow[0] < narrow[1]
    assert wide[0] <= narrow[0] + 1e-12
    assert narrow[1] <= wide[1] + 1e-12


@pytest.mark.parametrize("hard", HARD)
def test_that_hard_material_gives_a_reason_or_finite_ends(hard: str) -> None:
    found = HARD[hard](0.95)
    if isinstance(found, Undefined):
        assert found.reason
        assert found.estimate is None or math.isfinite(found.estimate)
    else:
        assert all(math.isfinite(value) for value in astuple(found))  # type: ignore[call-overload]


@pytest.mark.parametrize("hard", ["equal values", "equal replicates", "equal scores"])
def test_that_material_without_variation_has_no_range(hard: str) -> None:
    assert isinstance(HARD[hard](0.95), Undefined)
