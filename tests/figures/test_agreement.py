"""Agreement: the four counts of the sign test, and only for right and wrong answers."""

import numpy as np
import pytest
from scipy import stats

from core.domain.pairing import Pairing
from core.figures.agreement import Agreement, agreement
from core.statistics.comparison_tests import find_comparison_test


def found_for(first: list[int], second: list[int]) -> Agreement | None:
    one = np.ones((2, 2))
    right = np.array(first, dtype=np.int64), np.array(second, dtype=np.int64)
    pair = Pairing("forest", "tree", "error", one, one, one, one, correct_first=right[0], correct_second=right[1])
    return agreement(find_comparison_test("sign-test").compare(pair, 0.95))


def test_that_the_four_counts_and_the_exact_p_are_shown() -> None:
    found = found_for([1] * 7 + [0] * 3, [1] * 2 + [0] * 5 + [1] + [0] * 2)
    assert found is not None
    assert (found.both_right, found.only_candidate, found.only_baseline, found.both_wrong) == (2, 5, 1, 2)
    assert found.p == pytest.approx(stats.binomtest(5, 6).pvalue)
    assert found.rows == 10
    assert found.per_100(found.only_candidate) == pytest.approx(50.0)


def test_that_only_disagreements_are_said_to_carry_information() -> None:
    found = found_for([1, 1, 0, 0], [1, 0, 1, 0])
    assert found is not None
    assert found.sentence("forest", "tree").startswith("They disagree on 2 of 4 rows: only these carry information.")


def test_that_numbers_have_no_agreement_table() -> None:
    one = np.ones((2, 2))
    pair = Pairing("forest", "tree", "mae", one, 2 * one, one, one)
    assert agreement(find_comparison_test("sign-test").compare(pair, 0.95)) is None
    assert agreement(None) is None


def test_that_no_rows_give_no_shares_and_no_p_is_not_said() -> None:
    assert Agreement(0, 0, 0, 0, None).per_100(0) == 0
    assert Agreement(1, 0, 0, 0, None).per_100(1) == 100
    assert Agreement(1, 2, 1, 0, None).sentence("a", "b").endswith("2 of them speak for a, 1 for b.")
    assert "Exact sign test: p = 0.5" in Agreement(1, 2, 1, 0, 0.5).sentence("a", "b")
