"""Families of tests."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.multiplicity import ADJUSTMENTS, adjust_p, familywise_error, permutation_p_value
from core.statistics.undefined import Undefined

families = st.lists(st.floats(0.0, 1.0), min_size=1, max_size=15)
METHODS = [row.key for row in ADJUSTMENTS]


def adjusted(p_values: list[float], method: str) -> list[float]:
    return [float(p) for p in adjust_p(p_values, method).adjusted]  # type: ignore[arg-type]


@pytest.mark.parametrize("method", METHODS)
@given(p_values=families)
def test_that_adjusting_never_lowers_p_and_keeps_the_order(method: str, p_values: list[float]) -> None:
    after = adjusted(p_values, method)
    assert all(p - 1e-15 <= q <= 1.0 for p, q in zip(p_values, after, strict=True))
    by_size = sorted(zip(p_values, after, strict=True))
    assert [q for _, q in by_size] == pytest.approx(sorted(after))


@given(p_values=families)
def test_that_holm_is_never_stricter_than_bonferroni(p_values: list[float]) -> None:
    holm, bonferroni = adjusted(p_values, "holm"), adjusted(p_values, "bonferroni")
    assert all(one <= other + 1e-12 for one, other in zip(holm, bonferroni, strict=True))


@given(p_values=families)
def test_that_the_methods_stand_in_their_known_order(p_values: list[float]) -> None:
    bh, by, hochberg, holm = (adjusted(p_values, key) for key in ("bh", "by", "hochberg", "holm"))
    sidak, bonferroni, holm_sidak = (adjusted(p_values, key) for key in ("sidak", "bonferroni", "holm-sidak"))
    for lower, upper in ((bh, hochberg), (hochberg, holm), (bh, by), (sidak, bonferroni), (holm_sidak, holm)):
        assert all(one <= other + 1e-12 for one, other in zip(lower, upper, strict=True))


@pytest.mark.parametrize("method", METHODS)
@given(p=st.floats(0.0, 1.0))
def test_that_a_single_test_needs_no_adjustment(method: str, p: float) -> None:
    assert adjusted([p], method) == pytest.approx([p])


@pytest.mark.parametrize("method", METHODS)
@given(order=st.permutations(range(5)))
def test_that_answers_stay_with_their_tests(method: str, order: list[int]) -> None:
    p_values = [0.01, 0.2, 0.03, 0.5, 0.04]
    straight, mixed = adjusted(p_values, method), adjusted([p_values[place] for place in order], method)
    assert mixed == pytest.approx([straight[place] for place in order])


def test_that_undefined_p_stay_undefined_and_are_counted_only_when_asked() -> None:
    usual, cautious = (adjust_p([0.01, None, 0.04], "holm", asked) for asked in (False, True))
    assert (usual.adjusted, usual.tests) == ((0.02, None, 0.04), 2)
    assert cautious.adjusted == (pytest.approx(0.03), None, pytest.approx(0.08))
    assert cautious.tests == 3


def test_that_a_family_of_undefined_p_stays_undefined() -> None:
    assert adjust_p([None, None], "by").adjusted == (None, None)


def test_that_unknown_methods_and_impossible_p_are_refused() -> None:
    assert isinstance(adjust_p([0.1], "tukey"), Undefined)
    assert isinstance(adjust_p([1.1], "holm"), Undefined)


@given(alpha=st.floats(1e-6, 0.5), tests=st.integers(1, 5000))
def test_that_both_levels_keep_the_family_below_alpha(alpha: float, tests: int) -> None:
    family = familywise_error(alpha, tests)
    assert family.bonferroni_alpha <= family.sidak_alpha * (1 + 1e-12)
    assert familywise_error(family.sidak_alpha, tests).any_false == pytest.approx(alpha)
    assert familywise_error(family.bonferroni_alpha, tests).any_false <= alpha * (1 + 1e-12)


def test_that_no_tests_make_no_mistake_and_need_no_level() -> None:
    family = familywise_error(0.05, 0)
    assert family == Undefined("no_tests", 0.0)
    assert isinstance(familywise_error(1.5, 3), Undefined)
    assert familywise_error(1.0, 3).any_false == 1.0


def test_that_a_permutation_p_is_never_zero() -> None:
    assert permutation_p_value(0, 999) == 0.001
    assert permutation_p_value(999, 999) == 1.0
    assert permutation_p_value(0, 0) == 1.0
    assert isinstance(permutation_p_value(5, 4), Undefined)
    assert isinstance(permutation_p_value(-1, 4), Undefined)
