"""Ranges for shares and for differences of shares against their definitions."""

import math
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.optimize import minimize_scalar

from core.statistics.share_intervals import _score, bonett_price, clopper_pearson, tango, wilson
from core.statistics.undefined import Undefined

often = settings(deadline=None, max_examples=100)
counts = st.integers(1, 400).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials)))
tables = st.tuples(st.integers(0, 20), st.integers(0, 20), st.integers(0, 60)).filter(sum)


@often
@given(counts, st.floats(0.5, 0.999))
def test_that_wilson_stays_inside_and_contains_the_share(count: tuple[int, int], level: float) -> None:
    successes, trials = count
    reading = wilson(successes, trials, level)
    assert 0 <= reading.low <= successes / trials <= reading.high <= 1


@often
@given(counts)
def test_that_wilson_ends_where_kohavis_inequality_is_an_equality(count: tuple[int, int]) -> None:
    successes, trials = count
    reading, z = wilson(successes, trials, 0.95), stats.norm.ppf(0.975)
    for end in (reading.low, reading.high):
        if 0 < end < 1:
            assert abs(successes / trials - end) / math.sqrt(end * (1 - end) / trials) == pytest.approx(z)


@often
@given(counts)
def test_that_wilson_mirrors_successes_and_failures(count: tuple[int, int]) -> None:
    successes, trials = count
    there, back = wilson(successes, trials, 0.95), wilson(trials - successes, trials, 0.95)
    assert there.low == pytest.approx(1 - back.high, abs=1e-12)


@often
@given(counts)
def test_that_clopper_pearson_ends_where_the_tails_are_the_risk(count: tuple[int, int]) -> None:
    successes, trials = count
    reading = clopper_pearson(successes, trials, 0.9)
    if successes:
        assert stats.binom.sf(successes - 1, trials, reading.low) == pytest.approx(0.05)
    if successes < trials:
        assert stats.binom.cdf(successes, trials, reading.high) == pytest.approx(0.05)


@pytest.mark.parametrize("formula", [wilson, clopper_pearson])
def test_that_impossible_counts_are_errors(formula: Callable[..., object]) -> None:
    assert isinstance(formula(5, 4, 0.95), Undefined)
    assert formula(0, 0, 0.95).reason == "no_trials"  # type: ignore[attr-defined]


@often
@given(tables)
def test_that_tango_and_bonett_price_mirror_the_two_algorithms(table: tuple[int, int, int]) -> None:
    first, second, both = table
    for formula in (tango, bonett_price):
        there = formula(first, second, first + second + both, 0.95)
        back = formula(second, first, first + second + both, 0.95)
        assert there.low == pytest.approx(-back.high, abs=1e-9)
        assert -1 <= there.low <= there.high <= 1


def supposed_spread(first: int, second: int, rows: int, difference: float) -> float:
    """Spread of first - second at the most likely shares with this difference, found by search."""

    def unlikelihood(share: float) -> float:
        cells = ((first, share + difference), (second, share), (rows - first - second, 1 - 2 * share - difference))
        return -sum(count * math.log(max(chance, 1e-300)) for count, chance in cells if count)

    low, high = max(0.0, -difference), (1 - difference) / 2
    share = minimize_scalar(unlikelihood, bounds=(low, high), method="bounded", options={"xatol": 1e-12}).x
    return math.sqrt(rows * (2 * share + difference - difference**2))


@pytest.mark.parametrize(
    ("first", "second", "rows", "difference"), [(8, 2, 100, 0.1), (8, 2, 100, -0.05), (3, 5, 20, 0.2)]
)
def test_that_tangos_score_uses_the_most_likely_shares(first: int, second: int, rows: int, difference: float) -> None:
    expected = (first - second - rows * difference) / supposed_spread(first, second, rows, difference)
    assert _score(first, second, rows, difference) == pytest.approx(expected, rel=1e-5)


def test_that_tango_ends_where_the_score_is_the_quantile() -> None:
    reading, z = tango(12, 3, 80, 0.95), stats.norm.ppf(0.975)
    assert _score(12, 3, 80, reading.low) == pytest.approx(z)
    assert _score(12, 3, 80, reading.high) == pytest.approx(-z)


@pytest.mark.parametrize("formula", [tango, bonett_price])
def test_that_impossible_tables_are_errors(formula: Callable[..., object]) -> None:
    assert isinstance(formula(3, 4, 6, 0.95), Undefined)
    assert formula(0, 0, 0, 0.95).reason == "no_trials"  # type: ignore[attr-defined]


def test_that_no_disagreements_still_leave_a_range_around_zero() -> None:
    for formula in (tango, bonett_price):
        reading = formula(0, 0, 50, 0.95)
        assert reading.low < 0 < reading.high
