"""Typed look-ups in a section of a plan: what passes, and the sentence for what does not."""

from collections.abc import Callable
from datetime import date

import pytest

from core.domain.study import TieBreak, TuningKind
from core.plans.plan_section import Section
from core.support.errors import StudyError

PLAN = Section(
    "plan",
    {
        "one": 1, "half": 0.5, "low": -2.0, "yes": True, "word": "kfold", "empty": "", "words": ["a", "b"],
        "mixed": ["a", 3], "endless": float("inf"), "nothing": float("nan"), "huge": 10**400, "part": {"a": 1},
        "day": date(2024, 1, 31), "long": "x" * 5000,
    },
)  # fmt: skip


def test_that_what_is_there_is_given_in_its_own_kind() -> None:
    assert (PLAN.text("word"), PLAN.text("empty"), PLAN.text("absent", "x")) == ("kfold", "", "x")
    assert (PLAN.optional_text("word"), PLAN.optional_text("absent")) == ("kfold", None)
    assert (PLAN.texts("words"), PLAN.texts("word"), PLAN.texts("absent")) == (("a", "b"), ("kfold",), ())
    assert (PLAN.flag("yes", False), PLAN.flag("absent", False)) == (True, False)
    assert (PLAN.whole("one", 5, 1), PLAN.whole("absent", 5, 1)) == (1, 5)
    assert (PLAN.number("half", 9.0, 0), PLAN.number("one", 9.0, 1, 1)) == (0.5, 1.0)
    assert isinstance(PLAN.number("one", 9.0, 0), float)
    assert PLAN.section("part") == Section("plan.part", {"a": 1})
    assert Section("", {}).place("title") == "title"


def test_that_choices_may_be_one_or_several() -> None:
    section = Section("question", {"one": "fastest", "two": ["simplest", "fastest"], "kind": "none"})
    assert section.choices("one", TieBreak) == (TieBreak.FASTEST,)
    assert section.choices("two", TieBreak) == (TieBreak.SIMPLEST, TieBreak.FASTEST)
    assert section.choices("absent", TieBreak) == ()
    assert section.choice("kind", TuningKind.KFOLD) is TuningKind.NONE
    assert section.choice("absent", TuningKind.KFOLD) is TuningKind.KFOLD


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (lambda: PLAN.text("one"), "plan.one is 1. It must be a text in quotes."),
        (lambda: PLAN.texts("mixed"), """plan.mixed is ['a', 3]. It must be a list of texts, as in ["a", "b"]."""),
        (lambda: PLAN.texts("one"), """plan.one is 1. It must be a list of texts, as in ["a", "b"]."""),
        (lambda: PLAN.flag("one", True), "plan.one is 1. It must be true or false."),
        (lambda: PLAN.whole("one", 5, 2), "plan.one is 1. It must be a whole number of at least 2."),
        (lambda: PLAN.whole("half", 5, 0), "plan.half is 0.5. It must be a whole number of at least 0."),
        (lambda: PLAN.whole("yes", 5, 0), "plan.yes is true. It must be a whole number of at least 0."),
        (lambda: PLAN.whole("one", 5, 2, 9), "plan.one is 1. It must be a whole number from 2 to 9."),
        (lambda: PLAN.whole("one", 0, -3, 0), "plan.one is 1. It must be a whole number from -3 to 0."),
        (lambda: PLAN.number("word", 1.0, 0), "plan.word is 'kfold'. It must be a number."),
        (lambda: PLAN.number("yes", 1.0, 0), "plan.yes is true. It must be a number."),
        (lambda: PLAN.number("low", 1.0, 0), "plan.low is -2.0. It must be a number of at least 0."),
        (lambda: PLAN.number("one", 1.0, 0, 1, inside=True), "plan.one is 1. It must be a number between 0 and 1."),
        (lambda: PLAN.number("one", 1.0, 1, inside=True), "plan.one is 1. It must be a number above 1."),
        (lambda: PLAN.number("endless", 1.0, 0), "plan.endless is inf. It must be a number of at least 0."),
        (lambda: PLAN.number("nothing", 1.0, 0), "plan.nothing is nan. It must be a number of at least 0."),
        (lambda: PLAN.text("day"), "plan.day is 2024-01-31. It must be a text in quotes."),
        (lambda: PLAN.number("part", 1.0, 0), "plan.part is {a = 1}. It must be a number."),
        (lambda: PLAN.number("long", 1.0, 0), f"plan.long is '{'x' * 199}…. It must be a number."),
        (lambda: PLAN.refuse_unknown(("one", "word")), "unknown key 'plan.half'. Allowed there: one, word."),
        (lambda: Section("", {"ttle": 1}).refuse_unknown(("title",)), "'ttle'. Did you mean 'title'?"),
        (lambda: PLAN.section("one"), "'plan.one' must be a section. Write it as one = { ... }."),
        (lambda: Section("", {"plan": 3}).section("plan"), "Write [plan] on a line of its own."),
        (lambda: PLAN.choice("word", TuningKind.KFOLD) and PLAN.choice("one", TuningKind.KFOLD), "plan.one is 1"),
    ],
)
def test_that_what_is_wrong_is_said_with_its_place(asked: Callable[[], object], told: str) -> None:
    with pytest.raises(StudyError) as refused:
        asked()
    assert told in str(refused.value)


def test_that_a_number_no_computer_can_hold_is_refused() -> None:
    with pytest.raises(StudyError, match="a number of at least 0"):
        PLAN.number("huge", 1.0, 0)
