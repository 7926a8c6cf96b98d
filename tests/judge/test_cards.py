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
from core.judge.words import unit_of
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


@pytest.mark.parametrize(
    ("interval", "words"),
    [
        (Interval(0.01, 0.05, 0.95, "t"), "both show a gap"),
        (Interval(-0.01, 0.05, 0.95, "t"), "neither shows a clear gap"),
    ],
)
def test_that_agreement_is_told_with_the_cross_check(interval: Interval, words: str) -> None:
    main = Gap(0.03, interval)
    text = agreement_card("error", "auc", main, Gap(0.02, interval), Disagreement())
    assert text.startswith(f"Errors per 100 and AUC agree: {words}")


def test_that_a_missing_or_contrary_cross_check_is_told() -> None:
    main = Gap(0.03, Interval(0.01, 0.05, 0.95, "t"))
    assert agreement_card("error", "auc", main, Gap(None, None), Disagreement()).endswith("could not be made.")
    clash = agreement_card("error", "auc", main, main, Disagreement("They differ.", "Think."))
    assert clash == "They differ. Think."


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
    assert told.startswith("Random forest (wear): ")
    assert "(" not in how_good([replace(estimate("logistic", 0.2), interval=None)], NAMES, STUDY, DATA, "", "")


def test_that_shuffles_that_lean_to_both_sides_alike_are_said_to_lean_to_the_candidate() -> None:
    assert shuffle_card(Shuffles((0, 0), (0.1, -0.1)), "B", "A") == (
        "1 of 2 shuffles lean to B; none is clear for B, none for A."
    )
    assert shuffle_card(Shuffles((), ()), "B", "A").startswith("Here no division")


def test_that_a_cross_check_is_shown_with_the_digits_of_its_width() -> None:
    check = Gap(0.4, Interval(0.3, 0.5, 0.95, "t"))
    text = agreement_card("error", "auc", Gap(0.4, Interval(0.3, 0.5, 0.95, "t")), check, Disagreement())
    assert "(cross-check 0.40, 0.30 to 0.50; above 0 favours the candidate)" in text
    level = Gap(0.2, Interval(0.0, 0.5, 0.95, "t"))
    assert "neither shows a clear gap" in agreement_card("error", "auc", level, level, Disagreement())
    behind = Gap(-0.2, Interval(-0.5, 0.0, 0.95, "t"))
    assert "neither shows a clear gap" in agreement_card("error", "auc", behind, behind, Disagreement())


def test_that_a_check_at_the_level_or_without_a_gap_shows_nothing() -> None:
    headline = comparison("corrected-t", 0.001, 0.05)
    assert generalises((headline, comparison("5x2-f", 0.05, 0.04)), 0.05) is False
    assert generalises((headline, comparison("5x2-f", 0.01, 0.0)), 0.05) is False
    assert generalises((comparison("corrected-t", 0.001, None), comparison("5x2-f", 0.01, 0.1)), 0.05) is None
