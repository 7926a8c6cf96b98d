"""The worded answers beside the headline."""

from dataclasses import replace

import pytest

from core.domain.findings import Comparison, Estimate, Interval
from core.judge.cards import (
    agreement_card,
    expectation,
    generalisation,
    generalises,
    how_good,
    range_text,
    shuffle_card,
)
from core.judge.decision import Shuffles
from core.judge.disagreement import Disagreement
from core.judge.gaps import Gap
from core.wording.units import unit_of
from tests.judge.worlds import class_data, number_data, study_of

DATA = class_data(412)
STUDY = study_of(DATA, challengers=("forest", "tree"))
UNIT = unit_of("error", STUDY, DATA)
NAMES = {"logistic": "logistic regression", "forest": "random forest", "tree": "tree"}


def estimate(key: str, mean: float | None, low: float = 0.07, high: float = 0.12, measure: str = "error") -> Estimate:
    interval = None if mean is None else Interval(low, high, 0.95, "t")
    return Estimate(key, measure, "fault", mean, None, interval, ())


def comparison(comparer: str, p: float | None, effect: float | None) -> Comparison:
    return Comparison(comparer, "error", "B", "A", None, None, p, effect, None)


def test_that_an_expectation_is_a_number_with_a_range_rounded_outward() -> None:
    assert (
        expectation(estimate("forest", 0.0904, 0.0711, 0.1192), UNIT)
        == "about 9.0 errors per 100 windows (7.1 to 12.0)"
    )
    assert expectation(None, UNIT) == ""
    assert expectation(estimate("forest", None), UNIT) == ""
    assert range_text(UNIT, None) == ""


def test_that_digits_of_a_miss_follow_its_range() -> None:
    data = number_data()
    unit = unit_of("mae", study_of(data), data)
    assert (
        expectation(estimate("forest", 0.8123, 0.6, 1.1, "mae"), unit)
        == "a typical miss of about 0.81 MPa (0.60 to 1.10)"
    )


def test_that_every_candidate_has_a_line_and_the_chosen_one_a_warning() -> None:
    found = [estimate("logistic", 0.2, 0.17, 0.24), estimate("forest", 0.09), estimate("forest", 0.8, measure="auc")]
    lines = how_good(found, NAMES, STUDY, DATA, "forest", "This is for 90 %.").splitlines()
    assert lines[0].startswith("Logistic regression: about 20.0 errors")
    assert lines[1].endswith("; chosen among 3: expect slightly worse.")
    assert lines[2] == "This is for 90 %."
    assert len(lines) == 3
    assert "chosen" not in how_good(found, NAMES, STUDY, DATA, "", "")
    assert "no training ended well" in how_good([estimate("tree", None)], NAMES, STUDY, DATA, "", "")


def test_that_shuffles_without_a_gap_lean_to_nobody() -> None:
    assert shuffle_card(Shuffles((0, 0), (0.0, 0.0)), "B", "A") == "No: in all 2 shuffles both were level."
    assert shuffle_card(Shuffles((0, 0), (0.0, -0.1)), "B", "A").startswith("1 of 2 shuffles lean to A")


def test_that_shuffles_lean_and_are_clear() -> None:
    text = shuffle_card(Shuffles((1, 1, 0, -1), (0.1, 0.1, 0.05, -0.1)), "B", "A")
    assert text == "3 of 4 shuffles lean to B; 2 are clear for B, 1 for A."
    assert shuffle_card(Shuffles((0,), (0.1,)), "B", "A").startswith("The rows were divided in one way only")


def test_that_the_question_about_the_shuffles_is_answered_first() -> None:
    steady, torn = Shuffles((1, 1), (0.1, 0.1)), Shuffles((1, -1), (0.1, -0.1))
    assert shuffle_card(steady, "B", "A").startswith("No: 2 of 2 shuffles lean to B;")
    assert shuffle_card(torn, "B", "A", depends=True).startswith("Yes: 1 of 2 shuffles lean to B;")
    assert shuffle_card(steady, "B", "A", depends=True).startswith("Yes: ")


def test_that_level_shuffles_are_counted() -> None:
    text = shuffle_card(Shuffles((0, 0, 0), (0.1, 0.0, 0.0)), "B", "A")
    assert text.startswith("1 of 3 shuffles lean to B, 2 are level; none is clear for B")


def test_that_one_of_several_that_was_chosen_says_so_once_for_all_outputs() -> None:
    data = number_data(outputs=("crack (mm)", "strength (MPa)"))
    study = study_of(data)
    found = [replace(estimate("forest", 1.0, 0.9, 1.1, "mae"), output=output) for output in data.outputs]
    lines = how_good(found, {"forest": "random forest"}, study, data, "forest", "").split("\n")
    assert lines[0] == "Random forest, crack: a typical miss of about 1.00 mm (0.90 to 1.10)."
    assert lines[2:] == ["Random forest was chosen among 2, so expect slightly worse."]


CLEAR, UNCLEAR = Interval(0.01, 0.05, 0.95, "t"), Interval(-0.01, 0.05, 0.95, "t")
PAIR, NO_CLASH = ("forest", "tree"), Disagreement()


def agreed(check: str, interval: Interval, effect: float = 0.03, clash: Disagreement = NO_CLASH) -> str:
    data = number_data() if check == "rmse" else class_data()
    unit = unit_of(check, study_of(data), data)
    return agreement_card(PAIR, check, unit, (Gap(effect, interval), Gap(effect, interval)), clash)


@pytest.mark.parametrize(
    ("check", "interval", "said"),
    [
        (
            "auc",
            CLEAR,
            "Yes: forest also ranks cases better. Of 100 pairs of cases of different classes, it puts 3.0 more in the "
            "right order (1.0 to 5.0).",
        ),
        (
            "auc",
            UNCLEAR,
            "Yes: neither shows a clear gap. Of 100 pairs of cases of different classes, forest puts between 1.0 fewer "
            "and 5.0 more in the right order.",
        ),
        ("error", CLEAR, "Yes: forest also makes 3.0 fewer errors per 100 windows (1.0 to 5.0)."),
        (
            "error",
            UNCLEAR,
            "Yes: neither shows a clear gap. The gap lies between 1.0 more and 5.0 fewer errors per 100.",
        ),
        ("cost", CLEAR, "Yes: forest also costs 3.0 less per 100 windows, counted in false alarms (1.0 to 5.0)."),
        ("rmse", CLEAR, "Yes: with large misses counting more, forest also misses by 0.030 MPa less (0.010 to 0.050)."),
        (
            "rmse",
            UNCLEAR,
            "Yes: neither shows a clear gap. With large misses counting more, the gap lies between 0.010 MPa more and "
            "0.050 MPa less.",
        ),
    ],
)
def test_that_agreement_is_told_in_words_everybody_knows(check: str, interval: Interval, said: str) -> None:
    assert agreed(check, interval) == said


def test_that_the_one_who_is_ahead_is_named_whichever_it_is() -> None:
    behind = Interval(-0.05, -0.01, 0.95, "t")
    assert agreed("auc", behind, -0.03).startswith("Yes: tree also ranks cases better.")
    assert agreed("error", behind, -0.03) == "Yes: forest also makes 3.0 more errors per 100 windows (1.0 to 5.0)."


def test_that_a_missing_or_contrary_cross_check_is_told() -> None:
    unit, known = unit_of("auc", study_of(class_data()), class_data()), Gap(0.03, CLEAR)
    missing = agreement_card(PAIR, "auc", unit, (known, Gap(None, None)), Disagreement())
    assert missing.startswith("The second measure could not be worked out")
    assert agreed("auc", CLEAR, clash=Disagreement("They differ.", "Think.")) == "They differ. Think."


@pytest.mark.parametrize(
    ("p", "effect", "expected"), [(0.01, 0.04, True), (0.01, -0.04, False), (0.2, 0.04, False), (None, 0.04, None)]
)
def test_that_half_size_training_sets_must_show_the_gap_on_the_same_side(
    p: float | None, effect: float, expected: bool | None
) -> None:
    found = (comparison("corrected-t", 0.001, 0.05), comparison("5x2-f", p, effect))
    assert generalises(found, 0.05) is expected


def test_that_the_line_on_half_size_training_sets_is_worded_as_decided() -> None:
    headline = comparison("corrected-t", 0.001, 0.05)
    assert generalisation((headline, comparison("5x2-f", 0.01, 0.04)), 0.05) == (
        "Also seen with training sets half this size."
    )
    assert generalisation((headline, comparison("5x2-f", 0.3, 0.04)), 0.05) == (
        "Not shown for training sets half this size; this check finds a 5-point gap only about 1 time in 5."
    )
    assert generalisation((headline,), 0.05) == ""


def test_that_a_miss_without_a_range_has_the_digits_of_a_tenth_of_it() -> None:
    data = number_data()
    unit = unit_of("mae", study_of(data), data)
    bare = Estimate("forest", "mae", "fault", 81.237, None, None, ())
    assert expectation(bare, unit) == "a typical miss of about 81.2 MPa"
    assert expectation(replace(bare, mean=0.81237), unit) == "a typical miss of about 0.812 MPa"


def test_that_one_candidate_was_not_chosen_among_several_and_outputs_are_named() -> None:
    alone = replace(STUDY, candidates=STUDY.candidates[:1])
    assert "chosen" not in how_good([estimate("logistic", 0.2)], NAMES, alone, DATA, "logistic", "")
    two = replace(STUDY, candidates=STUDY.candidates[:2])
    assert "chosen among 2" in how_good([estimate("logistic", 0.2)], NAMES, two, DATA, "logistic", "")
    several = number_data(outputs=("force (N)", "wear"))
    told = how_good([Estimate("forest", "mae", "wear", 0.2, None, None, ())], NAMES, study_of(several), several, "", "")
    assert told.startswith("Random forest, wear: ")
    assert "(" not in how_good([replace(estimate("logistic", 0.2), interval=None)], NAMES, STUDY, DATA, "", "")


def test_that_shuffles_that_lean_to_both_sides_alike_are_said_to_lean_to_the_candidate() -> None:
    assert shuffle_card(Shuffles((0, 0), (0.1, -0.1)), "B", "A") == (
        "1 of 2 shuffles lean to B; none is clear for B, none for A."
    )
    assert shuffle_card(Shuffles((), ()), "B", "A").startswith("Here no division")


def test_that_a_cross_check_is_shown_with_the_digits_of_its_width() -> None:
    assert "40 more in the right order (30 to 50)" in agreed("auc", Interval(0.3, 0.5, 0.95, "t"), 0.4)
    assert "neither shows a clear gap" in agreed("auc", Interval(0.0, 0.5, 0.95, "t"), 0.2)
    assert "neither shows a clear gap" in agreed("auc", Interval(-0.5, 0.0, 0.95, "t"), -0.2)


def test_that_a_check_at_the_level_or_without_a_gap_shows_nothing() -> None:
    headline = comparison("corrected-t", 0.001, 0.05)
    assert generalises((headline, comparison("5x2-f", 0.05, 0.04)), 0.05) is False
    assert generalises((headline, comparison("5x2-f", 0.01, 0.0)), 0.05) is False
    assert generalises((comparison("corrected-t", 0.001, None), comparison("5x2-f", 0.01, 0.1)), 0.05) is None


def test_that_a_measure_without_a_value_is_not_told_as_a_failed_training() -> None:
    unknown = replace(estimate("tree", None), note="undefined on 57 of 57 splits")
    told = how_good([unknown], NAMES, STUDY, DATA, "", "")
    assert told.endswith("not known: undefined on 57 of 57 splits.")
