"""The decision tables: complete, consistent with each other, and monotone in the range."""

from itertools import product

import pytest

from core.domain.conclusion import Answer, Reason, RepeatResults
from core.judge.decide import (
    answer_better,
    answer_limit,
    answer_replace,
    answer_which,
    combine_answers,
    combine_outputs,
    combine_worst,
    count_agreement,
    explain_range,
)

GRID = [(low, high) for low, high in product([x / 2 for x in range(-8, 9)], repeat=2) if low <= high]
ANSWER_OF = {
    Reason.WIN: Answer.YES,
    Reason.BETTER: Answer.YES,
    Reason.SAME: Answer.SAME,
    Reason.LOSS: Answer.NO,
    Reason.WORSE: Answer.NO,
    Reason.NOT_BETTER: Answer.NO,
    Reason.NOT_WORSE: Answer.UNCLEAR,
    Reason.CANNOT_TELL: Answer.UNCLEAR,
}


@pytest.mark.parametrize(("low", "high"), GRID)
@pytest.mark.parametrize("margin", [0.5, 2.0])
def test_that_the_answer_and_the_reason_never_contradict(low: float, high: float, margin: float) -> None:
    answer, reason = answer_better(low, high, margin), explain_range(low, high, margin)
    is_at_the_edge = high == margin  # a range that ends on the margin gains nothing that matters
    assert answer is ANSWER_OF[reason] or is_at_the_edge


@pytest.mark.parametrize(("low", "high"), GRID)
def test_that_replacing_asks_for_less_than_being_better(low: float, high: float) -> None:
    if answer_better(low, high, 2.0) in (Answer.YES, Answer.SAME):
        assert answer_replace(low, high, 2.0) is Answer.YES


@pytest.mark.parametrize(("low", "high"), GRID)
def test_that_which_is_the_mirror_of_better(low: float, high: float) -> None:
    """A model is ruled out exactly where the leader held against it would be a yes."""
    assert (answer_which(low, high, 2.0) is Answer.NO) == (answer_better(low, high, 2.0) is Answer.YES)
    assert (answer_which(low, high, 2.0) is Answer.SAME) == (low >= -2.0 and high <= 2.0 and not (low > 0 and high > 2))


def test_that_a_limit_is_closed_and_works_for_both_directions() -> None:
    assert answer_limit(0.05, 0.10, 0.10, lower_is_better=True) is Answer.YES
    assert answer_limit(0.05, 0.11, 0.10, lower_is_better=True) is Answer.UNCLEAR
    assert answer_limit(0.11, 0.20, 0.10, lower_is_better=True) is Answer.NO
    assert answer_limit(0.90, 0.95, 0.90, lower_is_better=False) is Answer.YES
    assert answer_limit(0.80, 0.85, 0.90, lower_is_better=False) is Answer.NO


def test_that_any_yes_makes_the_banner_and_blocked_only_where_nothing_else_is_left() -> None:
    assert combine_answers([Answer.NO, Answer.YES, Answer.BLOCKED]) is Answer.YES
    assert combine_answers([Answer.NO, Answer.UNCLEAR, Answer.SAME]) is Answer.UNCLEAR
    assert combine_answers([Answer.NO, Answer.SAME]) is Answer.SAME
    assert combine_answers([Answer.BLOCKED]) is Answer.BLOCKED
    assert combine_answers([]) is Answer.NONE


def test_that_outputs_need_the_joint_test_for_a_yes() -> None:
    assert combine_outputs([Answer.YES, Answer.SAME], True) == (Answer.YES, None)
    assert combine_outputs([Answer.YES, Answer.SAME], False) == (Answer.UNCLEAR, Reason.JOINT)
    assert combine_outputs([Answer.YES, Answer.NO], True) == (Answer.NO, Reason.MIXED_OUTPUTS)
    assert combine_outputs([Answer.SAME, Answer.NO], True) == (Answer.NO, None)
    assert combine_outputs([Answer.UNCLEAR, Answer.NO], True) == (Answer.UNCLEAR, None)
    assert combine_worst([Answer.YES, Answer.UNCLEAR]) is Answer.UNCLEAR


def test_that_repeats_are_counted_for_claims_and_for_same() -> None:
    repeats = RepeatResults((1, 1, -1, 0), (3.0, 3.0, -3.0, 0.1))
    assert count_agreement(Reason.WIN, repeats, 1.0).opposite == 1
    assert count_agreement(Reason.LOSS, repeats, 1.0).agreeing == 1
    assert count_agreement(Reason.SAME, repeats, 1.0).agreeing == 1
    assert not count_agreement(Reason.CANNOT_TELL, repeats, 1.0).contradicts
