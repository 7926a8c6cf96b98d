"""The decision table: one interval, one margin, one outcome."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.findings import Tag, VerdictKind
from core.domain.study import QuestionKind
from core.judge.decision import CLAIMS, Shuffles, agreement, decide, tag_of

ENDS = st.floats(-10, 10, allow_nan=False)


@pytest.mark.parametrize(
    ("low", "high", "margin", "expected"),
    [
        (2.1, 5.9, 2, "win"),
        (-5.4, -2.2, 2, "loss"),
        (-0.7, 1.2, 2, "same"),
        (-2.0, 2.0, 2, "same"),
        (0.1, 1.9, 2, "same"),
        (0.4, 5.2, 2, "better"),
        (2.0, 5.2, 2, "better"),
        (-5.2, -0.4, 2, "worse"),
        (-1.1, 4.0, 2, "not-worse"),
        (-3.0, 1.4, 2, "not-better"),
        (-2.6, 5.4, 2, "cannot-tell"),
        (0.0, 3.0, 0, "cannot-tell"),
        (0.1, 3.0, 0, "win"),
        (-3.0, -0.1, 0, "loss"),
        (-1.0, 1.0, 0, "cannot-tell"),
        (0.0, 0.0, 0, "cannot-tell"),
    ],
)
def test_that_the_first_matching_row_of_the_table_decides(
    low: float, high: float, margin: float, expected: str
) -> None:
    assert decide(low, high, margin) == expected


@given(ENDS, ENDS, st.floats(0, 5))
def test_that_swapping_the_two_models_mirrors_the_outcome(one: float, other: float, margin: float) -> None:
    low, high = sorted((one, other))
    mirror = {
        VerdictKind.WIN: VerdictKind.LOSS,
        VerdictKind.BETTER: VerdictKind.WORSE,
        VerdictKind.NOT_WORSE: VerdictKind.NOT_BETTER,
    }
    mirror |= {there: here for here, there in mirror.items()}
    kind = decide(low, high, margin)
    assert decide(-high, -low, margin) == mirror.get(kind, kind)


@given(ENDS, ENDS, st.floats(0, 5))
def test_that_a_claim_is_made_only_when_the_range_lies_on_one_side_of_zero(
    one: float, other: float, margin: float
) -> None:
    low, high = sorted((one, other))
    if decide(low, high, margin) in CLAIMS:
        assert low > 0 or high < 0


@given(ENDS, ENDS, st.floats(0.01, 5))
def test_that_the_same_is_said_only_when_the_whole_range_is_inside_the_margin(
    one: float, other: float, margin: float
) -> None:
    low, high = sorted((one, other))
    inside = -margin <= low and high <= margin
    assert (decide(low, high, margin) is VerdictKind.SAME) == inside


def test_that_not_worse_settles_only_the_question_of_replacing() -> None:
    assert tag_of(VerdictKind.NOT_WORSE, QuestionKind.REPLACE) is Tag.SETTLED
    assert tag_of(VerdictKind.NOT_WORSE, QuestionKind.BETTER) is Tag.NOT_SETTLED
    assert tag_of(VerdictKind.BLOCKED, QuestionKind.BETTER) is Tag.BLOCKED
    assert tag_of(VerdictKind.SAME, QuestionKind.BETTER) is Tag.SAME


def shuffles(first: int, second: int, unclear: int, gap: float = 0.03) -> Shuffles:
    clear = (1,) * first + (-1,) * second + (0,) * unclear
    return Shuffles(clear, tuple(gap * sign for sign in clear))


def test_that_eight_of_ten_agreeing_shuffles_are_steady() -> None:
    assert agreement(VerdictKind.WIN, shuffles(8, 0, 2), 0.02).steady
    assert not agreement(VerdictKind.WIN, shuffles(7, 0, 3), 0.02).steady


def test_that_the_headline_is_replaced_by_one_opposite_shuffle_or_when_fewer_than_half_agree() -> None:
    assert agreement(VerdictKind.WIN, shuffles(9, 1, 0), 0.02).replaces_headline
    assert agreement(VerdictKind.BETTER, shuffles(4, 0, 6), 0.02).replaces_headline
    assert not agreement(VerdictKind.BETTER, shuffles(5, 0, 5), 0.02).replaces_headline
    assert agreement(VerdictKind.LOSS, shuffles(1, 9, 0), 0.02).replaces_headline


def test_that_a_shuffle_speaks_against_the_same_only_if_clear_and_beyond_the_margin() -> None:
    assert agreement(VerdictKind.SAME, shuffles(6, 0, 4, gap=0.01), 0.02).agreeing == 10
    assert agreement(VerdictKind.SAME, shuffles(6, 0, 4, gap=0.03), 0.02).agreeing == 4


def test_that_a_single_possible_partition_is_never_called_dependent_on_the_shuffle() -> None:
    assert agreement(VerdictKind.WIN, shuffles(0, 0, 1), 0.02).steady
    assert not agreement(VerdictKind.WIN, shuffles(0, 0, 1), 0.02).replaces_headline


def test_that_two_shuffles_are_the_fewest_that_can_agree_or_not() -> None:
    one = agreement(VerdictKind.WIN, Shuffles((-1,), (-0.1,)), 0.02)
    two = agreement(VerdictKind.WIN, Shuffles((1, -1), (0.1, -0.1)), 0.02)
    assert (one.steady, one.replaces_headline) == (True, False)
    assert (two.steady, two.replaces_headline) == (False, True)
    same = agreement(VerdictKind.SAME, Shuffles((1, 1, 0), (0.02, 0.03, 0.5)), 0.02)
    assert (same.agreeing, same.opposite) == (2, 0)  # clear and beyond the margin: one only
