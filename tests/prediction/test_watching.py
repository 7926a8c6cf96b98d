"""Alarms that may be looked at after every row."""

import math

import numpy as np
import pytest

from core.prediction.watching import (
    BETS,
    WatchAlarm,
    WatchRange,
    estimate_watched_difference,
    estimate_watched_mean,
    watch_promise,
    watch_promise_with_restarts,
)
from core.statistics.undefined import Undefined


def draw(rate: float, rows: int, seed: int) -> np.ndarray:
    return (np.random.default_rng(seed).random(rows) < rate).astype(np.float64)


def test_that_capital_is_the_mean_of_the_products_of_all_bets() -> None:
    losses, promised = draw(0.3, 40, 1), 0.2
    found = watch_promise(losses, promised)
    assert isinstance(found, WatchAlarm)
    by_hand = np.mean([np.prod(1 + bet / promised * (losses - promised)) for bet in BETS])
    assert found.evidence == pytest.approx(by_hand)


def test_that_bets_opened_later_share_what_is_left_in_cash() -> None:
    losses, promised = draw(0.3, 25, 2), 0.2
    found = watch_promise_with_restarts(losses, promised)
    assert isinstance(found, WatchAlarm)
    first = np.mean([np.prod(1 + bet / promised * (losses - promised)) for bet in BETS])
    second = np.mean([np.prod(1 + bet / promised * (losses[20:] - promised)) for bet in BETS])
    assert found.evidence == pytest.approx(first / 2 + second / 6 + 1 / 3)


def test_that_a_kept_promise_rarely_rings_and_a_broken_one_mostly() -> None:
    kept = [watch_promise_with_restarts(draw(0.1, 400, seed), 0.1) for seed in range(200)]
    broken = [watch_promise_with_restarts(draw(0.3, 400, seed), 0.1) for seed in range(50)]
    assert sum(one.alarm_at is not None for one in kept if isinstance(one, WatchAlarm)) <= 200 * 0.05 + 6
    assert sum(one.alarm_at is not None for one in broken if isinstance(one, WatchAlarm)) >= 48


def test_that_huge_evidence_does_not_overflow() -> None:
    found = watch_promise(np.ones(5000), 0.01)
    assert isinstance(found, WatchAlarm)
    assert found.evidence == math.inf
    assert math.isfinite(found.log_capital)
    assert found.p_any_time == 0.0


@pytest.mark.parametrize(
    ("losses", "promised", "reason"),
    [([], 0.1, "no_rows"), ([0.0, 1.2], 0.1, "loss_out_of_bounds"), ([0.0], 1.0, "promise_out_of_bounds")],
)
def test_that_impossible_watches_have_a_reason(losses: list[float], promised: float, reason: str) -> None:
    assert watch_promise_with_restarts(np.array(losses), promised) == Undefined(reason)


def test_that_a_promise_of_none_is_broken_by_the_first_loss() -> None:
    found = watch_promise(np.array([0.0, 0.0, 0.1]), 0.0)
    assert isinstance(found, WatchAlarm)
    assert found.alarm_at == 3
    silent = watch_promise(np.zeros(9), 0.0)
    assert isinstance(silent, WatchAlarm)
    assert silent.alarm_at is None


def test_that_the_range_narrows_around_the_mean_and_a_change_leaves_none() -> None:
    few, many = (estimate_watched_mean(draw(0.3, rows, 3), step=0.01) for rows in (30, 300))
    assert isinstance(few, WatchRange)
    assert isinstance(many, WatchRange)
    assert few.low <= many.low < 0.3 < many.high <= few.high
    changed = np.concatenate([np.zeros(300), np.ones(300)])
    assert estimate_watched_mean(changed, step=0.01) == Undefined("changed_over_time")


def test_that_the_better_of_two_models_is_on_the_positive_side() -> None:
    first, second = draw(0.1, 300, 4), draw(0.6, 300, 5)
    there, back = (estimate_watched_difference(a, b, step=0.01) for a, b in ((first, second), (second, first)))
    assert isinstance(there, WatchRange)
    assert isinstance(back, WatchRange)
    assert there.low > 0
    assert (back.low, back.high) == pytest.approx((-there.high, -there.low))
