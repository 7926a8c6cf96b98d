"""The forecast of the loss with more rows."""

import numpy as np
import pytest

from core.insight.more_rows_forecast import MoreRowsForecast, compute_reach, forecast_more_rows
from core.statistics.undefined import Undefined


def study(seed: int, rows: int = 100, drop: float = 0.2) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    of_row = rng.random(rows)
    halves = np.array([rng.permutation(rows) % 2 for _ in range(5)])
    return of_row + 0.05 * rng.normal(size=rows), of_row + drop + 0.05 * rng.normal(size=(5, rows)), halves


def test_that_a_loss_that_falls_as_one_over_rows_is_met() -> None:
    """loss = a + b / rows: what comes from half to nine tenths comes again in the known proportion."""
    gains = [1 / size for size in (50, 90, 200)]
    assert compute_reach(100, 200, 1.0) == pytest.approx((gains[1] - gains[2]) / (gains[0] - gains[1]))


def test_that_a_clear_fall_is_forecast_to_go_on_and_a_flat_one_cannot_tell() -> None:
    falling, flat = (forecast_more_rows(*study(1, drop=drop), 200) for drop in (0.4, 0.0))
    assert isinstance(falling, MoreRowsForecast)
    assert isinstance(flat, MoreRowsForecast)
    assert falling.says_gain
    assert falling.gain_low < 0.6875 * 0.4 < falling.gain_high
    assert not flat.says_gain


def test_that_groups_widen_the_forecast() -> None:
    parts = study(2)
    alone, grouped = forecast_more_rows(*parts, 150), forecast_more_rows(*parts, 150, groups=np.arange(100) // 20)
    assert isinstance(alone, MoreRowsForecast)
    assert isinstance(grouped, MoreRowsForecast)
    assert grouped.level_high - grouped.level_low > alone.level_high - alone.level_low


@pytest.mark.parametrize("target", [50, 100, 201])
def test_that_only_up_to_twice_the_rows_is_forecast(target: int) -> None:
    assert forecast_more_rows(*study(3), target) == Undefined("too_far")


def test_that_one_repeat_of_halves_is_not_enough() -> None:
    full, halves, ids = study(4)
    assert forecast_more_rows(full, halves[:1], ids[:1], 150) == Undefined("no_halves")
