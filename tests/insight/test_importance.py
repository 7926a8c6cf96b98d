"""Importance: ranges over splits that share rows, and ties said as ties."""

import numpy as np
import pytest

from core.domain.model_explanation import Importance
from core.insight.importance import summarize_importance
from core.statistics.t_tests import TTest, corrected_resampled_t

GROUPS = (("a",), ("b", "c"), ("d",))


def summarize(means: tuple[float, ...], spread: float = 1.0, splits: int = 100) -> Importance | None:
    random = np.random.default_rng(1)
    rises = np.array(means)[None, :, None] + spread * random.normal(size=(splits, len(means), 1))
    return summarize_importance(rises, GROUPS, ("y",), (2.0,), 10, "linear", "mae")


def test_that_the_range_is_that_of_the_corrected_t() -> None:
    random = np.random.default_rng(2)
    rises = random.normal(1.0, 1.0, (100, 1, 1))
    found = summarize_importance(rises, (("a",),), ("y",), (2.0,), 10, "linear", "mae")
    expected = corrected_resampled_t(rises[:, 0, 0], 1 / 9)
    assert found is not None
    assert isinstance(expected, TTest)
    assert (found.rows[0].low, found.rows[0].high) == pytest.approx((expected.low, expected.high))
    assert found.rows[0].share == pytest.approx(expected.mean / 2)


def test_that_few_groups_of_rows_widen_the_range() -> None:
    rises = np.random.default_rng(3).normal(1.0, 1.0, (100, 1, 1))
    wide, usual = (
        summarize_importance(rises, (("a",),), ("y",), (2.0,), 10, "linear", "mae", groups) for groups in (5, None)
    )
    assert wide is not None
    assert usual is not None
    assert wide.rows[0].high > usual.rows[0].high


def test_that_groups_not_told_apart_share_a_rank_and_the_largest_comes_first() -> None:
    apart = summarize((1.0, 9.0, 4.0))
    assert apart is not None
    assert [(row.inputs, row.rank) for row in apart.rows] == [(("b", "c"), 1), (("d",), 2), (("a",), 3)]
    tied = summarize((1.0, 4.05, 4.0))
    assert tied is not None
    assert [row.rank for row in tied.rows] == [1, 1, 3]


def test_that_fewer_than_ten_splits_say_nothing() -> None:
    assert summarize((1.0, 2.0, 3.0), splits=9) is None
