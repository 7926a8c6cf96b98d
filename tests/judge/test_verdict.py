"""The verdict in words: sentence, tag and strip come from one interval and never disagree."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.findings import Interval, Modifier, Tag, VerdictKind
from core.domain.study import QuestionKind
from core.figures.strip import strip
from core.judge.decision import CLAIMS, Shuffles, decide
from core.judge.phrases import Case
from core.judge.verdict import judge
from core.wording.units import Unit, unit_of
from tests.judge.worlds import BANNED, class_data, number_data, study_of

UNIT = unit_of("error", study_of(class_data(412)), class_data(412))
UNITS = (
    *(unit_of(key, study_of(class_data(412)), class_data(412)) for key in ("error", "cost", "auc")),
    *(unit_of(key, study_of(number_data()), number_data()) for key in ("mae", "rmse", "relative")),
)


def steady(low: float, high: float) -> Shuffles:
    side = 1 if low > 0 else -1 if high < 0 else 0
    return Shuffles((side,) * 10, ((low + high) / 2,) * 10)


def case_of(low: float, high: float, margin: float = 0.02, **changes: object) -> Case:
    plain: dict[str, object] = {
        "first": "random forest",
        "second": "logistic regression",
        "effect": (low + high) / 2,
        "interval": Interval(low, high, 0.95, "corrected-resampled"),
        "margin": margin,
        "unit": UNIT,
        "question": QuestionKind.BETTER,
        "shuffles": steady(low, high),
        "rows": 412,
        "use": "machines of line 2",
        "expectation": "about 9 errors per 100 windows (7 to 12)",
        "preferred": "logistic regression",
        "rule": "what we use now",
    }
    return Case(**{**plain, **changes})  # type: ignore[arg-type]


def test_that_a_win_names_the_model_the_gap_the_range_and_the_place_of_use() -> None:
    verdict = judge(case_of(0.023, 0.059))
    assert verdict.outcome is VerdictKind.WIN
    assert verdict.tag is Tag.SETTLED
    assert verdict.headline == "Use random forest."
    assert verdict.body == (
        "Random forest makes 4.1 fewer errors per 100 windows than logistic regression, for models trained on this "
        "data. The true gap is likely between 2.3 and 5.9, all of it more than the 2 per 100 you said matters. "
        "10 of 10 shuffles agree."
    )
    assert verdict.action == (
        "Train random forest on all 412 rows and use it where you said: machines of line 2. "
        "Expect about 9 errors per 100 windows (7 to 12)."
    )


@pytest.mark.parametrize(("low", "high"), [(0.03, 0.05), (-0.01, 0.01), (0.004, 0.05), (-0.05, -0.004), (-0.04, 0.05)])
def test_that_nobody_is_said_to_have_stated_a_margin_that_was_assumed(low: float, high: float) -> None:
    said, assumed = (judge(case_of(low, high, assumed=assumed)).body for assumed in (False, True))
    assert "ou said" in said
    assert "ou said" not in assumed
    assert "assumed to matter" in assumed


def test_that_cannot_tell_is_never_written_as_equal() -> None:
    verdict = judge(case_of(-0.026, 0.054))
    assert verdict.headline == "Can't tell them apart on this data."
    assert "2.6 more to 5.4 fewer" in verdict.body
    assert "This is not a finding that they are equal." in verdict.body
    assert "rows would narrow the range to ±2 per 100" in verdict.action


def test_that_a_small_sure_advantage_inside_the_margin_is_the_same_with_a_word_on_it() -> None:
    verdict = judge(case_of(0.001, 0.012))
    assert verdict.outcome is VerdictKind.SAME
    assert "A small real advantage of random forest is likely" in verdict.body
    assert "A small real advantage of logistic regression" in judge(case_of(-0.012, -0.001)).body
    assert verdict.action == "Choose by your own rule: what we use now. That is logistic regression."


def test_that_replacing_is_settled_by_not_worse() -> None:
    verdict = judge(case_of(-0.011, 0.040, question=QuestionKind.REPLACE))
    assert verdict.outcome is VerdictKind.NOT_WORSE
    assert verdict.tag is Tag.SETTLED
    assert verdict.headline == "You may replace logistic regression by random forest."
    assert judge(case_of(-0.011, 0.040)).tag is Tag.NOT_SETTLED


def test_that_the_verb_appears_when_shuffles_or_answers_leave_a_doubt() -> None:
    shaky = Shuffles((1,) * 7 + (0,) * 3, (0.04,) * 10)
    assert "appears to make" in judge(case_of(0.023, 0.059, shuffles=shaky)).body
    assert "appears to make" in judge(case_of(0.023, 0.059, doubts=("PREP",))).body
    assert "forest makes" in judge(case_of(0.023, 0.059)).body


def test_that_an_opposite_shuffle_replaces_the_headline_and_unsettles_it() -> None:
    torn = Shuffles((1,) * 8 + (-1, 0), (0.04,) * 10)
    verdict = judge(case_of(0.003, 0.059, shuffles=torn))
    assert verdict.headline == "The answer depends on how the rows were shuffled."
    assert verdict.tag is Tag.NOT_SETTLED
    assert Modifier.DEPENDS_ON_SHUFFLE in verdict.modifiers
    assert "could honestly report the opposite" in verdict.body


def test_that_the_opposite_is_not_mentioned_where_no_shuffle_shows_it() -> None:
    torn = Shuffles((1,) * 3 + (0,) * 7, (0.04,) * 10)
    verdict = judge(case_of(0.003, 0.059, shuffles=torn))
    assert verdict.headline.startswith("The answer depends")
    assert "opposite" not in verdict.body


def test_that_lone_winners_are_told_where_nothing_is_settled() -> None:
    torn = Shuffles((1, 1, -1) + (0,) * 7, (0.0,) * 10)
    body = judge(case_of(-0.026, 0.054, shuffles=torn)).body
    assert "3 of 10 shuffles, taken alone, would have named a winner, not always the same one." in body


def test_that_a_leaning_is_said_with_may() -> None:
    assert "may make fewer errors" in judge(case_of(-0.026, 0.054, dots_for_first=17)).body
    assert "may make more errors" in judge(case_of(-0.054, 0.026, dots_for_first=3)).body
    assert "may make" not in judge(case_of(-0.026, 0.054, dots_for_first=12)).body


def test_that_exploring_is_marked() -> None:
    verdict = judge(case_of(0.023, 0.059, exploratory="Exploratory: look again."))
    assert Modifier.EXPLORATORY in verdict.modifiers
    assert verdict.body.endswith("Exploratory: look again.")
    assert "appears to make" in verdict.body


CASES = {
    "low": st.floats(-0.2, 0.2),
    "width": st.floats(0.0005, 0.2),
    "margin": st.sampled_from((0.0, 0.005, 0.02, 0.05)),
    "unit": st.sampled_from(UNITS),
    "question": st.sampled_from(QuestionKind),
}


@given(looks=st.integers(1, 10), **CASES)
def test_that_sentence_tag_and_strip_never_disagree(
    low: float, width: float, margin: float, unit: Unit, question: QuestionKind, looks: int
) -> None:
    interval = Interval(low, low + width, 1 - 0.05 / looks, "corrected-resampled")
    case = case_of(low, low + width, margin=margin, interval=interval, unit=unit, question=question)
    verdict, drawn = judge(case), strip(case.effect, interval, 99.0, margin)
    assert verdict.outcome is decide(low, low + width, margin)
    assert drawn.bars[-1] == (low, low + width)
    tolerance = 1e-9
    if verdict.outcome is VerdictKind.WIN:
        assert all(dot > margin - tolerance for dot in drawn.dots)
        assert verdict.headline == "Use random forest."
    if verdict.outcome is VerdictKind.LOSS:
        assert all(dot < -margin + tolerance for dot in drawn.dots)
        assert verdict.headline == "Keep logistic regression."
    if verdict.outcome is VerdictKind.SAME:
        assert all(abs(dot) <= margin + tolerance for dot in drawn.dots)
        assert verdict.tag is Tag.SAME
    if verdict.outcome in CLAIMS:
        assert drawn.dots_for_first in (0, 20)
        assert verdict.tag is Tag.SETTLED
    else:
        assert verdict.headline.split()[0] not in ("Use", "Keep")


@given(low=st.floats(-0.2, 0.2), width=st.floats(0.001, 0.2), looks=st.integers(1, 12))
def test_that_more_looks_never_turn_an_open_answer_into_a_claim(low: float, width: float, looks: int) -> None:
    """A range at a stricter level contains the milder one, so no side can be gained, only lost."""
    stretch = 1 + 0.1 * looks
    middle, half = low + width / 2, width / 2
    if abs(middle) <= half:
        wider = judge(case_of(middle - stretch * half, middle + stretch * half))
        assert wider.outcome not in CLAIMS


@given(agree=st.integers(0, 10), **CASES)
def test_that_no_banned_word_and_no_undefined_number_is_on_the_first_level(
    low: float, width: float, margin: float, unit: Unit, question: QuestionKind, agree: int
) -> None:
    side = 1 if low > 0 else -1
    shuffles = Shuffles((side,) * agree + (0,) * (10 - agree), (low,) * 10)
    verdict = judge(case_of(low, low + width, margin=margin, unit=unit, question=question, shuffles=shuffles))
    words = " ".join((verdict.headline, verdict.body, verdict.action))
    assert not BANNED.search(words)
    assert not re.search(r"\b(nan|inf)\b|{|}|  | ,|\.\.", words)
    assert "for models trained on this data" in verdict.body


def test_that_both_ends_carry_what_is_counted() -> None:
    assert "between 1.1 more and 4.0 fewer errors per 100, so random forest is at most 1.1 worse" in (
        judge(case_of(-0.011, 0.040)).body
    )
    assert "(between 0.7 more and 1.2 fewer errors per 100)" in judge(case_of(-0.007, 0.012)).body
    verdict = judge(case_of(-0.030, 0.014))
    assert verdict.headline == "Switching to random forest cannot gain you 2 per 100."
    assert verdict.body.startswith("At most 1.4 fewer errors per 100, and up to 3.0 more")


def test_that_no_sign_of_being_better_is_not_said_where_most_dots_favour_the_candidate() -> None:
    assert judge(case_of(-0.011, 0.012, margin=0.0115)).headline.startswith("No sign that random forest is better")
    leaning = judge(case_of(-0.001, 0.080, dots_for_first=19))
    assert leaning.headline.startswith("Random forest is not shown to be better")
    assert "may make fewer errors" in leaning.body


def test_that_whoever_asks_to_replace_is_told_so_by_every_harmless_answer() -> None:
    for low, high in ((-0.011, 0.040), (-0.007, 0.012), (0.004, 0.052)):
        verdict = judge(case_of(low, high, question=QuestionKind.REPLACE))
        assert "You may replace logistic regression by random forest." in (verdict.headline, verdict.action)
        assert verdict.headline != verdict.action


def test_that_a_range_that_ends_at_zero_is_told_without_a_zero() -> None:
    verdict = judge(case_of(0.0, 0.231))
    assert verdict.outcome is VerdictKind.NOT_WORSE
    assert "between no gap and 23.1 fewer errors per 100, so random forest is not worse" in verdict.body


def test_that_a_range_that_nearly_touches_what_matters_lends_no_digits_to_the_gap() -> None:
    body = judge(case_of(0.02004, 0.07996)).body
    assert "makes 5.0 fewer errors" in body
    assert "between 2.004 and 7.996" in body


def test_that_more_rows_of_the_same_groups_are_not_asked_for() -> None:
    verdict = judge(case_of(-0.026, 0.054, groups=(23, "machines")))
    assert "About 1,700 rows from 92 machines would narrow the range" in verdict.action


def test_that_absurd_numbers_of_rows_are_not_written_out() -> None:
    assert "more than a million rows" in judge(case_of(-0.5, 0.4, margin=0.0001)).action


def test_that_same_that_depends_on_the_shuffle_says_what_the_shuffles_say() -> None:
    torn = Shuffles((1,) * 6 + (0,) * 4, (0.03,) * 6 + (0.0,) * 4)
    verdict = judge(case_of(-0.011, 0.019, shuffles=torn))
    assert verdict.outcome is VerdictKind.SAME
    assert verdict.tag is Tag.NOT_SETTLED
    assert "6 of 10 shuffles, taken alone, clearly show a larger one" in verdict.body
    assert "opposite" not in verdict.body


def test_that_a_loss_is_worded_in_the_unit_of_the_measure() -> None:
    assert "(2.2 to 5.4 more)" in judge(case_of(-0.054, -0.022)).body
    assert "(0.022 to 0.054 lower)" in judge(case_of(-0.054, -0.022, unit=UNITS[2])).body


def test_that_the_advice_on_disagreeing_measures_follows_the_action() -> None:
    verdict = judge(case_of(0.023, 0.059, disagreement="They differ.", advice="Move the threshold."))
    assert verdict.action.endswith("Move the threshold.")
    assert Modifier.MEASURES_DISAGREE in verdict.modifiers
    assert "appears to make" in verdict.body


@pytest.mark.parametrize("shift", [-0.06, -0.03, -0.01, 0.0, 0.01, 0.03, 0.06])
def test_that_headlines_are_short(shift: float) -> None:
    headline = judge(case_of(shift - 0.015, shift + 0.015)).headline
    assert len(headline.split()) <= 18


def test_that_a_gap_that_rounds_to_nothing_gets_more_decimals() -> None:
    verdict = judge(case_of(-0.0362, 0.0308, unit=replace(UNIT, decimals=0)))
    assert verdict.body.startswith("Random forest made 0.3 more errors per 100 windows than logistic regression")
    assert "4 more to 4 fewer" in verdict.body


def test_that_no_gap_at_all_is_said_as_it_is() -> None:
    assert "made 0 fewer errors" in judge(case_of(-0.035, 0.035, unit=replace(UNIT, decimals=0))).body
